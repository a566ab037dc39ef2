"""What is shown, asked and settled for all; what happens to the night by itself (N12, N16, N18, N19)."""

from core.cards import Card
from core.ledger import PersonId
from core.night.person import Menu
from core.values import value


@value
class OpenMenu:
    """Show something else on one's own screen, or the usual one again (None); `anew` sends that screen again."""

    person: PersonId
    menu: Menu | None
    on: str = ""
    anew: bool = False


@value
class Mark:
    """Choose one more card to be laid together, or one less; those of another rank are chosen no longer (H5)."""

    person: PersonId
    card: Card
    on: bool


@value
class ShowHand:
    """Send me my hand again."""

    person: PersonId


@value
class ShowTable:
    """Post the table anew in the group."""

    person: PersonId


@value
class ShowBoard:
    """Tell the group how the night stands (N12)."""

    person: PersonId


@value
class ShowRules:
    """Tell the group the rules of the game (N19), and its `rulings` (N18)."""

    person: PersonId
    rulings: tuple[str, ...] = ()


@value
class SetGroupLanguage:
    """What the group reads: the code of a language."""

    person: PersonId
    language: str


@value
class AllowSettings:
    """Who may change the group's settings: its administrators, or everybody at a table."""

    person: PersonId
    admins_only: bool


@value
class OpenDispute:
    """Ask all players of the night (N18); `closes_at` in Unix milliseconds is the end of the vote at the latest."""

    person: PersonId
    question: str
    answers: tuple[str, ...]
    closes_at: int


@value
class AnswerDispute:
    """My answer to a dispute, by its place (N18)."""

    person: PersonId
    dispute: int
    answer: int


@value
class ConfirmRuling:
    """Make the outcome of a dispute a ruling of the group, by an administrator (N18)."""

    person: PersonId
    dispute: int


@value
class EndNight:
    """Ask whether the night shall end; `confirmed`: yes, it ends; `cancelled`: no, it goes on."""

    person: PersonId
    confirmed: bool = False
    cancelled: bool = False


@value
class MoveChat:
    """The group has another id now, since it became a supergroup; or the night leaves its topic, which is gone."""

    chat: int


@value
class Tick:
    """Time has passed: nudges, time limits, the slap race (N2).

    `served_since`: what is timed since before then (Unix ms) begins anew, for there was an outage; 0: there was none.
    """

    served_since: int = 0
