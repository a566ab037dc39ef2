"""What the person is told whose intent was done."""

from collections.abc import Sequence

from core.ledger import SOFT, Drink, Entry, EntryKind
from core.night import Care, Menu, Night, Step
from core.night import intents as want
from core.night.care import is_soft, water_is_due
from core.night.disputes import find as find_dispute
from core.night.people import known, place_in_queue
from core.night.stock import HALVES
from tgbot.views.answers.popup import Answer, cut, sits_elsewhere
from tgbot.views.cards import SUIT_SIGNS
from tgbot.views.care import water
from tgbot.views.explained import explained
from tgbot.views.facts import dose
from tgbot.views.frame import Frame, deep_link
from tgbot.views.games import chosen_in_vain, have_lost, is_soft_for_all, may_lose
from tgbot.views.names import drink_name
from tgbot.views.registry import GAME_WORDS
from tgbot.views.settings import language_chosen
from tgbot.views.stock import factor, litres, percent
from tgbot.words import Words, speak


def what_was_done(  # noqa: C901 - one case an intent
    seen: Frame, before: Night, intent: want.Intent, step: Step
) -> Answer:
    """The popup of an intent; `seen` is the night after it."""
    words = seen.words
    match intent:
        case want.Act():
            return Answer(cut(_acted(seen, before, intent, step)))
        case want.Join():
            return _joined(seen, before, intent)
        case want.Leave():
            person = step.night.person(intent.person)
            if person is not None and person.leaving:
                return Answer(words("You'll leave after this game. /leave again, and you stay."))
            if person is not None and person.exiting:
                return Answer(words("Which bottle? Choose in your private chat."))
            if step.news:
                return Answer(words("Good night, and get home safe!"))
            return Answer(words("You're staying."))
        case want.Unwell():
            return Answer(words("You're out: nothing more is added, and what you already owe can wait. Get well soon!"))
        case want.Rest():
            person = step.night.person(intent.person)
            resting = person is not None and person.resting
            return Answer(
                words("You're sitting out the next game.") if resting else words("You're in for the next game.")
            )
        case want.Deal():
            return Answer(words("Cards are dealt."))
        case want.DrinkUp():
            return _drunk(seen, before, intent, step)
        case want.FetchRound():
            return Answer(words("Cheers! The group knows."))
        case want.Correct():
            if any(fact.kind == "PutBack" for fact in step.news):
                return Answer(words("Put back on the board, and the group knows."))
            if any(step.night.books.struck(entry) for entry in step.entries):
                return Answer(words("Struck, and the group knows. A slip? “Put back” is below."))
            return Answer(words("Taken back, and the group knows."))
        case want.ChooseDrink():
            return Answer(_chosen_drink(seen, intent))
        case want.OpenMenu(menu=None) if (back := before.person(intent.person)) is not None and back.on_break:
            return Answer(words("▶️ The clock is running again."))
        case want.OpenMenu(menu=menu, anew=True) if menu is not None:
            person = step.night.person(intent.person)
            url = None if person is not None and person.reachable else deep_link(seen.bot, f"hand-{step.night.id}")
            if url is not None:
                return Answer(words("First tap 🃏 My cards, then Start."), url=url)
            settings = menu is Menu.SETTINGS
            text = words("The settings are in your private chat.") if settings else words("It's in your private chat.")
            return Answer(text)
        case want.Pause():
            table = step.night.table_of(intent.person)
            if table is not None and table.round is not None and table.round.paused_by is not None:
                return Answer(words("⏸ The clock stops until somebody plays."))
            return Answer(words("▶️ The clock is running again."))
        case want.SeatBot():
            sat = next(
                one
                for one in step.night.people
                if one.bot and before.table_of(one.id) is None and step.night.table_of(one.id)
            )
            return Answer(words("{name} sits down.", name=sat.name))
        case want.OpenDispute():
            return Answer(words("The group votes."))
        case want.AnswerDispute(dispute=number, answer=place):
            dispute = find_dispute(step.night, number)
            assert dispute is not None
            return Answer(words("You vote: {answer}.", answer=dispute.answers[place]))
        case want.ConfirmRuling():
            return Answer(words("It's a group ruling now."))
        case want.EndNight(confirmed=False, cancelled=False):
            return Answer(words("I'm asking the group."))
        case want.ShowTable() if step.night.table_of(intent.person) is None:
            return Answer(words("The table's already open, here it is again below. Tap Join and you're in."))
        case want.ShowBoard():
            return Answer(words("The board is below, in the group."))
        case want.PickDrink(drink=drink) if is_soft(step.night, known(step.night, intent.person)):
            return Answer(words("Chosen: {drink}. For now your doses count as soft.", drink=drink_name(words, drink)))
        case want.AddBottle():
            # The list of all bottles is open below it, or one is told where it is.
            is_open = known(step.night, intent.person).menu is Menu.STOCK
            where = () if is_open else (words("/stock shows all bottles."),)
            return Answer(" ".join((_of_drinks(words, intent), *where)))
        case want.SetLanguage():
            return Answer(language_chosen(words, private=True))
        case want.SetGroupLanguage(language=language):
            return Answer(language_chosen(speak(language), private=False))
        case _:
            return Answer(_of_drinks(words, intent) or _of_rules(words, intent) or cut(explained(seen, intent)))


def _of_drinks(words: Words, intent: want.Intent) -> str:
    match intent:
        case want.TakeBreak():
            return words("☕ Your clock is off until you tap something.")
        case want.StaySeated(on=True):
            return words("🪑 Nobody will ask you to stand up.")
        case want.AddBottle():
            bottles = "; ".join(", ".join(_bottle(words, drink)) for drink in intent.drinks)
            return words("🍾 On the table: {bottles}.", bottles=bottles)
        case want.PickDrink(drink=drink):
            return words("You're drinking {drink}.", drink=drink_name(words, drink))
        case want.ChooseCare(care=Care.ALCOHOL):
            return words("🥃 Noted. You can change it at any time.")
        case want.ChooseCare():
            return words("🧃 Noted. You can change it at any time.")
        case want.FinishBottle():
            return words("Good night, and get home safe!")
        case want.WaiveBottle():
            return words("Let off, and the group knows.")
        case want.SetOwnLimit(drinks=0):
            return words("No limit.")
        case want.SetOwnLimit(drinks=limit):
            return words.count("After {n} standard drink: soft.", "After {n} standard drinks: soft.", limit)
        case _:
            return ""


def _bottle(words: Words, drink: Drink) -> tuple[str, ...]:
    """What was put on the table, with what a dose of it is where that is more than one (N7)."""
    more = (words("dose ×{factor}", factor=factor(words, drink.halves)),) if drink.halves != HALVES[0] else ()
    return (drink_name(words, drink.name), litres(words, drink.ml), percent(words, drink.abv), *more)


def _of_rules(words: Words, intent: want.Intent) -> str:
    match intent:
        case want.MakeRule(verb=want.Making.DONE):
            return words("So be it. The group knows.")
        case want.CastVote():
            return words("Your vote counts.")
        case want.Cut(suit=suit):
            return words("✂️ Cut for the action suit: {suit}", suit=SUIT_SIGNS[suit])
        case _:
            return ""


def _acted(seen: Frame, before: Night, intent: want.Act, step: Step) -> str:
    table = before.table(intent.table)
    assert table is not None
    assert table.round is not None
    seat = table.round.seat(intent.person)
    assert seat is not None
    return " ".join(
        (GAME_WORDS[table.round.game].answer(seen, table.round, seat, step.events), *_charged(seen, intent, step))
    )


def _charged(seen: Frame, intent: want.Act, step: Step) -> tuple[str, ...]:
    """What this has cost in ml, and what all of it makes by now."""
    words, owed = seen.words, step.night.books.owed(intent.person)
    debts = [one for one in step.entries if one.person == intent.person and one.kind is EntryKind.ASSIGNED]
    ml, halves = sum(debt.ml for debt in debts), {debt.halves for debt in debts}
    if not ml:
        return ()
    cost = dose(words, ml, halves.pop() if len(halves) == 1 else HALVES[0])
    if owed == ml:
        return (words("Charged: {dose}.", dose=cost),)
    return (words("Charged: {dose}, you owe {owed} ml.", dose=cost, owed=owed),)


def _drunk(seen: Frame, before: Night, intent: want.DrinkUp, step: Step) -> Answer:
    words, books = seen.words, step.night.books
    owed, drunk = books.owed(intent.person), sum(entry.ml for entry in step.entries)
    text = (
        words("Noted: {ml} ml. Still owed: {owed} ml.", ml=drunk, owed=owed)
        if owed
        else words("Noted: {ml} ml. You owe nothing.", ml=drunk)
    )
    text = " ".join((text, *_why_less(words, step.entries, is_soft(before, known(before, intent.person)))))
    if water_is_due(before.books, books, intent.person):
        return Answer(f"{text}\n{water(words)}", alert=True)
    return Answer(text)


def _why_less(words: Words, drunk: Sequence[Entry], has_soft: bool) -> tuple[str, ...]:
    """Why there is less alcohol in what was noted than they may think: bottles were empty (N11), doses soft (N13)."""
    dry, lines = sum(entry.dry for entry in drunk), []
    if dry and dry == sum(entry.ml for entry in drunk):
        lines.append(words("All of it dry: the bottle was empty. (N11)"))
    elif dry:
        lines.append(words("{ml} ml of it dry: there was no more in the bottle. (N11)", ml=dry))
    if any(entry.limited for entry in drunk):
        lines.append(words("Soft, because of your own limit."))
    elif not has_soft and any(entry.drink == SOFT for entry in drunk):
        lines.append(words("It went down as a soft one."))
    return tuple(lines)


def _chosen_drink(seen: Frame, intent: want.ChooseDrink) -> str:
    """What comes of the winner's choice (S10)."""
    words, drink = seen.words, drink_name(seen.words, intent.drink)
    table = seen.night.table(intent.table)
    assert table is not None
    if table.round is not None:
        losers = may_lose(table.round, intent.person)
    else:
        result = next(result for result in table.results if result.number == intent.game)
        losers = have_lost(seen.night, result)
    if is_soft_for_all(seen.night, losers):
        return chosen_in_vain(words, drink)
    return words("The losers drink {drink}.", drink=drink)


def _joined(seen: Frame, before: Night, intent: want.Join) -> Answer:
    words = seen.words
    person = seen.night.person(intent.person)
    assert person is not None
    url = None if person.reachable else deep_link(seen.bot, f"hand-{seen.night.id}")
    known = any(table.keeps_a_place_for(intent.person) for table in before.tables)
    table = seen.night.table_of(intent.person)
    if table is not None and intent.table not in (None, table.id):
        return Answer(sits_elsewhere(words, table.id))
    if table is not None and person.id in table.queue:
        return Answer(_waits(words, place_in_queue(table, person.id)), url=url)
    if known and url is None:
        return Answer(words("You're already here. Your cards are in your private chat with me."))
    return Answer(words("You're at the table. Your cards will come to your private chat with me."), url=url)


def _waits(words: Words, place: int) -> str:
    """What somebody in the queue may hope for (N1)."""
    if not place:
        return words("You're at the table; your cards come with the next game.")
    if place == 1:
        return words("The table is full; the first free seat is yours.")
    return words("The table is full; you're number {n} in the queue.", n=place)
