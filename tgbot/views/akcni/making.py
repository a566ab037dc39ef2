"""The winner's own screen: a rule from the catalogue, one of their own by taps, or one less (N17)."""

from collections.abc import Sequence

from core.cards import GERMAN_RANKS, GERMAN_SUITS
from core.house import ANY, WITH_NUMBER, WITH_TEXT, Kind, read_effect
from core.night import Person, Table
from core.night.house import (
    LONGEST_DEED,
    MOST_CARDS,
    MOST_EFFECTS,
    MOST_ML,
    MOST_RULES,
    TIME_TO_CHOOSE,
    built_in,
    droppable,
)
from core.night.intents import MakeRule, Making
from core.night.rules import Page, Proposal
from tgbot.screens import Button, Rows, Screen, Style
from tgbot.taps import Kind as Tapped
from tgbot.views.akcni.catalogue import catalogue
from tgbot.views.akcni.house import built_in_rule, effect_words, pattern_words, rank_card, rule_words
from tgbot.views.cards import SUIT_SIGNS, suit_name
from tgbot.views.frame import Frame, clock, in_rows
from tgbot.words import Words, speak

CARD_NUMBERS, DOSES = (1, 2, 3, 4), (10, 20, 40)
"""What the buttons offer; other numbers can be typed."""


def screen(frame: Frame, person: Person, table: Table, proposal: Proposal) -> Screen:
    """The page that the winner is at."""
    lines, rows = _page(frame, table, proposal)
    # The first page is a reason to notify; after typed words the page is sent anew, below them.
    return Screen("\n".join(lines), rows, fresh=(f"c{person.called}", f"rule{proposal.game}"))


def _page(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    match proposal.page:
        case Page.START:
            return _start(frame, table, proposal)
        case Page.CATALOGUE:
            return _catalogue(frame, table, proposal)
        case Page.RANK:
            return _rank(frame, table, proposal)
        case Page.SUIT:
            return _suit(frame, table, proposal)
        case Page.EFFECT:
            return _effect(frame, table, proposal)
        case Page.ARGUMENT:
            return _argument(frame, table, proposal)
        case Page.CANCEL:
            return _cancel(frame, table, proposal)
        case Page.REVIEW:
            return _review(frame, table, proposal)


def _tap(
    frame: Frame, table: Table, text: str, verb: Making, argument: object = "", style: Style | None = None
) -> Button:
    assert table.proposal is not None
    return frame.button(text, Tapped.RULE, table.id, table.proposal.game, verb, argument, style=style)


def _back(frame: Frame, table: Table, page: Page = Page.START) -> tuple[Button, ...]:
    """One step back, or to the start."""
    return (_tap(frame, table, frame.words("↩️ Back"), Making.PAGE, page),)


def _numbered(
    frame: Frame, table: Table, heading: str, rules: Sequence[tuple[str, Making, object]]
) -> tuple[list[str], Rows]:
    """Rules as a list with a button for each number: as labels most of them would be cut."""
    listed = [f"{number}. {frame.plain(rule)}" for number, (rule, _, _) in enumerate(rules, 1)]
    numbers = [_tap(frame, table, str(number), verb, what) for number, (_, verb, what) in enumerate(rules, 1)]
    return [heading, *listed], (*(in_rows(numbers, 5) if numbers else ()), _back(frame, table))


def _start(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    lines = [
        words("🏆 <b>You won, so you make the rules!</b> · {title}", title=frame.title),
        words("Add one or scrap one before the next deal. You have until {time}.", time=until(proposal)),
    ]
    has_room = len(table.house) < MOST_RULES
    if not has_room:
        lines.append(words("That's enough house rules: scrap one first."))
    add: list[tuple[Button, ...]] = []
    if has_room or built_in(table, in_use=False):
        add.append((_tap(frame, table, words("📖 From the catalogue"), Making.PAGE, Page.CATALOGUE, Style.PRIMARY),))
    if has_room:
        add.append((_tap(frame, table, words("✍️ My own"), Making.PAGE, Page.RANK, Style.PRIMARY),))
    drop = (_tap(frame, table, words("🗑 Scrap one"), Making.PAGE, Page.CANCEL),)
    rows = (
        *add,
        *((drop,) if droppable(table) else ()),
        (_tap(frame, table, words("⏭ Leave it as it is"), Making.SKIP),),
    )
    return lines, rows


def until(proposal: Proposal) -> str:
    """When the time to choose is over."""
    return clock(proposal.since + TIME_TO_CHOOSE)


def _catalogue(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    """First the built-in rules that are not in use, then the ready-made ones that do not read like one of the table."""
    words = frame.words
    again = [(_built_in(words, rule), Making.USE, rule) for rule in built_in(table, in_use=False)]
    used = {rule_words(words, rule.when, rule.effects) for rule in table.house}
    ready = [
        (rule, Making.READY, place)
        for place, rule in enumerate(rule_words(words, *rule) for rule in catalogue(words))
        if len(table.house) < MOST_RULES and rule not in used
    ]
    return _numbered(frame, table, words("📖 <b>Which rule will it be?</b>"), (*again, *ready))


def _built_in(words: Words, rule: str) -> str:
    """A rule of the game itself, which is told from one of the house about the same card."""
    return words("{rule} (built-in)", rule=built_in_rule(words, rule))


def spelled_out(intent: MakeRule, language: str) -> MakeRule:
    """The tap on a rule of the catalogue with that rule in it, in the group's language; any other as it is."""
    ready = catalogue(speak(language))
    if intent.verb is not Making.READY or intent.argument not in map(str, range(len(ready))):
        return intent
    when, effects = ready[int(intent.argument)]
    return MakeRule(
        person=intent.person, table=intent.table, game=intent.game, verb=intent.verb, argument=when, effects=effects
    )


def _rank(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    buttons = [_tap(frame, table, rank_card(words, rank), Making.RANK, rank) for rank in GERMAN_RANKS]
    anything = (_tap(frame, table, words("of any rank"), Making.RANK, ANY),)
    return [words("✍️ <b>Which card is it for?</b>")], (*in_rows(buttons, 4), anything, _back(frame, table))


def _suit(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    rank = words("any rank") if proposal.rank == ANY else rank_card(words, proposal.rank)
    buttons = [
        _tap(frame, table, f"{SUIT_SIGNS[suit]} {suit_name(words, suit)}", Making.SUIT, suit) for suit in GERMAN_SUITS
    ]
    anything = (_tap(frame, table, words("of any suit"), Making.SUIT, ANY),)
    return (
        [words("✍️ <b>{rank}</b>: which suit?", rank=rank)],
        (*in_rows(buttons, 2), anything, _back(frame, table, Page.RANK)),
    )


def _effect(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    buttons = [_tap(frame, table, label, Making.EFFECT, kind) for kind, label in _labels(words).items()]
    card = pattern_words(words, proposal.when)
    before = Page.REVIEW if proposal.effects else Page.SUIT
    return [words("✍️ <b>{card}</b>: what does it do?", card=card)], (*in_rows(buttons, 2), _back(frame, table, before))


def _labels(words: Words) -> dict[Kind, str]:
    """The effects in a word or two."""
    return {
        Kind.NEXT_DRAWS: words("🎴 next draws"),
        Kind.ALL_OTHERS_DRAW: words("🎴 all others draw"),
        Kind.PLAYER_DRAWS: words("🎴 player draws"),
        Kind.PASS_ONE_CARD: words("🎁 pass a card back"),
        Kind.NEXT_LOSES_TURN: words("⏭ next loses turn"),
        Kind.PREVIOUS_PLAYS: words("⏮ previous plays"),
        Kind.AGAIN: words("🔁 play again"),
        Kind.REVERSE: words("🔄 reverse play"),
        Kind.NEXT_DRINKS: words("🥃 next drinks"),
        Kind.ALL_DRINK: words("🥃 all drink"),
        Kind.PLAYER_DRINKS: words("🥃 player drinks"),
        Kind.SAY: words("💬 say something"),
        Kind.DO: words("🎭 do something"),
    }


def _argument(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    assert proposal.kind is not None
    kind = Kind(proposal.kind)
    heading = f"✍️ <b>{pattern_words(words, proposal.when)}</b>: {_labels(words)[kind]}"
    if kind in WITH_TEXT:
        wish = (
            words("⌨️ Write here what has to be said: two or three words.")
            if kind is Kind.SAY
            else words("⌨️ Write here what has to be done, in at most {n} characters.", n=LONGEST_DEED)
        )
        return [heading, wish], (_back(frame, table, Page.EFFECT),)
    assert kind in WITH_NUMBER
    is_drink = "drink" in kind
    numbers, unit = (DOSES, " ml") if is_drink else (CARD_NUMBERS, "")
    buttons = [_tap(frame, table, f"{number}{unit}", Making.ARGUMENT, number) for number in numbers]
    wish = (
        words("How many ml? Tap or write, at most {n}.", n=MOST_ML)
        if is_drink
        else words("How many cards? Tap or write, at most {n}.", n=MOST_CARDS)
    )
    return [heading, wish], (*in_rows(buttons, 4), _back(frame, table, Page.EFFECT))


def _review(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    if proposal.target is not None:
        return _review_target(frame, table, proposal.target)
    lines = [
        words("🏠 <b>Your rule</b>"),
        f"<b>{pattern_words(words, proposal.when)}</b>",
        *(f"· {frame.plain(effect_words(words, read_effect(effect)))}" for effect in proposal.effects),
        words("<i>A mistake against your own rule costs you double. (P29)</i>"),
    ]
    is_full = len(proposal.effects) == MOST_EFFECTS
    if is_full:
        lines.append(words("<i>That's all that fits into one rule.</i>"))
    is_ready = (proposal.when, proposal.effects) in catalogue(speak(frame.night.language))
    rows = (
        (_tap(frame, table, words("✓ So be it"), Making.DONE, style=Style.SUCCESS),),
        *(() if is_full else ((_tap(frame, table, words("➕ And something else"), Making.MORE),),)),
        _back(frame, table, Page.CATALOGUE if is_ready else Page.EFFECT),
    )
    return lines, rows


def _review_target(frame: Frame, table: Table, target: str) -> tuple[list[str], Rows]:
    words = frame.words
    rule = frame.plain(_target_words(words, table, target))
    is_used = target.startswith("#") or target in built_in(table, in_use=True)
    line = words("🗑 <b>Scrap this rule?</b>") if is_used else words("➕ <b>Use this rule?</b>")
    sure = (_tap(frame, table, words("✓ So be it"), Making.DONE, style=Style.SUCCESS),)
    return [line, rule], (sure, _back(frame, table, Page.CANCEL if is_used else Page.CATALOGUE))


def _target_words(words: Words, table: Table, target: str) -> str:
    rule = next((rule for rule in table.house if f"#{rule.id}" == target), None)
    return _built_in(words, target) if rule is None else f"🏠 {rule_words(words, rule.when, rule.effects)}"


def _cancel(frame: Frame, table: Table, proposal: Proposal) -> tuple[list[str], Rows]:
    words = frame.words
    rules = [(_target_words(words, table, target), Making.DROP, target) for target in droppable(table)]
    return _numbered(frame, table, words("🗑 <b>Which rule goes?</b>"), rules)
