"""Whatever is told of a random game is true, by what the replay command shows of it after every action."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from core import shithead
from core.game import OVER
from core.highlights import FINDERS, Feat, highlights
from core.highlights.course import course_of
from core.record import Record
from core.record_replay import action_line, replay, start
from tests.core.checker import NAMES, RandomGame, Subject
from tests.core.test_prsi_games import Akcni
from tests.core.test_random_games import Smidary

GAMES, BATCHES = 40, 4
Line = Mapping[str, Any]
Numbers = Mapping[Feat, Counter[Any]]
"""What each feat comes to for every player by name, for pairs of them, or for None."""


def random_record(game_id: str, random: Random) -> Record:
    """A whole game as people might play it, with all that they may do wrong."""
    if game_id == "shithead":
        return random_shithead(random)
    subject = random_people(game_id, random)
    record = RandomGame(subject, random, from_deal=True).record
    game, actions = subject.game, list[str]()
    state, _ = start(record)
    while state.phase != OVER:
        seat, action = subject.next_action(state, random)
        state, _ = game.step(state, seat, action)
        actions.append(action_line(game, record.players, seat, action))
    return replace(record, actions=tuple(actions))


def random_people(game_id: str, random: Random) -> Subject:
    people = Smidary(random, may_be_stuck=True) if game_id == "smidary" else Akcni(random)
    people.unrest = random.choice((0.0, 0.0, 0.0, 0.01))
    return people


def random_shithead(random: Random) -> Record:
    players = random.choice(shithead.seats)
    options: dict[str, object] = {"jokers": random.choice((0, 2)), "take_open": random.choice((False, True))}
    pack = shithead.pack(shithead.parse_options(options), players)
    record = Record(
        game="shithead",
        title="",
        options=options,
        players=NAMES[:players] if players <= len(NAMES) else (*NAMES, "Iva"),
        dealer=random.randrange(players),
        deck=tuple(random.sample(pack, len(pack))),
        position=None,
        actions=(),
    )
    actions = list[str]()
    state, _ = start(record)
    while state.phase != OVER:
        seat = random.choice(shithead.actors(state))
        legal = shithead.legal(state, seat)
        action = legal[0] if random.random() < 0.8 else random.choice(legal)
        state, _ = shithead.step(state, seat, action)
        actions.append(action_line(shithead, record.players, seat, action))
    return replace(record, actions=tuple(actions))


# Another count


def lines_of(record: Record) -> list[Line]:
    """The lines of the replay command, without plays that were taken back (S29)."""
    kept: list[Line] = []
    for line in replay(record):
        if any(event["event"] == "PlayTakenBack" for event in line["events"]):  # type: ignore[attr-defined]
            del kept[max(at for at, each in enumerate(kept) if " play " in each.get("action", ""))]
        kept.append(line)
    return kept


def events_of(lines: Iterable[Line], *kinds: str) -> Iterator[dict[str, Any]]:
    return (event for line in lines for event in line["events"] if event["event"] in kinds)


def moves_of(lines: list[Line]) -> Iterator[tuple[Line, Line, str, str]]:
    """The states around each action, who did it, and its verb."""
    for before, line in pairwise(lines):
        name, verb = line["action"].split()[:2]
        yield before["state"], line["state"], name, verb


def numbers_of_prsi(lines: list[Line]) -> Numbers:
    count: defaultdict[Feat, Counter[Any]] = defaultdict(Counter)
    for before, after, name, verb in moves_of(lines):
        for back in set(before["places"]) - set(after["places"]):
            count[Feat.ROSE_AGAIN][back] += 1
            count[Feat.FELL_BACK][back] += 1
        faces_ace = bool(before["attack"]) and before["attack"]["kind"] == "skip"
        count[Feat.STOOD][name] += verb == "stand" and faces_ace
    for player, many in lines[-1]["state"].get("mistakes", {}).items():
        count[Feat.MISTAKES][player] = many
    for event in events_of(lines, "MistakeMade"):
        count[Feat.NO_MANNERS][event["seat"]] += event["mistake"] == "not-greeted"
    for event in events_of(lines, "CardsDrawn", "OpenCardsDrawn"):
        count[Feat.MOST_DRAWN][event["seat"]] += len(event["cards"])
        count[Feat.LARGEST_DRAW][event["seat"]] = max(count[Feat.LARGEST_DRAW][event["seat"]], len(event["cards"]))
    count[Feat.TURNED_OVER][None] = sum(1 for _ in events_of(lines, "PileTurnedOver"))
    for event in events_of(lines, "RaceEnded"):
        count[Feat.SLOWEST][event["last"]] += len(event["late"]) == 1
    count[Feat.CAUGHT] += Counter(event["cheat"] for event in events_of(lines, "PlayTakenBack"))
    count[Feat.CAUGHT] += Counter(event["dealer"] for event in events_of(lines, "BottomDoubted") if event["lied"])
    count[Feat.CAUGHT] += Counter(event["seat"] for event in events_of(lines, "HandShown") if event["guilty"])
    count[Feat.FALSE_ALARM] += Counter(event["seat"] for event in events_of(lines, "CallFailed"))
    count[Feat.FALSE_ALARM] += Counter(
        event["seat"] for event in events_of(lines, "BottomDoubted") if not event["lied"]
    )
    for before, line in pairwise(lines):
        if any(event["event"] == "HandShown" and not event["guilty"] for event in line["events"]):
            count[Feat.FALSE_ALARM][before["state"]["turn"]] += 1
    count_attacks(lines, count)
    return count


def is_attack(state: Line) -> bool:
    return bool(state["attack"]) and state["attack"]["kind"] == "draw"


def count_attacks(lines: list[Line], count: defaultdict[Feat, Counter[Any]]) -> None:
    """Whom the attacks come to, by whose question it is."""
    way: list[str] = []
    layer, cards = None, 0
    for line in lines:
        state = line["state"]
        layer = next((event["seat"] for event in events_of([line], "CardPlayed")), layer)
        if not is_attack(state):
            if way and any(event["seat"] == way[-1] for event in events_of([line], "CardsDrawn", "OpenCardsDrawn")):
                count[Feat.LONGEST_WAY][way[-1]] = max(count[Feat.LONGEST_WAY][way[-1]], len(way))
            way, cards = [], 0
        elif state["phase"] in ("play", "penalty"):
            (asked,) = state["actors"]
            way += [asked] if way[-1:] != [asked] else []
            if state["attack"]["cards"] > cards:
                # Nobody has laid the card that was turned up.
                count[Feat.TARGET][layer, asked] += layer is not None
                cards = state["attack"]["cards"]


def numbers_of_shithead(lines: list[Line]) -> Numbers:
    count: defaultdict[Feat, Counter[Any]] = defaultdict(Counter)
    blind: Counter[str] = Counter()
    for before, after, name, verb in moves_of(lines):
        is_burned = after["burned"] > before["burned"]
        is_taken = len(after["hands"][name]) > len(before["hands"][name]) and not after["pile_cards"]
        count[Feat.PILES_BURNED][name] += is_burned
        if is_taken and not is_burned and verb in ("pickup", "flip"):
            size = len(before["pile_cards"])
            count[Feat.PILES_TAKEN][name] += 1
            count[Feat.LARGEST_PILE][name] = max(count[Feat.LARGEST_PILE][name], size)
            blind[name] = 0
        elif verb == "flip":
            blind[name] += 1
            count[Feat.BLIND_LUCK][name] = max(count[Feat.BLIND_LUCK][name], blind[name])
    return count


def numbers_of(record: Record) -> Numbers:
    lines = lines_of(record)
    count = numbers_of_shithead(lines) if record.game == "shithead" else numbers_of_prsi(lines)
    winner = next(iter(lines[-1]["state"]["places"]), None)
    if winner is not None:
        held = max(len(line["state"]["hands"][winner]) for line in lines)
        by_others = sum(count.get(Feat.PILES_TAKEN, Counter()).values())
        return {
            **count,
            Feat.COMEBACK: Counter({winner: held}),
            Feat.CLEAN_HANDS: Counter({winner: 0 if count.get(Feat.PILES_TAKEN, {}).get(winner) else by_others}),
        }
    return count


OF_ONE = (Feat.ROSE_AGAIN, Feat.FELL_BACK)
"""Not who has the most, but the first or the last one."""


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game_id", FINDERS)
def test_what_is_told_of_a_random_game_is_true(game_id: str, batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        record = random_record(game_id, Random(f"{game_id} {number}"))
        told, course = highlights(record), course_of(record)
        if course is None:
            assert told == ()
            continue
        numbers, names = numbers_of(record), record.players
        # Each of them with the least that could be worth telling, since what is told in the end is rare.
        found = [feat for find, _ in FINDERS[game_id] if (feat := find(course, 1)) is not None]
        assert set(told) <= set(found)
        for each in found:
            who: Any = None if each.seat is None else names[each.seat]
            if each.other is not None:
                who = (who, names[each.other])
            assert numbers[each.feat][who] == each.number, (number, each)
            others = [many for other, many in numbers[each.feat].items() if other != who]
            assert each.feat in OF_ONE or each.number > max(others, default=0), (number, each)
