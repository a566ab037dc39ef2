"""Who is asked something sees it and can answer, whatever else is so of them; and no button of one's own is in vain.

Evenings of people who do anything, and at each moment of them what chance could have made of it: another one of them
decides, has won, is on a break.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest

from core.ledger import Drink, Entry, EntryKind, PersonId, add
from core.night import Custom, Decline, Declined, Menu, Night, deadline, step
from core.night import intents as want
from core.night.person import LAPSES_TO_SIT_OUT, is_bot
from core.players.strength import Strength
from tests.core.nights import NAMES, Evening, move, person_of, playing
from tests.core.wishes import anything, opened
from tests.tgbot.asking import (
    Question,
    Seen,
    a,
    buttons,
    everybody,
    questions,
    seen_by,
    turns,
    under,
    with_person,
    with_table,
)
from tests.tgbot.updates import BOT
from tgbot.screens import Button, Slot, Style
from tgbot.taps import Kind
from tgbot.views import painters

CROWDS = (("smidary", 9), ("smidary", 3), ("prsi", 7), ("prsi", 3), ("shithead", 6), ("shithead", 2))
EVENINGS = 1
MOMENTS = 60
MENUS = tuple(menu for menu in Menu if menu not in (Menu.NAME, Menu.MARK, Menu.SPLIT, Menu.CORRECT))
"""What a command opens, or a button of a table."""
PAUSES = (10, 3_000, 40_000, 100_000)
"""Milliseconds between two wishes."""
TOLD = {
    Kind.ACT: (Decline.REFUSED, Decline.VOTE_OPEN, Decline.ALREADY_SAID, Decline.JUST_DONE),
    Kind.DEAL: (Decline.RULE_PENDING,),
    Kind.DRUNK: (Decline.JUST_DONE,),
}
"""What may be refused, with a reason worth reading: a card that is not green, a card while its player's deed is voted
on, a deal while the winner makes a rule; and a finger that slips."""


# An evening


def moments(game: str, people: int, random: Random) -> Iterator[tuple[Night, int]]:
    """An evening, moment by moment; games are played to their end now and then."""
    evening = opened(game, people, random)
    reached = tuple(replace(person, reachable=True) for person in evening.night.people)
    customs = (Custom.EXIT_BOTTLE,) if random.random() < 0.5 else ()
    night = replace(with_table(evening.night, replace(evening.table, customs=customs)), people=reached)
    now = evening.now
    for _ in range(MOMENTS):
        yield night, now
        now += random.choice(PAUSES)
        due = deadline(night)
        if due is not None and due <= now:
            night = after(night, want.Tick(), due, random)
        chance = random.random()
        if chance < 0.1:
            night = played_on(night, now, random)
        else:
            night = after(night, anything(night, random) if chance < 0.6 else tap(night, random), now, random)


def tap(night: Night, random: Random) -> want.Intent:
    """Somebody taps what they see."""
    who = random.choice(everybody(night))
    seen = (one for chat in (who, night.chat) for one in seen_by(night, who, chat))
    return random.choice([want.Tick(), *(one.intent for one in seen)])


def after(night: Night, wish: want.Intent, now: int, random: Random) -> Night:
    """The night after a wish. What others wait for is seen also by whoever had opened something else before."""
    before, chance = {one.key for one in questions(night)}, random.getrandbits(32)
    try:
        done = step(night, wish, now, Random(chance)).night
    except Declined as why:
        return why.night or night
    by = getattr(wish, "person", None)
    new = [one for one in questions(done) if one.waits and one.key not in before and one.person != by]
    if new:
        busy = night
        for question in new:
            busy = with_person(busy, question.person, menu=Menu.DRINK)
        check_questions(step(busy, wish, now, Random(chance)).night, new)
    return done


def played_on(night: Night, now: int, random: Random) -> Night:
    """A running game some moves later, maybe at its end."""
    running = [table.id for table in night.tables if table.round is not None]
    for _ in range(random.choice((20, 300)) if running else 0):
        table = night.table(running[0])
        if table is None or table.round is None:
            break
        act, game = move(night, table.round, random), table.round
        wish: want.Intent = replace(act, table=table.id)
        if is_bot(act.person):
            seat = game.players.index(act.person)
            wish = want.BotMove(table=table.id, game=game.number, moved_at=game.moved_at, seat=seat, action=act.action)
        night = after(night, wish, now, random)
    return night


@pytest.mark.parametrize("game, people", CROWDS)
def test_n19_who_is_asked_sees_it_and_what_they_see_can_be_done(
    pytestconfig: pytest.Config, game: str, people: int
) -> None:
    for number in range(EVENINGS):
        random = Random(f"{pytestconfig.getoption('--luck')} {game} {people} {number}")
        for night, now in moments(game, people, random):
            # What somebody has opened themselves they can close: the way back is a button like all others.
            usual = replace(night, people=tuple(replace(one, menu=None, menu_on="") for one in night.people))
            check_questions(usual, questions(usual))
            known = {one.key for one in questions(usual)}
            for turn in turns(usual, random):
                check_questions(turn, [one for one in questions(turn) if one.key not in known])
            reached = [one.id for one in night.people if one.reachable]
            if night.ended_at or not reached:
                break
            who = random.choice(reached)
            leaves = random.choice((None, None, want.Unwell(person=who), want.Leave(person=who)))
            check_buttons(
                night if leaves is None else after(night, leaves, now, random), who, random.choice(MENUS), now
            )


def check_questions(night: Night, asked_for: Iterable[Question]) -> None:
    """Whoever is asked sees a button that answers it."""
    shown = cache(partial(buttons, night))
    for question in asked_for:
        chats = (question.person,) if question.own else (question.person, night.chat)
        seen = (under(button, question.person, chat).intent for chat in chats for button in shown(chat))
        assert any(map(question.answers, seen)), question.key


def check_buttons(night: Night, who: PersonId, menu: Menu, now: int) -> None:
    """What somebody opens is there; each button of their own does something, each of a table does for somebody."""
    try:
        opened = under(Button("", f"{night.id}:menu:{menu}"), who, who).pressed(night, now)
    except Declined:
        opened = night
    else:
        assert buttons(opened, who) != buttons(with_person(opened, who, menu=None), who), f"{menu} opens nothing"
    for own in seen_by(opened, who, who):
        assert why_not(opened, own, now) is None, (own.button, why_not(opened, own, now))
    for button in buttons(opened, night.chat):
        theirs = (under(button, one, night.chat) for one in everybody(night))
        assert any(why_not(opened, one, now) is None for one in theirs), button


def why_not(night: Night, seen: Seen, now: int) -> str | None:
    """What is wrong with a button: it is refused without a reason worth reading, or opens nothing; None for nothing."""
    who, pressed = seen.tapped.sender.id, seen.tapped.tap
    assert pressed is not None
    try:
        done = seen.pressed(night, now)
    except Declined as why:
        is_for_others = seen.tapped.chat != who and why.reason in (Decline.STRANGER, Decline.NOT_PLAYING)
        is_green = why.reason is Decline.REFUSED and seen.button.style is Style.SUCCESS
        is_told = why.reason in TOLD.get(pressed.kind, ()) and not is_green
        return None if is_told or is_for_others else f"{why.reason} {why.refused}"
    person = night.person(who)
    if isinstance(seen.intent, want.OpenMenu) and seen.intent.menu and person and person.menu != seen.intent.menu:
        return None if buttons(night, who) != buttons(done, who) else "opens nothing"
    return None


# What seldom comes up


def offers(evening: Evening, who: str, kind: type[want.Intent], **fields: object) -> bool:
    """Whether somebody sees a button for this, in private or in the group."""
    night, person = evening.night, person_of(who)
    seen = (one.intent for chat in (person, night.chat) for one in seen_by(night, person, chat))
    return any(map(a(kind, **fields), seen))


def winner_is_asked() -> tuple[Evening, str]:
    """A game of akční prší is over, in which everybody looked at the bottles; who makes a rule."""
    evening = Evening(*NAMES[:3], game="prsi", options={"growing": True, "supervision": "strict"})
    evening.deals("Ana")
    while evening.table.round is not None:
        busy = tuple(replace(person, menu=Menu.STOCK) for person in evening.night.people)
        evening.night = replace(evening.night, people=busy)
        evening.wants(move(evening.night, evening.round, evening.random))
    assert evening.table.proposal is not None
    return evening, NAMES[evening.table.proposal.person - 1]


def test_n17_a_menu_does_not_hide_from_the_winner_that_they_make_a_rule() -> None:
    evening, winner = winner_is_asked()
    assert offers(evening, winner, want.MakeRule)


def test_n17_nobody_waits_for_a_rule_of_whoever_cannot_be_asked() -> None:
    evening, winner = winner_is_asked()
    evening.wants(want.Reachable(person=person_of(winner), reachable=False))
    assert evening.table.proposal is None
    evening.deals(winner)


def test_n05_whoever_decides_and_looks_on_is_asked_at_the_end_of_the_game_whatever_they_have_opened() -> None:
    evening = Evening(*NAMES)
    waits, split = evening.table.queue[0], evening.night.split
    assert split is not None
    evening.night = replace(evening.night, split=replace(split, decider=waits))
    evening.deals("Ana")
    evening.wants(want.OpenMenu(person=waits, menu=Menu.DRINK))
    evening.plays_to_the_end()
    assert offers(evening, NAMES[waits - 1], want.OpenMenu, menu=Menu.SPLIT)


def test_p27_where_no_rule_is_left_none_is_offered_to_be_cancelled() -> None:
    evening, winner = winner_is_asked()
    for rules in ((), ("seven",)):
        options = (("prsi", (("growing", True), ("rules", rules))),)
        evening.night = with_table(evening.night, replace(evening.table, options=options))
        assert offers(evening, winner, want.MakeRule, argument="cancel") == bool(rules)


def test_n21_where_no_seat_is_free_no_opponent_is_offered() -> None:
    evening = Evening(*NAMES[:6])
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.wants(want.OpenMenu(person=1, menu=Menu.BOT))
    assert not offers(evening, "Ana", want.SeatBot)
    assert offers(evening, "Ana", want.DismissBot)
    evening.joins("Gab")
    evening.wants(want.OpenMenu(person=1, menu=None))
    assert not offers(evening, "Ana", want.OpenMenu, menu=Menu.BOT)


def test_n21_bot_players_alone_are_dealt_no_game() -> None:
    evening = Evening("Ana")
    for _ in range(2):
        evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    assert offers(evening, "Ana", want.Deal)
    evening.rests("Ana")
    assert not offers(evening, "Ana", want.Deal)


def test_s29_the_nine_of_a_race_can_be_called_until_somebody_has_slapped() -> None:
    evening = playing("9b 8h", "8b Kh Ta", "Ub Ka", pile="Kb", draw="7a 8a 9a", options={"cheating": "take_back"})
    evening.does("Ana play 9b")
    assert offers(evening, "Bob", want.Act, action="call")
    evening.does("Cyr slap")
    assert not offers(evening, "Bob", want.Act, action="call")


def test_s10_without_a_drop_nobody_is_asked_for_a_drink() -> None:
    evening = playing("9h", "9b Tb", "8l Tl", pile="Kh", draw="9a Ta Ka 9l")
    evening.does("Ana play 9h")
    question = "Co se bude pít"
    assert question in hand_of(evening, "Ana")
    rum = Drink(name="rum", ml=20, abv=400)
    drunk = Entry(number=1, kind=EntryKind.DRUNK, person=2, ml=20, rule="", game=0, at=0, drink="rum", abv=400)
    evening.night = replace(evening.night, stock=(rum,), books=add(evening.night.books, drunk))
    assert question not in hand_of(evening, "Ana")


def test_n02_who_sits_out_for_missed_turns_reads_beside_the_game_what_brings_them_back() -> None:
    evening = Evening(*NAMES[:3])
    evening.night = with_person(evening.night, 1, missed=LAPSES_TO_SIT_OUT)
    evening.deals("Bob")
    assert "Ťukni na cokoli" in hand_of(evening, "Ana")
    evening.wants(want.ShowHand(person=1))
    assert "karty dostaneš v příští" in hand_of(evening, "Ana")


def hand_of(evening: Evening, who: str) -> str:
    person = person_of(who)
    return painters(evening.night, BOT)[person]()[Slot(person, "hand")].text
