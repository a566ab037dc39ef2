"""What collectors get: one JSON object a line, the same names everywhere, nothing that is anybody's secret."""

import json
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

from tests.faults.harness.alone import alone
from tests.faults.harness.processes import Cold
from tgbot import logs

NAMES = {
    "timestamp", "level", "logger", "event",
    "update", "night", "table", "game", "chat", "error", "exception", "at",
    "outcome", "ms", "heard", "plays", "seats", "games", "step", "reason", "hook", "kind", "folder",
}  # fmt: skip
"""All that a line may have; what is not here is another name for the same thing, or worse."""


async def test_a_game_in_the_log_of_a_collector(tmp_path: Path) -> None:
    """The bot at its most talkative, from its start to the cards on the table."""
    async with alone(Cold(), tmp_path, people=2, LOG_FORMAT="json") as place:
        round_ = await place.deals()
        night = await place.night()
    text = place.bot.log.read_text()
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert "\\u001b" not in text, "colours are for terminals"
    ours = [line for line in lines if line["logger"].startswith("tgbot")]
    assert all({"timestamp", "level", "event"} <= line.keys() for line in lines)
    assert {name for line in ours for name in line} <= NAMES
    (opened,) = (line for line in ours if line["event"] == "night opened")
    (dealt,) = (line for line in ours if line["event"] == "game dealt")
    assert (opened["night"], opened["chat"]) == (night.id, place.telegram.group.id)
    assert (dealt["night"], dealt["table"], dealt["game"], dealt["seats"]) == (night.id, 1, round_.number, 2)
    updates = [line["update"] for line in ours if line["event"] == "update"]
    assert len(updates) == len(set(updates)) >= 4
    assert dealt["update"] in updates


def count(level: str, error: str) -> float:
    return REGISTRY.get_sample_value("stamgast_logged_total", {"level": level, "error": error}) or 0.0


@pytest.mark.parametrize(
    "said, counted",
    [({"error": "ValueError"}, "ValueError"), ({}, ""), ({"error": "no kind, but somebody's words"}, "other")],
)
def test_what_goes_wrong_is_counted_by_its_kind(said: dict[str, str], counted: str) -> None:
    before = count("error", counted)
    logs._counted(None, "error", {"event": "broken", **said})
    assert count("error", counted) == before + 1
