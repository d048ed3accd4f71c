"""A release is refused for what would be wrong with it, and tagged when nothing is."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest
import release

GOOD = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-05-04

### Added

- Something.

## [1.1.0] - 2026-01-01

- Before.

[Unreleased]: https://example.org/compare/v1.2.0...main
[1.2.0]: https://example.org/releases/tag/v1.2.0
"""
TODAY = date(2026, 5, 5)


def test_a_version_that_is_written_down_is_well() -> None:
    """Nothing is complained of where version, changelog, date and links fit together."""
    assert release.version_faults("1.2.0", GOOD, ["v1.1.0"], TODAY) == []


@pytest.mark.parametrize(
    ("change", "version", "tags", "complaint"),
    [
        (("", ""), "1.2", [], "no version"),
        (("", ""), "1.2.0", ["v1.2.0"], "tagged already"),
        (("", ""), "1.3.0", [], "does not begin"),
        (("## [Unreleased]\n", "## [Unreleased]\n\n- Forgotten.\n"), "1.2.0", [], "is not empty"),
        (("### Added\n\n- Something.\n", ""), "1.2.0", [], "says nothing"),
        (("2026-05-04", "2026-06-04"), "1.2.0", [], "the date"),
        (("2026-05-04", "yesterday"), "1.2.0", [], "the date"),
        (("[1.2.0]: https", "[1.2.1]: https"), "1.2.0", [], "no link"),
        (("compare/v1.2.0", "compare/v1.1.0"), "1.2.0", [], "does not begin at"),
    ],
)
def test_what_is_wrong_with_a_version_is_said(
    change: tuple[str, str], version: str, tags: list[str], complaint: str
) -> None:
    """Each thing that is forgotten before a release is found."""
    (fault,) = (
        one for one in release.version_faults(version, GOOD.replace(*change, 1), tags, TODAY) if complaint in one
    )
    assert fault


def test_our_own_changelog_can_be_read() -> None:
    """The changelog has the shape that the release expects: what is unreleased first, then the last version."""
    changelog = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (version,) = release.VERSION.findall((release.ROOT / "src/mousehole/__init__.py").read_text(encoding="utf-8"))
    assert [name for name, _, _ in release.SECTION.findall(changelog)][:2] == ["Unreleased", version]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small repository that could be released."""
    (tmp_path / "src/mousehole").mkdir(parents=True)
    (tmp_path / "src/mousehole/__init__.py").write_text('__version__ = "1.2.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(GOOD, encoding="utf-8")
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "config", "user.name", "Ann")
    git(tmp_path, "config", "user.email", "ann@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=Release 1.2.0")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    """Run git."""
    return subprocess.check_output(["git", *words], cwd=folder, text=True).strip()  # noqa: S607  # from the PATH


def test_a_release_is_tagged_when_all_is_well(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Steps are taken in order; a dry run tags nothing; the real one leaves an annotated tag of the right name."""
    taken: list[str] = []
    monkeypatch.setattr(release, "try_wheel", lambda version: taken.append(f"wheel {version}"))
    real = release.run

    def run(*command: str | Path, is_loud: bool = False) -> str:
        if str(command[0]).endswith("run"):
            taken.append("tests")
            return ""
        return real(*command, folder=checkout, is_loud=is_loud)

    monkeypatch.setattr(release, "run", run)
    monkeypatch.setattr("sys.argv", ["release", "--dry-run"])
    assert release.main() == 0
    assert (taken, git(checkout, "tag")) == (["tests", "wheel 1.2.0"], "")
    monkeypatch.setattr("sys.argv", ["release"])
    assert release.main() == 0
    assert git(checkout, "cat-file", "-t", "v1.2.0") == "tag"
    assert git(checkout, "tag", "-l", "-n1") == "v1.2.0          Mousehole 1.2.0"
    assert release.main() == 1
    assert "tagged already" in capsys.readouterr().out


def test_a_dry_run_goes_on_after_a_fault(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything that is wrong is listed at once, and the end says how much there was."""
    (checkout / "new").touch()
    git(checkout, "checkout", "--quiet", "-b", "elsewhere")
    git(checkout, "config", "--unset", "user.name")
    git(checkout, "config", "user.useConfigOnly", "true")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("GIT_COMMITTER_NAME", raising=False)

    def refuse(_: str) -> None:
        raise release.Refused("the game did not end")

    monkeypatch.setattr(release, "try_wheel", refuse)
    monkeypatch.setattr("sys.argv", ["release", "--dry-run", "--skip-tests"])
    real = release.run
    monkeypatch.setattr(release, "run", lambda *command, **_: real(*command, folder=checkout))
    assert release.main() == 1
    said = capsys.readouterr().out
    assert "not committed" in said
    assert "not ready: Git knows who tags" in said
    assert "the game did not end" in said
    assert said.endswith("Nothing was tagged. 3 faults.\n")
