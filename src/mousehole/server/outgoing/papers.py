"""What a server would answer and does not change, as files for a device that plays without one."""

from __future__ import annotations

import json
from typing import Any

from mousehole.games import facts, ids
from mousehole.server.outgoing.catalogue import entry
from mousehole.server.outgoing.docs import lab_html, rules_html
from mousehole.server.tables.chat import PHRASES
from mousehole.table.puzzling import shelf


def papers() -> dict[str, bytes]:
    """Write each answer as JSON, by the name of its file."""
    answers: dict[str, Any] = {
        "games.json": [entry(facts(game_id), "ready") for game_id in ids()],
        "phrases.json": PHRASES,
        "puzzles.json": [shelf(game_id) for game_id in ids()],
        "lab.json": {"title": "Lab", "html": lab_html()},
    }
    for game_id in ids():
        answers[f"rules-{game_id}.json"] = {"title": facts(game_id).title, "html": rules_html(game_id)}
    return {name: json.dumps(answer, ensure_ascii=False).encode() for name, answer in answers.items()}
