"""What is known of the games before anything is compiled: shown at once, whatever else is still being brought in."""

from __future__ import annotations

from typing import Any

from mousehole.bots.names import NAMES
from mousehole.engine.facts import Facts, Preset


def preset_entry(known: Facts, preset: Preset) -> dict[str, Any]:
    """Write an offer of house rules."""
    values = known.option_values(preset.options)
    return {
        "name": preset.name,
        "label": preset.label,
        "seats": preset.seats,
        "options": {name: known.option(name).value_name(value) for name, value in preset.options.items()},
        "text": known.agreed_text(values),
        "finding": preset.finding,
    }


def entry(known: Facts, state: str) -> dict[str, Any]:
    """Write a game's entry in the list."""
    options = [
        {
            "name": option.name,
            "label": option.label,
            "hint": option.hint,
            "is_house": option.is_house,
            "default": option.value_name(option.default),
            "printed": option.value_label(option.default),
            "low": option.low,
            "high": option.highest,
            "choices": list(option.choices),
            "labels": [option.value_label(value) for value in range(len(option.choices))],
        }
        for option in known.options
    ]
    return {
        "id": known.id,
        "title": known.title,
        "summary": known.summary,
        "minutes": known.minutes,
        "min_seats": known.min_seats,
        "max_seats": known.max_seats,
        "usual_seats": known.usual_seats,
        "options": options,
        "presets": [preset_entry(known, preset) for preset in known.presets],
        "rules_version": known.rules_version,
        "has_secrets": known.has_secrets,
        "has_undo": known.has_undo,
        "bots": list(NAMES),
        "state": state,
    }
