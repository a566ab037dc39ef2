"""What one does by a tap can be typed, in all games alike; what cannot is said, never ignored."""

import pytest

from tests.core import prsi_table, shithead_table, smidary_table
from tests.tgbot.phones import Dealt, Phones
from tests.tgbot.updates import Doorman, user
from tgbot.views.speech import names_a_card, typed

ANA, BOB, CYR = range(3)
TABLES: dict[str, Dealt] = {
    "smidary": smidary_table.position("7h 8l", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob"),
    "prsi": prsi_table.position("7h 8l", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob"),
    "shithead": shithead_table.position("5d 9h", "3c", "4c", pile="7h"),
}
DRAWING = (
    "beru",
    "Beru.",
    "lížu",
    "lízám",
    "lyzam",
    "líznu si",
    "LIZNOUT",
    "liznotu",
    "vezmu",
    "táhnu",
    "draw",
    "take",
)


@pytest.mark.parametrize("text", DRAWING)
@pytest.mark.parametrize("game", TABLES)
def test_drawing_is_understood_alike_in_all_games_and_out_of_turn_all_say_whose_turn_it_is(
    game: str, text: str
) -> None:
    phones = Phones(TABLES[game])
    assert phones.says(BOB, text)
    assert phones.popup.startswith("Nejsi na tahu. Čeká se na: Ana.")
    assert phones.says(ANA, text)
    assert phones.round.did[ANA] in ("draw", "pickup")


@pytest.mark.parametrize("text", ["stojím", "stojim", "Stojmí", "stojím si", "I stand"])
@pytest.mark.parametrize("game", ["smidary", "prsi"])
def test_s19_p12_standing_is_understood_alike(game: str, text: str) -> None:
    phones = Phones(_ace(game))
    assert phones.says(BOB, text)
    assert phones.round.did[BOB] == "stand"


def _ace(game: str) -> Dealt:
    hands = ("Ah 8l 8a", "7b 9l", "7a 9a")
    if game == "smidary":
        return smidary_table.position(*hands, pile="9h", draw="Oa Ob").does("Ana play Ah")
    return prsi_table.position(*hands, pile="9h", draw="Oa Ob").does("Ana play Ah")


@pytest.mark.parametrize(
    "done, seat, text, action",
    [
        ("Ana play 7h", BOB, "vypiju", "drink"),
        ("Ana play 7h", BOB, "piju", "drink"),
        ("Ana play Kl", BOB, "nevěřím", "challenge"),
        ("Ana play Kl", BOB, "osočuju", "challenge"),
        ("Ana play 9b", CYR, "plác!", "slap"),
    ],
)
def test_s13_s17_s24_what_smidary_asks_for_can_be_said(done: str, seat: int, text: str, action: str) -> None:
    table = smidary_table.position("7h Kl 9b 8l", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob Ua Ub")
    phones = Phones(table.does(done))
    assert phones.says(seat, text)
    assert phones.round.did[seat] == action


@pytest.mark.parametrize("text, action", [("přiznávám se", "admit"), ("přiznavam", "admit"), ("ukážu", "show")])
def test_s17_the_accused_may_say_it(text: str, action: str) -> None:
    table = smidary_table.position("Kl 8l 8a", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob Ua Ub Ka Kb")
    phones = Phones(table.does("Ana play Kl", "Bob challenge"))
    assert phones.says(ANA, text)
    assert phones.round.did[ANA] == action


def test_s29_cheating_is_called_in_words_but_nobody_is_blamed_by_chatter() -> None:
    table = smidary_table.position("8b 8l 8a", "7b 9l", "7a 9a", pile="9h", draw="Oa Ob", cheating="drink")
    phones = Phones(table.does("Ana play 8b"))
    assert not phones.says(CYR, "podvod", in_group=True, to_bot=False)
    assert phones.says(CYR, "Podvod!", in_group=True)
    assert "podvod" in phones.said


def test_what_one_drinks_is_no_move_where_nothing_can_be_drunk() -> None:
    phones = Phones(TABLES["smidary"])
    assert not phones.says(ANA, "piju")
    assert not phones.says(ANA, "piju rum")


def test_s19_whoever_stands_for_nothing_reads_why() -> None:
    phones = Phones(TABLES["smidary"])
    assert phones.says(ANA, "stojím")
    assert phones.popup.startswith("Teď to nejde. Můžeš: zahrát")


def test_h3_ready_can_be_said() -> None:
    phones = Phones(shithead_table.deal("3c 4c 5c", "6c 7c 8c"))
    assert phones.says(ANA, "Hotovo!")
    assert phones.round.did[ANA] == "ready"
    assert not Phones(TABLES["shithead"]).says(ANA, "hotovo")


def test_h10_whoever_has_to_choose_a_card_with_the_pile_reads_so() -> None:
    phones = Phones(shithead_table.position("", "3c", open=("5d 6d",), pile="Kh"))
    assert phones.says(ANA, "beru")
    assert phones.popup.startswith("K balíku si vyber jednu svou vyloženou kartu.")


@pytest.mark.parametrize("game", TABLES)
def test_chatter_in_the_group_does_nothing_out_of_turn(game: str) -> None:
    assert not Phones(TABLES[game]).says(BOB, "beru", in_group=True, to_bot=False)


@pytest.mark.parametrize(
    "said, heard",
    [
        ("Poseldní", "posledni"),
        ("posledn", "posledni"),
        ("posslední", "posledni"),
        ("poslwdni", "posledni"),
        ("pssledn", "pssledn"),
        ("moje poslednni karta", "moje posledni karta"),
        ("běru", "beru"),
        ("bera", "bera"),
    ],
)
def test_one_slip_of_the_finger_in_a_long_word_is_no_matter(said: str, heard: str) -> None:
    assert typed(said, ("poslední", "beru")) == heard


CARDS = (
    "žaludová osma",
    "zaludova osma",
    "žaludovou sedmu",
    "🌰 7",
    "osmička",
    "zelená devět",
    "♠ 7",
    "eso",
    "the king",
)


@pytest.mark.parametrize("text", CARDS)
async def test_whoever_types_a_card_reads_that_a_tap_plays_it(bar: Doorman, text: str) -> None:
    assert names_a_card(text)
    ana, bob = user(1, "Ana"), user(2, "Bob")
    await bar.deals(ana, bob)
    for person in (ana, bob):
        assert (await bar.whispers(person, text)).startswith("🃏 Karty se nehrají slovy, ale ťuknutím.")


@pytest.mark.parametrize("text", ["kde je Dana", "kolik je hodin", "kralovna nudy", "tohle je espreso", "tenhle"])
def test_what_is_no_card_is_none(text: str) -> None:
    assert not names_a_card(text)
