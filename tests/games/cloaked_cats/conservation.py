"""What is never created or lost in Cloaked Cats."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CAT_COUNT, MOST_SEATS, SHOWS
from mousehole.games.cloaked_cats.house import cloak_size, masks_each, starter_points


def check_conservation(s: Record) -> None:
    """CC-1.1 to CC-1.4: 40 cats, cloaks of three features without overlap, 16 masks a player, on cats, kept or paid."""
    check_cats(s)
    players = range(int(s.seats))
    features, worn, masks = 0, int(cloak_size(s)), int(masks_each(s))
    for player in players:
        cloak, masked = int(s.cloak[player]), int(s.masked[player])
        assert cloak.bit_count() == worn
        assert features & cloak == 0
        features |= cloak
        assert int(s.shown[player]) & ~cloak == 0
        assert int(s.covered[player]) == worn - int(s.shown[player]).bit_count()
        assert int(s.lacks[player]) & cloak == 0
        assert masked == sum(1 << c for c in range(CAT_COUNT) if int(s.danced) >> c & 1 and int(SHOWS[c]) & cloak)
        assert 0 <= s.stock[player] <= masks - masked.bit_count()
    paid = sum(masks - int(s.stock[player]) - int(s.masked[player]).bit_count() for player in players)
    assert paid + int(starter_points(s)) == sum(int(s.won[player]) for player in players)
    for player in range(int(s.seats), MOST_SEATS):
        fields = (s.cloak, s.shown, s.lacks, s.masked, s.hand, s.cats, s.stock, s.won, s.covered)
        assert all(field[player] == 0 for field in fields)


def check_cats(s: Record) -> None:
    """CC-1.2: each cat is on the floor, in one hand, or in the deck."""
    seen = int(s.danced)
    assert [int(c) for c in s.floor[: s.on_floor]] == list(dict.fromkeys(int(c) for c in s.floor[: s.on_floor]))
    assert sum(1 << int(c) for c in s.floor[: s.on_floor]) == seen
    assert set(s.floor[s.on_floor :]) <= {codes.EMPTY}
    for player in range(s.seats):
        hand = int(s.hand[player])
        assert hand & seen == 0
        assert hand.bit_count() == s.cats[player]
        seen |= hand
    assert CAT_COUNT - seen.bit_count() == s.deck
