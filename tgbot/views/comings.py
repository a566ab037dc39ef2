"""What the group is told of people: who comes, goes and rests, who has a seat, and at which table (N1 to N5)."""

from core.night import News
from tgbot.views.frame import Frame
from tgbot.views.names import in_a_row
from tgbot.views.split import about_tables

TABLES = ("TablesProposed", "TablesRefused", "TablesSettled", "TablesJoined")
PEOPLE = ("Joined", "Seated", "Leaving", "Left", "LeftUnwell", "BreakTaken", *TABLES)


def of_people(seen: Frame, fact: News, name: str) -> str:
    """One of these facts; `name` is whose it is."""
    words = seen.words
    match fact.kind:
        case "Joined" if fact.get("phoenix"):
            return words("🐣 <b>{name}</b> rises from the ashes: Phoenix! (N4)", name=name)
        case "Joined" if fact.get("waits"):
            return words("➕ <b>{name}</b> waits for a seat: this table is full.", name=name)
        case "Joined":
            return words("➕ <b>{name}</b> joins the table.", name=name)
        case "Seated":
            people = in_a_row(words, [seen.names.get(person, "?") for person in fact.get("people")])
            return words("🪑 A seat has come free. In the next game: {names}", names=people)
        case "Leaving" if fact.get("stays"):
            return words("🪑 <b>{name}</b> stays after all.", name=name)
        case "Leaving":
            return words("🚪 <b>{name}</b> goes home after this game.", name=name)
        case "Left":
            return words("🚪 <b>{name}</b> goes home.", name=name)
        case "LeftUnwell":
            return words("🚑 <b>{name}</b> goes home to rest. Get well soon!", name=name)
        case "BreakTaken":
            return words("☕ <b>{name}</b> is on a break: no clock until they tap something.", name=name)
        case _:
            return about_tables(seen, fact, name)
