"""A game as one text file: bug reports, disputes, tests and the replay command share it (docs/rules/records.md)."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.cards import Cards
from core.game import CLOCKWISE, COUNTER_CLOCKWISE, InvalidSetup, Position, Seat
from core.games import GAMES
from core.values import value

FORMAT = 1
LARGEST_FILE = 1 << 20
"""Bytes; a larger file is not read."""
LONGEST_NAME = 32
TABLE = "*"
"""The player who acts for the table itself."""
_DIRECTIONS = {"cw": CLOCKWISE, "ccw": COUNTER_CLOCKWISE}
_OF_A_POSITION = frozenset({"hands", "pile", "draw", "turn", "direction"})
_ZONES = frozenset({"open", "down"})
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# A dotted key costs the TOML reader time and memory by the square of its parts: 40 KB of them are minutes.
_BOTTOMLESS_KEY = re.compile(
    r"""(?m)(?:^|[\[{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""",
)


class InvalidRecord(InvalidSetup):
    """A file that is no record; the text is one line for the person who wrote it."""


@value
class Record:
    """A game from its set-up on, either from a `deck` or from a `position`; whether that is one, the game says."""

    game: str
    title: str
    options: Mapping[str, object]
    """What differs from the game's defaults."""
    players: tuple[str, ...]
    dealer: Seat
    deck: Cards | None
    position: Position | None
    cut: str | None = None
    """The suit that was chosen before the deal (P13)."""
    house: tuple[Mapping[str, object], ...] = ()
    """House rules as their tables (P27)."""
    actions: tuple[str, ...]
    salt: str = ""
    commitment: str = ""
    """What the table was shown of the deck before the deal (N20)."""


def read(path: Path) -> Record:
    """The record in a file; InvalidRecord for anything else, also for a file that is missing or too large."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InvalidRecord(error.strerror or "cannot be read") from None
    if len(content) > LARGEST_FILE:
        raise InvalidRecord("more than 1 MiB")
    try:
        return parse(content.decode())
    except UnicodeDecodeError:
        raise InvalidRecord("not UTF-8") from None


def parse(text: str) -> Record:
    """The record that a text holds; InvalidRecord for anything else. Unknown keys at the top level are ignored."""
    if _BOTTOMLESS_KEY.search(text):
        raise InvalidRecord("a key of more than 30 parts")
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"not TOML: {error}") from None
    _check_numbers(raw)
    if type(raw.get("format")) is not int or raw["format"] != FORMAT:
        raise InvalidRecord(f"the format is not {FORMAT}")
    name = raw.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidRecord(f"unknown game: {name}")
    title = raw.get("title", "")
    if not isinstance(title, str):
        raise InvalidRecord("the title is no text")
    setup = _table(raw, "setup")
    own_keys = GAMES[name].setup_keys
    players = _players(setup)
    is_deal = "deck" in setup
    known = {"players", "dealer", *(own_keys - _ZONES), *({"deck"} if is_deal else _OF_A_POSITION | own_keys & _ZONES)}
    _check_keys(setup, known, "[setup]")
    options = _table(raw, "options", {})
    _check_keys(options, options.keys() - (own_keys - _ZONES), "[options]")
    return Record(
        game=name,
        title=title,
        options=options,
        players=players,
        dealer=_seat(players, setup, "dealer"),
        deck=_cards(setup, "deck") if is_deal else None,
        position=None if is_deal else _position(players, setup),
        cut=_text(setup, "cut") if "cut" in setup else None,
        house=_house(raw),
        actions=_actions(raw),
        salt=_optional(raw, "salt"),
        commitment=_optional(raw, "commitment"),
    )


def _check_numbers(raw: object) -> None:
    """TOML's whole numbers have 64 bits; much larger ones could not even be named in a reason."""
    rest = [raw]
    while rest:
        found = rest.pop()
        if isinstance(found, dict):
            rest += found.values()
        elif isinstance(found, list):
            rest += found
        elif isinstance(found, int) and not -(2**63) <= found < 2**63:
            raise InvalidRecord("a number of more than 64 bits")


def _table(raw: Mapping[str, object], key: str, default: dict[str, object] | None = None) -> dict[str, object]:
    found = raw.get(key, default)
    if not isinstance(found, dict):
        raise InvalidRecord(f"there is no table [{key}]")
    return found


def _check_keys(table: Mapping[str, object], known: Iterable[str], where: str) -> None:
    unknown = sorted(table.keys() - set(known))
    if unknown:
        raise InvalidRecord(f"unknown key under {where}: {unknown[0]}")


def _text(table: Mapping[str, object], key: str) -> str:
    found = table.get(key)
    if not isinstance(found, str):
        raise InvalidRecord(f"{key} is missing or no text")
    return found


def _optional(raw: Mapping[str, object], key: str) -> str:
    """A text at the top level, where other things of that name are nobody's business; empty without one."""
    found = raw.get(key)
    return found if isinstance(found, str) else ""


def _texts(found: object, key: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise InvalidRecord(f"{key} is no list of texts")
    return tuple(found)


def _players(setup: Mapping[str, object]) -> tuple[str, ...]:
    players = _texts(setup.get("players"), "players")
    for name in players:
        if not 1 <= len(name) <= LONGEST_NAME or any(map(str.isspace, name)) or name == TABLE:
            raise InvalidRecord(f"a player cannot be called {name!r}")
    if len(set(players)) < len(players):
        raise InvalidRecord("two players have the same name")
    return players


def _seat(players: tuple[str, ...], setup: Mapping[str, object], key: str) -> Seat:
    name = _text(setup, key)
    if name not in players:
        raise InvalidRecord(f"{key} is not one of the players: {name}")
    return players.index(name)


def _cards(table: Mapping[str, object], key: str) -> Cards:
    return tuple(_text(table, key).split()) if key in table else ()


def _position(players: tuple[str, ...], setup: dict[str, object]) -> Position:
    if "hands" not in setup:
        raise InvalidRecord("there is neither a deck nor hands")
    direction = _text({"direction": "cw", **setup}, "direction")
    if direction not in _DIRECTIONS:
        raise InvalidRecord(f"direction is neither cw nor ccw: {direction}")
    return Position(
        hands=_zone(players, setup, "hands"),
        open=_zone(players, setup, "open"),
        down=_zone(players, setup, "down"),
        pile=_cards(setup, "pile"),
        draw=_cards(setup, "draw"),
        turn=_seat(players, setup, "turn") if "turn" in setup else None,
        direction=_DIRECTIONS[direction],
    )


def _zone(players: tuple[str, ...], setup: Mapping[str, object], key: str) -> tuple[Cards, ...]:
    """The cards of every player in a zone; who is not mentioned has none there."""
    zone = _table(setup, key, {})
    _check_keys(zone, players, key)
    return tuple(_cards(zone, name) for name in players)


def _house(raw: Mapping[str, object]) -> tuple[Mapping[str, object], ...]:
    tables = raw.get("house", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidRecord("[[house]] is no list of tables")
    return tuple(tables)


def _actions(raw: Mapping[str, object]) -> tuple[str, ...]:
    play = _table(raw, "play", {})
    _check_keys(play, {"actions"}, "[play]")
    return _texts(play.get("actions", []), "actions")


def write(record: Record) -> str:
    """The text of a record; `parse` gives it back."""
    lines = [f"format = {FORMAT}", f"game = {_toml(record.game)}", f"title = {_toml(record.title)}"]
    if record.commitment:
        lines += [f"commitment = {_toml(record.commitment)}", f"salt = {_toml(record.salt)}"]
    if record.options:
        lines += ["", "[options]", *_pairs(record.options)]
    lines += ["", "[setup]", *_pairs(_setup_keys(record))]
    lines += ["", "[play]", "actions = [", *(f"  {_toml(action)}," for action in record.actions), "]"]
    for table in record.house:
        lines += ["", "[[house]]", *_pairs(table)]
    return "\n".join(lines) + "\n"


def _setup_keys(record: Record) -> dict[str, object]:
    """What stands under [setup], without what is there by default."""
    keys: dict[str, object] = {"players": record.players, "dealer": record.players[record.dealer], "cut": record.cut}
    position = record.position
    if record.deck is not None:
        keys["deck"] = " ".join(record.deck)
    elif position is not None:
        keys["hands"] = _by_name(record.players, position.hands)
        keys["open"] = _by_name(record.players, position.open) if any(position.open) else None
        keys["down"] = _by_name(record.players, position.down) if any(position.down) else None
        keys["pile"] = " ".join(position.pile)
        keys["draw"] = " ".join(position.draw)
        keys["turn"] = None if position.turn is None else record.players[position.turn]
        keys["direction"] = None if position.direction == CLOCKWISE else "ccw"
    return {key: found for key, found in keys.items() if found is not None}


def _by_name(players: tuple[str, ...], zone: tuple[Cards, ...]) -> dict[str, str]:
    return {name: " ".join(cards) for name, cards in zip(players, zone, strict=True)}


def _pairs(table: Mapping[str, object]) -> list[str]:
    return [f"{_key(key)} = {_toml(found)}" for key, found in table.items()]


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _toml(key)


def _toml(found: object) -> str:
    """A value in TOML: what options, set-ups and house rules are made of."""
    match found:
        case bool():
            return "true" if found else "false"
        case int():
            return str(found)
        case str():
            # JSON escapes what TOML wants to be escaped, but for one character.
            return json.dumps(found, ensure_ascii=False).replace("\x7f", "\\u007F")
        case Mapping():
            return "{ " + ", ".join(_pairs(found)) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, found)) + "]"
    raise InvalidRecord(f"{found!r} has no place in a record")
