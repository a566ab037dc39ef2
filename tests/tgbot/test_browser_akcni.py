"""Akční prší on phones in the browser: a game in the pub to its end, and pages that fit a narrow phone."""

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser import window
from tests.pub import opened
from tests.tgbot.on_screen import GROUP, OnScreen, messages
from tests.tgbot.test_akcni_evening import choose, plays_to_the_end

PHONE = 390, 844
WIDEST = 1.0
"""Pixels by which a label may be wider than its button, for rounding."""


@pytest.mark.slow
async def test_two_phones_play_akcni_prsi_in_the_pub_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        await pub.seat("Ana", "Bob")
        async with window(browser, 900, 900) as page:
            await page.goto(pub.telegram.url)
            ana, bob = OnScreen(pub, "Ana", page), OnScreen(pub, "Bob", page)
            await choose(pub, ana)
            await bob.taps("▶️ Rozdat", in_group=True)
            await plays_to_the_end(pub, (ana, bob), random.Random(5))
            await ana.screen.get_by_role("tab", name=GROUP).click()
            await expect(ana.screen.get_by_text("Konec 1. hry")).to_be_visible()
            await expect(ana.screen.get_by_text("🏆 +1").last).to_be_visible()


async def test_akcni_prsi_fits_a_narrow_phone(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        ana, bob = await pub.seat("Ana", "Bob")
        async with window(browser, *PHONE) as page:
            await page.goto(pub.telegram.url)
            await page.locator("#switcher").get_by_role("button", name="Ana").click()
            screen = page.get_by_label("Telefon: Ana", exact=True)
            await _fits(screen)
            await ana.taps("⚙️ Nastavit hru", in_group=True)
            await ana.taps("Akční prší")
            await _fits(screen)
            await ana.taps("pravidla: všechna")
            await _fits(screen)
            await ana.taps("↩️ Zpět")
            await ana.taps("vítěz určuje pravidla: ne")
            await ana.taps("✓ Hotovo")
            await bob.taps("▶️ Rozdat", in_group=True)
            await _fits(screen)
            await plays_to_the_end(pub, (ana, bob), random.Random(5))
            asked = (await pub.night()).tables[0].proposal
            assert asked is not None
            name = "Ana" if asked.person == ana.id else "Bob"
            await page.locator("#switcher").get_by_role("button", name=name).click()
            winner, screen = (ana if name == "Ana" else bob), page.get_by_label(f"Telefon: {name}", exact=True)
            await _fits(screen)
            for label in ("📖 Z nabídky", "↩️ Zpět", "🗑 Zrušit některé", "↩️ Zpět", "✍️ Vlastní", "spodek", "🌰 žaludy"):
                await winner.taps(label)
                await _fits(screen)


async def _fits(screen: Locator) -> None:
    """No label of the newest messages is cut off."""
    for chat in (GROUP, "Štamgast"):
        await screen.get_by_role("tab", name=chat).click()
        await expect(messages(screen).last).to_be_visible()
        cut = await screen.locator(".room-view:not([hidden]) .keyboard button").evaluate_all(
            "(all, slack) => all.filter(b => b.scrollWidth > b.clientWidth + slack).map(b => b.innerText)", WIDEST
        )
        assert cut == []
