"""Every method of the playground's Bot API, called by python-telegram-bot as the real bot calls it."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from PIL import Image
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeChatMember,
    ChatMemberOwner,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    MenuButtonCommands,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter
from telegram.request import HTTPXRequest

from tests.patience import PATIENCE
from tgbot.playground.calls import ApiError
from tgbot.playground.limits import Limits
from tgbot.playground.methods.settings import commands_for
from tgbot.playground.records import Standing
from tgbot.playground.run import Playground

BUTTONS = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("♥ 7", callback_data="1", style="success"),
            InlineKeyboardButton("♥ 8", api_kwargs={"disabled": {}}),
        ],
        [InlineKeyboardButton("Moje karty", url="https://t.me/StamgastBot?start=abc")],
    ]
)


@pytest.fixture
async def telegram() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


def patient() -> HTTPXRequest:
    """The library's own way to Telegram."""
    return HTTPXRequest(8, PATIENCE, PATIENCE, PATIENCE, PATIENCE)


@pytest.fixture
async def bot(telegram: Playground) -> AsyncIterator[Bot]:
    urls = f"{telegram.url}/bot", f"{telegram.url}/file/bot"
    async with Bot(telegram.token, *urls, request=patient(), get_updates_request=patient()) as bot:
        yield bot


def picture(colour: str = "red") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(file, "PNG")
    return file.getvalue()


async def test_get_me(telegram: Playground, bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.username, me.first_name) == ("StamgastBot", "Štamgast")
    assert str(me.id) == telegram.token.split(":")[0]
    assert me.can_read_all_group_messages is False


async def test_send_message_with_html_and_buttons(telegram: Playground, bot: Bot) -> None:
    sent = await bot.send_message(
        telegram.group.id,
        "▶️ <b>Ana</b> je na tahu",
        "HTML",
        reply_markup=BUTTONS,
        protect_content=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        message_thread_id=7,
    )
    assert sent.text_html == "▶️ <b>Ana</b> je na tahu"
    assert sent.from_user is not None
    assert sent.from_user.is_bot
    assert sent.has_protected_content
    assert sent.link_preview_options == LinkPreviewOptions(is_disabled=True)
    assert sent.message_thread_id == 7
    assert sent.reply_markup is not None
    assert sent.reply_markup.inline_keyboard[0][0].style == "success"
    assert sent.reply_markup.inline_keyboard[0][1].api_kwargs == {"disabled": {}}
    seen = telegram.phone("Bob").last(telegram.group)
    assert seen.labels == (("♥ 7", "♥ 8"), ("Moje karty",))
    assert seen.id == sent.message_id


async def test_reply_shows_what_it_answers(telegram: Playground, bot: Bot) -> None:
    question = telegram.phone("Ana").says("/hra", telegram.group)
    sent = await bot.send_message(telegram.group.id, "Hrajeme.", reply_parameters=ReplyParameters(question.id))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "/hra"


async def test_mention_of_a_person_by_id(telegram: Playground, bot: Bot) -> None:
    ana = telegram.phone("Ana").person
    sent = await bot.send_message(
        telegram.group.id, f"<a href='tg://user?id={ana.id}'>Ana</a> <a href='tg://user?id=5'>cizí</a>", "HTML"
    )
    assert [(one.type, one.user and one.user.id) for one in sent.entities] == [("text_mention", ana.id)]


async def test_edits_in_place(telegram: Playground, bot: Bot) -> None:
    sent = await bot.send_message(telegram.group.id, "první", reply_markup=BUTTONS)
    edited = await bot.edit_message_text("<i>druhý</i>", telegram.group.id, sent.message_id, parse_mode="HTML")
    assert not isinstance(edited, bool)
    assert (edited.text_html, edited.reply_markup) == ("<i>druhý</i>", None)
    assert edited.edit_date is not None
    again = await bot.edit_message_reply_markup(telegram.group.id, sent.message_id, reply_markup=BUTTONS)
    assert not isinstance(again, bool)
    assert again.reply_markup == BUTTONS
    assert [message.text for message in telegram.phone("Ana").sees(telegram.group) if not message.service] == ["druhý"]


async def test_deletes(telegram: Playground, bot: Bot) -> None:
    ids = [(await bot.send_message(telegram.group.id, str(number))).message_id for number in range(4)]
    assert await bot.delete_message(telegram.group.id, ids[0])
    assert await bot.delete_messages(telegram.group.id, [*ids[1:3], 999_999])
    assert [message.id for message in telegram.world.messages_in(telegram.group.id) if not message.service] == ids[3:]


async def test_answers_a_tap(telegram: Playground, bot: Bot) -> None:
    ana, chat = telegram.phone("Ana"), telegram.group
    await bot.send_message(chat.id, "Tvůj tah?", reply_markup=BUTTONS)
    ana.taps("♥ 7", chat)
    query = (await bot.get_updates(allowed_updates=["callback_query"]))[-1].callback_query
    assert query is not None
    assert (query.data, query.from_user.first_name, query.from_user.language_code) == ("1", "Ana", "cs")
    assert query.chat_instance
    assert await bot.answer_callback_query(query.id, "Nejde.", show_alert=True)
    assert [(popup.text, popup.show_alert) for popup in ana.popups] == [("Nejde.", True)]
    assert telegram.phone("Bob").popups == []
    assert await bot.answer_callback_query(query.id, "podruhé"), "a second answer is accepted and changes nothing"
    assert [popup.text for popup in ana.popups] == ["Nejde."]


async def test_chats_and_members(telegram: Playground, bot: Bot) -> None:
    ana, bob, group = telegram.phone("Ana"), telegram.phone("Bob"), telegram.group
    chat = await bot.get_chat(group.id)
    assert (chat.title, chat.type) == ("Čtvrtek u Kalicha", "group")
    private = await bot.get_chat(ana.person.id)
    assert (private.first_name, private.type) == ("Ana", "private")
    assert isinstance(await bot.get_chat_member(group.id, ana.person.id), ChatMemberOwner)
    assert (await bot.get_chat_member(group.id, bob.person.id)).status == "member"
    bob.leaves(group)
    assert (await bot.get_chat_member(group.id, bob.person.id)).status == "left"
    ana.seats(group, telegram.world.bot, Standing.ADMINISTRATOR)
    admins = await bot.get_chat_administrators(group.id)
    assert {admin.user.first_name for admin in admins} == {"Ana", "Štamgast"}
    assert await bot.get_chat_member_count(group.id) == 4


async def test_commands_by_scope_and_language(telegram: Playground, bot: Bot) -> None:
    ana = telegram.phone("Ana").person
    await bot.set_my_commands([BotCommand("game", "table")])
    await bot.set_my_commands([BotCommand("hra", "stůl")], language_code="cs")
    await bot.set_my_commands([BotCommand("karty", "ruka")], BotCommandScopeAllPrivateChats(), "cs")
    await bot.set_my_commands([BotCommand("konec", "konec")], BotCommandScopeChat(telegram.group.id))
    await bot.set_my_commands(
        [BotCommand("jen_ana", "jen ona")], BotCommandScopeChatMember(telegram.group.id, ana.id), "cs"
    )
    assert [one.command for one in await bot.get_my_commands()] == ["game"]
    assert [one.command for one in await bot.get_my_commands(BotCommandScopeAllPrivateChats(), "cs")] == ["karty"]

    def offered(chat_id: int, person: str) -> list[str]:
        return [str(one["command"]) for one in commands_for(telegram.world, chat_id, telegram.phone(person).person.id)]

    assert offered(telegram.group.id, "Ana") == ["jen_ana"]
    assert offered(telegram.group.id, "Bob") == ["konec"]
    assert offered(telegram.phone("Bob").person.id, "Bob") == ["karty"]
    await bot.delete_my_commands(BotCommandScopeChat(telegram.group.id))
    assert offered(telegram.group.id, "Bob") == ["hra"]


async def test_texts_and_menu_button(bot: Bot) -> None:
    await bot.set_my_description("Hospodský stůl", "cs")
    await bot.set_my_description("A pub table")
    await bot.set_my_short_description("Karty a panáky")
    assert (await bot.get_my_description("cs")).description == "Hospodský stůl"
    assert (await bot.get_my_description("de")).description == "A pub table"
    assert (await bot.get_my_short_description()).short_description == "Karty a panáky"
    assert await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    assert isinstance(await bot.get_chat_menu_button(), MenuButtonCommands)


async def test_pins_as_an_administrator(telegram: Playground, bot: Bot) -> None:
    group = telegram.group
    first, second = [(await bot.send_message(group.id, text)).message_id for text in "12"]
    with pytest.raises(BadRequest, match="Not enough rights to manage pinned messages in the chat"):
        await bot.pin_chat_message(group.id, first)
    telegram.phone("Ana").seats(group, telegram.world.bot, Standing.ADMINISTRATOR)
    assert await bot.pin_chat_message(group.id, first)
    assert await bot.pin_chat_message(group.id, second)
    pinned = (await bot.get_chat(group.id)).pinned_message
    assert pinned is not None
    assert pinned.message_id == second
    notice = (await bot.get_updates())[-1].message
    assert notice is not None
    assert notice.pinned_message is not None, "the pin's service message is an update too"
    assert await bot.unpin_chat_message(group.id, second)
    assert telegram.group.pinned == (first,)
    assert await bot.unpin_all_chat_messages(group.id)
    assert not telegram.group.pinned


async def test_pins_freely_in_private(telegram: Playground, bot: Bot) -> None:
    ana = telegram.phone("Ana")
    ana.starts()
    sent = await bot.send_message(ana.person.id, "Karty")
    assert await bot.pin_chat_message(ana.person.id, sent.message_id, disable_notification=True)
    assert ana.private.pinned == (sent.message_id,)


async def test_pictures_and_files(telegram: Playground, bot: Bot) -> None:
    sent = await bot.send_photo(telegram.group.id, picture(), "<b>Tabule</b>", parse_mode="HTML", reply_markup=BUTTONS)
    assert (sent.caption_html, sent.photo[-1].width, sent.photo[-1].height) == ("<b>Tabule</b>", 40, 20)
    fetched = await (await sent.photo[-1].get_file()).download_as_bytearray()
    assert bytes(fetched) == picture()
    again = await bot.send_photo(telegram.group.id, sent.photo[-1].file_id)
    assert again.photo == sent.photo
    captioned = await bot.edit_message_caption(telegram.group.id, sent.message_id, caption="jinak")
    assert not isinstance(captioned, bool)
    assert captioned.caption == "jinak"
    replaced = await bot.edit_message_media(
        InputMediaPhoto(picture("blue"), "<i>modrá</i>", "HTML"), telegram.group.id, sent.message_id
    )
    assert not isinstance(replaced, bool)
    assert (replaced.caption_html, replaced.photo == sent.photo) == ("<i>modrá</i>", False)
    file = await bot.send_document(telegram.group.id, b"\r\nhra: 1\r\n--x\n", filename="večer.txt")
    assert file.document is not None
    assert (file.document.file_name, file.document.mime_type) == ("večer.txt", "text/plain")
    assert bytes(await (await file.document.get_file()).download_as_bytearray()) == b"\r\nhra: 1\r\n--x\n"


async def test_text_becomes_a_picture(telegram: Playground, bot: Bot) -> None:
    sent = await bot.send_message(telegram.group.id, "tabule")
    changed = await bot.edit_message_media(InputMediaPhoto(picture()), telegram.group.id, sent.message_id)
    assert not isinstance(changed, bool)
    assert (changed.text, changed.photo[-1].width) == (None, 40)


async def test_reaction(telegram: Playground, bot: Bot) -> None:
    said = telegram.phone("Ana").says("/hra", telegram.group)
    assert await bot.set_message_reaction(telegram.group.id, said.id, "🔥")
    assert telegram.phone("Bob").sees(telegram.group)[-1].reactions == {telegram.world.bot.id: "🔥"}
    assert await bot.set_message_reaction(telegram.group.id, said.id, [])
    assert telegram.phone("Bob").sees(telegram.group)[-1].reactions == {}


async def test_chat_action_and_leaving(telegram: Playground, bot: Bot) -> None:
    assert await bot.send_chat_action(telegram.group.id, "typing")
    assert await bot.leave_chat(telegram.group.id)
    with pytest.raises(Forbidden, match="Forbidden: bot is not a member of the group chat"):
        await bot.send_message(telegram.group.id, "x")


async def test_webhook_info(bot: Bot) -> None:
    assert (await bot.get_webhook_info()).url == ""
    await bot.set_webhook("http://127.0.0.1:9/x", max_connections=7, allowed_updates=["message"], secret_token="abc")
    info = await bot.get_webhook_info()
    assert (info.url, info.max_connections, info.allowed_updates) == ("http://127.0.0.1:9/x", 7, ("message",))
    await bot.delete_webhook(drop_pending_updates=True)
    assert (await bot.get_webhook_info()).pending_update_count == 0


async def test_get_updates_confirms_by_offset(telegram: Playground, bot: Bot) -> None:
    await bot.get_updates(offset=-1)
    ana = telegram.phone("Ana")
    for text in ("/a", "/b", "/c"):
        ana.says(text, telegram.group)
    texts = [update.message and update.message.text for update in await bot.get_updates()]
    assert texts[-3:] == ["/a", "/b", "/c"]
    last = (await bot.get_updates(offset=-1))[0].update_id
    assert [update.update_id for update in await bot.get_updates(offset=last, limit=1)] == [last]
    assert await bot.get_updates(offset=last + 1) == ()


async def test_kinds_of_errors(telegram: Playground, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    ana, group = telegram.phone("Ana"), telegram.group
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(ana.person.id, "x")
    telegram.api.flood.limits = Limits(group_per_minute=1)
    await bot.send_message(group.id, "x")
    with pytest.raises(RetryAfter) as flood:
        await bot.send_message(group.id, "y")
    assert flood.value.retry_after == timedelta(seconds=60)
    telegram.api.flood.limits = None
    supergroup = ana.migrates(group)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(group.id, "x")
    assert migrated.value.new_chat_id == supergroup.id
    await bot.set_webhook("http://127.0.0.1:9/x")
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()


async def test_wrong_token(telegram: Playground) -> None:
    stranger = Bot("1:abc", f"{telegram.url}/bot", request=patient())
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


async def test_trouble_on_demand(telegram: Playground, bot: Bot) -> None:
    group, faults = telegram.group, telegram.api.faults
    faults.fail(ApiError(502, "Bad Gateway"), method="sendMessage", chat_id=group.id)
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.send_message(group.id, "odmítnutá")
    faults.lose_answers("sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "ztracená odpověď")
    faults.latency["sendMessage"] = 0.05
    before = telegram.world.clock()
    await bot.send_message(group.id, "pomalá")
    assert telegram.world.clock() - before >= 0.05
    texts = [message.text for message in telegram.phone("Ana").sees(group) if not message.service]
    assert texts == ["ztracená odpověď", "pomalá"]


async def test_every_call_is_noted(telegram: Playground, bot: Bot) -> None:
    group = telegram.group
    sent = await bot.send_message(group.id, "x")
    await bot.edit_message_text("y", group.id, sent.message_id)
    with pytest.raises(BadRequest):
        await bot.edit_message_text("y", group.id, sent.message_id)
    await bot.send_chat_action(group.id, "typing")
    notes = telegram.api.calls_of("sendMessage", "editMessageText", chat_id=group.id)
    assert [(note.method, note.error) for note in notes] == [
        ("sendMessage", 0),
        ("editMessageText", 0),
        ("editMessageText", 400),
    ]
    assert telegram.api.busiest_minute(group.id) == 2
