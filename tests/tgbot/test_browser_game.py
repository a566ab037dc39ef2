"""Two people play each game on their phones in the browser, to its end; and all labels fit a narrow phone."""

import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser import window
from tests.pub import opened
from tests.tgbot.on_screen import OnScreen, fits, shows_the_end, two_phones
from tests.tgbot.test_akcni_evening import choose, plays_to_the_end
from tests.tgbot.test_shithead_evening import all_ready, choose_shithead, sensible

PHONE = 390, 844


@pytest.mark.slow
async def test_two_phones_play_a_game_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub, window(browser, 900, 900) as page:
        await page.goto(pub.telegram.url)
        phones = [OnScreen(pub, name, page) for name in ("Ana", "Bob")]
        await _opens_the_table([phone.screen for phone in phones])
        await phones[0].screen.get_by_role("button", name="Rozdat").last.click()
        await expect(page.get_by_text("Jsi na tahu").first).to_be_visible()
        await pub.play(phones, random.Random(5))
        await shows_the_end(phones[0], "Vrchní píč")


async def _opens_the_table(phones: list[Locator]) -> None:
    await phones[0].get_by_role("textbox", name="Zpráva").fill("/hra")
    await phones[0].get_by_role("textbox", name="Zpráva").press("Enter")
    for phone in phones:
        await phone.get_by_role("button", name="Moje karty").last.click()
        await phone.get_by_role("button", name="START").click()
        await expect(phone.get_by_text("Sedíš u stolu").last).to_be_visible()


@pytest.mark.slow
async def test_two_phones_play_akcni_prsi_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with two_phones(browser, valkey, tmp_path) as (pub, ana, bob):
        await choose(pub, ana)
        await bob.taps("▶️ Rozdat", in_group=True)
        await plays_to_the_end(pub, (ana, bob), random.Random(5))
        await shows_the_end(ana, "🏆 +1")


@pytest.mark.slow
async def test_two_phones_play_shithead_to_its_end(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with two_phones(browser, valkey, tmp_path) as (pub, ana, bob):
        await choose_shithead(pub, ana)
        await bob.taps("▶️ Rozdat", in_group=True)
        await all_ready((ana, bob))
        while (await pub.night()).tables[0].round is not None:
            asked = [guest for guest in (ana, bob) if guest.buttons(":act:") + guest.buttons(":mark:")]
            await asked[0].taps(sensible(asked[0]))
        await shows_the_end(ana, "Shithead 💩")


async def test_labels_fit_their_buttons_on_a_narrow_phone(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        ana, _ = await pub.deal("Ana", "Bob")
        await ana.says("/konec")
        async with window(browser, *PHONE) as page:
            await page.goto(pub.telegram.url)
            for name in ("Ana", "Bob"):
                await page.locator("#switcher").get_by_role("button", name=name).click()
                await fits(page.get_by_label(f"Telefon: {name}", exact=True))


async def test_akcni_prsi_fits_a_narrow_phone(browser: Browser, valkey: str, tmp_path: Path) -> None:
    async with opened(valkey, tmp_path, people=2) as pub:
        ana, bob = await pub.seat("Ana", "Bob")
        async with window(browser, *PHONE) as page:
            await page.goto(pub.telegram.url)
            await page.locator("#switcher").get_by_role("button", name="Ana").click()
            screen = page.get_by_label("Telefon: Ana", exact=True)
            await fits(screen)
            await ana.taps("⚙️ Nastavit hru", in_group=True)
            await ana.taps("Akční prší")
            await fits(screen)
            await ana.taps("pravidla: 13 z 13")
            await fits(screen)
            await ana.taps("↩️ Zpět")
            await ana.taps("vítěz určuje pravidla: ne")
            await ana.taps("✓ Hotovo")
            await bob.taps("▶️ Rozdat", in_group=True)
            await fits(screen)
            await plays_to_the_end(pub, (ana, bob), random.Random(5))
            asked = (await pub.night()).tables[0].proposal
            assert asked is not None
            name = "Ana" if asked.person == ana.id else "Bob"
            await page.locator("#switcher").get_by_role("button", name=name).click()
            winner, screen = (ana if name == "Ana" else bob), page.get_by_label(f"Telefon: {name}", exact=True)
            await fits(screen)
            for label in ("📖 Z nabídky", "↩️ Zpět", "🗑 Zrušit některé", "↩️ Zpět", "✍️ Vlastní", "spodek", "🌰 žaludy"):
                await winner.taps(label)
                await fits(screen)
