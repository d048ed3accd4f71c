"""Set-ups: what a link of the lab says, and what is refused in a sentence."""

from __future__ import annotations

import pytest

from mousehole.engine.errors import BadOption, BadSeats, TableError, UnknownGame
from mousehole.lab.setup import BadSetUp, SetUp, pair_address, query_of, read_pair
from mousehole.table.setup import parse_setup

LINK = "game=hide_and_squeak&seats=5&dawn=16&players=tiger,lion&games=1000&seed=1"


def test_a_link_and_its_set_up_are_the_same() -> None:
    """An address is read and written again letter by letter."""
    assert SetUp.from_address(LINK).address() == LINK
    assert SetUp.from_address(f"https://example.org/lab/run?{LINK}").address() == LINK


def test_only_what_is_unusual_stands_in_a_link() -> None:
    """Options at their default, one level everywhere and no repeats leave nothing in the address."""
    made = SetUp("hide_and_squeak", options={"dawn": 20, "walls": "north_south"}, players=("tiger", "tiger"))
    assert made.address() == "game=hide_and_squeak&seats=5&walls=north_south&players=tiger&games=1000&seed=0"
    assert made.options == {"walls": 1}
    assert made.seated == ("tiger", "tiger")


def test_what_is_left_out_is_usual() -> None:
    """A game alone is a whole set-up."""
    made = SetUp.read({"game": "mice_heist"})
    assert (made.seats, made.players, made.games, made.seed, made.repeats) == (4, ("housecat",), 1000, 0, 1)


@pytest.mark.parametrize(
    ("link", "kind", "says"),
    [
        ("seats=5", BadSetUp, "names its game"),
        ("game=chess", UnknownGame, "no game 'chess'"),
        ("game=hide_and_squeak&seats=9", BadSeats, "3 to 6 seats"),
        ("game=hide_and_squeak&seats=0", BadSetUp, "without seats"),
        ("game=hide_and_squeak&dawn=900", BadOption, "from 5 to 200"),
        ("game=hide_and_squeak&moon=1", BadOption, "no option 'moon'"),
        ("game=hide_and_squeak&games=ten", BadSetUp, "games is a whole number"),
        ("game=hide_and_squeak&games=0", BadSetUp, "games are 1 to"),
        ("game=hide_and_squeak&games=9999999", BadSetUp, "games are 1 to 1,000,000"),
        ("game=hide_and_squeak&seed=-1", BadSetUp, "seed is a whole number"),
        ("game=hide_and_squeak&seed=9223372036854775808", BadSetUp, "seed is a whole number"),
        ("game=hide_and_squeak&players=tyger", TableError, "did you mean tiger"),
        ("game=hide_and_squeak&players=tiger,lion,tiger", BadSetUp, "2 sides"),
        ("game=hide_and_squeak&repeats=0", BadSetUp, "repeated 1 to"),
        ("game=hide_and_squeak&players=random&repeats=2", BadSetUp, "leave repeats out"),
        ("game=hide_and_squeak&game=mice_heist", BadSetUp, "given twice"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(link: str, kind: type[TableError], says: str) -> None:
    """Whatever is wrong with a link, an error of the table's family says it."""
    with pytest.raises(kind, match=says):
        SetUp.from_address(link)


def test_two_set_ups_share_a_link() -> None:
    """What differs in the second set-up has the prefix `b.`, also where it is the usual value."""
    one, two = read_pair(query_of(f"{LINK}&b.dawn=12"))
    assert two is not None
    assert (one.options, two.options) == ({"dawn": 16}, {"dawn": 12})
    assert pair_address(one, two) == f"{LINK}&b.dawn=12"
    assert pair_address(one, one.but(options={"dawn": 20})) == f"{LINK}&b.dawn=20"
    assert read_pair(query_of(LINK)) == (one, None)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("b.seed=2", "the same seed"),
        ("b.game=mice_heist", "the same game"),
        ("b.players=random", "make no pairs"),
        ("b.dawn=1", "from 5 to 200"),
    ],
)
def test_what_makes_no_pairs_is_refused(change: str, says: str) -> None:
    """Two set-ups have the same deals, or they are not compared."""
    with pytest.raises(TableError, match=says):
        read_pair(query_of(f"{LINK}&{change}"))


def test_other_sides_are_not_compared() -> None:
    """Games in which every seat is a side need the same number of seats; a team may be larger."""
    with pytest.raises(BadSetUp, match="sides are not the same"):
        read_pair(query_of("game=mice_heist&seats=4&b.seats=3"))
    assert read_pair(query_of("game=hide_and_squeak&seats=4&b.seats=3"))[1] is not None


def test_a_set_up_can_be_played_at_a_table() -> None:
    """The link to a table holds the options, somebody in the first seat, and the levels of the others' sides."""
    made = SetUp("hide_and_squeak", seats=3, options={"dawn": 16}, players=("tiger", "tiger_0_1"))
    assert made.table_address() == "game=hide_and_squeak&dawn=16&seats=me,bot:tiger,bot:tiger"
    query = SetUp("mice_heist", seats=2, players=("lion",)).table_address()
    assert parse_setup(query).query() == query
