"""People whose phones are open in the browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import window
from tests.pub import Guest, Pub, opened

GROUP = "Čtvrtek u Kalicha"
WIDEST = 1.0
"""Pixels by which a label may be wider than its button, for rounding."""


class OnScreen(Guest):
    """Somebody whose private chat is open in the browser: taps are clicks."""

    def __init__(self, pub: Pub, name: str, page: Page) -> None:
        super().__init__(pub, name)
        self.screen = page.get_by_label(f"Telefon: {name}", exact=True)

    async def taps(self, label: str, *, in_group: bool = False) -> None:
        await self.screen.get_by_role("tab", name=GROUP if in_group else "Štamgast").click()
        taps = self.pub.telegram.world.taps
        before = set(taps)
        await messages(self.screen).get_by_role("button", name=label, exact=True).last.click()
        await self.pub.telegram.until(lambda: set(taps) - before)
        await self.pub.settled()


def messages(screen: Locator) -> Locator:
    """The messages of the chat that is open."""
    return screen.locator(".room-view:not([hidden]) article")


@asynccontextmanager
async def two_phones(browser: Browser, valkey: str, folder: Path) -> AsyncIterator[tuple[Pub, OnScreen, OnScreen]]:
    """A pub for Ana and Bob, who sit at the table; both phones are in one window."""
    async with opened(valkey, folder, people=2) as pub, window(browser, 900, 900) as page:
        await pub.seat("Ana", "Bob")
        await page.goto(pub.telegram.url)
        yield pub, OnScreen(pub, "Ana", page), OnScreen(pub, "Bob", page)


async def shows_the_end(phone: OnScreen, of_whom: str) -> None:
    """The group reads that the game is over, and what became of somebody."""
    await phone.screen.get_by_role("tab", name=GROUP).click()
    await expect(messages(phone.screen).get_by_text("Konec 1. hry")).to_be_visible()
    await expect(messages(phone.screen).get_by_text(of_whom).last).to_be_visible()


async def fits(screen: Locator) -> None:
    """No label of the newest messages is cut off."""
    for chat in (GROUP, "Štamgast"):
        await screen.get_by_role("tab", name=chat).click()
        await expect(messages(screen).last).to_be_visible()
        cut = await screen.locator(".room-view:not([hidden]) .keyboard button").evaluate_all(
            "(all, slack) => all.filter(b => b.scrollWidth > b.clientWidth + slack).map(b => b.innerText)", WIDEST
        )
        assert cut == []
