"""A table of Shithead with everybody's phone, without Telegram: people tap what they see."""

import re
from collections.abc import Mapping
from random import Random

from core.cards import Cards
from core.game import Seat
from core.night import Declined, News, Night, Person, Round, step
from core.night import Table as NightTable
from tests.core.shithead_table import NAMES, Table
from tgbot.inbound import Sender, Tapped, intent_of
from tgbot.screens import Button, Screen, Slot
from tgbot.taps import parse
from tgbot.views import announced, announcement, frame, screens
from tgbot.views.answers import answer, declined
from tgbot.words import language_of

GROUP = -100
BOT = "stamgast_bot"
CARD = re.compile(r"(?:10|[2-9JQKA])[♥♦♣♠]")
"""A card as people read it."""


class Phones:
    """People at a table in mid-game. `popup` is what the last tap was answered, `said` what the group was told."""

    def __init__(self, table: Table, *, language: str = "cs", english: Seat | None = None) -> None:
        state = table.state
        players = tuple(seat + 1 for seat in range(len(state.hands)))
        people = tuple(
            Person(id=player, name=name, reachable=True, language="en" if player - 1 == english else language)
            for player, name in zip(players, NAMES, strict=False)
        )
        round_ = Round(
            number=1,
            game="shithead",
            options=(),
            players=players,
            dealer=state.dealer,
            deck=(),
            state=state,
            started_at=0,
            asked_at=0,
            did=("",) * len(players),
        )
        seats = NightTable(id=1, game="shithead", seats=players, dealer=players[state.dealer], round=round_)
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
        self.popup = ""
        self.said = ""
        self._clock = 0
        self._shown: tuple[Night | None, Mapping[Slot, Screen]] = (None, {})

    @property
    def group(self) -> str:
        """The text of the table's message."""
        return self._screens[Slot(GROUP, "table:1")].text

    @property
    def _screens(self) -> Mapping[Slot, Screen]:
        """All screens, made once for each state of the night."""
        if self._shown[0] is not self.night:
            self._shown = self.night, screens(self.night, BOT)
        return self._shown[1]

    @property
    def is_running(self) -> bool:
        return self.night.tables[0].round is not None

    def hand(self, seat: Seat) -> Screen:
        """What this player's private chat shows."""
        return self._screens[Slot(seat + 1, "hand")]

    def labels(self, seat: Seat) -> list[list[str]]:
        """The buttons by rows, the green ones with a star."""
        rows = self.hand(seat).keyboard
        return [["*" * (button.style == "success") + button.text for button in row] for row in rows]

    def taps(self, seat: Seat, label: str) -> None:
        """Press the button with this label."""
        found = [button for row in self.hand(seat).keyboard for button in row if button.text == label]
        assert found, (label, self.labels(seat))
        self.presses(seat, found[0])

    def presses(self, seat: Seat, button: Button | str) -> None:
        """Press a button of this or another screen, or send such data as no screen has."""
        data = button if isinstance(button, str) else button.data
        assert data is not None
        person = self.night.people[seat]
        intent = intent_of(Tapped(Sender(person.id, person.name, person.language), "q", parse(data), person.id, 1))
        assert intent is not None, data
        self._clock += 5_000
        before, language = self.night, language_of(person.language, self.night.language)
        try:
            after = step(before, intent, self._clock, Random(1))
        except Declined as why:
            self.popup, self.said = declined(frame(before, language, BOT), intent, why).text, ""
            return
        self.night = after.night
        self.popup = answer(frame(after.night, language, BOT), before, intent, after).text
        self.said = self._announced(after.news)

    def acts(self, seat: Seat, action: str) -> None:
        """Send an action made for the present question, whether or not there is a button for it."""
        round_ = self.night.tables[0].round
        assert round_ is not None
        self.presses(seat, f"{self.night.id}:act:1:{round_.number}:{round_.state.ply}:{action}")

    def _announced(self, news: tuple[News, ...]) -> str:
        worth = [fact for fact in news if announced(fact)]
        screen = announcement(self.night, worth, BOT) if worth else None
        return screen.text if screen else ""


def named(text: str) -> set[str]:
    """The cards in a text, without the signs that make them colourful."""
    return set(CARD.findall(text.replace("\ufe0f", "")))


def as_read(codes: Cards) -> set[str]:
    """Cards as people read them."""
    signs = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
    return {f"{'10' if code[0] == 'T' else code[0]}{signs[code[1]]}" for code in codes if code[0] != "X"}


def laid_by(round_: Round) -> Cards:
    """The cards that the latest action laid or turned up before everybody's eyes, also if they are gone by now."""
    laid = [card for fact in round_.last if fact.kind == "CardsPlayed" for card in fact.get("cards")]
    return (*laid, *(fact.get("card") for fact in round_.last if fact.kind == "CardFlipped"))
