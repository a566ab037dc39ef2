"""The cut, and votes on deeds (P13, P28)."""

import re
from dataclasses import replace
from html import unescape
from itertools import chain

from core.night import News
from core.night.habits import habits_of
from core.night.house import MOST_RULES
from core.night.rules import HouseRule, Page, Proposal
from tests.core.nights import Evening
from tests.core.prsi_table import ANA, BOB, CYR, DAN, REST, house, position
from tests.tgbot.phones import Phones
from tgbot.store.codec import decode_habits, decode_night, encode_habits, encode_night
from tgbot.views import announcement
from tgbot.views.frame import frame
from tgbot.views.table import table_screen

# The cut


def test_p13_whoever_sits_on_the_dealers_right_cuts() -> None:
    phones = Phones(position("8h 8a", "9h 9b", "Ta 8l", pile="7h", draw=REST))
    lobby = replace(phones.night.tables[0], round=None, dealer=2, options=(("prsi", (("action_suit", "cut"),)),))
    phones.night = replace(phones.night, tables=(lobby,))
    assert "✂️ Akční barvu snímá Ana, nebo náhoda." in phones.group
    assert "Sejmi akční barvu" in phones.hand(ANA).text
    assert "Sejmi" not in phones.hand(BOB).text + phones.hand(CYR).text
    cut = phones.button(ANA, "🌰")
    phones.presses(BOB, cut)
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    phones.presses(ANA, cut)
    assert phones.popup == "✂️ Akční barva je sejmutá: 🌰"
    assert "✂️ Akční barva je sejmutá: 🌰" in phones.group
    phones.taps(BOB, "▶️ Rozdat")
    assert "akční barva 🌰" in phones.group
    assert phones.round.state.action_suit == "a"
    assert phones.night.tables[0].cut is None


def test_p01_in_a_big_round_everybody_gets_as_many_cards_as_there_are() -> None:
    evening = Evening("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", game="prsi")
    evening.deals("Ana")
    assert {len(hand) for hand in evening.round.state.hands} == {4}
    assert evening.table.options == ()


def test_p13_nobody_waits_for_the_cut() -> None:
    suits = set()
    for seed in range(12):
        evening = Evening("Ana", "Bob", game="prsi", seed=seed, options={"action_suit": "cut"})
        evening.deals("Ana")
        suits.add(evening.round.state.action_suit)
    assert len(suits) > 1


def test_p13_before_the_first_deal_it_is_said_that_chance_cuts() -> None:
    evening = Evening("Ana", "Bob", game="prsi", options={"action_suit": "cut", "supervision": "strict"})
    said = "✂️ Poprvé snímá akční barvu náhoda."
    assert said in table_screen(frame(evening.night, "cs", "bot"), evening.table).text
    evening.deals("Ana")
    evening.plays_to_the_end()
    assert said not in table_screen(frame(evening.night, "cs", "bot"), evening.table).text


# Votes


DEED = ("9*", "do zatleskej", "Ana")


def table(players: int) -> Phones:
    hands = ("9h 8h 8a 7a", "Tb 9b 7b", "Tl 8l 7l", "Ta Ua Ub")[:players]
    return Phones(position(*hands, pile="7h", draw=REST, rules=house(DEED)))


def test_p28_a_majority_of_the_others_makes_it_a_breach_which_costs_the_author_double() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.said == "⚖️ Bob žaluje: <b>Ana</b> prý vynechává „zatleskej“. Ostatní hlasují u stolu. (P28)"
    assert phones.group_labels[:2] == ["👎 Nesplněno (1)", "👍 Splněno (0)"]
    phones.taps(ANA, "👍 Splněno (0)", in_group=True)
    assert phones.popup == "O tomhle rozhodují ostatní. (P28)"
    phones.taps(CYR, "👎 Nesplněno (1)", in_group=True)
    assert phones.said == "❌ <b>Ana</b>: „zatleskej“ se nekonalo. +4 karty (P28)"
    assert phones.round.vote is None
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_without_a_majority_within_a_minute_it_is_done() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    phones.passes(59)
    assert phones.round.vote is not None
    phones.passes(2)
    assert phones.said == "⚖️ Stůl rozhoduje 1 : 1, <b>Ana</b> má „zatleskej“ splněno. (P28)"
    assert "🚨 Ana: nesplněno" not in phones.group_labels
    assert "🎭 Ana" not in phones.group
    phones.presses(CYR, f"{phones.night.id}:act:1:1:0:breach 0")
    assert phones.popup == "Stůl už rozhodl, že je to splněné. (P28)"
    assert phones.cards(ANA) == 3


def test_p28_a_card_that_is_taken_back_opens_no_new_vote() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    phones.taps(CYR, "🎴 Líznout 1")
    phones.taps(ANA, "🌰 8")
    assert "🌰 8 sem nepatří" in phones.said
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_half_of_the_others_is_enough_to_acquit() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    assert phones.said == "⚖️ Stůl rozhoduje 1 : 1, <b>Ana</b> má „zatleskej“ splněno. (P28)"


def test_p28_with_two_the_other_one_is_the_majority() -> None:
    phones = table(2)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.said == "❌ <b>Ana</b>: „zatleskej“ se nekonalo. +4 karty (P28)"


def test_p28_nobody_breaks_a_deed_alone_by_a_forged_action_and_nobody_accuses_themselves() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    before = phones.cards(ANA)
    phones.acts(BOB, "breach 0")
    assert phones.cards(ANA) == before
    assert phones.round.vote is not None
    phones.acts(CYR, "breach 0")
    assert phones.popup == "Nejdřív se dohlasuje, nejdéle minutu. (P28)"
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(ANA, "🚨 Ana: nesplněno", in_group=True)
    assert phones.round.vote is None
    assert phones.popup == "O tomhle rozhodují ostatní. (P28)"


def test_p28_the_accused_waits_for_the_vote_before_the_next_card_and_then_it_is_over() -> None:
    phones = table(3)
    phones.taps(ANA, "❤️ 9")
    phones.taps(CYR, "🎴 Líznout 1")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    assert phones.round.state.turn == ANA
    assert "„zatleskej“" in phones.hand(ANA).text
    assert "*❤️ 8" not in chain(*phones.labels(ANA))
    phones.taps(ANA, "❤️ 8")
    assert phones.popup == "Nejdřív se dohlasuje, nejdéle minutu. (P28)"
    phones.passes(61)
    assert "„zatleskej“" not in phones.hand(ANA).text
    assert "*❤️ 8" in chain(*phones.labels(ANA))
    phones.taps(ANA, "❤️ 8")
    assert phones.popup.endswith("❤️ 8.")
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_p28_who_is_unwell_is_voted_on_no_more() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.acts(ANA, "collapse")
    assert phones.round.vote is None


def test_p28_nobody_waits_for_the_vote_of_who_went_home_nor_counts_it() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.acts(BOB, "collapse")
    assert phones.group_labels[:2] == ["👎 Nesplněno (0)", "👍 Splněno (0)"]
    phones.taps(CYR, "👎 Nesplněno (0)", in_group=True)
    assert phones.round.vote is not None, "one of two is no majority"
    phones.acts(DAN, "collapse")
    assert "❌ <b>Ana</b>: „zatleskej“ se nekonalo." in phones.said
    assert phones.round.vote is None
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    phones.acts(DAN, "collapse")
    assert "⚖️ Stůl rozhoduje 1 : 1, <b>Ana</b> má „zatleskej“ splněno. (P28)" in phones.said


def test_after_an_outage_a_vote_has_its_minute_again() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    phones.passes(500)
    assert phones.round.vote is not None
    phones.passes(61)
    assert phones.round.vote is None


def test_n19_the_rules_with_all_that_a_house_can_have_fit_one_message() -> None:
    effects = ("do " + "ř" * 60, "say " + "x" * 36, "all drink 100")
    rule = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=effects)
    many = tuple(replace(rule, id=f"h{number}") for number in range(1, MOST_RULES + 1))
    phones = Phones(position("8h 8a", "9h 9b", pile="7h", draw=REST))
    options = (("prsi", (("growing", True), ("open", 3))),)
    full = replace(phones.night.tables[0], options=options, house=many)
    told = announcement(replace(phones.night, tables=(full,)), [News(kind="Rules")], "bot")
    assert told is not None
    assert "(Ana)" in told.text
    assert "<b>P4</b>" in told.text
    assert len(unescape(re.sub("<[^>]*>", "", told.text))) < 4096


def test_all_of_it_is_stored_and_read_again() -> None:
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    rule = HouseRule(id="h1", author=1, by="Ana", when="K*", effects=("say Na zdraví!", "next draws 1"))
    proposal = Proposal(
        person=1, game=1, since=5, page=Page.ARGUMENT, rank="K", effects=("again",), kind="say", target="#h1"
    )
    at_table = replace(phones.night.tables[0], house=(rule,), proposal=proposal, cut="h", kept=True, out_of_turn=True)
    night = replace(phones.night, tables=(at_table,))
    assert night.tables[0].round is not None
    assert night.tables[0].round.vote is not None
    assert decode_night(encode_night(night)) == night
    assert decode_habits(encode_habits(habits_of(night))) == habits_of(night)


def test_p28_n03_what_all_are_asked_stands_below_what_they_have_read_of_it() -> None:
    """The news say that the table votes, or who wants to go: its buttons come below, once a vote."""
    phones = table(4)
    phones.taps(ANA, "❤️ 9")
    before = reasons(phones)
    phones.taps(BOB, "🚨 Ana: nesplněno", in_group=True)
    asked = reasons(phones)
    assert before < asked
    phones.taps(CYR, "👍 Splněno (0)", in_group=True)
    assert reasons(phones) == asked
    phones.passes(61)
    assert reasons(phones) == before
    people = (replace(phones.night.people[0], exiting=True), *phones.night.people[1:])
    phones.night = replace(phones.night, people=people)
    assert before < reasons(phones)


def reasons(phones: Phones) -> set[str]:
    """Why the table would be sent anew, in place of the one before."""
    return set(table_screen(frame(phones.night, "cs", "bot"), phones.night.tables[0]).called)
