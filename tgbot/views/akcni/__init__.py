"""Akční prší as people see it."""

from collections.abc import Sequence
from typing import Any

from core.game import Refused, Seat
from core.night import News, Person, Round, Table
from core.night.values import OptionTable
from tgbot.screens import Button
from tgbot.views.akcni import answers, facts, hand, rules, spoken, table
from tgbot.views.frame import Frame
from tgbot.views.games import Asked, Choice, Preset
from tgbot.words import Words


class AkcniWords:
    """The words of the game, each from its own module."""

    announced = facts.ANNOUNCED

    def title(self, words: Words) -> str:
        return words("Akční prší")

    def on_table(self, frame: Frame, table_: Table, round_: Round) -> tuple[str, ...]:
        return table.on_table(frame, round_)

    def seat_line(self, frame: Frame, table_: Table, round_: Round, seat: Seat) -> str:
        return table.seat_line(frame, round_, seat)

    def table_rows(self, frame: Frame, table_: Table, round_: Round) -> tuple[tuple[Button, ...], ...]:
        return table.rows(frame, table_, round_)

    def asked(self, frame: Frame, table_: Table, round_: Round, seat: Seat) -> Asked:
        return hand.asked(frame, table_, round_, seat)

    def told(self, frame: Frame, news: News) -> str | None:
        return facts.told(frame, news)

    def last(self, frame: Frame, news: Sequence[News]) -> str | None:
        return facts.last(frame, news)

    def answer(self, frame: Frame, seat: Seat, events: Sequence[Any]) -> str:
        return answers.answer(frame, seat, events)

    def refusal(self, frame: Frame, round_: Round, seat: Seat, refused: Refused) -> str:
        return answers.refusal(frame, round_, seat, refused)

    def spoken(self, round_: Round, person: Person, text: str, *, addressed: bool) -> str | None:
        return spoken.spoken(round_, person, text, addressed=addressed)

    def choices(self, words: Words) -> tuple[Choice, ...]:
        return rules.choices(words)

    def presets(self, words: Words) -> tuple[Preset, ...]:
        return rules.presets(words)

    def rules(self, words: Words, options: OptionTable) -> tuple[tuple[str, str], ...]:
        return rules.rules(words, options)


WORDS = AkcniWords()
