"""Where an error was raised, for logs: its text is left out, since it may quote somebody's cards."""

from pathlib import Path
from traceback import extract_tb

FRAMES = 4


def place_of(error: BaseException) -> str:
    """The innermost lines of code that the error went through, the innermost first."""
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
