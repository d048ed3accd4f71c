"""The numbers that every search goes by, for whoever lays out its desk in a browser."""

from __future__ import annotations

from mousehole.analysis.growing import FARTHEST
from mousehole.analysis.playing_on import RECORDS as RECORDS_PLAYED_ON
from mousehole.bots.deciding import FIRST_LOOK, LOOKS
from mousehole.bots.knowledge import TRIALS
from mousehole.bots.names import STRONGEST
from mousehole.bots.search import DEEPEST, RECORDS
from mousehole.bots.tree import EDGES_A_NODE


def search_data() -> dict[str, int | str]:
    """List them."""
    return {
        "records": RECORDS,
        "trials": TRIALS,
        "deepest": DEEPEST,
        "edges_a_node": EDGES_A_NODE,
        "looks": LOOKS,
        "first_look": FIRST_LOOK,
        "strongest": STRONGEST,
        "played_on": RECORDS_PLAYED_ON,
        "farthest": FARTHEST,
    }
