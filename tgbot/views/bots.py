"""Opponents played by the bot on a person's own screen (N21)."""

from core.night import Menu, Table
from core.night.bots import has_room
from core.night.person import is_bot
from core.players.strength import Strength
from tgbot.screens import Button, Screen
from tgbot.taps import Kind
from tgbot.views.frame import Frame
from tgbot.words import Words


def bots_screen(frame: Frame, table: Table, called: tuple[str, ...]) -> Screen:
    """Three strengths to seat one of, and who can be sent away."""
    words = frame.words
    lines = [
        words("🤖 <b>An opponent for the game</b>"),
        words("I play its cards and see no more than it would. It drinks nothing. (N21)"),
    ]
    # The number of those who sit here makes a second tap on the same button an old one.
    here = sum(is_bot(one) for one in (*table.seats, *table.queue))
    rows: list[tuple[Button, ...]] = []
    if has_room(frame.night, table):
        rows.append(
            tuple(
                frame.button(f"➕ {label}", Kind.BOT, "add", table.id, strength, here)
                for strength, label in strengths(words)
            )
        )
    else:
        lines.append(words("There's no free seat at this table."))
    labels = dict(strengths(words))
    for one in (*table.seats, *table.queue):
        bot = frame.night.person(one)
        if bot is None or bot.bot is None:
            continue
        label = f"{frame.names[one]} · {labels[bot.bot]}"
        text = words("↩️ {bot} stays", bot=label) if bot.leaving else words("✖ {bot}", bot=label)
        rows.append((frame.button(text, Kind.BOT, "off", -one),))
    rows.append((frame.button(words("✓ Done"), Kind.MENU),))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


def bots_door(frame: Frame, table: Table) -> tuple[Button, ...]:
    """To the bot players, where one may come or go; nothing where a game is too full for any."""
    if not has_room(frame.night, table) and not any(map(is_bot, table.seats)):
        return ()
    return (frame.button(frame.words("🤖 Opponent"), Kind.MENU, Menu.BOT),)


def strengths(words: Words) -> tuple[tuple[Strength, str], ...]:
    """What the strengths are called."""
    return (
        (Strength.EASY, words("🙂 easy")),
        (Strength.FAIR, words("😐 fair")),
        (Strength.STRONG, words("😈 strong")),
    )
