"""A player's own screen: the hand, the question, the buttons that answer it."""

from core import smidary
from core.cards import GERMAN_RANKS, GERMAN_SUITS, Card
from core.game import Seat
from core.night import Menu, Round, Table
from core.night.tally import price
from core.prsi.fitting import NAMES
from core.smidary.actions import CALL, CHALLENGE, DOUBT, DRAW, DRINK, STAND
from core.smidary.effects import SLAP_ML
from core.smidary.state import Phase
from core.smidary.view import View
from tgbot.screens import Button, Rows, Style
from tgbot.taps import Kind
from tgbot.views.cards import SUIT_SIGNS, by_suit, card, cards, demand, rank, suit_name
from tgbot.views.frame import Frame, act, dose_sign, in_rows
from tgbot.views.games import Asked, choice_of_drink, may_lose
from tgbot.views.smidary.table import price_of_drawing, price_of_drinking, question_lines, top_line

A_ROW = 4
LIE = "bottom"
"""The menu of names is about the bottom card."""


def asked(frame: Frame, table: Table, round_: Round, seat: Seat) -> Asked:
    """What this player sees, and whether it is a reason to notify."""
    seen = smidary.view(round_.state, seat)
    person = frame.night.person(round_.players[seat])
    assert person is not None
    if person.menu is Menu.NAME and person.menu_on == LIE and seen.bottom is not None:
        return _lie(frame, table, round_, seen)
    is_changer = person.menu_on in seen.hand and person.menu_on[0] in NAMES
    if person.menu is Menu.NAME and is_changer and seat == seen.turn and seen.phase is Phase.PLAY:
        return _naming(frame, table, round_, person.menu_on)
    if seat in seen.actors:
        return _question(frame, table, round_, seen)
    return _waiting(frame, table, round_, seat, seen)


def _question(frame: Frame, table: Table, round_: Round, seen: View) -> Asked:
    words = frame.words
    match seen.phase:
        case Phase.SLAP:
            button = act(frame, table, round_, words("✋ SLAP!"), "slap", Style.DANGER)
            assert seen.viewer is not None
            dose = price(frame.night, round_.players[seen.viewer], SLAP_ML)
            text = words("🔔 <b>Bell nine!</b> The last one to slap drinks; for you it'd be {ml} ml. (S24)", ml=dose)
            return Asked((text,), ((button,),), anew=True)
        case Phase.BOTTOM:
            return _bottom(frame, table, round_, seen)
        case Phase.ACCUSED:
            return _accused(frame, table, round_, seen)
        case Phase.PENALTY:
            text = words("⚖️ <b>The attack is yours.</b> Draw or drink. (S17)")
            lines = (text, *_pack(frame, seen), _in_hand(frame, seen))
            return Asked(lines, _answers(frame, table, round_, seen), anew=True)
    turn = [
        words("▶️ <b>Your turn</b> · {title}", title=frame.title),
        _on_top(frame, round_, seen),
        *question_lines(frame, round_, seen),
        *_pack(frame, seen),
        *_next(frame, round_, seen),
    ]
    return Asked(tuple(turn), (*_cards(frame, table, round_, seen), *_answers(frame, table, round_, seen)), anew=True)


def _on_top(frame: Frame, round_: Round, seen: View) -> str:
    line = top_line(frame, round_, seen)
    if seen.attack is None:
        return line
    return line + frame.words(" (from: {name})", name=frame.names.get(round_.players[seen.attack.by], "?"))


def _next(frame: Frame, round_: Round, seen: View) -> tuple[str, ...]:
    if seen.next_turn is None or seen.next_turn == seen.viewer:
        return ()
    words, after = frame.words, seen.next_turn
    held = words.count("{n} card", "{n} cards", seen.counts[after])
    return (words("<i>Next: {name} ({cards})</i>", name=frame.names.get(round_.players[after], "?"), cards=held),)


def _cards(frame: Frame, table: Table, round_: Round, seen: View) -> Rows:
    """The hand, sorted by suit, four in a row; what fits is green."""
    buttons = [_card(frame, table, round_, seen, code) for code in by_suit(seen.hand)]
    return in_rows(buttons, A_ROW)


def _card(frame: Frame, table: Table, round_: Round, seen: View, code: Card) -> Button:
    style = Style.SUCCESS if code in seen.playable else None
    label = card(frame.words, code)
    if code[0] in NAMES and (code in seen.playable or seen.options.cheating != "strict"):
        return frame.button(label, Kind.MENU, Menu.NAME, code, style=style)
    # A changer that does not fit is refused with its reason; for that it needs some name.
    named = f"{code}={NAMES[code[0]][0]}" if code[0] in NAMES else code
    return act(frame, table, round_, label, f"play {named}", style)


def _answers(frame: Frame, table: Table, round_: Round, seen: View) -> Rows:
    """Drawing, drinking, standing, objecting, with what it costs."""
    words, attack = frame.words, seen.attack
    rows: list[tuple[Button, ...]] = []
    main: list[Button] = []
    for action in seen.actions:
        if action == DRAW:
            main.append(act(frame, table, round_, _drawing(frame, round_, seen), "draw", Style.PRIMARY))
        elif action == DRINK and attack is not None:
            ml = price_of_drinking(frame, round_, seen)
            label = words("{sign} Drink {ml} ml", sign=_sign(frame, round_, seen), ml=ml)
            main.append(act(frame, table, round_, label, "drink", Style.DANGER))
        elif action == STAND:
            main.append(act(frame, table, round_, words("🧍 Stand"), "stand", Style.PRIMARY))
    if main:
        rows.append(tuple(main))
    objections: list[Button] = []
    for action, text, word in (
        (CHALLENGE, words("⚖️ Accuse"), "challenge"),
        (CALL, words("🚨 Cheating!"), "call"),
        (DOUBT, words("🤥 I doubt it"), "doubt"),
    ):
        if action in seen.actions:
            objections.append(act(frame, table, round_, text, word))
    if objections:
        rows.append(tuple(objections))
    return tuple(rows)


def _drawing(frame: Frame, round_: Round, seen: View) -> str:
    """What drawing is: so many cards, what it costs on top, 10 ml for every card that is not there (S5, S14)."""
    words, due, missing = frame.words, _due(seen), _missing(seen)
    ml = price_of_drawing(frame, round_, seen, missing)
    if missing == due:
        return words("{sign} Nothing to draw: {ml} ml", sign=_sign(frame, round_, seen), ml=ml)
    return words("🎴 Draw {n}", n=due - missing) + (f" + {ml} ml" if ml else "")


def _sign(frame: Frame, round_: Round, seen: View) -> str:
    """What the viewer's own doses are, with alcohol or without (N13)."""
    assert seen.viewer is not None
    return dose_sign(frame.night, round_.players[seen.viewer])


def _due(seen: View) -> int:
    return seen.attack.cards if seen.attack else 1


def _missing(seen: View) -> int:
    """How many of the cards due are not there; whoever was brought back gets them later (S9)."""
    there = seen.draw + seen.pile - 1
    return 0 if seen.attack is not None and seen.attack.returned else max(0, _due(seen) - there)


def _pack(frame: Frame, seen: View) -> tuple[str, ...]:
    """That there is less to draw than is due (S5)."""
    if DRAW not in seen.actions or not _missing(seen):
        return ()
    return (frame.words("🪹 <b>The pack is empty</b>: every missing card costs 10 ml instead. (S5)"),)


def _in_hand(frame: Frame, seen: View) -> str:
    return frame.words("In hand: {cards}", cards=cards(frame.words, seen.hand)) if seen.hand else ""


def _accused(frame: Frame, table: Table, round_: Round, seen: View) -> Asked:
    words = frame.words
    accuser = frame.names.get(round_.players[seen.turn], "?") if seen.turn is not None else "?"
    lines = (
        words("⚖️ <b>{name} accuses you</b>: did you have another card to play? (S17)", name=accuser),
        words("Admit it and you take the attack, unseen. Show, and everybody sees your hand."),
        _in_hand(frame, seen),
    )
    row = (
        act(frame, table, round_, words("🙊 Admit"), "admit"),
        act(frame, table, round_, words("👀 Show my hand"), "show", Style.PRIMARY),
    )
    return Asked(lines, (row,), anew=True)


def _bottom(frame: Frame, table: Table, round_: Round, seen: View) -> Asked:
    words = frame.words
    assert seen.bottom is not None
    lines = (
        words("👀 <b>You're dealing.</b> The card turned up is {top}.", top=card(words, seen.top)),
        words("The bottom card is <b>{card}</b>. What do you say? (S27)", card=card(words, seen.bottom)),
    )
    # The six never counts, so the card above it is the one to be announced; the game refuses the six itself.
    truth = act(
        frame,
        table,
        round_,
        words("😇 {card}", card=card(words, seen.bottom)),
        f"announce {seen.bottom}",
        Style.PRIMARY,
    )
    lie = frame.button(words("🤥 Something else"), Kind.MENU, Menu.NAME, LIE)
    return Asked(lines, ((truth, lie),), anew=True)


def _lie(frame: Frame, table: Table, round_: Round, seen: View) -> Asked:
    """Any card but the one that everybody sees on top."""
    words = frame.words
    rows = tuple(
        tuple(
            act(frame, table, round_, card(words, code + suit), f"announce {code}{suit}")
            for suit in GERMAN_SUITS
            if code + suit != seen.top
        )
        for code in GERMAN_RANKS
    )
    back = (frame.button(words("↩️ Back"), Kind.MENU),)
    return Asked((words("🤥 <b>Which card do you announce?</b>"),), (*rows, back), anew=True)


def _naming(frame: Frame, table: Table, round_: Round, code: Card) -> Asked:
    words = frame.words
    back = (frame.button(words("↩️ Back to the cards"), Kind.MENU),)
    if NAMES[code[0]][0] in GERMAN_SUITS:
        text = words("▶️ <b>{card}.</b> Which suit do you want?", card=card(words, code))
        buttons = [
            act(frame, table, round_, f"{SUIT_SIGNS[suit]} {suit_name(words, suit)}", f"play {code}={suit}")
            for suit in GERMAN_SUITS
        ]
        return Asked((text,), (*in_rows(buttons, 2), back), anew=True)
    text = words("▶️ <b>{card}.</b> Which rank do you want?", card=card(words, code))
    buttons = [act(frame, table, round_, rank(words, named), f"play {code}={named}") for named in GERMAN_RANKS]
    return Asked((text,), (*in_rows(buttons, A_ROW), back), anew=True)


def _did(frame: Frame, round_: Round, seat: Seat) -> str:
    """The player's own latest move, before the hand: replaced messages read like a log of the game."""
    match round_.did[seat].split(" "):
        case ["play", played]:
            code, _, named = played.partition("=")
            return f"✓ {card(frame.words, code)}{demand(frame.words, named)} · "
        case ["draw"]:
            return "✓ 🎴 · "
        case ["drink"]:
            return f"✓ {dose_sign(frame.night, round_.players[seat])} · "
        case ["stand"]:
            return "✓ 🧍 · "
        case _:
            return ""


def _waiting(frame: Frame, table: Table, round_: Round, seat: Seat, seen: View) -> Asked:
    """Not on turn: only one's own, so that other people's moves do not change it."""
    words = frame.words
    rows: Rows = ()
    if seat in seen.collapsed:
        lines = [words("🚑 You're out: nothing more is added, and what you already owe can wait. Get well soon!")]
    elif seat in seen.places:
        place = seen.places.index(seat) + 1
        lines = [words("🏁 <b>You're out of cards: {place} place.</b>", place=words.ordinal(place))]
        if seat in seen.exposed:
            lines.append(words("A red seven can still bring you back, until the turn has passed you. (S8)"))
        if seen.can_choose:
            losers = may_lose(round_, round_.players[seat])
            choice, rows = choice_of_drink(frame, table.id, round_.number, seen.chosen, losers)
            lines += choice
    elif seen.phase is Phase.SLAP and seat in seen.slapped:
        lines = [words("✋ You slapped in time."), _in_hand(frame, seen)]
    else:
        lines = [_did(frame, round_, seat) + (_in_hand(frame, seen) or words("No cards in hand."))]
        if seen.owed[seat]:
            lines.append(words.count("You still get {n} card.", "You still get {n} cards.", seen.owed[seat]))
    return Asked(tuple(line for line in lines if line), rows)
