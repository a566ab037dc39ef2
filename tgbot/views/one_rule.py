"""One rule, by its id or in somebody's own words (N19)."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

from core.game import InvalidSetup
from core.games import GAMES
from core.house import heard
from core.night import Night, Table
from core.night.values import OptionTable
from tgbot.views.evening import rules_of_the_evening
from tgbot.views.games import in_one_line
from tgbot.views.names import plain, shown
from tgbot.views.registry import GAME_WORDS
from tgbot.views.texts import game_of, multiplied
from tgbot.words import Words

Told: TypeAlias = tuple[str, str, str]
"""Where a rule belongs, its clause, what it says."""
LONGEST_CLAUSE = 12
"""Characters of an id that nothing is known of."""
MOST_FOUND = 3
"""Rules that words may mean."""
SHORTEST_WORD, SHORTEST_STEM, LONGEST_ENDING = 3, 4, 3
"""Letters: of a word that tells rules apart, of what is compared of it, and of the ending that Czech may change."""


def one_rule(words: Words, night: Night | None, table: Table | None, asked: str) -> str:
    """The rule with this id, of the table's game, the evening or any other game; or those that these words mean."""
    clause = asked.split(maxsplit=1)[0].strip("().,:!?").casefold()
    by_id = (rule for rule in _all(words, table) if clause in rule[1].casefold().replace(",", " ").split())
    first = next(by_id, None)
    found = [first] if first is not None else _meant(words, table, asked)
    if not found:
        what = shown(plain(asked, "?", LONGEST_CLAUSE))
        return words("📜 There's no rule <b>{what}</b> here. All of them: /rules", what=what)
    lines = [words("📜 <b>{game}</b>", game=found[0][0]), *(f"<b>{known}</b> {text}" for _, known, text in found)]
    doses = any(" ml" in text.replace("\xa0", " ") for _, _, text in found)
    return "\n".join((*lines, *(multiplied(words, night) if doses else ())))


def _all(words: Words, table: Table | None) -> Iterator[Told]:
    """Every rule that the bot may quote: what is in force first, what an option would bring last."""
    yield from _here(words, table)
    game, options = game_of(table)
    for name in (game, *(other for other in GAMES if other != game)):
        chosen = options if name == game else ()
        for known, text in GAME_WORDS[name].rules_in_force(words, chosen):
            yield GAME_WORDS[name].title(words), known, text
        yield from _with_an_option(words, name, chosen)


def _here(words: Words, table: Table | None) -> Iterator[Told]:
    """What is in force at this table."""
    game, options = game_of(table)
    title, is_mistake = GAME_WORDS[game].title(words), table is not None and table.out_of_turn
    for known, text in GAME_WORDS[game].rules_in_force(words, options, out_of_turn=is_mistake):
        yield title, known, text
    for known, text in rules_of_the_evening(words):
        yield words("The evening"), known, text


def _with_an_option(words: Words, game: str, options: OptionTable) -> Iterator[Told]:
    """The rules of a game as each value of each option has them, with the option named."""
    told = GAME_WORDS[game]
    for choice in told.choices(words):
        others = tuple((option, chosen) for option, chosen in options if option != choice.option)
        # A list has all its parts by default.
        for value in ((),) if choice.parts else tuple(((choice.option, one),) for one, _ in choice.values):
            brings = _applies_with(words, in_one_line(words, choice, dict(value)))
            with suppress(InvalidSetup):
                for known, text in told.rules_in_force(words, (*others, *value)):
                    yield told.title(words), known, f"{text} {brings}"
    usual = told.rules_in_force(words, options)
    brings = _applies_with(words, words("a card out of turn is a mistake: {answer}", answer=words("yes")))
    for known, text in told.rules_in_force(words, options, out_of_turn=True):
        if (known, text) not in usual:
            yield told.title(words), known, f"{text} {brings}"


def _applies_with(words: Words, option: str) -> str:
    return words("<i>Applies with the option “{option}”.</i>", option=option)


def _meant(words: Words, table: Table | None, asked: str) -> list[Told]:
    """The rules of the game, or else of the evening, or else with an option, in which all these words occur."""
    stems = [word[: max(SHORTEST_STEM, len(word) - LONGEST_ENDING)] for word in heard(asked).split() if _tells(word)]
    if not stems:
        return []
    game, options = game_of(table)
    for rules in (_here(words, table), _with_an_option(words, game, options)):
        found: dict[str, Told] = {}
        for rule in rules:
            if all(_has(rule[2], stem) for stem in stems):
                found.setdefault(rule[1], rule)
        if found:
            title = next(iter(found.values()))[0]
            of_one = [rule for rule in found.values() if rule[0] == title]
            # A rule is about what it begins with.
            return sorted(of_one, key=lambda rule: not heard(rule[2]).startswith(stems[0]))[:MOST_FOUND]
    return []


def _tells(word: str) -> bool:
    return len(word) >= SHORTEST_WORD and word.isalpha()


def _has(text: str, stem: str) -> bool:
    return any(word.startswith(stem) for word in heard(text).split())
