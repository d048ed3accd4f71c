"""Nets: their files, what they say, and who plays when a file cannot be used."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mousehole.bots import nets
from mousehole.bots.hints import hint
from mousehole.bots.inputs import inputs
from mousehole.bots.insight import half_to, share_out
from mousehole.bots.nets import LAYERS, BadNet, Net, net_of, packed, read_net, unpacked
from mousehole.bots.players import think_as, think_for_people
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.vectors import layout, write_out

WIDTH = 8
MOST_BYTES = 1_000_000
SHIPPED = [game_id for game_id in IDS if (Path(nets.__file__).parent / "files" / f"{game_id}.npz").exists()]


def any_weights(game: Game, seed: int = 1) -> dict[str, NDArray[np.float32]]:
    """Draw the weights of a small net."""
    chance = np.random.default_rng(seed)
    sizes = [inputs(game.facts.id).size, WIDTH, WIDTH, WIDTH, WIDTH]
    outs = [WIDTH, WIDTH, WIDTH, game.facts.actions, 1]
    weights: dict[str, NDArray[np.float32]] = {}
    for layer, size, out in zip(LAYERS, sizes, outs, strict=True):
        weights[layer] = chance.normal(0, 0.3, (size, out)).astype(np.float32)
        weights[f"{layer}_bias"] = chance.normal(0, 0.3, out).astype(np.float32)
    return weights


def asked(net: Net, vector: NDArray[np.int16]) -> tuple[float, NDArray[np.float32]]:
    """Ask a net by the compiled code."""
    now, more, out = (np.zeros(n, np.float32) for n in (WIDTH, WIDTH, net.policy.shape[1]))
    worth = nets.evaluate(
        vector, net.inputs.starts, net.inputs.lows, net.inputs.scales, net.first, net.first_bias, net.second,
        net.second_bias, net.third, net.third_bias, net.policy, net.policy_bias, net.value, net.value_bias, now, more,
        out,
    )  # fmt: skip
    return worth, out


def reckoned(net: Net, vector: NDArray[np.int16]) -> tuple[float, NDArray[np.float64]]:
    """Work out the same with NumPy, from a row of inputs."""
    row = np.zeros(net.inputs.size)
    for entry, value in enumerate(vector.tolist()):
        start, scale = net.inputs.starts[entry], float(net.inputs.scales[entry])
        if scale:
            row[start] = value * scale
        else:
            row[start + value - net.inputs.lows[entry]] = 1.0
    now = np.maximum(row @ net.first + net.first_bias, 0)
    now = now + np.maximum(now @ net.second + net.second_bias, 0)
    now = now + np.maximum(now @ net.third + net.third_bias, 0)
    worth = float(now @ net.value[:, 0] + net.value_bias[0])
    return worth / (1 + abs(worth)), now @ net.policy + net.policy_bias


@pytest.mark.parametrize("game_id", IDS)
def test_compiled_net_says_what_its_layers_say(game_id: str) -> None:
    """A net's numbers in compiled code are those of its layers, from views of a random game."""
    game = load(game_id)
    net = unpacked(game, packed(game, any_weights(game), ""))
    known, match = layout(game_id), Match.start(game, seed=3)
    chance = np.random.default_rng(5)
    for _ in range(12):
        if not match.actors():
            break
        seat = match.actors()[0]
        view, vector = match.view(seat), np.zeros(known.size, np.int16)
        write_out(np.frombuffer(view.data, np.uint8), seat, view.asked, game.facts.max_seats, known.plan, vector)
        worth, numbers = asked(net, vector)
        expected, wanted = reckoned(net, vector)
        assert worth == pytest.approx(expected, abs=1e-4)
        np.testing.assert_allclose(numbers, wanted, atol=1e-3)
        match.step(seat, int(chance.choice(match.legal(seat))))


def test_chances_add_up_and_keep_their_ratio() -> None:
    """A net's numbers become chances, as the exponential function has them, without asking the machine for it."""
    numbers = np.array([0.5, -1.0, 3.0, 2.25, -40.0], np.float32)
    shares = np.zeros(5)
    share_out(numbers, np.arange(5, dtype=np.int32), 5, shares, 0)
    wanted = np.exp(numbers - numbers.max())
    np.testing.assert_allclose(shares, wanted / wanted.sum(), rtol=1e-5, atol=1e-12)
    assert half_to(0.0) == 1.0
    assert half_to(500.0) == 0.0


@pytest.mark.parametrize("game_id", SHIPPED)
def test_shipped_net_can_be_read_and_is_small(game_id: str) -> None:
    """A net of the package belongs to its game and its rules, and takes at most 1 MB."""
    path = Path(nets.__file__).parent / "files" / f"{game_id}.npz"
    assert path.stat().st_size <= MOST_BYTES
    assert net_of(load(game_id)).game_id == game_id


def test_a_file_that_is_no_net_of_this_game_is_refused(tmp_path: Path) -> None:
    """A missing, truncated, foreign or outdated file is refused with a sentence, never read by half."""
    game, other = load("hide_and_squeak"), load("who_done_it")
    whole = packed(game, any_weights(game), "")
    with pytest.raises(BadNet, match="cannot be read: No such file"):
        read_net(game, tmp_path / "none.npz")
    for cut in (0, 10, len(whole) // 2, len(whole) - 1):
        with pytest.raises(BadNet, match="cannot be read"):
            unpacked(game, whole[:cut])
    with pytest.raises(BadNet, match="a net of hide_and_squeak, not of who_done_it"):
        unpacked(other, whole)
    former = replace(game, facts=replace(game.facts, rules_version=game.facts.rules_version + 1))
    with pytest.raises(BadNet, match="of other rules of Hide and Squeak, or was written by another version"):
        unpacked(game, packed(former, any_weights(game), ""))
    plain = io.BytesIO()
    np.save(plain, any_weights(game)["first"])
    with pytest.raises(BadNet, match="cannot be read"):
        unpacked(game, plain.getvalue())
    narrow = any_weights(game)
    narrow["policy"] = narrow["policy"][:, :-1]
    with pytest.raises(BadNet, match="'policy' has another shape"):
        unpacked(game, packed(game, narrow, ""))
    lost = any_weights(game)
    lost["value_bias"][0] = np.nan
    with pytest.raises(BadNet, match="numbers that are none"):
        unpacked(game, packed(game, lost, ""))


def test_an_altered_byte_never_makes_another_net() -> None:
    """Whichever byte of a file is altered, it is refused with a sentence, or it is the same net still."""
    game = load("hide_and_squeak")
    whole = packed(game, any_weights(game), "")
    net, refused = unpacked(game, whole), 0
    places = {*range(100), *range(100, len(whole), 97), *range(len(whole) - 400, len(whole))}
    for place, altered in zip(sorted(places), cycle((0x01, 0x10, 0xFF)), strict=False):
        data = bytearray(whole)
        data[place] ^= altered
        try:
            found = unpacked(game, bytes(data))
        except BadNet:
            refused += 1
        else:
            for layer in LAYERS:
                np.testing.assert_array_equal(getattr(found, layer), getattr(net, layer))
                np.testing.assert_array_equal(getattr(found, f"{layer}_bias"), getattr(net, f"{layer}_bias"))
    assert refused > len(places) / 2


def test_the_tiger_stands_in_for_a_lion_without_its_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where people wait the tiger plays if the lion's file cannot be used; elsewhere that is an error."""

    def refuse(*_: object) -> Net:
        raise BadNet("there is no net")

    monkeypatch.setattr("mousehole.bots.insight.net_of", refuse)
    match = Match.start(load("hide_and_squeak"), seats=5, seed=1)  # as four mice the lion has a net
    while match.actors()[0] == codes.CAT or len(match.legal(match.actors()[0])) == 1:
        match.step(match.actors()[0], match.legal(match.actors()[0])[0])
    seat = match.actors()[0]
    with pytest.raises(BadNet):
        think_as("lion", match.game, match.view(seat), seat, 1)
    who, thought = think_for_people("lion", match.game, match.view(seat), seat, 1)
    assert who == "tiger"
    assert thought.action in match.legal(seat)
    assert hint(match.game, match.view(seat), seat, 1).sentences().startswith("The tiger would choose: ")
