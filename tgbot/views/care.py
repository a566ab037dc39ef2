"""What somebody drinks and how much of it: seen by themselves alone; others see an emoji (N10, N13)."""

from core.ledger import Drink
from core.night import Care, Person
from core.night.care import OWN_LIMITS, grams, is_soft, standard_drinks
from core.night.due import due_soon
from core.night.stock import is_over_limit, not_empty, own_drink
from tgbot.screens import Button, Rows, Screen
from tgbot.taps import Kind
from tgbot.views.frame import Frame, choices_in_rows, ticked
from tgbot.views.names import drink_name
from tgbot.views.stock import rows_of_names, tenths
from tgbot.words import Words


def drink_screen(frame: Frame, person: Person, called: tuple[str, ...]) -> Screen:
    """One's own drink, with or without alcohol, one's own limit."""
    words, night = frame.words, frame.night
    lines = [words("🍷 <b>What are you drinking?</b>"), care_words(words)]
    rows: list[tuple[Button, ...]] = [care_row(frame, person)]
    if is_soft(night, person):
        drink = None
        if person.care is None and night.stock:
            lines.append(words("Pick one, then the bottles will be here."))
    else:
        drink = own_drink(night, person)
        own = [
            frame.button(ticked(drink_name(words, one.name), one == drink), Kind.DRINK, one.name)
            for one in not_empty(night)
        ]
        rows += rows_of_names(own)
    if drink is not None:
        lines.append(_own_drink(frame, person, drink))
    if person.care is Care.ALCOHOL:
        taken = standard_drinks(night.books.of(person.id).ethanol)
        lines += [
            "",
            words(
                "Your limit: after how many standard drinks (10 g of alcohol) do your doses go soft? So far: {n}.",
                n=tenths(words, taken),
            ),
        ]
        none = words("no limit")
        no_limit, *limits = (
            frame.button(ticked(str(limit or none), limit == person.limit), Kind.OWN_LIMIT, limit)
            for limit in OWN_LIMITS
        )
        rows += [(no_limit,), *choices_in_rows(limits, len(limits))]
    rows.append((frame.button(words("✓ Done"), Kind.MENU),))
    return Screen("\n".join(lines), tuple(rows), fresh=called)


def _own_drink(frame: Frame, person: Person, drink: Drink) -> str:
    """What somebody drinks, and why, where they have not chosen it (N10)."""
    words = frame.words
    if person.drink is None:
        return words("You haven't picked a drink, so it's <b>{drink}</b>.", drink=frame.drink(drink.name))
    return words("You're drinking <b>{drink}</b>.", drink=frame.drink(drink.name))


def limit_lines(frame: Frame, person: Person) -> list[str]:
    """That a limit of their own makes what they owe soft: nobody else is told (N13)."""
    if not is_over_limit(frame.night, person):
        return []
    return [frame.words("🧃 Your own limit: from here on your doses are soft. Nobody else sees it. (N13)")]


def dose_lines(frame: Frame, person: Person) -> list[str]:
    """Why their doses are not what they have chosen: a limit of their own, or their bottle is empty (N10)."""
    words, lines = frame.words, limit_lines(frame, person)
    drink = None if is_soft(frame.night, person) else own_drink(frame.night, person)
    if drink is not None and person.drink not in (None, drink.name):
        was, now = frame.drink(person.drink), frame.drink(drink.name)
        lines.append(words("🍷 {was} is finished, you now have <b>{now}</b>: /drink", was=was, now=now))
    return lines


def due_lines(frame: Frame, person: Person) -> list[str]:
    """What the Arcipíč has to drink by the end of the game with the hat (N9)."""
    ml = sum(debt.ml for debt in due_soon(frame.night, person))
    if not ml:
        return []
    table = frame.night.table_of(person.id)
    running = table is not None and table.round is not None
    words = frame.words
    text = (
        words("🎓 {ml} ml due by the end of this game. (N9)", ml=ml)
        if running
        else words("🎓 {ml} ml due by the end of the next game. (N9)", ml=ml)
    )
    return [text]


def debt_rows(frame: Frame, person: Person) -> Rows:
    """One tap settles the oldest debt, one more all of them (N9)."""
    words, debts = frame.words, frame.night.books.debts(person.id)
    if not debts:
        return ()
    oldest = frame.button(words("✅ I drank {ml} ml", ml=debts[0].ml), Kind.DRUNK, debts[0].number)
    if len(debts) == 1:
        return ((oldest,),)
    everything = frame.button(words("✅ All {ml} ml", ml=sum(debt.ml for debt in debts)), Kind.DRUNK, "all")
    return ((oldest, everything),)


def care_row(frame: Frame, person: Person) -> tuple[Button, ...]:
    """Two equal buttons (N13)."""
    words = frame.words
    labels = ((Care.ALCOHOL, words("🥃 I'm 18+")), (Care.SOFT, words("🧃 Soft")))
    return tuple(frame.button(ticked(label, person.care is care), Kind.CARE, care) for care, label in labels)


def care_words(words: Words) -> str:
    """What the choice means."""
    return words("Either way it's the same game and the same doses. The others only see the emoji.")


def alcohol(words: Words, ethanol: int) -> str:
    """So many µl of pure alcohol, in grams and standard drinks (N12)."""
    if standard_drinks(ethanol) < 0.1:
        return words("{g} g of alcohol", g=tenths(words, grams(ethanol)))
    return words(
        "{g} g of alcohol ({n} standard drinks)",
        g=tenths(words, grams(ethanol)),
        n=tenths(words, standard_drinks(ethanol)),
    )


def water(words: Words) -> str:
    """Once after every three standard drinks, to whoever had them (N13)."""
    return words("💧 Time for a glass of water.")


def way_home(words: Words) -> str:
    """Words for a way home (N13)."""
    return words(
        "🏠 <b>The way home</b>\n• Don't drive and don't cycle: a taxi, the night bus, or on foot with "
        "somebody.\n• Ask at the bar for a taxi; they know the number.\n• Let somebody know when you're "
        "home.\n• Somebody won't wake up or is breathing badly? Lay them on their side and call <b>155</b> or "
        "<b>112</b>."
    )
