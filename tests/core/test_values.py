"""Frozen values, and the one step in which they may be written to."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from core.values import freeze, thaw, thawed, value


@value
class Mark:
    """What other values have, too."""

    seat: int
    signs: tuple[str, ...] = ()


@value
class Named(Mark):
    """With a field more."""

    name: str = "Ana"


@value
class Checked:
    """Some values look at what they are made of."""

    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(self.number)


def test_a_value_has_the_fields_it_was_given_and_the_usual_ones() -> None:
    named = Named(seat=3, signs=("▶",))
    assert (named.seat, named.signs, named.name) == (3, ("▶",), "Ana")
    assert [each.name for each in fields(named)] == ["seat", "signs", "name"]
    assert repr(Mark(seat=1)) == "Mark(seat=1, signs=())"


@pytest.mark.parametrize("given", [{}, {"signs": ()}, {"seat": 1, "rank": "7"}])
def test_a_value_is_made_of_its_own_fields(given: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=r"seat|rank"):
        Mark(**given)  # type: ignore[arg-type]


def test_a_value_is_made_by_names_only() -> None:
    with pytest.raises(TypeError):
        Mark(1)  # type: ignore[call-arg]


def test_values_are_equal_by_content() -> None:
    assert Mark(seat=1) == Mark(seat=1, signs=())
    assert Mark(seat=1) != Mark(seat=2)
    assert Mark(seat=1) != Named(seat=1)
    assert len({Mark(seat=1), Mark(seat=1), Mark(seat=2)}) == 2


def test_nobody_writes_to_a_value() -> None:
    for mark in (Mark(seat=1), replace(Named(seat=1), seat=2), freeze(thaw(Mark(seat=1)))):
        with pytest.raises(FrozenInstanceError):
            mark.seat = 2
        with pytest.raises(FrozenInstanceError):
            del mark.seat


def test_what_is_written_to_a_thawed_copy_is_not_in_its_origin() -> None:
    origin = Named(seat=1)
    copy = thaw(origin)
    copy.seat, copy.name = 2, "Bob"
    assert origin == Named(seat=1)
    assert freeze(copy) == Named(seat=2, name="Bob")
    assert type(copy) is Named


def test_a_value_may_be_made_thawed() -> None:
    mark = thawed(Mark)(seat=1)
    mark.signs = ("💤",)
    assert freeze(mark) == Mark(seat=1, signs=("💤",))


def test_a_value_that_checks_itself_is_asked() -> None:
    assert Checked(number=1).number == 1
    with pytest.raises(ValueError, match="-1"):
        Checked(number=-1)
