"""Playing a record again: one line for the set-up and one for every action (docs/rules/records.md)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, get_args, get_type_hints

from core.game import AnyGame, Event, Refusal, Refused, Seat
from core.games import GAMES
from core.record import TABLE, InvalidRecord, Record


def start(record: Record) -> tuple[Any, tuple[Event, ...]]:
    """The state after the set-up and what happened at it; InvalidSetup when the record makes no game."""
    game: AnyGame = GAMES[record.game]
    players, dealer = len(record.players), record.dealer
    if players not in game.seats:
        raise InvalidRecord(f"{record.game} is for {game.seats[0]} to {game.seats[-1]} players, not {players}")
    # The cut is no option that a table chooses before, but an outcome of this very game (P13).
    cut = {} if record.cut is None else {"cut": record.cut}
    options = game.parse_options({**record.options, **cut})
    house = game.parse_house(record.house, record.players)
    if record.position is not None:
        return game.place(players, dealer, options, record.position, house), ()
    deck = record.deck or ()
    if Counter(deck) != Counter(game.pack(options, players)):
        raise InvalidRecord("the deck is not exactly the pack of these options")
    return game.setup(players, dealer, options, deck, house)


def replay(record: Record) -> Iterator[dict[str, object]]:
    """The lines of the replay command without the file's name; InvalidSetup before the first one or never.

    A refused action changes nothing.

    >>> from core.record import parse
    >>> record = parse('''
    ... format = 1
    ... game = "smidary"
    ... [setup]
    ... players = ["Ana", "Bob"]
    ... dealer = "Bob"
    ... hands = { Ana = "9h 8l", Bob = "Kb" }
    ... pile = "Kh"
    ... [play]
    ... actions = ["Ana play 8l", "Ana play 9h"]
    ... ''')
    >>> [(line["i"], line.get("error"), line["state"]["turn"]) for line in replay(record)]
    [(0, None, 'Ana'), (1, 'illegal-card', 'Ana'), (2, None, 'Bob')]
    """
    game, names = GAMES[record.game], record.players
    state, events = start(record)
    opening: dict[str, object] = {"i": 0, "state": game.report(state, names)}
    yield opening | {"events": [event_line(event, names) for event in events]}
    for number, text in enumerate(record.actions, 1):
        line: dict[str, object] = {"i": number, "action": text}
        try:
            state, events = game.step(state, *read_line(game, names, text))
        except Refused as refused:
            line |= {"ok": False, "error": refused.code.value, "rule": refused.rule}
        else:
            line |= {"ok": True, "events": [event_line(event, names) for event in events]}
        yield line | {"state": game.report(state, names)}


def read_line(game: AnyGame, names: Sequence[str], line: str) -> tuple[Seat | None, Any]:
    """Who acts, None for the table itself, and the action ("Ana play Kl", "Bob breach Ana").

    Refused for an unknown player, and for what has not the form of an action.
    """
    name, _, words = line.strip().partition(" ")
    if name != TABLE and name not in names:
        raise Refused(Refusal.UNKNOWN_PLAYER, "")
    match words.split():
        case [verb, player] if verb in game.player_verbs:
            if player not in names:
                raise Refused(Refusal.UNKNOWN_PLAYER, "")
            words = f"{verb} {names.index(player)}"
    try:
        action = game.parse_action(words)
    except ValueError:
        raise Refused(Refusal.UNKNOWN_ACTION, "") from None
    return None if name == TABLE else names.index(name), action


def action_line(game: AnyGame, names: Sequence[str], seat: Seat | None, action: Any) -> str:
    """An action as a record has it; `read_line` gives it back."""
    verb, *arguments = game.format_action(action).split(" ")
    if verb in game.player_verbs:
        arguments = [names[int(seat)] for seat in arguments]
    return " ".join((TABLE if seat is None else names[seat], verb, *arguments))


def event_line(event: Event, names: Sequence[str]) -> dict[str, object]:
    """An event for people: its kind and its fields, seats by name."""
    kind: Any = type(event)  # mypy takes a class to be as hashable as its instances
    line: dict[str, object] = {"event": kind.__name__}
    seats = _seat_fields(kind)
    for field in fields(event):
        found = getattr(event, field.name)
        line[field.name] = _named(found, names) if field.name in seats else found
    return line


@cache
def _seat_fields(kind: type[object]) -> frozenset[str]:
    """The fields of a kind of event that hold a seat, several, or one or none."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name, hint in hints.items() if Seat in (hint, *get_args(hint)))


def _named(found: Any, names: Sequence[str]) -> object:
    if isinstance(found, tuple):
        return [names[seat] for seat in found]
    return None if found is None else names[found]
