"""The store's clock in the hand of a test: it stands, however long the machine does, until the test moves it."""

import sys
from hashlib import sha1

from tgbot.store.connection import Script

START = 1_800_000_000_000
QUESTION = "redis.call('TIME')"


class ServerTime:
    """What all scripts of the store take for the time: `now`, in Unix ms. Keys expire by the server's own clock."""

    def __init__(self) -> None:
        self.now = START
        modules = [module for name, module in sys.modules.items() if name.startswith("tgbot.store.")]
        scripts = {one for module in modules for one in vars(module).values() if isinstance(one, Script)}
        self._texts = {script: script.text for script in scripts if QUESTION in script.text}
        self.pass_by(0)

    def pass_by(self, ms: int) -> None:
        """So much time passes."""
        self.now += ms
        self._answer(f"{{'{self.now // 1000}', '{self.now % 1000 * 1000}'}}")

    def end(self) -> None:
        """From now on the server's own clock counts again."""
        self._answer(QUESTION)

    def _answer(self, words: str) -> None:
        for script, text in self._texts.items():
            script.text = text.replace(QUESTION, words)
            script.sha1 = sha1(script.text.encode(), usedforsecurity=False).hexdigest()
