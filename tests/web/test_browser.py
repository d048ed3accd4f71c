"""Getting a browser: once, by one process, and never in the middle of a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web import browser

ROOT = Path(__file__).resolve().parents[2]
APT = """\
#!/bin/sh
echo "$@" >> "{log}"
for last; do :; done
test "$last" = chromium || exit 0
sleep 0.5
for option; do case "$option" in Dir::Cache::archives=*) touch "${{option#*=}}/chromium_1_all.deb";; esac; done
"""
UNPACK = """\
#!/bin/sh
mkdir -p "$3/usr/lib/chromium"
printf '#!/bin/sh\\necho Chromium 1\\n' > "$3/usr/lib/chromium/chromium"
chmod +x "$3/usr/lib/chromium/chromium"
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the package manager of this test is a shell script")


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Prepare a machine without a browser, on which Playwright's host is out of reach and Debian's is a pretence."""
    (tmp_path / "bin").mkdir()
    for name, text in (("apt-get", APT.format(log=tmp_path / "log")), ("dpkg-deb", UNPACK)):
        (tmp_path / "bin" / name).write_text(text, encoding="utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9",
        browser.HIDING: str(tmp_path / "browsers"),
    }


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start the program that sees to it that a browser is there."""
    command = [sys.executable, "-m", "tests.web.browser"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True)


def test_two_at_once_fetch_once(bare: dict[str, str], tmp_path: Path) -> None:
    """Of two processes that find no browser one fetches it and says so; the other waits, and both have it then."""
    both = [start(bare) for _ in range(2)]
    told = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    said = [line for out, _ in told for line in out.splitlines()]
    assert said == [
        "Fetching Chromium for the tests of the page (once) ...",
        f"Chromium is in {tmp_path / 'browsers' / 'debian' / 'chromium'}",
    ]
    asked = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert [line.split()[-1] for line in asked] == ["update", "chromium"]


def test_what_is_there_is_not_fetched_again(bare: dict[str, str], tmp_path: Path) -> None:
    """With a browser in its folder the program says nothing and asks nobody."""
    found = tmp_path / "browsers" / "debian" / "chromium"
    found.parent.mkdir(parents=True)
    found.write_text("#!/bin/sh\necho Chromium 1\n", encoding="utf-8")
    found.chmod(0o755)
    process = start(bare)
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 0
    assert not (tmp_path / "log").exists()


def test_without_a_browser_one_sentence_says_what_to_do(
    bare: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be fetched: the program fails with one line; a test that needs a browser fails with one, too."""
    (tmp_path / "bin" / "apt-get").write_text("#!/bin/sh\nexit 100\n", encoding="utf-8")
    process = start(bare)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 1
    assert complaint == f"none could be fetched, neither by Playwright nor from Debian: {browser.INSTALL}\n"
    monkeypatch.setenv(browser.HIDING, str(tmp_path / "browsers"))
    with pytest.raises(RuntimeError, match="`make test-browser` fetches one"):
        browser.need()


def test_a_stub_is_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that bears the name but does not start, as some systems have, is passed over."""
    monkeypatch.delenv(browser.HIDING, raising=False)
    for folder, code in (("stub", 1), ("real", 0)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "chromium").write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        (tmp_path / folder / "chromium").chmod(0o755)
    (tmp_path / "real" / "chromium").rename(tmp_path / "real" / "google-chrome")
    monkeypatch.setenv("PATH", f"{tmp_path / 'stub'}:{tmp_path / 'real'}")
    assert browser.find() == str(tmp_path / "real" / "google-chrome")
