"""Finding the fix: a search through house rules for a game that is fair, about as long, and near to print.

Every trial is a set-up with other numbers, played on the same deals. Three things are weighed against each other, so
there is seldom one answer: the frontier holds whatever nothing else beats in all three. Optuna chooses what is tried
next and keeps what was tried in a file, from which a stopped search goes on.
"""

from __future__ import annotations

import json
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

from mousehole.engine.errors import TableError
from mousehole.engine.facts import Option
from mousehole.games import load
from mousehole.lab.arena import role_name
from mousehole.lab.components import watching
from mousehole.lab.engines import Engine
from mousehole.lab.figures import Bar, Estimate, Results
from mousehole.lab.files import why, write_whole
from mousehole.lab.results import figures
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp

ABOUT, JOURNAL = "tune.json", "trials.log"
STARTER = "starter"
CLOSE = 0.05
"""So near to its aim a share is as good as there: five points."""
MOST_TRIALS = 10_000
FOUND, PRINTED = "found", "printed"
"""Under these names a trial, and the whole search, keep what they found."""
Key = tuple[tuple[str, int], ...]
"""Values by name, to tell one trial from another."""


class BadAim(TableError):
    """An aim, a range or a folder of a search that makes no sense."""

    code = "bad_aim"


@dataclass(frozen=True)
class Aim:
    """A share of wins that somebody should have."""

    name: str
    """Whose: the place of a side, or `starter`."""
    label: str
    share: float

    def of(self, found: Results) -> Estimate:
        """Look up what it is in some games."""
        bars: Sequence[Bar] = found.seats if self.name == STARTER else found.sides
        return bars[0].share if self.name == STARTER else next(bar.share for bar in bars if bar.name == self.name)


@dataclass(frozen=True)
class Span:
    """The values of an option that are tried."""

    option: str
    low: int
    high: int
    step: int = 1

    @property
    def values(self) -> range:
        """All of them."""
        return range(self.low, self.high + 1, self.step)


@dataclass(frozen=True)
class Proposal:
    """A set-up that was tried, and what came of it."""

    address: str
    options: dict[str, str]
    """What is not as printed, as people write it."""
    shares: tuple[Estimate, ...]
    """What those who have an aim win, in the order of the aims."""
    length: Estimate
    unit: str
    balance: float
    """How far the worst of these shares is from its aim."""
    longer: float
    """By which part games are longer or shorter than as printed."""
    change: float
    """How far it is from print: each option counts one at the far end of its range, and a little for being changed."""
    is_close: bool
    """Whether every share is within five points of its aim, with its whole interval."""

    @property
    def costs(self) -> tuple[float, float, float]:
        """What is weighed: balance, length, closeness to print."""
        return self.balance, self.longer, self.change


@dataclass(frozen=True)
class Tuned:
    """What a search has found so far."""

    aims: tuple[Aim, ...]
    tried: int
    printed: Proposal | None
    frontier: tuple[Proposal, ...]
    best: Proposal | None
    """Of those that reach the aim, or come nearest to it, the one nearest to print."""


def parse_aims(set_up: SetUp, text: str) -> tuple[Aim, ...]:
    """Read aims as people write them: `cat=50%`, `starter=25%`, several with commas."""
    return tuple(parse_aim(set_up, part.strip()) for part in text.split(","))


def parse_aim(set_up: SetUp, text: str) -> Aim:
    """Read one aim."""
    whose, equals, share = (part.strip() for part in text.partition("="))
    try:
        number = float(share.removesuffix("%")) / 100
    except ValueError:
        number = math.nan
    if not equals or not 0 < number < 1:
        raise BadAim(f"an aim is a name and a share of wins between 0 and 100%, such as cat=50%, not {text!r}")
    game, sides = load(set_up.game), set_up.facts.sides(set_up.seats)
    names = {side: role_name(game, set_up.seats, side) for side in sides}
    if whose.lower() == STARTER:
        if watching(set_up.game).starter is None:
            raise BadAim(f"in {set_up.facts.title} nobody is drawn to start: aim at {', '.join(names.values())}")
        return Aim(STARTER, "whoever starts", number)
    fitting = [side for side, name in names.items() if whose.lower() in {name.lower(), name.lower().split()[-1]}]
    if len(fitting) != 1:
        raise BadAim(f"nobody is called {whose!r} in {set_up.facts.title}: {', '.join(names.values())}")
    return Aim(str(fitting[0]), names[fitting[0]], number)


def parse_spans(set_up: SetUp, text: str) -> tuple[Span, ...]:
    """Read ranges as people write them: `captures=2..4,dawn=8..24..4`; a name alone is the option's whole range."""
    spans = tuple(parse_span(set_up, part.strip()) for part in text.split(","))
    if len({span.option for span in spans}) < len(spans):
        raise BadAim("an option is searched once")
    return spans


def parse_span(set_up: SetUp, text: str) -> Span:
    """Read one range, and check that the option has it."""
    name, equals, values = (part.strip() for part in text.partition("="))
    known = {option.name: option for option in set_up.facts.options}
    if name not in known:
        raise BadAim(f"{set_up.facts.title} has no option {name!r} (its options: {', '.join(known) or 'none'})")
    option = known[name]
    if not equals:
        return Span(name, option.low, option.highest)
    parts = values.split("..")
    try:
        low, high, step = read_ends(option, parts)
    except ValueError:
        raise BadAim(f"a range is low..high or low..high..step, such as {name}=2..4, not {values!r}") from None
    if low > high or step < 1:
        raise BadAim(f"the range of {name} goes upwards, not {values}")
    return Span(name, low, high, step)


def read_ends(option: Option, parts: Sequence[str]) -> tuple[int, int, int]:
    """Read the ends of a range, and its step."""
    low, high = option.parse(parts[0]), option.parse(parts[min(1, len(parts) - 1)])
    if len(parts) > 3:  # noqa: PLR2004  # low, high, step
        raise ValueError
    return low, high, int(parts[2]) if len(parts) == 3 else 1  # noqa: PLR2004  # as above


def change_of(set_up: SetUp, spans: Sequence[Span], values: Mapping[str, int]) -> float:
    """Say how far values are from print."""
    usual = {option.name: option.default for option in set_up.facts.options}
    printed = {option.name: option.printed_value(set_up.seats) for option in set_up.facts.options}
    total = 0.0
    for name, low, high in ((span.option, span.low, span.high) for span in spans):
        away = 0 if values[name] == usual[name] else abs(values[name] - printed[name])
        most = max(abs(low - printed[name]), abs(high - printed[name]), 1)
        total += (away > 0) + away / most
    return total


OnTrial = Callable[[int, Proposal], None]
"""Is told every trial: how many there have been, and what it proposes."""


@dataclass
class Tuning:
    """A search: what is aimed at, what may change, and how many games tell."""

    set_up: SetUp
    aims: tuple[Aim, ...]
    spans: tuple[Span, ...]
    study: optuna.Study
    engine: str | Engine = "threads"
    threads: int | None = None
    address: str | None = None

    @classmethod
    def open(  # noqa: PLR0913  # flags, each with what is usual
        cls,
        set_up: SetUp,
        aims: tuple[Aim, ...],
        spans: tuple[Span, ...],
        *,
        folder: Path | str | None = None,
        engine: str | Engine = "threads",
        threads: int | None = None,
        address: str | None = None,
    ) -> Tuning:
        """Begin a search, or go on with the one in a folder; one that searched for something else is refused."""
        optuna.logging.set_verbosity(logging.ERROR)
        log = None if folder is None else open_folder(Path(folder), set_up, aims, spans)
        try:
            storage = None if log is None else JournalStorage(JournalFileBackend(str(log)))
            study = optuna.create_study(
                storage=storage,
                study_name="tune",
                load_if_exists=True,
                directions=["minimize"] * 3,
                sampler=optuna.samplers.TPESampler(seed=set_up.seed % 2**32, n_startup_trials=8),
            )
            tuning = cls(set_up, aims, spans, study, engine, threads, address)
            tuning.proposals()
        except (ValueError, KeyError, TypeError, AssertionError):
            raise BadAim(f"{log} is broken: remove the folder, or choose another") from None
        return tuning

    def printed(self) -> Proposal:
        """Say what comes of the set-up as it is, without a search: it is played once, and kept."""
        kept = self.study.user_attrs.get(PRINTED)
        if kept is None:
            kept = asdict(self.play({}, None))
            self.study.set_user_attr(PRINTED, kept)
        return read_proposal(kept)

    def search(self, trials: int, *, minutes: float | None = None, on_trial: OnTrial | None = None) -> Tuned:
        """Try so many set-ups in all, those of earlier searches in the folder included, or stop at a time."""
        if not 1 <= trials <= MOST_TRIALS:
            raise BadAim(f"a search makes 1 to {MOST_TRIALS:,} trials, not {trials:,}")
        until = math.inf if minutes is None else time.monotonic() + 60 * minutes
        most = min(trials, math.prod(len(span.values) for span in self.spans))
        printed = self.printed()
        while len(tried := self.known()) < most and time.monotonic() < until:
            trial, values = self.ask(tried)
            found = self.play(values, printed)
            trial.set_user_attr(FOUND, asdict(found))
            self.study.tell(trial, found.costs)
            if on_trial:
                on_trial(len(tried) + 1, found)
        return self.tuned()

    def ask(self, tried: set[Key]) -> tuple[optuna.Trial, dict[str, int]]:
        """Let Optuna choose what to try next; if it repeats itself, take what is nearest to the best so far."""
        for _ in range(2):
            trial = self.study.ask()
            values = {s.option: trial.suggest_int(s.option, s.low, s.high, step=s.step) for s in self.spans}
            if self.key(values) not in tried:
                return trial, values
            self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
            self.study.enqueue_trial(self.untried(tried))
        raise AssertionError("what was put in front has been tried")  # pragma: no cover

    @staticmethod
    def key(values: Mapping[str, int]) -> Key:
        """Tell one choice of values from another."""
        return tuple(sorted(values.items()))

    def known(self) -> set[Key]:
        """List what has been tried."""
        done = self.study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.COMPLETE,))
        return {self.key(trial.params) for trial in done}

    def untried(self, tried: set[Key]) -> dict[str, int]:
        """Choose values that have not been tried, near to the best so far."""
        best = self.tuned().best
        start = SetUp.from_address(best.address) if best else self.set_up
        near = start.facts.options_by_name(start.values)
        left: list[dict[str, int]] = [{}]
        for span in self.spans:
            left = [{**values, span.option: value} for values in left for value in span.values]
        sizes = {span.option: max(span.high - span.low, 1) for span in self.spans}
        return min(
            (values for values in left if self.key(values) not in tried),
            key=lambda values: sum(abs(values[name] - near[name]) / sizes[name] for name in values),
        )

    def play(self, values: Mapping[str, int], printed: Proposal | None) -> Proposal:
        """Play one set-up and say what came of it, beside what comes of it as printed."""
        set_up = self.set_up.but(options=dict(values))
        found = figures(run(set_up, engine=self.engine, threads=self.threads, address=self.address))
        if found is None:
            raise BadAim("no game has been played")
        base = printed.length.value if printed else found.lengths.mean.value
        shares = tuple(aim.of(found) for aim in self.aims)
        return Proposal(
            address=set_up.address(),
            options={name: text for name, text in set_up.texts().items() if name in set_up.options},
            shares=shares,
            length=found.lengths.mean,
            unit=found.lengths.unit,
            balance=max(abs(share.value - aim.share) for share, aim in zip(shares, self.aims, strict=True)),
            longer=abs(found.lengths.mean.value - base) / max(base, 1e-9),
            change=change_of(self.set_up, self.spans, set_up.facts.options_by_name(set_up.values)),
            is_close=all(
                aim.share - CLOSE < share.low and share.high < aim.share + CLOSE
                for share, aim in zip(shares, self.aims, strict=True)
            ),
        )

    def proposals(self) -> list[Proposal]:
        """List what has been tried, in the order of trials."""
        done = self.study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.COMPLETE,))
        return [read_proposal(trial.user_attrs[FOUND]) for trial in done]

    def tuned(self) -> Tuned:
        """Sum up what has been found so far."""
        tried = self.proposals()
        kept = self.study.user_attrs.get(PRINTED)
        printed = None if kept is None else read_proposal(kept)
        at_all = tried if printed is None or printed.address in {each.address for each in tried} else [printed, *tried]
        best = min(nearest(at_all), key=lambda each: (each.change, each.balance), default=None)
        return Tuned(self.aims, len(tried), printed, frontier_of(at_all), best)

    def confirm(self, found: Proposal, games: int) -> Proposal:
        """Play a proposal again on deals that the search has not seen: the best of many is partly the luckiest."""
        seed = self.set_up.seed + self.set_up.games
        other = replace(self, set_up=SetUp.from_address(found.address).but(seed=seed, games=games))
        return other.play({}, self.printed())


def nearest(tried: Sequence[Proposal]) -> Sequence[Proposal]:
    """Choose those that reach the aim, surely or at least as it seems; if none does, the one that comes nearest."""
    sure = [each for each in tried if each.is_close]
    half, whole = ([each for each in tried if each.balance <= reach] for reach in (CLOSE / 2, CLOSE))
    return sure or half or whole or sorted(tried, key=lambda each: each.balance)[:1]


def frontier_of(tried: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Keep what nothing else beats in balance, length and closeness to print; the nearest to print first."""
    kept = [
        each
        for each in tried
        if not any(
            all(a <= b for a, b in zip(other.costs, each.costs, strict=True)) and other.costs != each.costs
            for other in tried
        )
    ]
    return tuple(sorted(kept, key=lambda each: (each.change, each.balance)))


def read_proposal(data: Mapping[str, object]) -> Proposal:
    """Read what a trial kept."""
    fields = dict(data)
    fields["shares"] = tuple(Estimate(**share) for share in fields["shares"])  # type: ignore[attr-defined]  # as written
    fields["length"] = Estimate(**fields["length"])  # type: ignore[arg-type]  # as above
    return Proposal(**fields)  # type: ignore[arg-type]  # as above


def open_folder(folder: Path, set_up: SetUp, aims: Sequence[Aim], spans: Sequence[Span]) -> Path:
    """Open the folder of a search, or make it; return where its trials are written down."""
    mine = {
        "set_up": set_up.address(),
        "aims": [asdict(aim) for aim in aims],
        "spans": [asdict(span) for span in spans],
    }
    about = folder / ABOUT
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if about.exists():
            try:
                theirs = json.loads(about.read_text(encoding="utf-8"))
            except ValueError:
                raise BadAim(f"{about} is broken: remove the folder, or choose another") from None
            if theirs != mine:
                raise BadAim(f"{folder} holds a search for something else: choose another folder")
        elif any(folder.iterdir()):
            raise BadAim(f"{folder} holds something else than a search: choose an empty folder, or a new one")
        else:
            write_whole(about, json.dumps(mine, indent=2).encode())
    except OSError as error:
        raise BadAim(f"cannot use the folder {folder}: {why(error)}") from None
    return folder / JOURNAL
