"""The rules of akční prší for players, in short, each by its clause; the options and variants of the lobby."""

from core.akcni.options import RULES, Options, parse_options
from core.night.values import OptionTable, OptionValue
from tgbot.views.akcni.house import built_in_rule
from tgbot.views.cards import SUIT_SIGNS
from tgbot.views.games import Choice, Preset
from tgbot.words import Words


def choices(words: Words) -> tuple[Choice, ...]:
    """The options that the lobby offers, the default of each first."""
    suits = {"leaves": "l", "hearts": "h", "bells": "b", "acorns": "a"}
    fixed = words("King, Ober, Unter and ace of this suit are the action cards.")
    action_suits: dict[OptionValue, tuple[str, str]] = {name: (SUIT_SIGNS[suit], fixed) for name, suit in suits.items()}
    action_suits |= {
        "turned": (words("as turned up"), words("The action suit is that of the card turned up at the start.")),
        "cut": (
            words("by cutting"),
            words("Whoever sits on the dealer's right cuts for the action suit before the deal."),
        ),
    }
    supervision: dict[OptionValue, tuple[str, str]] = {
        "pub": (
            words("cost cards"),
            words("You can make mistakes, and each costs 2 cards; so does a missed greeting or call."),
        ),
        "strict": (
            words("not possible"),
            words("You can't make mistakes; greeting and calling out are done for you."),
        ),
    }
    growing: dict[OptionValue, tuple[str, str]] = {
        False: (words("no"), words("The rules stay as they are.")),
        True: (words("yes"), words("The winner can add or scrap one rule before the next deal.")),
    }
    by_id = _by_id(words)
    parts = tuple((rule, built_in_rule(words, rule)) for rule in RULES)
    in_hand = words("How many cards everybody gets in hand. With more people there may be fewer.")
    shown = words("How many cards lie open in front of everybody, seen by all and played like those in hand.")
    return (
        Choice("closed", words("cards in hand"), _from(5, 9), (in_hand,), sign="✋"),
        Choice("open", words("open cards"), _from(0, 6), (shown,), sign="👁"),
        _choice("action_suit", words("action suit"), action_suits),
        _choice("supervision", words("mistakes"), supervision),
        _choice("growing", words("the winner makes rules"), growing),
        Choice("rules", words("rules"), (), tuple(by_id[rule][1] for rule in RULES), parts=parts),
    )


def _from(default: int, end: int) -> tuple[tuple[OptionValue, str], ...]:
    """Numbers from 0 on, beginning with the default."""
    return tuple((number, str(number)) for number in (*range(default, end), *range(default)))


def _choice(option: str, label: str, texts: dict[OptionValue, tuple[str, str]]) -> Choice:
    """The values begin with the default."""
    ordered = sorted(texts.items(), key=lambda item: item[0] != getattr(Options(), option))
    values = tuple((value, text) for value, (text, _) in ordered)
    return Choice(option, label, values, tuple(meaning for _, (_, meaning) in ordered))


def presets(words: Words) -> tuple[Preset, ...]:
    """Variants at one tap."""
    return (
        Preset(words("by the book")),
        Preset(words("quick"), (("closed", 3), ("supervision", "strict"))),
        Preset(words("no penalties"), (("supervision", "strict"),)),
    )


def rules_in_force(words: Words, table: OptionTable, *, out_of_turn: bool = False) -> tuple[tuple[str, str], ...]:
    """The rules in force with these options (N19)."""
    options = parse_options(dict(table))
    by_id = _by_id(words)
    return tuple(
        sorted(
            (
                *_always(words, options),
                *(by_id[rule] for rule in RULES if rule in options.rules),
                *_mistakes(words, options, out_of_turn),
            ),
            key=lambda rule: int(rule[0][1:]),
        )
    )


def _always(words: Words, options: Options) -> tuple[tuple[str, str], ...]:
    open_cards = (
        ("P2", words("Open cards lie in front of their player, seen by all, and are played like those in hand.")),
    )
    each = (
        words("Cards each: {closed} in hand, {open} open.", closed=options.closed, open=options.open)
        if options.open
        else words("Cards each: {n}.", n=options.closed)
    )
    return (
        ("P1", each),
        *(open_cards if options.open else ()),
        ("P3", words("When the pile runs out, the discard pile is turned over, unshuffled.")),
        (
            "P4",
            words(
                "On your turn play a card of the same suit or rank, or draw one. A drawn card waits for your next turn."
            ),
        ),
        ("P13", _action_suit(words, options)),
        (
            "P17",
            words(
                "The card turned up works as if the dealer had played it. Nine: the dealer plays. Ten: the "
                "player on the dealer's right starts. Changers name what the bottom card is. An eight does "
                "nothing."
            ),
        ),
        (
            "P19",
            words("A finish counts only when the last card has done its work; until then a seven can bring you back."),
        ),
        (
            "P20",
            words(
                "The table can switch off single rules: their cards are then ordinary ones, and nothing is called out."
            ),
        ),
        ("S30", words("Not well? Leave at any time, and owe nothing more in this game: /unwell.")),
        (
            "P22",
            words("The last one loses and deals next. Winner +1, loser −1; everybody back at 0 calls for a round."),
        ),
        *(
            (
                (
                    "P27",
                    words("The winner can add or scrap one rule before the next deal."),
                ),
                (
                    "P28",
                    words(
                        "A house rule comes on top of what the card does anyway: cards, drinks, words, deeds. "
                        "Words not said are a mistake; whether a deed was done, the table votes. In an action "
                        "lap it rests."
                    ),
                ),
                ("P29", words("A mistake against your own rule costs 4 cards.")),
            )
            if options.growing
            else ()
        ),
    )


def _action_suit(words: Words, options: Options) -> str:
    match options.action_suit:
        case "turned":
            return words("The action suit is that of the card turned up.")
        case "cut" if options.cut is not None:
            return words("The action suit was cut: {suit}.", suit=SUIT_SIGNS[options.cut])
        case "cut":
            return words("Before the deal, whoever sits on the dealer's right cuts for the action suit.")
        case named:
            signs = {"leaves": "l", "hearts": "h", "bells": "b", "acorns": "a"}
            return words("The action suit is {suit}.", suit=SUIT_SIGNS[signs[named]])


def _by_id(words: Words) -> dict[str, tuple[str, str]]:
    return {
        "seven": ("P5", words("Seven: draw 2, or beat it with another seven; it adds up.")),
        "eight": (
            "P6",
            words(
                "Eight on an active seven of its suit: play reverses and it goes back with one more card. Only "
                "an eight answers that."
            ),
        ),
        "nine": ("P7", words("Nine: the player before plays.")),
        "ten": ("P8", words("Ten: play reverses.")),
        "unter": ("P9", words("Unter: on anything but an active seven or ace, names a rank.")),
        "ober": ("P10", words("Ober: on anything but an active seven or ace, names a suit.")),
        "king": ("P11", words("King: whoever's turn it is greets it before anything else.")),
        "ace": ("P12", words("Ace: stand one turn, or play an ace.")),
        "action_changer": (
            "P14",
            words(
                "Action Unter or Ober: for a lap no card has an effect, nothing is called out, not even with "
                "that card, and draws are face up."
            ),
        ),
        "action_king": ("P15", words("Action king: its player says whether everybody passes a card back.")),
        "action_ace": ("P16", words("Action ace: nobody stands on it, except in an action lap.")),
        "prsi": ("P18", words("The first one out says “it's raining, your washing's getting wet”, or comes back.")),
        "last": ("P21", words("Down to one card? Call it out.")),
    }


def _mistakes(words: Words, options: Options, out_of_turn: bool) -> tuple[tuple[str, str], ...]:
    if options.strict:
        return (("P23", words("You can't make mistakes; greeting and calling out are done for you.")),)
    return (
        (
            "P24",
            words(
                "Every mistake costs 2 cards: a wrong card or name, no greeting, standing for nothing, a missed call."
            )
            + (" " + words("Out of turn as well: for a card or a greeting.") if out_of_turn else ""),
        ),
        (
            "P25",
            words(
                "Call out right before the card or after it, until the next player acts. By button or in "
                "words: “last”, “it's raining on the washing”, “good day” – in private, or in the group in "
                "reply to a message of mine."
            ),
        ),
        (
            "P26",
            words("Until your finish counts, a mistake after your last card brings you back, with the cards for it."),
        ),
    )
