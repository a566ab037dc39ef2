"""Words at a table of akční prší: by button or typed, in any spelling, and what counts as none (P11, P24, P25, P28)."""

import re

import pytest

from core.akcni.events import Mistake, MistakeMade
from core.akcni.options import PACK
from core.cards import THE_SIX
from core.house import Effect, Kind, read_effect
from core.night.slips import SLIP
from tests.core.prsi_table import ANA, BOB, CYR, DAN, REST, deal, house, position
from tests.tgbot.phones import BOT, PAUSE, Phones
from tests.tgbot.test_akcni_screens import flat, pub
from tgbot.views.akcni.catalogue import catalogue
from tgbot.views.akcni.facts import mistake
from tgbot.views.akcni.house import effect_words
from tgbot.views.cards import card
from tgbot.views.frame import frame
from tgbot.words import speak

CALLS = [["☝️ Poslední!"], ["🌧 Prší – zmokne ti prádlo!"]]


# Words


def test_p25_the_buttons_for_words_are_always_there_and_stay_the_same() -> None:
    phones = pub("9h 8b 7a", "8h 9b Tb", "Ta 8l Ua", pile="Th")
    for seat in (ANA, BOB, CYR):
        assert phones.labels(seat)[-2:] == CALLS
    waiting = phones.hand(CYR)
    old = phones.button(CYR, "☝️ Poslední!")
    phones.taps(ANA, "❤️ 9")
    phones.taps(CYR, "🎴 Líznout 1")
    assert phones.button(CYR, "☝️ Poslední!") == old
    assert waiting.keyboard == phones.hand(CYR).keyboard


def test_p25_words_of_others_leave_ones_own_buttons_good() -> None:
    phones = pub("8h 8a", "9h 9b", "Ta 8l", pile="Th")
    phones.taps(ANA, "❤️ 8")
    card, before = phones.button(BOB, "❤️ 9"), phones.hand(BOB)
    phones.taps(ANA, "☝️ Poslední!")
    assert phones.popup == "Teď to vědí všichni."
    assert phones.hand(BOB) == before
    phones.presses(BOB, card)
    assert "❌" not in phones.said


def test_p25_before_the_card_or_after_it() -> None:
    phones = pub("8h 8a", "9h 9b", "Ta 8l", pile="Th")
    phones.taps(ANA, "☝️ Poslední!")
    assert (phones.popup, phones.said) == ("Teď to vědí všichni.", "")
    assert "<i>Ana: poslední!</i>" in phones.group
    phones.taps(ANA, "❤️ 8")
    phones.taps(BOB, "🎴 Líznout 1")
    assert "❌" not in phones.said


def test_p25_words_do_not_close_what_was_opened_to_name_a_suit() -> None:
    phones = pub("Oh 8a", "9h 9b", "Ta 8l", pile="Th")
    phones.taps(ANA, "❤️ Svr", "☝️ Poslední!", "🌰")
    phones.taps(BOB, "🎴 Líznout 1")
    assert "❌" not in phones.said
    assert phones.round.state.suit == "a"


TEXTS = {
    "greet": ["Dobrý den", "dobry den!", "Dobrej den", "brej den", "NAZDAR", "zdravím, Vaše Veličenstvo", "Ahoj 👋"],
    "last": ["Poslední", "POSLEDNI!", "poslední karta", "mám poslední", "poseldni", "Poslendí", "Last one"],
    "prsi": [
        "Prší – zmokne ti prádlo", "prsi, zmokne ti pradlo", "PRŠÍ, SUNDEJ PRÁDLO", "hele prší na prádlo",
        "It rains on the washing", "It's raining, your washing's getting wet!", "Rain, your washing's wet!",
    ],
    "draw": ["lížu", "Líznu si", "lízám", "lyzam", "Líznuot", "beru", "vezmu si kartu", "táhnu", "draw"],
    "draw 2": ["lížu 2", "Líznu si 2 karty", "beru 2", "táhnu 2", "draw 2 cards"],
    "stand": ["stojím", "STOJIM", "stojím si", "Stojím!", "stojmí", "I stand"],
    None: [
        "kolik je hodin", "pršelo, prádlo schne", "poslední pivo", "dobrá", "dobrý", "zdraví",
        "dobrý den celému stolu a tobě zvlášť",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text, action", [(text, action) for action, texts in TEXTS.items() for text in texts])
def test_p11_p18_words_in_any_spelling(text: str, action: str | None) -> None:
    phones = pub("8h 8a 9a", "9h 9b", "Ta 8l", pile="Th")
    assert phones.says(ANA, text) == (action is not None)
    assert phones.round.did[ANA] == (action or "")


def test_p15_words_for_the_action_king() -> None:
    answers = {
        "Měníme!": "yes",
        "menime": "yes",
        "NEMĚNÍME": "no",
        "nemenime.": "no",
        "We swap": "yes",
        "No swap": "no",
    }
    for text, said in answers.items():
        phones = pub("Kl 7h 8a", "8h 9b", "Ta 8l", pile="9l")
        if said == "yes":
            phones.taps(ANA, "🍃 Král")
        assert phones.says(ANA, text)
        assert phones.round.did[ANA] == f"play Kl={said}"
        assert not phones.says(BOB, text)


def test_p17_words_for_a_turned_action_king() -> None:
    phones = Phones(deal("8h 8a", "9h 9b", turned="Kl"))
    assert "👑 Bob řekne, jestli se mění. (P17)" in phones.group
    assert phones.labels(BOB) == [["🔄 Měníme", "✋ Neměníme"], *CALLS]
    assert phones.says(BOB, "neměníme")
    assert "Bob: „neměníme“" in phones.group


def test_p28_the_words_of_a_house_rule_by_button_and_typed() -> None:
    rules = house(("9*", "say Ať žije král!", "Ana"), ("8*", "say au"))
    phones = pub("9h 8h 8a", "Th 9b 7a", "Ta 8l 7b", pile="7h", rules=rules)
    assert {"💬 Ať žije král!", "💬 au"} <= flat(phones.labels(CYR))
    phones.taps(ANA, "❤️ 9")
    phones.taps(ANA, "💬 Ať žije král!")
    assert (phones.popup, phones.said) == ("Řečeno.", "")
    phones.taps(ANA, "💬 Ať žije král!")
    assert phones.popup == "Jednou stačilo."
    phones.taps(BOB, "💬 au")
    assert phones.popup == "Tohle po tobě teď žádné pravidlo nechce. (P28)"
    for text in ("ať žije král", "AT ZIJE KRAL", "Ať žije král 👑", "ať  žije král…", "at zije kral!"):
        phones = pub("9h 8h 8a", "Th 9b 7a", "Ta 8l 7b", pile="7h", rules=rules)
        phones.taps(ANA, "❤️ 9")
        assert phones.says(ANA, text)
        assert phones.popup == "Řečeno.", text


@pytest.mark.parametrize("text", ["Ať žije král!", "🍻", "❤️", "👨\u200d👩\u200d👧", "\U0001fae8"], ids=ascii)
@pytest.mark.parametrize("how", ["by button", "in private", "in the group"])
def test_p28_the_words_or_emoji_of_a_rule_are_heard_wherever_they_are_said(text: str, how: str) -> None:
    phones = pub("9h 8h 8a", "Th 9b 7a", "Ta 8l 7b", pile="7h", rules=house(("9*", f"say {text}", "Ana")))
    phones.taps(ANA, "❤️ 9")
    if how == "by button":
        phones.taps(ANA, f"💬 {text}")
    else:
        assert phones.says(ANA, text.replace("\ufe0f", ""), in_group=how == "in the group", to_bot=False)
    assert phones.popup == "Řečeno."
    phones.taps(CYR, "🎴 Líznout 1")
    assert phones.said == "", "nobody pays"


@pytest.mark.parametrize("written", ["cs", "en"])
@pytest.mark.parametrize("read", ["cs", "en"])
def test_p28_a_rule_of_the_catalogue_is_read_and_said_in_ones_own_language(written: str, read: str) -> None:
    other = "en" if read == "cs" else "cs"
    for effect, own, foreign in zip(*map(_effects, (written, read, other)), strict=True):
        if not effect.text:
            continue
        rules = house(("9*", str(effect), "Ana"))
        phones = Phones(position("9h 8h 8a", "Th 9b 7a", "Ta 8l 7b", pile="7h", draw=REST, rules=rules), language=read)
        phones.taps(ANA, "❤️ 9")
        listed = effect_words(speak(read), effect)
        seen = [phones.group, phones.hand(ANA).text, *flat(phones.labels(ANA)), listed]
        assert any(own.text in text for text in seen)
        assert not any(foreign.text in text for text in seen)
        if effect.kind is Kind.SAY:
            assert phones.says(ANA, own.text)
            assert phones.popup == speak(read)("Said.")
            phones.taps(CYR, f"{speak(read)('🎴 Draw {n}', n=1)}")
            assert phones.said == ""


def _effects(language: str) -> list[Effect]:
    return [read_effect(effect) for rule in catalogue(speak(language)) for effect in rule.effects]


@pytest.mark.parametrize("language", ["cs", "en"])
def test_no_line_ends_between_the_suit_and_the_rank_of_a_card(language: str) -> None:
    for code in (*PACK, THE_SIX):
        assert "\u00a0" in card(speak(language), code)
        assert " " not in card(speak(language), code)


def test_p29_forgetting_the_words_of_ones_own_rule_costs_double() -> None:
    for author, cost in (("Ana", "4 karty"), ("Bob", "2 karty")):
        rules = house(("9*", "say Ať žije král!", author))
        phones = pub("9h 8h 8a", "Th 9b 7a", "Ta 8l 7b", pile="7h", rules=rules)
        phones.taps(ANA, "❤️ 9")
        phones.taps(CYR, "🎴 Líznout 1")
        assert phones.said == f"❌ <b>Ana</b>: mělo zaznít „Ať žije král!“. +{cost} (P28)"


def test_words_in_the_group_that_are_not_for_the_bot_count_only_when_they_are_right() -> None:
    phones = pub("Kh 7h 8a", "8h 9b", "Ta 8l", pile="9h")
    assert not phones.says(BOB, "ahoj", in_group=True, to_bot=False)
    assert not phones.says(ANA, "ahoj", in_group=True, to_bot=False)
    assert not phones.says(ANA, "poslední", in_group=True, to_bot=False)
    phones.taps(ANA, "❤️ Král")
    assert phones.says(BOB, "ahoj", in_group=True, to_bot=False)
    assert "Bob zdraví krále" in phones.group


# Twice, too late, out of turn, forged


def test_an_honest_double_tap_costs_no_cards() -> None:
    phones = pub("Kh 7h 8a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ Král")
    for label in ("👋 Pozdravit", "☝️ Poslední!", "🌧 Prší – zmokne ti prádlo!"):
        button = phones.button(BOB, label)
        phones.presses(BOB, button)
        cards = phones.cards(BOB)
        phones.presses(BOB, button)
        assert phones.popup == "Jednou stačilo."
        assert phones.cards(BOB) == cards


@pytest.mark.parametrize("later, held", [(SLIP - 100, 4), (SLIP, 6)])
def test_something_in_between_makes_it_a_mistake_again_when_the_finger_is_done(later: int, held: int) -> None:
    phones = pub("8h 8a 7a", "9h 9b", "Ta 8l", pile="Th")
    button = phones.button(CYR, "☝️ Poslední!")
    phones.presses(CYR, button)
    said_at = phones.now
    phones.taps(BOB, "☝️ Poslední!")
    phones.now = said_at + later - PAUSE
    phones.presses(CYR, button)
    assert phones.cards(CYR) == held


def test_p24_a_out_of_turn_a_tap_is_a_popup_only() -> None:
    phones = pub("8h Ta", "8b 9b", pile="9h")
    before = phones.night
    for action in ("play 8b", "greet"):
        phones.acts(BOB, action)
        assert phones.popup == "Nejsi na tahu. Čeká se na: Ana. (P24)"
        assert phones.night == before
    assert "👋 Pozdravit" not in flat(phones.labels(BOB))


def test_p24_a_where_the_table_wants_it_a_card_out_of_turn_costs_two() -> None:
    table = position("8h Ta Ua", "8b 9b", "7a 7b", pile="9h", draw=REST)
    phones = Phones(table, out_of_turn=True)
    assert phones.labels(BOB)[:2] == [["🔔 8", "🔔 9"], ["👋 Pozdravit"]]
    waiting, button = phones.hand(BOB), phones.button(BOB, "🔔 8")
    phones.taps(ANA, "❤️ 8")
    old = phones.button(CYR, "🌰 7")
    phones.presses(CYR, old)
    assert phones.said == "❌ <b>Cyr</b>: 🌰 7 mimo pořadí, jde zpátky. +2 karty (P24)"
    assert "✓" not in phones.hand(CYR).text
    phones.presses(CYR, old)
    assert (phones.popup, phones.cards(CYR)) == ("Už je to. 👍", 4)
    assert waiting != phones.hand(BOB), "Bob is on turn by now"
    phones.presses(BOB, button)
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    phones.taps(BOB, "🔔 8")
    assert "❌" not in phones.said


def test_p02_a_slow_second_tap_on_a_card_that_was_just_laid_is_told_that_it_lies_there() -> None:
    phones = Phones(position("8h Ta Ua", "8b 9b", "7a 7b", pile="9h", draw=REST), out_of_turn=True)
    phones.taps(ANA, "❤️ 8")
    phones.taps(BOB, "🔔 8")
    phones.now += SLIP
    phones.acts(ANA, "play 8h")
    assert phones.popup == "Tahle karta už leží na stole."
    phones.acts(ANA, "play 7b")
    assert phones.popup == "Tuhle kartu nemáš. (P2)"


def test_buttons_of_another_game_and_of_another_question_are_old() -> None:
    phones = pub("8h Ta 7a", "8b 9b 7b", pile="9h")
    card = phones.button(ANA, "❤️ 8")
    last = phones.button(BOB, "☝️ Poslední!")
    assert last.data is not None
    before = phones.night
    phones.presses(BOB, last.data.replace(":act:1:1:", ":act:1:2:"))
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    assert phones.night == before
    phones.taps(ANA, "❤️ 8")
    phones.presses(ANA, card)
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    for forged in ("play 7b", "say hello", "breach 1", "breach 0", "announce yes", "give 7b", "draw 999", "choose rum"):
        now = phones.night
        phones.acts(ANA, forged)
        assert phones.popup
        assert phones.night.tables == now.tables, forged


CALLED = {
    "cs": {"last": "poslední", "prsi": "„prší"},
    "en": {"last": "last card|“last one”", "prsi": "your washing's getting wet|“it's raining"},
}


@pytest.mark.parametrize("rule", ["P14", "P18", "P21", "P25"])
@pytest.mark.parametrize("wrong", [one for one in Mistake if one.value.split("-")[0] in CALLED["cs"]])
@pytest.mark.parametrize("language", CALLED)
def test_p25_whoever_pays_for_a_call_reads_which_one_it_is_about(language: str, wrong: Mistake, rule: str) -> None:
    seen = frame(Phones(position("9h", "9b", pile="Th")).night, language, BOT)
    told = mistake(seen, MistakeMade(seat=ANA, mistake=wrong, rule=rule, count=2))
    assert re.search(CALLED[language][wrong.value.split("-")[0]], told), told


@pytest.mark.parametrize(
    "cards, word",
    [("Ul", "🌧 Prší – zmokne ti prádlo!"), ("Ul 8a", "☝️ Poslední!"), ("Ol", "🌧 Prší – zmokne ti prádlo!")],
)
@pytest.mark.parametrize("is_before", [True, False])
def test_p14_whoever_calls_out_with_an_action_changer_reads_that_the_lap_is_why(
    cards: str, word: str, is_before: bool
) -> None:
    phones = pub(cards, "9h 9b 7a", "Ta 8l 7b", pile="9a")
    name = "7" if cards[0] == "U" else "h"
    if is_before:
        phones.taps(ANA, word)
    phones.acts(ANA, f"play {cards[:2]}={name}")
    if not is_before:
        phones.taps(ANA, word)
    assert "v akčním kole se" in phones.said
    assert "ani s kartou, která ho začíná. +2 karty (P14)" in phones.said


@pytest.mark.parametrize(
    "text",
    [
        "dobrej", "Dobrý!", "dobrej den", "brej", "brý den", "Dobrý den, Vaše Veličenstvo", "hoj", "králi, ahoj",
        "Nazdáár",
        "dobry rano", "čaues", "čest a sláva", "zdravíčko",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["in private", "in reply to the bot", "in the group"])
def test_p11_the_form_of_a_greeting_is_free_while_a_king_waits_for_it(text: str, where: str) -> None:
    phones = pub("Kh 7h 8a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ Král")
    assert phones.says(BOB, text, in_group=where != "in private", to_bot=where != "in the group")
    assert "Bob zdraví krále" in phones.group
    assert not phones.says(CYR, "dobrej", in_group=True, to_bot=False)


def test_p11_whoever_is_unwell_does_not_greet_the_king() -> None:
    phones = pub("Kh 7h 8a", "8h 9b", "Ta 8l", pile="9h")
    phones.taps(ANA, "❤️ Král")
    assert not phones.says(BOB, "zdraví")


def test_p15_whoever_gives_reads_to_whom_and_whoever_gets_reads_from_whom() -> None:
    phones = pub("Kl Ta 9h", "8b 9b", "Th 8l", "7b 9a", pile="Kh")
    phones.taps(ANA, "👋 Pozdravit", "🍃 Král", "🔄 Měníme")
    names = ("Ana", "Bob", "Cyr", "Dan")
    for seat, given in enumerate(("🌰 10", "🔔 8", "❤️ 10", "🔔 7")):
        assert f"🎁 Kterou kartu dostane {names[seat - 1]}?" in re.sub("</?b>", "", phones.hand(seat).text)
        phones.taps(seat, given)
    assert phones.popup == "🎁 Posíláš 🔔 7. Ana ti posílá 🌰 10."
    for seat, given in enumerate(("🔔 8", "❤️ 10", "🔔 7")):
        assert f"{names[seat + 1]} ti posílá {given}" in phones.hand(seat).text


def test_p25_once_somebody_has_won_nobody_is_offered_to_say_that_it_rains() -> None:
    rain = "🌧 Prší – zmokne ti prádlo!"
    phones = pub("9h", "8b 9b Tb", "Ta 8l Tl", "7b 9a Ka", pile="Th")
    phones.taps(ANA, rain, "❤️ 9")
    assert rain in flat(phones.labels(BOB)), "who is not safe yet may be brought back, and then it is somebody else's"
    phones.taps(DAN, "🎴 Líznout 1")
    assert not phones.round.state.exposed
    for seat in (BOB, CYR, DAN):
        assert rain not in flat(phones.labels(seat))
        assert "☝️ Poslední!" in flat(phones.labels(seat))
