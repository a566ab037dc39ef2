"""A table of akční prší with everybody's phone, without Telegram: people tap what they see, or say it."""

from dataclasses import replace
from random import Random

from core.game import Seat
from core.night import Declined, News, Night, Person, Round, step
from core.night import Table as NightTable
from core.night import intents as want
from tests.core.prsi_table import NAMES, Table
from tgbot.inbound import Sender, Tapped, Text, intent_of
from tgbot.screens import Button, Screen, Slot
from tgbot.talk import NotMeant, wanted
from tgbot.taps import parse
from tgbot.views import announced, announcement, frame, screens
from tgbot.views.answers import answer, declined
from tgbot.words import language_of

GROUP = -100
BOT = "stamgast_bot"


def as_read(text: str) -> str:
    """To the eye a space that breaks no line is a space."""
    return text.replace("\u00a0", " ")


def _as_read(screen: Screen) -> Screen:
    keyboard = tuple(tuple(replace(button, text=as_read(button.text)) for button in row) for row in screen.keyboard)
    return replace(screen, text=as_read(screen.text), keyboard=keyboard)


class Phones:
    """People at a table in mid-game. `popup` is what the last tap was answered, `said` what the group was told."""

    def __init__(self, table: Table, *, language: str = "cs", out_of_turn: bool = False) -> None:
        state = table.state
        players = tuple(seat + 1 for seat in range(len(state.hands)))
        people = tuple(
            Person(id=player, name=name, reachable=True, language=language)
            for player, name in zip(players, NAMES, strict=False)
        )
        round_ = Round(
            number=1,
            game="prsi",
            options=(),
            players=players,
            dealer=state.dealer,
            deck=(),
            state=state,
            started_at=0,
            asked_at=0,
            did=("",) * len(players),
        )
        seats = NightTable(
            id=1, game="prsi", seats=players, dealer=players[state.dealer], round=round_, out_of_turn=out_of_turn
        )
        self.night = Night(
            id="abcdefghij",
            chat=GROUP,
            topic=None,
            title="U Kalicha",
            language=language,
            opened_at=0,
            people=people,
            tables=(seats,),
            games=1,
        )
        self._popup = ""
        self._said = ""
        self.now = 0

    @property
    def popup(self) -> str:
        return as_read(self._popup)

    @property
    def said(self) -> str:
        return as_read(self._said)

    @property
    def group(self) -> str:
        """The text of the table's message."""
        return self._table.text

    @property
    def group_labels(self) -> list[str]:
        return [button.text for row in self._table.keyboard for button in row]

    @property
    def _table(self) -> Screen:
        return _as_read(screens(self.night, BOT)[Slot(GROUP, "table:1")])

    @property
    def round(self) -> Round:
        round_ = self.night.tables[0].round
        assert round_ is not None
        return round_

    def cards(self, seat: Seat) -> int:
        """All cards of a player."""
        return len(self.round.state.hands[seat]) + len(self.round.state.open[seat])

    def hand(self, seat: Seat) -> Screen:
        """What this player's private chat shows."""
        return _as_read(screens(self.night, BOT)[Slot(seat + 1, "hand")])

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
        self.presses(seat, f"{self.night.id}:act:1:1:{self.round.state.ply}:{action}")

    def passes(self, seconds: int) -> None:
        """Time, and what it makes due."""
        self.now += seconds * 1000
        after = step(self.night, want.Tick(), self.now, Random(1))
        self.night, self._said = after.night, self._announced(after.news)

    def _sender(self, seat: Seat) -> Sender:
        person = self.night.people[seat]
        return Sender(person.id, person.name, person.language)

    def _wants(self, seat: Seat, intent: want.Intent) -> None:
        before, language = self.night, language_of(self.night.people[seat].language, self.night.language)
        self.now += 100
        try:
            after = step(before, intent, self.now, Random(1))
        except Declined as why:
            self._popup, self._said = declined(frame(before, language, BOT), intent, why).text, ""
            return
        self.night = after.night
        self._popup = answer(frame(after.night, language, BOT), before, intent, after).text
        self._said = self._announced(after.news)

    def _announced(self, news: tuple[News, ...]) -> str:
        worth = [fact for fact in news if announced(fact)]
        screen = announcement(self.night, worth, BOT) if worth else None
        return screen.text if screen else ""
