"""What the game that is just over was for one person: their own line, before they are told what comes next."""

from core.ledger import PersonId
from core.night import Person, Result, Table
from core.night.due import due_soon
from tgbot.views.frame import Frame


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
    words, ml = frame.words, _ml(result, person.id)
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
            words("💩 <b>Vrchní píč: {ml} ml.</b> Somebody had to do it.", ml=ml),
            words("💩 <b>Vrchní píč: {ml} ml.</b> It was the cards' fault, of course.", ml=ml),
            words("💩 <b>Vrchní píč: {ml} ml.</b> The others thank you for a lovely evening.", ml=ml),
        )
    if result.outcome.title == "shithead":
        line = _one_of(
            result,
            words("💩 <b>The shithead is you.</b> It happens to the best of us."),
            words("💩 <b>The shithead is you.</b> The pile liked you, and you liked the pile."),
            words("💩 <b>The shithead is you.</b> Somebody had to tidy up the cards."),
        )
        forfeit = words("You drink {ml} ml.", ml=ml)
        return f"{line} {forfeit}" if ml else line
    if not any(result.outcome.scores):
        return words("🏁 <b>Last place.</b> Somebody had to be.")
    return _one_of(
        result,
        words("🌧 <b>Last place, −1.</b> Your washing is wet through."),
        words("🌧 <b>Last place, −1.</b> It only rained on you."),
        words("🌧 <b>Last place, −1.</b> Next time bring an umbrella."),
    )


def _placed(frame: Frame, person: Person, result: Result, place: int) -> str:
    words, ml = frame.words, _ml(result, person.id)
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
        dose = words("With two of you that's last but one as well: {ml} ml.", ml=ml)
        return f"{line} {dose}" if ml else line
    if result.players.index(person.id) == outcome.assistant:
        if not ml:
            return words("😅 <b>Last but one.</b> Nothing to drink this time.")
        return _one_of(
            result,
            words("🥈 <b>Assistant: {ml} ml.</b> You nearly got away with it. Nearly.", ml=ml),
            words("🥈 <b>Assistant: {ml} ml.</b> Could have been worse: ask whoever came last.", ml=ml),
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


def _ml(result: Result, person: PersonId) -> int:
    return sum(ml for whose, ml in result.owed if whose == person)
