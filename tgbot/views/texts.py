"""Longer words outside of a game: greetings, help, rules."""

from html import escape

from core.games import FIRST_GAME, GAMES
from core.night import Night, Table
from core.night.house import rules_in_use
from core.night.values import OptionTable
from tgbot.views.akcni.house import house_lines
from tgbot.views.frame import Frame
from tgbot.views.lengths import within
from tgbot.views.names import names
from tgbot.views.registry import GAME_WORDS
from tgbot.views.split import table_name
from tgbot.words import Words

MOST_OF_RULES = 2_900
"""Characters: rules leave room for rulings and news in one message. All the house rules are in the lobby as well."""


def hello(words: Words, bot: str) -> str:
    """The first words in a private chat."""
    return words(
        "🍺 <b>I am Štamgast</b> and I run the table when your group plays prší or Shithead.\n\n<a "
        'href="https://t.me/{bot}?startgroup=table">Add me to your group</a>, say /game there, and whoever '
        "taps <i>Join</i> is in. Your cards come here, to this chat.\n\n❓ Everything I can do: /help",
        bot=bot,
    )


def hello_group(words: Words) -> str:
    """The first words in a group."""
    return words("🍺 Evening! I shuffle, deal and remember who drinks what. Say /game and the table is open.")


def help_text(words: Words) -> str:
    """What the bot understands."""
    return words(
        "🍺 <b>How it works</b>\nIn the group: /game opens the table, <i>Join</i> seats you, <i>Deal</i> "
        "starts. Cards are played here, in the private chat with me.\n\n/hand – your cards again\n/board – who "
        "owes what\n/rules – the rules with their numbers\n/stock – tonight's bottles\n/drink – what you "
        "drink, or no alcohol\n/pause – a break: the clock stops\n/settings – how this group plays\n/language "
        "– your language and the group's\n/bot – an opponent played by me\n/dispute – a question everybody "
        "votes on\n/record – a finished game as a file, with the proof of the shuffle\n/mydata – everything I "
        "know about you, as files\n/forget – delete everything I know about you\n/home – the way home\n/leave "
        "– go home after this game\n/unwell – not well: leave the game at once, and owe nothing more in "
        "it\n/end – end the night"
    )


def no_night(words: Words) -> str:
    """There is no table here, says the group."""
    return words("No table is open. /game opens one.")


def at_no_table(words: Words) -> str:
    """Somebody asks in private for what only those at a table have; whether one is open in a group is not known."""
    return words(
        "You're not at a table. Say /game in the group, or tap <i>Join</i> there.\n❓ Everything I can do: /help"
    )


def night_over(words: Words, *, aloud: bool = False) -> str:
    """The night of a button is gone; `aloud`: it is the group that reads it."""
    if aloud:
        return words("This night is over. /game opens the next one.")
    return words("This night is over. /game in the group opens the next one.")


def too_few(words: Words, game: str) -> str:
    """Fewer people than the game is for."""
    fewest = GAMES[game].seats[0]
    return (
        words("It takes two to play. Who else?") if fewest == 2 else words("It takes {n} to play. Who else?", n=fewest)
    )


def languages_in_private(words: Words) -> str:
    """Where the choice of languages is that somebody asked for in the group, and how it is made at once."""
    return words("🗣 The languages are in your private chat with me. Or say it here: /language english, /language česky")


def open_chat(words: Words, link: str) -> str:
    """What somebody asked for comes in private, where the bot may not write yet."""
    return words(
        '📵 I can\'t message you in private. <a href="{link}">Open the chat with me</a> and press Start.',
        link=escape(link),
    )


def admins_only(words: Words) -> str:
    """Settings that only administrators change."""
    return words("Only a group admin can change this.")


def telegram_is_busy(words: Words) -> str:
    """It does not say now who is an administrator."""
    return words("🐢 Telegram can't keep up right now. Try again in a moment.")


def nameless(words: Words) -> str:
    """A command in the name of the group or of a channel."""
    return words(
        "🎭 I can't see who's talking. Say it under your own name: I don't serve anonymous admins and channels."
    )


def damaged(words: Words) -> str:
    """The night's state cannot be read."""
    return words(
        "🛠 This table's record is damaged. It's been put aside for repair, the tally is safe. /game opens a new night."
    )


def old_button(words: Words) -> str:
    """A button that nothing is asked by any more."""
    return words("This button is old; go by the newest message.")


def done_already(words: Words) -> str:
    """The same button was pressed twice in a row."""
    return words("Already done. 👍")


def unknown_button(words: Words) -> str:
    """Callback data that no view wrote."""
    return words("I don't know this button.")


def being_tried(words: Words) -> str:
    """The winner's rule is being tried by random games."""
    return words("🎲 That rule is being tried out: one moment.")


def sorry(words: Words) -> str:
    """Something of ours broke."""
    return words("Something broke on my side; nothing has changed. Please try again.")


def slower(words: Words) -> str:
    """Too many taps at once."""
    return words("🐢 Easy now: I can't keep up with so many taps. This one did nothing.")


def multiplied(words: Words, night: Night | None) -> tuple[str, ...]:
    """That doses are not what rules say, where they are not (N7)."""
    if night is None or all(drink.dose(1_000) == 1_000 for drink in night.stock):
        return ()
    return (words("<i>Doses are multiplied by the bottle's factor: see /stock. (N7)</i>"),)


def game_of(table: Table | None) -> tuple[str, OptionTable]:
    """The game at this table and its options; the first of all games without one."""
    if table is None:
        return FIRST_GAME, ()
    if table.round is not None:
        return table.round.game, table.round.options
    return table.game, dict(table.options).get(table.game, ())


def rules(words: Words, night: Night | None, table_id: int = 0) -> str:
    """The rules of the game at this table, or else at the first one, or of the first game, each by its clause (N19)."""
    table = (night.table(table_id) or night.tables[0]) if night else None
    game, options = game_of(table)
    told = GAME_WORDS[game]
    is_mistake = table is not None and table.out_of_turn
    in_force = told.rules_in_force(words, options, out_of_turn=is_mistake)
    lines = [f"<b>{clause}</b> {text}" for clause, text in in_force]
    lines += multiplied(words, night)
    heading = words("📜 <b>{game}</b>", game=told.title(words))
    if night is not None and table is not None:
        seen = Frame(night, words, names(night.people), "")
        which = table_name(seen, table.id)
        heading += f" · {which}" if which else ""
        lines += house_lines(seen, rules_in_use(table)) if game == table.game else ()
    return within(f"{heading}\n<blockquote expandable>" + "\n".join(lines) + "</blockquote>", MOST_OF_RULES)
