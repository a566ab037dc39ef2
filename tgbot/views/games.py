"""What a game needs to be seen: its words, from its own folder of views.

Everything a screen shows of a running game comes from `Game.view`, which has no room for secrets, and from facts as
everybody may know them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.game import Refused, Seat
from core.games import GAMES
from core.ledger import PersonId
from core.night import News, Night, Person, Result, Round, Table
from core.night.care import is_soft
from core.night.person import is_bot
from core.night.stock import not_empty
from core.night.values import Handed, OptionTable, OptionValue
from tgbot.screens import Rows
from tgbot.taps import Kind
from tgbot.views.frame import Frame, choices_in_rows, ticked
from tgbot.views.names import drink_name
from tgbot.views.stock import USUAL
from tgbot.words import Words


@dataclass(frozen=True)
class Idle:
    """Where an option decides nothing: with this value of another one; what is shown then, and what a tap says."""

    option: str
    value: OptionValue
    label: str
    means: str


@dataclass(frozen=True)
class Choice:
    """An option of a game in the lobby: its label, its values with the words for them, the default first.

    `means` is what each value (or part) means at the table, or all of them alike. A number of cards has a `sign`, by
    which one tells it from another. An option that is a list has `parts` instead, which are switched one by one, all on
    by default."""

    option: str
    label: str
    values: tuple[tuple[OptionValue, str], ...]
    means: tuple[str, ...]
    sign: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    idle: Idle | None = None


@dataclass(frozen=True)
class Preset:
    """Options that make a well-known variant, chosen at one tap; those that it does not name get their defaults,
    but for whether rules grow (N17)."""

    label: str
    options: OptionTable = ()


@dataclass(frozen=True)
class Asked:
    """What a player's own screen says of the running game.

    `lines` describe the table and the question; `rows` are the buttons; `anew`: whether this question is a reason to
    notify; `lasting`: the buttons count as long as the game runs."""

    lines: tuple[str, ...]
    rows: Rows = ()
    anew: bool = False
    lasting: bool = False


class GameWords(Protocol):
    """The words of one game: its package of views satisfies this protocol.

    `announced` are the kinds of facts that `told` has a message for.
    """

    announced: frozenset[str]

    def title(self, words: Words) -> str:
        """The game's name."""

    def on_table(self, frame: Frame, round_: Round) -> tuple[str, ...]:
        """What lies there, what it demands or threatens, in a line or two."""

    def seat_line(self, frame: Frame, round_: Round, seat: Seat) -> str:
        """A player's cards and marks."""

    def table_rows(self, frame: Frame, table: Table, round_: Round) -> Rows:
        """Buttons that belong to everybody: the race, calling a cheat."""

    def asked(self, frame: Frame, table: Table, round_: Round, seat: Seat) -> Asked:
        """A player's own screen."""

    def handed(self, frame: Frame, round_: Round, told: Handed) -> str:
        """What somebody else's action did to the hand of its player, above that hand."""

    def told(self, frame: Frame, fact: News) -> str | None:
        """A fact that costs somebody something or ends something, for everybody to hear; None when it is not worth a
        message."""

    def last(self, frame: Frame, facts: Sequence[News]) -> str | None:
        """What just happened, for the table message."""

    def answer(self, frame: Frame, round_: Round, seat: Seat, events: Sequence[Any]) -> str:
        """What the one who acted is told at once."""

    def refusal(self, frame: Frame, round_: Round, seat: Seat, refused: Refused, *, aloud: bool) -> str:
        """Why not, by which clause, and what would be allowed: not `aloud`, since it names cards of the hand."""

    def spoken(self, round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
        """The action that somebody's own words are, None when they are none; `addressed`: said to the bot."""

    def choices(self, words: Words) -> tuple[Choice, ...]:
        """The options that the lobby offers."""

    def presets(self, words: Words) -> tuple[Preset, ...]:
        """Variants that the lobby offers before the single options; () for none."""

    def lobby_lines(self, frame: Frame, table: Table) -> tuple[str, ...]:
        """What the lobby says of the next game beside its options."""

    def own_lines(self, frame: Frame, person: Person, table: Table) -> tuple[tuple[str, ...], Rows]:
        """What one person is asked before the deal, and their answers."""

    def settings_rows(self, frame: Frame, table: Table) -> Rows:
        """Switches of the table that are no options of the game."""

    def rules_in_force(
        self, words: Words, table: OptionTable, *, out_of_turn: bool = False
    ) -> tuple[tuple[str, str], ...]:
        """The rules in force, each with its clause; `out_of_turn`: a card out of turn is a mistake at this table."""


# What a game takes that adds nothing of its own


def handed(frame: Frame, round_: Round, told: Handed) -> str:
    """Nobody changes another one's hand but by what everybody sees."""
    return frame.words("🃏 <b>Your hand has changed.</b>")


def lobby_lines(frame: Frame, table: Table) -> tuple[str, ...]:
    """There is nothing to say."""
    return ()


def own_lines(frame: Frame, person: Person, table: Table) -> tuple[tuple[str, ...], Rows]:
    """Nobody is asked anything."""
    return (), ()


def settings_rows(frame: Frame, table: Table) -> Rows:
    """There are no switches."""
    return ()


# What several screens show of a game


def choice_of_drink(
    frame: Frame, table: int, game: int, drink: str | None, whose: Collection[PersonId]
) -> tuple[tuple[str, ...], Rows]:
    """What the winner is asked for these people, and the answers, the same in the game and after its end (S10).

    Nothing, where nobody drinks it, or nothing is left to choose from.
    """
    rows = drink_rows(frame, table, game, drink)
    return ((_drink_line(frame, drink, whose),), rows) if whose and rows else ((), ())


def drink_rows(frame: Frame, table: int, game: int, chosen_drink: str | None) -> Rows:
    """From the stock if there is one."""
    night = frame.night
    drinks = [drink.name for drink in (not_empty(night) if night.stock else USUAL)]
    buttons = [
        frame.button(ticked(drink_name(frame.words, drink), drink == chosen_drink), Kind.CHOICE, table, game, drink)
        for drink in drinks
    ]
    return choices_in_rows(buttons, 3 if night.stock else 4) if buttons else ()


def _drink_line(frame: Frame, drink: str | None, whose: Collection[PersonId]) -> str:
    """Above those buttons: what these people have of the choice (S10)."""
    words = frame.words
    if drink is None:
        return words("🍾 What do the losers drink?")
    if is_soft_for_all(frame.night, whose):
        return "🍾 " + chosen_in_vain(words, f"<b>{frame.drink(drink)}</b>")
    return words("🍾 The losers drink <b>{drink}</b>.", drink=frame.drink(drink))


def chosen_in_vain(words: Words, drink: str) -> str:
    """A choice of which nobody drinks."""
    return words("Chosen: {drink}. It'll be soft drinks all the same.", drink=drink)


def is_soft_for_all(night: Night, people: Collection[PersonId]) -> bool:
    """Whether the doses of all these are soft; what somebody's own limit makes of them, nobody else is told (N13)."""
    return all(is_soft(night, person) for person in night.people if person.id in people)


def may_lose(round_: Round, winner: PersonId) -> tuple[PersonId, ...]:
    """Whom the winner's choice is for during the game: with two the winner is last but one as well (S10, S11, N21)."""
    return tuple(
        player for player in round_.players if not is_bot(player) and (player != winner or len(round_.players) == 2)
    )


def have_lost(night: Night, result: Result) -> tuple[PersonId, ...]:
    """Whom the winner's choice is for after the end: those who owe its doses still (S10)."""
    return tuple(debt.person for debt in night.books.open if debt.number in result.doses)


def chosen(choice: Choice, options: Mapping[str, OptionValue]) -> int:
    """The place of the chosen value among the choice's values, the default's when nothing was chosen."""
    value = options.get(choice.option, choice.values[0][0])
    return next((at for at, (known, _) in enumerate(choice.values) if known == value), 0)


def idle(game: str, choice: Choice, options: Mapping[str, OptionValue]) -> Idle | None:
    """Why the option decides nothing under the others; None where it counts."""
    why = choice.idle
    if why is None or getattr(GAMES[game].parse_options(options), why.option) != why.value:
        return None
    return why


def switched_on(choice: Choice, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Those parts of a list that are chosen."""
    on = options.get(choice.option)
    return tuple(part for part, _ in choice.parts if not isinstance(on, tuple) or part in on)


def in_one_line(words: Words, choice: Choice, options: Mapping[str, OptionValue]) -> str:
    """An option and its chosen value."""
    if choice.parts:
        return f"{choice.label}: {_parts_in_words(words, choice, options)}"
    return f"{choice.label}: {choice.values[chosen(choice, options)][1]}"


def _parts_in_words(words: Words, choice: Choice, options: Mapping[str, OptionValue]) -> str:
    """What is chosen of a list, by the few that are on or off."""
    chosen_parts = switched_on(choice, options)
    on = [label for part, label in choice.parts if part in chosen_parts]
    off = [label for part, label in choice.parts if part not in chosen_parts]
    if not off:
        return words("all")
    if not on:
        return words("none")
    if len(on) < len(off):
        return words("only {list}", list=", ".join(on))
    return words("without {list}", list=", ".join(off))
