"""What is worth telling of a game of prší, smidarské or akční."""

from collections import Counter
from collections.abc import Iterator

import core.akcni.events as in_akcni
import core.smidary.events as in_smidary
from core.akcni.events import Mistake, MistakeMade
from core.game import Seat
from core.highlights.course import Course, Finders, comeback, largest, most, outstanding
from core.highlights.feats import Feat, Highlight
from core.prsi.events import CardsDrawn, PileTurnedOver, PlayerStood

_DRAWN = (CardsDrawn, in_akcni.OpenCardsDrawn)
_LANDED = (in_smidary.AttackLanded, in_akcni.AttackLanded)
_PLAYED = (in_smidary.CardPlayed, in_akcni.CardPlayed)
_BACK = (in_smidary.BroughtBack, in_akcni.BroughtBack)


def _rose_again(course: Course, least: int) -> Highlight | None:
    return _back(course, Feat.ROSE_AGAIN, course.winner, least)


def _fell_back(course: Course, least: int) -> Highlight | None:
    return _back(course, Feat.FELL_BACK, course.loser, least)


def _back(course: Course, feat: Feat, seat: Seat, least: int) -> Highlight | None:
    times = sum(isinstance(event, _BACK) and event.seat == seat for event in course.events)
    return Highlight(feat=feat, seat=seat, number=times) if times >= least else None


def _slowest(course: Course, least: int) -> Highlight | None:
    ends = (event for event in course.events if isinstance(event, in_smidary.RaceEnded))
    return most(Feat.SLOWEST, ((end.last, 1) for end in ends if end.late == (end.last,)), least)


def _caught(course: Course, least: int) -> Highlight | None:
    return most(Feat.CAUGHT, ((seat, 1) for seat, guilty in _verdicts(course) if guilty), least)


def _false_alarm(course: Course, least: int) -> Highlight | None:
    return most(Feat.FALSE_ALARM, ((seat, 1) for seat, guilty in _verdicts(course) if not guilty), least)


def _verdicts(course: Course) -> Iterator[tuple[Seat, bool]]:
    """Each time that the cards said who was right: whoever was found out, True, or was wrong to accuse, False."""
    accuser = None
    for event in course.events:
        match event:
            case in_smidary.PlayTakenBack(cheat=cheat):
                yield cheat, True
            case in_smidary.CallFailed(seat=seat):
                yield seat, False
            case in_smidary.BottomDoubted(seat=seat, dealer=dealer, lied=lied):
                yield (dealer, True) if lied else (seat, False)
            case in_smidary.Challenged(seat=seat):
                accuser = seat
            case in_smidary.HandShown(seat=seat, guilty=guilty):
                assert accuser is not None, "nobody shows a hand unasked"
                yield (seat, True) if guilty else (accuser, False)


def _longest_way(course: Course, least: int) -> Highlight | None:
    return largest(Feat.LONGEST_WAY, _ways(course), least)


def _ways(course: Course) -> Iterator[tuple[Seat, int]]:
    """Who drew an attack, and to how many seats one after another it had come by then."""
    stops: list[Seat] = []
    for events, state in course.moves:
        drew = {event.seat for event in events if isinstance(event, _DRAWN)}
        for event in events:
            if isinstance(event, _LANDED) and event.kind == "draw" and stops[-1:] != [event.seat]:
                stops.append(event.seat)
        # Cards for a mistake end nothing.
        if state.attack is None or state.attack.kind != "draw":
            if stops and stops[-1] in drew:
                yield stops[-1], len(stops)
            stops.clear()


def _largest_draw(course: Course, least: int) -> Highlight | None:
    return largest(Feat.LARGEST_DRAW, _draws(course), least)


def _target(course: Course, least: int) -> Highlight | None:
    """Of two players nobody else could be meant."""
    found = outstanding(Counter(_aimed(course)), least) if course.players > 2 else None
    if found is None:
        return None
    (seat, other), times = found
    return Highlight(feat=Feat.TARGET, seat=seat, number=times, other=other)


def _aimed(course: Course) -> Iterator[tuple[Seat, Seat]]:
    """Who laid an attack, and whom it came to first."""
    laid = None
    for event in course.events:
        if isinstance(event, _PLAYED):
            laid = event.seat
        elif isinstance(event, _LANDED) and event.kind == "draw" and event.by == laid:
            yield laid, event.seat
            laid = None


def _stood(course: Course, least: int) -> Highlight | None:
    return most(Feat.STOOD, ((event.seat, 1) for event in course.events if isinstance(event, PlayerStood)), least)


def _no_manners(course: Course, least: int) -> Highlight | None:
    ungreeted = (event for event in _mistakes_made(course) if event.mistake is Mistake.NOT_GREETED)
    return most(Feat.NO_MANNERS, ((event.seat, 1) for event in ungreeted), least)


def _mistakes(course: Course, least: int) -> Highlight | None:
    return most(Feat.MISTAKES, ((event.seat, 1) for event in _mistakes_made(course)), least)


def _mistakes_made(course: Course) -> Iterator[MistakeMade]:
    return (event for event in course.events if isinstance(event, MistakeMade))


def _most_drawn(course: Course, least: int) -> Highlight | None:
    return most(Feat.MOST_DRAWN, _draws(course), least)


def _draws(course: Course) -> Iterator[tuple[Seat, int]]:
    return ((event.seat, event.count) for event in course.events if isinstance(event, _DRAWN))


def _turned_over(course: Course, least: int) -> Highlight | None:
    times = sum(isinstance(event, PileTurnedOver) for event in course.events)
    return Highlight(feat=Feat.TURNED_OVER, seat=None, number=times) if times >= least else None


SMIDARY: Finders = (
    (_rose_again, 1),
    (_fell_back, 1),
    (comeback, 12),
    (_caught, 2),
    (_false_alarm, 3),
    (_slowest, 2),
    (_longest_way, 12),
    (_largest_draw, 10),
    (_target, 6),
    (_stood, 5),
    (_most_drawn, 25),
    (_turned_over, 10),
)
AKCNI: Finders = (
    (_rose_again, 1),
    (_fell_back, 1),
    (comeback, 12),
    (_no_manners, 3),
    (_mistakes, 4),
    (_largest_draw, 8),
    (_longest_way, 4),
    (_target, 4),
    (_stood, 4),
    (_most_drawn, 15),
    (_turned_over, 5),
)
