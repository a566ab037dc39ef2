"""The playground refuses what Telegram refuses, in the official server's exact words, and sets the same limits."""

from collections.abc import AsyncIterator

import pytest
from pydantic import JsonValue
from telegram import ChatMember, ChatMemberRestricted

from tests.tgbot.telegram_fake import RawBot, raw_bot
from tgbot.playground.calls import ApiError
from tgbot.playground.limits import Limits
from tgbot.playground.phone import CannotDo
from tgbot.playground.records import Standing
from tgbot.playground.run import Playground

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@pytest.fixture
async def telegram() -> AsyncIterator[Playground]:
    async with Playground(limits=None) as playground:
        yield playground


@pytest.fixture
async def bot(telegram: Playground) -> AsyncIterator[RawBot]:
    async with raw_bot(telegram) as bot:
        yield bot


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 1_796_000_000.0

    def __call__(self) -> float:
        return self.now


async def sent_id(bot: RawBot, chat_id: int, **params: JsonValue) -> int:
    message = await bot.call("sendMessage", chat_id=chat_id, **{"text": "x", **params})
    assert isinstance(message, dict)
    number = message["message_id"]
    assert isinstance(number, int)
    return number


def keyboard(*rows: list[JsonValue]) -> JsonValue:
    return {"inline_keyboard": list(rows)}


def button(text: str = "♥ 7", **more: JsonValue) -> JsonValue:
    return {"text": text, **({"callback_data": "1"} | more)}


@pytest.mark.parametrize(
    "text, description",
    [
        ("", "message text is empty"),
        (" \n ", "text must be non-empty"),
        ("x" * 4097, "message is too long"),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
        ("žž <x>", 'can\'t parse entities: Unsupported start tag "x" at byte offset 5'),
        ("<b>x</i>", 'can\'t parse entities: Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("x</b>", "can't parse entities: Unexpected end tag at byte offset 1"),
        ("a <b", "can't parse entities: Unclosed start tag at byte offset 2"),
    ],
)
async def test_texts_that_are_refused(telegram: Playground, bot: RawBot, text: str, description: str) -> None:
    params: dict[str, JsonValue] = {"chat_id": telegram.group.id, "text": text, "parse_mode": "HTML"}
    assert await bot.refusal("sendMessage", **params) == f"Bad Request: {description}"


async def test_length_counts_after_parsing_and_by_code_points(telegram: Playground, bot: RawBot) -> None:
    await sent_id(bot, telegram.group.id, text="<b>" + "🃏" * 4096 + "</b>", parse_mode="HTML")


async def test_caption_is_at_most_1024(telegram: Playground, bot: RawBot) -> None:
    files = {"document": ("x.txt", b"x")}
    for length, ok in ((1024, True), (1025, False)):
        form = {"chat_id": str(telegram.group.id), "caption": "x" * length}
        answer = (await bot.client.post("sendDocument", data=form, files=files)).json()
        assert answer["ok"] is ok
        assert ok or answer["description"] == "Bad Request: message caption is too long"


@pytest.mark.parametrize(
    "markup, description",
    [
        (keyboard([button(callback_data="ř" * 33)]), "BUTTON_DATA_INVALID"),
        (keyboard([button()] * 9), "reply markup is too long"),
        (keyboard(*[[button()] * 8] * 12, [button()] * 5), "reply markup is too long"),
        (
            keyboard([button(callback_data="")]),
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (keyboard([button(style="purple")]), "can't parse inline keyboard button: invalid button style specified"),
        (keyboard([{"callback_data": "1"}]), "can't parse inline keyboard button: Can't find field \"text\""),
        (
            {"inline_keyboard": {}},
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
        (
            keyboard([button(url="javascript:alert(1)")]),
            "inline keyboard button URL 'javascript:alert(1)' is invalid: Unsupported URL protocol",
        ),
        (keyboard([button(url="a b")]), "inline keyboard button URL 'a b' is invalid: Wrong HTTP URL"),
        ("{", "can't parse reply keyboard markup JSON object"),
        ("[]", "object expected as reply markup"),
    ],
)
async def test_keyboards_that_are_refused(
    telegram: Playground, bot: RawBot, markup: JsonValue, description: str
) -> None:
    refusal = await bot.refusal("sendMessage", chat_id=telegram.group.id, text="x", reply_markup=markup)
    assert refusal == f"Bad Request: {description}"


async def test_keyboards_at_the_limits(telegram: Playground, bot: RawBot) -> None:
    full = keyboard(*[[button(callback_data="ř" * 32)] * 8] * 12, [button()] * 4)
    await sent_id(bot, telegram.group.id, reply_markup=full)
    assert len(telegram.phone("Ana").last(telegram.group).buttons) == 100


async def test_edits_that_are_refused(telegram: Playground, bot: RawBot) -> None:
    group, markup = telegram.group.id, keyboard([button()])
    theirs = telegram.phone("Ana").says("/hra", telegram.group)
    own = await sent_id(bot, group, text="<b>x</b>", parse_mode="HTML", reply_markup=markup)
    reply_keyboard = await sent_id(bot, group, reply_markup={"force_reply": True})
    edits: list[tuple[dict[str, JsonValue], str]] = [
        ({"message_id": 999_999, "text": "y"}, "message to edit not found"),
        ({"message_id": theirs.id, "text": "y"}, "message can't be edited"),
        ({"message_id": reply_keyboard, "text": "y"}, "message can't be edited"),
        ({"text": "y"}, "message identifier is not specified"),
        ({"message_id": own, "text": ""}, "message text is empty"),
        ({"message_id": own, "text": "x" * 4097}, "message is too long"),
    ]
    for params, description in edits:
        assert await bot.refusal("editMessageText", chat_id=group, **params) == f"Bad Request: {description}"
    same: dict[str, JsonValue] = {"text": "<b>x </b>", "parse_mode": "HTML", "reply_markup": markup}
    assert await bot.refusal("editMessageText", chat_id=group, message_id=own, **same) == NOT_MODIFIED
    unchanged = await bot.refusal("editMessageReplyMarkup", chat_id=group, message_id=own, reply_markup=markup)
    assert unchanged == NOT_MODIFIED
    caption = await bot.refusal("editMessageCaption", chat_id=group, message_id=own, caption="y")
    assert caption == "Bad Request: there is no caption in the message to edit"


async def test_deletions_that_are_refused() -> None:
    clock = Clock()
    async with Playground(clock=clock, limits=None) as telegram, raw_bot(telegram) as bot:
        group = telegram.group.id
        theirs = telegram.phone("Ana").says("ahoj", telegram.group)
        missing = await bot.refusal("deleteMessage", chat_id=group, message_id=999_999)
        assert missing == "Bad Request: message to delete not found"
        foreign = await bot.refusal("deleteMessage", chat_id=group, message_id=theirs.id)
        assert foreign == "Bad Request: message can't be deleted"
        telegram.phone("Ana").seats(telegram.group, telegram.world.bot, Standing.ADMINISTRATOR)
        assert await bot.call("deleteMessage", chat_id=group, message_id=theirs.id)
        old = await sent_id(bot, group)
        clock.now += 48 * 3600 + 1
        late = await bot.refusal("deleteMessage", chat_id=group, message_id=old)
        assert late == "Bad Request: message can't be deleted for everyone"
        edited = await bot.call("editMessageText", chat_id=group, message_id=old, text="i tak jde upravit")
        assert isinstance(edited, dict)


async def test_chats_that_cannot_be_reached(telegram: Playground, bot: RawBot) -> None:
    ana, group = telegram.phone("Ana"), telegram.group

    async def why(chat_id: JsonValue) -> str:
        return await bot.refusal("sendMessage", chat_id=chat_id, text="x")

    assert await why("") == "Bad Request: chat_id is empty"
    assert await why(-1) == "Bad Request: chat not found"
    assert await why(5) == "Bad Request: chat not found"
    assert await why(ana.person.id) == "Forbidden: bot can't initiate conversation with a user"
    ana.starts()
    ana.blocks()
    assert await why(ana.person.id) == "Forbidden: bot was blocked by the user"
    ana.unblocks()
    await sent_id(bot, ana.person.id)
    ana.kicks_bot(group)
    assert await why(group.id) == "Forbidden: bot was kicked from the group chat"
    ana.adds_bot(group)
    await bot.call("leaveChat", chat_id=group.id)
    assert await why(group.id) == "Forbidden: bot is not a member of the group chat"
    ana.adds_bot(group)
    supergroup = ana.migrates(group)
    response = (await bot.client.post("sendMessage", json={"chat_id": group.id, "text": "x"})).json()
    assert response == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": supergroup.id},
    }
    ana.kicks_bot(supergroup)
    assert await why(supergroup.id) == "Forbidden: bot was kicked from the supergroup chat"


async def test_answers_to_taps_that_are_refused() -> None:
    clock = Clock()
    async with Playground(clock=clock) as telegram, raw_bot(telegram) as bot:
        await sent_id(bot, telegram.group.id, reply_markup=keyboard([button("Karta")]))
        tap = telegram.phone("Ana").taps("Karta", telegram.group)
        too_old = "Bad Request: query is too old and response timeout expired or query ID is invalid"
        number = getattr(tap, "id", 0)
        long = await bot.refusal("answerCallbackQuery", callback_query_id=str(number), text="x" * 201)
        assert long == "Bad Request: MESSAGE_TOO_LONG"
        foreign = await bot.refusal("answerCallbackQuery", callback_query_id=str(number), url="https://example.com")
        assert foreign == "Bad Request: URL_INVALID"
        assert await bot.refusal("answerCallbackQuery", callback_query_id="5") == too_old
        clock.now += 16
        assert await bot.refusal("answerCallbackQuery", callback_query_id=str(number), text="x") == too_old


async def test_replies_pictures_and_members_that_are_refused(telegram: Playground, bot: RawBot) -> None:
    group = telegram.group.id
    refused: list[tuple[str, dict[str, JsonValue], str]] = [
        ("sendMessage", {"text": "x", "reply_parameters": {"message_id": 9999}}, "message to be replied not found"),
        ("sendMessage", {"text": "x", "parse_mode": "rtf"}, "unsupported parse_mode"),
        ("sendPhoto", {}, "there is no photo in the request"),
        ("sendPhoto", {"photo": "abc"}, "wrong file identifier/HTTP URL specified"),
        ("getFile", {"file_id": "abc"}, "invalid file_id"),
        ("pinChatMessage", {"message_id": 1}, "not enough rights to manage pinned messages in the chat"),
        ("getChatMember", {"user_id": 0}, "invalid user_id specified"),
        ("setMyCommands", {"commands": [{"command": "Hra!", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ("setMyCommands", {"commands": [{"command": "hra", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ("deleteMessages", {"message_ids": list(range(1, 102))}, "too many message identifiers specified"),
    ]
    for method, params, description in refused:
        assert await bot.refusal(method, chat_id=group, **params) == f"Bad Request: {description}", method


async def test_who_is_muted_may_not_write(telegram: Playground, bot: RawBot) -> None:
    ana, me = telegram.phone("Ana"), telegram.world.bot
    with pytest.raises(CannotDo, match="jen v superskupině"):
        ana.seats(telegram.group, me, Standing.RESTRICTED)
    group = ana.migrates(telegram.group)
    number = await sent_id(bot, group.id)
    ana.seats(group, me, Standing.RESTRICTED)
    for method, what in (("sendMessage", "text messages"), ("sendPhoto", "photos"), ("sendDocument", "documents")):
        refusal = f"Bad Request: not enough rights to send {what} to the chat"
        assert await bot.refusal(method, chat_id=group.id, text="x", photo="x", document="x") == refusal
    await bot.call("editMessageText", chat_id=group.id, message_id=number, text="y")
    told = list(telegram.world.updates.values())[-1].as_json()["my_chat_member"]
    assert isinstance(told, dict)
    assert isinstance(member := told["new_chat_member"], dict)
    assert (member["status"], member["can_send_messages"]) == ("restricted", False)
    assert isinstance(ChatMember.de_json(member), ChatMemberRestricted)
    ana.seats(group, me, Standing.MEMBER)
    await sent_id(bot, group.id)


async def test_missing_reply_can_be_allowed(telegram: Playground, bot: RawBot) -> None:
    reply: JsonValue = {"message_id": 9999, "allow_sending_without_reply": True}
    await sent_id(bot, telegram.group.id, reply_parameters=reply)


async def test_not_a_picture(telegram: Playground, bot: RawBot) -> None:
    form = {"chat_id": str(telegram.group.id)}
    answer = (await bot.client.post("sendPhoto", data=form, files={"photo": ("x.png", b"no picture")})).json()
    assert answer["description"] == "Bad Request: IMAGE_PROCESS_FAILED"


async def test_methods_and_tokens_that_do_not_exist(telegram: Playground, bot: RawBot) -> None:
    assert await bot.refusal("sendRichMessage") == "Not Found: method not found"
    stranger = await bot.client.get(f"{telegram.url}/bot1:abc/getMe")
    assert (stranger.status_code, stranger.json()["description"]) == (401, "Unauthorized")
    nonsense = await bot.client.get(f"{telegram.url}/botabc/getMe")
    assert nonsense.json()["description"] == "Unauthorized: invalid token specified"


async def test_webhooks_as_the_official_cloud_takes_them() -> None:
    clock = Clock()
    async with Playground(local=False, clock=clock) as telegram, raw_bot(telegram) as bot:
        refused: list[tuple[dict[str, JsonValue], str]] = [
            ({"url": "http://example.com/x"}, "bad webhook: An HTTPS URL must be provided for webhook"),
            (
                {"url": "https://example.com:8444/x"},
                "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
            ),
            ({"url": "https://127.0.0.1/x"}, "bad webhook: IP address 127.0.0.1 is reserved"),
            ({"url": "https://example.com/x", "secret_token": "a b"}, "secret token contains unallowed characters"),
            ({"url": "https://example.com/x", "secret_token": "a" * 257}, "secret token is too long"),
        ]
        for params, description in refused:
            assert await bot.refusal("setWebhook", **params) == f"Bad Request: {description}"
            clock.now += 1


async def test_words_about_setting_a_webhook(telegram: Playground, bot: RawBot) -> None:
    async def words(method: str, **params: JsonValue) -> str:
        return str((await bot.client.post(method, json=params)).json()["description"])

    assert await words("deleteWebhook") == "Webhook is already deleted"
    assert await words("setWebhook", url="http://127.0.0.1:9/x") == "Webhook was set"
    assert await words("setWebhook", url="http://127.0.0.1:9/x") == "Webhook is already set"
    assert await words("setWebhook", url="http://127.0.0.1:9/x", secret_token="a") == "Webhook was set"
    assert await words("deleteWebhook") == "Webhook was deleted"
    assert await words("setWebhook", url="") == "Webhook is already deleted"


async def test_webhook_is_set_at_most_once_a_second() -> None:
    async with Playground(clock=Clock()) as telegram, raw_bot(telegram) as bot:
        await bot.call("setWebhook", url="http://127.0.0.1:9/x")
        refusal = await bot.refusal("setWebhook", url="http://127.0.0.1:9/x")
        assert refusal == "Too Many Requests: retry after 1"


async def test_20_messages_and_edits_a_minute_in_a_group() -> None:
    clock = Clock()
    async with Playground(clock=clock) as telegram, raw_bot(telegram) as bot:
        group = telegram.group.id
        first = await sent_id(bot, group)
        for number in range(19):
            clock.now += 1
            await bot.call("editMessageText", chat_id=group, message_id=first, text=str(number))
        clock.now += 1
        response = await bot.client.post("sendMessage", json={"chat_id": group, "text": "x"})
        assert (response.status_code, response.headers["Retry-After"]) == (429, "40")
        assert response.json() == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 40",
            "parameters": {"retry_after": 40},
        }
        assert await bot.call("deleteMessage", chat_id=group, message_id=first), "deletions are free"
        clock.now += 40
        await sent_id(bot, group)
        assert telegram.api.busiest_minute(group) == 20


async def test_bursts_in_a_private_chat_then_one_a_second() -> None:
    clock = Clock()
    async with Playground(clock=clock, limits=Limits(chat_burst=3)) as telegram, raw_bot(telegram) as bot:
        ana = telegram.phone("Ana")
        ana.starts()
        for _ in range(3):
            await sent_id(bot, ana.person.id)
        again = await bot.refusal("sendMessage", chat_id=ana.person.id, text="x")
        assert again == "Too Many Requests: retry after 1"
        clock.now += 1
        await sent_id(bot, ana.person.id)


async def test_30_a_second_over_all_chats() -> None:
    async with Playground(clock=Clock(), people=31) as telegram, raw_bot(telegram) as bot:
        for person in telegram.world.people():
            telegram.phone(person.first_name).starts()
        *others, last = telegram.world.people()
        for person in others:
            await sent_id(bot, person.id)
        refusal = await bot.refusal("sendMessage", chat_id=last.id, text="x")
        assert refusal == "Too Many Requests: retry after 1"


async def test_scripted_storm_in_one_chat(telegram: Playground, bot: RawBot) -> None:
    group = telegram.group.id
    storm = ApiError(429, "Too Many Requests: retry after 31", retry_after=31)
    telegram.api.faults.fail(storm, chat_id=group, times=2)
    for _ in range(2):
        assert await bot.refusal("sendMessage", chat_id=group, text="x") == "Too Many Requests: retry after 31"
    await sent_id(bot, group)


@pytest.mark.parametrize("how", ["json", "form", "query", "multipart"])
async def test_parameters_in_any_form(telegram: Playground, bot: RawBot, how: str) -> None:
    plain = {"chat_id": str(telegram.group.id), "text": "žluťoučký 🍺", "reply_markup": '{"inline_keyboard":[[]]}'}
    match how:
        case "json":
            response = await bot.client.post("sendmessage", json=plain)
        case "form":
            response = await bot.client.post("sendMessage", data=plain)
        case "query":
            response = await bot.client.get("sendMessage", params=plain)
        case _:
            parts = {name: (None, value.encode()) for name, value in plain.items()}
            response = await bot.client.post("SENDMESSAGE", files=parts)
    assert response.json()["result"]["text"] == "žluťoučký 🍺"
