"""What a button says when it is tapped: its callback data, written by views and read by inbound.

`NIGHT:KIND[:ARGUMENT…]`, at most 64 bytes. The data is only what was offered; who may do it is decided by who taps.
"""

from dataclasses import dataclass
from enum import StrEnum

MAX_BYTES = 64
AT_ANY_TIME = 0
"""The question in buttons for words that are good whatever is asked, so that these buttons stay as they are."""


class Kind(StrEnum):
    """What a tap wants."""

    ACT = "act"
    """An action of the running game: table, game, ply, action."""
    JOIN = "join"
    DEAL = "deal"
    """Start the next game: table, number of its last one."""
    PICK = "pick"
    """Choose the table's next game: table, game."""
    OPTION = "option"
    """Choose an option of it: table, option, value as `wire` writes it."""
    PRESET = "preset"
    """Choose all options of it at once: table, game, the preset's place among the game's."""
    SWITCH = "switch"
    """One of the built-in rules in use, or not: table, rule, "yes" or "no"."""
    MIND = "mind"
    """Whether a card out of turn is a mistake: table, "yes" or "no"."""
    KEEP = "keep"
    """Whether the table's own rules are for the next night, too: table, "yes" or "no"."""
    CUT = "cut"
    """The action suit of the next deal: table, number of its last game, suit."""
    RULE = "rule"
    """A step towards the winner's rule: table, game, what is done, what is chosen."""
    VOTE = "vote"
    """A deed was not done: table, game, whose, "yes" or "no"."""
    LIMIT = "limit"
    """Choose the time for a turn: table, seconds."""
    SLAP_LIMIT = "race"
    """Choose the time for a slap race: table, seconds."""
    MENU = "menu"
    """Show something else on one's own screen: menu, what it is about; without arguments the usual one."""
    MARK = "mark"
    """Choose a card before it is laid, or no longer: card, "yes" or "no"."""
    DRUNK = "drunk"
    """I have drunk it: the number of the debt, "oldest" or "all"."""
    ROUND = "round"
    """The round is there that somebody had to fetch: the number of its entry."""
    FIX = "fix"
    """An entry is wrong: its number, and "all" for what its tap has noted beside it."""
    CHOICE = "choice"
    """The winner's drink, in the game and after its end: table, game, drink."""
    STOCK = "stock"
    """The night's bottles: "add" and the place of a usual one, or "bottles" or "dose", a drink, the number."""
    DRINK = "drink"
    """My drink from now on: its name."""
    CARE = "care"
    """With or without alcohol."""
    OWN_LIMIT = "most"
    """My own limit in standard drinks, 0 for none."""
    BOTTLE = "bottle"
    """The one I finish before I go: its name."""
    WAIVE = "waive"
    """Somebody goes without: their id."""
    CUSTOM = "custom"
    """A custom of the table: table, custom, "yes" or "no"."""
    DRY = "dry"
    """The bottles are empty: "play" on, or "end" the night."""
    LANGUAGE = "lang"
    """"me" or "group", and a language or "auto"."""
    ALLOW = "allow"
    """Only administrators change settings: "yes" or "no"."""
    SPLIT = "split"
    """Two tables: "lot", "tally", "two", "one", and "join" for one again."""
    SWAP = "swap"
    """This one to the other table: the person."""
    PAUSE = "pause"
    """The clock of the table stands, or runs again: table, "yes" or "no"."""
    BREAK = "break"
    """I am on a break."""
    SEATED = "seated"
    """Unwell, I do not stand up for an ace: "yes" or "no"."""
    BOT = "bot"
    """Opponents played by the bot: "add", table, strength, how many sit there; or "off", the number of one."""
    REST = "rest"
    """Sit out the next game: "yes" or "no"."""
    LEAVE = "leave"
    UNWELL = "unwell"
    ANSWER = "answer"
    """My answer to a dispute: its number, the answer's place."""
    RULING = "ruling"
    """The outcome of a dispute counts from now on: its number."""
    FORGET = "forget"
    """Delete all that is known of me, or "no", do not; no night is meant."""
    BOARD = "board"
    END = "end"
    """End the night: "yes" or "no"."""


@dataclass(frozen=True)
class Tap:
    """A button's meaning."""

    night: str
    kind: Kind
    arguments: tuple[str, ...] = ()

    @property
    def data(self) -> str:
        """The callback data; ValueError when it is longer than Telegram takes."""
        data = ":".join((self.night, self.kind, *self.arguments))
        if len(data.encode()) > MAX_BYTES:
            raise ValueError(f"callback data of {len(data.encode())} bytes: {data}")
        return data

    @property
    def stays(self) -> bool:
        """Whether its message is sent once and stays as it is, like the board; others show what counts at present."""
        return self.kind is Kind.FORGET or (self.kind is Kind.MENU and self.arguments[:1] == ("correct",))


def parse(data: str) -> Tap:
    """The tap that a callback's data stands for; ValueError when no view wrote it."""
    if len(data.encode()) > MAX_BYTES:
        raise ValueError("longer than any button's data")
    night, kind, *arguments = data.split(":")
    return Tap(night, Kind(kind), tuple(arguments))


def wire(setting: object) -> str:
    """An option's value as a button carries it."""
    return ("yes" if setting else "no") if isinstance(setting, bool) else str(setting)


def unwire(text: str) -> bool | int | str:
    """The value that `wire` wrote."""
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if text.lstrip("-").isdigit() else text
