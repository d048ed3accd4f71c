"""What is known of the games before anything is compiled: shown at once, whatever else is still being brought in."""

from __future__ import annotations

from typing import Any

from mousehole.bots.names import NAMES
from mousehole.engine.facts import Facts


def entry(known: Facts, state: str) -> dict[str, Any]:
    """Write a game's entry in the list."""
    options = [
        {
            "name": option.name,
            "label": option.label,
            "hint": option.hint,
            "default": option.value_name(option.default),
            "low": option.low,
            "high": len(option.choices) - 1 if option.choices else option.high,
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
        "rules_version": known.rules_version,
        "has_secrets": known.has_secrets,
        "has_undo": known.has_undo,
        "bots": list(NAMES),
        "state": state,
    }
