"""Become another program that gets SIGTERM when its parent dies: `python die_with_parent.py PARENT PROGRAM ARGUMENT…`.

Run as a file, by a fresh interpreter: in a forked copy of a process with threads no Python code is safe. Linux only.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1

if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == int(sys.argv[1]):  # otherwise it died before this was set
        os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606
