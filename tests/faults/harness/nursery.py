"""`python -m tgbot serve`, forked from a process that has imported it already: bots die by the hundred here.

A request a line in JSON, a reply a line: `{"env", "log", "spoils"}` starts a bot and gives its pid, `{"ended"}` waits
for the end of one and gives its exit status. At the end of the input all bots are killed.
"""

import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import NoReturn

import tests.faults.harness.guards  # noqa: F401 - it adds itself to the spoils
from tests.faults.harness import spoils
from tgbot.__main__ import main


def _live(env: dict[str, str], log: str, chosen: list[str]) -> NoReturn:
    """Be a bot: nothing of the nursery is left but what it has imported."""
    status = 1
    try:
        written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for old, new in ((nothing, 0), (written, 1), (written, 2)):
            os.dup2(old, new)
        os.environ.clear()
        os.environ.update(env)
        sys.argv = ["tgbot", "serve"]
        os.chdir(Path(log).parent)  # a .env of the checkout is not for it
        for name in chosen:
            spoils.ALL[name]()
        status = main()
    except BaseException:  # noqa: BLE001 - the last that this process does
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _serve() -> None:
    children: set[int] = set()
    for line in sys.stdin:
        wish = json.loads(line)
        if "ended" in wish:
            pid = wish["ended"]
            reply = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            children.discard(pid)
        else:
            reply = os.fork()
            if not reply:
                _live(wish["env"], wish["log"], wish["spoils"])
            children.add(reply)
        sys.stdout.write(f"{reply}\n")
        sys.stdout.flush()
    for pid in children:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    _serve()
