"""Write the OpenAPI document, from which the page's types are made: `python -m mousehole.server.api.document FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mousehole.server.app import create_app
from mousehole.server.settings import Settings


def document() -> str:
    """Return the document as text, the same every time."""
    return json.dumps(create_app(Settings()).openapi(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
