"""Trouble on demand: slow methods, lost answers, scripted errors."""

from dataclasses import dataclass, field

from tgbot.playground.calls import ApiError, Params


@dataclass(frozen=True)
class _Script:
    error: ApiError
    method: str
    chat_id: int | None


@dataclass
class Faults:
    """What goes wrong; methods by their names as the bot writes them, "*" for all."""

    latency: dict[str, float] = field(default_factory=dict)
    """Seconds before a method is carried out."""
    _lost: dict[str, int] = field(default_factory=dict)
    _scripts: list[tuple[_Script, int]] = field(default_factory=list)

    def fail(self, error: ApiError, *, method: str = "*", chat_id: int | None = None, times: int = 1) -> None:
        """Refuse the next calls of a method (in one chat) with an error, without carrying them out."""
        self._scripts.append((_Script(error, method.lower(), chat_id), times))

    def lose_answers(self, method: str = "*", times: int = 1) -> None:
        """Carry the next calls out and break the connection instead of answering."""
        self._lost[method.lower()] = self._lost.get(method.lower(), 0) + times

    def clear(self) -> None:
        self.latency.clear()
        self._lost.clear()
        self._scripts.clear()

    def delay(self, method: str) -> float:
        """Seconds by which a call of the method waits."""
        slow = {name.lower(): seconds for name, seconds in self.latency.items()}
        return slow.get(method, slow.get("*", 0.0))

    def check(self, method: str, params: Params) -> None:
        """Raise the error that is scripted for this call."""
        for index, (script, times) in enumerate(self._scripts):
            if script.method in ("*", method) and script.chat_id in (None, params.integer("chat_id")):
                if times > 1:
                    self._scripts[index] = (script, times - 1)
                else:
                    del self._scripts[index]
                raise script.error

    def loses_answer(self, method: str) -> bool:
        """Whether the answer of this call is to be lost; asking counts it."""
        for name in (method, "*"):
            if self._lost.get(name, 0) > 0:
                self._lost[name] -= 1
                return True
        return False
