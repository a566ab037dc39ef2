"""A table where somebody taps: what they tap is known before, since chance only deals."""

import json
from collections.abc import Iterator
from random import Random

from bench.load.nights import Place
from core.game import is_done_once
from core.games import GAMES
from core.night import Night, Round
from tgbot.taps import Kind, Tap

_UPDATE = (
    b'{"update_id":%d,"callback_query":{"id":"%d","from":{"id":%d,"is_bot":false,"first_name":"Host",'
    b'"language_code":"cs"},"chat_instance":"1","message":{"message_id":%d,"date":1,"chat":{"id":%d,"type":"private",'
    b'"first_name":"Host"},"text":"karty"},"data":"%b"}}'
)


def tapped(number: int, person: int, message: int, data: str) -> bytes:
    """Somebody presses a button of a message in their private chat, as Telegram says it."""
    return _UPDATE % (number, number, person, message, person, data.encode())


def said(number: int, person: int, text: str, group: int | None = None) -> bytes:
    """Somebody writes a command, to the bot or in a group."""
    private, pub = {"id": person, "type": "private"}, {"id": group, "type": "supergroup", "title": "U Kalicha"}
    command = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    message = {
        "message_id": 1,
        "date": 1,
        "chat": private if group is None else pub,
        "from": {"id": person, "is_bot": False, "first_name": f"Host {person % 10}", "language_code": "cs"},
        "text": text,
        "entities": [command],
    }
    return json.dumps({"update_id": number, "message": message}).encode()


def moves(place: Place, round_: Round, random: Random) -> Iterator[tuple[int, str]]:
    """The game to its end by uniformly random legal actions: who taps, and the button's data.

    Nobody says the same or makes the same mistake twice: that would be a slip of the finger, and change nothing.
    """
    game, state = GAMES[round_.game], round_.state
    did = list(round_.did)
    while state.phase != "over":
        actors = game.actors(state)
        seat = actors[0] if len(actors) == 1 else random.choice(actors)
        legal, words, after = game.legal(state, seat), "", state
        for action in random.sample(legal, len(legal)):
            words = game.format_action(action)
            after, events = game.step(state, seat, action)
            if words != did[seat] or not is_done_once(game, words, events):
                break
        did[seat] = words
        tap = Tap(place.night, Kind.ACT, ("1", str(round_.number), str(state.ply), words))
        yield round_.players[seat], tap.data
        state = after


def deal(place: Place, night: Night) -> str:
    """The button that starts the next game."""
    return Tap(place.night, Kind.DEAL, ("1", str(night.tables[0].latest))).data
