"""Opponents played by the bot (N21): seated with a tap, they play from what they may see, and nobody waits for them."""

import json
from dataclasses import replace
from random import Random

import pytest

from core.games import GAMES
from core.night import bots, deadline, step
from core.night import intents as want
from core.night.clock import tick
from core.night.rules import Vote
from core.night.values import Step
from core.players import Strength, choose
from tests.core.nights import Evening, person_of, playing
from tests.core.prsi_table import REST, without_rules
from tests.core.prsi_table import position as prsi_position

PEPA = -1


def alone(game: str = "smidary", number: int = 1, strength: Strength = Strength.EASY, seed: int = 1) -> Evening:
    """Ana and so many opponents."""
    evening = Evening("Ana", game=game, seed=seed)
    for _ in range(number):
        evening.wants(want.SeatBot(person=1, table=1, strength=strength))
    return evening


def asked_bot(evening: Evening) -> int:
    """The seat of an opponent who is asked now; before that Ana does what does the least harm."""
    game = GAMES[evening.round.game]
    while not (asked := [seat for seat in game.actors(evening.round.state) if evening.round.players[seat] < 0]):
        evening.does(f"Ana {game.format_action(game.lapse(evening.round.state, evening.round.players.index(1)))}")
    return asked[0]


def passes(evening: Evening, seconds: float) -> int:
    """Time, in which bot players and the clock act; how often the former did."""
    until, moves = evening.now + round(seconds * 1000), 0
    while (due := deadline(evening.night)) is not None and due <= until:
        evening.now = due - 100
        looked = bots.looks(evening.night, due)
        if looked:
            moves += 1
            evening.wants(bots.think(looked, evening.random))
        else:
            evening.wants(want.Tick())
    evening.now = max(until, evening.now)
    return moves


def plays_on(evening: Evening, most: int = 2000) -> None:
    """Ana plays sensibly to the end of the game, the others as they do."""
    for _ in range(most):
        if evening.table.round is None:
            return
        round_ = evening.round
        view = GAMES[round_.game].view(round_.state, 0)
        action = choose(round_.game, view, Strength.FAIR, evening.random) if round_.players[0] == 1 else None
        if action is not None and 0 in GAMES[round_.game].actors(round_.state):
            evening.does(f"Ana {GAMES[round_.game].format_action(action)}")
        elif not passes(evening, 13):
            raise AssertionError("nobody does anything")
    raise AssertionError("the game does not end")


def test_n21_an_opponent_sits_down_marked() -> None:
    evening = alone(number=2)
    assert evening.table.seats == (1, -1, -2)
    assert [one.name for one in evening.night.people] == ["Ana", "🤖 Pepa", "🤖 Máňa"]
    assert evening.night.people[1].bot is Strength.EASY


def test_n21_there_are_no_more_than_the_table_has_seats_for() -> None:
    evening = alone(game="shithead", number=GAMES["shithead"].seats[-1] - 1)
    assert len(evening.table.seats) == GAMES["shithead"].seats[-1]
    more = want.SeatBot(person=1, table=1, strength=Strength.FAIR)
    assert evening.declines(more) == "no-seat"


def test_n21_people_come_first_a_bot_makes_room() -> None:
    evening = alone(game="shithead", number=GAMES["shithead"].seats[-1] - 1)
    evening.joins("Bob")
    assert person_of("Bob") in evening.table.seats
    assert len(evening.table.seats) == GAMES["shithead"].seats[-1]
    assert not evening.table.queue
    (gone,) = evening.told("Left")
    assert gone["person"] not in evening.table.seats


def test_n21_enough_of_it() -> None:
    evening = alone(number=2)
    evening.wants(want.DismissBot(person=1, bot=PEPA))
    assert evening.table.seats == (1, -2)
    evening.deals("Ana")
    evening.wants(want.DismissBot(person=1, bot=-2))
    assert evening.table.round is not None
    plays_on(evening)
    assert evening.table.seats == (1,)
    assert evening.declines(want.DismissBot(person=1, bot=-2)) == "old-button"


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
@pytest.mark.parametrize("strength", [Strength.EASY, Strength.FAIR])
@pytest.mark.parametrize("number", [1, 3])
def test_n21_one_person_plays_every_game_to_its_end(game: str, strength: Strength, number: int) -> None:
    evening = alone(game, number, strength)
    evening.deals("Ana")
    plays_on(evening)
    assert evening.table.result is not None
    assert evening.person("Ana").games == 1


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
def test_n21_the_strong_think_ahead(game: str) -> None:
    evening = alone(game, 1, Strength.STRONG)
    evening.deals("Ana")
    for _ in range(3):
        passes(evening, 5)
        if evening.table.round is not None and 0 in GAMES[game].actors(evening.round.state):
            evening.wants(want.Tick())
            lapse = GAMES[game].lapse(evening.round.state, 0)
            if lapse is not None:
                evening.does(f"Ana {GAMES[game].format_action(lapse)}")


@pytest.mark.parametrize("game", ["smidary", "prsi"])
def test_n21_bots_drink_nothing_and_nobody_says_they_do(game: str) -> None:
    for seed in range(3):
        evening = alone(game, 2, Strength.FAIR, seed)
        evening.deals("Ana")
        plays_on(evening)
        assert all(entry.person == 1 for entry in evening.entries)
        assert evening.night.books.of(PEPA).doses == 0


def test_n21_a_bot_takes_a_moment_like_a_person() -> None:
    for seed in range(6):
        evening = alone(seed=seed)
        evening.deals("Ana")
        for _ in range(4):
            due = deadline(evening.night)
            if evening.round.state.phase != "play" or evening.round.players[evening.round.state.turn or 0] != PEPA:
                break
            assert due is not None
            assert 1000 <= due - evening.round.moved_at <= 4000
            assert not bots.looks(evening.night, due - 1)
            passes(evening, 4.2)


def test_n21_the_moment_follows_from_the_night_so_that_a_restart_changes_nothing() -> None:
    evening = alone()
    evening.deals("Ana")
    assert deadline(evening.night) == deadline(replace(evening.night, posted=9))


def test_n21_what_was_thought_of_another_table_is_not_done() -> None:
    evening = alone()
    evening.deals("Ana")
    looked = bots.looks(evening.night, evening.now + 5000)
    moved = bots.think(looked, Random(1))
    changed = replace(evening.round, moved_at=evening.round.moved_at + 1)
    evening.night = replace(evening.night, tables=(replace(evening.table, round=changed),))
    assert evening.declines(moved) == "old-button"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "words, fault",
    [("play Xx", "play (unknown-action "), ("", "nothing (unknown-action "), ("collapse now", "collapse (unknown-")],
)
def test_n21_what_is_no_choice_is_a_fault_of_ours_and_the_seat_takes_the_first_legal_action(
    game: str, words: str, fault: str
) -> None:
    evening = alone(game, number=2)
    evening.deals("Ana")
    seat = asked_bot(evening)
    round_ = evening.round
    first = GAMES[game].legal(round_.state, seat)[0]
    choice = want.BotMove(table=1, game=1, moved_at=round_.moved_at, seat=seat, action=words)
    done = step(evening.night, choice, evening.now + 100, Random(1))
    assert [told.startswith(f"{game}: {fault}") for told in done.faults] == [True]
    assert "Xx" not in done.faults[0]
    assert [json.loads(line)["action"] for line in done.log] == [GAMES[game].format_action(first)]


def test_n21_an_illegal_card_is_named_by_its_clause_and_never_shown() -> None:
    evening = playing("7h 8h", "Kb 9a", pile="7a", draw="Ka Kh Ob")
    evening.does("Ana play 7h")
    choice = want.BotMove(table=1, game=1, moved_at=evening.round.moved_at, seat=1, action="play Kb")
    done = step(evening.night, choice, evening.now + 100, Random(1))
    assert done.faults == ("smidary: play (illegal-card S13)",)


def test_n21_who_is_asked_nothing_and_wants_what_cannot_be_says_nothing() -> None:
    evening = playing("7h 8h", "Kb 9a", "Ta Tb", pile="7a", draw="Ka Kh Ob")
    choice = want.BotMove(table=1, game=1, moved_at=evening.round.moved_at, seat=2, action="call")
    done = step(evening.night, choice, evening.now + 100, Random(1))
    assert done.faults == ("smidary: call (not-now S29)",)
    assert not done.log
    assert done.night.tables[0].round is not None
    assert done.night.tables[0].round.passed == (2,)


def test_p28_an_accused_opponent_waits_for_the_vote_like_anybody() -> None:
    evening = alone("prsi", number=2)
    evening.deals("Ana")
    seat = asked_bot(evening)
    vote = Vote(accused=seat, by=evening.round.players.index(1), since=evening.now, text="clap")
    accused = replace(evening.round, vote=vote, passed=())
    evening.night = replace(evening.night, tables=(replace(evening.table, round=accused),))
    assert all(look.seat != seat for look in bots.looks(evening.night, evening.now + 60_000))
    card = evening.round.state.hands[seat][0]
    choice = want.BotMove(table=1, game=1, moved_at=accused.moved_at, seat=seat, action=f"play {card}")
    assert evening.declines(choice) == "vote-open"


def test_n21_what_a_bot_thinks_of_is_a_view_without_secrets() -> None:
    evening = alone()
    evening.deals("Ana")
    (look, *_) = bots.looks(evening.night, evening.now + 5000)
    assert look.view == GAMES["smidary"].view(evening.round.state, look.seat)


def test_n02_bots_never_miss_a_turn_and_are_never_reminded() -> None:
    evening = alone()
    evening.deals("Ana")
    for _ in range(5):
        if evening.round.players[evening.round.state.turn or 0] == PEPA:
            break
        evening.does("Ana draw")
    evening.now += 80_000
    assert tick(evening.night, evening.now).night == evening.night
    assert not evening.night.people[1].missed


def test_n21_a_table_of_bots_only_waits() -> None:
    evening = Evening("Ana", "Bob")
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.rests("Ana")
    evening.rests("Bob")
    assert evening.declines(want.Deal(person=1, table=1, after=0)) == "too-few"
    evening.rests("Ana", sits_out=False)
    evening.rests("Bob", sits_out=False)
    evening.deals("Ana")
    evening.is_unwell("Ana")
    evening.is_unwell("Bob")
    assert evening.table.round is not None
    assert deadline(evening.night) is None
    assert not bots.looks(evening.night, evening.now + 60_000)
    evening.joins("Cyr")
    assert deadline(evening.night) is not None
    for _ in range(400):
        if evening.table.round is None:
            break
        passes(evening, 5)
    assert evening.table.seats.count(person_of("Cyr")) == 1


def test_n21_bots_play_on_for_whoever_watches_but_for_nobody_who_is_away() -> None:
    evening = alone(number=2)
    evening.deals("Ana")
    while not evening.person("Ana").is_away and evening.table.round is not None:
        passes(evening, 100)
    if evening.table.round is not None:
        assert deadline(evening.night) is None
        evening.wants(want.ShowBoard(person=1))
        assert deadline(evening.night) is not None


WORDS = [("8a Ta", "LastSaid"), ("8a", "PrsiSaid")]


def lays_the_eight(hand: str, strength: Strength, id: str = "n") -> tuple[Evening, Step]:
    """Pepa lays the acorn eight on its suit and has one card left, or none; it is Bob's turn then."""
    evening = Evening("Ana", "Bob", game="prsi")
    evening.wants(want.SeatBot(person=1, table=1, strength=strength))
    evening.deals("Ana")
    others = ("7h 9b Kh Th", "8b 9l Tl Kb")
    state = prsi_position(hand, *others, pile="Ka", draw=REST, rule_set=without_rules("eight")).state
    players = (PEPA, 1, 2)
    round_ = replace(evening.round, players=players, state=state, did=("",) * 3)
    evening.night = replace(evening.night, id=id, tables=(replace(evening.table, round=round_),))
    choice = want.BotMove(table=1, game=1, moved_at=round_.moved_at, seat=0, action="play 8a")
    return evening, evening.wants(choice)


@pytest.mark.parametrize("hand, word", WORDS)
@pytest.mark.parametrize("strength", [Strength.FAIR, Strength.STRONG])
def test_n21_p25_a_bot_says_what_is_due_with_its_card(hand: str, word: str, strength: Strength) -> None:
    evening, done = lays_the_eight(hand, strength)
    assert [type(event).__name__ for event in done.events].count(word) == 1
    assert {"CardPlayed", word} <= {fact.kind for fact in evening.round.last}
    assert evening.round.state.turn == 1
    evening.does("Ana draw")
    assert not evening.told("MistakeMade")


@pytest.mark.parametrize("hand, word", WORDS)
def test_n21_p24_an_easy_bot_forgets_at_times_and_does_not_remember_too_late(hand: str, word: str) -> None:
    forgot = 0
    for number in range(60):
        evening, _ = lays_the_eight(hand, Strength.EASY, id=f"night{number}")
        if word not in {fact.kind for fact in evening.round.last}:
            forgot += 1
            assert 0 in evening.round.passed
            evening.does("Ana draw")
            assert evening.told("MistakeMade")
    assert 0 < forgot < 20
