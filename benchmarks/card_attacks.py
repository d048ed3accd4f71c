"""Attack a bot at the card tables, two players, paired games: what the attacks we know win against it.

    python -m benchmarks.card_attacks cloaked_cats lion --games 400 --processes 4

Cloaked Cats: a search that thinks far longer; one that reads its rival, by a model of choices that was fitted to the
tiger's games; and both. Mice Heist: a search that thinks far longer, one that judges by a net, both, and one that
expects its rival to play much more as beginners do than the rival itself does.
"""

from __future__ import annotations

import argparse
import math

from benchmarks.rivals import compile_ahead, contest, places_of

from mousehole.games import load

ATTACKS = {
    "cloaked_cats": {
        "reads, and judges by a net": "lion",
        "reads": "tiger:iterations=20000,does_remember=1",
        "thinks longer": "tiger:iterations=20000",
        "reads, judges and thinks longer": "lion:iterations=40000",
    },
    "mice_heist": {
        "judges by a net": "lion",
        "thinks longer": "tiger:iterations=10000,exploration=1.2",
        "judges by a net and thinks longer": "lion:iterations=20000",
        "expects beginners for longer": "lion:horizon=48",
    },
}
SEATS = 2


def main() -> None:
    """Let every attack meet the bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=ATTACKS)
    parser.add_argument("bot")
    parser.add_argument("--attack", choices=sorted({name for attacks in ATTACKS.values() for name in attacks}))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=3_000_000, help="the first deal")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop each attack after so long")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    game = load(asked.game)
    attacks = {name: text for name, text in ATTACKS[asked.game].items() if asked.attack in (None, name)}
    compile_ahead(game, [*attacks.values(), asked.bot])
    table = (asked.game, SEATS, game.facts.option_values({}))
    seeds = range(asked.start, asked.start + -(-asked.games // SEATS))
    for name, text in attacks.items():
        for line in contest(table, (text, asked.bot), seeds, places_of(SEATS, 1), asked.processes, asked.seconds):
            print(f"{asked.game}, {name} against {asked.bot}: {line}", flush=True)


if __name__ == "__main__":
    main()
