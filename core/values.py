"""Frozen values that one step may thaw.

A game's state is a frozen dataclass. Inside a step it is changed a dozen times, and `dataclasses.replace` would copy
all its fields each time; so a step thaws it once, writes plainly, and freezes the very same object before it leaves the
step. Fields hold immutable things only (numbers, strings, tuples, other values), so the thawed copy shares everything
with its origin.
"""

from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_set = object.__setattr__
"""What writes to a value, frozen or not."""


# To the type checker the fields are writable, because a thawed one's are; writing to a frozen one raises
# FrozenInstanceError.
@dataclass_transform(kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """Make `cls` a frozen dataclass with keyword fields, compared by content; a default may be no factory."""
    made = dataclass(frozen=True, kw_only=True)(cls)
    if not hasattr(made, "__post_init__"):
        _fill_at_once(made)
    return made


def _fill_at_once(cls: type) -> None:
    """Give a frozen dataclass an `__init__` that writes all fields in one go.

    The one that it has writes each by a call of `object.__setattr__` and takes twice as long; a move of a game makes
    half a dozen values.
    """
    own = fields(cls)
    if not own:
        return
    pairs = ", ".join(f"{each.name!r}: {each.name}" for each in own)
    names = ", ".join(each.name for each in own)
    made: dict[str, Any] = {}
    source = f"def __init__(self, *, {names}):\n    set(self, '__dict__', {{{pairs}}})"
    exec(source, {"set": _set}, made)  # noqa: S102 - the names of fields, as dataclasses do it
    init = made["__init__"]
    init.__kwdefaults__ = {each.name: each.default for each in own if each.default is not MISSING}
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = init  # type: ignore[misc]


@cache
def thawed(cls: type[T]) -> type[T]:
    """The class of writable values like those of `cls`; `freeze` one before anybody else sees it."""
    writable = {"__setattr__": _set, "__delattr__": object.__delattr__}
    return type(f"Thawed{cls.__name__}", (cls,), writable)


def thaw(origin: T) -> T:
    """A writable copy of a value that shares all it holds; `freeze` it before anybody else sees it."""
    origin_class: type = type(origin)
    copy: T = object.__new__(thawed(origin_class))
    _set(copy, "__dict__", origin.__dict__.copy())
    return copy


def freeze(written: T) -> T:
    """The thawed value itself, from now on frozen."""
    _set(written, "__class__", type(written).__mro__[1])
    return written
