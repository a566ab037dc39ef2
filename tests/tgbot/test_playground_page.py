"""The playground's page in a browser: what people see and press, with a small bot on the other side."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect
from pydantic import JsonValue
from starlette.responses import JSONResponse, Response

from tests.browser import window
from tests.patience import PATIENCE
from tests.tgbot.telegram_fake import Hook, RawBot, raw_bot, webhook
from tgbot.playground.page import Channel
from tgbot.playground.phone import Phone
from tgbot.playground.records import JsonObject, Message
from tgbot.playground.run import Playground
from tgbot.views.frame import clock

WIDE, NARROW = (1600, 900), (390, 844)
KEYBOARD: JsonValue = {
    "inline_keyboard": [
        [
            {"text": "♥ 7", "callback_data": "play", "style": "success"},
            {"text": "♥ 8", "disabled": {}},
            {"text": "Pravidlo", "callback_data": "alert"},
        ],
        [{"text": "Moje karty", "url": "https://t.me/StamgastBot?start=abc_1"}],
    ]
}


class SmallBot:
    """A table that answers `/hra`, lets a card be played, and greets in private; `held` keeps a tap waiting."""

    def __init__(self, raw: RawBot, hook: Hook) -> None:
        self.raw = raw
        self.held = asyncio.Event()
        self.held.set()
        hook.answer = self.answer

    async def answer(self, update: JsonObject, _: int) -> Response:
        message, query = update.get("message"), update.get("callback_query")
        if isinstance(message, dict) and isinstance(chat := message["chat"], dict) and "text" in message:
            text = "<b>Na stole</b> ❤️ K" if message["text"] == "/hra" else f"Vítej: {message['text']}"
            say: JsonObject = {"method": "sendMessage", "chat_id": chat["id"], "text": text, "parse_mode": "HTML"}
            return JSONResponse(say | {"reply_markup": KEYBOARD})
        if isinstance(query, dict) and isinstance(tapped := query["message"], dict):
            await self.held.wait()
            answer: JsonObject = {"method": "answerCallbackQuery", "callback_query_id": query["id"]}
            if query["data"] == "alert":
                return JSONResponse(answer | {"text": "Na sedmu jen sedma. (S13)", "show_alert": True})
            chat = tapped["chat"]
            assert isinstance(chat, dict)
            where: JsonObject = {"chat_id": chat["id"], "message_id": tapped["message_id"]}
            await self.raw.call("editMessageText", **where, text="Zahráno ❤️ 7", reply_markup=KEYBOARD)
            return JSONResponse(answer | {"text": "Hotovo."})
        return Response()


@asynccontextmanager
async def played(data_dir: Path | None = None, port: int = 0) -> AsyncIterator[tuple[Playground, SmallBot]]:
    """A playground of three people with the small bot behind its webhook."""
    table = Playground(data_dir, people=3, port=port, limits=None)
    async with table as telegram, raw_bot(telegram) as raw, webhook() as hook:
        bot = SmallBot(raw, hook)
        await raw.call("setWebhook", url=hook.url)
        commands: JsonValue = [
            {"command": "hra", "description": "otevřít stůl"},
            {"command": "karty", "description": "moje karty"},
        ]
        await raw.call("setMyCommands", commands=commands)
        yield telegram, bot


@asynccontextmanager
async def opened(browser: Browser, telegram: Playground, size: tuple[int, int]) -> AsyncIterator[Page]:
    """The page in a window of its own; whatever goes wrong in its scripts fails the test."""
    faults: list[str] = []
    async with window(browser, *size) as page:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
        page.on("request", lambda request: faults.append(request.url) if telegram.url not in request.url else None)
        await page.goto(telegram.url)
        await expect(page.locator(".phone").first).to_be_attached()
        yield page
    assert faults == []


def phone(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=f"Telefon: {name}", include_hidden=True)


@pytest.mark.parametrize("people", [2, 5, 8])
async def test_at_phone_width_everybody_is_in_reach_of_a_thumb(browser: Browser, people: int) -> None:
    async with Playground(people=people) as telegram, opened(browser, telegram, NARROW) as page:
        switcher = page.get_by_role("navigation", name="Telefony")
        for place, person in enumerate(telegram.world.people()):
            button = switcher.get_by_role("button").nth(place)
            box, room = await button.bounding_box(), await switcher.bounding_box()
            assert box is not None
            assert room is not None
            assert box["x"] >= room["x"]
            assert box["x"] + box["width"] <= room["x"] + room["width"], person.first_name
            await button.click()
            await expect(phone(page, person.first_name)).to_be_visible()
            await expect(button).to_contain_text(person.first_name)


async def test_from_the_first_hint_to_the_edit(browser: Browser) -> None:
    async with played() as (telegram, bot), opened(browser, telegram, WIDE) as page:
        ana, bob = phone(page, "Ana"), phone(page, "Bob")
        await ana.get_by_role("button", name="/hra otevřít stůl").click()
        await expect(bob.locator(".message b").get_by_text("Na stole")).to_be_visible()
        await expect(ana.get_by_text("Začni tady")).to_have_count(0)
        await expect(bob.get_by_role("button", name="♥ 8")).to_be_disabled()
        bot.held.clear()
        await page.clock.install()  # a toast stays until it was seen, and then for its five seconds
        await page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
        await bob.get_by_role("button", name="♥ 7").dblclick()
        await expect(bob.get_by_role("button", name="♥ 7")).to_have_class(re.compile("busy"))
        await expect(ana.get_by_role("button", name="♥ 7")).not_to_have_class(re.compile("busy"))
        assert len(telegram.world.taps) == 1
        bot.held.set()
        await expect(bob.locator(".toast")).to_have_text("Hotovo.")
        await expect(ana.locator(".toast")).to_have_count(0)
        await page.clock.run_for(5_000)
        await expect(bob.locator(".toast")).to_have_count(0)
        await expect(bob.get_by_role("button", name="♥ 7")).not_to_have_class(re.compile("busy"))
        await expect(ana.get_by_text("Zahráno ❤️ 7")).to_be_visible()
        await expect(ana.get_by_text("upraveno")).to_have_count(0)


async def test_a_button_waits_also_where_the_news_of_its_tap_is_late(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, late = Channel._tell, list[tuple[Channel, JsonObject]]()

    def tell_later(channel: Channel, body: JsonObject) -> None:
        if body["type"] == "tap":
            late.append((channel, body))
        else:
            tell(channel, body)

    monkeypatch.setattr(Channel, "_tell", tell_later)
    async with played() as (telegram, bot), opened(browser, telegram, WIDE) as page:
        bob = phone(page, "Bob")
        await phone(page, "Ana").get_by_role("button", name="/hra otevřít stůl").click()
        bot.held.clear()
        async with page.expect_response("**/act"):
            await bob.get_by_role("button", name="♥ 7").click()
        await bob.get_by_role("button", name="♥ 7").click()
        async with page.expect_response("**/act"):
            await bob.get_by_role("button", name="Pravidlo").click()
        assert [tap.data for tap in telegram.world.taps.values()] == ["play", "alert"]
        for channel, body in late:
            tell(channel, body)
        await expect(bob.get_by_role("button", name="♥ 7")).to_have_class(re.compile("busy"))
        bot.held.set()


async def test_alert_waits_for_ok(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        ana = phone(page, "Ana")
        await ana.get_by_role("button", name="/hra otevřít stůl").click()
        await ana.get_by_role("button", name="Pravidlo").click()
        await expect(ana.get_by_role("alertdialog")).to_contain_text("Na sedmu jen sedma. (S13)")
        await page.keyboard.press("Enter")
        await expect(ana.get_by_role("alertdialog")).to_have_count(0)


async def test_link_button_leads_to_start_in_the_private_chat(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        ana = phone(page, "Ana")
        await ana.get_by_role("button", name="/hra otevřít stůl").click()
        await ana.get_by_role("button", name="Moje karty").click()
        await expect(ana.get_by_role("tab", name="Štamgast")).to_have_attribute("aria-selected", "true")
        await ana.get_by_role("button", name="START", exact=True).click()
        await expect(ana.get_by_text("Vítej: /start abc_1")).to_be_visible()
        await ana.get_by_role("tab", name="Čtvrtek u Kalicha").click()
        await ana.get_by_role("button", name="Moje karty").click()
        await expect(ana.get_by_role("button", name="START", exact=True)).to_be_visible()
        await ana.get_by_role("tab", name="Čtvrtek u Kalicha").click()
        await ana.get_by_role("tab", name="Štamgast").click()
        await expect(ana.get_by_role("textbox", name="Zpráva")).to_be_visible()


async def test_commands_are_offered_while_typing(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        field = phone(page, "Bob").get_by_role("textbox", name="Zpráva")
        await field.press_sequentially("/h")
        options = phone(page, "Bob").get_by_role("option")
        await expect(options).to_have_text(["/hraotevřít stůl"])
        await field.press("ArrowDown")
        await field.press("Enter")
        await expect(phone(page, "Ana").locator(".message b").get_by_text("Na stole")).to_be_visible()


async def test_unread_messages_are_counted_until_they_are_seen(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        bob = phone(page, "Bob")
        await bob.get_by_role("tab", name="Štamgast").click()
        telegram.phone("Ana").says("ahoj", telegram.group)
        telegram.phone("Ana").says("/hra", telegram.group)
        group = bob.get_by_role("tab", name="Čtvrtek u Kalicha")
        await expect(group.locator(".badge")).to_have_text("3")
        await group.click()
        await expect(group.locator(".badge")).to_have_text("")


async def test_scrolled_up_the_place_is_kept_and_new_ones_are_counted(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        for number in range(40):
            telegram.phone("Ana").says(f"zpráva č. {number}.", telegram.group)
        bob = phone(page, "Bob")
        await expect(bob.get_by_text("zpráva č. 39.")).to_be_in_viewport()
        log = bob.get_by_role("log")
        await log.evaluate("log => log.scrollTop = 100")
        down = bob.get_by_role("button", name="na konec")
        await expect(down).to_be_visible()
        telegram.phone("Ana").says("nová", telegram.group)
        await expect(down.locator(".badge")).to_have_text("1")
        assert await log.evaluate("log => log.scrollTop") == 100
        await down.click()
        await expect(bob.get_by_text("nová")).to_be_in_viewport()
        await expect(down).to_be_hidden()


async def test_text_never_becomes_markup(browser: Browser) -> None:
    async with played() as (telegram, bot), opened(browser, telegram, WIDE) as page:
        evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
        await page.get_by_role("button", name="přidat člověka").click()
        await page.get_by_label("Jméno").fill(evil)
        await page.get_by_role("button", name="Přidat", exact=True).click()
        newcomer = phone(page, evil)
        await newcomer.get_by_role("textbox", name="Zpráva").fill(evil)
        await newcomer.get_by_role("textbox", name="Zpráva").press("Enter")
        entities: JsonValue = [{"type": "text_link", "offset": 0, "length": 4, "url": "javascript:alert(3)"}]
        await bot.raw.call("sendMessage", chat_id=telegram.group.id, text=f"link {evil}", entities=entities)
        ana = phone(page, "Ana")
        await expect(ana.locator(".text", has_text=evil)).to_have_count(2)
        assert await page.locator(".phone img, .phone script, .phone a").count() == 0


async def test_own_messages_are_edited_answered_and_deleted(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        ana, bob = phone(page, "Ana"), phone(page, "Bob")
        telegram.phone("Ana").says("kdo hraje", telegram.group)
        await ana.get_by_text("kdo hraje").click(button="right")
        await ana.get_by_role("menuitem", name="Upravit").click()
        await ana.get_by_role("textbox", name="Zpráva").fill("Kdo hraje?")
        await page.keyboard.press("Enter")
        await expect(bob.locator(".text", has_text="Kdo hraje?")).to_contain_text("upraveno")
        await bob.get_by_text("Kdo hraje?").click(button="right")
        await expect(bob.get_by_role("menuitem")).to_have_text(["Odpovědět", "Kopírovat"])
        await bob.get_by_role("menuitem", name="Odpovědět").click()
        await bob.get_by_role("textbox", name="Zpráva").fill("já")
        await page.keyboard.press("Enter")
        await expect(ana.locator(".bubble", has_text="já").locator(".quote")).to_have_text("AnaKdo hraje?")
        await ana.locator(".text", has_text="Kdo hraje?").click(button="right")
        await ana.get_by_role("menuitem", name="Smazat").click()
        await expect(bob.locator(".text", has_text="Kdo hraje?")).to_have_count(0)


async def test_blocking_leaving_and_coming_back(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        ana = phone(page, "Ana")
        await ana.get_by_role("button", name="nabídka").click()
        await ana.get_by_role("menuitem", name="Opustit skupinu").click()
        await expect(ana.get_by_text("V téhle skupině nejsi.")).to_be_visible()
        await ana.get_by_role("button", name="VSTOUPIT DO SKUPINY").click()
        await expect(ana.get_by_text(re.compile(r"Ana\W přichází"))).to_be_visible()
        await ana.get_by_role("tab", name="Štamgast").click()
        await ana.get_by_role("button", name="START", exact=True).click()
        await expect(ana.get_by_text("Vítej: /start")).to_be_visible()
        await ana.get_by_role("button", name="nabídka").click()
        await ana.get_by_role("menuitem", name="Zablokovat bota").click()
        await ana.get_by_role("button", name="RESTARTOVAT BOTA").click()
        await expect(ana.get_by_text("Vítej: /start")).to_have_count(2)


async def test_more_groups_are_made_joined_and_grow(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, WIDE) as page:
        ana, bob = phone(page, "Ana"), phone(page, "Bob")
        await ana.get_by_role("button", name="nabídka").click()
        await ana.get_by_role("menuitem", name="Založit další skupinu").click()
        await expect(ana.get_by_role("tab", name="2. parta")).to_have_attribute("aria-selected", "true")
        await bob.get_by_role("tab", name="2. parta").click()
        await expect(bob.get_by_text("V téhle skupině nejsi.")).to_be_visible()
        await bob.get_by_role("button", name="VSTOUPIT DO SKUPINY").click()
        await expect(bob.get_by_role("tab", name="2. parta")).to_contain_text("3 členové")
        await ana.get_by_role("button", name="nabídka").click()
        await ana.get_by_role("menuitem", name="Opustit skupinu").click()
        # Nobody who made the group is left, and the menu is older than what becomes of it.
        await bob.get_by_role("button", name="nabídka").click()
        telegram.phone("Bob").migrates(telegram.world.groups()[1])
        await expect(bob.get_by_text("Ze skupiny se stává superskupina")).to_be_visible()
        await bob.get_by_role("menuitem", name="Změnit na superskupinu").click()
        await expect(bob.locator(".toast")).to_have_text("Superskupina už to je.")


async def test_a_page_abroad_shows_the_pubs_time_any_name_and_what_another_page_does(browser: Browser) -> None:
    async with played() as (telegram, bot), opened(browser, telegram, (1280, 800)) as page:
        world = telegram.world
        context = await browser.new_context(timezone_id="America/New_York", color_scheme="dark", locale="cs")
        abroad = await context.new_page()
        await abroad.goto(telegram.url)
        for one in (page, abroad):
            await phone(one, "Ana").get_by_role("tab", name="Štamgast").click()
            await expect(phone(one, "Ana").get_by_role("button", name="START", exact=True)).to_be_visible()
        await phone(page, "Ana").get_by_role("button", name="START", exact=True).click()
        said = phone(abroad, "Ana").locator("article", has_text="Vítej: /start")
        await expect(said.locator("time")).to_have_text(clock(1000 * telegram.phone("Ana").last().date))
        await expect(phone(abroad, "Ana").get_by_role("textbox", name="Zpráva")).to_be_visible()
        # A link that has led one page to START is done with once its person writes on the other.
        telegram.phone("Bob").starts()
        link: JsonValue = {"inline_keyboard": [[{"text": "K♠️", "url": "https://t.me/StamgastBot?start=abc"}]]}
        await bot.raw.call("sendMessage", chat_id=telegram.group.id, text="Na stole 7♣️", reply_markup=link)
        await phone(abroad, "Bob").get_by_role("button", name="K♠️").click()
        await expect(phone(abroad, "Bob").get_by_role("button", name="START", exact=True)).to_be_visible()
        telegram.phone("Bob").says("/karty")
        await expect(phone(abroad, "Bob").get_by_role("textbox", name="Zpráva")).to_be_visible()
        # Black suits are drawn light on what is dark.
        for suit in await phone(abroad, "Cyril").locator(".text .black, .key .black").all():
            await expect(suit).to_have_css("filter", "invert(1)")
        await expect(phone(page, "Cyril").locator(".text .black")).to_have_css("filter", "none")
        await context.close()
        for name in ("Příšerně" * 8, "\u202eEva", "\U0001f434"):
            Phone(world, world.add_person(name)).joins(telegram.group)
        people = page.get_by_role("navigation", name="Telefony").get_by_role("button")
        await expect(people).to_have_count(6)
        for place in range(6):
            await expect(people.nth(place)).to_be_in_viewport(ratio=1)
        await expect(people.nth(4).locator(".avatar")).to_have_text("E")
        await expect(page.get_by_role("textbox", name="Zpráva").first).to_be_in_viewport(ratio=1)


async def test_one_phone_at_a_time_on_a_phone(browser: Browser) -> None:
    async with played() as (telegram, _), opened(browser, telegram, NARROW) as page:
        await expect(phone(page, "Ana")).to_be_visible()
        await expect(phone(page, "Bob")).to_be_hidden()
        await page.get_by_role("navigation", name="Telefony").get_by_role("button", name="Bob").click()
        await expect(phone(page, "Bob")).to_be_visible()
        await expect(phone(page, "Ana")).to_be_hidden()
        assert await page.evaluate("document.documentElement.scrollWidth") == NARROW[0]


async def test_the_page_lives_on_when_the_playground_starts_again(browser: Browser, tmp_path: Path) -> None:
    async with played(tmp_path) as (telegram, _):
        port = telegram.port
        telegram.phone("Ana").says("před restartem", telegram.group)
        context = opened(browser, telegram, WIDE)
        page = await context.__aenter__()
        await expect(phone(page, "Bob").get_by_text("před restartem")).to_be_visible()
    await expect(phone(page, "Bob").get_by_text("Připojování…")).to_be_visible()
    async with played(tmp_path, port) as (telegram, _):
        telegram.phone("Ana").says("po restartu", telegram.group)
        await expect(phone(page, "Bob").get_by_text("po restartu")).to_be_visible()
        await expect(phone(page, "Bob").get_by_text("před restartem")).to_have_count(1)
        await expect(phone(page, "Bob").get_by_text("Připojování…")).to_have_count(0)
        await context.__aexit__(None, None, None)


@pytest.fixture
async def telegram() -> AsyncIterator[Playground]:
    async with Playground(people=2) as playground:
        yield playground


async def test_page_answers_to_this_machine_only(telegram: Playground) -> None:
    async with httpx.AsyncClient(base_url=telegram.url, timeout=PATIENCE) as client:
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/", headers={"Host": "evil.example"})).status_code == 400
        form = await client.post("/act", data={"do": "say", "person": 1001, "chat": telegram.group.id, "text": "x"})
        assert form.status_code == 415
        assert (await client.get("/static/../page.py")).status_code == 404
        assert (await client.get("/static/%2e%2e%2fpage.py")).status_code == 404


@pytest.mark.parametrize(
    "action",
    [
        {"do": "fly", "person": 1001},
        {"do": "say", "person": 5, "text": "x"},
        {"do": "say", "person": 1001, "chat": 5, "text": "x"},
        {"do": "say", "person": 1001, "chat": 1002, "text": "x"},
        {"do": "say", "person": 1001, "chat": 1001, "text": "not started"},
        {"do": "press", "person": 1001, "chat": -4001, "message": 999, "data": "x"},
        {"do": "start", "person": 1001, "payload": "a b"},
        {"do": "open", "person": 1001, "link": "https://example.com"},
        {"do": "add_person", "person": 0, "name": " "},
    ],
)
async def test_acts_that_are_refused_change_nothing(telegram: Playground, action: dict[str, JsonValue]) -> None:
    def said() -> list[Message]:
        return [message for chat in telegram.world.chats for message in telegram.world.messages_in(chat)]

    before = said()
    async with httpx.AsyncClient(base_url=telegram.url, timeout=PATIENCE) as client:
        assert not (await client.post("/act", json=action)).json()["ok"]
    assert said() == before
