"""What the page asks for before anybody is named is exactly what names nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from mousehole.server import api
from mousehole.server.api.asking import get_person

CLIENT = Path(__file__).parents[2] / "web/src/api/client.ts"
SOCKET = "/api/tables/{code}/socket"
"""A page opens it as a socket, and never asks for it like this."""


def all_routes() -> Iterator[APIRoute]:
    """List every route of the API."""
    for module in iter_modules(api.__path__, f"{api.__name__}."):
        for router in vars(import_module(module.name)).values():
            if isinstance(router, APIRouter):
                yield from (route for route in router.routes if isinstance(route, APIRoute))


def does_name(asking: Dependant) -> bool:
    """Tell whether an answer names whoever is new."""
    return asking.call is get_person or any(map(does_name, asking.dependencies))


def test_whoever_only_reads_is_given_no_name() -> None:
    """The page waits for a newcomer's name before every route that would give one, and before no other."""
    source = CLIENT.read_text(encoding="utf-8")
    pattern = re.search(r"^const NAMELESS =\s+/(.+)/;$", source, re.MULTILINE)
    assert pattern
    nameless = re.compile(pattern[1])
    routes = [route for route in all_routes() if route.path != SOCKET]
    assert len(routes) > 50
    for route in routes:
        is_nameless = nameless.search(re.sub(r"\{\w+\}", "one", route.path)) is not None
        assert is_nameless != does_name(route.dependant), (route.methods, route.path)
