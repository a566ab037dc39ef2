"""Tuples with one item changed: a state's fields are tuples by seat, or of seats."""

from typing import TypeVar

T = TypeVar("T")


def with_item(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The tuple with the item at one place replaced."""
    return (*items[:at], item, *items[at + 1 :])


def without_item(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The tuple without this item, or as it is when it has none such."""
    return tuple(other for other in items if other != item)
