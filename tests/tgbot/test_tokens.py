"""Tokens and passwords stay secret: in settings, in what a bot that cannot begin says, and in logs; cards too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

import tgbot
from tests.patience import PATIENCE
from tgbot.config import Settings

TOKEN = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
WEBHOOK_SECRET = "only-telegram-knows"
REDIS = "redis://:letmein@127.0.0.1:1/0"


def test_settings_do_not_show_what_is_secret() -> None:
    settings = Settings(
        _env_file=None,
        telegram_token=SecretStr(TOKEN),
        webhook_secret=SecretStr(WEBHOOK_SECRET),
        redis_url=SecretStr(REDIS),
    )
    for shown in (repr(settings), str(settings), str(settings.model_dump()), settings.model_dump_json()):
        assert TOKEN not in shown
        assert WEBHOOK_SECRET not in shown
        assert "letmein" not in shown


def run_bot(folder: Path, *command: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """The command line with these settings, in an empty folder."""
    return subprocess.run(
        [sys.executable, *command],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(tgbot.__file__).parents[1]), **env},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    "env, said",
    [
        ({"REDIS_URL": "letmein@127.0.0.1"}, "REDIS_URL"),
        ({"PORT": "letmein"}, "PORT"),
    ],
)
def test_a_bot_that_cannot_begin_says_why_in_a_line_without_secrets(
    tmp_path: Path, env: dict[str, str], said: str
) -> None:
    nowhere = {"TELEGRAM_TOKEN": TOKEN, "WEBHOOK_SECRET": WEBHOOK_SECRET, "TELEGRAM_API_URL": "http://127.0.0.1:1"}
    ended = run_bot(tmp_path, "-m", "tgbot", "serve", **nowhere, **env)
    assert ended.returncode == 2
    *_, line = ended.stderr.strip().splitlines()
    assert line.startswith((said, "NetworkError", "Misconfigured: " + said))
    for secret in (TOKEN, WEBHOOK_SECRET, "letmein", "Traceback"):
        assert secret not in ended.stdout + ended.stderr


BREAKS = """
import logging, structlog
from tgbot import logs
logs.set_up("DEBUG", FORM)
def breaks(hand):
    try:
        raise ValueError(f"not in hand: {hand}")
    except ValueError as error:
        raise RuntimeError(hand) from error
for log in (logging.getLogger("ours"), structlog.get_logger("theirs")):
    log.error("about TOKEN", extra={"url": "TOKEN", "more": {"url": ["TOKEN"]}})
    try:
        breaks("7h Kl")
    except RuntimeError:
        log.exception("broken")
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_logs_name_the_kind_and_place_of_an_error_but_not_its_words(tmp_path: Path, form: str) -> None:
    ended = run_bot(tmp_path, "-c", BREAKS.replace("FORM", repr(form)).replace("TOKEN", TOKEN))
    assert ended.stdout == ""
    for kind in ("ValueError\n", "\nRuntimeError\n") if form == "text" else (r"ValueError\n", r'\nRuntimeError"'):
        assert ended.stderr.count(kind) == 2
    assert ended.stderr.count("<token>") == 6
    assert ended.stderr.count("breaks") >= 2
    assert ended.stderr.count("Z") >= 4, "every line has its time"
    for secret in (TOKEN, "7h", "Kl", "hand:"):
        assert secret not in ended.stderr
