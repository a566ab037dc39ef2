"""The group's settings and everybody's language, as people choose them (N16)."""

import re
from typing import cast

import pytest
from telegram import Bot, ChatMember
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

from core.games import FIRST_GAME
from core.night.habits import Habits
from tests.pub import Pub
from tests.tgbot.updates import Doorman, Json, group, private, said, tapped, user
from tgbot.delivery import Administrators
from tgbot.playground.calls import bad_request
from tgbot.rulings import GroupMoved, Unsaid
from tgbot.store import Connection, Store
from tgbot.store.keys import keys_of

SUPER = -1000000004001


async def again(pub: Pub) -> None:
    """The night is over, and another one begins."""
    ana = pub.guest("Ana")
    await ana.says("/konec")
    await ana.taps("Ano, končíme", in_group=True)
    await ana.says("/hra")


async def test_nastaveni_the_groups_language_stays_for_the_next_nights(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    await ana.says("/nastaveni")
    await ana.taps("👥 🇬🇧 English")
    assert "next game" in pub.table.text
    assert (await pub.night()).language == "en"
    await ana.says("/settings", in_group=False)
    await ana.taps("čas na tah: 90 s")
    await again_in_english(pub)
    assert "next game" in pub.table.text
    assert (await pub.night()).tables[0].limit == 120


async def again_in_english(pub: Pub) -> None:
    ana = pub.guest("Ana")
    await ana.says("/konec")
    await ana.taps("Yes, that's it", in_group=True)
    await ana.says("/hra")


class Silent:
    """A Telegram that does not say who rules a group."""

    def __init__(self, error: TelegramError) -> None:
        self.error = error

        self.asked = 0

    async def get_chat_administrators(self, chat: int, *, read_timeout: float) -> tuple[ChatMember, ...]:
        self.asked += 1
        raise self.error


@pytest.mark.parametrize(
    "error, raised",
    [
        (TimedOut(), Unsaid),
        (NetworkError("Bad Gateway"), Unsaid),
        (RetryAfter(30), Unsaid),
        (ChatMigrated(SUPER), GroupMoved),
        (BadRequest("Chat not found"), None),
        (Forbidden("bot was kicked from the group chat"), None),
    ],
)
async def test_nobody_is_told_to_be_no_administrator_because_telegram_was_slow(
    error: TelegramError, raised: type[Exception] | None
) -> None:
    """Only an answer counts as one."""
    asked = Administrators(cast(Bot, Silent(error))).includes(-4001, 1)
    if raised is None:
        assert not await asked
    else:
        with pytest.raises(raised):
            await asked


async def test_telegram_is_left_alone_as_long_as_it_wants() -> None:
    busy, slow = Silent(RetryAfter(30)), Silent(TimedOut())
    for telegram in (busy, slow):
        administrators = Administrators(cast(Bot, telegram))
        for chat in (-4001, -4001, -4002):
            with pytest.raises(Unsaid):
                await administrators.includes(chat, 1)
    assert (busy.asked, slow.asked) == (2, 3)


@pytest.mark.parametrize("says", ["/jazyk en", "tap", "tap without a night"])
async def test_while_telegram_does_not_say_who_is_an_administrator_people_are_told_so(store: Store, says: str) -> None:
    class Busy(Doorman):
        async def is_admin(self, chat: int, person: int) -> bool:
            raise Unsaid

    bar, ana = Busy(store), user(1, "Ana")
    await store.keep_habits(bar.chat["id"], Habits(game=FIRST_GAME, admins_only=True))
    if says != "tap without a night":
        await bar.seats(ana)
    if says == "/jazyk en":
        told = await bar.says(ana, says)
    elif says == "tap":
        told = await bar.taps(ana, "lang:group:en")
    else:
        told = str((await bar.hears(tapped(ana, bar.chat, "-:lang:group:en")))["text"])
    assert told == "🐢 Telegram teď nestíhá. Zkus to za chvíli."


async def test_jazyk_my_language_is_mine_alone_and_stays_so(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says("/jazyk")
    await ana.taps("🇬🇧 English")
    await ana.taps("✓ Done")
    assert "Your table: Čtvrtek" in ana.hand.text
    assert "Sedíš" in bob.hand.text
    assert "příští hra" in pub.table.text
    await again(pub)
    await bob.taps("➕ Přidat se", in_group=True)
    await ana.says("/language", in_group=False)
    assert "✓ 🇬🇧 English" in [button["text"] for button in ana.buttons(":lang:me")]
    await ana.taps("same as my Telegram")
    assert "✓ podle mého Telegramu" in [button["text"] for button in ana.buttons(":lang:me")]
    await again(pub)
    assert "Sedíš" in ana.hand.text


async def test_only_an_administrator_says_who_changes_settings(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await bob.says("/nastaveni")
    await bob.taps("nastavení mění: všichni u stolu")
    assert bob.popup == "Tohle mění jen správce skupiny."
    await ana.says("/nastaveni")
    await ana.taps("nastavení mění: všichni u stolu")
    assert (await pub.night()).admins_only
    await bob.taps("👥 🇬🇧 English")
    assert bob.popup == "Tohle mění jen správce skupiny."
    assert (await pub.night()).language == "cs"
    await again(pub)
    assert (await pub.night()).admins_only
    await ana.says("/nastaveni")
    await ana.taps("nastavení mění: jen správci")
    await bob.taps("➕ Přidat se", in_group=True)
    await bob.says("/nastaveni")
    await bob.taps("👥 🇬🇧 English")
    assert (await pub.night()).language == "en"


async def test_who_rules_a_group_is_known_where_members_are_hidden_from_the_bot(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    pub.telegram.api.faults.fail(bad_request("CHAT_ADMIN_REQUIRED"), method="getChatMember", times=10)
    await ana.says("/nastaveni")
    await ana.taps("nastavení mění: všichni u stolu")
    assert (await pub.night()).admins_only


async def test_jazyk_before_any_night_is_mine_and_stays(pub: Pub) -> None:
    ana = pub.guest("Ana")
    await ana.starts()
    await ana.says("/jazyk", in_group=False)
    await ana.taps("🇬🇧 English")
    assert ana.popup == "🗣 I'll speak English with you."
    await ana.says("/karty", in_group=False)
    assert "You're not at a table" in ana.hand.text
    await pub.seat("Ana", "Bob")
    assert "Your table: Čtvrtek" in ana.hand.text
    assert "Sedíš" in pub.guest("Bob").hand.text


async def test_jazyk_before_any_night_is_the_groups_own_in_the_group(pub: Pub) -> None:
    ana, bob = pub.guest("Ana"), pub.guest("Bob")
    await bob.says("/jazyk")
    await bob.taps("👥 🇬🇧 English", in_group=True)
    assert bob.popup == "🗣 I'll speak English in this group."
    await pub.seat("Ana", "Bob")
    assert "next game" in pub.table.text
    await bob.taps("👥 🇨🇿 Čeština", in_group=True)
    assert "staré" in bob.popup or "neplatí" in bob.popup
    await ana.says("/nastaveni")
    await ana.taps("nastavení mění: všichni u stolu")
    await again_in_english(pub)
    await ana.says("/konec")
    await ana.taps("Yes, that's it", in_group=True)
    await bob.says("/jazyk")
    await bob.taps("👥 🇨🇿 Čeština", in_group=True)
    assert bob.popup == "Tohle mění jen správce skupiny."
    await ana.taps("👥 🇨🇿 Čeština", in_group=True)
    await ana.says("/hra")
    assert "příští hra" in pub.table.text


async def test_jazyk_takes_a_language_at_once(pub: Pub) -> None:
    ana, bob = pub.guest("Ana"), pub.guest("Bob")
    await ana.starts()
    await ana.says("/jazyk angličtina", in_group=False)
    assert ana.hand.text == "🗣 I'll speak English with you."
    await bob.says("/language EN")
    assert pub.said[-1] == "🗣 I'll speak English in this group."
    await pub.seat("Ana", "Bob")
    assert "next game" in pub.table.text
    await ana.says("/jazyk cs", in_group=False)
    assert "🗣 Mluvím s tebou česky." in [message.text for message in ana.phone.sees()]
    await ana.says("/karty", in_group=False)
    assert "Sedíš u stolu" in ana.hand.text
    await ana.says("/jazyk česky")
    assert pub.said[-1] == "🗣 V téhle skupině mluvím česky."
    assert "příští hra" in pub.table.text


async def test_jazyk_of_the_group_is_a_setting_and_of_no_language_a_question(pub: Pub) -> None:
    ana, bob = await pub.seat("Ana", "Bob")
    await ana.says("/nastaveni")
    await ana.taps("nastavení mění: všichni u stolu")
    await bob.says("/jazyk en")
    assert pub.said[-1] == "Tohle mění jen správce skupiny."
    assert (await pub.night()).language == "cs"
    await bob.says("/jazyk klingonsky", in_group=False)
    assert bob.buttons(":lang:me:en")


async def test_jazyk_in_a_topic_is_about_the_night_there(store: Store) -> None:
    bar = Doorman(store, chat=group(-1001, kind="supergroup"))
    topic: Json = {"message_thread_id": 5, "is_topic_message": True}
    await bar.hears(said(user(1, "Ana"), bar.chat, "/hra"))
    reply = await bar.hears(said(user(1, "Ana"), bar.chat, "/jazyk", **topic))
    data = reply["reply_markup"]["inline_keyboard"][0][1]["callback_data"]

    async def presses() -> str:
        place = {"message_id": 78, "chat": bar.chat, "date": 1, **topic}
        return str((await bar.hears(tapped(user(1, "Ana"), bar.chat, data, message=place)))["text"])

    assert await presses() == "🗣 I'll speak English in this group."
    assert (await bar.night()).language == "cs", "the night outside of topics has a language of its own"
    await bar.hears(said(user(1, "Ana"), bar.chat, "/hra", **topic))
    assert (await bar.night(5)).language == "en"
    assert "neplatí" in await presses()


async def test_jazyk_counts_wherever_somebody_is_answered_alone(store: Store, connection: Connection) -> None:
    """Their Telegram is Czech, and they have chosen English."""
    bar, ana, bob = Doorman(store), user(1, "Ana"), user(2, "Bob")
    await bar.seats(ana, bob)
    night = await bar.night()
    await bar.whispers(ana, "/jazyk en")
    told = [await bar.whispers(ana, words) for words in ("/zaznam", "/pomoc", "/domu", "/spor")]
    over = "aaaaaaaaaa:board"
    told += [str((await bar.hears(tapped(ana, bar.chat, data)))["text"]) for data in ("?", over, "-:mark:7h:yes")]
    told += [await bar.taps(ana, "allow:yes"), await bar.taps(ana, "ruling:1")]
    await connection.command("HSET", keys_of(night.id).night, "state", "garbage")
    told.append(str((await bar.hears(tapped(ana, bar.chat, f"{night.id}:board")))["text"]))
    told.append(await bar.says(ana, "/tabule"))
    for text in told:
        assert text
        assert not re.search("[ěščřžýůťďň]", text.replace("česky", "")), text


@pytest.mark.parametrize("says", ["/jazyk en", "tap"])
async def test_jazyk_follows_a_group_that_became_a_supergroup_just_now(store: Store, says: str) -> None:
    """Telegram says so when it is asked who rules the group, which the bot knows by its old number."""
    asked: list[int] = []

    class Moving(Doorman):
        async def is_admin(self, chat: int, person: int) -> bool:
            asked.append(chat)
            if chat == self.chat["id"]:
                raise GroupMoved(chat, SUPER)
            return False

    bar = Moving(store)
    await store.keep_habits(bar.chat["id"], Habits(game=FIRST_GAME, admins_only=True))
    raw = said(user(1), bar.chat, says) if says != "tap" else tapped(user(1), bar.chat, "-:lang:group:en")
    assert (await bar.hears(raw))["text"] == "Tohle mění jen správce skupiny."
    assert asked == [bar.chat["id"], SUPER]
    assert await store.habits(bar.chat["id"]) is None
    assert await store.habits(SUPER) == Habits(game=FIRST_GAME, admins_only=True)


async def test_jazyk_of_a_group_is_chosen_in_a_group(store: Store) -> None:
    """A forged tap in private keeps nothing: no /smazat would ever find it."""
    bar, ana = Doorman(store), user(1, "Ana")
    assert (await bar.hears(tapped(ana, private(ana), "-:lang:group:en")))["text"] == "Tohle tlačítko neznám."
    assert await store.habits(ana["id"]) is None


async def test_n02_s24_the_time_for_a_slap_race_is_a_setting_of_the_group(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    await ana.says("/nastaveni")
    await ana.taps("čas na plácačku: 20 s")
    assert "čas na plácačku: 30 s" in [button["text"] for button in ana.buttons(":race:")]
    assert "čas na plácačku: 30 s" in pub.table.text
    await again(pub)
    assert (await pub.night()).tables[0].slap_limit == 30


async def test_n16_while_a_game_runs_its_options_are_not_offered(pub: Pub) -> None:
    ana, _ = await pub.deal("Ana", "Bob")
    await ana.says("/nastaveni")
    assert "mezi dvěma hrami" in ana.hand.text
    assert not ana.buttons(":limit:")
    await ana.sends(ana.buttons()[-1]["callback_data"])
    assert "mezi dvěma hrami" not in ana.hand.text


async def test_every_button_of_the_settings_can_be_pressed(pub: Pub) -> None:
    ana, _ = await pub.seat("Ana", "Bob")
    for command in ("/nastaveni", "/jazyk", "/pauza", "/hrac"):
        await ana.says(command, in_group=False)
        for button in ana.buttons(":"):
            await ana.says(command, in_group=False)
            await ana.sends(button["callback_data"])
            assert "stará" not in ana.popup
            assert "staré" not in ana.popup
