"""What the pages name is there: files, targets, names of the code, links."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.test_repo import ROOT, tracked

PAGES = (
    "README.md",
    "SECURITY.md",
    *(f"docs/{name}.md" for name in ("architecture", "deploying", "load", "operating", "players")),
)
OF_OTHERS = {"from.id", "gc.freeze", "restic", "rclone", "rsync"}
"""Names of Telegram's, Python's and other people's programs."""


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def quoted(name: str) -> list[str]:
    """All that a page sets in the type of code, blocks left out."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page(name), flags=re.DOTALL))


@cache
def sources() -> str:
    """All that is in version control but pages."""
    paths = (path for path in tracked() if path.suffix not in {".md", ".png", ".ttf"} and path != Path(__file__))
    return "\n".join(path.read_text("utf-8", "replace") for path in paths)


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_is_named_is_there(name: str) -> None:
    files = {f"/{path.relative_to(ROOT)}" for path in tracked()}
    folders = {f"/{folder}/" for path in tracked() for folder in path.relative_to(ROOT).parents}
    named = {
        word
        for word in quoted(name)
        if re.fullmatch(r"[\w/.@-]+(?:\.(?:py|lua|po|toml|ya?ml|json|sh|conf|acl)|/)", word)
    }
    there = files | folders
    absent = {word for word in named if not any(path.endswith(f"/{word.lstrip('/')}") for path in there)}
    assert absent - {"data/", "deploy/secrets/", "docs/rules/"} == set()


@pytest.mark.parametrize("name", PAGES)
def test_every_name_of_the_code_is_one(name: str) -> None:
    """Dotted names by their last part, calls without their arguments."""
    words = (re.sub(r"\(.*\)$", "", word) for word in quoted(name) if word not in OF_OTHERS)
    named = {word for word in words if re.fullmatch(r"[A-Za-z_]\w*(?:[._][A-Za-z]\w*)+|[A-Z]\w+", word)}
    assert named
    known = set(re.findall(r"\w+", sources()))
    assert {word for word in named if word.rpartition(".")[2] not in known} == set()


@pytest.mark.parametrize("name", PAGES)
def test_every_target_of_make_is_one(name: str) -> None:
    targets = set(re.findall(r"^(\w+):", page("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make (\w+)", page(name), re.MULTILINE)) <= targets


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page(name)):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        other = (ROOT / name).parent / path if path else ROOT / name
        assert other.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", other.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}, target
