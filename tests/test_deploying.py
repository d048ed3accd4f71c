"""What operators deploy fits together: container, services, proxy and unit say the same as the package does."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import hatch_build
import pytest
from packaging.requirements import Requirement

from mousehole.server.app import LONGER
from mousehole.server.settings import from_environment

yaml = pytest.importorskip("yaml", reason="PyYAML comes with the test dependencies")
ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]


def filled(text: str, **given: str) -> str:
    """Fill in variables as compose does: what is given, else what stands behind the `:-`."""
    return re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", lambda found: given.get(found[1], found[2] or ""), text)


def test_the_settings_of_the_container_are_settings() -> None:
    """The server reads everything that compose gives it, and finds nothing wrong with it."""
    given = {name: filled(str(value)) for name, value in SERVICES["server"]["environment"].items()}
    settings = from_environment(given, workers=int(filled(SERVICES["server"]["command"][-1])))
    assert (settings.is_sqlite, settings.workers, settings.secure_cookies) == (False, 2, True)
    (network,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert settings.proxies == network["subnet"], "the proxy's network is the one that is believed"
    assert {"front", "inside"} == set(SERVICES["server"]["networks"])


def test_everything_that_is_used_is_described() -> None:
    """Networks, volumes and services that are named exist; what must outlive a container is in a volume."""
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        assert service["restart"] == "unless-stopped"
        for mounted in service["volumes"]:
            source = mounted.split(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    kept = {mounted.split(":")[1] for service in SERVICES.values() for mounted in service["volumes"]}
    assert {"/var/lib/postgresql/data", "/data", "/var/cache/mousehole"} <= kept


def test_the_server_can_enter_where_it_works() -> None:
    """A tmpfs over the folder of the image's user is of that user, for it would be of root, and shut."""
    (user,) = re.findall(r"useradd --uid (\d+)", DOCKERFILE)
    (home,) = re.findall(r"^WORKDIR (/var\S+)", DOCKERFILE, re.MULTILINE)
    assert f"{home}:uid={user},gid={user},mode=0700" in SERVICES["server"]["tmpfs"]


def test_nobody_outside_reaches_the_database() -> None:
    """Only the proxy has ports, and the database's network leads nowhere."""
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == ["inside"]


def test_images_are_pinned() -> None:
    """An image of today is the image of tomorrow: each has a version of its own."""
    named = [service["image"] for service in SERVICES.values() if "image" in service]
    named += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(named) == 4
    assert all(re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?(-\w+)*", image) for image in named), named


def test_what_the_container_copies_is_let_in() -> None:
    """Everything that building the package reads passes .dockerignore."""
    lets_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = built["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    needed = {name.split("/")[0] for name in wheel} | {"web", "requirements"}
    needed |= {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}
    assert {f"!{name}" for name in needed} <= set(lets_in)


def test_the_pins_of_the_container_are_what_the_package_asks_for() -> None:
    """The list for containers names the package's dependencies with its server and PostgreSQL, in versions that fit."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [Requirement(one) for one in (*project["dependencies"], *extras["server"], *extras["postgres"])]
    asked = [one for one in asked if one.name != "mousehole"]
    listed = (ROOT / "requirements/server.in").read_text(encoding="utf-8").splitlines()
    assert {Requirement(line).name for line in listed if line[0].isalpha()} == {one.name for one in asked}
    text = (ROOT / "requirements/server.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    for one in asked:
        versions = [version for name, version in pinned if name == one.name]
        assert any(one.specifier.contains(version) for version in versions), one


def test_the_unit_starts_the_server() -> None:
    """The unit runs the command of the page for operators, and keeps its tables where that page says."""
    unit = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names have capitals
    unit.read(ROOT / "deploy/mousehole.service", encoding="utf-8")
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    service = unit["Service"]
    assert service["ExecStart"] == "/opt/mousehole/bin/mousehole serve"
    assert "/opt/mousehole/bin/pip install" in page
    assert (service["DynamicUser"], service["NoNewPrivileges"]) == ("yes", "yes")
    assert f"/var/lib/{service['StateDirectory']}" in page
    assert service["EnvironmentFile"].lstrip("-") in page
    assert "MemoryDenyWriteExecute" not in service, "rules are compiled while it runs"


def test_the_proxy_compresses_nothing() -> None:
    """Secrets and what people write must not go through one compressor; and the proxy leads to the server."""
    text = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    rules = [line.strip() for line in text.splitlines() if not line.strip().startswith("#")]
    assert not [rule for rule in rules if rule.startswith("encode")]
    assert "reverse_proxy {$MOUSEHOLE_UPSTREAM:127.0.0.1:8000} {" in rules
    assert SERVICES["proxy"]["environment"]["MOUSEHOLE_UPSTREAM"] == "server:8000"


def test_the_proxy_lets_through_what_the_server_takes() -> None:
    """The longest thing that somebody may send, their figures, is not cut off before it reaches the server."""
    found = re.search(r"max_size (\d+)KiB", (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8"))
    assert found
    assert 1024 * int(found[1]) >= max(LONGER.values())


def test_the_build_keeps_what_its_installer_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Installers show a build its packages by PYTHONPATH, and compiling for browsers keeps it."""
    seen = []

    def looked(command: list[str], *, env: dict[str, str], check: bool) -> subprocess.CompletedProcess[str]:
        assert not check
        seen.append(env["PYTHONPATH"].split(os.pathsep))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setenv("PYTHONPATH", "overlay")
    monkeypatch.setattr(subprocess, "run", looked)
    hatch_build.build_local()
    assert seen == [[str(ROOT / "src"), "overlay"]]
