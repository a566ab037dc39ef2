"""Every rule that the bot quotes can be looked up: by its id in any game, or in words (N19)."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from core.games import GAMES
from core.night import Table
from core.night.values import OptionTable
from tests.tgbot.updates import Doorman, user
from tgbot.views.one_rule import one_rule
from tgbot.words import LANGUAGES, speak

ROOT = Path(__file__).parents[2]
ANA, BOB = user(1, "Ana"), user(2, "Bob")


def table(game: str, options: OptionTable = (), *, out_of_turn: bool = False) -> Table:
    return Table(id=1, game=game, options=((game, options),), out_of_turn=out_of_turn)


def told(game: str, asked: str, options: OptionTable = (), *, out_of_turn: bool = False, language: str = "cs") -> str:
    seated = table(game, options, out_of_turn=out_of_turn)
    return one_rule(speak(language), None, seated, asked).replace("\u00a0", " ")


@cache
def quoted() -> set[str]:
    """Every clause in a string of the games and of the bot: refusals, charges, mistakes, sentences."""
    found: set[str] = set()
    for path in (*(ROOT / "core").rglob("*.py"), *(ROOT / "tgbot").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in statements:
                found |= set(re.findall(r"\b[SPHN]\d{1,2}a?\b", node.value))
    return found


@cache
def ruled() -> set[str]:
    """Every clause of the rulings."""
    pages = (path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md"))
    return {clause for page in pages for clause in re.findall(r"^- \*\*([SPHN]\d+a?)\*\*", page, re.MULTILINE)}


def test_n19_what_the_bot_quotes_is_in_the_rulings() -> None:
    assert len(quoted()) > 80
    assert quoted() <= ruled()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_n19_every_clause_has_an_answer_in_every_game(game: str, language: str) -> None:
    for clause in quoted() | ruled():
        answer = told(game, clause, language=language)
        assert f"\n<b>{clause}</b> " in answer, (clause, answer)


@pytest.mark.parametrize("clause", ["P2", "P23", "P27", "P28", "P29", "S25", "S27", "S29", "H13"])
def test_n19_a_rule_that_is_not_in_force_says_which_option_brings_it(clause: str) -> None:
    assert "<i>Platí s volbou „" in told("shithead", clause)
    assert "Platí s volbou" not in told("shithead", "H7")


def test_n19_a_rule_in_force_names_no_option() -> None:
    assert told("prsi", "P28", (("growing", True),)).startswith("📜 <b>Akční prší</b>\n<b>P28</b> Domácí pravidlo")
    assert "Platí s volbou „pravidla: všechna“" in told("prsi", "P5", (("rules", ()),))
    assert "volbou" not in told("prsi", "P28", (("growing", True),))


@pytest.mark.parametrize("asked", ["P24", "p24", "(P24)", "P24 karta mimo pořadí", "P24, prosím", "P24?"])
def test_n19_the_id_counts_whatever_follows(asked: str) -> None:
    assert "<b>P24</b> Každá chyba stojí 2 karty" in told("prsi", asked)


@pytest.mark.parametrize(
    "game, asked, clause",
    [
        ("prsi", "osmička", "P6"),
        ("prsi", "osmicky", "P6"),
        ("smidary", "osmička", "S23"),
        ("smidary", "zelený král", "S16"),
        ("smidary", "ZELENEHO KRALE", "S16"),
        ("shithead", "čtyři stejné", "H7"),
        ("prsi", "míchání", "N20"),
        ("smidary", "spor", "N18"),
        ("smidary", "arcipíč", "S11"),
        ("smidary", "podvod", "S28"),
        ("prsi", "domácí pravidlo", "P28"),
    ],
)
def test_n19_a_rule_is_found_by_its_words(game: str, asked: str, clause: str) -> None:
    assert f"<b>{clause}</b>" in told(game, asked).splitlines()[1]


@pytest.mark.parametrize("asked", ["karta mimo poradi", "Karta mimo pořadí!"])
def test_p24_where_a_card_out_of_turn_is_a_mistake_the_rules_say_so(asked: str) -> None:
    assert "i za pozdrav" in told("prsi", "P24", out_of_turn=True)
    assert "<b>P24</b>" in told("prsi", asked, out_of_turn=True)
    assert told("prsi", asked).endswith("<i>Platí s volbou „karta mimo pořadí je chyba: ano“.</i>")
    for answer in (told("prsi", "P24"), told("smidary", "S3", out_of_turn=True)):
        assert "mimo pořadí" not in answer


def test_p01_s01_the_rules_say_how_many_cards_are_dealt() -> None:
    assert "3 do ruky, 2 odkrytě" in told("prsi", "P1", (("closed", 3), ("open", 2)))
    assert told("prsi", "P1").endswith("<b>P1</b> Karet na hlavu: 5.")
    assert told("smidary", "S1", (("deal", 6),)).endswith("<b>S1</b> Karet na hlavu: 6.")
    assert told("smidary", "S1", (("variant", "western"),)).endswith(": 1.")


def test_p13_after_the_cut_the_rules_say_which_suit_it_is() -> None:
    assert "před rozdáním" in told("prsi", "P13", (("action_suit", "cut"),))
    assert told("prsi", "P13", (("action_suit", "cut"), ("cut", "a"))).endswith("Sejmutá akční barva: 🌰.")


async def test_n19_the_number_of_cards_and_what_is_a_mistake_are_in_the_list(bar: Doorman) -> None:
    await bar.seats(ANA, BOB)
    await bar.taps(ANA, "menu:settings", in_private=True)
    await bar.taps(ANA, "pick:1:prsi", in_private=True)
    await bar.taps(ANA, "mind:1:yes", in_private=True)
    listed = await bar.whispers(ANA, "/pravidla")
    assert "<b>P1</b> Karet na hlavu: 5." in listed
    assert "mimo pořadí, za kartu i za pozdrav" in listed
