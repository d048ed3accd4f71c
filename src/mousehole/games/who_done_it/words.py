REASONS = (
    "",
    "no_placement",
    "mouse_stuck",
    "cat_stuck",
    "mouse_over_cheese",
    "cat_over_mouse",
    *(f"unsolved_{a}" for a in ("mouse", "cat", "cheese", "cucumber")),
    *(f"solved_{a}" for a in ("mouse", "cat", "cheese", "cucumber")),
)
