"""The playground remembers: a second start continues the same chats, also after kill -9."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from tests.tgbot.telegram_fake import raw_bot, webhook
from tgbot.playground.records import Message, Record, Standing, Tap, Webhook
from tgbot.playground.run import Playground, furnish
from tgbot.playground.world import World

ROOT = Path(__file__).parents[2]

VICTIM = """
import sys
from pathlib import Path
from tgbot.playground.phone import Phone
from tgbot.playground.run import furnish
from tgbot.playground.world import World

world = World(Path(sys.argv[1]))
furnish(world, 2)
ana = Phone(world, world.people()[0])
for number in range(1_000_000):
    ana.says(f"/hra {number}", world.groups()[0])
    print(number, flush=True)
"""


def snapshot(world: World) -> set[str]:
    """All that there is, in any order."""
    records: list[Record] = [world.settings, *world.users.values(), *world.chats.values(), *world.taps.values()]
    records += [*world.updates.values(), *world.files.values()]
    for chat in world.chats:
        records += world.messages_in(chat)
    return {str(record) for record in records}


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async with Playground(tmp_path, people=3, limits=None) as telegram, raw_bot(telegram) as bot:
        ana, group = telegram.phone("Ana"), telegram.group
        ana.starts("abc")
        ana.seats(group, telegram.world.bot, Standing.ADMINISTRATOR)
        keyboard: JsonValue = {"inline_keyboard": [[{"text": "Karta", "callback_data": "1", "style": "success"}]]}
        sent = await bot.call(
            "sendMessage", chat_id=group.id, text="<b>x</b> 🍺", parse_mode="HTML", reply_markup=keyboard
        )
        assert isinstance(sent, dict)
        await bot.call("pinChatMessage", chat_id=group.id, message_id=sent["message_id"])
        await bot.call("setMyCommands", commands=[{"command": "hra", "description": "stůl"}])
        form, files = {"chat_id": str(group.id)}, {"document": ("x.bin", bytes(range(256)))}
        assert (await bot.client.post("sendDocument", data=form, files=files)).status_code == 200
        await bot.call(
            "setMessageReaction", chat_id=group.id, message_id=1, reaction=[{"type": "emoji", "emoji": "🔥"}]
        )
        ana.taps("Karta", group)
        doomed = ana.says("/pryč", group)
        ana.deletes(doomed)
        ana.migrates(group)
        telegram.phone("Bob").blocks()
        before, token = snapshot(telegram.world), telegram.token
    async with Playground(tmp_path, people=3) as telegram:
        assert snapshot(telegram.world) == before
        assert telegram.token == token


async def test_undelivered_updates_and_the_webhook_outlive_a_restart(tmp_path: Path) -> None:
    async with webhook() as hook:
        async with Playground(tmp_path) as telegram, raw_bot(telegram) as bot:
            await bot.call("setWebhook", url="http://127.0.0.1:9/nobody", secret_token="abc")
            telegram.phone("Ana").says("/hra", telegram.group)
            world = telegram.world
            last = max(world.updates)
            world.keep(replace(world.settings, webhook=Webhook(url=hook.url, secret="s")))
        async with Playground(tmp_path) as telegram:
            await telegram.settled()
            assert hook.texts() == ["/hra"]
            assert hook.secrets[-1] == "s"
            telegram.phone("Ana").says("/znovu", telegram.group)
            await telegram.settled()
            assert hook.updates[-1]["update_id"] == last + 1


def test_numbers_are_never_given_twice(tmp_path: Path) -> None:
    world = World(tmp_path)
    furnish(world, 2)
    chat = world.groups()[0].id
    newest = world.post(Message(chat_id=chat, sender_id=world.bot.id, text="x"))
    tap = world.press(world.people()[0].id, chat, newest.id, "x")
    world.delete(newest)
    world.forget(tap)
    for update in list(world.updates.values()):
        world.forget(update)
    world.close()
    world = World(tmp_path)
    again = world.post(Message(chat_id=chat, sender_id=world.bot.id, text="x"))
    assert again.id == newest.id + 1
    assert isinstance(tap, Tap)
    assert int(world.press(world.people()[0].id, chat, again.id, "x").id) == int(tap.id) + 1
    world.close()


async def test_kill_9_loses_nothing_that_was_seen(tmp_path: Path) -> None:
    victim = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        VICTIM,
        str(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert victim.stdout is not None
    seen = 0
    while seen < 200:
        seen = int(await victim.stdout.readline())
    victim.send_signal(signal.SIGKILL)
    rest = (await victim.stdout.read()).split()
    await victim.wait()
    seen = int(rest[-1]) if rest else seen
    world = World(tmp_path)
    texts = [message.text for message in world.messages_in(world.groups()[0].id) if not message.service]
    assert texts[: seen + 1] == [f"/hra {number}" for number in range(seen + 1)]
    assert len(world.updates) == len(texts) + 2, "each message with its update, and the bot's welcome in the group"
    world.close()
