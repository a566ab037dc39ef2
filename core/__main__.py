"""`python -m core replay FILE…`: play records again, one JSON object a line (docs/rules/records.md).

`python -m core verify FILE…`: check that the deck is the one the table was shown a digest of, and every action (N20).
"""

import json
import os
import sys
from pathlib import Path

from core.archive import faults
from core.game import InvalidSetup
from core.record import read
from core.record_replay import replay

USAGE = "usage: python -m core replay|verify FILE..."


def main(arguments: list[str]) -> int:
    """The exit status: 0; 1 when a record does not keep what it promises, 2 when a file was no valid record."""
    match arguments:
        case ["replay", *files] if files:
            return replay_files(files)
        case ["verify", *files] if files:
            return max(map(verify_file, files))
    print(USAGE, file=sys.stderr)
    return 2


def replay_files(files: list[str]) -> int:
    """Replay all that are valid; for each other one, say on standard error why not."""
    status = 0
    for file in files:
        try:
            for line in replay(read(Path(file))):
                print(json.dumps({"file": file, **line}, ensure_ascii=False))
        except InvalidSetup as error:
            reason = " ".join(str(error).split())
            print(f"{file}: {reason}", file=sys.stderr)
            status = 2
    return status


def verify_file(file: str) -> int:
    """Say in a line what was committed to, and whether it holds: 0, else 1, or 2 for no record with a commitment."""
    try:
        record = read(Path(file))
        found = faults(record)
    except InvalidSetup as error:
        print(f"{file}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    for fault in found:
        print(f"{file}: {fault}")
    if not found:
        print(f"{file}: ok, {len(record.actions)} actions; the table message must show {record.commitment}")
    return 1 if found else 0


if __name__ == "__main__":
    # Names and file names are written as they are, whatever the terminal's encoding.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads (`head`) has seen enough; nothing may be left to be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
