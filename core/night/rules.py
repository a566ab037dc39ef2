"""What a night keeps of rules that people make themselves: the rules, the one being made, a vote (N17, P27–P29)."""

from enum import StrEnum

from core.game import Seat
from core.house import ANY
from core.ledger import PersonId
from core.values import value


@value
class HouseRule:
    """A rule that somebody of the group has made: the cards it is about ("K*") and its effects, as records have them.

    `by` is what its author was called: they may not be there when it is read.
    """

    id: str
    author: PersonId
    by: str
    when: str
    effects: tuple[str, ...]

    def table(self, author: str) -> dict[str, object]:
        """Its [[house]] table, the author by name (P27)."""
        return {"id": self.id, "author": author, "when": self.when, "effect": list(self.effects)}


class Page(StrEnum):
    """What the winner is asked about the rule."""

    START = "start"
    CATALOGUE = "catalogue"
    RANK = "rank"
    SUIT = "suit"
    EFFECT = "effect"
    ARGUMENT = "argument"
    """The number or the text of an effect."""
    REVIEW = "review"
    CANCEL = "cancel"


@value
class Proposal:
    """What the winner of game number `game` makes of the rules, since `since` (ms): the page and all chosen so far.

    `effects` are complete; `kind` is the one that still wants its number or text. `target` is a rule that is there
    already, to be used again or no longer: a built-in one by its id, one of the house by "#" and its id.
    """

    person: PersonId
    game: int
    since: int
    page: Page = Page.START
    rank: str = ANY
    suit: str = ANY
    effects: tuple[str, ...] = ()
    kind: str | None = None
    target: str | None = None

    @property
    def when(self) -> str:
        """The pattern of the cards."""
        return self.rank + self.suit


@value
class Vote:
    """Whether `accused` has done what a house rule asks for, reported by `by` at `since` (ms); `said` holds the votes:
    True for a breach (P28)."""

    accused: Seat
    by: Seat
    since: int
    text: str
    said: tuple[tuple[Seat, bool], ...] = ()
