"""Who owes what, who has drunk it, what was wrong, and what the winner chooses (N8–N10, S10, S11, S29)."""

import pytest

from core.ledger import RECENT, EntryKind
from core.night import intents as want
from core.night.tally import SAME_TAP
from tests.core.nights import NO_OPTIONS, Evening, Options, playing

ANA, BOB, CYR = 1, 2, 3
ELEVEN = "Kb Ta Ka 7b 8b 9b Tb Ub Ob Ab 7l"


def debts(evening: Evening) -> list[tuple[int, int, str, str | None]]:
    """Whose, ml, clause and drink of all that is owed."""
    return [(debt.person, debt.ml, debt.rule, debt.drink) for debt in evening.night.books.open]


def dry(rounds: int) -> Evening:
    """Nothing is left to draw, so Ana and Bob are charged 10 ml each, in turn: odd entries are hers (S5)."""
    evening = playing("9h Th", "9b Tb", pile="Kh")
    evening.does(*["Ana draw", "Bob draw"] * rounds)
    assert len(evening.entries) == 2 * rounds
    evening.passes(10)
    return evening


# Charges


def test_n08_a_charge_is_an_entry_with_who_how_much_why_in_which_game_and_when() -> None:
    evening = playing("9h Th", "9b Tb", pile="Kh")
    evening.does("Ana draw")
    (entry,) = evening.entries
    assert (entry.number, entry.kind, entry.person, entry.ml, entry.rule) == (1, EntryKind.ASSIGNED, ANA, 10, "S5")
    assert (entry.game, entry.at, entry.drink, entry.refers, entry.by) == (1, evening.now, None, None, None)


def test_n09_a_debt_blocks_no_play() -> None:
    evening = dry(3)
    evening.does("Ana play 9h", "Bob play 9b")
    assert (evening.owed("Ana"), evening.owed("Bob")) == (30 + 20, 30)


# Drinking up


def test_n09_one_tap_settles_the_oldest_debt() -> None:
    evening = dry(2)
    evening.drinks_up("Ana")
    (drunk,) = evening.entries[4:]
    assert (drunk.number, drunk.kind, drunk.person, drunk.ml) == (5, EntryKind.DRUNK, ANA, 10)
    assert (drunk.refers, drunk.by, drunk.rule) == (1, ANA, "S5")
    assert (evening.drunk("Ana"), evening.owed("Ana"), evening.owed("Bob")) == (10, 10, 20)


def test_n09_one_more_tap_settles_all() -> None:
    evening = dry(3)
    evening.drinks_up("Ana")
    evening.drinks_up("Ana", everything=True)
    assert [(entry.number, entry.refers) for entry in evening.entries[6:]] == [(7, 1), (8, 3), (9, 5)]
    assert (evening.drunk("Ana"), evening.owed("Ana"), evening.owed("Bob")) == (30, 0, 30)
    assert evening.declines(want.DrinkUp(person=ANA, everything=True)) == "nothing-owed"


def test_n09_a_certain_debt_is_settled_once() -> None:
    evening = dry(2)
    evening.drinks_up("Ana", entry=3)
    assert evening.entries[-1].refers == 3
    assert evening.declines(want.DrinkUp(person=ANA, entry=3)) == "just-done"
    assert evening.declines(want.DrinkUp(person=ANA, entry=2)) == "just-done", "Bob's"
    assert evening.declines(want.DrinkUp(person=ANA, entry=99)) == "just-done"
    evening.drinks_up("Ana", entry=1)
    assert evening.declines(want.DrinkUp(person=ANA, entry=1)) == "nothing-owed"


def test_n09_a_double_tap_settles_one_debt() -> None:
    evening = dry(2)
    evening.drinks_up("Ana")
    assert evening.declines(want.DrinkUp(person=ANA)) == "just-done"
    evening.drinks_up("Bob")
    evening.passes(SAME_TAP / 1000)
    evening.drinks_up("Ana")
    assert evening.owed("Ana") == 0


def test_n09_a_clock_that_is_set_back_makes_no_double_tap_of_the_next_one() -> None:
    evening = dry(2)
    evening.drinks_up("Ana")
    evening.now -= 3_600_000
    evening.drinks_up("Ana")
    assert evening.owed("Ana") == 0


def test_n09_who_went_home_can_still_say_what_was_drunk() -> None:
    evening = dry(1)
    evening.is_unwell("Ana")
    evening.drinks_up("Ana")
    assert evening.owed("Ana") == 0


# Corrections


def test_n08_anybody_at_the_table_corrects_an_entry_and_the_group_sees_it() -> None:
    evening = dry(1)
    evening.joins("Cyr")
    evening.corrects("Cyr", 1)
    (correction,) = evening.entries[2:]
    assert (correction.number, correction.kind, correction.refers, correction.by) == (3, EntryKind.CORRECTION, 1, CYR)
    assert (correction.person, correction.ml, correction.at) == (ANA, 10, evening.now)
    (told,) = evening.told("Corrected")
    assert told == {"by": CYR, "person": ANA, "ml": 10, "rule": "S5", "was": "assigned", "again": False}
    assert evening.owed("Ana") == 0
    assert evening.night.books.of(ANA).doses == 0


def test_n08_an_entry_is_corrected_once() -> None:
    evening = dry(1)
    evening.corrects("Bob", 1)
    for entry in (1, 0, -1, 4, 10**30):
        assert evening.declines(want.Correct(person=BOB, entry=entry)) == "not-correctable"


def test_n08_what_was_struck_by_a_slip_is_put_back_by_a_new_entry_once() -> None:
    evening = dry(1)
    evening.corrects("Bob", 1)
    evening.corrects("Ana", 3)
    again = evening.entries[-1]
    assert (again.number, again.kind, again.refers, again.by) == (4, EntryKind.ASSIGNED, 3, ANA)
    assert (again.person, again.ml, again.rule, again.game, again.at) == (ANA, 10, "S5", 1, evening.now)
    assert evening.told("PutBack") == [{"by": ANA, "person": ANA, "ml": 10, "rule": "S5", "was": "assigned"}]
    assert (evening.owed("Ana"), evening.night.books.of(ANA).doses) == (10, 1)
    for entry in (1, 3):
        assert evening.declines(want.Correct(person=BOB, entry=entry)) == "not-correctable"
    evening.corrects("Bob", 4)
    assert evening.owed("Ana") == 0


def test_n08_what_was_drunk_before_it_was_struck_is_not_owed_again() -> None:
    evening = dry(1)
    evening.drinks_up("Ana")
    evening.corrects("Bob", 1)
    correction = evening.entries[-1]
    assert evening.declines(want.Correct(person=BOB, entry=correction.number)) == "not-correctable"


def test_n08_the_corrections_of_a_card_or_of_a_winners_choice_are_no_slips() -> None:
    evening = won()
    evening.does("Bob draw")
    evening.chooses("Ana", "rum")
    for entry in evening.entries:
        if entry.kind is EntryKind.CORRECTION:
            assert evening.declines(want.Correct(person=BOB, entry=entry.number)) == "not-correctable"


def test_n08_a_wrong_vypito_makes_the_debt_open_again() -> None:
    evening = dry(1)
    evening.drinks_up("Ana")
    evening.corrects("Ana", 3)
    assert (evening.drunk("Ana"), evening.owed("Ana")) == (0, 10)
    assert evening.told("Corrected")[0]["was"] == "drunk"
    assert evening.told("Corrected")[0]["again"] is True
    evening.passes(10)
    evening.drinks_up("Ana")
    assert (evening.drunk("Ana"), evening.owed("Ana")) == (10, 0)


def test_n08_a_debt_that_is_open_again_can_be_corrected_itself() -> None:
    evening = dry(1)
    evening.drinks_up("Ana")
    evening.corrects("Ana", 3)
    evening.corrects("Ana", 1)
    assert (evening.drunk("Ana"), evening.owed("Ana"), evening.night.books.of(ANA).assigned) == (0, 0, 0)


def test_n08_a_wrong_debt_that_was_drunk_stays_drunk() -> None:
    evening = dry(1)
    evening.drinks_up("Ana")
    evening.corrects("Bob", 1)
    assert (evening.drunk("Ana"), evening.owed("Ana"), evening.night.books.of(ANA).assigned) == (10, 0, 0)
    evening.corrects("Bob", 3)
    assert (evening.drunk("Ana"), evening.owed("Ana")) == (0, 0)


def test_n08_settled_long_ago_an_entry_is_too_old_and_an_open_debt_never() -> None:
    evening = dry(1)
    evening.drinks_up("Bob", entry=2)
    evening.does(*["Ana draw", "Bob draw"] * RECENT)
    assert evening.declines(want.Correct(person=ANA, entry=2)) == "not-correctable"
    assert evening.declines(want.Correct(person=ANA, entry=3)) == "not-correctable"
    evening.corrects("Ana", 1)
    assert evening.owed("Ana") == 10 * RECENT


def test_n08_what_one_tap_has_noted_is_taken_back_with_one_tap_and_told_as_one() -> None:
    evening = dry(3)
    evening.drinks_up("Ana")
    evening.drinks_up("Bob", everything=True)
    evening.drinks_up("Ana", everything=True)
    alone, *together = [entry.number for entry in evening.entries if entry.person == ANA and entry.by]
    done = evening.wants(want.Correct(person=BOB, entry=together[-1], whole=True))
    assert [entry.refers for entry in done.entries] == together
    assert (evening.drunk("Ana"), evening.owed("Ana"), evening.owed("Bob")) == (10, 20, 0)
    assert [(told["ml"], told["again"]) for told in evening.told("Corrected")] == [(20, True)]
    assert evening.declines(want.Correct(person=BOB, entry=together[0], whole=True)) == "not-correctable"
    evening.corrects("Bob", alone)
    assert evening.owed("Ana") == 30


def test_n08_of_what_one_tap_has_noted_only_what_still_counts_is_taken_back() -> None:
    evening = dry(3)
    evening.drinks_up("Ana", everything=True)
    evening.corrects("Bob", 7)
    evening.corrects("Bob", 3)
    done = evening.wants(want.Correct(person=BOB, entry=9, whole=True))
    assert [entry.refers for entry in done.entries] == [8, 9]
    assert (evening.drunk("Ana"), evening.owed("Ana")) == (0, 20)
    assert [(told["ml"], told["again"]) for told in evening.told("Corrected")] == [(10, True), (10, False)]


def test_n08_who_has_left_the_table_corrects_nothing() -> None:
    evening = dry(1)
    evening.is_unwell("Ana")
    assert evening.declines(want.Correct(person=ANA, entry=1)) == "stranger"


# A card taken back takes its charge along


def cheated(option: str = "drink") -> Evening:
    """With two in the game Ana lays a bell nine that does not fit, and Bob is charged at once (S24, S28)."""
    evening = playing(
        "9b 8h Th", "8b Tb 7b", pile="Ka", draw="9a Ta 7l 8l 9l", options={"cheating": option, "false_call": 10}
    )
    evening.does("Ana play 9b")
    assert debts(evening) == [(BOB, 20, "S24", None)]
    return evening


@pytest.mark.parametrize("option, fine", [("take_back", []), ("drink", [(ANA, 20, "S29", None)])])
def test_s29_the_charges_of_an_illegal_card_are_corrected(
    option: str, fine: list[tuple[int, int, str, str | None]]
) -> None:
    evening = cheated(option)
    evening.does("Bob call")
    correction = evening.entries[1]
    assert (correction.kind, correction.refers, correction.person, correction.ml) == (EntryKind.CORRECTION, 1, BOB, 20)
    assert correction.by is None
    assert debts(evening) == fine
    assert evening.round.state.drinks == (sum(ml for _, ml, _, _ in fine), 0)


def test_s29_also_when_the_debt_is_drunk_already() -> None:
    evening = cheated()
    evening.drinks_up("Bob")
    evening.does("Bob call")
    assert [entry.refers for entry in evening.entries if entry.kind is EntryKind.CORRECTION] == [1]
    sums = evening.night.books.of(BOB)
    assert (sums.assigned, sums.drunk, evening.owed("Bob")) == (0, 20, 0)


def test_s29_also_when_so_much_was_noted_since_that_the_debt_is_no_recent_entry() -> None:
    evening = playing("9b 8h Th", "8b Tb 7b", pile="Ka", options={"cheating": "drink"})
    evening.does(*["Ana draw", "Bob draw"] * RECENT, "Ana play 9b")
    wrong = evening.entries[-1]
    evening.passes(10)
    evening.drinks_up("Bob", everything=True)
    evening.drinks_up("Ana", everything=True)
    assert evening.night.books.find(wrong.number) is None
    evening.does("Bob call")
    assert [entry.refers for entry in evening.entries if entry.kind is EntryKind.CORRECTION] == [wrong.number]
    assert evening.night.books.of(BOB).assigned == 10 * RECENT


def test_s29_what_somebody_has_corrected_before_the_call_is_not_corrected_twice() -> None:
    evening = cheated()
    evening.corrects("Bob", 1)
    evening.does("Bob call")
    assert [entry.refers for entry in evening.entries if entry.kind is EntryKind.CORRECTION] == [1]
    assert evening.night.books.of(BOB).assigned == 0


def test_s29_an_equal_debt_from_before_stays() -> None:
    evening = playing("9b 8h Th", "8b Tb 7b", pile="9a", draw="Aa Ta 7l 8l 9l", options={"cheating": "drink"})
    evening.does("Ana play 9b", "Ana draw", "Bob draw")
    first = evening.entries[0]
    assert debts(evening) == [(BOB, 20, "S24", None)]
    evening = cheated_again(evening)
    evening.corrects("Bob", evening.entries[-1].number)
    evening.does("Bob call")
    assert first in evening.night.books.open
    assert evening.night.books.of(BOB).assigned == 20


def cheated_again(evening: Evening) -> Evening:
    """The nine comes back to Ana's hand, and she lays it once more, where it does not fit."""
    evening.does("Ana play Th", "Bob draw")
    state = evening.round.state
    hands = ((*state.hands[0], "9b"), *state.hands[1:])
    evening.changes(hands=hands, pile=tuple(card for card in state.pile if card != "9b"), turn=0, attack=None)
    evening.does("Ana play 9b")
    assert [debt.rule for debt in evening.night.books.debts(BOB)] == ["S24", "S24"]
    return evening


def test_s29_a_vain_call_in_between_costs_its_caller_and_hides_nothing() -> None:
    evening = playing(
        "9b 8h Th", "8b Tb 7b", pile="9a", draw="Ka Ta 7l 8l 9l", options={"cheating": "take_back", "false_call": 10}
    )
    evening.does("Ana play 9b", "Bob call")
    assert debts(evening) == [(BOB, 20, "S24", None), (BOB, 10, "S29", None)]
    assert [entry.rule for entry in evening.round.charged] == ["S24", "S29"]


# The end: doses, and what the winner chooses


def won(hand: str = "Kb Ta Ka", chosen: str | None = None, options: Options = NO_OPTIONS) -> Evening:
    """Ana is out, and Bob has only to draw a card."""
    evening = playing("9h", hand, pile="Kh", draw="7a 8a", options=options)
    evening.does("Ana play 9h")
    if chosen:
        evening.chooses("Ana", chosen)
    return evening


@pytest.mark.parametrize(
    "hand, doses",
    [
        ("Kb", [(BOB, 40), (ANA, 20)]),
        ("Kb Ta Ka", [(BOB, 40), (ANA, 20)]),
        ("Kb Ta Ka Tb", [(BOB, 80)]),
        ("Kb Ta Ka Tb Ua Ub Ul Oa Ob", [(BOB, 80)]),
        ("Kb Ta Ka Tb Ua Ub Ul Oa Ob Ol", [(BOB, 160)]),
    ],
)
def test_s11_the_doses_go_by_the_cards_left(hand: str, doses: list[tuple[int, int]]) -> None:
    evening = won(hand)
    evening.does("Bob draw")
    assert debts(evening) == [(person, ml, "S11", None) for person, ml in doses]
    assert evening.table.result is not None
    assert evening.table.result.doses == tuple(entry.number for entry in evening.entries)


def test_s31_in_the_western_shoot_out_the_assistant_drinks_nothing() -> None:
    evening = won(options={"variant": "western"})
    evening.does("Bob draw")
    assert debts(evening) == [(BOB, 40, "S11", None)]


def test_s10_what_the_winner_chose_in_the_game_is_what_they_drink() -> None:
    evening = won(chosen="slivovice")
    evening.does("Bob draw")
    assert debts(evening) == [(BOB, 40, "S11", "slivovice"), (ANA, 20, "S11", "slivovice")]


def test_s10_the_choice_can_be_changed_in_the_game_by_any_button() -> None:
    evening = won(chosen="rum")
    evening.wants(want.Act(person=ANA, table=1, game=1, ply=0, action="choose pivo"))
    evening.does("Bob draw")
    assert {drink for _, _, _, drink in debts(evening)} == {"pivo"}


def test_n10_doses_during_a_game_are_of_ones_own_drink() -> None:
    evening = playing("9h", "Kb Ta Ka", "7b 8b", pile="Kh")
    evening.does("Ana play 9h")
    evening.chooses("Ana", "rum")
    evening.does("Bob draw")
    assert debts(evening) == []
    evening.does("Cyr draw", "Bob draw")
    assert {drink for _, _, rule, drink in debts(evening) if rule == "S5"} == {None}


def test_n10_also_what_the_last_draw_costs_is_of_ones_own_drink() -> None:
    evening = playing("7h", "Kb", pile="Kh")
    evening.does("Ana play 7h")
    evening.chooses("Ana", "rum")
    evening.does("Bob draw")
    assert debts(evening) == [(BOB, 10, "S5", None), (BOB, 40, "S11", "rum"), (ANA, 20, "S11", "rum")]


def test_s10_after_the_end_the_night_still_takes_the_choice() -> None:
    evening = won()
    evening.does("Bob draw")
    evening.chooses("Ana", "rum")
    assert debts(evening) == [(BOB, 40, "S11", "rum"), (ANA, 20, "S11", "rum")]
    kinds = [(entry.kind.value, entry.refers, entry.drink) for entry in evening.entries]
    assert kinds[:2] == [("assigned", None, None)] * 2
    assert kinds[2:] == [
        ("correction", 1, None),
        ("assigned", 3, "rum"),
        ("correction", 2, None),
        ("assigned", 5, "rum"),
    ]
    assert evening.table.result is not None
    assert evening.table.result.outcome.chosen == "rum"
    assert evening.night.books.of(BOB).doses == 1


def test_s10_the_same_choice_again_writes_nothing() -> None:
    evening = won(chosen="rum")
    evening.does("Bob draw")
    before = evening.night
    evening.chooses("Ana", "rum")
    assert evening.night == before


def test_s10_it_can_be_changed_again_until_the_next_deal() -> None:
    evening = won(chosen="rum")
    evening.does("Bob draw")
    evening.chooses("Ana", "pivo")
    evening.chooses("Ana", "kofola")
    assert {drink for _, _, _, drink in debts(evening)} == {"kofola"}
    assert sum(ml for _, ml, _, _ in debts(evening)) == 60
    choice = evening.choice("Ana", "rum")
    evening.deals("Bob")
    assert evening.table.result is None
    assert evening.declines(choice) == "old-button"


def test_s10_what_is_drunk_or_corrected_stays_as_it_is() -> None:
    evening = won()
    evening.does("Bob draw")
    evening.drinks_up("Bob")
    evening.corrects("Bob", 2)
    entries = len(evening.entries)
    evening.chooses("Ana", "rum")
    assert len(evening.entries) == entries
    evening.corrects("Bob", 3)
    evening.chooses("Ana", "kofola")
    assert debts(evening) == [(BOB, 40, "S11", "kofola")]


def test_s10_only_the_winner_chooses() -> None:
    evening = won()
    assert evening.declines(evening.choice("Bob", "rum")) == "not-your-turn S10"
    evening.does("Bob draw")
    assert evening.declines(evening.choice("Bob", "rum")) == "not-your-turn S10"
    assert evening.declines(want.ChooseDrink(person=ANA, table=1, game=2, drink="rum")) == "old-button"
    assert evening.declines(want.ChooseDrink(person=ANA, table=7, game=1, drink="rum")) == "old-button"


def test_s10_the_winner_chooses_also_from_the_way_home() -> None:
    evening = won()
    evening.is_unwell("Ana")
    evening.chooses("Ana", "rum")
    evening.does("Bob draw")
    assert debts(evening)[0] == (BOB, 40, "S11", "rum")


def test_s10_where_no_doses_were_owed_there_is_nothing_to_choose() -> None:
    evening = playing("9h 8h", "Kb Ta", pile="Kh", draw="7a 8a")
    evening.is_unwell("Bob")
    assert evening.table.result is not None
    assert evening.table.result.outcome.places == (0,)
    assert evening.declines(evening.choice("Ana", "rum")) == "old-button"
    evening = Evening("Ana", "Bob", game="shithead")
    evening.deals("Ana")
    assert evening.declines(evening.choice("Ana", "rum")) == "unknown-action"


WORDS = ["", " ", "a b", "a\tb", "rum\n", "ru\x00m", "\u202emur", "r\u200bum", "x" * 33, "x" * 200, "\ud800", "\xa0"]


@pytest.mark.parametrize("word", WORDS)
def test_s10_a_choice_is_one_word_that_can_be_read(word: str) -> None:
    evening = won(chosen="rum")
    assert evening.declines(evening.choice("Ana", word)) == "bad-name S10"
    action = want.Act(person=ANA, table=1, game=1, ply=0, action=f"choose {word}")
    if word.strip() != "rum":
        assert evening.declines(action) in ("bad-name S10", "unknown-action")
    evening.does("Bob draw")
    assert evening.declines(evening.choice("Ana", word)) == "bad-name S10"


@pytest.mark.parametrize("word", ["rum", "víno", "žitná", "Žižkov-12°", "x" * 32, "🍺"])
def test_s10_any_such_word_will_do(word: str) -> None:
    evening = won(chosen=word)
    evening.does("Bob draw")
    assert debts(evening)[0] == (BOB, 40, "S11", word)


def test_h14_a_forfeit_is_charged_to_the_shithead() -> None:
    evening = Evening("Ana", "Bob", game="shithead", options={"forfeit_ml": 50})
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert evening.table.result is not None
    loser = evening.table.result.outcome.loser
    assert loser is not None
    assert debts(evening) == [(evening.table.result.players[loser], 50, "H14", None)]
    assert evening.table.result.doses == ()
