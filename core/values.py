"""Frozen values that one step may thaw.

A game's state is a frozen dataclass. Inside a step it is changed a dozen times, and `dataclasses.replace` would copy
all its fields each time; so a step thaws it once, writes plainly, and freezes the very same object before it leaves the
step. Fields hold immutable things only (numbers, strings, tuples, other values), so the thawed copy shares everything
with its origin.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


# To the type checker the fields are writable, because a thawed one's are; writing to a frozen one raises
# FrozenInstanceError.
@dataclass_transform(kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a frozen dataclass with keyword fields, compared by content."""
    return dataclass(frozen=True, kw_only=True)(cls)


@cache
def _thawed_class(cls: type) -> type:
    writable = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Thawed{cls.__name__}", (cls,), writable)


def thaw(origin: T) -> T:
    """A writable copy of a value that shares all it holds; `freeze` it before anybody else sees it."""
    origin_class: type = type(origin)
    copy: T = object.__new__(_thawed_class(origin_class))
    copy.__dict__.update(origin.__dict__)
    return copy


def freeze(thawed: T) -> T:
    """The thawed value itself, from now on frozen."""
    object.__setattr__(thawed, "__class__", type(thawed).__mro__[1])
    return thawed
