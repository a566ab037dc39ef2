"""The webhook: who may knock, what comes in, what is answered, and what happens when something is in the way."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

import aiohttp
import pytest
from starlette.types import Message, Scope

from core.night import Night
from tests.pub import Pub
from tests.tgbot.updates import (
    ANONYMOUS_ADMIN,
    CHANNEL_POST,
    GROUP,
    Boundless,
    Doorman,
    Json,
    buttons_of,
    group,
    private,
    said,
    tapped,
    update,
    user,
)
from tgbot import web
from tgbot.playground.listening import LocalServer, listen
from tgbot.playground.phone import Phone
from tgbot.store import Commit, Committed, Conflict, Connection, Limiter, Loaded, Repeated, Store, Unavailable
from tgbot.views import texts
from tgbot.views.names import names as names_of
from tgbot.words import speak

SECRET = "knock-knock"
ANA, BOB, CYRIL = user(1, "Ana"), user(2, "Bob", "en"), user(3, "Cyril")
KNOCK = {web.SECRET_HEADER: SECRET}


@dataclass
class Answer:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def reply(self) -> dict[str, Any]:
        """The method that the answer calls, {} without one."""
        reply: dict[str, Any] = json.loads(self.body) if self.body else {}
        return reply


class Wire:
    """The webhook as Telegram sees it."""

    def __init__(self, bar: Doorman, url: str, session: aiohttp.ClientSession) -> None:
        self.bar = bar
        self.url = url
        self._session = session

    async def posts(self, body: object, headers: dict[str, str] | None = None) -> Answer:
        """POST a body, or JSON when it is none, with the right secret unless other headers are given."""
        data = body if isinstance(body, bytes) or not isinstance(body, dict) else json.dumps(body).encode()
        return await self.asks("POST", data=data, headers=KNOCK if headers is None else headers)

    async def asks(self, method: str, path: str = web.PATH, **request: Any) -> Answer:
        async with self._session.request(method, self.url + path, **request) as response:
            return Answer(response.status, await response.read(), dict(response.headers))


async def well() -> str:
    return ""


class Moody(Store):
    """A store that is away, or answers too late, or fails, when it is told to."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.on_load: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.loses_every_race = False

    async def load(self, night_id: str, update: str | None = None) -> Loaded | None:
        self.on_load()
        return await super().load(night_id, update)

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if self.loses_every_race:
            return Conflict()
        done = await super().commit(change)
        self.after_commit()
        return done


@pytest.fixture
async def moody(connection: Connection) -> Moody:
    return Moody(connection)


@pytest.fixture
async def wire(moody: Moody) -> AsyncIterator[Wire]:
    """The webhook of a bot with this store, served over loopback."""
    bar = Doorman(moody)
    server, listening = LocalServer(), listen(0)
    await server.start(web.app(bar.ears, SECRET, well), listening)
    async with aiohttp.ClientSession() as session:
        yield Wire(bar, f"http://127.0.0.1:{listening.getsockname()[1]}", session)
    await server.stop()


async def round_of(bar: Doorman) -> tuple[Night, Json, str]:
    """The night, who is on turn, and the data of a button of theirs that draws a card."""
    night = await bar.night()
    round_ = night.tables[0].round
    assert round_ is not None
    person = round_.players[round_.state.turn]
    data = next(b.data for b in buttons_of(night, person) if b.data and b.data.endswith(":draw"))
    return night, next(one for one in (ANA, BOB, CYRIL) if one["id"] == person), data


# Who may knock


@pytest.mark.parametrize(
    "header", [None, "", "knock", "knock-knock-knock", "KNOCK-KNOCK", " knock-knock\t-", "\xfe\xff", "knock-knocк"]
)
async def test_without_the_secret_nothing_is_read(store: Store, header: str | None) -> None:
    async def receive() -> Message:
        raise AssertionError("the body was read")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if header is None else [(web.SECRET_HEADER.lower().encode(), header.encode())]
    scope: Scope = {"type": "http", "method": "POST", "path": web.PATH, "headers": headers, "query_string": b""}
    await web.app(Doorman(store).ears, SECRET, well)(scope, receive, send)
    assert sent[0]["status"] == 403


async def test_the_secret_in_the_address_is_none(wire: Wire) -> None:
    assert (await wire.asks("POST", f"{web.PATH}?secret_token={SECRET}", data=b"{}")).status == 403


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD"])
async def test_only_post_is_an_update(wire: Wire, method: str) -> None:
    assert (await wire.asks(method, headers=KNOCK)).status == 405


async def test_other_addresses_lead_nowhere(wire: Wire) -> None:
    for path in ("/", "/telegram/", "/telegram/x", f"/{SECRET}", "/..%2f"):
        assert (await wire.asks("POST", path, headers=KNOCK, data=b"{}", allow_redirects=False)).status in (404, 307)


# What comes in


DEEP = b'{"update_id":1,"message":' + b'{"reply_to_message":' * 40_000 + b"{}" + b"}" * 40_001
LESS_DEEP = b'{"update_id":1,"message":' + b'{"reply_to_message":' * 150 + b"{}" + b"}" * 151


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"null",
        b"[]",
        b'"update"',
        b"7",
        b"{}",
        b'{"update_id": "7h 8h"}',
        b'{"update_id": 1, "message": []}',
        b'{"update_id": 1, "message": {"text": "/hra"}}',
        b'{"update_id": 1, "callback_query": {"id": 5, "data": {}}}',
        b'{"update_id": 1, "my_chat_member": {"chat": 5}}',
        b'{"update_id": 1, "message": {"message_id": 1, "date": "now", "chat": {"id": 1, "type": "private"}}}',
        b'{"update_id": 1, "callback_query": {"data": "\\ud800"}}',
        b'{"update_id": 1' + b" " * 200_000 + b"}",
        b'{"update_id": ' + b"9" * 10_000 + b"}",
        DEEP[:200_000],
        LESS_DEEP,
    ],
    ids=lambda body: body[:40].decode("latin-1"),
)
async def test_a_body_that_is_no_update_is_taken_and_dropped(
    wire: Wire, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Telegram would only send it again and again."""
    caplog.set_level(logging.DEBUG)
    answer = await wire.posts(body)
    assert (answer.status, answer.body) == (200, b"")
    assert "7h" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_body_larger_than_any_update_is_refused(wire: Wire) -> None:
    large = b'{"update_id": 1, "x": "' + b"x" * 3_000_000 + b'"}'
    for body in (large, DEEP):
        assert (await wire.posts(io.BytesIO(body))).status == 413


async def test_of_a_large_body_in_chunks_only_the_beginning_is_read(store: Store) -> None:
    chunks = 0

    async def receive() -> Message:
        nonlocal chunks
        chunks += 1
        return {"type": "http.request", "body": b"x" * 65_536, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(web.SECRET_HEADER.lower().encode(), SECRET.encode()), (b"transfer-encoding", b"chunked")]
    scope: Scope = {"type": "http", "method": "POST", "path": web.PATH, "headers": headers, "query_string": b""}
    await web.app(Doorman(store).ears, SECRET, well)(scope, receive, send)
    assert sent[0]["status"] == 413
    assert chunks == 5


async def test_an_update_in_chunks_is_one(wire: Wire) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for byte in json.dumps(said(ANA, private(ANA), "/pomoc")).encode():
            yield bytes([byte])

    assert (await wire.posts(chunks())).reply["chat_id"] == ANA["id"]


# Twice and thrice


async def test_a_tap_delivered_three_times_is_done_once_and_answered_the_same(wire: Wire) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)
    answers = [await wire.posts(raw) for _ in range(3)]
    assert [answer.status for answer in answers] == [200] * 3
    assert len({answer.body for answer in answers}) == 1
    assert answers[0].reply["callback_query_id"] == raw["callback_query"]["id"]
    assert answers[0].reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_a_tap_delivered_three_times_at_once_is_done_once(wire: Wire) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)
    answers = await asyncio.gather(*(wire.posts(raw) for _ in range(3)))
    assert len({answer.body for answer in answers}) == 1
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_an_opening_delivered_three_times_opens_one_night(wire: Wire) -> None:
    raw = said(ANA, group(), "/hra")
    assert [(await wire.posts(raw)).body for _ in range(3)] == [b"", b"", b""]
    night = await wire.bar.night()
    assert (night.posted, night.tables[0].seats) == (0, (1,))


# When Redis is away


async def test_without_redis_an_update_comes_again_later_and_is_done_once(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)

    def away() -> None:
        raise Unavailable("gone for a beer")

    moody.on_load = away
    for _ in range(2):
        answer = await wire.posts(raw)
        assert answer.status == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert b"beer" not in answer.body
    moody.on_load = lambda: None
    assert (await wire.posts(raw)).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_a_commit_whose_reply_was_lost_is_not_done_again(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)
    raw = tapped(person, group(), data)

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the reply was lost")

    moody.after_commit = lost
    assert (await wire.posts(raw)).status == 503
    assert (await wire.posts(raw)).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


async def test_a_night_opened_by_a_process_that_died_then_is_its_openers_too(wire: Wire, moody: Moody) -> None:
    """Whatever was cut off after the commit is made up for when the update comes again."""
    raw = said(ANA, group(), "/hra")

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the process died")

    moody.after_commit = lost
    assert (await wire.posts(raw)).status == 503
    assert (await wire.posts(raw)).status == 200
    await wire.bar.whispers(ANA, "/start")
    assert await wire.bar.whispers(ANA, "/karty") == ""
    assert (await wire.bar.night()).person(1) is not None


async def test_a_night_whose_end_was_cut_off_lets_its_group_go(wire: Wire, moody: Moody) -> None:
    """Ending and releasing the chat are two steps; between them the process may die."""
    bar = wire.bar
    await bar.deals(ANA, BOB)
    ended = (await bar.night()).id
    await bar.says(ANA, "/konec")
    yes = tapped(ANA, group(), f"{ended}:end:yes")

    def lost() -> None:
        moody.after_commit = lambda: None
        raise Unavailable("the process died")

    moody.after_commit = lost
    assert (await wire.posts(yes)).status == 503
    assert (await wire.posts(yes)).status == 200
    assert await bar.says(BOB, "/hra") == ""
    night = await bar.night()
    assert night.id != ended
    assert not night.ended_at
    assert [person.id for person in night.people] == [2]


async def test_a_redis_that_nobody_can_reach_is_no_fault_of_the_update(caplog: pytest.LogCaptureFixture) -> None:
    async with Connection("redis://127.0.0.1:1/0") as nowhere:
        bar = Doorman(Store(nowhere))
        for raw in (said(ANA, group(), "/hra"), said(ANA, private(ANA), "/start"), tapped(ANA, group(), "a:join:1")):
            with pytest.raises(Unavailable):
                await bar.hears(raw)
    assert not caplog.records


async def test_a_race_lost_again_and_again_is_given_back(wire: Wire, moody: Moody) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    _, person, data = await round_of(wire.bar)
    moody.loses_every_race = True
    assert (await wire.posts(tapped(person, group(), data))).status == 503


# When something breaks


async def test_a_fault_is_said_in_the_persons_language_and_the_next_update_is_heard(
    wire: Wire, moody: Moody, caplog: pytest.LogCaptureFixture
) -> None:
    await wire.bar.deals(ANA, BOB, CYRIL)
    night, person, data = await round_of(wire.bar)

    def breaks() -> None:
        raise RuntimeError("7h 8l Kb")

    moody.on_load = breaks
    czech = (await wire.posts(tapped(ANA, group(), data))).reply
    english = (await wire.posts(tapped(BOB, group(), data))).reply
    assert czech["text"] == texts.sorry(speak("cs"))
    assert english["text"] == texts.sorry(speak("en"))
    said_in_group = (await wire.posts(said(BOB, group(), "/karty"))).reply
    assert (said_in_group["chat_id"], said_in_group["text"]) == (GROUP, english["text"])
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 3
    moody.on_load = lambda: None
    assert (await wire.posts(tapped(person, group(), data))).reply["text"]
    assert len(await wire.bar.store.log(night.id)) == 2


# What is no business of the bot's


@pytest.mark.parametrize(
    "raw",
    [
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra", "channel_post"),
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra", "edited_channel_post"),
        said(ANA, {"id": -1009, "title": "Zprávy", "type": "channel"}, "/hra"),
        said(ANA, group(), "/hra", "edited_message", edit_date=1_800_000_001),
        said(user(5, "Jiný bot", is_bot=True), group(), "/hra"),
        said(ANA, group(), None, caption="/hra", photo=[]),
        said(ANA, group(), None, sticker={}),
        said(ANA, group(), None, new_chat_title="Jinak"),
        said(ANA, group(), "ahoj /hra"),
        said(ANA, group(), "/hra@JinyBot"),
        said(ANA, group(), "/hra@JinyBot@StamgastBot"),
        said(ANA, group(), "/hraj"),
        said(ANA, group(), "/"),
        said(ANA, group(), "/ hra"),
        said(CHANNEL_POST, group(), "/hra", sender_chat=group(-1009, "Zprávy", "channel"), is_automatic_forward=True),
        update("inline_query", {"id": "1", "from": ANA, "query": "hra", "offset": ""}),
        update("poll", {"id": "1"}),
        update("something_new", {"id": "1"}),
    ],
    ids=lambda raw: f"{list(raw)[1]} {(list(raw.values())[1]).get('text')}",
)
async def test_what_is_no_business_of_the_bots_is_passed_over(wire: Wire, raw: Json) -> None:
    answer = await wire.posts(raw)
    assert (answer.status, answer.body) == (200, b"")
    assert await wire.bar.store.night_of_chat(GROUP, None) is None


@pytest.mark.parametrize("text", ["/hra", "/HRA", "/hra@StamgastBot", "/hra@stamgastbot", "/game", "/hra rychle\nteď"])
async def test_a_command_is_heard_in_all_its_spellings(wire: Wire, text: str) -> None:
    assert (await wire.posts(said(ANA, group(), text))).body == b""
    assert (await wire.bar.night()).tables[0].seats == (1,)


@pytest.mark.parametrize(
    "sender_chat", [group(), group(-1009, "Můj kanál", "channel")], ids=["anonymous admin", "as a channel"]
)
async def test_who_has_no_name_is_told_that_they_cannot_sit_down(wire: Wire, sender_chat: Json) -> None:
    reply = (await wire.posts(said(ANONYMOUS_ADMIN, group(), "/hra", sender_chat=sender_chat))).reply
    assert (reply["method"], reply["chat_id"]) == ("sendMessage", GROUP)
    assert reply["text"] == texts.nameless(speak("cs"))
    assert (await wire.posts(said(ANONYMOUS_ADMIN, group(), "ahoj", sender_chat=sender_chat))).body == b""
    assert await wire.bar.store.night_of_chat(GROUP, None) is None


async def test_a_private_chat_answers_whatever_is_said_there(wire: Wire) -> None:
    for text in ("ahoj", "/neznam", "/", "/hra", "/start", "/start " + "ů" * 3000, "/start hand-", "/start rules-x"):
        reply = (await wire.posts(said(ANA, private(ANA), text))).reply
        assert reply["chat_id"] == ANA["id"], text
        assert reply["text"], text


# Names


NAMES = [
    "<b>Ana</b> & <a href='tg://user?id=1'>x",
    "&lt;i&gt; &amp;",
    "\u05e9\u202e\u05dc\u05d5\u05dd\u200f \u0645\u0631\u062d\u0628\u0627",
    "Z\u0335\u0321a\u0334\u0322l\u0336g\u0335o" + "\u0301" * 60,
    "n" * 200,
    "🍺" * 60,
    "\u3164",
    "\u2068\u2069\u200b",
    "{name} %s {0}",
    "`*_[x](y)",
    "Ana",
    "Ana",
    "ana",
]


@pytest.mark.parametrize("names", [NAMES[:4], NAMES[4:8], NAMES[8:10], NAMES[10:]])
async def test_any_name_can_be_shown_and_all_are_told_apart(
    pub: Pub, names: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever comes by whatever name: Telegram takes every message, and nobody's name changes another's."""
    world = pub.telegram.world
    first = pub.guest("Ana")
    world.keep(replace(pub.group, title=names[0][:128]))
    await first.says("/hra")
    for name in names:
        phone = Phone(world, world.add_person(name))
        phone.joins(pub.group)
        phone.starts()
        await pub.settled()
        phone.taps("➕ Přidat se", pub.group)
        await pub.settled()
    await first.says("/tabule")
    await first.taps("▶️ Rozdat", in_group=True)
    night = await pub.night()
    assert night.tables[0].round is not None
    assert {call.description for call in pub.telegram.api.calls if call.error == 400} <= {""}
    board = next(text for text in pub.said if text.startswith("📋"))
    shown = [unescape(name) for name in names_of(night.people).values()]
    assert len(shown) == len({name.casefold() for name in shown}) == len(names) + 1
    assert all(len(name) < 30 and name in board for name in shown)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_who_changes_their_name_is_called_by_the_new_one(wire: Wire) -> None:
    bar = wire.bar
    await bar.deals(ANA, BOB)
    await bar.taps(user(1, "Anička"), "join:1")
    person = (await bar.night()).person(1)
    assert person is not None
    assert person.name == "Anička"


async def test_somebody_without_a_first_name_can_play(wire: Wire) -> None:
    nobody = {**user(8), "first_name": ""}
    assert (await wire.posts(said(nobody, group(), "/hra"))).status == 200
    await wire.bar.taps(BOB, "join:1")
    await wire.bar.taps(nobody, "deal:1:0")
    assert (await wire.bar.night()).games == 1


# Too much of it


@pytest.mark.usefixtures("server_time")
async def test_whoever_repeats_a_command_gets_no_more_answers_than_telegram_lets_through(
    connection: Connection,
) -> None:
    """Twenty a minute in a group, the game's messages among them; answers to taps are free."""
    bar = Doorman(Store(connection), limiter=Limiter(connection))
    await bar.seats(ANA, BOB)
    replies = await asyncio.gather(*(bar.says(CYRIL, "/pomoc") for _ in range(12)))
    assert 3 <= len([reply for reply in replies if reply]) < 12, "no more at once in any chat"
    for _ in range(12):
        assert await bar.taps(CYRIL, "rest:yes")


class Busy(Boundless):
    """A chat that was full just now, and lets one through when it is asked again."""

    def __init__(self, wait: int) -> None:
        self._waits = [wait, 0]

    async def take(self, chat: int, group: bool, urgent: bool) -> int:
        return self._waits.pop(0)


@pytest.mark.parametrize("wait, answered", [(10, True), (web.MOST_WAIT_IN_GROUP + 1, False)])
async def test_in_the_group_an_answer_waits_a_moment_but_not_until_the_game_has_to(
    store: Store, wait: int, answered: bool
) -> None:
    bar = Doorman(store, limiter=Busy(wait))
    assert bool(await bar.says(CYRIL, "/pomoc")) == answered


async def test_in_private_an_answer_waits_until_it_may_be_sent(connection: Connection) -> None:
    """Three at once, then one a second: nobody is left without an answer who asks as fast as a person does."""
    bar = Doorman(Store(connection), limiter=Limiter(connection))
    assert all(await asyncio.gather(*(bar.whispers(CYRIL, "/pomoc") for _ in range(5))))


# Whether the process is well


async def test_readyz_says_what_is_missing(pub: Pub) -> None:
    url = pub.telegram.world.settings.webhook.url.removesuffix(web.PATH)
    async with aiohttp.ClientSession() as session:

        async def ask(path: str) -> tuple[int, str]:
            async with session.get(url + path) as response:
                return response.status, await response.text()

        assert await ask("/healthz") == (200, "ok")
        assert await ask("/readyz") == (200, "ready")
        assert (await ask("/metrics"))[0] == 200
        pub.bot.listens.clear()
        status, said = await ask("/readyz")
        assert status == 503
        assert "Telegram" in said
