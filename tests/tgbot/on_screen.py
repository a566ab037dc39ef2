"""People whose phones are open in the browser."""

from playwright.async_api import Locator, Page

from tests.pub import Guest, Pub

GROUP = "Čtvrtek u Kalicha"


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
