"""Popups, and the last screen of whoever goes: what is owed, what a call or a mistake came to (N3, N9, P24, S29)."""

from dataclasses import replace
from random import Random

import pytest

from core.ledger import Entry, EntryKind, PersonId
from core.night import Declined, Menu, Night, Round, step
from core.night import intents as want
from core.night.tally import written
from tests.core.nights import NAMES, Evening, move, person_of, playing
from tests.core.prsi_table import position
from tests.tgbot.phones import Phones
from tests.tgbot.tapping import ANA, BOB, CYRIL, press
from tests.tgbot.updates import Doorman
from tgbot.views import screens
from tgbot.views.answers import answer, declined
from tgbot.views.farewell import good_night
from tgbot.views.frame import frame
from tgbot.words import LANGUAGES


def popup(evening: Evening, intent: want.Intent) -> str:
    """What is said to whoever does this, and the evening after it."""
    before = evening.night
    try:
        done = evening.wants(intent)
    except Declined as why:
        return declined(frame(before, "cs", "bot"), intent, why).text
    return answer(frame(done.night, "cs", "bot"), before, intent, done).text


def running(night: Night) -> Round:
    round_ = night.tables[0].round
    assert round_ is not None
    return round_


def private(night: Night, name: str) -> str:
    """What somebody's own screen says."""
    return next(screen.text for slot, screen in screens(night, "bot").items() if slot.chat == person_of(name))


def owing(night: Night, person: PersonId, ml: int) -> Night:
    """Somebody owes so much from before."""
    debt = Entry(number=0, kind=EntryKind.ASSIGNED, person=person, ml=ml, rule="S24", game=1, at=0)
    return written(night, [debt])[0]


def test_n09_a_charge_says_what_it_adds_and_what_all_of_it_makes() -> None:
    heard = 0
    for seed in range(8):
        evening = Evening(*NAMES[:3], seed=seed)
        evening.deals("Ana")
        for _ in range(60):
            if evening.table.round is None:
                break
            act = move(evening.night, evening.round, evening.random)
            entries = len(evening.entries)
            said = popup(evening, act)
            charged = [
                entry
                for entry in evening.entries[entries:]
                if entry.person == act.person and entry.kind is EntryKind.ASSIGNED
            ]
            ml, owed = sum(entry.ml for entry in charged), evening.night.books.owed(act.person)
            heard += bool(ml)
            assert ("Připsáno" in said) == bool(ml)
            if ml:
                assert f"Připsáno {ml} ml" in said
                assert (f", dlužíš {owed} ml." in said) == (owed != ml), said
    assert heard > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_n03_whoever_is_unwell_reads_no_dunning_letter(language: str) -> None:
    evening = Evening(*NAMES[:3], seed=3)
    evening.night = owing(evening.night, person_of("Ana"), 300)
    evening.deals("Bob")
    seen = frame(evening.night, language, "bot")
    unwell = want.Unwell(person=person_of("Ana"))
    done = step(evening.night, unwell, evening.now + 100, Random(1))
    said = answer(seen, evening.night, unwell, done).text
    assert "300" not in said
    evening.is_unwell("Ana")
    evening.plays_to_the_end()
    gone = evening.night.person(person_of("Ana"))
    assert gone is not None
    last = good_night(frame(evening.night, language, "bot"), replace(gone, reachable=True))
    assert last is not None
    wish = {"cs": "ať je ti brzo líp", "en": "get well soon"}[language]
    assert wish in last.text
    assert wish in said.lower()
    assert {"cs": "Dlužíš", "en": "You owe"}[language] not in last.text
    assert last.text.index("<i>") < last.text.index("300 ml") < last.text.index("</i>")


def test_n03_s30_what_is_charged_stays_charged_and_nobody_who_leaves_for_health_is_told_otherwise() -> None:
    """Also what this very game has cost: only what would come of it is not owed any more."""
    evening = playing("7h 9h Ta", "9b Tb", "8l 9l", pile="Kh", draw="9a Ka")
    evening.night = replace(evening.night, people=tuple(replace(one, reachable=True) for one in evening.night.people))
    evening.does("Ana play 7h", "Bob drink")
    asked = evening.wants(want.OpenMenu(person=person_of("Bob"), menu=Menu.UNWELL))
    shown = [private(asked.night, "Bob")]
    said = popup(evening, want.Unwell(person=person_of("Bob")))
    shown.append(private(evening.night, "Bob"))
    evening.does("Cyr draw")
    evening.is_unwell("Cyr")
    shown.append(private(evening.night, "Bob"))
    assert evening.night.books.owed(person_of("Bob")) == 20
    assert "co už máš připsáno (20 ml), počká" in shown[-1]
    for text in (said, *shown):
        assert "co už máš připsáno" in text
        assert "nic za ni" not in text
        assert "co bylo dřív" not in text


async def test_s29_a_second_call_is_told_that_once_was_enough(bar: Doorman) -> None:
    await bar.seats(ANA, BOB, CYRIL)
    night = await bar.night()
    table = replace(night.tables[0], options=(("smidary", (("cheating", "take_back"),)),))
    await bar.becomes(replace(night, tables=(table,)))
    await bar.taps(ANA, "deal:1:0")
    people = {one["id"]: one for one in (ANA, BOB, CYRIL)}
    round_ = running(await bar.night())
    while round_.state.last is None:
        act = move(await bar.night(), round_, Random(round_.moved_at))
        await press(bar, people[act.person], f"{night.id}:act:1:{act.game}:{act.ply}:{act.action}")
        round_ = running(await bar.night())
    seat = next(seat for seat in range(3) if seat != round_.state.last.seat)
    call = f"{night.id}:act:1:{round_.number}:{round_.state.ply}:call"
    caller = people[round_.players[seat]]
    await press(bar, caller, call)
    assert await press(bar, caller, call) in ("Jednou stačilo.", "Once was enough.")


async def test_n09_a_second_vypito_is_told_that_nothing_is_owed(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.becomes(owing(await bar.night(), 1, 20))
    drunk = f"{(await bar.night()).id}:drunk:oldest"
    await press(bar, ANA, drunk)
    assert await press(bar, ANA, drunk) == "Nic nedlužíš. Na zdraví!"


def test_p24_a_mistake_with_no_card_left_is_said_to_be_free() -> None:
    phones = Phones(position("8h 9h", "8b 9b", pile="Tl", draw=""))
    phones.taps(0, "❤️ 8")
    assert phones.popup == "❌ ❤️ 8 sem nepatří, jde zpátky. Karty došly, tahle chyba je zadarmo. (P4)"
