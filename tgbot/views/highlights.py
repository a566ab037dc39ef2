"""What was remarkable about a game or a night: a tease, never about drinks, with names where no case bends them."""

from collections.abc import Iterable
from itertools import groupby

from core.highlights import Feat
from core.ledger import PersonId
from core.night import News
from tgbot.views.frame import Frame

SHORTEST_RUN = 3
"""So many games won one after another are worth a line."""
FEWEST_PEOPLE = 3
"""Of fewer the board says it all."""
PATIENT = 5
"""Who has won none of so many games is patient."""


def highlight(frame: Frame, fact: News) -> str | None:
    """One feat of a game that is over; None for one that only a newer release knows."""
    words, n = frame.words, fact.get("number")
    name = "" if fact.get("seat") is None else frame.seat(fact)
    match fact.get("feat"):
        case Feat.ROSE_AGAIN:
            return words("🪃 <b>{name}</b> was out, got dragged back in, and still comes first.", name=name)
        case Feat.FELL_BACK:
            return words("🙃 <b>{name}</b> had one foot out of the door, and still comes last.", name=name)
        case Feat.COMEBACK:
            return words.count(
                "🦅 {n} card in hand, and still first: <b>{name}</b>!",
                "🦅 {n} cards in hand, and still first: <b>{name}</b>!",
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
            return words("♻️ The pack is turned over {n} times. Nobody's in a hurry to get home.", n=n)
        case Feat.STOOD:
            return words("⏳ <b>{name}</b> is on hold, {n}× an ace. Your call is important to us.", name=name, n=n)
        case Feat.CAUGHT:
            return words("🤥 <b>{name}</b> gets caught {n} times. It takes practice.", name=name, n=n)
        case Feat.FALSE_ALARM:
            return words("🚨 False alarm, {n} times: <b>{name}</b>. Faith in humanity: none.", name=name, n=n)
        case Feat.SLOWEST:
            return words(
                "🐌 The slowest hand at the table: <b>{name}</b>, {n} times after everybody else.", name=name, n=n
            )
        case Feat.NO_MANNERS:
            return words("👑 <b>{name}</b> snubs the king {n} times. Heads have rolled for less.", name=name, n=n)
        case Feat.MISTAKES:
            return words("🙈 Most mistakes: <b>{name}</b>, {n}. Help is at hand: /rules", name=name, n=n)
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


def of_the_night(frame: Frame) -> list[str]:
    """What stood out in a night that is over."""
    words, night = frame.words, frame.night
    lines = []
    run = _longest_run(winner for _, winner in night.wins)
    if run is not None:
        name, n = frame.names.get(run[0], "?"), run[1]
        lines.append(
            words.count(
                "🔥 <b>{name}</b>: {n} win in a row. Talent, perhaps?",
                "🔥 <b>{name}</b>: {n} wins in a row. Talent, perhaps?",
                n,
                name=name,
            )
        )
    people = [person for person in night.people if person.games and person.bot is None]
    winless = [person for person in people if not person.wins]
    if len(people) >= FEWEST_PEOPLE and not winless:
        lines.append(words("🤝 Nobody goes home without a win."))
    elif len(people) >= FEWEST_PEOPLE and len(winless) == 1 and winless[0].games >= PATIENT:
        name, n = frame.names[winless[0].id], winless[0].games
        lines.append(
            words.count(
                "💪 Prize for perseverance: <b>{name}</b>, {n} game and no win yet.",
                "💪 Prize for perseverance: <b>{name}</b>, {n} games and no win yet.",
                n,
                name=name,
            )
        )
    return lines


def _longest_run(winners: Iterable[PersonId]) -> tuple[PersonId, int] | None:
    """Who alone has won most often in a row, and how often; None when that is not much."""
    runs = [(winner, len(list(won))) for winner, won in groupby(winners)]
    longest = max((length for _, length in runs), default=0)
    best = {winner for winner, length in runs if length == longest}
    return (best.pop(), longest) if longest >= SHORTEST_RUN and len(best) == 1 else None
