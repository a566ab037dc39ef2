"""Hands stay secret: nothing that others read depends on them, no text and no log names a card that lies not open."""

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from core.cards import Card
from core.game import Refusal
from core.games import GAMES
from core.night import Declined, Night, Person, Round, Step, Table, step
from core.night import intents as want
from core.night.values import OptionValue
from core.shithead.state import Phase
from tests.core.nights import Replayed
from tests.pub import Pub
from tests.tgbot.updates import BOT, Doorman, moves, said, user
from tgbot.screens import Screen
from tgbot.store import Commit, Store
from tgbot.views import announced, announcement, frame, screens
from tgbot.views import cards as german
from tgbot.views.answers import answer, declined
from tgbot.views.games import Choice
from tgbot.views.hand import hand_screen
from tgbot.views.registry import GAME_WORDS
from tgbot.views.shithead import cards as french
from tgbot.words import speak

CZECH = speak("cs")
ANA, BOB = user(900_001, "Ana"), user(900_002, "Bob")
BOT_ITSELF = {"id": 4240, "is_bot": True, "first_name": "Štamgast", "username": BOT}
GROUP = -4001
NOW = 1_800_000_000_000
PLAYERS = 3


# Games


def options_of(game: str, rng: Random) -> dict[str, Any]:
    """Anything that the lobby offers."""

    def chosen(choice: Choice) -> OptionValue:
        if choice.parts:
            return tuple(part for part, _ in choice.parts if rng.random() < 0.8)
        return rng.choice(choice.values)[0]

    choices = GAME_WORDS[game].choices(CZECH)
    return {choice.option: chosen(choice) for choice in choices if choice.option != "variant"}


def dealt(game: str, options: dict[str, Any], rng: Random) -> Step:
    """A night with a game that has just been dealt."""
    people = tuple(Person(id=n, name=name, reachable=True) for n, name in enumerate(("Ana", "Bob", "Cyril"), 1))
    table = Table(id=1, game=game, seats=(1, 2, 3), options=((game, tuple(sorted(options.items()))),))
    night = Night(
        id="abcdefghij", chat=GROUP, topic=None, title="U Kalicha", language="cs", opened_at=NOW, people=people,
        tables=(table,),
    )  # fmt: skip
    return step(night, want.Deal(person=1, table=1, after=0), NOW, rng)


def round_of(night: Night) -> Round:
    round_ = night.tables[0].round
    assert round_ is not None
    return round_


def with_state(night: Night, state: Any) -> Night:
    return replace(night, tables=(replace(night.tables[0], round=replace(round_of(night), state=state)),))


def attempt(night: Night, rng: Random) -> want.Act:
    """Somebody's next move, now and then with a card that does not fit or is not theirs."""
    round_ = round_of(night)
    about = {"table": 1, "game": round_.number, "ply": round_.state.ply}
    if rng.random() < 0.25:
        card = rng.choice(rng.choice(round_.state.hands) or ("7h",))
        return want.Act(person=rng.choice(round_.players), action=f"play {card}", **about)
    possible = moves(night)
    likely = [move for move in possible if ":play" in move[1] or ":ready" in move[1]]
    person, data = rng.choice(likely if likely and rng.random() < 0.8 else possible)
    return want.Act(person=person, action=data.rpartition(":")[2], **about)


# Nothing depends on what one cannot see


def redealt(state: Any, keep: Sequence[int], rng: Random, *, draw: bool = True) -> Any:
    """The same table to all who only see the hands of `keep`: what nobody else sees is dealt anew."""
    others = [seat for seat in range(len(state.hands)) if seat not in keep]
    downs = getattr(state, "down", tuple(() for _ in state.hands))
    pool = [*chain.from_iterable(state.hands[seat] for seat in others), *(state.draw if draw else ())]
    pool += [card for seat in others for card in downs[seat] if card is not None]
    rng.shuffle(pool)
    hands, down = list(state.hands), list(downs)
    for seat in others:
        hands[seat] = tuple(pool.pop() for _ in hands[seat])
        down[seat] = tuple(None if card is None else pool.pop() for card in down[seat])
    changed: dict[str, Any] = {"hands": tuple(hands), **({"draw": tuple(pool)} if draw else {})}
    if hasattr(state, "down"):
        changed["down"] = tuple(down)
    if getattr(state, "gifts", ()):
        # A gift that was chosen is a secret card of the hand it comes from (P15).
        chosen = zip(state.gifts, state.hands, hands, strict=True)
        changed["gifts"] = tuple(new[old.index(gift)] if gift in old else gift for gift, old, new in chosen)
    return replace(state, **changed)


def of_group(night: Night) -> list[Screen]:
    return [screen for slot, screen in screens(night, BOT).items() if slot.chat == GROUP]


def check_screens(night: Night, rng: Random) -> None:
    """What the group and each player are shown is the same for all hands that they cannot tell apart."""
    round_ = night.tables[0].round
    if round_ is None or round_.state.phase == Phase.BEGIN:
        return  # who begins says something of the hands (H4)
    assert of_group(with_state(night, redealt(round_.state, (), rng))) == of_group(night)
    seen = frame(night, "cs", BOT)
    for seat, player in enumerate(round_.players):
        person = night.person(player)
        assert person is not None
        other = with_state(night, redealt(round_.state, (seat,), rng))
        assert hand_screen(frame(other, "cs", BOT), person) == hand_screen(seen, person)


def told(night: Night, intent: want.Act) -> tuple[str, Screen | None]:
    """What the actor is told, and what the group."""
    seen = frame(night, "cs", BOT)
    try:
        after = step(night, intent, NOW, Random(1))
    except Declined as why:
        return declined(seen, intent, why).text, None
    facts = [fact for fact in after.news if announced(fact)]
    popup = answer(frame(after.night, "cs", BOT), night, intent, after).text
    return popup, announcement(after.night, facts, BOT) if facts else None


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", GAME_WORDS)
def test_what_people_are_told_does_not_depend_on_hands_they_cannot_see(game: str, seed: int) -> None:
    rng = Random(seed)
    try:
        night = dealt(game, options_of(game, rng), rng).night
    except Declined:  # such options are not for three players
        night = dealt(game, {}, rng).night
    for _ in range(70):
        if night.tables[0].round is None:
            break
        check_screens(night, rng)
        intent, round_ = attempt(night, rng), round_of(night)
        # Who is the last to give sees at once what they are given (P15); who begins depends on the hands (H4).
        if round_.state.phase != Phase.BEGIN and not intent.action.startswith("give"):
            seat = round_.players.index(intent.person)
            other = with_state(night, redealt(round_.state, (seat,), rng, draw=False))
            assert told(other, intent) == told(night, intent)
        with suppress(Declined):
            night = step(night, intent, NOW, rng).night


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAME_WORDS)
def test_a_refusal_that_everybody_reads_is_the_same_for_every_hand(game: str, seed: int) -> None:
    """Whoever says aloud what does not go is told so aloud: by the rule, without what else they hold (N19)."""
    rng, compared = Random(seed), 0
    night = dealt(game, {}, rng).night
    known = labels(game)
    for _ in range(60):
        if night.tables[0].round is None:
            break
        seen = frame(night, "cs", BOT)
        for intent in (attempt(night, rng), *spoken_aloud(night)):
            why = refused(night, intent)
            if why is None:
                continue
            aloud = declined(seen, intent, why, aloud=True).text
            assert named_in(aloud, known) <= lying_open(round_of(night).state), aloud
            other = with_state(night, redealt(round_of(night).state, (), rng))
            why_there = refused(other, intent)
            if why_there is not None and reason_of(why_there) == reason_of(why):
                assert declined(frame(other, "cs", BOT), intent, why_there, aloud=True).text == aloud
                compared += 1
        with suppress(Declined):
            night = step(night, attempt(night, rng), NOW, rng).night
    assert compared > 10


def spoken_aloud(night: Night) -> list[want.Act]:
    """What everybody could say: whether it is their turn or not."""
    round_ = round_of(night)
    about = {"table": 1, "game": round_.number, "ply": round_.state.ply}
    words = {"prsi": ("stand", "draw"), "smidary": ("stand", "draw"), "shithead": ("pickup",)}[round_.game]
    return [want.Act(person=player, action=action, **about) for player in round_.players for action in words]


def reason_of(why: Declined) -> tuple[Refusal, str]:
    assert why.refused is not None
    return why.refused.code, why.refused.rule


def refused(night: Night, intent: want.Act) -> Declined | None:
    """Why the game refuses this, None when it does not."""
    try:
        step(night, intent, NOW, Random(1))
    except Declined as why:
        return why if why.refused is not None else None
    return None


async def test_a_spoken_refusal_in_the_group_names_no_card_of_the_hand(store: Store) -> None:
    """The strict game tells whoever is alone what would go; among the others it would show the hand."""
    bar = Doorman(store)
    await bar.seats(ANA, BOB)
    night = await bar.night()
    table = replace(night.tables[0], game="prsi", options=(("prsi", (("supervision", "strict"),)),))
    await bar.becomes(replace(night, tables=(table,)))
    await bar.taps(ANA, "deal:1:0")
    by_id, round_ = {person["id"]: person for person in (ANA, BOB)}, round_of(await bar.night())
    whose = by_id[round_.players[round_.state.turn]]
    of_bot = {"message_id": 5, "from": BOT_ITSELF, "chat": bar.chat, "date": 1_800_000_000}
    for one in (ANA, BOB):
        reply = await bar.hears(said(one, bar.chat, "stojím", reply_to_message=of_bot))
        assert reply["chat_id"] == bar.chat["id"]
        assert "Můžeš" not in reply["text"]
        assert not named_in(reply["text"], labels("prsi")) - lying_open(round_.state)
    assert "Můžeš" in await bar.whispers(whose, "stojím")


# No card is named that does not lie open


def labels(game: str) -> dict[str, Card]:
    """How the cards look, in both languages; not the joker, whose sign is that of the game as well."""
    state = round_of(dealt(game, {}, Random(0)).night).state
    if hasattr(state, "down"):
        pack = GAMES[game].pack(GAMES[game].parse_options({}), PLAYERS)
        return {french.card(code): code for code in pack if code[0] != "X"}
    pack = GAMES[game].pack(GAMES[game].parse_options({"six": True} if game == "smidary" else {}), PLAYERS)
    return {german.card(speak(language), code): code for language in ("cs", "en") for code in pack}


def named_in(text: str, known: dict[str, Card]) -> set[Card]:
    """The cards that a text names."""
    pattern = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    return {known[label] for label in re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", text)}


def lying_open(state: Any) -> set[Card]:
    """What everybody sees on the table."""
    if hasattr(state, "open"):
        return {*state.pile, *chain.from_iterable(state.open)}
    return {state.pile[-1]}


def laid_open(before: Any, seat: int, words: str, after: Any) -> set[Card]:
    """What this action shows to everybody, by the rules of the game and not by its events."""
    verb, _, argument = words.partition(" ")
    match verb:
        case "play" | "announce" | "pickup":
            return set(re.split("[ =]", argument))
        case "show":  # S17
            return set(before.hands[seat])
        case "doubt":  # S27
            return {before.bottom.card, before.bottom.announced}
        case "call":  # S29: the card that is taken back
            return {before.last.card}
        case "flip":  # H11
            return {before.down[seat][int(argument) - 1]}
        case "swap":  # H3
            return lying_open(after)
    return set()


@pytest.mark.parametrize(
    "game, options",
    [
        ("smidary", {}),
        ("smidary", {"cheating": "drink", "false_call": 10, "bottom": "dealer", "six": True}),
        ("shithead", {}),
        ("prsi", {}),
    ],
)
async def test_s6_no_chat_and_no_log_names_a_card_that_does_not_lie_open(
    pub: Pub, game: str, options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """A game over the wire: every text in the group, every popup, every private message, every line of the log."""
    rng = Random(len(options))
    guests = await pub.seat("Ana", "Bob", "Cyril")
    await set_game(pub, game, options)
    caplog.set_level(logging.DEBUG)
    await guests[0].taps("▶️ Rozdat")
    by_id = {guest.id: guest for guest in guests}
    known, calls_read = labels(game), 0
    # The bottom card decides whether the card turned up counts; the bot shows it (S26, S27).
    is_told = game == "smidary" and options.get("bottom") != "dealer"
    open_before = {round_of(await pub.night()).deck[-1]} if is_told else set()
    ever_open = set(open_before)
    for _ in range(45):
        night = await pub.night()
        if night.tables[0].round is None:
            break
        before, intent = round_of(night), attempt(night, rng)
        log = await pub.bot.store.log(night.id)
        await by_id[intent.person].sends(f"{night.id}:act:1:{intent.game}:{intent.ply}:{intent.action}")
        after = (await pub.night()).tables[0].round
        shown = lying_open(before.state) | (lying_open(after.state) if after else set())
        then = await pub.bot.store.log(night.id)
        # What somebody drew as the game ended was in no hand before, and no round holds it afterwards.
        held = after or replace(before, state=played_again(then, before.number))
        if then != log:
            shown |= laid_open(before.state, before.players.index(intent.person), intent.action, after and after.state)
        ever_open |= shown
        calls = list(pub.telegram.api.calls)
        for call in calls[calls_read:]:
            text = call.params.text("text")
            if call.chat_id == pub.group.id:
                words = text + call.params.text("reply_markup")
                assert named_in(words, known) <= shown | open_before, text
            elif call.method == "answerCallbackQuery" and text:
                tap = pub.telegram.world.taps[call.params.text("callback_query_id")]
                own = hands_of(tap.person_id, before, held)
                assert named_in(text, known) <= shown | open_before | own, text
            elif call.chat_id in by_id and named_in(text, known):
                mine = {before.state.bottom.card} if getattr(before.state, "bottom", None) else set()
                allowed = ever_open | mine | hands_of(call.chat_id, before, held)
                assert named_in(text, known) <= allowed, text
        for message in chain.from_iterable(map(pub.telegram.world.messages_in, by_id)):
            if message.sender_id == pub.telegram.world.bot.id and named_in(message.text, known):
                # However long it has been there: an edit protects nothing.
                assert message.extras.get("has_protected_content"), "hands are not passed on"
        calls_read, open_before = len(calls), shown
    assert not [call.description for call in pub.telegram.api.calls if call.error == 400]
    assert not named_in(caplog.text, known)
    assert not re.search(r"\b[2-9TJUOQKA][hlbacds]\b[ ,']", caplog.text)
    for secret in (pub.telegram.token, pub.bot.secret):
        assert secret not in caplog.text


async def set_game(pub: Pub, game: str, options: dict[str, Any]) -> None:
    """The table plays this next."""
    loaded = await pub.bot.store.load((await pub.night()).id)
    assert loaded is not None
    table = replace(loaded.night.tables[0], game=game, options=((game, tuple(sorted(options.items()))),))
    night = replace(loaded.night, tables=(table,))
    await pub.bot.store.commit(Commit(night=night, expected=loaded.version))
    await pub.settled()


def hands_of(person: int, *rounds: Round) -> set[Card]:
    return {card for round_ in rounds for card in round_.state.hands[round_.players.index(person)]}


def played_again(log: Sequence[str], game: int) -> Any:
    """How a game stands after all that was written of it."""
    replayed = Replayed()
    for line in log:
        replayed.reads(line)
    return replayed.states[game]


async def test_n20_a_hand_asked_for_in_the_group_comes_in_private(pub: Pub) -> None:
    ana, _ = await pub.deal("Ana", "Bob")
    said = list(pub.said)
    await ana.says("/karty")
    assert pub.said == said
    assert ana.buttons(":act:") or "V ruce" in ana.hand.text
