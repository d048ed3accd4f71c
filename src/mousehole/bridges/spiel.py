"""The games as OpenSpiel games: importing this registers `python_mousehole_<game>`, for `pyspiel.load_game`.

Chance comes first: four chance nodes draw the digits of the deal's seed, to base 256. From then on the history says it
all, because a record draws what chance it needs from its seed. Who searches from a state therefore searches in the one
future that will come true; for a search that knows only what its player can know, take worlds from
`resample_from_infostate`, as IS-MCTS does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"mousehole.bridges.spiel needs OpenSpiel ({missing}): pip install 'mousehole[openspiel]'", name=missing.name
    ) from None

from mousehole.bridges.setting import SPECTATOR, WHOLE_TRUTH, Setting, seen_by, setting, turn_of
from mousehole.engine.errors import TableError
from mousehole.engine.facts import Facts
from mousehole.engine.position import Position, View
from mousehole.games import facts, ids
from mousehole.games.vectors import Words, remember

PREFIX = "python_mousehole_"
DIGITS, BASE = 4, 256
"""A deal's seed is drawn digit by digit, the highest first."""
OUTCOMES = [(digit, 1 / BASE) for digit in range(BASE)]
NOT_DEALT = "not dealt yet"
RECALLED = 4
"""An information-state tensor has so many of a player's own last decisions in full."""
FINGERPRINT = 128
"""Bits of the fingerprint of all that a player has seen and done."""
FIRST_VIEW = -1
"""In place of an action: a seat sees the table for the first time, or in a redealt world."""


def is_zero_sum(known: Facts) -> bool:
    """Tell whether the players' payoffs sum to zero: not where several play for one side and are paid alike."""
    sides = {known.side_of(seat) for seat in range(known.max_seats)}
    return known.is_zero_sum and len(sides) == known.max_seats


def game_type(known: Facts) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    kind = pyspiel.GameType
    return kind(
        short_name=f"{PREFIX}{known.id}",
        long_name=f"Mousehole: {known.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if is_zero_sum(known) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=known.max_seats,
        min_num_players=known.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": known.usual_seats,
            **{option.name: option.default for option in known.options},
        },
    )


class MouseholeGame(pyspiel.Game):
    """A game with its players and options agreed. `register` makes a class of it for each game."""

    game_id: str
    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Agree on players and options; what is not given is usual."""
        chosen = dict(params or {})
        known = facts(self.game_id)
        options = {name: value for name, value in chosen.items() if name != "players"}
        try:
            self.setting = setting(self.game_id, chosen.get("players"), options)
        except TableError as error:
            raise ValueError(str(error)) from None
        info = pyspiel.GameInfo(
            num_distinct_actions=known.actions,
            max_chance_outcomes=BASE,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if is_zero_sum(known) else None,
            max_game_length=known.longest,
        )
        super().__init__(self.kind, info, chosen)

    def new_initial_state(self) -> MouseholeState:
        """Return the state before the deal."""
        return MouseholeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Count the digits of a seed."""
        return DIGITS

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:  # noqa: ANN401  # OpenSpiel's
        """Return what looks at states for somebody."""
        if params:
            raise ValueError(f"observers take no parameters, not {dict(params)}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


Decisions = tuple[tuple[View, int], ...]


class Course:
    """What a state holds: the digits of the seed drawn so far, then the position and what each seat has seen."""

    __slots__ = ("decisions", "drawn", "pasts", "position", "seed")

    def __init__(
        self,
        drawn: int,
        seed: int,
        position: Position | None,
        pasts: Words | None,
        decisions: tuple[Decisions, ...] = (),
    ) -> None:
        """Put the parts together."""
        self.drawn, self.seed, self.position, self.pasts = drawn, seed, position, pasts
        self.decisions = decisions
        """For each seat its last decisions, the newest first: what it saw, and what it did."""

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        """Copy, quickly: OpenSpiel clones a state by it."""
        if self.position is None or self.pasts is None:
            return Course(self.drawn, self.seed, None, None)
        return Course(self.drawn, self.seed, self.position.copy(), self.pasts.copy(), self.decisions)

    def __reduce__(self) -> tuple[Callable[..., Course], tuple[object, ...]]:
        """Travel with all parts: OpenSpiel writes a state by it."""
        return Course, (self.drawn, self.seed, self.position, self.pasts, self.decisions)


class MouseholeState(pyspiel.State):
    """A game in progress, the whole truth of it. What a player can know is in the strings and tensors for players."""

    def __init__(self, game: MouseholeGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.course = Course(0, 0, None, None)

    @property
    def setting(self) -> Setting:
        """The game with its seats and options."""
        agreed: Setting = self.get_game().setting
        return agreed

    def current_player(self) -> int:
        """Return whose turn it is. Secret choices that belong to one moment are asked one by one."""
        position = self.course.position
        if position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.is_over else turn_of(position)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # OpenSpiel asks for the current player only
        position = self.course.position
        return [] if position is None or position.is_over else position.legal(turn_of(position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the next digit of the seed, each equally likely."""
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.position is None or course.pasts is None:
            if not 0 <= action < BASE:
                raise ValueError(f"a digit of the seed is from 0 to {BASE - 1}, not {action}")
            course.drawn += 1
            course.seed = course.seed * BASE + action
            if course.drawn == DIGITS:
                course.position = self.setting.deal(course.seed)
                course.pasts = np.zeros((self.setting.seats, 2), np.uint64)
                course.decisions = ((),) * self.setting.seats
                remember_all(course.position, SPECTATOR, FIRST_VIEW, course.pasts)
        else:
            seat = turn_of(course.position)
            seen = course.position.view(seat)
            course.position.play(seat, action)
            mine = ((seen, action), *course.decisions[seat][: RECALLED - 1])
            course.decisions = (*course.decisions[:seat], mine, *course.decisions[seat + 1 :])
            remember_all(course.position, seat, action, course.pasts)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.course.position
        if position is None or player < 0:
            return f"digit {action}"
        if player == turn_of(position) and action in position.legal(player):
            return position.view(player).move_name(action)
        return f"action {action}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.course.position is not None and self.course.position.is_over

    def returns(self) -> list[float]:
        """Return what each player is paid."""
        position = self.course.position
        return [0.0] * self.setting.seats if position is None else list(position.payoffs())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MouseholeState:
        """Return a world that a player cannot tell apart from this one, each as likely as the player must think it is.

        The new state has no history, because history is what the player does not know. For this player it has the same
        information state; what other players had seen before is not known in it, theirs begins with what they see now.
        """
        world: MouseholeState = self.get_game().new_initial_state()
        course = self.course
        if course.position is not None and course.pasts is not None:
            seed = int(sampler() * 2**32) << 32 | int(sampler() * 2**32)
            position = course.position.world(player, seed)
            pasts = np.zeros_like(course.pasts)
            remember_all(position, SPECTATOR, FIRST_VIEW, pasts)
            pasts[player] = course.pasts[player]
            kept = tuple(mine if seat == player else () for seat, mine in enumerate(course.decisions))
            world.course = Course(DIGITS, 0, position, pasts, kept)
        return world

    def __str__(self) -> str:
        """Write all fields with nothing hidden but chance."""
        position = self.course.position
        if position is None:
            return f"{NOT_DEALT}: {self.course.drawn} of {DIGITS} digits, {self.course.seed}"
        return fields_text(self.setting, position, WHOLE_TRUTH)


def remember_all(position: Position, seat: int, action: int, pasts: Words) -> None:
    """Add the view each seat has now, and for the seat that has just acted its action, to what it has seen so far."""
    for viewer in range(len(pasts)):
        seen = np.frombuffer(position.view(viewer).data, np.uint64)
        remember(seen, viewer == seat, action, pasts[viewer])


def fields(agreed: Setting, position: Position, viewer: int) -> dict[str, object]:
    """Return all that a viewer observes, field by field."""
    seen = seen_by(position, viewer).record
    told: dict[str, object] = {"viewer": viewer, "asked": position.asked}
    return told | {name: seen[name].tolist() for name in agreed.layout.slices if name not in told}


def fields_text(agreed: Setting, position: Position, viewer: int, *, has_public: bool = True) -> str:
    """Write all that a viewer observes, or only what a spectator sees otherwise."""
    told, public = fields(agreed, position, viewer), {} if has_public else fields(agreed, position, SPECTATOR)
    kept = {name: value for name, value in told.items() if has_public or value != public[name]}
    return " ".join(f"{name}={value}".replace(" ", "") for name, value in kept.items())


class Observer:
    """Looks at a state for a player, as OpenSpiel's observers do.

    With private information of a single player it sees that player's view, with that of nobody a spectator's, with that
    of all the whole truth. Without public information it sees of these only what a spectator sees otherwise; the rest
    is 0. With perfect recall the string is a fingerprint of all that the player has seen and done so far. The tensor
    has the present view, the player's own last decisions (each: the view, then the action plus 1; 0 where there were
    fewer), and the bits of the fingerprint: so it is different wherever the information state is.
    """

    def __init__(self, agreed: Setting, kind: pyspiel.IIGObservationType) -> None:
        """Choose what is seen."""
        self.private, self.has_public = kind.private_info, kind.public_info
        self.recalls = kind.perfect_recall
        if self.recalls and not (self.has_public and self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise ValueError("perfect recall is that of a single player, and of all it has seen")
        size = agreed.layout.size
        self.tensor = np.zeros(recall_size(agreed) if self.recalls else size, np.float32)
        # few pieces, not one for each field (`layout.field` finds these): OpenSpiel copies piece by piece
        self.dict = {"observation": self.tensor[:size]}
        if self.recalls:
            self.dict |= {"decisions": self.tensor[size:-FINGERPRINT], "fingerprint": self.tensor[-FINGERPRINT:]}

    def viewer(self, player: int) -> int:
        """Tell whose view this is for a player."""
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player
        return SPECTATOR if self.private == pyspiel.PrivateInfoType.NONE else WHOLE_TRUTH

    def set_from(self, state: MouseholeState, player: int) -> None:
        """Write what is seen of a state into the tensor: zeros before the deal."""
        course, agreed = state.course, state.setting
        self.tensor[:] = 0
        if course.position is None or course.pasts is None:
            return
        seen = self.dict["observation"]
        seen[:] = agreed.observe(course.position, self.viewer(player))
        if not self.has_public:
            seen[seen == agreed.observe(course.position, SPECTATOR)] = 0
        if self.recalls:
            rows = self.dict["decisions"].reshape(RECALLED, -1)
            for row, (view, action) in zip(rows, course.decisions[player], strict=False):
                row[:-1] = agreed.observe(view, player)
                row[-1] = action + 1
            self.dict["fingerprint"][:] = np.unpackbits(course.pasts[player].view(np.uint8))

    def string_from(self, state: MouseholeState, player: int) -> str:
        """Write what is seen of a state, field by field; or what the player recalls, as a fingerprint."""
        course = state.course
        if course.position is None or course.pasts is None:
            return NOT_DEALT
        if self.recalls:
            return f"seat {player} {course.pasts[player].tobytes().hex()}"
        return fields_text(state.setting, course.position, self.viewer(player), has_public=self.has_public)


def recall_size(agreed: Setting) -> int:
    """Count the entries of an information-state tensor."""
    return agreed.layout.size + RECALLED * (agreed.layout.size + 1) + FINGERPRINT


def register() -> None:
    """Make every game known to OpenSpiel.

    It keeps what is registered until after Python has ended, when nothing but a class can be let go safely.
    """
    for game_id in ids():
        kind = game_type(facts(game_id))
        made = type(f"MouseholeGame_{game_id}", (MouseholeGame,), {"game_id": game_id, "kind": kind})
        pyspiel.register_game(kind, made)


register()
