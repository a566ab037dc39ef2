"""Shithead on phones in the browser: a game to its end."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser import window
from tests.pub import opened
from tests.tgbot.on_screen import GROUP, OnScreen
from tests.tgbot.test_shithead_evening import all_ready, choose_shithead, sensible


@pytest.mark.slow
async def test_two_phones_play_shithead_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        await pub.seat("Ana", "Bob")
        async with window(browser, 900, 900) as page:
            await page.goto(pub.telegram.url)
            ana, bob = OnScreen(pub, "Ana", page), OnScreen(pub, "Bob", page)
            await choose_shithead(pub, ana)
            await bob.taps("▶️ Rozdat", in_group=True)
            await all_ready((ana, bob))
            while (await pub.night()).tables[0].round is not None:
                asked = [guest for guest in (ana, bob) if guest.buttons(":act:") + guest.buttons(":mark:")]
                await asked[0].taps(sensible(asked[0]))
            await ana.screen.get_by_role("tab", name=GROUP).click()
            await expect(ana.screen.get_by_text("Konec 1. hry")).to_be_visible()
            await expect(ana.screen.get_by_text("Shithead 💩").last).to_be_visible()
