"""The Arcipíč's 160 ml: due by the end of the table's next game, and never in its way (N9, S11)."""

from dataclasses import replace

from core.ledger import Entry
from core.night.person import Person
from core.night.values import News, Night, Step

_CLAUSE, _ML = "S11", 160
"""Nobody but the Arcipíč is charged so much by this clause."""


def due_soon(night: Night, person: Person) -> tuple[Entry, ...]:
    """What somebody who wears the hat has to drink by the end of the game that they wear it in."""
    debts = night.books.debts(person.id) if person.hat else ()
    big = [debt for debt in debts if (debt.rule, debt.dose) == (_CLAUSE, _ML)]
    return tuple(debt for debt in big if debt.game == big[-1].game)


def remind(before: Night, step: Step) -> Step:
    """The step, and once the news of what is not drunk yet when that game is over."""
    news: list[News] = []
    for table in before.tables:
        round_, now = table.round, step.night.table(table.id)
        if round_ is None or now is None or now.round is not None or step.night.ended_at:
            continue
        for person in before.people:
            at = before.table_of(person.id)
            late = [debt for debt in due_soon(before, person) if debt in step.night.books.open]
            if late and at is not None and at.id == table.id and late[-1].game < round_.number:
                data = (("person", person.id), ("ml", sum(debt.ml for debt in late)))
                news.append(News(kind="DrinkLate", data=data, table=table.id))
    return replace(step, news=(*step.news, *news)) if news else step
