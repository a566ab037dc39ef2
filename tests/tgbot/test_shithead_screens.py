"""A player's own screen in any position of Shithead, and what taps on it do (H3–H11)."""

import pytest

from core import shithead
from core.game import Seat
from core.shithead.options import Options
from tests.core.shithead_table import ANA, BOB, CYR, deal, position
from tests.tgbot.phones import Phones
from tgbot.views.shithead.hand import MOST_CARDS


def in_a_popup(label: str) -> str:
    """The card of a button as popups write it."""
    return label.removeprefix("👁 ").replace("\ufe0f", "")


PILE = "📥 Vzít balík ({})"


# Choosing cards


def test_h5_a_rank_held_once_is_laid_with_one_tap() -> None:
    phones = Phones(position("5d 9h Ks", "3c", pile="7h"))
    assert phones.labels(ANA) == [["5♦️", "*9♥️", "*K♠️"], [PILE.format(1)]]
    phones.taps(ANA, "9♥️")
    assert phones.popup == "Zahráno: 9♥."
    assert "Na stole <b>9♥️</b> – <b>jde 9 a výš</b>" in phones.group
    assert phones.hand(ANA).text == "✓ 9♥️ · V ruce: 5♦️ K♠️\n<i>U Kalicha</i>"


def test_h5_several_of_one_rank_are_marked_and_laid_together() -> None:
    phones = Phones(position("9d 9h 9s Ks", "3c", pile="7h"))
    phones.taps(ANA, "9♦️")
    assert phones.labels(ANA) == [
        ["*✓ 9♦️", "*9♥️", "*9♠️", "*K♠️"],
        ["*Položit 9♦️", "*Položit vše (3)"],
        [PILE.format(1)],
    ]
    phones.taps(ANA, "9♠️")
    assert phones.labels(ANA)[1:3] == [["*Položit dvě devítky"], ["*Položit vše (3)"]]
    phones.taps(ANA, "✓ 9♦️")
    assert phones.labels(ANA)[0] == ["*9♦️", "*9♥️", "*✓ 9♠️", "*K♠️"]
    phones.taps(ANA, "9♥️")
    phones.taps(ANA, "Položit dvě devítky")
    assert phones.popup == "Zahráno: 9♠ 9♥."
    assert phones.hand(ANA).text == "✓ 9♠️ 9♥️ · V ruce: 9♦️ K♠️\n<i>U Kalicha</i>"


def test_h5_when_all_of_a_rank_are_marked_one_button_names_them() -> None:
    phones = Phones(position("9d 9h 9s", "3c", pile="7h"))
    for label in ("9♦️", "9♠️", "9♥️"):
        phones.taps(ANA, label)
    assert phones.labels(ANA)[1] == ["*Položit 9♦️ 9♠️ 9♥️"]


def test_h5_all_of_a_rank_are_laid_at_once() -> None:
    phones = Phones(position("9d 9h 9s Ks", "3c", pile="7h"))
    phones.taps(ANA, "9♦️")
    phones.taps(ANA, "Položit vše (3)")
    assert "Na stole <b>9♦️ 9♥️ 9♠️</b>" in phones.group


def test_h5_the_last_mark_taken_away_is_the_usual_screen_again() -> None:
    phones = Phones(position("9d 9h", "3c", pile="7h"))
    usual = phones.hand(ANA)
    phones.taps(ANA, "9♦️")
    phones.taps(ANA, "✓ 9♦️")
    assert phones.hand(ANA) == usual


def test_h1_the_same_card_of_two_packs_is_marked_by_its_number() -> None:
    phones = Phones(position("9d 9d 9h", "3c", decks=2))
    phones.taps(ANA, "9♦️")
    assert phones.labels(ANA)[0] == ["*✓ 9♦️", "*9♦️", "*9♥️"]
    phones.taps(ANA, "9♦️")
    assert phones.labels(ANA)[:2] == [["*✓ 9♦️", "*✓ 9♦️", "*9♥️"], ["*Položit dvě devítky"]]
    phones.taps(ANA, "Položit dvě devítky")
    assert phones.popup == "Zahráno: 9♦ 9♦."


def test_h5_a_mark_is_gone_when_the_question_is_another_one() -> None:
    phones = Phones(position("9d 9h 9s", "3c 4d", pile="7h", voluntary_pickup=True))
    phones.taps(ANA, "9♦️")
    phones.taps(ANA, PILE.format(1))
    phones.taps(BOB, "3♣️")
    assert "✓" not in str(phones.labels(ANA))


@pytest.mark.parametrize("what", ["mark:Kh:yes", "mark:5d:yes", "mark:9c:yes", "mark:9d:no", "mark::yes", "mark:x:yes"])
def test_a_forged_mark_shows_nothing(what: str) -> None:
    phones = Phones(position("5d 5h 9d 9h 9s Ks", "3c", pile="7h"))
    usual = phones.hand(ANA)
    phones.presses(ANA, f"abcdefghij:{what}")
    assert phones.hand(ANA) == usual


@pytest.mark.parametrize("menu", ["9d Ks", "9d 9d", "5d 5h", "nonsense", "hand 9d", "9d 9h 9s 9c", ""])
def test_a_forged_menu_of_marks_shows_nothing(menu: str) -> None:
    phones = Phones(position("5d 5h 9d 9h 9s Ks", "3c", pile="7h"))
    usual = phones.hand(ANA)
    phones.presses(ANA, f"abcdefghij:menu:mark:{menu}")
    assert phones.hand(ANA) == usual


def test_a_second_tap_before_the_first_one_is_shown_adds_its_card() -> None:
    phones = Phones(position("9d 9h 9s", "3c", pile="7h"))
    first, second, _ = phones.hand(ANA).keyboard[0]
    phones.presses(ANA, first)
    phones.presses(ANA, second)
    assert phones.labels(ANA)[0] == ["*✓ 9♦️", "*✓ 9♥️", "*9♠️"]


def test_h5_a_mark_on_another_rank_takes_the_marks_of_the_first_away() -> None:
    phones = Phones(position("9d 9h Kd Ks", "3c", pile="7h"))
    phones.taps(ANA, "9♦️")
    phones.taps(ANA, "K♠️")
    assert phones.labels(ANA)[:2] == [["*9♦️", "*9♥️", "*K♦️", "*✓ K♠️"], ["*Položit K♠️", "*Položit vše (2)"]]


def test_a_mark_of_somebody_who_waits_shows_nothing() -> None:
    phones = Phones(position("9d", "3c 3d", pile="7h"))
    usual = phones.hand(BOB)
    phones.presses(BOB, "abcdefghij:mark:3c:yes")
    assert phones.hand(BOB) == usual


def test_a_huge_hand_has_a_button_for_each_rank_until_it_is_tapped() -> None:
    held = " ".join(shithead.pack(Options(decks=2), 2)[:52])
    phones = Phones(position(held, "3c", pile="9h", decks=2))
    labels = [label for row in phones.labels(ANA) for label in row]
    assert len(labels) <= MOST_CARDS
    assert "3 ×4" in labels
    assert "*K ×4" in labels
    phones.taps(ANA, "K ×4")
    assert "*✓ K♣️" in [label for row in phones.labels(ANA) for label in row]
    phones.taps(ANA, "Položit vše (4)")
    assert "Balík hoří" in phones.popup


# Exchanging


def test_h3_a_card_of_the_hand_and_a_face_up_one_change_places() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c"))
    shown = phones.labels(ANA)[1]
    first = shown[0].removeprefix("👁 ")
    assert phones.labels(ANA)[0] == ["✋ 3♣️", "✋ 4♣️", "✋ 5♣️"]
    phones.taps(ANA, "✋ 4♣️")
    assert phones.labels(ANA)[:2] == [["✋ 3♣️", "✓ 4♣️", "✋ 5♣️"], [f"*{label}" for label in shown]]
    phones.taps(ANA, shown[0])
    assert phones.popup == f"Vyloženo 4♣, v ruce {in_a_popup(first)}."
    assert "👁 4♣️" in phones.labels(ANA)[1]
    assert f"✋ {first}" in phones.labels(ANA)[0]
    assert "*" not in str(phones.labels(ANA))


def test_h3_the_face_up_card_may_be_tapped_first() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c"))
    shown = phones.labels(ANA)[1][2]
    phones.taps(ANA, shown)
    assert phones.labels(ANA)[0] == ["*✋ 3♣️", "*✋ 4♣️", "*✋ 5♣️"]
    phones.taps(ANA, "✋ 3♣️")
    assert phones.popup == f"Vyloženo 3♣, v ruce {in_a_popup(shown)}."


def test_h3_a_tap_on_the_marked_card_takes_the_mark_away() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c"))
    usual = phones.hand(ANA)
    phones.taps(ANA, "✋ 4♣️")
    phones.taps(ANA, "✓ 4♣️")
    assert phones.hand(ANA) == usual


def test_h3_while_others_exchange_ones_own_screen_and_buttons_stay() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c", "9c Jc Qc"))
    phones.taps(BOB, "✋ 7♣️")
    phones.taps(BOB, phones.labels(BOB)[1][0].removeprefix("*"))
    marked = phones.labels(BOB)[0][0]
    phones.taps(BOB, marked)
    before = phones.hand(BOB)
    phones.taps(ANA, "✋ 4♣️")
    phones.taps(ANA, phones.labels(ANA)[1][0].removeprefix("*"))
    phones.taps(CYR, "✓ Hotovo")
    assert phones.hand(BOB) == before
    phones.presses(BOB, before.keyboard[1][0])
    assert phones.popup.startswith("Vyloženo")


def test_h3_the_table_shows_who_is_ready_and_the_last_one_starts_the_game() -> None:
    phones = Phones(deal("3c 4c 5c", "6c 7c 8c"))
    assert "Mění se karty. Od 01:00 se čeká na: Ana, Bob" in phones.group
    phones.taps(ANA, "✓ Hotovo")
    assert phones.popup == "Hotovo, ostatní ještě mění."
    assert "✅ 🎴🎴🎴 Ana" in phones.group
    assert "🔄 🎴🎴🎴 Bob" in phones.group
    assert phones.labels(ANA) == []
    phones.acts(ANA, "ready")
    assert phones.popup == "Už máš hotovo. (H3)"
    phones.taps(BOB, "✓ Hotovo")
    assert phones.popup == "Jde se na to!"
    assert "🏁 Ana začíná <b>trojkou</b>." in phones.group


# Beginning


def test_h4_everybody_who_may_begin_gets_the_button_and_the_fastest_begins() -> None:
    phones = Phones(deal("4c 4d Kc", "4h 7c 8c", "9c Jc Qc", swap=False))
    assert "🏁 Začíná se <b>čtyřkou</b>. Kdo bude rychlejší? Ana, Bob" in phones.group
    assert phones.hand(ANA).text.startswith("🏁 <b>Začni čtyřkou!</b>")
    assert phones.labels(ANA) == [["*4♣️", "*4♦️", "K♣️"], ["*Položit vše (2)"]]
    assert phones.labels(BOB) == [["*4♥️", "7♣️", "8♣️"]]
    assert phones.labels(CYR) == []
    phones.taps(BOB, "7♣️")
    assert phones.popup == "Začíná se čtyřkou. Můžeš: zahrát 4. (H4)"
    old = phones.hand(ANA).keyboard[0][0]
    phones.taps(BOB, "4♥️")
    assert phones.labels(BOB) == []
    night = phones.night
    phones.presses(ANA, f"{night.id}:act:1:1:0:play 4c")
    assert phones.popup == "Tohle tlačítko už neplatí. Koukni na nejnovější zprávu."
    phones.presses(ANA, old)  # Only a mark, which nobody else sees.
    assert phones.night.tables == night.tables


def test_h4_with_one_holder_nobody_is_hurried() -> None:
    phones = Phones(deal("3c 4d Kc", "4h 7c 8c", swap=False))
    assert phones.hand(ANA).text.startswith("🏁 <b>Začínáš trojkou.</b> (H4)")


def test_h4_without_a_card_to_begin_with_any_will_do() -> None:
    phones = Phones(deal("2c Tc 2d", "Td 2h Th", swap=False))
    assert "Nikdo nemá, čím se začíná. Začíná Ana, čím chce." in phones.group
    assert phones.hand(ANA).text.startswith("🏁 <b>Začínáš</b> čímkoli. (H4)")


# Taking up


def test_h9_who_can_lay_nothing_is_told_so() -> None:
    phones = Phones(position("3d 4h", "3c", pile="5c 6c 7c 8c Kc"))
    assert "Nic ti nesedí, bereš balík." in phones.hand(ANA).text
    assert phones.labels(ANA) == [["3♦️", "4♥️"], [PILE.format(5)]]
    phones.taps(ANA, PILE.format(5))
    assert phones.popup == "Bereš balík: 5 karet."
    assert phones.said == "📥 <b>Ana</b> bere balík: 5 karet. (H9)"
    assert "<i>Ana bere 5 karet</i>" in phones.group
    assert phones.hand(ANA).text.startswith("✓ 📥 · V ruce: ")


def test_h9_a_small_pile_is_only_on_the_table() -> None:
    phones = Phones(position("3d 4h", "3c", pile="Kc"))
    phones.taps(ANA, PILE.format(1))
    assert phones.said == ""
    assert "<i>Ana bere 1 kartu</i>" in phones.group


def test_h9_without_pickup_at_will_there_is_no_button() -> None:
    phones = Phones(position("3d Kh", "3c", pile="7c", voluntary_pickup=False))
    assert phones.labels(ANA) == [["3♦️", "*K♥️"]]
    phones.acts(ANA, "pickup")
    assert phones.popup == "Máš čím hrát a brát balík jen tak se tu nesmí. Můžeš: zahrát K. (H9)"


def test_h10_a_face_up_card_of_choice_goes_with_the_pile() -> None:
    phones = Phones(position("", "3c", open=("4d 5d 9d",), down=("Ac Ad Ah",), pile="3h 4s 5s 6s Kc"))
    assert phones.labels(ANA) == [
        ["4♦️", "5♦️", "9♦️"],
        ["📥 Vzít balík + 4♦️"],
        ["📥 Vzít balík + 5♦️"],
        ["📥 Vzít balík + 9♦️"],
    ]
    assert "Před tebou: 4♦️ 5♦️ 9♦️ 🙈🙈🙈" in phones.hand(ANA).text
    phones.taps(ANA, "📥 Vzít balík + 5♦️")
    assert phones.popup == "Bereš balík: 5 karet a k tomu 5♦."
    assert phones.said == "📥 <b>Ana</b> bere balík: 5 karet a k tomu 5♦️. (H10)"
    assert "└ 4♦️ 9♦️ 🙈🙈🙈" in phones.group


@pytest.mark.parametrize("hand", ["", "Kc", "3h"])
@pytest.mark.parametrize("down", ["", "Ac Ad"])
@pytest.mark.parametrize("turn", [ANA, BOB])
def test_h10_ones_own_face_up_cards_are_always_to_be_read(hand: str, down: str, turn: Seat) -> None:
    phones = Phones(position(hand, "3c", open=("4d 9d",), down=(down,), pile="7c", turn=turn))
    before = "4♦️ 9♦️ 🙈🙈" if down else "4♦️ 9♦️"
    assert f"Před tebou: {before}" in phones.hand(ANA).text.split("\n")


def test_h10_without_take_open_the_pile_comes_alone() -> None:
    phones = Phones(position("", "3c", open=("4d 5d",), pile="Kc", take_open=False))
    assert phones.labels(ANA) == [["4♦️", "5♦️"], [PILE.format(1)]]
    phones.acts(ANA, "pickup 4d")
    assert phones.popup == "Vyložené karty zůstávají, bereš jen balík. Můžeš: vzít balík. (H10)"


def test_h10_the_hand_comes_first() -> None:
    phones = Phones(position("Kh", "3c", open=("Ad",), pile="7c"))
    phones.acts(ANA, "play Ad")
    assert phones.popup == "Nejdřív ruka, pak vyložené, naposled ty naslepo. Můžeš: zahrát K, vzít balík. (H10)"


# Blind cards


def test_h11_blind_cards_are_buttons_without_the_used_ones() -> None:
    phones = Phones(position("", "3c 3d", down=("4c Kd 9d",), pile="3h 4s 5s 6s 7s"))
    assert "🙈 Zbývají ti jen karty naslepo, jednu vyber. (H11)" in phones.hand(ANA).text
    assert phones.labels(ANA) == [["🙈 1", "🙈 2", "🙈 3"]]
    phones.taps(ANA, "🙈 2")
    assert phones.popup == "K♦ – sedí!"
    assert phones.said == "🙈 <b>Ana</b> hraje naslepo K♦️ a sedí to! (H11)"
    assert "└ 🙈🙈" in phones.group
    phones.taps(BOB, PILE.format(6))
    assert phones.labels(ANA) == [["🙈 1", "🙈 3"]]
    phones.acts(ANA, "flip 2")
    assert phones.popup == "Tahle karta už je otočená. Můžeš: otočit kartu naslepo. (H11)"


def test_h11_a_blind_card_that_does_not_go_comes_with_the_pile() -> None:
    phones = Phones(position("", "3c 3d", down=("4c Kd 9d",), pile="3h 4s 5s 6s 7s"))
    phones.taps(ANA, "🙈 1")
    assert phones.popup == "4♣ – nesedí. Bereš balík: 5 karet."
    assert phones.said.splitlines() == [
        "🙈 <b>Ana</b> hraje naslepo 4♣️ a je to vedle. (H11)",
        "📥 <b>Ana</b> bere balík: 5 karet. (H9)",
    ]
    phones.acts(ANA, "flip 3")
    assert phones.popup == "Nejsi na tahu. Čeká se na: Bob. (H5)"


def test_h11_the_pile_cannot_be_taken_instead() -> None:
    phones = Phones(position("", "3c", down=("4c",), pile="7s"))
    phones.acts(ANA, "pickup")
    assert phones.popup == "Zbývají ti jen karty naslepo. Můžeš: otočit kartu naslepo. (H11)"
