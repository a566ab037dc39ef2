"""What the game that is just over was for one person: their own line, before they are told what comes next."""

from core.ledger import PersonId
from core.night import Person, Result, Table
from core.night.due import due_soon
from core.night.stock import HALVES
from tgbot.views.facts import dose
from tgbot.views.frame import Frame

OF_THE_END = ("S11", "H14")
"""By these clauses the end of a game charges somebody."""


def result_lines(frame: Frame, person: Person, table: Table) -> tuple[str, ...]:
    """The place, the title, the ml, whether they deal: a line and an empty one; () for whoever did not see the end."""
    result = next((result for result in table.results if person.id in result.players), None)
    if result is None:
        return ()
    seat, outcome = result.players.index(person.id), result.outcome
    if seat == outcome.loser:
        line = _lost(frame, person, result)
    elif seat in outcome.places:
        line = _placed(frame, person, result, outcome.places.index(seat) + 1)
    else:
        return ()
    deals = frame.words("You deal next.")
    return (f"{line} {deals}" if table.dealer == person.id else line, "")


def _one_of(result: Result, *lines: str, place: int = 0) -> str:
    """Not the same one every time, the same one for the same game, and for places of one game another one each."""
    return lines[(result.number + place) % len(lines)]


def _lost(frame: Frame, person: Person, result: Result) -> str:
    words, cost = frame.words, _dose(frame, result, person.id)
    due = sum(debt.ml for debt in due_soon(frame.night, person))
    if person.hat and due:
        return words(
            "🎓 <b>Arcipíč!</b> You wear the hat, and {ml} ml is due by the end of the next game. (N9)", ml=due
        )
    if person.hat:
        return words("🎓 <b>Arcipíč!</b> You wear the hat, and it suits you.")
    if result.outcome.title == "vrchni":
        return _one_of(
            result,
            words("💩 <b>Vrchní píč: {dose}.</b> Somebody had to do it.", dose=cost),
            words("💩 <b>Vrchní píč: {dose}.</b> It was the cards' fault, of course.", dose=cost),
            words("💩 <b>Vrchní píč: {dose}.</b> The others thank you for a lovely evening.", dose=cost),
        )
    if result.outcome.title == "shithead":
        line = _one_of(
            result,
            words("💩 <b>The shithead is you.</b> It happens to the best of us."),
            words("💩 <b>The shithead is you.</b> The pile liked you, and you liked the pile."),
            words("💩 <b>The shithead is you.</b> Somebody had to tidy up the cards."),
        )
        forfeit = words("You drink {dose}.", dose=cost)
        return f"{line} {forfeit}" if cost else line
    if not any(result.outcome.scores):
        return words("🏁 <b>Last place.</b> Somebody had to be.")
    return _one_of(
        result,
        words("🌧 <b>Last place, −1.</b> Your washing is wet through."),
        words("🌧 <b>Last place, −1.</b> It only rained on you."),
        words("🌧 <b>Last place, −1.</b> Next time bring an umbrella."),
    )


def _placed(frame: Frame, person: Person, result: Result, place: int) -> str:
    words, cost = frame.words, _dose(frame, result, person.id)
    outcome = result.outcome
    if outcome.loser is None:
        return words("🚑 <b>Called off, so it doesn't count.</b> Health comes first: nobody drinks for the end.")
    if place == 1:
        line = _one_of(
            result,
            words("🏆 <b>You won!</b> Look modest."),
            words("🏆 <b>You won!</b> Smile at them while they can still see it."),
            words("🏆 <b>You won!</b> Pure skill, whatever they say."),
        )
        also = words("With two of you that's last but one as well: {dose}.", dose=cost)
        return f"{line} {also}" if cost else line
    if result.players.index(person.id) == outcome.assistant:
        if not cost:
            return words("😅 <b>Last but one.</b> Nothing to drink this time.")
        return _one_of(
            result,
            words("🥈 <b>Assistant: {dose}.</b> You nearly got away with it. Nearly.", dose=cost),
            words("🥈 <b>Assistant: {dose}.</b> Could have been worse: ask whoever came last.", dose=cost),
        )
    return _one_of(
        result,
        words("🏁 <b>{place} place.</b> The golden mean.", place=words.ordinal(place)),
        words("🏁 <b>{place} place.</b> Others have the worries.", place=words.ordinal(place)),
        words("🏁 <b>{place} place.</b> Quiet and reliable.", place=words.ordinal(place)),
        words("🏁 <b>{place} place.</b> Nothing to brag about, nothing to hide.", place=words.ordinal(place)),
        words("🏁 <b>{place} place.</b> Somebody has to keep the others company.", place=words.ordinal(place)),
        place=place,
    )


def _dose(frame: Frame, result: Result, person: PersonId) -> str:
    """What somebody owes for the end of the game; empty for nothing."""
    ml, books = sum(ml for whose, ml in result.owed if whose == person), frame.night.books
    theirs = [one for one in books.listed() if (one.person, one.game, one.ml) == (person, result.number, ml)]
    # Of what was charged long ago nobody knows the coefficient any more.
    halves = next((one.halves for one in theirs if one.rule in OF_THE_END), HALVES[0])
    return dose(frame.words, ml, halves) if ml else ""
