"""Studies: they say what they compare, and their reports say what was found."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.mice_heist.components import JOBS
from mousehole.lab.figures import CONFIRMED, REFUTED, UNDECIDED
from mousehole.lab.playing import play_bots, random_match
from mousehole.lab.report import put_section, study_data, study_markdown
from mousehole.lab.studies import ALIKE, ONE_CARD, STUDIES, UNLIKE, UnknownStudy, find_study, watch_heist, watch_pocket
from mousehole.lab.study import BadStudy, Cell, Claim, Gain, Study, Wins, run_study

SMALL = Study(
    "small",
    "A small study",
    "Is it better to think?",
    (
        Cell("thinks", "hide_and_squeak", ("greedy", "random"), seats=3),
        Cell("guesses", "hide_and_squeak", ("random", "random"), seats=3),
        Cell("guesses again", "hide_and_squeak", ("random", "random"), seats=3),
    ),
    (
        Claim("A cat that thinks wins more", Gain("thinks", "guesses", 0), above=0.0),
        Claim("A cat that thinks wins less", Gain("thinks", "guesses", 0), below=0.0),
        Claim("Guessing twice helps", Gain("guesses again", "guesses", 0), above=0.0),
        Claim("Nobody always wins", Wins("thinks", 0), below=1.0),
    ),
    games=40,
)


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_study_compares_the_same_deals() -> None:
    """Cells that differ in nothing end alike, game by game; verdicts follow from the intervals."""
    findings = run_study(SMALL)
    played = findings.played
    assert played["guesses"].payoffs.tolist() == played["guesses again"].payoffs.tolist()
    verdicts = [findings.verdict(claim) for claim in SMALL.claims]
    assert verdicts[:3] == [CONFIRMED, REFUTED, UNDECIDED]


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_report_says_what_was_found() -> None:
    """The page names the claims with their verdicts and every table; the data is JSON and says the same."""
    findings = run_study(SMALL, 40, seed=2)
    page = study_markdown(findings, "2026-11-15")
    data = json.loads(json.dumps(study_data(findings)))
    for claim, row in zip(SMALL.claims, data["claims"], strict=True):
        assert re.search(rf"^\| {claim.sentence} \|.*\| {row['verdict']} \|$", page, re.MULTILINE)
    assert all(f"| {cell.name} |" in page for cell in SMALL.cells)
    assert data["cells"]["guesses"]["games"] == 40
    assert "40 games" in page
    assert "seed 2" in page


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_report_names_a_command_only_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command that repeats a study stands under the studies that it knows, not under one of somebody's own."""
    findings = run_study(SMALL, 2, seed=2)
    assert "mousehole study" not in study_markdown(findings, "2026-11-15")
    monkeypatch.setitem(STUDIES, "small", SMALL)
    assert "`mousehole study small --games 2 --seed 2`" in study_markdown(findings, "2026-11-15")


FEW = replace(SMALL, cells=(replace(SMALL.cells[0], most=4), *SMALL.cells[1:]), claims=SMALL.claims[2:])
"""Four games at most are played where somebody thinks."""


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_table_has_no_more_games_than_its_most() -> None:
    """A table with a most has only the first games of those without, and whoever watches is told the true total."""
    told: list[tuple[int, int]] = []
    played = run_study(FEW, 6, on_games=lambda done, total: told.append((done, total))).played
    assert [len(games) for games in played.values()] == [4, 6, 6]
    assert played["thinks"].payoffs.tolist() == run_study(SMALL, 4).played["thinks"].payoffs.tolist()
    assert told == [(done, 16) for done in range(1, 17)]
    assert {len(games) for games in run_study(FEW, 3).played.values()} == {3}


@pytest.mark.xdist_group("hide_and_squeak")
def test_a_report_says_how_many_games_each_row_has() -> None:
    """Where tables differ in how many games they have, every row has its number and a sentence sums up."""
    page = study_markdown(run_study(FEW, 6), "2026-11-15")
    assert "6 games in each row of the tables (4 in those of thinks), seed 0." in " ".join(page.split())
    counts = dict.fromkeys(re.findall(r"^\| (thinks|guesses|guesses again) \| (\d+) \|", page, re.MULTILINE))
    assert list(counts) == [("thinks", "4"), ("guesses", "6"), ("guesses again", "6")]
    assert page.count("| games |") == len(FEW.tables)
    assert "| games |" not in study_markdown(run_study(FEW, 4), "2026-11-15")


def test_tables_with_other_numbers_of_games_are_no_pairs() -> None:
    """A study that compares games one by one of tables that may have unequally many is refused in a sentence."""
    with pytest.raises(BadStudy, match="'thinks' has at most 4 games and 'guesses' has as many as are asked for"):
        replace(FEW, claims=SMALL.claims)
    replace(FEW, cells=tuple(replace(cell, most=4) for cell in FEW.cells), claims=SMALL.claims)  # these are pairs


@pytest.mark.xdist_group("mice_heist")
def test_a_single_game_proves_nothing() -> None:
    """A study of one game gives valid JSON and a page, and confirms no mean, whatever was never seen."""
    claims = [claim for claim in STUDIES["heist"].claims if "lion" not in claim.sentence]  # who would think for long
    cells = [cell for cell in STUDIES["heist"].cells if "lion" not in cell.name]
    findings = run_study(replace(STUDIES["heist"], cells=tuple(cells), claims=tuple(claims)), 1)

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    data = json.loads(json.dumps(study_data(findings)), parse_constant=refuse)
    turns = [row for row in data["claims"] if "turns" in row["claim"]]
    assert {row["verdict"] for row in turns} == {UNDECIDED}
    assert "no such game" in study_markdown(findings, "2026-11-15")


@pytest.mark.xdist_group("hide_and_squeak")
def test_progress_runs_through_the_whole_study() -> None:
    """Somebody who watches is told of every game of every cell, to the last."""
    told: list[tuple[int, int]] = []
    run_study(SMALL, 5, on_games=lambda done, total: told.append((done, total)))
    assert told == [(done, 15) for done in range(1, 16)]


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_studies_speak_of_their_own_cells(study: Study) -> None:
    """Every claim and split of every study is about cells the study plays, with names of their own."""
    names = [cell.name for cell in study.cells]
    assert len(set(names)) == len(names)
    used = {
        getattr(claim.measure, field)
        for claim in study.claims
        for field in ("cell", "over")
        if hasattr(claim.measure, field)
    }
    assert used | set(study.split.cells if study.split else ()) <= set(names)
    for cell in study.cells:
        load(cell.game).facts.option_values(cell.options)


@pytest.mark.parametrize("study", ["ball", "heist"])
def test_lions_are_asked_what_housecats_are(study: str) -> None:
    """Every claim about housecats is made about as many lions, with the same bounds, of fewer games."""
    asked = {(claim.sentence, claim.above, claim.below) for claim in STUDIES[study].claims}
    of_housecats = [claim for claim in asked if "housecat" in claim[0]]
    assert of_housecats
    assert {(sentence.replace("housecat", "lion"), *bounds) for sentence, *bounds in of_housecats} <= asked
    assert {cell.count(10**6) < STUDIES[study].games for cell in STUDIES[study].cells if "lion" in cell.name} == {True}


def test_an_unknown_study_is_told() -> None:
    """A study that does not exist is an error that names those that do."""
    with pytest.raises(UnknownStudy, match="variants"):
        find_study("variance")


def played(*pockets: str) -> Match:
    """Begin a heist with these cards in the pocket."""
    match = Match.start(load("cat_and_mouse"), options={"deep_pockets": "on"}, seed=1)
    for name in pockets:
        match.step(0, match.parse_move(0, name))
    return match


@pytest.mark.xdist_group("cat_and_mouse")
def test_pockets_are_told_apart() -> None:
    """One card, two that share nothing and two that share theme or value are three kinds of pockets."""
    names = list(played().move_names(0).items())
    by_card = {action: name for name, action in names}
    kinds = []
    for second in (1, 3, 4, 9):  # the same theme, the same value, neither, enough
        match = played(by_card[0])
        match.step(0, second)
        kinds.append([name for name, value in watch_pocket(match).items() if value])
    assert kinds == [[ALIKE], [ALIKE], [UNLIKE], [ONE_CARD]]


@pytest.mark.xdist_group("mice_heist")
def test_a_heist_is_watched() -> None:
    """One of four jobs in play ended the game, a test was made in every turn, and the starter won what it won."""
    match = random_match(load("mice_heist"), 3, seats=4)
    notes = watch_heist(match)
    jobs = [notes[job.name] for job in JOBS if job.name in notes]
    assert (len(jobs), sum(jobs)) == (4, 1)
    assert notes["tests"] == notes["turns"]
    assert 0 <= notes["passed"] <= notes["tests"]
    outcome = match.outcome()
    assert outcome is not None
    assert (notes["starter"] > 0) == (int(match.positions[0].record.tester) in outcome.winners)


@pytest.mark.xdist_group("cat_and_mouse")
def test_like_cards_are_pocketed() -> None:
    """The Inspector that is told to pocket like cards does so, and otherwise plays on as the patient one."""
    cell = next(cell for cell in STUDIES["variants"].cells if "like cards" in cell.name)
    games = play_bots(load("cat_and_mouse"), [cell.players[0], "greedy"], 6, options=cell.options, watch=cell.watch)
    assert games.notes[ALIKE].tolist() == [1] * 6


def test_sections_are_replaced() -> None:
    """A section takes the place of the one with its title, between the others, or stands at the end."""
    page = "# Lab\n\nWords.\n\n## One\n\nold\n\n## Two\n\nstays\n"
    assert put_section(page, "## One\n\nnew\n") == "# Lab\n\nWords.\n\n## One\n\nnew\n\n## Two\n\nstays\n"
    assert put_section(page, "## Two\n\nnew\n") == "# Lab\n\nWords.\n\n## One\n\nold\n\n## Two\n\nnew\n"
    assert put_section(page, "## Three\n\nnew\n") == page + "\n## Three\n\nnew\n"
