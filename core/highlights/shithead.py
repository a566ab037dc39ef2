"""What is worth telling of a game of Shithead."""

from collections import Counter
from collections.abc import Iterator

from core.game import Seat
from core.highlights.course import Course, Finders, comeback, largest, most
from core.highlights.feats import Feat, Highlight
from core.shithead.events import CardFlipped, PileBurned, PileTaken


def _clean_hands(course: Course, least: int) -> Highlight | None:
    taken = [pile.seat for pile in _piles(course)]
    if len(taken) < least or course.winner in taken:
        return None
    return Highlight(feat=Feat.CLEAN_HANDS, seat=course.winner, number=len(taken))


def _blind_luck(course: Course, least: int) -> Highlight | None:
    return largest(Feat.BLIND_LUCK, _rows(course), least)


def _rows(course: Course) -> Iterator[tuple[Seat, int]]:
    """Whose face-down card was turned up, and how many of theirs one after another could be laid by then."""
    rows: Counter[Seat] = Counter()
    for event in course.events:
        if isinstance(event, CardFlipped):
            rows[event.seat] = rows[event.seat] + 1 if event.laid else 0
            yield event.seat, rows[event.seat]


def _largest_pile(course: Course, least: int) -> Highlight | None:
    return largest(Feat.LARGEST_PILE, ((pile.seat, len(pile.cards)) for pile in _piles(course)), least)


def _piles_taken(course: Course, least: int) -> Highlight | None:
    return most(Feat.PILES_TAKEN, ((pile.seat, 1) for pile in _piles(course)), least)


def _piles_burned(course: Course, least: int) -> Highlight | None:
    return most(Feat.PILES_BURNED, ((event.seat, 1) for event in course.events if isinstance(event, PileBurned)), least)


def _piles(course: Course) -> Iterator[PileTaken]:
    return (event for event in course.events if isinstance(event, PileTaken))


SHITHEAD: Finders = (
    (comeback, 15),
    (_piles_taken, 7),
    (_piles_burned, 4),
    (_largest_pile, 16),
    (_clean_hands, 12),
    (_blind_luck, 3),
)
