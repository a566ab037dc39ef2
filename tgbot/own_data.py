"""What the bot knows of somebody: to take along, or to be forgotten (N12)."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from core.ledger import Entry, PersonId
from core.night import Night
from core.night.forget import alias_in, is_in_a_game, nameless, next_alias, renamed, renamed_line, without_person
from tgbot.inbound import Command
from tgbot.papers import Paper, handed_out
from tgbot.store import Damaged, PersonRecord, Rewriting, Store
from tgbot.views import own_data as say
from tgbot.words import Words

ATTEMPTS = 20
"""So often a night that changes meanwhile is tried again."""


async def own_data(store: Store, words: Words, command: Command) -> dict[str, Any]:
    """Everything about the sender as JSON and as a text to read, in the private chat."""
    me = command.sender.id
    record, nights = await store.person(me), []
    for night_id in _concerned(record):
        night = await _night(store, night_id)
        if night is not None:
            entries = tuple(entry for entry in await store.entries(night.id) if me in (entry.person, entry.by))
            # Of a long night it takes a while, which nobody else shall wait for.
            games = await asyncio.to_thread(_games, await store.log(night.id), me)
            nights.append((night, entries, games))
    whole = {
        "id": me,
        "name": command.sender.name,
        "language": record.language,
        "speaks": record.speaks,
        "private_chat": record.started and not record.blocked,
        "care": record.care,
        "house_rules": await _house_rules(store, me, record.wrote),
        "groups_that_keep_them": record.wrote,
        "nights_that_began_with_them": record.named,
        "updates_that_met_a_fault": [_as_sent(letter, me) for letter in await store.letters_about(me)],
        "nights": [_as_json(night, me, entries, games) for night, entries, games in nights],
    }
    read = say.readable(words, me, record.care, [(night, entries) for night, entries, _ in nights])
    return handed_out(
        command,
        say.caption(words),
        Paper("stamgast.json", json.dumps(whole, ensure_ascii=False, indent=1) + "\n"),
        Paper("stamgast.txt", read),
    )


def _concerned(record: PersonRecord) -> tuple[str, ...]:
    """The nights that hold something of somebody: those they joined, the latest first, and those with their rules."""
    joined = sorted(record.nights, key=lambda night_id: -record.nights[night_id])
    return tuple(dict.fromkeys((*joined, *record.named)))


def _as_sent(letter: str, me: PersonId) -> dict[str, object]:
    """What was kept of an update: what somebody said or tapped in it, unless they are only mentioned."""
    kept = json.loads(letter)
    bodies = [body for body in kept["update"].values() if isinstance(body, dict)]
    mine = [body for body in bodies if body.get("from", {}).get("id") == me]
    return {"at": kept["when"], **{part: body[part] for body in mine for part in ("text", "data") if part in body}}


async def _house_rules(store: Store, me: PersonId, chats: Iterable[int]) -> list[dict[str, object]]:
    """Rules of theirs that groups keep for their next nights (N17)."""
    kept = [habits for chat in chats if (habits := await store.habits(chat)) is not None]
    return [rule.table("me") for habits in kept for rule in habits.house if rule.author == me]


def _as_json(
    night: Night, me: PersonId, entries: tuple[Entry, ...], games: list[dict[str, object]]
) -> dict[str, object]:
    """One night as far as it is about somebody: nobody else is named in it."""
    person = night.person(me)
    ledger = [
        {**asdict(entry), "person": "me" if entry.person == me else "somebody", "by": "me" if entry.by == me else None}
        for entry in entries
    ]
    return {
        "group": night.title,
        "opened_at": night.opened_at,
        "ended_at": night.ended_at or None,
        "person": None if person is None else asdict(person),
        "house_rules": [rule.table("me") for table in night.tables for rule in table.house if rule.author == me],
        "votes": [
            {"question": dispute.question, "answer": dispute.answers[place]}
            for dispute in night.disputes
            for voter, place in dispute.votes
            if voter == me
        ],
        "ledger": ledger,
        "games": games,
    }


def _games(log: tuple[str, ...], me: PersonId) -> list[dict[str, object]]:
    """The games that somebody played, with their own actions. Other hands are in the records of finished games."""
    games: dict[int, dict[str, object]] = {}
    seats: dict[int, int] = {}
    actions: dict[int, list[dict[str, object]]] = {}
    for line in map(json.loads, log):
        number = line["game"]
        if "deal" in line:
            deal = line["deal"]
            if me in deal["players"]:
                seats[number] = deal["players"].index(me)
                actions[number] = []
                games[number] = {"number": number, "at": line["at"], "game": deal["game"], "actions": actions[number]}
        elif line["seat"] is not None and seats.get(number) == line["seat"]:
            actions[number].append({"at": line["at"], "action": line["action"]})
    return list(games.values())


async def forget(store: Store, person: PersonId) -> bool:
    """Make somebody nameless in all their nights, and drop what is known of them otherwise.

    False while they play, or while a night keeps changing: then they are nameless in some of them already, and the rest
    can be done at any time.
    """
    if await is_playing(store, person):
        return False
    record = await store.person(person)
    chats = {*record.wrote}
    for night_id in _concerned(record):
        if not await _forget_in(store, night_id, person):
            return False
        night = await _night(store, night_id)
        chats |= set() if night is None else {night.chat}
    for chat in chats:
        await _forget_in_habits(store, chat, person)
    await store.forget_person(person)
    return True


async def is_playing(store: Store, person: PersonId) -> bool:
    """Whether somebody has a seat in a running game."""
    nights = [await _night(store, night_id) for night_id in (await store.person(person)).nights]
    return any(night is not None and is_in_a_game(night, person) for night in nights)


async def _night(store: Store, night_id: str) -> Night | None:
    try:
        loaded = await store.load(night_id)
    except Damaged:
        return None
    return None if loaded is None else loaded.night


async def _forget_in(store: Store, night_id: str, person: PersonId) -> bool:
    for _ in range(ATTEMPTS):
        try:
            loaded = await store.load(night_id)
        except Damaged:
            return True
        if loaded is None:
            return True
        if is_in_a_game(loaded.night, person):
            return False
        alias = alias_in(loaded.night)
        change = Rewriting(
            night=without_person(loaded.night, person, alias),
            line=lambda line, alias=alias: renamed_line(line, person, alias),  # type: ignore[misc]
            entry=lambda entry, alias=alias: renamed(entry, person, alias),  # type: ignore[misc]
            news=lambda news, alias=alias: renamed(news, person, alias),  # type: ignore[misc]
        )
        if await store.rewrite(loaded, change):
            return True
    return False


async def _forget_in_habits(store: Store, chat: int, person: PersonId) -> None:
    """The rules that the group keeps stay, but not whose they were."""
    habits = await store.habits(chat)
    if habits is not None and any(rule.author == person for rule in habits.house):
        alias = next_alias(rule.author for rule in habits.house)
        house = tuple(nameless(rule, person) for rule in habits.house)
        await store.keep_habits(chat, renamed(replace(habits, house=house), person, alias))
