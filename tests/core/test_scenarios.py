"""Every record under tests/scenarios, replayed and compared with its expectations; the invalid ones are refused."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.__main__ import main
from core.games import GAMES
from core.record import parse, read, write
from core.record_replay import replay

SCENARIOS = Path(__file__).parent.parent / "scenarios"
INVALID = sorted((SCENARIOS / "invalid").glob("*.toml"))
VALID = sorted(path for path in SCENARIOS.rglob("*.toml") if path not in INVALID)
FOR_PEOPLE = {"after", "note", "rule"}


def name(path: Path) -> str:
    return path.stem


def differences(wanted: object, got: object, key: str) -> Iterator[str]:
    """What an expectation finds otherwise: maps speak of some keys only, cards may be a list or a number."""
    if isinstance(wanted, dict):
        table = got if isinstance(got, dict) else {}
        for inner, part in wanted.items():
            yield from differences(part, table.get(inner, "nothing"), f"{key}.{inner}")
        return
    if key.startswith(("hands.", "open.")) and isinstance(got, list):
        fits = len(got) == wanted if isinstance(wanted, int) else sorted(str(wanted).split()) == sorted(got)
    elif wanted == "null":
        fits = got is None
    elif isinstance(got, list) and isinstance(wanted, str):
        fits = wanted.split() == got
    else:
        fits = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    if not fits:
        yield f"{key}: wanted {wanted}, got {got}"


@pytest.mark.parametrize("path", VALID, ids=name)
def test_scenario(path: Path) -> None:
    expectations: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get("expect", [])
    record = read(path)
    lines = list(replay(record))
    assert len(lines) == len(record.actions) + 1
    found = []
    for wanted in expectations:
        after = wanted.get("after", -1)
        line = lines[after]
        state = line["state"]
        assert isinstance(state, dict)
        for key in wanted.keys() - FOR_PEOPLE:
            got = line.get(key) if key in ("ok", "error") else state.get(key, "nothing")
            found += [f"after {after}: {text}" for text in differences(wanted[key], got, key)]
    assert found == []


@pytest.mark.parametrize("path", VALID, ids=name)
def test_scenario_survives_writing(path: Path) -> None:
    record = read(path)
    assert parse(write(record)) == record
    assert write(parse(write(record))) == write(record)


@pytest.mark.parametrize("path", INVALID, ids=name)
def test_invalid_record_gives_one_line_and_status_2(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(path) in err


def test_every_game_has_whole_games() -> None:
    """A random game of each game and the state it ended in: what no clause was written for."""
    played = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in (SCENARIOS / "games").glob("*.toml")}
    assert played >= set(GAMES)


def test_valid_files_are_replayed_beside_an_invalid_one(capsys: pytest.CaptureFixture[str]) -> None:
    good = next(path for path in VALID if path.stem.startswith("smidary"))
    assert main(["replay", str(INVALID[0]), str(good)]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["i"] for line in lines] == list(range(len(read(good).actions) + 1))
    assert {line["file"] for line in lines} == {str(good)}
