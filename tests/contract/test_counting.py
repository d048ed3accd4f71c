"""Contract 5: pinned counts of positions, and golden playthroughs.

`python -m tests.contract.test_counting` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.tables import Table, is_printed, modes
from tests.contract.walking import open_table, play_carefully

from mousehole.engine.position import Position

HERE = Path(__file__).parent
MOST_NODES = 3000
AFTER = (0, 10, 40)
MODES = list(modes())
TOLD = [table for table in MODES if is_printed(table)]
"""House rules change a few numbers in what is told: their counts are pinned, not their prose."""
each_told = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in TOLD], ids=[str(t) for t in TOLD])
each_mode = pytest.mark.parametrize(("game_id", "table"), [(t.game_id, t) for t in MODES], ids=[str(t) for t in MODES])


def count_lines(position: Position, depth: int) -> int:
    """Count the ways to play on for `depth` decisions, or to the end."""
    acting = position.actors()
    if depth == 0 or not acting:
        return 1
    seat = acting[0]
    return sum(count_lines(position.after(seat, action), depth - 1) for action in position.legal(seat))


def counts_of(table: Table) -> list[int]:
    """Count to growing depth, as long as the tree stays small."""
    counts: list[int] = []
    played = play_carefully(table, 8)
    for after in AFTER:
        match = open_table(table, 8).play(played.moves[:after])
        depth, count = 1, count_lines(match.state, 1)
        while count <= MOST_NODES // 8 and depth < 6:
            depth += 1
            count = count_lines(match.state, depth)
        counts.append(count)
    return counts


def counts_text(game_id: str) -> str:
    """Write the pinned counts of a game: a line a table, a number for each starting point."""
    lines = [f"{table}: {' '.join(map(str, counts_of(table)))}" for table in MODES if table.game_id == game_id]
    return "\n".join(lines) + "\n"


def playthrough_text(table: Table) -> str:
    """Write a whole game as its players and a spectator are told it."""
    match = play_carefully(table, 21)
    words = match.game.words
    lines = [f"# {table}, seed {match.seed}"]
    for number, (seat, action) in enumerate(match.moves):
        view = match.positions[number].view(seat).record
        lines.append(f"{number + 1}. {words.seat_name(match.seats, seat)}: {words.move_name(view, seat, action)}")
        lines.append(f"   asked: {words.prompt(view, seat)}")
        stakes = words.stakes(view, seat)
        lines += [f"   at stake: {stakes}"] if stakes else []
        count = len(match.positions[number].legal(seat))
        lines.append(f"   chose: {words.move_text(view, seat, action)}, one of {count}")
        told: dict[str, list[str]] = {}
        for viewer in range(-1, match.seats):
            told.setdefault(" ".join(match.told(viewer, number)), []).append("-" if viewer < 0 else str(viewer))
        lines += [f"   {','.join(viewers)}: {text}" for text, viewers in told.items() if text]
        if number % 25 == 0:
            lines += [f"   | {line}".rstrip() for line in words.table_text(view, seat).splitlines()]
    outcome = match.outcome()
    assert outcome is not None
    lines += [f"= {outcome.sentence} ({outcome.reason}; {outcome.payoffs})", words.table_text(match.state.record, -1)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def counts_path(game_id: str) -> Path:
    """Say where a game's counts are pinned."""
    return HERE / "counts" / f"{game_id}.txt"


def playthrough_path(table: Table) -> Path:
    """Say where a table's golden playthrough is kept."""
    return HERE / "playthroughs" / table.game_id / f"{table}.txt"


@each_mode
def test_the_tree_keeps_its_size(game_id: str, table: Table) -> None:
    """The number of ways to play on from pinned positions has not changed."""
    pinned = dict(line.split(": ") for line in counts_path(game_id).read_text().splitlines())
    assert counts_of(table) == [int(count) for count in pinned[str(table)].split()]


@each_told
def test_the_golden_playthrough_is_told_the_same(game_id: str, table: Table) -> None:
    """A whole game, with every prompt and sentence, reads as it did when it was last approved by a reader."""
    assert table.game_id == game_id
    assert playthrough_text(table) == playthrough_path(table).read_text()


def main() -> None:
    """Pin the present counts and playthroughs; read the difference before committing it."""
    for table in TOLD:
        path = playthrough_path(table)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough_text(table))
    for game_id in {table.game_id for table in MODES}:
        counts_path(game_id).parent.mkdir(exist_ok=True)
        counts_path(game_id).write_text(counts_text(game_id))


if __name__ == "__main__":
    main()
