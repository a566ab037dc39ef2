"""The rules of Shithead for players, in short, each by its clause; the options and variants of the lobby."""

from core.night.values import OptionTable, OptionValue
from core.shithead.options import Options, parse_options
from tgbot.views.games import Choice, Preset
from tgbot.words import Words

FORFEITS = (20, 40, 80)
"""Millilitres that the lobby offers instead of the next round (H14)."""


def choices(words: Words) -> tuple[Choice, ...]:
    """The options that the lobby offers, the default of each first."""
    yes, no = words("yes"), words("no")
    yes_no: tuple[tuple[OptionValue, str], ...] = ((True, yes), (False, no))
    no_yes: tuple[tuple[OptionValue, str], ...] = ((False, no), (True, yes))
    return (
        Choice(
            "swap",
            words("swapping cards first"),
            yes_no,
            (
                words("Before the start everybody may swap hand cards for their face-up ones."),
                words("It starts at once, with the cards as they were dealt."),
            ),
        ),
        Choice(
            "start",
            words("who starts"),
            (("race", words("the quickest")), ("seat", words("the first clockwise"))),
            (
                words("Of everybody holding the lowest card, whoever plays it first starts."),
                words("Of everybody holding the lowest card, the first one clockwise from the dealer starts."),
            ),
        ),
        Choice(
            "voluntary_pickup",
            words("taking the pile any time"),
            yes_no,
            (
                words("You may take the pile even if you can play."),
                words("If you can play, you must."),
            ),
        ),
        Choice(
            "take_open",
            words("a face-up card with the pile"),
            yes_no,
            (
                words("If none of your face-up cards can be played, you take the pile and one of them."),
                words("If none of your face-up cards can be played, you take only the pile."),
            ),
        ),
        Choice(
            "seven_lower",
            words("on a seven"),
            ((False, words("seven or higher")), (True, words("seven or lower"))),
            (words("The seven is a card like any other."), words("On a seven, only seven or lower goes.")),
        ),
        Choice(
            "eight",
            words("the eight"),
            (
                ("plain", words("plain")),
                ("transparent", words("transparent")),
                ("skip", words("skips")),
            ),
            (
                words("The eight is a card like any other."),
                words("The eight is transparent: it goes on anything, and the card under it counts."),
                words("Every eight skips a player."),
            ),
        ),
        Choice(
            "open_strict",
            words("face-up cards only higher"),
            no_yes,
            (
                words("Face-up cards may also be equal to what's on the table."),
                words("Face-up cards must be higher than what's on the table, not equal."),
            ),
        ),
        Choice(
            "jokers",
            words("jokers"),
            ((0, words.context("jokers", "none")), (2, "2"), (4, "4")),
            (
                words("There are no jokers in the pack."),
                *(words("A joker goes on anything and reverses play."),) * 2,
            ),
        ),
        Choice(
            "decks",
            words("packs"),
            ((0, words("by head count")), (1, "1"), (2, "2")),
            (
                words("One pack of 52 cards, two with six or more players."),
                words("One pack of 52 cards."),
                words("Two packs of 52 cards."),
            ),
        ),
        Choice(
            "forfeit_ml",
            words("whoever is last"),
            ((0, words("buys a round")), *((ml, words("drinks {ml} ml", ml=ml)) for ml in FORFEITS)),
            (
                words("Whoever is last gets the next round."),
                *(words("Whoever is last drinks {ml} ml instead of getting a round.", ml=ml) for ml in FORFEITS),
            ),
        ),
    )


def presets(words: Words) -> tuple[Preset, ...]:
    """The usual game, and the one that most other tables know (H15)."""
    return (
        Preset(words("the classic game")),
        Preset(words("seven lower + transparent eight"), (("eight", "transparent"), ("seven_lower", True))),
    )


def rules_in_force(words: Words, table: OptionTable, *, out_of_turn: bool = False) -> tuple[tuple[str, str], ...]:
    """The rules in force with these options (N19)."""
    options = parse_options(dict(table))
    return tuple((clause, text) for clause, text in _all(words, options) if text)


def _all(words: Words, options: Options) -> tuple[tuple[str, str], ...]:
    """Every clause; those that are not in force are empty."""
    return (
        ("H1", _packs(words, options)),
        ("H2", words("Everybody gets three cards face down, three face up on top and three in hand.")),
        (
            "H3",
            words("Before the start, swap hand cards for your face-up ones as you like, until you say Done.")
            if options.swap
            else words("No swapping: play what you're dealt."),
        ),
        (
            "H4",
            words("The lowest card from three up starts, but no ten: whoever plays it first from the hand.")
            if options.start == "race"
            else words(
                "The lowest card from three up starts, but no ten: the first one clockwise from the dealer who "
                "holds it."
            ),
        ),
        (
            "H5",
            words(
                "Play one or more cards of one rank, at least as high as what's on the table; aces are "
                "highest. On an empty table anything goes."
            ),
        ),
        (
            "H6",
            words("Two: on anything, and anything goes on it. Ten: on anything, burns the pile, and you play again."),
        ),
        (
            "H7",
            words(
                "Four of a kind on top of each other burn the pile too, even if several people play them. "
                "Whoever completes them plays again."
            ),
        ),
        ("H8", words("After playing, draw back up to three in hand, as long as there's something to draw.")),
        (
            "H9",
            words("Can't play? Take the whole pile. You may do that any time, too.")
            if options.voluntary_pickup
            else words("Take the whole pile, but only if you can't play."),
        ),
        (
            "H10",
            words(
                "No hand and nothing to draw: play your face-up cards. If none can be played, take the pile and "
                "one of them."
            )
            if options.take_open
            else words("No hand and nothing to draw: play your face-up cards. If none can be played, take the pile."),
        ),
        ("H11", words("Then the face-down ones, blind, one at a time. If it doesn't play, take it with the pile.")),
        ("H12", words("Out of cards, out of the game, with a place. The last one with cards is the shithead.")),
        (
            "H13",
            words("Joker: on anything, reverses play. The card under it counts for the next player.")
            if options.jokers
            else "",
        ),
        (
            "H14",
            words("The shithead deals next and drinks {ml} ml.", ml=options.forfeit_ml)
            if options.forfeit_ml
            else words("The shithead deals next and gets the next round."),
        ),
        ("H15", " ".join(_variants(words, options))),
        ("H16", words("After a thousand turns it's over: whoever has the most cards is the shithead.")),
        ("H17", words("Not well? Leave at any time, and owe nothing more in this game: /unwell.")),
    )


def _packs(words: Words, options: Options) -> str:
    packs = {
        0: words("One pack of 52 cards, two with six or more players."),
        1: words("One pack of 52 cards."),
        2: words("Two packs of 52 cards."),
    }[options.decks]
    return packs + (" " + words("Jokers: {n}.", n=options.jokers) if options.jokers else "")


def _variants(words: Words, options: Options) -> list[str]:
    told = []
    if options.seven_lower:
        told.append(words("On a seven, only seven or lower goes."))
    if options.eight == "transparent":
        told.append(words("The eight is transparent: it goes on anything, and the card under it counts."))
    if options.eight == "skip":
        told.append(words("Every eight skips a player."))
    if options.open_strict:
        told.append(words("Face-up cards must be higher than what's on the table, not equal."))
    return told
