"""A report on a game for whoever designs it: every number of players, the figures, and answers to act on.

It is one page that needs nothing else: tables that can be read as they are, the data itself, and, where the page of the
lab has been built, the very script that draws its pictures.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

import mousehole
from mousehole.bots.names import LEVELS
from mousehole.engine.sentences import listed
from mousehole.lab.engines import Engine
from mousehole.lab.figures import Band, Bar, Estimate, Histogram, Level, Results, Worth
from mousehole.lab.report import share_cells
from mousehole.lab.results import figures, level_of
from mousehole.lab.running import OnProgress, Run, run, run_all
from mousehole.lab.setup import SetUp
from mousehole.lab.telling import points_cells, told_median

REPEATS = 2
"""Each deal is played so often, so that luck can be told from play."""
NEAR = 0.05
"""A share of wins within five points of a fair one is fair enough."""
FINE, LOOK, UNSURE = "fine", "worth a look", "not clear yet"
LATE, EARLY = 0.5, 50
MANY_FORCED = 0.5
STRONG = 0.1
"""A component that goes with ten more wins in a hundred is strong."""


@dataclass(frozen=True)
class Answer:
    """A question that a designer asks, what the games say, and whether to do something about it."""

    question: str
    answer: str
    verdict: str
    """`fine`, `worth a look` or `not clear yet`."""


@dataclass(frozen=True)
class ReportTable:
    """What was found at one number of players."""

    seats: int
    results: Results
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Report:
    """All that a report says."""

    game: str
    title: str
    version: str
    rules_version: int
    command: str
    """What makes this report again."""
    options: str
    players: str
    games: int
    seed: int
    tables: tuple[ReportTable, ...]


def set_ups_of(base: SetUp) -> list[SetUp]:
    """List the set-ups of a report: one for each number of players, each deal played twice."""
    known = base.facts
    counts = range(known.min_seats, known.max_seats + 1)
    return [base.but(seats=seats, repeats=1 if base.is_compiled else REPEATS) for seats in counts]


def other_levels(set_up: SetUp) -> list[tuple[int, SetUp]]:
    """List what shows how much playing better helps: in each role the next level below and above, half as many games.

    Where all seats are alike the first one stands for all.
    """
    if set_up.is_compiled:
        return []
    sides = set_up.facts.sides(set_up.seats)
    roles = sides if set_up.facts.side_names or set_up.facts.min_seats == set_up.facts.max_seats else sides[:1]
    found = []
    for side in roles:
        place, seated = sides.index(side), list(set_up.seated)
        if seated[place] not in LEVELS:
            continue
        at = LEVELS.index(seated[place])
        for level in LEVELS[max(at - 1, 0) : at + 2]:
            if level != seated[place]:
                others = (*seated[:place], level, *seated[place + 1 :])
                found.append((side, set_up.but(players=others, games=max(set_up.games // 2, 1))))
    return found


def make_report(  # noqa: PLR0913  # flags, each with what is usual
    base: SetUp,
    *,
    command: str = "",
    engine: str | Engine = "threads",
    threads: int | None = None,
    address: str | None = None,
    folder: Path | str | None = None,
    on_progress: OnProgress | None = None,
) -> tuple[Report, list[Run]]:
    """Play all that a report needs, and write down what came of it; a folder keeps the games of each set-up."""
    tables, runs = [], []
    for set_up in set_ups_of(base):
        home = None if folder is None else Path(folder) / f"{set_up.seats}-seats"
        made = run(
            set_up, engine=engine, threads=threads, address=address,
            folder=home and home / "all", on_progress=on_progress,
        )  # fmt: skip
        others = other_levels(set_up)
        homes = [home and home / f"{side}-{each.seated[side]}" for side, each in others]
        more = run_all(
            [each for _, each in others], engine=engine, threads=threads, address=address,
            folders=homes, on_progress=on_progress,
        )  # fmt: skip
        levels = [level_of(made, other, side) for (side, _), other in zip(others, more, strict=True)]
        found = figures(made, levels)
        if found is not None:
            tables.append(ReportTable(set_up.seats, found, answers_of(found)))
            runs.append(made)
    known = base.facts
    chosen = known.options_text(base.values)
    return (
        Report(
            known.id, known.title, mousehole.__version__, known.rules_version, command, chosen,
            ",".join(base.players), base.games, base.seed, tuple(tables),
        ),
        runs,
    )  # fmt: skip


# Answers


def answers_of(found: Results) -> tuple[Answer, ...]:
    """Answer what a designer asks of one table."""
    makers: list[Callable[[Results], Answer | None]] = [fairness, starting, deciding, choosing, luck, skill, strength]
    return tuple(answer for make in makers if (answer := make(found)) is not None)


def shares_verdict(bars: Sequence[Bar]) -> str:
    """Judge whether shares are fair: surely, surely not, or neither."""
    known = [(bar.share, bar.fair) for bar in bars if bar.fair is not None]
    if any(share.high < fair - NEAR or share.low > fair + NEAR for share, fair in known):
        return LOOK
    if all(fair - NEAR <= share.low and share.high <= fair + NEAR for share, fair in known):
        return FINE
    return UNSURE


def said(share: Estimate) -> str:
    """Write a share with its interval."""
    return " (".join(share_cells(share)) + ")"


def fairness(found: Results) -> Answer | None:
    """Say who has it easier."""
    if len(found.sides) == 1:
        bar = found.sides[0]
        return Answer("How hard is it?", f"{bar.label} wins {said(bar.share)}.", FINE)
    shares = listed([f"{bar.label} {said(bar.share)}" for bar in found.sides])
    fair = found.sides[0].fair or 0.0
    return Answer("Who has it easier?", f"Wins: {shares}; fair would be {fair:.1%}.", shares_verdict(found.sides))


def starting(found: Results) -> Answer | None:
    """Say whether it matters who starts."""
    if not found.seats:
        return None
    first, fair = found.seats[0], found.seats[0].fair or 0.0
    answer = f"Whoever starts wins {said(first.share)}; fair would be {fair:.1%}."
    return Answer("Does it matter who starts?", answer, shares_verdict(found.seats[:1]))


def deciding(found: Results) -> Answer | None:
    """Say whether games stay open."""
    if found.story is None:
        return None
    story = found.story
    answer = (
        f"Half of the games are decided by {told_median(story.decided.middle, '%')} of their length. The lead changes"
        f" {story.lead_changes.mean.value:.1f} times ({story.lead_changes.mean.low:.1f} to"
        f" {story.lead_changes.mean.high:.1f}). In the last tenth {said(story.last_round)} of winners are still behind."
    )
    early = story.decided.middle
    verdict = LOOK if early.high < EARLY else FINE if early.low >= EARLY else UNSURE
    return Answer("Do games stay open?", answer, verdict)


def choosing(found: Results) -> Answer | None:
    """Say whether there is something to choose."""
    if found.choices is None:
        return None
    legal, forced, matter = found.choices.legal.mean, found.choices.forced, found.choices.matter
    answer = f"There are {legal.value:.1f} legal moves ({legal.low:.1f} to {legal.high:.1f}) in a decision"
    if matter is not None:
        answer += f", {matter.mean.value:.2f} of them as good as the best as the bots see it"
    answer += f"; {said(forced)} of decisions are forced."
    return Answer("Is there something to choose?", answer, LOOK if forced.low > MANY_FORCED else FINE)


def luck(found: Results) -> Answer | None:
    """Say how much the deal explains."""
    if found.luck is None:
        return None
    deal = found.luck.deal
    verdict = LOOK if deal.low > LATE else FINE if deal.high < LATE else UNSURE
    answer = f"The deal explains {said(deal)} of who wins: the same deals were played {found.luck.repeats} times."
    return Answer("How much is luck?", answer, verdict)


def skill(found: Results) -> Answer | None:
    """Say whether it helps to play better."""
    if found.luck is None or not found.luck.levels:
        return None
    parts = [
        f"{each.level} as {each.side_label} {points_cells(each.difference)[0]} points"
        f" ({points_cells(each.difference)[1]})"
        for each in found.luck.levels
    ]
    clear = [each for each in found.luck.levels if each.difference.low > 0 or each.difference.high < 0]
    answer = f"On the same deals: {listed(parts)}."
    return Answer("Does it help to play better?", answer, FINE if clear else UNSURE)


def strength(found: Results) -> Answer | None:
    """Name components that go with many more wins, or fewer, than others of their kind."""
    if not found.worths:
        return None
    strong = [each for each in found.worths if each.difference.low > STRONG or each.difference.high < -STRONG]
    if not strong:
        answer = (
            f"None of {len(found.worths)} goes with ten wins more or fewer in a hundred, as far as these games tell."
        )
        return Answer("Is a component too strong?", answer, FINE)
    named = sorted(strong, key=lambda each: -abs(each.difference.value))[:5]
    parts = [f"{each.label} ({each.side_label}, {points_cells(each.difference)[0]} points)" for each in named]
    answer = (
        f"These go with wins most: {listed(parts)}. Whoever is ahead may have them more often: restricted play tells."
    )
    return Answer("Is a component too strong?", answer, LOOK)


# The page


STYLE = """
:root { color-scheme: light dark; --ink: #2b2430; --paper: #fffaf0; --wash: #f6ecd9; --line: #d8c9ae; --berry: #7d3a6b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f3ead9; --paper: #241f29; --wash: #322b38; --line: #584d5f; --berry: #e2a6d0 }
}
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--wash); margin: 0 auto; max-width: 68rem;
  padding: 1.5rem }
section { background: var(--paper); border: 2px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem;
  margin: 1rem 0 }
table { border-collapse: collapse; margin: .5rem 0 1rem; display: block; overflow-x: auto }
caption { text-align: left; font-weight: bold; padding: .25rem 0 }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px dashed var(--line) }
td.number { text-align: right; font-variant-numeric: tabular-nums }
dt { font-weight: bold; margin-top: .6rem } dd { margin: 0 }
dd b { color: var(--berry) } code { overflow-wrap: anywhere } figure { margin: 0 }
""".strip()
HEADS = {
    "sides": ("Who wins", ("who", "wins", "95% interval", "fair")),
    "seats": ("By turn order", ("place", "wins", "95% interval", "fair")),
    "endings": ("How it ends", ("ending", "games", "95% interval", "")),
}


def html_of(report: Report, script: str = "", style: str = "") -> str:
    """Write the page: readable without a script, with pictures if there is one."""
    data = json.dumps(asdict(report)).replace("<", "\\u003c")
    about = (
        f"{report.games:,} games at each number of players, {escape(report.players)} in every seat, seed {report.seed};"
        f" Mousehole {escape(report.version)}, rules version {report.rules_version}"
        f"{f', {escape(report.options)}' if report.options else ''}. Behind every figure stands its 95% interval."
        " What bots show is what these bots show."
    )
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(report.title)}: a report</title><style>{STYLE}\n{style}</style>",
        f"<h1>{escape(report.title)}</h1>",
        f"<p>{about}</p>",
        f"<p>Made by <code>{escape(report.command)}</code></p>" if report.command else "",
        *(part for place, table in enumerate(report.tables) for part in section_of(place, table)),
        f'<script type="application/json" id="report-data">{data}</script>',
        f"<script>{script}</script>" if script else "",
        "</html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def section_of(place: int, table: ReportTable) -> Iterator[str]:
    """Write what was found at one number of players."""
    found = table.results
    yield f"<section><h2>{table.seats} {'player' if table.seats == 1 else 'players'}</h2><dl>"
    for answer in table.answers:
        yield f"<dt>{escape(answer.question)}</dt><dd>{escape(answer.answer)} <b>{escape(answer.verdict)}</b></dd>"
    yield "</dl>"
    for name, (title, heads) in HEADS.items():
        bars: tuple[Bar, ...] = getattr(found, name)
        if bars:
            rows = [[bar.label, *share_cells(bar.share), f"{bar.fair:.1%}" if bar.fair else ""] for bar in bars]
            yield from picture(place, name, table_of(title, heads, rows))
    yield from picture(place, "lengths", histogram_table("How long", found.lengths))
    if found.story:
        rows = [[f"{band.at:.0%}", *chance_cells(band)] for band in found.story.bands[::5]]
        moments = ("of the game", "5% of games up to", "25%", "half", "75%", "95%")
        title = "The winner's chance, as the winner saw it, and how sure that is"
        yield from picture(place, "story", table_of(title, moments, rows))
    if found.choices:
        yield from picture(place, "choices", histogram_table("Legal moves in a decision", found.choices.legal))
    if found.worths:
        yield from picture(place, "worths", worths_table(found.worths))
    if found.luck and found.luck.levels:
        yield levels_table(found.luck.levels)
    link = f"/lab/run?{found.address}"
    yield f"<p>This set-up: <code>{escape(link)}</code></p></section>"


def chance_cells(band: Band) -> list[str]:
    """Write the quantiles of a chance, each with its interval."""
    return [
        f"{value:.0%} ({100 * low:.0f} to {high:.0%})"
        for value, low, high in zip(band.quantiles, band.lows, band.highs, strict=True)
    ]


def picture(place: int, name: str, table: str) -> Iterator[str]:
    """Leave room for a picture before its table."""
    yield f'<figure data-picture="{name}" data-table="{place}"></figure>'
    yield table


def table_of(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f'<td class="number">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def histogram_table(title: str, found: Histogram) -> str:
    """Write a histogram as a table."""
    rows = [
        [f"{each.low:g}" if each.high - each.low == 1 else f"{each.low:g} to {each.high - 1:g}",
         f"{each.count:,}", f"{each.share.value:.1%}", f"{each.share.low:.1%} to {each.share.high:.1%}"]
        for each in found.bins
    ]  # fmt: skip
    mean = found.mean
    caption = (
        f"{title}: {mean.value:.1f} {found.unit} on average ({mean.low:.1f} to {mean.high:.1f}),"
        f" half up to {told_median(found.middle)}"
    )
    return table_of(caption, (found.unit, "times", "share", "95% interval"), rows)


def worths_table(worths: Sequence[Worth]) -> str:
    """Write what components are worth."""
    rows = [
        [each.label, each.side_label, share_cells(each.with_it)[0], share_cells(each.without)[0],
         *points_cells(each.difference)]
        for each in sorted(worths, key=lambda each: -each.difference.value)
    ]  # fmt: skip
    heads = ("component", "who", "wins with it", "without", "difference", "95% interval")
    return table_of("What components go with", heads, rows)


def levels_table(levels: Sequence[Level]) -> str:
    """Write what other levels win."""
    rows = [[each.level, each.side_label, *share_cells(each.share), *points_cells(each.difference)] for each in levels]
    heads = ("level", "as", "wins", "95% interval", "difference", "95% interval")
    return table_of("Playing better", heads, rows)
