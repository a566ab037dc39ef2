"""Words after a command are done, or told that they are not understood (N10, N13, N19)."""

import pytest

from core.ledger import Drink
from core.night import Care
from tests.pub import Pub
from tests.tgbot.updates import Doorman, user

ANA, BOB = user(1, "Ana"), user(2, "Bob", "en")


async def stocked(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    for bottle in ("víno 0,75 12 ×2", "Tullamore Dew 0,7 40"):
        await bar.says(ANA, f"/zasoby {bottle}")


@pytest.mark.parametrize(
    "named, drink",
    [("víno", "víno"), ("VINO", "víno"), ("Wine", "víno"), ("tullamore dew", "Tullamore_Dew"), (" Víno ", "víno")],
)
async def test_n10_a_drink_that_is_on_the_table_is_chosen_in_words(bar: Doorman, named: str, drink: str) -> None:
    await stocked(bar)
    told = await bar.whispers(ANA, f"/piju {named}")
    assert told == f"Vybráno: {drink.replace('_', ' ')}. Dávky se ti ale zatím počítají jako nealko."
    await bar.taps(ANA, f"care:{Care.ALCOHOL}", in_private=True)
    assert await bar.whispers(ANA, f"/piju {named}") == f"Piješ: {drink.replace('_', ' ')}."
    assert (await bar.night()).people[0].drink == drink
    assert await bar.says(BOB, f"/piju {named}") != ""
    assert (await bar.night()).people[1].drink == drink


async def test_n13_nealko_is_chosen_in_words(bar: Doorman) -> None:
    await stocked(bar)
    assert "🧃" in await bar.whispers(ANA, "/piju nealko")
    assert (await bar.night()).people[0].care is Care.SOFT


@pytest.mark.parametrize("named", ["absinth", "alkohol", "<b>", "x" * 300])
async def test_n10_what_is_not_on_the_table_is_said_above_the_choice(bar: Doorman, named: str) -> None:
    await stocked(bar)
    assert "na stole není" in await bar.whispers(ANA, f"/piju {named}")
    person = (await bar.night()).people[0]
    assert (person.drink, person.care, person.menu) == (None, None, "drink")


async def test_n10_the_choice_stands_below_the_answer(pub: Pub) -> None:
    (ana,) = await pub.seat("Ana")
    await ana.says("/piju absinth", in_group=False)
    texts = [message.text for message in pub.telegram.world.messages_in(ana.phone.private.id)]
    assert "🤷 absinth na stole není. Vyber si dole ↓" in texts
    assert texts[-1] == ana.hand.text
    assert "na stole není" not in ana.hand.text


@pytest.mark.parametrize("ask", ["s13", "S13", " S13 "])
async def test_n19_one_rule_is_shown_by_its_id(bar: Doorman, ask: str) -> None:
    await bar.seats(ANA, BOB)
    for told in (await bar.whispers(ANA, f"/pravidla {ask}"), await bar.says(ANA, f"/pravidla {ask}")):
        assert told.startswith("📜 <b>Smidarské prší</b>\n<b>S13</b> ")
        assert told.count("\n") == 1


async def test_n19_a_rule_of_another_game_is_shown_with_its_game(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    assert (await bar.says(ANA, "/pravidla H7")).startswith("📜 <b>Shithead</b>\n<b>H7</b> ")


async def test_n07_rules_say_that_doses_are_multiplied_where_they_are(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    assert "/zasoby" not in await bar.says(ANA, "/pravidla S13")
    await stocked(bar)
    for rule in ("S13", ""):
        assert "násobí" in await bar.whispers(ANA, f"/pravidla {rule}")
    assert "násobí" not in await bar.says(ANA, "/pravidla S7")


@pytest.mark.parametrize("ask", ["S" + "99", "prší", "<b>", "13"])
async def test_n19_a_rule_that_there_is_not_is_said_so(bar: Doorman, ask: str) -> None:
    await bar.seats(ANA, BOB)
    for told in (await bar.whispers(ANA, f"/pravidla {ask}"), await bar.says(ANA, f"/pravidla {ask}")):
        assert told.startswith("📜 Pravidlo <b>")
        assert "tu nemáme" in told


@pytest.mark.parametrize("again", ["tullamore dew", "TULLAMORE DEW", "Tullamore_Dew"])
async def test_n07_a_bottle_is_known_however_it_is_spelt(bar: Doorman, again: str) -> None:
    await stocked(bar)
    await bar.says(ANA, f"/zasoby {again} 0,7 40")
    assert (await bar.night()).stock[1:] == (Drink(name="Tullamore_Dew", ml=700, abv=400, bottles=2),)
    await bar.says(ANA, "/zasoby vino 1 11")
    assert [drink.name for drink in (await bar.night()).stock] == ["víno", "Tullamore_Dew", "vino-2"]
