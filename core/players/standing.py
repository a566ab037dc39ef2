"""How well an unfinished game of shedding cards stands for somebody."""

from collections.abc import Sequence

from core.game import Seat


def standing(seat: Seat, burdens: Sequence[float], places: Sequence[Seat], gone: Sequence[Seat]) -> float:
    """The share of the others that `seat` will leave behind: 1 for the first place, 0 for the last.

    It is settled for who is out, in the order of `places`. Those still in are compared by their `burdens`, such as the
    cards they have: somebody with twice the burden is left behind four times out of five. Who is `gone` does not count.
    """
    others = [other for other in range(len(burdens)) if other != seat and other not in gone]
    if not others:
        return 1.0
    if seat in places:
        return 1.0 - places.index(seat) / len(others)
    mine, behind = burdens[seat] ** 2, 0.0
    for other in others:
        if other not in places:
            theirs = burdens[other] ** 2
            behind += theirs / (theirs + mine) if theirs + mine else 0.5
    return behind / len(others)
