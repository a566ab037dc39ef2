"""A table with everybody's phone, without Telegram: people tap what they see, or say it."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Protocol

from core import akcni, shithead, smidary
from core.akcni.state import State as AkcniState
from core.game import Seat
from core.night import Declined, News, Night, Person, Round, Table, step
from core.night import intents as want
from core.shithead.state import State as ShitheadState
from core.smidary.state import State as SmidaryState
from tgbot.buttons import intent_of
from tgbot.inbound import Sender, Tapped, Text
from tgbot.screens import Button, Screen, Slot
from tgbot.talk import NotMeant, wanted
from tgbot.taps import parse
from tgbot.views import announced, announcement, frame, screens
from tgbot.views.answers import answer, declined
from tgbot.words import language_of

GROUP = -100
BOT = "stamgast_bot"
NAMES = ("Ana", "Bob", "Cyr", "Dan", "Eva", "Fil", "Gab", "Hel")
GAME_OF = {AkcniState: akcni.id, ShitheadState: shithead.id, SmidaryState: smidary.id}
PAUSE = 100
"""Milliseconds between two things that somebody does."""


class Dealt(Protocol):
    """A game in its middle (`tests/core/*_table.py`)."""

    @property
    def state(self) -> AkcniState | ShitheadState | SmidaryState: ...


def to_the_eye(text: str) -> str:
    """A space that breaks no line is a space."""
    return text.replace("\u00a0", " ")


def _to_the_eye(screen: Screen) -> Screen:
    keyboard = tuple(tuple(replace(button, text=to_the_eye(button.text)) for button in row) for row in screen.keyboard)
    return replace(screen, text=to_the_eye(screen.text), keyboard=keyboard)


class Phones:
    """People at a table in mid-game. `popup` is what the last tap was answered, `said` what the group was told.

    `english` reads English, the others and the group `language`.
    """

    def __init__(
        self, table: Dealt, *, language: str = "cs", english: Seat | None = None, out_of_turn: bool = False
    ) -> None:
        state = table.state
        game = GAME_OF[type(state)]
        players = tuple(seat + 1 for seat in range(len(state.hands)))
        people = tuple(
            Person(id=player, name=name, reachable=True, language="en" if player - 1 == english else language)
            for player, name in zip(players, NAMES, strict=False)
        )
        round_ = Round(
            number=1,
            game=game,
            options=(),
            players=players,
            dealer=state.dealer,
            deck=(),
            state=state,
            started_at=0,
            asked_at=0,
            did=("",) * len(players),
        )
        seated = Table(
            id=1, game=game, seats=players, dealer=players[state.dealer], round=round_, out_of_turn=out_of_turn
        )
        self.night = Night(
            id="abcdefghij",
            chat=GROUP,
            topic=None,
            title="U Kalicha",
            language=language,
            opened_at=0,
            people=people,
            tables=(seated,),
            games=1,
        )
        self.popup = ""
        self.said = ""
        self.now = 0
        self._shown: tuple[Night | None, Mapping[Slot, Screen]] = (None, {})

    # What people see

    @property
    def group(self) -> str:
        """The text of the table's message."""
        return self._table.text

    @property
    def group_labels(self) -> list[str]:
        return [button.text for row in self._table.keyboard for button in row]

    def hand(self, seat: Seat) -> Screen:
        """What this player's private chat shows."""
        return _to_the_eye(self._screens[Slot(seat + 1, "hand")])

    def labels(self, seat: Seat) -> list[list[str]]:
        """The buttons by rows, the green ones with a star."""
        rows = self.hand(seat).keyboard
        return [["*" * (button.style == "success") + button.text for button in row] for row in rows]

    def button(self, seat: Seat, label: str, *, in_group: bool = False) -> Button:
        """The button with this label."""
        rows = self._table.keyboard if in_group else self.hand(seat).keyboard
        found = [button for row in rows for button in row if button.text == label]
        assert found, (label, self.group_labels if in_group else self.labels(seat))
        return found[0]

    @property
    def _table(self) -> Screen:
        return _to_the_eye(self._screens[Slot(GROUP, "table:1")])

    @property
    def _screens(self) -> Mapping[Slot, Screen]:
        """All screens, made once for each state of the night."""
        if self._shown[0] is not self.night:
            self._shown = self.night, screens(self.night, BOT)
        return self._shown[1]

    # What they do

    @property
    def is_running(self) -> bool:
        return self.night.tables[0].round is not None

    @property
    def round(self) -> Round:
        round_ = self.night.tables[0].round
        assert round_ is not None
        return round_

    def cards(self, seat: Seat) -> int:
        """How many cards a player has, open ones too."""
        return len(self.round.state.hands[seat]) + len(self.round.state.open[seat])

    def taps(self, seat: Seat, *labels: str, in_group: bool = False) -> None:
        """Press these buttons, one after another."""
        for label in labels:
            self.presses(seat, self.button(seat, label, in_group=in_group))

    def presses(self, seat: Seat, button: Button | str) -> None:
        """Press a button of this or another screen, or send such data as no screen has."""
        data = button if isinstance(button, str) else button.data
        assert data is not None
        intent = intent_of(Tapped(self._sender(seat), "q", parse(data), seat + 1, 1))
        assert intent is not None, data
        self._wants(seat, intent)

    def says(self, seat: Seat, text: str, *, in_group: bool = False, to_bot: bool = True) -> bool:
        """Write something; whether the bot takes it for words at the table."""
        chat = GROUP if in_group else seat + 1
        said = Text(self._sender(seat), chat, text, private=not in_group, addressed=to_bot or not in_group)
        try:
            intent = wanted(self.night, said)
        except NotMeant:
            return False
        self._wants(seat, intent)
        return True

    def acts(self, seat: Seat, action: str) -> None:
        """Send an action made for the present question, whether or not there is a button for it."""
        self.presses(seat, f"{self.night.id}:act:1:{self.round.number}:{self.round.state.ply}:{action}")

    def passes(self, seconds: int) -> None:
        """Time, and what it makes due."""
        self.now += seconds * 1000
        after = step(self.night, want.Tick(), self.now, Random(1))
        self.night, self.said = after.night, self._announced(after.news)

    def _sender(self, seat: Seat) -> Sender:
        person = self.night.people[seat]
        return Sender(person.id, person.name, person.language)

    def _wants(self, seat: Seat, intent: want.Intent) -> None:
        before, language = self.night, language_of(self.night.people[seat].language, self.night.language)
        self.now += PAUSE
        try:
            after = step(before, intent, self.now, Random(1))
        except Declined as why:
            self.popup, self.said = to_the_eye(declined(frame(before, language, BOT), intent, why).text), ""
            return
        self.night = after.night
        self.popup = to_the_eye(answer(frame(after.night, language, BOT), before, intent, after).text)
        self.said = self._announced(after.news)

    def _announced(self, news: tuple[News, ...]) -> str:
        worth = [fact for fact in news if announced(fact)]
        screen = announcement(self.night, worth, BOT) if worth else None
        return to_the_eye(screen.text) if screen else ""
