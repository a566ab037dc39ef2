"""Two people play a game on their phones in the browser, to its end."""

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser import window
from tests.pub import opened
from tests.tgbot.on_screen import OnScreen

PHONE = 390, 844
WIDEST = 1.0
"""Pixels by which a label may be wider than its button, for rounding."""


@pytest.mark.slow
async def test_two_phones_play_a_game_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub, window(browser, 900, 900) as page:
        await page.goto(pub.telegram.url)
        phones = [page.get_by_label(f"Telefon: {name}", exact=True) for name in ("Ana", "Bob")]
        await _opens_the_table(phones)
        await phones[0].get_by_role("button", name="Rozdat").last.click()
        await expect(page.get_by_text("Jsi na tahu").first).to_be_visible()
        await pub.play([OnScreen(pub, name, page) for name in ("Ana", "Bob")], random.Random(5))
        await phones[0].get_by_role("tab", name="Čtvrtek u Kalicha").click()
        await expect(phones[0].get_by_text("Konec 1. hry")).to_be_visible()
        await expect(phones[0].get_by_text("Vrchní píč").last).to_be_visible()


async def test_labels_fit_their_buttons_on_a_narrow_phone(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        ana, _ = await pub.deal("Ana", "Bob")
        await ana.says("/konec")
        async with window(browser, *PHONE) as page:
            await page.goto(pub.telegram.url)
            for name in ("Ana", "Bob"):
                await page.locator("#switcher").get_by_role("button", name=name).click()
                phone = page.get_by_label(f"Telefon: {name}", exact=True)
                for chat in ("Čtvrtek u Kalicha", "Štamgast"):
                    await phone.get_by_role("tab", name=chat).click()
                    await expect(phone.locator(".room-view:not([hidden]) article").last).to_be_visible()
                    cut = await phone.locator(".room-view:not([hidden]) .keyboard button").evaluate_all(
                        "(all, slack) => all.filter(b => b.scrollWidth > b.clientWidth + slack).map(b => b.innerText)",
                        WIDEST,
                    )
                    assert cut == []


async def _opens_the_table(phones: list[Locator]) -> None:
    await phones[0].get_by_role("textbox", name="Zpráva").fill("/hra")
    await phones[0].get_by_role("textbox", name="Zpráva").press("Enter")
    for phone in phones:
        await phone.get_by_role("button", name="Moje karty").last.click()
        await phone.get_by_role("button", name="START").click()
        await expect(phone.get_by_text("Sedíš u stolu").last).to_be_visible()
