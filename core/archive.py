"""Finished games out of a night's log, as records that everybody may have (N20)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.commitment import commitment
from core.games import GAMES
from core.ledger import PersonId
from core.night import Night
from core.record import InvalidRecord, Record
from core.record_replay import action_line, replay


def is_running(night: Night, number: int) -> bool:
    """Whether the game with this number is still played: its cards are nobody's business (N20)."""
    return any(table.round is not None and table.round.number == number for table in night.tables)


def last_finished(night: Night) -> int | None:
    """The number of the latest game that is over, None when there is none."""
    return next((number for number in range(night.games, 0, -1) if not is_running(night, number)), None)


def record_of(log: Iterable[str], number: int, names: Mapping[PersonId, str], title: str) -> Record | None:
    """Game `number` of the night with this log; None when the log has no such game.

    `names` are those of the players as records know them. A game that is still running has a record as well: whether it
    may be given out, `is_running` says.
    """
    lines = [line for line in map(json.loads, log) if line["game"] == number]
    if not lines or "deal" not in lines[0]:
        return None
    deal = lines[0]["deal"]
    deck, players = tuple(deal["deck"].split()), tuple(names[person] for person in deal["players"])
    salt = deal.get("salt", "")
    return Record(
        game=deal["game"],
        title=title,
        options=deal["options"],
        players=players,
        dealer=deal["dealer"],
        deck=deck,
        position=None,
        cut=deal.get("cut"),
        house=tuple(rule | {"author": names.get(rule["author"], "?")} for rule in deal.get("house", ())),
        actions=tuple(_action(deal["game"], players, line) for line in lines[1:]),
        salt=salt,
        commitment=commitment(salt, deck) if salt else "",
    )


def _action(game_id: str, players: Sequence[str], line: Mapping[str, Any]) -> str:
    game = GAMES[game_id]
    return action_line(game, players, line["seat"], game.parse_action(line["action"]))


def faults(record: Record) -> tuple[str, ...]:
    """What does not hold of a record with a commitment, one line each; InvalidSetup when it makes no game at all."""
    found = []
    if record.deck is None or not record.salt or not record.commitment:
        raise InvalidRecord("there is no commitment: deck, salt and commitment belong to it")
    if commitment(record.salt, record.deck) != record.commitment:
        found.append("the deck is not the one that was committed to")
    refused = (line for line in replay(record) if line.get("ok") is False)
    found += [f"action {line['i']} is refused: {line['action']} ({line['error']})" for line in refused]
    return tuple(found)
