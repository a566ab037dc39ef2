"""Going round the table: seats are numbered clockwise, a direction is 1 (clockwise) or −1."""

from collections.abc import Sequence

from core.game import CLOCKWISE, Seat


def next_seat(seat: Seat, direction: int, inside: Sequence[object]) -> Seat:
    """The nearest seat after `seat` whose entry of `inside` is true, `seat` itself when no other is.

    `inside` may be the hands as they are: an empty hand is false, so empty seats are passed over (S18).

    >>> next_seat(0, 1, ("7h", "", "9b")), next_seat(0, -1, ("7h", "", "9b"))
    (2, 2)
    """
    seats = len(inside)
    step = (seat + direction) % seats
    while step != seat and not inside[step]:
        step = (step + direction) % seats
    return step


def passed_over(start: Seat, stop: Seat, direction: int, seats: int) -> tuple[Seat, ...]:
    """The seats strictly between two, in the order of passing; from a seat to itself goes a whole lap (S8, S15).

    >>> passed_over(3, 1, direction=1, seats=4), passed_over(0, 0, direction=-1, seats=4)
    ((0,), (3, 2, 1))
    """
    first = (start + direction) % seats
    count = ((stop - first) * direction) % seats
    return tuple([(first + direction * n) % seats for n in range(count)])


def clockwise_of(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """All seats clockwise, the dealer last."""
    return lap((dealer + 1) % players, CLOCKWISE, players)


def lap(first: Seat, direction: int, seats: int) -> tuple[Seat, ...]:
    """Every seat once, beginning with `first`."""
    return tuple((first + direction * n) % seats for n in range(seats))
