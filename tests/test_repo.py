"""The repository itself: its locks, its rules, what must not be in it."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tgbot.config import Settings

ROOT = Path(__file__).parent.parent
OUR_PACKAGES = {"core", "tgbot"}
LOCKS = ("base", "dev")


@cache
def tracked() -> tuple[Path, ...]:
    """Every file in version control, from the root."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def mentions(pattern: str, paths: Iterator[Path] | tuple[Path, ...]) -> list[str]:
    """Where the pattern stands in these files: "path:line: what", binary files left out."""
    found = []
    for path in paths:
        try:
            lines = path.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {hit.group()}" for hit in re.finditer(pattern, line)]
    return found


def normal(name: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def asked(lock: str) -> set[str]:
    """The distributions that an .in file names itself."""
    lines = (ROOT / f"requirements/{lock}.in").read_text().splitlines()
    names = (re.match(r"[A-Za-z0-9][\w.-]*", line) for line in lines)
    return {normal(name.group()) for name in names if name}


def pinned(lock: str) -> dict[str, str]:
    """Distribution to version, as a lock file pins them."""
    text = (ROOT / f"requirements/{lock}.txt").read_text()
    return {normal(name): version for name, version in re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", text, re.MULTILINE)}


def test_no_path_of_a_developers_machine() -> None:
    assert mentions(r"(?<![\w.~-])/(?:home|Users|root|work)/[\w.-]+", tracked()) == []


def test_no_host_of_a_package_registry() -> None:
    assert mentions(r"\b(?:pypi|pythonhosted|npmjs)\.(?:org|com|io)\b|\bdeb\.debian\.\w+", tracked()) == []


def test_no_test_has_a_patience_of_its_own() -> None:
    """A machine may stand still for seconds, at any line: `tests.patience` says how long all of them wait."""
    impatient = r"asyncio\.timeout\(\d|settings\([^)]*deadline=|(?:\.wait\(|\.to_be_\w+\(|^ +)timeout=\d"
    assert mentions(impatient, tuple((ROOT / "tests").rglob("*.py"))) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_all_that_is_asked(lock: str) -> None:
    assert asked(lock) <= pinned(lock).keys()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_place_to_fetch_from(lock: str) -> None:
    text = (ROOT / f"requirements/{lock}.txt").read_text()
    requirements = re.split(r"\n(?=[\w])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    assert [entry for entry in requirements if "--hash=sha256:" not in entry] == []
    assert re.findall(r"^\s*-.*|.*://.*", re.sub(r"^ +--hash=.*\n", "", text, flags=re.MULTILINE), re.MULTILINE) == []


def test_both_locks_pin_the_same_versions() -> None:
    base, dev = pinned("base"), pinned("dev")
    assert base == {name: dev.get(name) for name in base}


def imported_by(package: str) -> set[str]:
    """The top-level modules that a package of ours imports, the standard library left out."""
    modules = set()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    return modules - sys.stdlib_module_names - OUR_PACKAGES


def test_the_bot_imports_only_what_it_asks_for() -> None:
    owners = packages_distributions()
    unasked = {
        module
        for package in OUR_PACKAGES
        for module in imported_by(package)
        if not asked("base") & {normal(owner) for owner in owners.get(module, ())}
    }
    assert unasked == set()


def test_data_files_are_installed_with_their_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    covered = {path for package, globs in declared.items() for glob in globs for path in (ROOT / package).glob(glob)}
    data = {path for path in tracked() if path.relative_to(ROOT).parts[0] in OUR_PACKAGES and path.suffix != ".py"}
    assert data <= covered


CLAUSE = r"\b[SPHN]\d{1,2}[a-z]?\b"


def clauses() -> set[str]:
    """The ids that the pages of rules define."""
    pages = (ROOT / "docs/rules").glob("*.md")
    return {clause for page in pages for clause in re.findall(rf"\*\*({CLAUSE})", page.read_text("utf-8"))}


def test_the_rules_are_numbered_without_gaps() -> None:
    for letter, last in (("S", 31), ("P", 29), ("H", 17), ("N", 21)):
        assert {f"{letter}{number}" for number in range(1, last + 1)} <= clauses()


def test_every_cited_clause_exists() -> None:
    sources = tuple(path for path in tracked() if path.suffix in {".py", ".po", ".lua"})
    cited = mentions(rf"{CLAUSE}|(?<=def test_)[sphn]\d{{1,2}}(?=_)", sources)
    known = clauses()
    assert [place for place in cited if not exists(place.rpartition(" ")[2].capitalize(), known)] == []


def exists(clause: str, known: set[str]) -> bool:
    """P24e means paragraph (e) of P24, N15a is a clause of its own; tests may say n08 for N8."""
    clause = re.sub(r"(?<=[A-Z])0", "", clause)
    return clause in known or clause.rstrip("abcdefghi") in known


def test_scripts_can_be_executed() -> None:
    scripts = [ROOT / ".ci/run", *(ROOT / "scripts").glob("*.sh")]
    assert [script for script in scripts if not script.stat().st_mode & 0o100] == []


@pytest.mark.parametrize("status", [0, 2])
def test_ci_ends_as_make_does_and_says_what_nobody_looked_at(status: int, tmp_path: Path) -> None:
    said = "..s [100%]\nSKIPPED [1] tests/test_beer.py:1: no beer\n2 passed, 1 skipped\nNOT AUDITED: nobody answered"
    make = tmp_path / "make"
    make.write_text(f"#!/bin/sh\necho '{said}'\necho 'it was all right'\nexit {status}\n")
    make.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    ran = subprocess.run(
        [ROOT / ".ci/run"], check=False, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert ran.returncode == status
    told = ran.stdout.partition("\nNot looked at here:\n")[2].splitlines()
    assert told == ["SKIPPED [1] tests/test_beer.py:1: no beer", "NOT AUDITED: nobody answered"]


def test_every_setting_is_explained_and_every_explained_one_read() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    explained = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    assert explained == {name.upper() for name in Settings.model_fields}
