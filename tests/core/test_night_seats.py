"""Who comes, rests, and who sits where and deals (N1, N6, N15a, S11)."""

from collections import Counter

import pytest

from core.games import GAMES
from core.night import deadline
from core.night import intents as want
from tests.core.nights import Evening, Options, empty_night, person_of, playing


def ended(cards_of_bob: str = "Kb Ta Ka", late: str = "") -> Evening:
    """Ana wins against Bob, who is the last with these cards and one more."""
    evening = playing("9h", cards_of_bob, pile="Kh", draw="7a 8a", late=late)
    evening.does("Ana play 9h", "Bob draw")
    assert evening.table.round is None
    return evening


# Coming


def test_n01_between_games_whoever_joins_sits_down_at_once() -> None:
    evening = Evening("Ana", "Bob")
    assert evening.seats == "Ana Bob"
    assert evening.news == ()


def test_n01_during_a_game_they_are_seated_for_the_next_deal_and_the_group_is_told() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a", late="Cyr")
    assert evening.seats == "Ana Bob | Cyr"
    assert evening.told("Joined") == [{"person": person_of("Cyr"), "phoenix": False}]
    evening.does("Ana play 9h", "Bob draw")
    assert "Cyr" in evening.seats
    evening.deals("Cyr")
    assert "Cyr" in evening.players


def test_n01_joining_twice_gives_one_seat() -> None:
    evening = Evening("Ana", "Bob", "Ana")
    assert evening.seats == "Ana Bob"
    evening = playing("9h 8h", "Kb", pile="Kh", late="Cyr Cyr Ana")
    assert evening.seats == "Ana Bob | Cyr"


def test_n06_a_table_has_as_many_seats_as_its_game_the_others_wait_in_their_order() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hana", "Ivo")
    assert evening.seats == "Ana Bob Cyr Dan Eva Fil Gab | Hana Ivo"
    evening.leaves("Bob")
    assert evening.seats == "Ana Cyr Dan Eva Fil Gab Hana | Ivo"
    evening.is_unwell("Ana")
    assert evening.seats == "Cyr Dan Eva Fil Gab Hana Ivo"


def test_n06_a_game_with_more_seats_takes_in_those_who_wait() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hana", "Ivo")
    evening.wants(want.PickGame(person=1, table=1, game="shithead"))
    assert evening.seats == "Ana Bob Cyr Dan Eva Fil Gab Hana | Ivo"


def test_n06_a_game_with_fewer_seats_lets_those_wait_who_came_last() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hana", "Ivo", game="shithead")
    evening.wants(want.PickGame(person=1, table=1, game="smidary"))
    assert evening.seats == "Ana Bob Cyr Dan Eva Fil Gab | Hana Ivo"
    evening.deals("Ivo")
    assert evening.players == "Ana Bob Cyr Dan Eva Fil Gab"


def test_n06_with_a_dealer_those_right_before_them_wait() -> None:
    evening = ended()
    assert evening.dealer == "Bob"
    evening.wants(want.PickGame(person=1, table=1, game="shithead"))
    evening.joins("Cyr", "Dan", "Eva", "Fil", "Gab", "Hana", "Ivo")
    assert evening.seats == "Ana Cyr Dan Eva Fil Gab Hana Bob | Ivo"
    evening.wants(want.PickGame(person=1, table=1, game="smidary"))
    assert evening.seats == "Ana Cyr Dan Eva Fil Gab Bob | Hana Ivo"


# Seats and the dealer


def test_n06_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = set()
    for seed in range(40):
        evening = Evening("Ana", "Bob", "Cyr", seed=seed)
        evening.deals("Ana")
        dealers.add(evening.dealer)
        assert evening.round.players[evening.round.dealer] == person_of(evening.dealer)
    assert dealers == {"Ana", "Bob", "Cyr"}


def test_n06_the_lot_falls_on_nobody_who_sits_out() -> None:
    for seed in range(20):
        evening = Evening("Ana", "Bob", "Cyr", seed=seed)
        evening.rests("Bob")
        evening.deals("Ana")
        assert evening.dealer != "Bob"


def test_s11_the_last_one_deals_next_and_the_assistant_for_an_arcipic() -> None:
    assert ended().dealer == "Bob"
    eleven = "Kb Ta Ka 7b 8b 9b Tb Ub Ob Ab 7l"
    assert ended(eleven).dealer == "Ana"


def test_n06_newcomers_sit_down_before_the_dealer_in_the_order_of_coming() -> None:
    evening = ended(late="Cyr Dan")
    assert evening.dealer == "Bob"
    assert evening.seats == "Ana Cyr Dan Bob"
    evening.joins("Eva")
    assert evening.seats == "Ana Cyr Dan Eva Bob"


def test_n06_players_keep_their_seats_from_game_to_game() -> None:
    evening = playing("9h", "8b Kb Ka", "Ta 8a", "7a", pile="Kh", draw="7l 8l 9l Tl")
    evening.does("Ana play 9h", "Bob draw", "Cyr collapse", "Dan collapse")
    assert evening.seats == "Ana Bob"
    evening.joins("Dan", "Cyr")
    evening.deals("Bob")
    order = evening.players
    evening.is_unwell("Dan")
    evening.joins("Dan")
    assert order == "Dan Cyr Ana Bob"
    assert evening.seats == "Cyr Ana Bob | Dan"


def test_n06_when_the_next_dealer_has_left_the_player_clockwise_of_them_deals() -> None:
    evening = playing("9h", "8b Kb", "Ta Ka", pile="Kh", draw="7a 8a 9a")
    evening.does("Cyr collapse")
    assert evening.seats == "Ana Bob"
    assert evening.dealer == "Ana"
    evening.does("Ana play 9h", "Bob draw")
    assert evening.dealer == "Bob"


def test_n06_the_dealer_who_deals_again_but_has_left_is_followed_clockwise() -> None:
    evening = playing("9h Th", "8b Kb", "Ta Ka", pile="Kh", draw="7a 8a 9a", late="Dan")
    evening.does("Cyr collapse", "Bob collapse")
    assert evening.table.round is None
    assert evening.dealer == "Ana"
    assert evening.seats == "Dan Ana"


def test_n06_clockwise_is_seen_from_the_seat_that_the_dealer_has_left() -> None:
    evening = playing("9h", "9l", "Ka Ta Tb Ub Ob Ab 7l 8l Tl Ua", pile="Kh", draw="7a 8a")
    evening.does("Ana play 9h", "Bob play 9l")
    evening.is_unwell("Bob")
    evening.does("Cyr draw")
    assert evening.table.result is not None
    assert evening.table.result.outcome.next_dealer == 1
    assert (evening.seats, evening.dealer) == ("Ana Cyr", "Cyr")


def test_n06_a_dealer_who_leaves_between_games_is_followed_clockwise() -> None:
    evening = ended(late="Cyr")
    assert evening.seats == "Ana Cyr Bob"
    evening.leaves("Bob")
    assert (evening.seats, evening.dealer) == ("Ana Cyr", "Ana")
    evening.leaves("Ana")
    assert (evening.seats, evening.dealer) == ("Cyr", "Cyr")
    evening.leaves("Cyr")
    assert (evening.seats, evening.table.dealer) == ("", None)
    evening.joins("Dan", "Eva")
    evening.deals("Dan")
    assert evening.dealer in ("Dan", "Eva")


def test_n06_a_dealer_who_leaves_with_the_end_of_the_game_is_followed_clockwise() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a", late="Cyr")
    evening.leaves("Bob")
    evening.does("Ana play 9h", "Bob draw")
    assert (evening.seats, evening.dealer) == ("Cyr Ana", "Ana")


def test_n06_whoever_sits_out_passes_the_deal_on_clockwise() -> None:
    evening = ended(late="Cyr")
    assert (evening.seats, evening.dealer) == ("Ana Cyr Bob", "Bob")
    evening.rests("Bob")
    evening.deals("Cyr")
    assert (evening.players, evening.dealer) == ("Ana Cyr", "Ana")


# Resting and the hat


def test_n15a_whoever_rests_sits_out_one_deal() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    evening.deals("Ana")
    assert evening.players == "Ana Bob"
    evening.does("Ana collapse")
    evening.joins("Ana")
    evening.deals("Ana")
    assert set(evening.players.split()) == {"Ana", "Bob", "Cyr"}


def test_n15a_resting_is_no_toggle_so_a_second_tap_changes_nothing() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    evening.rests("Cyr")
    assert evening.person("Cyr").resting
    evening.rests("Cyr", sits_out=False)
    evening.rests("Cyr", sits_out=False)
    evening.deals("Ana")
    assert evening.players == "Ana Bob Cyr"


def test_n15a_asked_for_during_a_game_it_is_the_next_one() -> None:
    evening = playing("9h", "Kb Ta Ka", pile="Kh", draw="7a 8a", late="Cyr")
    evening.rests("Bob")
    evening.does("Ana play 9h", "Bob draw")
    evening.deals("Ana")
    assert evening.players == "Ana Cyr"


def test_n15a_joining_again_ends_the_rest() -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.rests("Cyr")
    evening.joins("Cyr")
    evening.deals("Ana")
    assert evening.players == "Ana Bob Cyr"


ELEVEN = "Kb Ta Ka 7b 8b 9b Tb Ub Ob Ab 7l"


@pytest.mark.parametrize("sits_out", [True, False])
def test_s11_n15a_the_hat_is_worn_all_through_the_next_game(sits_out: bool) -> None:
    evening = ended(ELEVEN, late="Cyr")
    assert [person.name for person in evening.night.people if person.hat] == ["Bob"]
    evening.rests("Bob", sits_out)
    evening.deals("Ana")
    assert ("Bob" in evening.players) is not sits_out
    assert evening.person("Bob").hat
    for name in evening.players.split()[1:]:
        evening.is_unwell(name)
    assert evening.table.round is None
    assert not evening.person("Bob").hat


def test_s11_the_hat_goes_with_its_game_also_from_somebody_who_left() -> None:
    evening = ended(ELEVEN, late="Cyr")
    evening.leaves("Bob")
    evening.deals("Ana")
    evening.joins("Bob")
    assert evening.person("Bob").hat
    evening.is_unwell("Ana")
    assert not evening.person("Bob").hat


def test_s11_up_to_ten_cards_there_is_no_hat() -> None:
    assert not any(person.hat for person in ended().night.people)


# The tally of games


STRICT: dict[str, Options] = {"prsi": {"supervision": "strict"}}


@pytest.mark.parametrize("game", GAMES)
def test_n12_n14_games_wins_losses_and_scores_are_counted(game: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr", game=game, options=STRICT.get(game, {}))
    scores, wins, losses = Counter[int](), Counter[int](), Counter[int]()
    for played in range(1, 4):
        evening.deals("Ana")
        evening.plays_to_the_end()
        result = evening.table.result
        assert result is not None
        assert result.outcome.loser is not None
        wins[result.players[result.outcome.places[0]]] += 1
        losses[result.players[result.outcome.loser]] += 1
        scores.update(dict(zip(result.players, result.outcome.scores, strict=True)))
        for person in evening.night.people:
            counted = (person.games, person.wins, person.losses, person.score)
            assert counted == (played, wins[person.id], losses[person.id], scores[person.id])


def test_an_empty_night_waits_for_nothing() -> None:
    assert deadline(empty_night()) is None
