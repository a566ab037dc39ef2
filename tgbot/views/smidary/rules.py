"""The rules of Smidarské prší for players, in short, each by its clause; and the options of the lobby."""

from core.night.values import OptionTable, OptionValue
from core.smidary.options import Options, parse_options
from tgbot.views.games import Choice, Idle
from tgbot.words import Words


def choices(words: Words) -> tuple[Choice, ...]:
    """The options that the lobby offers, the default of each first."""
    yes, no = words("yes"), words("no")
    caught = words("You can play any card. If you're caught, you take it back.")
    fined = words("You can play any card. If you're caught, you take it back and drink 20 ml.")
    in_vain = words("A false alarm costs nothing.")
    ten, twenty = (words("A false alarm costs {ml} ml.", ml=ml) for ml in (10, 20))
    labels: dict[str, tuple[str, dict[OptionValue, tuple[str, str]]]] = {
        "six": (
            words("with the six"),
            {
                False: (no, words("There's no six in the pack.")),
                True: (yes, words("The six goes on hearts, bells and acorns, and everybody passes the hand on.")),
            },
        ),
        "added_value": (
            words("value-added tax"),
            {
                "always": (
                    words("always"),
                    words("Three sevens cost 20 ml on top, four 40 ml, whether you draw or drink."),
                ),
                "with_cards": (
                    words("only with cards"),
                    words("Three sevens cost 20 ml on top, four 40 ml, if you draw; not if you drink."),
                ),
            },
        ),
        "voluntary_draw": (
            words("drawing any time"),
            {
                True: (yes, words("You may draw even with a card that fits.")),
                False: (no, words("If you have a card that fits, you must play one.")),
            },
        ),
        "bottom": (
            words("bottom card"),
            {
                "auto": (words("the bot says it"), words("I say what the bottom card is, and I never lie.")),
                "dealer": (
                    words("the dealer says it"),
                    words("Only the dealer sees it, and may lie. A wrong doubt costs 20 ml, and so does a lie."),
                ),
            },
        ),
        "cheating": (
            words("cheating"),
            {
                "strict": (words("not possible"), words("A card that doesn't fit can't be played.")),
                "take_back": (words("taken back"), caught),
                "drink": (words("taken back, 20 ml"), fined),
            },
        ),
        "false_call": (
            words("false call"),
            {0: (words("free"), in_vain), 10: ("10 ml", ten), 20: ("20 ml", twenty)},
        ),
        "variant": (
            words("variant"),
            {
                "classic": (words("classic"), words("The usual game.")),
                "western": (
                    words("western shoot-out"),
                    words("Two players, one card each, no drink for the assistant."),
                ),
            },
        ),
    }
    deal = tuple((number, str(number)) for number in (5, 6, 4))
    many = words("How many cards everybody is dealt. With more people there may be fewer.")
    idle = {
        "deal": Idle("variant", "western", "1", words("a single card in the western shoot-out")),
        "false_call": Idle("cheating", "strict", "–", words("it only counts where cheating is allowed")),
    }
    return (
        Choice("deal", words("cards each"), deal, (many,), sign="✋", idle=idle["deal"]),
        *(_choice(option, label, values, idle.get(option)) for option, (label, values) in labels.items()),
    )


def _choice(option: str, label: str, values: dict[OptionValue, tuple[str, str]], idle: Idle | None) -> Choice:
    default = getattr(Options(), option)
    ordered = sorted(values.items(), key=lambda item: item[0] != default)
    texts, means = tuple((value, text) for value, (text, _) in ordered), tuple(m for _, (_, m) in ordered)
    return Choice(option, label, texts, means, idle=idle)


def rules_in_force(words: Words, table: OptionTable, *, out_of_turn: bool = False) -> tuple[tuple[str, str], ...]:
    """The rules in force with these options (N19)."""
    options = parse_options(dict(table))
    told: list[tuple[str, str]] = [
        ("S1", words("Cards each: {n}.", n=1 if options.variant == "western" else options.deal)),
        ("S2", words("The dealer turns one card up; the player clockwise from the dealer starts.")),
        (
            "S3",
            words(
                "On your turn play a card of the same suit or rank, or draw one. A drawn card waits for your next turn."
            ),
        ),
        ("S4", words("When the pile runs out, the discard pile is turned over, unshuffled.")),
        ("S5", words("Every card that can't be drawn because nothing is left costs 10 ml.")),
        ("S6", words("Everybody sees how many cards the others hold.")),
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
            words("The red seven on somebody who has just gone out brings them back: they draw the whole attack."),
        ),
        ("S10", words("The winner chooses what the last two drink.")),
        (
            "S11",
            words(
                "The last one is Vrchní píč (head prick) and drinks 40 ml, the one before 20 ml. With 5 to 10 cards "
                "left: 80 ml and nothing. With more: Arcipíč (arch-prick), 160 ml by the end of the next game, and the "
                "hat."
            ),
        ),
        (
            "S12",
            words("With two left, an eight or a bell nine as the last card ends the game at once."),
        ),
        ("S13", words("Seven: draw 2, or drink 20 ml and pass it on, or play another seven. It adds up.")),
        ("S15", words("Drinking works for one lap only, counted from the last card played.")),
        ("S16", words("Green king: 4 cards or 40 ml. Only the green seven beats it, and it beats the green seven.")),
        (
            "S17",
            words(
                "Facing the green king you may accuse: could its player have played anything else? Then they "
                "take the attack. If not, you drink 20 ml and the attack stays with you."
            ),
        ),
        ("S18", words("An attack skips those who are out; with nobody left to land on, it's void.")),
        ("S19", words("Ace: stand one turn, or play an ace.")),
        ("S20", words("Ober: on nearly anything, names a suit.")),
        ("S21", words("Unter: on nearly anything, names a rank; everybody draws until somebody plays it.")),
        ("S22", words("Red ten: the next player draws a card, no defence.")),
        ("S23", words("Eight: play reverses. With two players the other one loses a turn.")),
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
                    "The dealer says what the bottom card is, true or not; a wrong doubt costs 20 ml, and so "
                    "does a lie."
                ),
            )
        )
    if options.cheating != "strict":
        told.append(
            (
                "S28",
                words("Cheating is allowed: any card can be played. Whoever is called in time takes it back.")
                if options.cheating == "take_back"
                else words(
                    "Cheating is allowed: any card can be played. Whoever is called in time takes it back and "
                    "drinks 20 ml."
                ),
            )
        )
        extra.append(("S29", _call(words, options.false_call)))
    if options.variant == "western":
        extra.append(("S31", words("Western shoot-out: two players, one card each, no drink for the assistant.")))
    return tuple(sorted((*told, *extra), key=lambda rule: int(rule[0][1:])))


def _call(words: Words, ml: int) -> str:
    who = words("Only those still playing can call cheating, before anything else happens.")
    in_vain = words("False alarm? That's {ml} ml.", ml=ml) if ml else words("False alarm? Nothing happens.")
    return f"{who} {in_vain}"
