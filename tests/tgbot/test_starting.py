"""What Telegram does not answer when the bot begins is asked again, and ends nothing."""

import pytest
from telegram.error import TelegramError

from tests.pub import Pub
from tgbot import app
from tgbot.app import introduce, poll, set_webhook
from tgbot.playground.calls import ApiError, too_many_requests
from tgbot.polling import Polling

TROUBLE = {
    "too many requests": too_many_requests(0),
    "an error inside Telegram": ApiError(500, "Internal Server Error"),
    "a gateway": ApiError(502, "Bad Gateway"),
}
NEVER = {"a bad request": ApiError(400, "Bad Request: nonsense"), "forbidden": ApiError(403, "Forbidden: no")}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "AGAIN", 0.0)


@pytest.mark.parametrize("trouble", TROUBLE)
async def test_whatever_is_asked_in_the_beginning_is_asked_until_it_is_done(
    pub: Pub, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, world = pub.telegram.api.faults, pub.telegram.world
    for method in ("setMyCommands", "setWebhook"):
        faults.fail(TROUBLE[trouble], method=method, times=3)
        faults.lose_answers(method)
    await introduce(pub.bot.bot)
    assert len(world.settings.commands) == 6
    pub.bot.listens.clear()
    await set_webhook(pub.bot, "http://127.0.0.1:9")
    assert world.settings.webhook.url.startswith("http://127.0.0.1:9/")
    assert pub.bot.listens.is_set()

    async def polls(_: Polling) -> None:
        assert not world.settings.webhook.url

    monkeypatch.setattr(Polling, "run", polls)
    faults.fail(TROUBLE[trouble], method="deleteWebhook", times=3)
    pub.bot.listens.clear()
    await poll(pub.bot)
    assert pub.bot.listens.is_set()


@pytest.mark.parametrize("refusal", NEVER)
async def test_what_it_will_never_do_is_said_but_commands_are_no_reason_to_end(pub: Pub, refusal: str) -> None:
    faults = pub.telegram.api.faults
    faults.fail(NEVER[refusal], method="setMyCommands", times=6)
    await introduce(pub.bot.bot)
    faults.fail(NEVER[refusal], method="setWebhook")
    with pytest.raises(TelegramError):
        await set_webhook(pub.bot, "http://127.0.0.1:9")
