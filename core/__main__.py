"""`python -m core replay FILE…`: play records again, one JSON object a line (docs/rules/records.md)."""

import json
import sys
from pathlib import Path

from core.game import InvalidSetup
from core.record import read
from core.record_replay import replay

USAGE = "usage: python -m core replay FILE..."


def main(arguments: list[str]) -> int:
    """The exit status: 0, or 2 when a file was no valid record."""
    match arguments:
        case ["replay", *files] if files:
            return replay_files(files)
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


if __name__ == "__main__":
    # Names and file names are written as they are, whatever the terminal's encoding.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
