"""Bottles, doses, debts and what is wrong with them (N7–N11, N13, N14, S10)."""

from core.ledger import Drink, PersonId
from core.night.person import Care
from core.values import value


@value
class DrinkUp:
    """I have drunk it (N9): the debt `entry`; None: the oldest one, or all when `everything`."""

    person: PersonId
    entry: int | None = None
    everything: bool = False


@value
class FetchRound:
    """The round is on the table that somebody had to fetch, by the number of its entry (N14)."""

    person: PersonId
    entry: int


@value
class Correct:
    """An entry of the ledger is wrong (N8), or all that one tap has noted as drunk: the `whole` of it."""

    person: PersonId
    entry: int
    whole: bool = False


@value
class ChooseDrink:
    """The winner's choice, in the game and after its end (S10): one word."""

    person: PersonId
    table: int
    game: int
    drink: str


@value
class AddBottle:
    """One more bottle for the stock (N7): `ml` of it, `abv` in tenths of a percent, the coefficient in halves; `also`
    are further ones, all of them or none."""

    person: PersonId
    name: str
    ml: int
    abv: int
    halves: int = 2
    also: tuple[Drink, ...] = ()

    @property
    def drinks(self) -> tuple[Drink, ...]:
        """All of them, one bottle each."""
        return (Drink(name=self.name, ml=self.ml, abv=self.abv, halves=self.halves), *self.also)


@value
class ChangeStock:
    """Another number of bottles of a drink, or another coefficient in halves (N7); None: as it is."""

    person: PersonId
    drink: str
    bottles: int | None = None
    halves: int | None = None


@value
class PickDrink:
    """What I drink from now on, one of the stock (N10)."""

    person: PersonId
    drink: str


@value
class ChooseCare:
    """With or without alcohol, from now on (N13)."""

    person: PersonId
    care: Care


@value
class SetOwnLimit:
    """So many standard drinks, and my doses are soft ones; 0: no limit (N13)."""

    person: PersonId
    drinks: int


@value
class GoOnDry:
    """The bottles are empty, and we play on to the end of the game, or ask whether to end the night (N11)."""

    person: PersonId
    plays: bool
