"""What SECURITY.md promises and no other test shows: properties of all the code; and that the tests it names exist."""

import ast
import re
from collections.abc import Iterator
from math import log2
from pathlib import Path
from random import SystemRandom

import pytest
from pydantic import SecretStr, ValidationError

from tests.pub import opened
from tgbot import app
from tgbot.app import secret_of
from tgbot.config import Settings
from tgbot.store import keys, new_night_id

ROOT = Path(__file__).parent.parent
OF_CLASSES = "core/values.py"
"""Writes the constructors of values from the fields of their classes, when these are imported."""
OF_THE_BOT = vars(app)["SystemRandom"]
"""The bot's chance, before tests get their own."""
PROMISES = (ROOT / "SECURITY.md").read_text("utf-8")


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The bot's modules, the playground left out: it is for one's own machine."""
    for path in (*(ROOT / "core").rglob("*.py"), *(ROOT / "tgbot").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("tgbot/playground/"):
            yield name, ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def called(tree: ast.Module) -> set[str]:
    """The last names of all that is called."""
    functions = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        one.id if isinstance(one, ast.Name) else one.attr
        for one in functions
        if isinstance(one, ast.Name | ast.Attribute)
    }


def test_t15_only_the_transport_calls_anybody() -> None:
    http = {"aiohttp", "httpx", "requests", "urllib3", "ftplib", "smtplib"}
    assert [name for name, tree in sources() if imports(tree) & http] == ["tgbot/delivery/transport.py"]
    fetches = {"urlopen", "urlretrieve", "get_file", "download_to_drive", "download_as_bytearray", "create_connection"}
    assert [name for name, tree in sources() if called(tree) & fetches] == []


def test_t16_nothing_that_is_read_becomes_code() -> None:
    data_with_code = {"pickle", "marshal", "shelve", "dill", "yaml", "jsonpickle"}
    assert [name for name, tree in sources() if imports(tree) & data_with_code] == []
    runs = [name for name, tree in sources() if called(tree) & {"eval", "exec", "__import__"}]
    assert runs == [OF_CLASSES]


def test_t18_scripts_are_never_put_together() -> None:
    """Lua is in files, and sent by the one class that reads them."""
    for name, tree in sources():
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not [text for text in texts if "redis.call(" in text and "\\(" not in text], name
        sends = texts & {"EVAL", "EVALSHA", "SCRIPT", "FUNCTION", "FCALL"}
        assert not sends or name == "tgbot/store/connection.py"


async def test_t19_the_bot_shuffles_by_the_chance_of_the_system(
    valkey: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SystemRandom", OF_THE_BOT)  # not that of the tests
    async with opened(valkey, tmp_path) as pub:
        assert isinstance(pub.bot.service._wishes._random, SystemRandom)


def test_t07_ids_of_nights_cannot_be_guessed() -> None:
    ids = {new_night_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert min(map(len, ids)) * log2(len(keys._ALPHABET)) >= 50


@pytest.mark.parametrize(
    "secret", ["short", "x" * 257, "with a blank in the middle", "žluťoučký-kůň-úpěl", "a:b/c" * 5]
)
def test_t01_a_secret_that_telegram_would_refuse_or_anybody_could_guess_is_refused(secret: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Settings(_env_file=None, webhook_secret=SecretStr(secret))
    assert secret not in str(refused.value.errors(include_input=False))


def test_t01_without_a_secret_one_is_made_that_all_processes_share() -> None:
    token = "123456:" + "A" * 35
    secret = secret_of(token)
    assert secret == secret_of(token) != secret_of(token[:-1] + "B")
    assert Settings(_env_file=None, webhook_secret=SecretStr(secret)).webhook_secret, "Telegram takes it"
    assert not any(part in secret for part in token.split(":"))


def test_every_threat_has_its_answer_and_every_test_it_names_exists() -> None:
    rows = re.findall(r"^\| (T\d+) \|(.*)\|(.*)\|(.*)\|$", PROMISES, re.MULTILINE)
    assert [number for number, *_ in rows] == [f"T{number}" for number in range(1, 23)]
    for number, _, _, shown in rows:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", shown)
        assert named, number
        for file, test in named:
            text = (ROOT / "tests" / file).read_text("utf-8")
            assert re.search(rf"^(?:async )?def {test}\(", text, re.MULTILINE), f"{file}::{test}"


def test_settings_and_commands_that_are_named_exist() -> None:
    settings = {name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"`([A-Z]+_[A-Z_]+)`", PROMISES)) <= settings
    for path in re.findall(r"`(deploy/[\w./]+)`", PROMISES):
        assert (ROOT / path).exists(), path
