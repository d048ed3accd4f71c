"""One server and one browser for all tests of the page in a worker; every test gets a fresh person."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from tests.web.browsing import DESKTOP, KNOWS_ALL, PATIENCE, launch, serving

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests in one worker: they share a server and a browser."""
    for item in items:
        if "/web/" in str(item.path):
            item.add_marker(pytest.mark.xdist_group("web"))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server whose bots answer at once."""
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run a real browser."""
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Let somebody come: `visit()` is a page of a new person, of a desktop's or another size. Errors in pages fail."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(
        size: ViewportSize = DESKTOP, *, is_still: bool = True, is_dark: bool = False, is_new: bool = False
    ) -> Page:
        context = browser.new_context(
            viewport=size,
            reduced_motion="reduce" if is_still else "no-preference",
            color_scheme="dark" if is_dark else "light",
            has_touch=size["width"] < 600,
            service_workers="block",  # each test meets the page as the server has it
        )
        context.set_default_timeout(PATIENCE)
        if not is_new:
            context.add_init_script(KNOWS_ALL)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert not problems, problems
