"""The rules of Smidarské prší for players, in short, each by its clause; and the options of the lobby."""

from core.night.values import OptionTable, OptionValue
from core.smidary.options import Options, parse_options
from tgbot.views.games import Choice
from tgbot.words import Words


def choices(words: Words) -> tuple[Choice, ...]:
    """The options that the lobby offers, the default of each first."""
    yes_no: dict[OptionValue, str] = {False: words("no"), True: words("yes")}
    labels: dict[str, tuple[str, dict[OptionValue, str]]] = {
        "deal": (words("cards each"), {4: "4", 5: "5", 6: "6"}),
        "six": (words("with the six"), yes_no),
        "added_value": (
            words("added value"),
            {"always": words("always"), "with_cards": words("only with cards")},
        ),
        "voluntary_draw": (words("drawing at will"), yes_no),
        "bottom": (words("bottom card"), {"auto": words("the bot says it"), "dealer": words("the dealer says it")}),
        "cheating": (
            words("cheating"),
            {
                "strict": words("not possible"),
                "take_back": words("taken back"),
                "drink": words("taken back, 20 ml"),
            },
        ),
        "false_call": (words("false call"), {0: words("free"), 10: "10 ml", 20: "20 ml"}),
        "variant": (words("variant"), {"classic": words("classic"), "western": words("western shoot-out")}),
    }
    return tuple(_choice(option, label, values) for option, (label, values) in labels.items())


def _choice(option: str, label: str, values: dict[OptionValue, str]) -> Choice:
    default = getattr(Options(), option)
    ordered = sorted(values.items(), key=lambda item: item[0] != default)
    return Choice(option, label, tuple(ordered))


def rules_in_force(words: Words, table: OptionTable) -> tuple[tuple[str, str], ...]:
    """The rules in force with these options (N19)."""
    options = parse_options(dict(table))
    told: list[tuple[str, str]] = [
        ("S2", words("The dealer turns one card up; whoever sits clockwise of the dealer begins.")),
        (
            "S3",
            words(
                "On your turn lay a card of the same suit or rank, or draw one. A drawn card waits for the next turn."
            ),
        ),
        ("S4", words("When the pile is drawn empty, the discard pile is turned over, unshuffled.")),
        ("S5", words("Every card that cannot be drawn because nothing is left is 10 ml.")),
        ("S7", words("Out of cards, out of the game; the rest play on for the other places.")),
        (
            "S8",
            words(
                "Whoever went out can still be brought back until the turn has passed their seat, or somebody "
                "else plays an eight."
            ),
        ),
        (
            "S9",
            words("The red seven onto somebody who has just gone out brings them back: they draw the whole attack."),
        ),
        ("S10", words("The winner chooses what the last two drink.")),
        (
            "S11",
            words(
                "The last one is Vrchní píč and drinks 40 ml, the one before 20 ml. With 5 to 10 cards left: 80 "
                "ml and nothing. With more: Arcipíč, 160 ml by the end of the next game, and the hat."
            ),
        ),
        ("S13", words("Seven: draw 2, or drink 20 ml and pass it on, or lay another seven. It adds up.")),
        ("S15", words("Drinking works for one lap only, counted from the last card laid.")),
        ("S16", words("Green king: 4 cards or 40 ml. Only the green seven beats it, and it beats the green seven.")),
        (
            "S17",
            words(
                "Facing the green king you may accuse: could its player have played anything else? Then they "
                "take the attack. If not, you drink 20 ml and the attack stays with you."
            ),
        ),
        ("S19", words("Ace: stand one turn, or lay an ace.")),
        ("S20", words("Ober: on nearly anything, names a suit.")),
        ("S21", words("Unter: on nearly anything, names a rank; all draw until somebody lays it.")),
        ("S22", words("Red ten: the next one draws a card, no defence.")),
        ("S23", words("Eight: the direction turns. With two players the other one loses a turn.")),
        ("S24", words("Bell nine: everybody slaps, the last one drinks 20 ml.")),
        (
            "S26",
            words(
                "A special card turned up at the start counts only if the bottom card has its suit; an Ober or "
                "Unter names what the bottom card is."
            ),
        ),
        ("S30", words("Not well? Leave at any time, and owe nothing more in this game: /unwell.")),
    ]
    added = (
        words("Three sevens in the attack cost 20 ml on top, four 40 ml, for the one right after.")
        if options.added_value == "always"
        else words("Three sevens in the attack cost 20 ml on top when you draw, four 40 ml, for the one right after.")
    )
    extra: list[tuple[str, str]] = [("S14", added)]
    if options.six:
        extra.append(("S25", words("The six stands for hearts, bells and acorns; everybody passes the hand on.")))
    if options.bottom == "dealer":
        extra.append(
            (
                "S27",
                words(
                    "The dealer says what the bottom card is, true or not; whoever doubts wrongly drinks 20 ml, and "
                    "so does a liar."
                ),
            )
        )
    if options.cheating != "strict":
        told.append(
            (
                "S28",
                words("Cheating is possible: any card can be laid. Who is called in time takes it back.")
                if options.cheating == "take_back"
                else words(
                    "Cheating is possible: any card can be laid. Who is called in time takes it back and drinks 20 ml."
                ),
            )
        )
    if options.variant == "western":
        extra.append(("S31", words("Western shoot-out: two players, one card each, no drink for the assistant.")))
    return tuple(sorted((*told, *extra), key=lambda rule: int(rule[0][1:])))
