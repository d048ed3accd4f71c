"""The best reply to a patient Inspector: what the lab claims is what the exact calculation gives."""

from __future__ import annotations

import pytest
from benchmarks.cat_and_mouse_hunting import BELIEFS
from benchmarks.patient_inspector import Cornering, Heist

from mousehole.games.cat_and_mouse.codes import MOUSE
from mousehole.lab.studies import BEST_REPLY, DEEP, LIONS_HEIST, PATIENT, PATIENT_ALIKE, STUDIES, SUBTLE, heist_name
from mousehole.lab.study import Wins


@pytest.mark.parametrize("heist", BEST_REPLY, ids=lambda heist: " ".join(map(str, heist)))
def test_the_figures_of_the_study_are_worked_out(heist: tuple[str, int, str]) -> None:
    """Every figure that the study compares the tiger with comes out of the calculation, to a tenth of a per cent."""
    who, tricks, variant = heist
    pocket = "one" if variant != DEEP else "alike" if who == PATIENT_ALIKE else "unlike"
    found = Heist(tricks=tricks, is_subtle=variant == SUBTLE, pocket=pocket).best
    assert round(found, 3) == BEST_REPLY[heist]


def test_what_the_lion_does_beyond_patience_costs_nothing() -> None:
    """The best Mouse wins no more of the lion's Inspector than of a patient one; to spring more often would cost."""
    patient = Heist().best
    assert Cornering(dict.fromkeys(BELIEFS, 0.0)).best == pytest.approx(patient, abs=1e-12)
    assert Cornering().best == pytest.approx(patient, abs=1e-12)
    assert Cornering(dict.fromkeys(BELIEFS, 1.0)).best > patient + 0.004
    for heard, share in BELIEFS.items():
        assert Cornering({**BELIEFS, heard: min(1.0, share + 0.01)}).best > patient + 1e-8


def test_the_lions_mouse_is_measured_by_the_same_best_reply() -> None:
    """What the lion's Mouse wins of the lion's Inspector is held against the best reply to patience, at its options."""
    wins = Wins(heist_name(*LIONS_HEIST), MOUSE)
    bounds = [claim.below for claim in STUDIES["variants"].claims if claim.measure == wins and claim.below < 1]
    assert bounds == [BEST_REPLY[PATIENT, 1, ""]]
