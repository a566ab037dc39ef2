"""Known vulnerabilities in what the lock files pin, as the database of osv.dev has them; exit status 1 for any.

A database that cannot be reached says nothing about us: that is printed, and the status is 0.
"""

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path

LOCKS = Path(__file__).parent.parent / "requirements"
DATABASE = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20.0
"""Seconds for the answer."""
ACCEPTED: Mapping[str, str] = {}
"""Advisories that do not concern us, each with the reason."""


def pinned(locks: Path = LOCKS) -> list[tuple[str, str]]:
    """Every distribution that a lock file pins, and its version."""
    texts = [path.read_text("utf-8") for path in sorted(locks.glob("*.txt"))]
    found = {pin for text in texts for pin in re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", text, re.MULTILINE)}
    return sorted(found)


def advisories(pins: Sequence[tuple[str, str]], database: str) -> list[tuple[str, str, str]]:
    """Distribution, version and advisory of all that is known; OSError or ValueError without a proper answer."""
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in pins]
    asked = urllib.request.Request(database, json.dumps({"queries": queries}).encode())  # noqa: S310 - the scheme is ours
    asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
        results = json.load(answer)["results"]
    if len(results) != len(pins):
        raise ValueError("not every question was answered")
    return [(*pin, one["id"]) for pin, result in zip(pins, results, strict=True) for one in result.get("vulns", ())]


def main(arguments: Sequence[str] | None = None, *, accepted: Mapping[str, str] = ACCEPTED) -> int:
    """Print a line for each advisory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default=DATABASE)
    parser.add_argument("--locks", type=Path, default=LOCKS)
    wanted = parser.parse_args(arguments)
    pins = pinned(wanted.locks)
    try:
        known = advisories(pins, wanted.database)
    except urllib.error.HTTPError as refused:
        print(f"NOT AUDITED: {wanted.database} answered {refused.code}")
        # What the database says we asked wrongly is ours to mend; a proxy that lets nobody out is not.
        return int(refused.code in (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY))
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        print(f"NOT AUDITED: {wanted.database} gave no answer ({error})")
        return 0
    concern = [one for one in known if one[2] not in accepted]
    for name, version, advisory in concern:
        print(f"{name} {version}: https://osv.dev/vulnerability/{advisory}")
    print(
        f"{len(pins)} pinned distributions, {len(concern)} known vulnerabilities, {len(known) - len(concern)} accepted"
    )
    return int(bool(concern))


if __name__ == "__main__":
    sys.exit(main())
