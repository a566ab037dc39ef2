"""Chromium for the tests of what a person sees: the session's `browser`, and where it comes from.

A test that asks for `browser` (or for a fixture built on it) gets the marker `browser` and runs in the session's event
loop, where the browser lives; an async fixture built on `browser` needs `loop_scope="session"` for the same reason.
Without a Chromium such tests are skipped, or fail when STAMGAST_REQUIRE_BROWSER=1 is set, as CI does.
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, async_playwright, expect

from tests.patience import PATIENCE

EXECUTABLES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox, as CI runs as root; and nothing that calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The path of an installed Chromium, None without one."""
    return next(filter(None, map(shutil.which, EXECUTABLES)), None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium for the whole session; each test opens its own contexts in it and closes them."""
    executable = chromium()
    if executable is None:
        missing = f"no Chromium on PATH (looked for {', '.join(EXECUTABLES)})"
        if os.environ.get("STAMGAST_REQUIRE_BROWSER") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(
            executable_path=executable, args=list(FLAGS), timeout=1000 * PATIENCE
        )
        yield running
        await running.close()


@asynccontextmanager
async def window(browser: Browser, width: int, height: int) -> AsyncIterator[Page]:
    """An empty page of this size, in a context of its own, where everything is waited for."""
    context = await browser.new_context(viewport=ViewportSize(width=width, height=height), locale="cs")
    context.set_default_timeout(1000 * PATIENCE)
    try:
        yield await context.new_page()
    finally:
        await context.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
