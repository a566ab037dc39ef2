"""What was remarkable about a game: a tease in a line, never about drinks, with names where no case bends them."""

from core.highlights import Feat
from core.night import News
from tgbot.views.frame import Frame


def highlight(frame: Frame, fact: News) -> str | None:
    """One feat of a game that is over; None for one that only a newer release knows."""
    words, n = frame.words, fact.get("number")
    name = "" if fact.get("seat") is None else frame.seat(fact)
    match fact.get("feat"):
        case Feat.ROSE_AGAIN:
            return words("🪃 <b>{name}</b> was out, was dragged back in, and comes first all the same.", name=name)
        case Feat.FELL_BACK:
            return words("🙃 <b>{name}</b> had one foot out of the door, and comes last all the same.", name=name)
        case Feat.COMEBACK:
            return words.count(
                "🦅 {n} card in hand, and first all the same: <b>{name}</b>!",
                "🦅 {n} cards in hand, and first all the same: <b>{name}</b>!",
                n,
                name=name,
            )
        case Feat.LARGEST_DRAW:
            return words.count(
                "🧱 The heaviest load goes to <b>{name}</b>: {n} card in one go.",
                "🧱 The heaviest load goes to <b>{name}</b>: {n} cards in one go.",
                n,
                name=name,
            )
        case Feat.MOST_DRAWN:
            return words.count(
                "🧲 <b>{name}</b> draws the most: {n} card. Quite a collection.",
                "🧲 <b>{name}</b> draws the most: {n} cards. Quite a collection.",
                n,
                name=name,
            )
        case Feat.LONGEST_WAY:
            return words.count(
                "🚋 One attack, {n} stop. Terminus: <b>{name}</b>, all change, please.",
                "🚋 One attack, {n} stops. Terminus: <b>{name}</b>, all change, please.",
                n,
                name=name,
            )
        case Feat.TARGET:
            return words.count(
                "🎯 Love thy neighbour: <b>{name}</b> → <b>{other}</b>, {n} attack.",
                "🎯 Love thy neighbour: <b>{name}</b> → <b>{other}</b>, {n} attacks.",
                n,
                name=name,
                other=frame.seat(fact, "other"),
            )
        case Feat.TURNED_OVER:
            return words("♻️ The pack is turned over {n} times. Nobody is in a hurry to get home.", n=n)
        case Feat.STOOD:
            return words("⏳ <b>{name}</b> waits as at a government office: {n}× an ace.", name=name, n=n)
        case Feat.CAUGHT:
            return words("🤥 <b>{name}</b> gets caught {n} times. It takes practice.", name=name, n=n)
        case Feat.FALSE_ALARM:
            return words("🚨 False alarm, {n} times: <b>{name}</b>. Faith in people: none.", name=name, n=n)
        case Feat.SLOWEST:
            return words(
                "🐌 The slowest hand at the table: <b>{name}</b>, {n} times after everybody else.", name=name, n=n
            )
        case Feat.NO_MANNERS:
            return words("👑 <b>{name}</b> greets no king, {n} times. That would not do at home.", name=name, n=n)
        case Feat.MISTAKES:
            return words("🙈 Most mistakes: <b>{name}</b>, {n}. There is help: /rules", name=name, n=n)
        case feat:
            return _of_piles(frame, feat, name, n)


def _of_piles(frame: Frame, feat: str, name: str, n: int) -> str | None:
    """A feat of Shithead."""
    words = frame.words
    match feat:
        case Feat.CLEAN_HANDS:
            return words.count(
                "🧼 <b>{name}</b> wins with clean hands: {n} pile, taken by somebody else.",
                "🧼 <b>{name}</b> wins with clean hands: {n} piles, all taken by others.",
                n,
                name=name,
            )
        case Feat.BLIND_LUCK:
            return words("🍀 <b>{name}</b> plays blind {n} times in a row, and it works every time.", name=name, n=n)
        case Feat.LARGEST_PILE:
            return words.count(
                "🚜 The biggest pile is carted off by <b>{name}</b>: {n} card.",
                "🚜 The biggest pile is carted off by <b>{name}</b>: {n} cards.",
                n,
                name=name,
            )
        case Feat.PILES_TAKEN:
            return words.count(
                "🧹 Nobody cleans up like <b>{name}</b>: {n} pile.",
                "🧹 Nobody cleans up like <b>{name}</b>: {n} piles.",
                n,
                name=name,
            )
        case Feat.PILES_BURNED:
            return words.count(
                "🔥 Nobody heats the room like <b>{name}</b>: {n} pile in ashes.",
                "🔥 Nobody heats the room like <b>{name}</b>: {n} piles in ashes.",
                n,
                name=name,
            )
        case _:
            return None
