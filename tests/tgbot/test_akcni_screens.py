"""What people at a table of akční prší see, tap and are told, position by position."""

import re
from dataclasses import replace

import pytest

from core.akcni.options import RULES
from core.night.values import OptionTable
from tests.core.prsi_table import ANA, BOB, CYR, REST, house, position, strict
from tests.tgbot.phones import Phones
from tgbot.views.akcni.catalogue import catalogue
from tgbot.views.akcni.rules import choices, rules_in_force
from tgbot.views.games import in_one_line
from tgbot.words import speak


def flat(rows: list[list[str]]) -> set[str]:
    return {label for row in rows for label in row}


# Mistakes by what people see


def pub(*hands: str, pile: str, draw: str = REST, **more: object) -> Phones:
    return Phones(position(*hands, pile=pile, draw=draw, **more))  # type: ignore[arg-type]


def test_p24_b_an_illegal_card() -> None:
    phones = pub("8b Ta 7l", "8h 9b", pile="9h")
    phones.taps(ANA, "🔔 8")
    assert phones.said == "❌ <b>Ana</b>: 🔔 8 sem nepatří, jde zpátky. +2 karty (P4)"
    assert phones.popup.startswith("❌ 🔔 8 sem nepatří, jde zpátky. (P4) Lízáš ")
    assert phones.cards(ANA) == 5
    assert "▶️ 🎴🎴🎴🎴🎴 <b>Ana</b> ✗1" in phones.group


def test_p24_c_a_wrong_number() -> None:
    phones = pub("7h 8b 7a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ 7")
    assert "❤️ 7</b> – <b>2 karty</b>, nebo přebít" in phones.group
    assert phones.says(BOB, "líznu 3")
    assert phones.said == "❌ <b>Bob</b>: měly se líznout 2 karty. +2 karty (P24)"
    assert phones.cards(BOB) == 6
    assert phones.round.state.turn == CYR


def test_p24_d_not_standing_for_an_ace_and_standing_for_nothing() -> None:
    phones = pub("Ah 8b 7a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ Eso")
    assert "❤️ Eso</b> – <b>stát</b>, nebo eso" in phones.group
    phones.taps(BOB, "🎴 Líznout 1")
    assert phones.said == "❌ <b>Bob</b>: na eso se stojí, nebo se přebíjí esem. +2 karty (P12)"
    phones.taps(BOB, "🧍 Stát")
    assert (phones.said, phones.round.state.turn) == ("", CYR)
    phones.taps(CYR, "🧍 Stát")
    assert phones.said == "❌ <b>Cyr</b>: není proč stát. +2 karty (P24)"


def test_p24_e_no_greeting_and_greeting_nobody() -> None:
    phones = pub("Kh 7h 8a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ Král")
    phones.taps(BOB, "❤️ 8")
    assert phones.said == "❌ <b>Bob</b>: král zůstal bez pozdravu. +2 karty (P11)"
    assert phones.round.state.turn == CYR
    phones.taps(CYR, "👋 Pozdravit")
    assert phones.said == "❌ <b>Cyr</b>: není koho zdravit. +2 karty (P24)"


def test_p24_f_the_action_king_without_a_word() -> None:
    phones = pub("Kl 7h 8a", "8h 9b", "Ta 8l", pile="9l")
    phones.taps(ANA, "🍃 Král", "🤐 Mlčet")
    assert phones.said == "❌ <b>Ana</b>: mělo zaznít „měníme“, nebo „neměníme“. +2 karty (P15)"
    assert phones.round.state.turn == BOB


def test_p24_g_last_forgotten_and_in_vain() -> None:
    phones = pub("8h 8a", "7h 9b 9a", "Ta 8l Ua", pile="Th")
    phones.taps(ANA, "❤️ 8")
    phones.taps(BOB, "❤️ 7")
    assert phones.said == "❌ <b>Ana</b>: mělo zaznít „poslední“. +2 karty (P21)"
    phones.taps(CYR, "☝️ Poslední!")
    assert phones.said == "❌ <b>Cyr</b>: „poslední“ patří k poslední kartě. +2 karty (P25)"


def test_p24_h_prsi_forgotten_brings_back_and_in_vain_it_costs() -> None:
    phones = pub("8h", "8b 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ 8")
    assert "🏁 <b>Ana</b> už nemá karty: 1. místo. (P18)" in phones.said
    phones.taps(BOB, "🔔 8")
    assert "❌ <b>Ana</b>: mělo zaznít „prší – zmokne ti prádlo“. +2 karty (P18)" in phones.said
    assert "🔁 <b>Ana</b> je zpátky ve hře! (P19, P26)" in phones.said
    phones.taps(CYR, "🌧 Prší – zmokne ti prádlo!")
    assert phones.said == "❌ <b>Cyr</b>: „prší“ hlásí první, kdo dohraje, a jen jednou. +2 karty (P25)"


@pytest.mark.parametrize("name", ["10", "🤐 Mlčet"])
def test_p24_i_a_name_of_the_wrong_kind_or_none(name: str) -> None:
    phones = pub("Oh 7h 8a", "8h 9b", pile="9h")
    phones.taps(ANA, "❤️ Svr", name)
    wrong = "svršek mění barvu, a ta nezazněla: ❤️ Svr jde zpátky."
    assert phones.said == f"❌ <b>Ana</b>: {wrong} +2 karty (P24)"
    assert phones.round.state.turn == ANA


def test_p24_i_an_unter_without_a_rank_is_told_of_the_rank() -> None:
    phones = pub("Uh 7h 8a", "8h 9b", pile="9h")
    phones.taps(ANA, "❤️ Spo", "🤐 Mlčet")
    assert phones.popup.startswith("❌ Spodek mění hodnotu, a ta nezazněla: ❤️ Spo jde zpátky. (P24)")


NOR_WITH = "ani s kartou, která ho začíná"
ON_ANYTHING = "v akčním kole nejde nic na cokoli"


@pytest.mark.parametrize(
    "said, hands, mistake",
    [
        ("last", ("Ul 7h 8a", "Kh 9b", "Oh 8l 7b"), f"v akčním kole se „poslední“ nehlásí, {NOR_WITH}. +2 karty (P14)"),
        ("prsi", ("Ul 7h 8a", "Kh", "Oh 8l 7b"), f"v akčním kole se „prší“ nehlásí, {NOR_WITH}. +2 karty (P14)"),
        ("prsi", ("Ul 7h 8a", "Kh 9b", "Oh 8l 7b"), "„prší“ hlásí první, kdo dohraje, a jen jednou. +2 karty (P25)"),
        ("play Oh=a", ("Ul 7h 8a", "Oh 9b", "Ta 8l 7b"), f"{ON_ANYTHING}, ❤️ Svr jde zpátky. +2 karty (P14)"),
        ("play 9b", ("Ul 7h 8a", "Oh 9b", "Ta 8l 7b"), "🔔 9 sem nepatří, jde zpátky. +2 karty (P9)"),
        ("greet", ("Ul 7h 8a", "Kh 9b Tb", "Oh 8l 7b"), "není koho zdravit. +2 karty (P24)"),
    ],
)  # fmt: skip
def test_p14_n19_what_only_the_action_lap_forbids_is_told_so(said: str, hands: tuple[str, ...], mistake: str) -> None:
    phones = pub(*hands, pile="9h", draw="7l 8b Tl 9a Kb 7a")
    phones.taps(ANA, "🍃 Spo", "Král")
    phones.acts(BOB, said)
    assert phones.said == f"❌ <b>Bob</b>: {mistake}"


def test_p14_in_an_action_lap_no_king_is_greeted() -> None:
    phones = pub("Ul 7h 8a", "Kh 9b Tb", "Oh 8l 7b", pile="9h", draw="7l 8b Tl 9a Kb 7a")
    phones.taps(ANA, "🍃 Spo", "Král")
    phones.acts(BOB, "play Kh")
    phones.acts(CYR, "greet")
    assert phones.said == "❌ <b>Cyr</b>: v akčním kole se král nezdraví. +2 karty (P14)"
    assert phones.popup.startswith("❌ V akčním kole se král nezdraví. (P14)")


def test_p14_in_an_action_lap_naming_is_the_mistake() -> None:
    phones = pub("Ul 7h 8a", "Oh 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "🍃 Spo", "Král")
    assert "🧱 Žádná karta nemá účinek, dokud zas nehraje Ana. (P14)" in phones.group
    phones = pub("Ul 7h 8a", "Kh 9b", "Oh 8l 7b", pile="9h")
    phones.taps(ANA, "🍃 Spo", "Král")
    phones.taps(BOB, "❤️ Král")
    assert phones.said == ""
    phones.taps(CYR, "❤️ Svr", "🌰")
    assert phones.said == "❌ <b>Cyr</b>: v akčním kole se nic nehlásí, ❤️ Svr jde zpátky. +2 karty (P14)"
    phones.taps(CYR, "❤️ Svr")
    assert "🧱 V akčním kole se nic nehlásí. (P14)" in phones.hand(CYR).text
    phones.taps(CYR, "🤐 Mlčet")
    assert "❌" not in phones.said
    assert phones.round.state.open[CYR], "cards drawn in an action lap lie open"
    assert "└ 👁" in phones.group


# Screens


def test_p2_open_cards_have_an_eye_and_are_seen_by_all() -> None:
    phones = Phones(position("8h Ta", "8b 9b", pile="9h", draw=REST, open=("7a", "Kb 7b")))
    assert "🎴🎴 Bob\n└ 👁 🔔 7 · 🔔 Král" in phones.group
    assert {"*❤️ 8", "👁 🌰 7"} <= flat(phones.labels(ANA))
    assert "Před tebou: 👁 🔔 7 · 🔔 Král" in phones.hand(BOB).text


def test_p15_giving_a_card() -> None:
    phones = pub("Kl 7h 8a", "8h 9b", "Ta 8l", pile="9l")
    phones.taps(ANA, "🍃 Král", "🔄 Měníme")
    assert "🎁 Všichni posílají kartu předchozímu. Čeká se na: Ana, Bob, Cyr (P15)" in phones.group
    phones.taps(BOB, "🔔 9")
    assert phones.popup == "🎁 Posíláš 🔔 9."
    assert phones.hand(BOB).text.startswith("🎁 Posíláš 🔔 9.")
    phones.taps(ANA, "❤️ 7")
    phones.taps(CYR, "🌰 10")
    assert phones.popup == "🎁 Posíláš 🌰 10. Ana ti posílá ❤️ 7."
    assert phones.round.state.phase == "play"


def test_strict_a_changer_asks_only_for_its_own_kind_and_no_words_are_needed() -> None:
    phones = Phones(strict("Oh 7b 8a", "8h 9b", pile="9h", draw=REST))
    assert flat(phones.labels(ANA)) == {"*❤️ Svr", "🔔 7", "🌰 8", "🎴 Líznout 1"}
    phones.taps(ANA, "❤️ Svr")
    assert phones.labels(ANA) == [["❤️ červené", "🍃 zelené"], ["🔔 kule", "🌰 žaludy"], ["↩️ Zpět ke kartám"]]
    phones.taps(ANA, "🌰 žaludy")
    assert "platí <b>žaludy</b>" in phones.group
    assert not phones.says(BOB, "dobrý den")
    phones.taps(BOB, "❤️ 8")
    assert phones.popup == "Sem jdou jen žaludy. Můžeš: líznout 1. (P10)"


def test_strict_a_changer_that_does_not_fit_is_refused_by_what_lies_there() -> None:
    phones = Phones(strict("7h 8b 8a", "Oh 9b", pile="9h", draw=REST))
    phones.taps(ANA, "❤️ 7")
    phones.taps(BOB, "❤️ Svr")
    assert phones.popup == "Aktivní sedmičku přebije jen sedmička nebo osmička stejné barvy. Můžeš: líznout 2. (P5)"


def test_p19_whoever_is_out_but_not_safe_may_still_speak() -> None:
    phones = pub("7h", "8b 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ 7")
    assert "Sedmička nebo chyba tě ještě může vrátit." in phones.hand(ANA).text
    phones.taps(ANA, "🌧 Prší – zmokne ti prádlo!")
    assert phones.said == "🌧 <b>Ana</b>: „Prší – zmokne ti prádlo!“ (P18)"
    phones.taps(BOB, "🎴 Líznout 2")
    assert phones.hand(ANA).keyboard == ()


def test_p28_deeds_are_shown_and_costs_of_house_rules_told() -> None:
    rules = house(("9*", "do zatleskej; all others draw 1"), ("8*", "next drinks 20"))
    phones = pub("9h 8h 8a", "8b 9b 7a", "Ta 8l 7b", pile="7h", rules=rules)
    phones.taps(ANA, "❤️ 9")
    assert phones.said == "🏠 <b>Ana</b> vynáší ❤️ 9: ostatní lížou 1 kartu. (P28)"
    assert "🎭 Ana: zatleskej" in phones.group
    assert phones.group_labels[0] == "🚨 Ana: nesplněno"
    phones.taps(CYR, "🎴 Líznout 1")
    phones.taps(ANA, "❤️ 8")
    assert phones.said == "🏠 <b>Ana</b> vynáší ❤️ 8: další pije 20 ml – Bob 📝 20 ml. (P28)"


def test_p28_who_is_out_for_good_answers_for_no_deed_any_more() -> None:
    phones = pub("9h", "8b 9b 7a Ua", "Ta 8l 7b", "Tb 8a Kb", pile="7h", rules=house(("9*", "do zatleskej")))
    phones.taps(ANA, "❤️ 9")
    phones.taps(ANA, "🌧 Prší – zmokne ti prádlo!")
    assert "🎭 Ana: zatleskej" in phones.group, "not safe yet"
    phones.taps(3, "🎴 Líznout 1")
    assert "🎭" not in phones.group
    assert "🚨 Ana: nesplněno" not in phones.group_labels


def test_a_texts_html_is_harmless() -> None:
    rules = house(("9*", "do <b>x</b> & y"), ("8*", "say <i>au</i>"))
    phones = pub("9h 8h 8a", "8b 9b 7a", "Ta 8l 7b", pile="7h", rules=rules)
    phones.taps(ANA, "❤️ 9")
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in phones.group
    assert "💬 <i>au</i>" in flat(phones.labels(ANA))


def test_waiting_hands_show_nothing_that_others_change() -> None:
    phones = pub("9h 8b 7a", "8h 9b Tb", "Ta 8l Ua", "7b 7l", pile="Th")
    before = phones.hand(BOB)
    phones.taps(ANA, "❤️ 9")
    phones.taps(3, "🎴 Líznout 1")
    phones.taps(3, "☝️ Poslední!")
    assert phones.round.state.turn == ANA
    assert phones.hand(BOB) == before


@pytest.mark.parametrize("scores, proposed", [((-1, 1), True), ((0, 0), False), ((-2, 2), False)])
def test_n14_when_all_are_at_0_again_a_round_is_proposed(scores: tuple[int, int], proposed: bool) -> None:
    phones = Phones(strict("9h", "8b Tb", pile="7h", draw=REST))
    people = tuple(replace(person, score=score) for person, score in zip(phones.night.people, scores, strict=True))
    phones.night = replace(phones.night, people=people)
    phones.taps(ANA, "❤️ 9")
    phones.taps(BOB, "🎴 Líznout 1")
    assert "1. Ana 🏆 +1\n2. Bob −1" in phones.said
    round_ = "🥂 <b>Všichni jsou zase na nule!</b> To chce rundu, nealko platí taky. (P22, N14)"
    assert (round_ in phones.said) == proposed


# Rules and options in words


def test_n19_all_clauses_of_the_options_are_told() -> None:
    words = speak("cs")
    told = dict(rules_in_force(words, ()))
    assert set(told) == {f"P{number}" for number in (1, *range(3, 23), 24, 25, 26)} | {"S30"}
    options: OptionTable = (("growing", True), ("open", 2), ("rules", ("seven",)), ("supervision", "strict"))
    assert set(dict(rules_in_force(words, options))) == {
        "P1",
        "P2",
        "P3",
        "P4",
        "P5",
        "P13",
        "P17",
        "P19",
        "P20",
        "P22",
        "P23",
        "P27",
        "P28",
        "P29",
        "S30",
    }


def test_p20_the_rule_set_in_one_line() -> None:
    words = speak("cs")
    listed = next(choice for choice in choices(words) if choice.parts)
    assert in_one_line(words, listed, {}) == "pravidla: všechna"
    without = tuple(rule for rule in RULES if rule not in ("nine", "last"))
    assert in_one_line(words, listed, {"rules": without}) == "pravidla: neplatí devítka, poslední karta"
    assert in_one_line(words, listed, {"rules": ("seven", "prsi")}) == "pravidla: jen sedmička, prší a prádlo"
    assert in_one_line(words, listed, {"rules": ()}) == "pravidla: žádná"


@pytest.mark.parametrize("language", ["cs", "en"])
def test_n17_the_catalogue_is_a_dozen_or_more_of_valid_rules_alike_in_all_languages(language: str) -> None:
    ready = catalogue(speak(language))
    assert len(ready) >= 12
    shapes = [[(rule.when, len(rule.effects)) for rule in rules_] for rules_ in (ready, catalogue(speak("en")))]
    assert shapes[0] == shapes[1]
    assert not any(re.search("[{}]", effect) for rule in ready for effect in rule.effects)
