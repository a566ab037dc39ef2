"""What is told of a game that is over: each kind of feat, from which number on, and that only who stands out has it."""

from collections.abc import Iterable
from types import SimpleNamespace

import pytest

import core.akcni.events as in_akcni
import core.shithead.events as in_shithead
import core.smidary.events as in_smidary
from core.akcni.events import Mistake, MistakeMade
from core.akcni.state import Threat
from core.game import Event, Outcome, Seat
from core.games import GAMES
from core.highlights import FINDERS, Feat, Highlight, highlights, just_ended, remarkable, told_of
from core.highlights.course import Course, Move, comeback
from core.prsi.events import CardsDrawn, PileTurnedOver, PlayerStood
from core.record import Record
from tests.core.nights import Evening, position_of
from tests.fourth import highest

ANA, BOB, CYR = range(3)
NAMES = ("Ana", "Bob", "Cyr")


def course(events: Iterable[Event], *, held: int = 3, players: int = 3) -> Course:
    """A game that Ana has won and Cyr has lost, an event a move, in which Ana held so many cards once."""
    outcome = Outcome(places=(ANA, BOB), loser=CYR, assistant=None, title=None, next_dealer=CYR, scores=(0,) * players)
    before = Move((), SimpleNamespace(attack=None, hands=(("7h",) * held, (), ())))
    after = SimpleNamespace(attack=None, hands=((), (), ()))
    return Course((before, *(Move((event,), after) for event in events)), outcome, CYR)


def told(game: str, *events: Event, **how: int) -> tuple[Highlight, ...]:
    return remarkable(course(events, **how), FINDERS[game])


def only(feat: Feat, seat: Seat | None, number: int, other: Seat | None = None) -> tuple[Highlight, ...]:
    return (Highlight(feat=feat, seat=seat, number=number, other=other),)


def draws(seat: Seat, count: int) -> Event:
    return CardsDrawn(seat=seat, cards=("7h",) * count, count=count, rule="S3")


def stands(seat: Seat) -> Event:
    return PlayerStood(seat=seat)


def errs(seat: Seat, mistake: Mistake = Mistake.ILLEGAL_CARD) -> Event:
    return MistakeMade(seat=seat, mistake=mistake, rule="P24", count=2)


def slaps_last(*late: Seat) -> Event:
    return in_smidary.RaceEnded(late=late, last=late[-1])


def is_caught(seat: Seat) -> Event:
    return in_smidary.PlayTakenBack(seat=BOB, cheat=seat, card="7h")


def calls_in_vain(seat: Seat) -> Event:
    return in_smidary.CallFailed(seat=seat, player=ANA, card="7h")


def takes(seat: Seat, cards: int) -> Event:
    return in_shithead.PileTaken(seat=seat, cards=("7h",) * cards, open_card=None)


def burns(seat: Seat) -> Event:
    return in_shithead.PileBurned(seat=seat, cards=5, why=in_shithead.Burn.TEN)


def flips(seat: Seat, *, laid: bool) -> Event:
    return in_shithead.CardFlipped(seat=seat, number=1, card="7h", laid=laid)


def attacks(seat: Seat, other: Seat) -> tuple[Event, Event]:
    return (
        in_akcni.CardPlayed(seat=seat, card="7h", name=None, from_open=False),
        in_akcni.AttackLanded(seat=other, by=seat, kind=Threat.DRAW, cards=2, eights=False),
    )


# From which number on


@pytest.mark.parametrize(
    "game, event, least, feat",
    [
        ("smidary", stands(BOB), 5, Feat.STOOD),
        ("prsi", stands(BOB), 4, Feat.STOOD),
        ("smidary", slaps_last(BOB), 2, Feat.SLOWEST),
        ("smidary", is_caught(BOB), 2, Feat.CAUGHT),
        ("smidary", calls_in_vain(BOB), 3, Feat.FALSE_ALARM),
        ("prsi", errs(BOB), 4, Feat.MISTAKES),
        ("prsi", errs(BOB, Mistake.NOT_GREETED), 3, Feat.NO_MANNERS),
        ("smidary", draws(BOB, 1), 25, Feat.MOST_DRAWN),
        ("prsi", draws(BOB, 1), 15, Feat.MOST_DRAWN),
        ("shithead", takes(BOB, 3), 7, Feat.PILES_TAKEN),
        ("shithead", burns(BOB), 4, Feat.PILES_BURNED),
        ("shithead", flips(BOB, laid=True), 3, Feat.BLIND_LUCK),
    ],
)
def test_it_is_told_from_a_number_on(game: str, event: Event, least: int, feat: Feat) -> None:
    assert told(game, *[event] * (least - 1)) == ()
    assert told(game, *[event] * least) == only(feat, BOB, least)


def test_a_load_is_told_from_a_number_of_cards_on() -> None:
    assert told("smidary", draws(BOB, 9)) == told("prsi", draws(BOB, 7)) == ()
    assert told("smidary", draws(BOB, 10)) == only(Feat.LARGEST_DRAW, BOB, 10)
    assert told("prsi", draws(BOB, 8)) == only(Feat.LARGEST_DRAW, BOB, 8)


def test_a_pile_is_told_from_a_number_of_cards_on() -> None:
    assert told("shithead", takes(BOB, 15)) == ()
    assert told("shithead", takes(BOB, 16)) == only(Feat.LARGEST_PILE, BOB, 16)


@pytest.mark.parametrize("game, least", [("smidary", 12), ("prsi", 12), ("shithead", 15)])
def test_a_winner_who_held_many_cards_is_told(game: str, least: int) -> None:
    assert told(game, held=least - 1) == ()
    assert told(game, held=least) == only(Feat.COMEBACK, ANA, least)


@pytest.mark.parametrize("game, least", [("smidary", 10), ("prsi", 5)])
def test_a_pack_that_is_turned_over_is_nobodys_own(game: str, least: int) -> None:
    over = [PileTurnedOver(cards=9)] * least
    assert told(game, *over[1:]) == ()
    assert told(game, *over) == only(Feat.TURNED_OVER, None, least)


def test_h9_a_winner_with_clean_hands_is_told_when_many_piles_were_taken() -> None:
    piles = [takes(BOB, 3), takes(CYR, 3)] * 6
    assert told("shithead", *piles[1:]) == ()
    assert told("shithead", *piles) == only(Feat.CLEAN_HANDS, ANA, 12)
    assert told("shithead", takes(ANA, 3), *piles) == ()


# Only who stands out


def test_who_has_it_no_more_than_half_as_much_again_as_another_is_not_told() -> None:
    six = [stands(BOB)] * 6
    assert told("smidary", *six, *[stands(CYR)] * 5) == ()
    assert told("smidary", *six, *[stands(CYR)] * 4) == only(Feat.STOOD, BOB, 6)


def test_of_two_equal_loads_none_is_the_largest() -> None:
    assert told("smidary", draws(BOB, 10), draws(CYR, 10)) == ()
    assert told("smidary", draws(BOB, 10), draws(BOB, 10), draws(CYR, 9)) == only(Feat.LARGEST_DRAW, BOB, 10)


def test_s24_a_race_with_several_late_has_no_slowest_hand() -> None:
    assert told("smidary", slaps_last(BOB, CYR), slaps_last(BOB)) == ()


def test_h11_a_card_that_does_not_go_ends_the_luck() -> None:
    luck = [flips(BOB, laid=True)] * 2
    assert told("shithead", *luck, flips(BOB, laid=False), *luck) == ()


def test_s17_s27_who_was_right_is_counted_with_cheats_and_calls() -> None:
    lied = in_smidary.BottomDoubted(seat=ANA, dealer=BOB, announced="7h", card="8h", lied=True)
    in_vain = in_smidary.BottomDoubted(seat=CYR, dealer=BOB, announced="7h", card="7h", lied=False)
    guilty = in_smidary.HandShown(seat=BOB, cards=(), guilty=True)
    innocent = in_smidary.HandShown(seat=BOB, cards=(), guilty=False)
    accused = in_smidary.Challenged(seat=CYR, accused=BOB)
    assert told("smidary", lied, accused, guilty) == only(Feat.CAUGHT, BOB, 2)
    assert told("smidary", in_vain, accused, innocent, calls_in_vain(CYR)) == only(Feat.FALSE_ALARM, CYR, 3)


def test_who_attacks_the_same_one_again_and_again_is_told_with_them() -> None:
    blows = attacks(ANA, BOB) * 4
    assert told("prsi", *blows) == only(Feat.TARGET, ANA, 4, other=BOB)
    assert told("prsi", *blows, *attacks(BOB, CYR) * 3) == ()


def test_of_two_players_nobody_is_a_target() -> None:
    assert told("prsi", *attacks(ANA, BOB) * 9, players=2) == ()


def test_two_are_told_at_most_and_each_of_somebody_else() -> None:
    all_at_once = (*[stands(BOB)] * 9, draws(BOB, 30), *[is_caught(CYR)] * 2, *[PileTurnedOver(cards=9)] * 30)
    assert [(each.feat, each.seat) for each in told("smidary", *all_at_once)] == [
        (Feat.CAUGHT, CYR),
        (Feat.LARGEST_DRAW, BOB),
    ]


def test_a_quiet_game_has_no_story() -> None:
    assert told("smidary", draws(ANA, 2), stands(BOB)) == told("prsi", errs(CYR)) == told("shithead", burns(ANA)) == ()


# From whole records


def record(game: str, *actions: str, hands: tuple[str, ...], pile: str, draw: str = "", **options: object) -> Record:
    """A game from the middle of it, Ana on turn, the last player the dealer."""
    position = position_of(hands, pile, draw, ANA)
    return Record(
        game=game,
        title="",
        options=options,
        players=NAMES[: len(hands)],
        dealer=len(hands) - 1,
        deck=None,
        position=position,
        actions=actions,
    )


def test_s9_who_is_brought_back_and_loses_is_told() -> None:
    back = ("Ana play Kh", "Bob play 7h", "Ana draw")
    lost = record("smidary", *back, "Bob play 9h", "Ana draw", hands=("Kh", "7h 9h"), pile="8h", draw="Oh Oa Ka 9l")
    assert highlights(lost) == only(Feat.FELL_BACK, ANA, 1)


def test_s9_who_is_brought_back_and_wins_is_told() -> None:
    back = ("Ana play Kh", "Bob play 7h", "Ana draw")
    won = ("Bob draw", "Ana play Oh=a", "Bob play Ka", "Ana play Oa=b", "Bob draw")
    game = record("smidary", *back, *won, hands=("Kh", "7h 9l"), pile="8h", draw="Oh Oa Ka 9b 8l")
    assert highlights(game) == only(Feat.ROSE_AGAIN, ANA, 1)


def test_s29_what_was_taken_back_is_not_told() -> None:
    """The red seven that brought Ana back was illegal."""
    actions = ("Ana play Ka", "Bob play 7h", "Ana call", "Bob draw")
    game = record("smidary", *actions, hands=("Ka", "7h 9l"), pile="8a", draw="Oh Oa", cheating="take_back")
    assert highlights(game) == ()


def test_p24_most_mistakes_are_told() -> None:
    errors = ("Bob greet",) * 4
    game = record("prsi", "Ana play 8h", "Ana prsi", *errors, "Bob draw", hands=("8h", "Kl"), pile="9h", draw=MANY)
    assert highlights(game) == only(Feat.MISTAKES, BOB, 4)


MANY = "7a 8a 9a Ta Ua Oa Ka Aa 7b 8b 9b"
SIXTEEN = "4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 7d 7h 8c 8d 8h 9c"


def test_h9_the_largest_pile_is_told() -> None:
    actions = ("Ana play 9d", "Bob pickup", "Cyr play Kc")
    game = record("shithead", *actions, hands=("9d", "3c", "Kc"), pile=SIXTEEN[:-3])
    assert highlights(game) == only(Feat.LARGEST_PILE, BOB, 16)


def test_a_game_that_nobody_has_lost_is_not_told() -> None:
    errors = ("Bob greet",) * 4
    begun = record("prsi", *errors, hands=("8h 8l", "Kl"), pile="9h", draw=MANY)
    left = record("prsi", *errors, "Bob collapse", hands=("8h 8l", "Kl"), pile="9h", draw=MANY)
    assert highlights(begun) == highlights(left) == ()


# From a night


def test_a_game_that_ends_is_told_with_the_commit_that_ends_it_and_not_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.highlights.FINDERS", {"smidary": ((comeback, 1),)})
    evening = Evening("Ana", "Bob", "Cyr")
    evening.deals("Ana")
    before = evening.night
    evening.plays_to_the_end()
    [(table, result)] = just_ended(before, evening.night)
    [fact] = told_of(table, result, evening.log)
    assert (fact.table, fact.number, fact.game, fact.players) == (1, 1, "smidary", result.players)
    assert (fact.get("feat"), fact.get("seat")) == ("comeback", result.outcome.places[0])
    assert just_ended(evening.night, evening.night) == ()
    assert told_of(table, result, evening.log[1:]) == (), "whoever has only a part of the log keeps silent"


def test_a_game_of_which_nobody_said_what_is_worth_telling_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, highest.id, highest)
    evening = Evening("Ana", "Bob", "Cyr", game=highest.id)
    evening.deals("Ana")
    before = evening.night
    evening.plays_to_the_end()
    [(table, result)] = just_ended(before, evening.night)
    assert told_of(table, result, evening.log) == ()
