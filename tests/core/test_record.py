"""Record files: what is one, what is none, and that writing and reading agree (records.md)."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards import german_pack
from core.game import COUNTER_CLOCKWISE, InvalidSetup, Position
from core.record import LARGEST_FILE, InvalidRecord, Record, parse, read, write
from core.record_replay import start

DECK = " ".join(german_pack())
DEAL = f'''
format = 1
game = "smidary"
title = "A deal"

[options]
deal = 4

[setup]
players = ["Ana", "Bob"]
dealer = "Bob"
deck = "{DECK}"

[play]
actions = ["Ana draw"]
'''
POSITION = """
format = 1
game = "smidary"

[setup]
players = ["Ana", "Bob", "Cyr"]
dealer = "Cyr"
hands = { Ana = "9h Kb", Bob = "9a" }
pile = "Kh"

[play]
actions = []
"""


def invalid(text: str) -> str:
    """Why the text is no record, in one line."""
    with pytest.raises(InvalidSetup) as reason:
        start(parse(text))
    assert "\n" not in str(reason.value)
    return str(reason.value)


@pytest.mark.parametrize(
    "old, new",
    [
        ("format = 1\n", ""),
        ("format = 1", "format = 2"),
        ("format = 1", "format = true"),
        ("format = 1", "format = 1.0"),
        ("format = 1", 'format = "1"'),
        ('game = "smidary"', ""),
        ('game = "smidary"', "game = 3"),
        ('game = "smidary"', 'game = "Smidary"'),
        ('title = "A deal"', "title = 7"),
        ("deal = 4", "deal = 7"),
        ("deal = 4", "deal = true"),
        ("deal = 4", "deal = 4.0"),
        ("deal = 4", 'deal = "4"'),
        ("deal = 4", "deal = 4\nspeed = 1"),
        ("deal = 4", "six = 1"),
        ("deal = 4", "six = true"),
        ("deal = 4", 'variant = "eastern"'),
        ("deal = 4", "false_call = -1"),
        ("[options]\ndeal = 4", "options = 4"),
        ('["Ana", "Bob"]', '"Ana Bob"'),
        ('["Ana", "Bob"]', '["Ana"]'),
        ('["Ana", "Bob"]', '["Ana", "Bob", 3]'),
        ('["Ana", "Bob"]', '["Ana", "Ana"]'),
        ('"Ana",', '"",'),
        ('"Ana",', '"*",'),
        ('"Ana",', '"Ana B",'),
        ('"Ana",', '"Ana\\tB",'),
        ('"Ana",', '"' + "A" * 33 + '",'),
        ('dealer = "Bob"', ""),
        ('dealer = "Bob"', 'dealer = "Zoe"'),
        ('dealer = "Bob"', "dealer = 1"),
        ("7h 8h", "8h"),
        ("7h 8h", "7h 7h"),
        ("7h 8h", "7h 8h 6x"),
        ("7h 8h", "7h Qh"),
        (f'deck = "{DECK}"', "deck = 32"),
        (f'deck = "{DECK}"', ""),
        ('dealer = "Bob"', 'dealer = "Bob"\nturn = "Ana"'),
        ('dealer = "Bob"', 'dealer = "Bob"\ndirection = "cw"'),
        ('dealer = "Bob"', 'dealer = "Bob"\npile = "7h"'),
        ('dealer = "Bob"', 'dealer = "Bob"\nhands = { Ana = "7h" }'),
        ('dealer = "Bob"', 'dealer = "Bob"\ncut = "h"'),
        ('dealer = "Bob"', 'dealer = "Bob"\nseed = 7'),
        ("[play]", "[play]\nspeed = 2"),
        ('["Ana draw"]', '"Ana draw"'),
        ('["Ana draw"]', "[7]"),
        ("[play]", "[play"),
        ("[setup]", "[table]"),
        ("title", "\x00"),
    ],
)
def test_invalid_deals(old: str, new: str) -> None:
    assert old in DEAL
    assert invalid(DEAL.replace(old, new, 1))


@pytest.mark.parametrize(
    "old, new",
    [
        ('pile = "Kh"', ""),
        ('pile = "Kh"', 'pile = ""'),
        ('pile = "Kh"', 'pile = "Kh Kh"'),
        ('pile = "Kh"', 'pile = "9h"'),
        ('pile = "Kh"', 'pile = "6x"'),
        ('pile = "Kh"', 'pile = "kh"'),
        ('pile = "Kh"', 'pile = ["Kh"]'),
        ('pile = "Kh"', 'pile = "Kh"\ndraw = 3'),
        ('pile = "Kh"', 'pile = "Kh"\nturn = "Cyr"'),
        ('pile = "Kh"', 'pile = "Kh"\nturn = "Zoe"'),
        ('pile = "Kh"', 'pile = "Kh"\nturn = ""'),
        ('pile = "Kh"', 'pile = "Kh"\ndirection = "up"'),
        ('pile = "Kh"', 'pile = "Kh"\nopen = { Ana = "8h" }'),
        ('pile = "Kh"', 'pile = "Kh"\ndown = { Ana = "8h" }'),
        ('Ana = "9h Kb"', 'Zoe = "9h Kb"'),
        ('Ana = "9h Kb"', "Ana = 2"),
        ('Ana = "9h Kb", Bob = "9a"', ""),
        ('{ Ana = "9h Kb", Bob = "9a" }', '"9h Kb"'),
        ('dealer = "Cyr"', ""),
    ],
)
def test_invalid_positions(old: str, new: str) -> None:
    assert old in POSITION
    assert invalid(POSITION.replace(old, new, 1))


def test_a_western_position_is_for_two() -> None:
    assert invalid(POSITION.replace("[setup]", '[options]\nvariant = "western"\n[setup]'))


def test_unknown_keys_at_the_top_level_are_ignored() -> None:
    text = f'author = "somebody"\n{DEAL}\n[[expect]]\nafter = 1\n[[house]]\nid = "x"\n'
    assert parse(text).players == ("Ana", "Bob")
    start(parse(text))


def test_what_may_be_left_out() -> None:
    record = parse(POSITION.replace("[play]\nactions = []", ""))
    assert (record.title, record.actions, record.options) == ("", (), {})
    state, events = start(record)
    assert state.hands == (("9h", "Kb"), ("9a",), ())
    assert (state.places, state.turn, state.direction, events) == ((2,), 0, 1, ())


def test_a_position_with_many_players_is_not_dealt() -> None:
    names = ["Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab"]
    text = POSITION.replace('["Ana", "Bob", "Cyr"]', str(names).replace("'", '"'))
    assert start(parse(text))[0].turn == 0


def test_too_large_missing_or_no_text(tmp_path: Path) -> None:
    path = tmp_path / "record.toml"
    path.write_bytes(DEAL.encode() + b"#" * (LARGEST_FILE - len(DEAL.encode())))
    assert read(path).title == "A deal"
    path.write_bytes(path.read_bytes() + b"#")
    for broken in (path, tmp_path, tmp_path / "nowhere.toml"):
        with pytest.raises(InvalidRecord):
            read(broken)
    path.write_bytes(DEAL.replace("A deal", "\xe9").encode("latin-1"))
    with pytest.raises(InvalidRecord, match="UTF-8"):
        read(path)


def test_a_file_nested_too_deeply_is_no_record() -> None:
    assert invalid("x = " + "[" * 100_000)
    assert "parts" in invalid("a." * 100_000 + "a = 1")
    assert "parts" in invalid("x = 1\n[ 'a' . " + '"b" . ' * 30 + "c]")
    assert parse(DEAL.replace("A deal", "Ne. " * 40)).title == "Ne. " * 40


@pytest.mark.parametrize("key", ["format", "game", "deal", "cheating", "false_call", "players", "dealer", "other"])
def test_a_number_of_thousands_of_digits_is_named_in_no_reason(key: str) -> None:
    vast = f"{key} = 0x{'f' * 6000}"
    lines = [line for line in DEAL.splitlines() if not line.startswith(f"{key} =")]
    under = "[setup]" if key in ("players", "dealer") else "[options]"
    place = lines.index(under) + 1 if key not in ("format", "game", "other") else 0
    assert "64 bits" in invalid("\n".join([*lines[:place], vast, *lines[place:]]))


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLAYERS = st.lists(
    st.text(st.characters(exclude_categories=["Cs", "Z", "Cc"]), min_size=1, max_size=32).filter(
        lambda name: name != "*"
    ),
    min_size=2,
    max_size=7,
    unique=True,
)
HANDS = st.lists(st.sampled_from(german_pack()), max_size=3).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Anything that is written like a record, whether it makes a game or not."""
    players = tuple(draw(PLAYERS))
    seats = st.integers(0, len(players) - 1)
    zones = st.lists(HANDS, min_size=len(players), max_size=len(players)).map(tuple)
    game = draw(st.sampled_from(["smidary", "shithead"]))
    nothing = ((),) * len(players)
    position = Position(
        hands=draw(zones),
        open=draw(zones) if game == "shithead" else nothing,
        down=draw(zones) if game == "shithead" else nothing,
        pile=draw(HANDS),
        draw=draw(HANDS),
        turn=draw(st.none() | seats),
        direction=draw(st.sampled_from([1, COUNTER_CLOCKWISE])),
    )
    is_deal = draw(st.booleans())
    options = st.dictionaries(
        WORDS, st.booleans() | st.integers(-(2**63), 2**63 - 1) | WORDS | st.lists(WORDS), max_size=3
    )
    return Record(
        game=game,
        title=draw(WORDS),
        options=draw(options),
        players=players,
        dealer=draw(seats),
        deck=draw(HANDS) if is_deal else None,
        position=None if is_deal else position,
        house=tuple(draw(st.lists(options, max_size=2))),
        actions=tuple(draw(st.lists(WORDS, max_size=4))),
    )


@pytest.mark.parametrize("number", [-(2**63), 2**63 - 1])
def test_every_number_of_64_bits_is_one(number: int) -> None:
    record = replace(parse(POSITION), house=({"n": number},))
    assert parse(write(record)).house == ({"n": number},)


@given(records())
def test_what_is_written_is_read(record: Record) -> None:
    options = {name: list(found) if isinstance(found, tuple) else found for name, found in record.options.items()}
    assert parse(write(record)) == replace(record, options=options)
    assert write(parse(write(record))) == write(record)


def test_a_written_record_looks_like_one() -> None:
    record = parse(POSITION.replace('pile = "Kh"', 'pile = "Kh"\ndirection = "ccw"\nturn = "Bob"'))
    assert write(replace(record, title='"Žofie"', actions=("Bob draw",))) == (
        'format = 1\ngame = "smidary"\ntitle = "\\"Žofie\\""\n\n[setup]\nplayers = ["Ana", "Bob", "Cyr"]\n'
        'dealer = "Cyr"\nhands = { Ana = "9h Kb", Bob = "9a", Cyr = "" }\npile = "Kh"\ndraw = ""\nturn = "Bob"\n'
        'direction = "ccw"\n\n[play]\nactions = [\n  "Bob draw",\n]\n'
    )


def test_what_has_no_place_in_a_record_is_not_written() -> None:
    with pytest.raises(InvalidRecord):
        write(replace(parse(DEAL), options={"deal": 4.5}))
