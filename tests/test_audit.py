"""The audit of dependencies: red for a known vulnerability, and for nothing that is wrong with somebody else."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from scripts import audit


@dataclass
class Database:
    """What stands in for osv.dev: `known` advisories by distribution and version."""

    url: str = ""
    status: int = 200
    body: bytes | None = None
    known: dict[tuple[str, str], str] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)

    def answer(self, question: bytes) -> bytes:
        queries = json.loads(question)["queries"]
        self.asked += queries
        found = [self.known.get((query["package"]["name"], query["version"])) for query in queries]
        return json.dumps({"results": [{"vulns": [{"id": one}]} if one else {} for one in found]}).encode()


@pytest.fixture
def database() -> Iterator[Database]:
    database = Database()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = self.rfile.read(int(self.headers["Content-Length"]))
            body = database.answer(question) if database.body is None else database.body
            self.send_response(database.status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    database.url = f"http://127.0.0.1:{server.server_port}/"
    serving = threading.Thread(target=server.serve_forever, args=(0.01,))
    serving.start()
    yield database
    server.shutdown()
    serving.join()
    server.server_close()


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    (tmp_path / "base.txt").write_text("beer==12.0 \\\n    --hash=sha256:aa\nredis[hiredis]==8.1.0\n# rum==1.0\n")
    (tmp_path / "dev.txt").write_text("beer==12.0\nnuts==0.1  # salted\n")
    return tmp_path


def run(database: Database, locks: Path, **more: Any) -> int:
    return audit.main(["--database", database.url, "--locks", str(locks)], **more)


def test_all_that_the_locks_pin_is_asked_about_once(database: Database, locks: Path) -> None:
    assert run(database, locks) == 0
    asked = [(query["package"]["name"], query["version"]) for query in database.asked]
    assert asked == [("beer", "12.0"), ("nuts", "0.1"), ("redis", "8.1.0")]
    assert {query["package"]["ecosystem"] for query in database.asked} == {"PyPI"}


def test_a_known_vulnerability_is_named_and_red(
    database: Database, locks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.known["nuts", "0.1"] = "GHSA-nuts"
    assert run(database, locks) == 1
    assert "nuts 0.1: " in capsys.readouterr().out
    assert run(database, locks, accepted={"GHSA-nuts": "we do not eat them"}) == 0
    database.known["nuts", "0.1"], database.known["nuts", "0.2"] = "", "GHSA-nuts"
    assert run(database, locks) == 0, "another version"


@pytest.mark.parametrize(
    "status, body, red",
    [
        (503, b"", 0),
        (429, b"", 0),
        (403, b"", 0),
        (200, b"<html>a proxy</html>", 0),
        (200, b'{"results": []}', 0),
        (400, b"", 1),
    ],
)
def test_only_a_question_that_we_asked_wrongly_is_red_without_an_answer(
    database: Database, locks: Path, status: int, body: bytes, red: int, capsys: pytest.CaptureFixture[str]
) -> None:
    database.status, database.body = status, body
    assert run(database, locks) == red
    assert "NOT AUDITED" in capsys.readouterr().out


def test_a_database_out_of_reach_is_not_red(locks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Database(url="http://127.0.0.1:1/"), locks) == 0
    assert "NOT AUDITED" in capsys.readouterr().out


def test_our_own_locks_are_read_in_full() -> None:
    names = {name for name, _ in audit.pinned()}
    assert {"python-telegram-bot", "redis", "pytest"} <= names
    assert len(names) > 50
