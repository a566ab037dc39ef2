"""The replay command: its lines, its exit status, its refusals (records.md)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.__main__ import main
from core.record import parse
from core.record_replay import replay
from tests.core.test_record import DEAL, POSITION
from tests.patience import PATIENCE


def lines(text: str, *actions: str) -> list[dict[str, object]]:
    record = parse(text.replace("actions = []", f"actions = {json.dumps(actions)}"))
    return list(replay(record))


def test_one_line_for_the_set_up_and_one_for_every_action() -> None:
    found = lines(POSITION, "Ana play 9h", "Ana play Kb")
    assert [line["i"] for line in found] == [0, 1, 2]
    assert found[1]["action"] == "Ana play 9h"
    assert found[1]["ok"] is True
    assert {key: found[2][key] for key in ("ok", "error")} == {"ok": False, "error": "not-your-turn"}
    assert found[2]["state"] == found[1]["state"]
    assert "error" not in found[1]


def test_events_speak_of_players_by_name() -> None:
    found = lines(POSITION, "Ana play 9h")
    assert found[1]["events"] == [
        {"event": "CardPlayed", "seat": "Ana", "card": "9h", "name": None},
        {"event": "TurnPassed", "seat": "Bob"},
    ]


@pytest.mark.parametrize(
    "action, error",
    [
        ("Eva draw", "unknown-player"),
        ("ana draw", "unknown-player"),
        ("", "unknown-player"),
        ("draw", "unknown-player"),
        ("Eva fly", "unknown-player"),
        ("Ana", "unknown-action"),
        ("Ana fly", "unknown-action"),
        ("Ana draw 2", "unknown-action"),
        ("Ana play 7z", "unknown-action"),
        ("Ana timeout", "unknown-action"),
        ("* slap", "unknown-action"),
        ("* draw", "unknown-action"),
        ("*", "unknown-action"),
        ("* timeout", "not-now"),
        ("Cyr draw", "dead-dont-talk"),
        ("Cyr choose a b", "unknown-action"),
    ],
)
def test_refusals_of_words(action: str, error: str) -> None:
    assert lines(POSITION, action)[1]["error"] == error


def test_the_command_writes_json_lines_in_utf_8(tmp_path: Path) -> None:
    good, bad = tmp_path / "dobrá.toml", tmp_path / "špatná.toml"
    good.write_text(DEAL.replace("Ana", "Žofie"), encoding="utf-8")
    bad.write_text("format = 2", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "core", "replay", str(bad), str(good), str(tmp_path / "chybí.toml")],
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONPATH": "."},
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    out = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [(line["file"], line["i"]) for line in out] == [(str(good), 0), (str(good), 1)]
    assert "Žofie draw".encode() in done.stdout
    assert [line.split(": ")[0] for line in done.stderr.decode().splitlines()] == [
        str(bad),
        str(tmp_path / "chybí.toml"),
    ]


@pytest.mark.parametrize("arguments", [[], ["replay"], ["play", "x.toml"]])
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_all_valid_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.toml"
    path.write_text(DEAL, encoding="utf-8")
    assert main(["replay", str(path), str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text(POSITION.replace("actions = []", f"actions = {json.dumps(['Ana draw'] * 2000)}"), encoding="utf-8")
    command = [sys.executable, "-m", "core", "replay", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b'{"file"')
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=PATIENCE) == 0
