"""How well an unfinished game of shedding cards stands for somebody."""

from collections.abc import Sequence

from core.game import Seat

# By logistic regression from who left whom behind in some thousand games of both kinds of prší by the rules of thumb.
ANY, STEEPNESS = 0.5, 1.3
"""What it weighs to have cards at all, and how much more twice as many weigh."""


def burden(weights: Sequence[float]) -> float:
    """What a hand weighs whose cards weigh so much each: a usual one 1."""
    return float((ANY + sum(weights)) ** STEEPNESS)


def standing(seat: Seat, burdens: Sequence[float], places: Sequence[Seat], gone: Sequence[Seat]) -> float:
    """The share of the others that `seat` will leave behind: 1 for the first place, 0 for the last.

    It is settled for who is out, in the order of `places`. Those still in are compared by their `burdens`, made of the
    cards they have: somebody with twice the burden is left behind two times out of three. Who is `gone` does not count.
    """
    others = [other for other in range(len(burdens)) if other != seat and other not in gone]
    if not others:
        return 1.0
    if seat in places:
        return 1.0 - places.index(seat) / len(others)
    mine, behind = burdens[seat], 0.0
    for other in others:
        if other not in places:
            theirs = burdens[other]
            behind += theirs / (theirs + mine) if theirs + mine else 0.5
    return behind / len(others)
