"""What the night knows of a game it has from the game itself: a fourth one is played like the others."""

import json
from random import Random

import pytest

from core.archive import faults, record_of
from core.game import COLLAPSE, OVER, TIMEOUT, AnyGame, Game, Traits
from core.games import GAMES
from core.ledger import EntryKind
from core.night import Custom, bots, deadline
from core.night import intents as want
from core.night.bots import Look
from core.night.habits import habits_of, table_of
from core.players import Strength
from core.record import parse, write
from core.record_replay import replay
from tests.core.nights import Evening, Options, Replayed, person_of
from tests.core.test_night_random import Referee, plays_one_game, wishes
from tests.core.wishes import opened
from tests.fourth import highest

GAME: Game[highest.State, str, highest.Options, highest.View] = highest
NAMES = {1: "Ana", 2: "Bob", 3: "Cyr"}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.id, GAME)


def with_traits(monkeypatch: pytest.MonkeyPatch, **traits: object) -> None:
    monkeypatch.setattr(highest, "traits", Traits(**traits))  # type: ignore[arg-type]


def playing(*names: str, options: Options | None = None) -> Evening:
    """These people, by default three, with their cards before them."""
    evening = Evening(*(names or ("Ana", "Bob", "Cyr")), game="highest", options=options or {})
    evening.deals("Ana")
    return evening


def on_turn(evening: Evening) -> str:
    return NAMES[evening.round.players[evening.round.state.turn]]


def shows_all(evening: Evening) -> None:
    while evening.table.round is not None:
        evening.does(f"{on_turn(evening)} show")


def loser(evening: Evening) -> str:
    result = evening.table.result
    assert result is not None
    assert result.outcome.loser is not None
    return NAMES[result.players[result.outcome.loser]]


def test_it_is_dealt_shown_and_drunk() -> None:
    evening = playing()
    cards = dict(zip(evening.round.players, evening.round.state.cards, strict=True))
    shows_all(evening)
    highest_card = max("23456789TJQKA".index((card or "")[0]) for card in cards.values())
    assert "23456789TJQKA".index(cards[person_of(loser(evening))][0]) == highest_card
    assert evening.charged == [(person_of(loser(evening)), 10, "X2")]
    assert evening.owed(loser(evening)) == 10
    assert evening.person(loser(evening)).losses == 1
    assert sum(person.wins for person in evening.night.people) == 1
    assert evening.dealer == loser(evening)
    evening.drinks_up(loser(evening))
    assert evening.drunk(loser(evening)) == 10
    evening.corrects(loser(evening), evening.entries[-1].number)
    assert evening.owed(loser(evening)) == 10
    evening.deals("Ana")
    assert evening.round.number == 2


def test_a_card_is_seen_by_its_player_alone_until_it_is_shown() -> None:
    evening = playing()
    assert evening.told("CardDealt") == [{"seat": seat} for seat in range(3)]
    shown = evening.round.state.turn
    evening.does(f"{on_turn(evening)} show")
    (told,) = evening.told("CardPlayed")
    assert told == {"seat": shown, "card": evening.round.state.cards[shown]}


def test_its_options_are_chosen_in_the_lobby_and_remembered() -> None:
    evening = playing(options={"ml": 20})
    shows_all(evening)
    assert [ml for _, ml, _ in evening.charged] == [20]
    again = table_of(habits_of(evening.night))
    assert (again.game, dict(again.options)) == ("highest", {"highest": (("ml", 20),)})
    for option, setting in (("deal", 5), ("ml", -1), ("ml", 2000), ("ml", "much")):
        wish = want.SetOption(person=1, table=1, option=option, setting=setting)
        assert evening.declines(wish) == "old-button"


def test_it_takes_as_many_people_as_it_says() -> None:
    evening = Evening("Ana", "Bob", game="highest")
    assert evening.declines(want.Deal(person=1, table=1, after=0)) == "too-few"
    evening.joins("Cyr", "Dan", "Eva", "Fil")
    assert evening.seats == "Ana Bob Cyr Dan Eva | Fil"


def test_what_other_games_understand_is_no_action_here() -> None:
    evening = playing()
    for words in ("play 7h", "draw", "timeout", "choose rum", "breach 0", "last"):
        assert evening.declines(evening.act(f"{on_turn(evening)} {words}")) == "unknown-action"
    assert evening.declines(evening.choice("Ana", "rum")) == "unknown-action"
    waits = NAMES[evening.round.players[(evening.round.state.turn + 1) % 3]]
    assert evening.declines(evening.act(f"{waits} show")) == "not-your-turn X1"


def test_between_its_games_nothing_of_other_games_is_there_to_change() -> None:
    evening = Evening("Ana", "Bob", "Cyr", game="highest")
    assert evening.declines(want.SwitchRule(person=1, table=1, rule="seven", on=False)) == "old-button"
    assert evening.declines(want.Cut(person=1, table=1, after=0, suit="h")) == "old-button"


def test_the_clock_shows_for_who_does_not_and_a_break_stops_it() -> None:
    evening = playing()
    late = on_turn(evening)
    evening.wants(want.Pause(person=1))
    assert deadline(evening.night) is None
    evening.wants(want.Pause(person=1))
    evening.passes(95)
    assert evening.person(late).missed == 1
    assert [json.loads(line)["action"] for line in evening.log[1:]] == ["show"]


def test_who_leaves_in_the_middle_plays_to_the_end_and_who_is_unwell_does_not() -> None:
    evening = playing()
    goes = on_turn(evening)
    evening.leaves(goes)
    evening.does(f"{goes} show")
    unwell = on_turn(evening)
    evening.is_unwell(unwell)
    assert unwell not in evening.seats
    evening.does(f"{on_turn(evening)} show")
    assert evening.table.round is None
    assert {goes, unwell}.isdisjoint(evening.seats.split())
    assert evening.owed(unwell) == 0


def test_with_one_left_nobody_has_lost() -> None:
    evening = playing()
    for name in ("Ana", "Bob"):
        evening.is_unwell(name)
    result = evening.table.result
    assert result is not None
    assert result.outcome.loser is None
    assert not evening.charged


def test_n20_its_record_proves_the_shuffle_and_plays_again() -> None:
    evening = playing(options={"ml": 30})
    commitment = evening.round.commitment
    shows_all(evening)
    record = record_of(evening.log, 1, NAMES, "A game")
    assert record is not None
    assert parse(write(record)) == record
    assert record.commitment == commitment
    assert not faults(record)
    *_, last = replay(record)
    assert last["events"][-1] == {  # type: ignore[index]
        "event": "Charged", "seat": loser(evening), "ml": 30, "rule": "X2", "chosen_drink": False, "in_vain": False
    }  # fmt: skip
    again = Replayed()
    for line in evening.log:
        again.reads(line)
    assert highest.outcome(again.states[1]) == evening.table.result.outcome  # type: ignore[union-attr]


@pytest.mark.parametrize("strength", Strength)
def test_n21_opponents_without_tactics_do_what_they_may(strength: Strength) -> None:
    evening = Evening("Ana", game="highest")
    for _ in range(2):
        evening.wants(want.SeatBot(person=1, table=1, strength=strength))
    evening.deals("Ana")
    while evening.table.round is not None:
        if evening.round.players[evening.round.state.turn] == 1:
            evening.does("Ana show")
        else:
            evening.now = (deadline(evening.night) or 0) - 100
            looked: tuple[Look, ...] = bots.looks(evening.night, evening.now + 100)
            evening.wants(bots.think(looked, Random(1)))
    assert all(entry.person == 1 for entry in evening.entries)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_a_night_with_it_stays_in_order(seed: int) -> None:
    random = Random(f"fourth {seed}")
    referee = Referee(opened("highest", 3 + seed, random).night)
    plays_one_game(referee, random)
    for _ in range(100):
        wishes(referee, random)
    referee.is_over()
    assert referee.night.games


# What every game has to keep to


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_understands_what_its_traits_promise(game: AnyGame) -> None:
    for words in (COLLAPSE, *((TIMEOUT,) if game.traits.race else ())):
        assert game.format_action(game.parse_action(words)) == words
    players = game.seats[0]
    options = game.fit(game.parse_options({}), players)
    state, _ = game.setup(players, 0, options, game.pack(options, players))
    for seat in range(players):
        view = game.view(state, seat)
        assert (view.viewer, view.actors, view.actions) == (seat, game.actors(state), game.legal(state, seat))
        left, _ = game.step(state, seat, game.parse_action(COLLAPSE))
        assert seat not in game.actors(left)
    for seat in range(players - 1):
        assert game.outcome(state) is None
        state, _ = game.step(state, seat, game.parse_action(COLLAPSE))
    ended = game.outcome(state)
    assert ended is not None
    assert (state.phase, ended.loser) == (OVER, None)


# What it may ask of the night beside


def test_s11_a_title_with_a_hat(monkeypatch: pytest.MonkeyPatch) -> None:
    with_traits(monkeypatch, hat="highest")
    evening = playing()
    shows_all(evening)
    assert [person.name for person in evening.night.people if person.hat] == [loser(evening)]


@pytest.mark.parametrize("clause, ml, rounds", [("X2", 0, 1), ("X2", 10, 0), ("X9", 10, 1)])
def test_n14_the_loser_fetches_a_round_unless_ml_are_charged_for_it(
    monkeypatch: pytest.MonkeyPatch, clause: str, ml: int, rounds: int
) -> None:
    with_traits(monkeypatch, round_clause=clause)
    evening = playing(options={"ml": ml})
    shows_all(evening)
    due = [entry for entry in evening.entries if entry.kind is EntryKind.ROUND]
    assert [(entry.person, entry.rule) for entry in due] == [(person_of(loser(evening)), clause)] * rounds


@pytest.mark.parametrize("clauses, charged", [((), 1), (("X2",), 0)])
def test_n02_what_the_clock_does_for_somebody_costs_them_nothing(
    monkeypatch: pytest.MonkeyPatch, clauses: tuple[str, ...], charged: int
) -> None:
    with_traits(monkeypatch, waived_in_lapses=frozenset(clauses))
    evening = playing()
    evening.changes(cards=tuple("Ac" if seat == evening.round.dealer else "2c" for seat in range(3)))
    for _ in range(3):
        evening.passes(91)
    assert evening.table.round is None
    assert len(evening.charged) == charged


def test_words_at_the_table_twice_in_a_row_are_one_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    with_traits(monkeypatch, spoken=frozenset({"show"}))
    evening = playing()
    first = on_turn(evening)
    evening.does(f"{first} show")
    assert evening.declines(evening.act(f"{first} show")) == "already-said"


@pytest.mark.parametrize("wrong", [False, True])
def test_p24_a_mistake_twice_at_once_is_one_slip(monkeypatch: pytest.MonkeyPatch, wrong: bool) -> None:
    monkeypatch.setattr(highest.CardPlayed, "is_mistake", wrong)
    evening = playing()
    first, tap = on_turn(evening), evening.act(f"{on_turn(evening)} show")
    evening.wants(tap)
    evening.does(f"{on_turn(evening)} show")
    again = evening.act(f"{first} show")
    assert evening.declines(again) == ("just-done" if wrong else "not-your-turn X1")


def test_p24_out_of_turn_is_the_games_to_say_and_the_tables_to_want(monkeypatch: pytest.MonkeyPatch) -> None:
    with_traits(monkeypatch, out_of_turn=frozenset({"show"}))
    evening = playing()
    waits = NAMES[evening.round.players[(evening.round.state.turn + 1) % 3]]
    assert evening.declines(evening.act(f"{waits} show")) == "not-your-turn X1"


def test_s24_a_race_is_against_the_tables_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    with_traits(monkeypatch, race="show")
    evening = playing()
    assert deadline(evening.night) == evening.round.asked_at + evening.table.slap_limit * 1000


def test_n05_from_a_crowd_on_two_tables_are_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", game="highest")
    assert evening.night.split is None
    with_traits(monkeypatch, crowd=4)
    evening.wants(want.SetCustom(person=1, table=1, custom=Custom.CLEAN_NAMES, on=True))
    assert evening.night.split is not None
