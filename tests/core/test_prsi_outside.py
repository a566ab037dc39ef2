"""What the outside asks of akční prší: options, packs, words of actions, views, lapses (P1, P13, P20, P23, N2)."""

from dataclasses import replace

import pytest

from core import akcni
from core.akcni.actions import Action
from core.akcni.events import CardsDealt, GiftChosen, GiftReceived
from core.akcni.options import CHOICES, PACK, RULES, Options, fit, pack, parse_options
from core.akcni.state import Call, Phase
from core.game import Event, InvalidSetup, Position
from core.prsi.events import CardsDrawn
from core.record import parse, write
from core.record_replay import replay
from tests.core.prsi_table import ANA, BOB, CYR, REST, cards, deal, house, position, strict

# Options


@pytest.mark.parametrize(
    "raw",
    [
        {"open": -1},
        {"closed": 2.0},
        {"closed": True},
        {"open": "2"},
        {"open": 0, "closed": 0},
        {"action_suit": "green"},
        {"action_suit": None},
        {"rules": "seven"},
        {"rules": ["seven", "eleven"]},
        {"rules": [7]},
        {"supervision": "loose"},
        {"growing": 1},
        {"cut": "hearts"},
        {"cut": 5},
        {"turbo": True},
    ],
)
def test_p20_wrong_options_are_refused_in_one_line(raw: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup) as invalid:
        parse_options(raw)
    assert "\n" not in str(invalid.value)


@pytest.mark.parametrize("name, values", CHOICES.items())
def test_every_listed_value_of_an_option_is_taken(name: str, values: tuple[int | str, ...]) -> None:
    assert [getattr(parse_options({name: value}), name) for value in values] == list(dict.fromkeys(values))
    assert getattr(Options(), name) in (None, *values)


def test_p20_the_rule_set_is_a_set() -> None:
    assert parse_options({"rules": ["prsi", "seven", "seven"]}).rules == ("seven", "prsi")
    assert parse_options({"rules": ()}).rules == ()
    assert parse_options({}).rules == RULES


def test_p13_without_a_cut_there_is_no_such_game() -> None:
    options = parse_options({"action_suit": "cut"})
    with pytest.raises(InvalidSetup):
        akcni.setup(2, 0, options, PACK)


@pytest.mark.parametrize("players, each, fits", [(7, 4, True), (7, 5, False), (2, 15, True), (2, 16, False)])
def test_p1_two_cards_must_be_left(players: int, each: int, fits: bool) -> None:
    options = parse_options({"open": 1, "closed": each - 1})
    if fits:
        assert pack(options, players) == PACK
    else:
        with pytest.raises(InvalidSetup):
            pack(options, players)


@pytest.mark.parametrize("players", [1, 8])
def test_p1_two_to_seven_play(players: int) -> None:
    with pytest.raises(InvalidSetup):
        pack(Options(closed=4), players)
    with pytest.raises(InvalidSetup):
        position(*("9h", "8l", "Kb", "Ta", "Tl", "Tb", "Ka", "Kh")[:players], pile="9a")


@pytest.mark.parametrize(
    "chosen, players, fitting",
    [((0, 5), 6, (0, 5)), ((0, 5), 7, (0, 4)), ((3, 5), 7, (3, 1)), ((9, 9), 7, (4, 0))],
)
def test_p1_the_largest_deal_that_fits(chosen: tuple[int, int], players: int, fitting: tuple[int, int]) -> None:
    options = fit(Options(open=chosen[0], closed=chosen[1]), players)
    assert (options.open, options.closed) == fitting
    assert pack(options, players) == PACK


def test_p1_a_position_needs_no_deal_that_fits() -> None:
    table = strict("8a", "8b", "9a", "9b", "Ta", "Tb", "Ka", pile="8h")
    assert len(table.state.hands) == 7


@pytest.mark.parametrize(
    "changes", [{"pile": ()}, {"pile": cards("8h 8h")}, {"pile": cards("6x")}, {"hands": ((), ())}, {"turn": 1}]
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, object]) -> None:
    good = Position(
        hands=(cards("9h"), ()), open=((), ()), down=((), ()), pile=cards("8h"), draw=(), turn=None, direction=1
    )
    with pytest.raises(InvalidSetup):
        akcni.place(2, 0, Options(), replace(good, **changes))  # type: ignore[arg-type]


# Words


@pytest.mark.parametrize(
    "words",
    [
        "play 7h",
        "play Oh=a",
        "play Uh=9",
        "play Kl=yes",
        "play 7h=",
        "draw",
        "draw 0",
        "draw 12",
        "draw -1",
        "stand",
        "greet",
        "last",
        "prsi",
        "give 7h",
        "announce yes",
        "announce no",
        "say dobrý den",
        "breach 2",
        "collapse",
    ],
)
def test_actions_survive_writing(words: str) -> None:
    assert akcni.format_action(akcni.parse_action(words)) == words


NO_ACTIONS = """
play | play 6x | play 7H | play 7h 8h | draw x | draw 1.5 | draw 1 2 | stand up | give | give 6x | say | announce
announce maybe | breach | breach Bob | breach 1 2 | slap | timeout | collapse now | greet Bob | 7h | Play 7h |
"""


@pytest.mark.parametrize("words", [words.strip() for words in NO_ACTIONS.replace("\n", "|").split("|")])
def test_what_has_not_the_form_is_no_action(words: str) -> None:
    with pytest.raises(ValueError, match="no"):
        akcni.parse_action(words)


RECORD = """
format = 1
game = "prsi"
title = "A deed"

[options]
growing = true

[setup]
players = ["Ana", "breach", "2"]
dealer = "2"
hands = { Ana = "8h 8l 8a", breach = "8b 9l", 2 = "9a Ka" }
pile = "9h"
draw = "Oa Ua Ub Ob"
cut = "a"

[play]
actions = ["Ana play 8h", "breach breach Ana", "2 breach Zoe", "2 breach 0", "2 breach", "2 breach breach", "* draw"]

[[house]]
id = "clap"
author = "Zoe"
when = "8*"
effect = ["do clap"]
"""


def test_p28_a_breach_names_a_player_in_a_record() -> None:
    record = parse(RECORD)
    assert parse(write(record)) == record
    lines = list(replay(record))
    assert [line.get("error", line.get("ok")) for line in lines[1:]] == [
        True,
        True,
        "unknown-player",
        "unknown-player",
        "unknown-action",
        "not-now",
        "unknown-player",
    ]
    state = lines[2]["state"]
    assert isinstance(state, dict)
    assert state["mistakes"] == {"Ana": 1, "breach": 0, "2": 0}


@pytest.mark.parametrize(
    "line", ['open = { Ana = "Kh" }\ndown = { Ana = "Kb" }', 'cut = "x"', "cut = 1", 'cut = "hearts"', 'bottom = "7h"']
)
def test_p13_what_a_setup_may_not_hold(line: str) -> None:
    with pytest.raises(InvalidSetup):
        list(replay(parse(RECORD.replace('cut = "a"', line))))


def test_p13_the_cut_is_no_option() -> None:
    with pytest.raises(InvalidSetup):
        parse(RECORD.replace("growing = true", 'cut = "a"'))


# Views


def test_a_view_holds_nobody_elses_closed_cards() -> None:
    table = strict("8a 9a", "8b 9b", pile="8h", draw="Oa Ob", open=("Ka", "Kb"))
    mine, others = table.sees(ANA), table.sees(None)
    assert (mine.hand, mine.counts, mine.open) == (("8a", "9a"), (2, 2), (("Ka",), ("Kb",)))
    assert (others.hand, others.actions, others.playable, others.can_collapse) == ((), (), (), False)
    for secret in ("8b", "9b", "Oa", "Ob"):
        assert secret not in str(replace(mine, options=Options(), house=(), actions=(), faultless=()))


def test_a_view_says_what_is_due() -> None:
    table = position("Kh 9a 7b", "7h 8b Tb", pile="8h", draw=REST).does("Ana play Kh")
    seen = table.sees(BOB)
    assert (seen.to_greet, seen.playable, seen.number_due, seen.next_turn) == (BOB, ("7h",), 1, ANA)
    assert {akcni.format_action(action) for action in seen.faultless} == {"greet"}
    seen = table.does("Bob greet", "Bob play 7h").sees(ANA)
    assert (seen.number_due, seen.playable) == (2, ("7b",))
    assert {akcni.format_action(action) for action in seen.faultless} == {"play 7b", "draw", "last"}
    seen = table.does("Ana play 7b").sees(ANA)
    assert seen.to_call is Call.LAST
    assert {akcni.format_action(action) for action in seen.faultless} == {"last"}


def test_p23_in_the_pub_everything_that_one_may_do_is_listed_faultless_or_not() -> None:
    table = position("8h Ob", "9b Kl", pile="8b", draw=REST)
    # Out of turn, too: it costs two cards.
    assert table.legal(BOB) == {"play 9b", "play Kl=yes", "play Kl=no", "greet", "last", "prsi"}
    assert table.sees(BOB).faultless == ()
    changers = {f"play Ob={suit}" for suit in "hlba"}
    assert table.legal(ANA) == {"play 8h", *changers, "draw", "stand", "greet", "last", "prsi"}
    assert {akcni.format_action(action) for action in table.sees(ANA).faultless} == {
        "play 8h",
        *changers,
        "draw",
        "last",
    }


def test_events_hide_what_only_their_player_saw() -> None:
    hidden: dict[type[Event], tuple[str, ...]] = {
        CardsDealt: ("cards",),
        CardsDrawn: ("cards",),
        GiftChosen: ("card",),
        GiftReceived: ("card",),
    }
    for kind, fields in hidden.items():
        assert kind.private_to == fields


# Lapses


def lapse_of(action: Action | None) -> str | None:
    return None if action is None else akcni.format_action(action)


def test_n2_greet_then_draw_or_stand() -> None:
    table = position("Kh Ah Ta", "9b Tb", pile="8h", draw=REST).does("Ana play Kh")
    assert (table.lapse(ANA), table.lapse(BOB)) == (None, "greet")
    assert table.does("Bob greet").lapse(BOB) == "draw"
    assert table.does("Bob draw", "Ana play Ah").lapse(BOB) == "stand"


def test_n2_no_change_and_the_lowest_card_for_a_gift() -> None:
    table = deal("8a 9a", "8b 7b", "9l Th", turned="Kl")
    assert (table.lapse(CYR), table.lapse(ANA)) == ("announce no", None)
    table.does("Cyr announce yes")
    assert [table.lapse(seat) for seat in (ANA, BOB, CYR)] == ["give 8a", "give 7b", "give 9l"]


def test_n2_a_lapse_never_costs_a_card_too_many() -> None:
    table = position("Kh 9a Ta", "9b Tb", pile="8h", draw=REST).does("Ana play Kh")
    for _ in range(2):
        action = akcni.lapse(table.state, BOB)
        assert action is not None
        assert akcni.mistakes(table.state, BOB, action) == ()
        table.state, _events = akcni.step(table.state, BOB, action)
    assert table.turn == ANA


def test_the_number_of_the_question_stays_while_others_give() -> None:
    table = strict("Kl 8a", "9b Kb", "Ta Tb", pile="8l").does("Ana play Kl=yes")
    asked = table.state.ply
    table.does("Bob give 9b", "Cyr give Ta")
    assert (table.state.ply, table.phase) == (asked, Phase.GIVE)
    assert table.does("Ana give 8a").state.ply == asked + 1


def test_an_unknown_seat_is_an_unknown_player() -> None:
    assert strict("Kl 8a", "9b Kb", pile="8l").refuses("Eva draw") == "unknown-player P1"


def test_p27_a_view_shows_the_house_rules() -> None:
    rules = house(("8*", "again"))
    assert strict("Kl 8a", "9b Kb", pile="8l", rules=rules).sees(None).house == rules
