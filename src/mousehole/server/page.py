"""The small page that is served until the real one is: what there is, how far it is, how to use the API."""

from __future__ import annotations

from mousehole import __version__
from mousehole.games import IDS, facts

SECURITY = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every answer."""

STYLE = (
    "body{font:1.05rem/1.5 Georgia,serif;max-width:42rem;margin:3rem auto;padding:0 1rem;background:#faf5ea;"
    "color:#2c2430}code,pre{background:#efe6d3;padding:.1em .3em;border-radius:4px}pre{padding:.8em;overflow:auto}"
    "@media(prefers-color-scheme:dark){body{background:#211c26;color:#ece3d4}code,pre{background:#352d3c}}"
)

EXAMPLE = """\
curl -c jar -b jar -X POST {url}/api/tables -H 'content-type: application/json' \\
     -d '{{"game": "{game}"}}'
curl -c jar -b jar {url}/api/tables/CODE
curl -c jar -b jar -X POST {url}/api/tables/CODE/moves -H 'content-type: application/json' \\
     -d '{{"seat": 0, "action": 0, "version": 1, "id": "first"}}'"""


def index(url: str) -> bytes:
    """Write the page."""
    games = "".join(
        f"<li><b>{known.title}</b>, {known.min_seats} to {known.max_seats} players, {known.minutes} minutes. "
        f"{known.summary} <span data-game={known.id}></span></li>"
        for known in map(facts, IDS)
    )
    example = EXAMPLE.format(url=url, game=IDS[0])
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>Mousehole</title><style>{STYLE}</style><h1>Mousehole</h1>"
        f"<p>A table for cat-and-mouse games. The server is running (version {__version__}); "
        f"<span id=status>its games are being made ready</span>.</p><ul>{games}</ul>"
        f"<p>Play through the API: <a href=/api/docs>every request</a>, "
        f"<a href=/api/openapi.json>as an OpenAPI document</a>, <a href=/api/health>how the server is</a>.</p>"
        f"<pre>{example}</pre><script src=/status.js></script></html>"
    ).encode()


SCRIPT = b"""\
"use strict";
async function look() {
  try {
    const health = await (await fetch("/api/health")).json();
    document.getElementById("status").textContent =
      health.status === "ok" ? "every game is ready" : "its games are being made ready";
    for (const [id, game] of Object.entries(health.games)) {
      const place = document.querySelector(`[data-game=${id}]`);
      if (place) place.textContent = game.state === "ready" ? "Ready." :
        game.state === "warming" ? `Getting ready: ${game.step}, ${game.done} of ${game.steps}.` : `${game.state}.`;
    }
    if (health.status === "ok") return;
  } catch { /* asked again below */ }
  setTimeout(look, 1000);
}
look();
"""
