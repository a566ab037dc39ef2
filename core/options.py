"""Options of games, as records and the lobby write them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from typing import Any

from core.game import InvalidSetup


def read_options(
    game_id: str, usual: Any, raw: Mapping[str, object], read: Callable[[str, object], object]
) -> dict[str, Any]:
    """All options by name: those of `raw` as `read` takes them, missing ones as in the value `usual`.

    InvalidSetup for unknown names.
    """
    chosen: dict[str, Any] = asdict(usual)
    for name, choice in raw.items():
        if name not in chosen:
            raise InvalidSetup(f"unknown option of {game_id}: {name}")
        chosen[name] = read(name, choice)
    return chosen


def read_choice(
    name: str, choice: object, *, choices: Mapping[str, Collection[object]], numbers: Collection[str]
) -> object:
    """The choice, if it is among the option's own, or a whole number from 0 for one of `numbers`; else InvalidSetup."""
    if name in numbers:
        is_allowed = type(choice) is int and choice >= 0
    else:
        # True equals 1, and 1 is no boolean: the types must agree as well.
        is_allowed = any(choice == one and type(choice) is type(one) for one in choices.get(name, ()))
    if not is_allowed:
        raise InvalidSetup(f"option {name} cannot be {choice!r}")
    return choice
