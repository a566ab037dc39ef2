"""What a tap is answered at once, in a popup of at most 200 characters."""

from dataclasses import dataclass, replace
from html import unescape

from core.game import Refusal
from core.games import FIRST_GAME
from core.ledger import SOFT, Drink, EntryKind
from core.night import Care, Decline, Declined, Menu, Night, Step
from core.night import intents as want
from core.night.care import is_soft, water_is_due
from core.night.closing import may_confirm
from core.night.disputes import find as find_dispute
from core.night.house import LONGEST_DEED, LONGEST_WORDS, MOST_CARDS, MOST_ML
from core.night.people import known, place_in_queue
from core.night.stock import HALVES, STRENGTHS, VOLUMES
from tgbot.views.cards import SUIT_SIGNS
from tgbot.views.care import water
from tgbot.views.disputes import how_to_ask, too_long
from tgbot.views.explained import explained
from tgbot.views.frame import Frame, deep_link
from tgbot.views.games import chosen_in_vain, have_lost, is_soft_for_all, may_lose
from tgbot.views.names import drink_name, in_a_row
from tgbot.views.registry import GAME_WORDS
from tgbot.views.settings import language_chosen
from tgbot.views.split import table_name
from tgbot.views.stock import factor, litres, percent
from tgbot.views.texts import done_already, night_over, old_button, too_few
from tgbot.words import Words, speak

LONGEST = 200
MOST_WAITED_FOR = 5
"""Names in a popup, of those one of whom has to say something."""


@dataclass(frozen=True)
class Answer:
    """A popup: `text` without HTML; `alert`: it has to be closed; `url`: the private chat to open."""

    text: str = ""
    alert: bool = False
    url: str | None = None


OF_A_TABLE = (
    want.Act, want.CastVote, want.ChooseDrink, want.Cut, want.Deal, want.Join, want.Leave, want.MakeRule, want.Pause,
    want.PickGame, want.Rest, want.SeatBot, want.SetCustom, want.SetLimit, want.SetOption, want.SetOptions,
    want.SetSlapLimit, want.SwitchRule, want.TakeBreak,
)  # fmt: skip
"""What is about one of the tables."""


def answer(seen: Frame, before: Night, intent: want.Intent, step: Step) -> Answer:
    """What the person is told whose intent was done; `seen` is the night after it."""
    return _at_table(seen, intent, _answer(seen, before, intent, step))


def declined(seen: Frame, intent: want.Intent, why: Declined, *, aloud: bool = False) -> Answer:
    """Why nothing happened; `aloud`: nothing that only they may know."""
    return _at_table(seen, intent, _declined(seen, intent, why, aloud))


def once_more(seen: Frame, intent: want.Intent, why: Declined) -> Answer:
    """A second tap on the same button at once: it is done, and where that explains nothing, what is so by now."""
    if why.reason is Decline.NOTHING_OWED:
        return declined(seen, intent, why)
    if isinstance(intent, want.Act) and intent.action == "call":
        return Answer(seen.words("Once was enough."))
    return Answer(done_already(seen.words))


def _at_table(seen: Frame, intent: want.Intent, told: Answer) -> Answer:
    """The popup, with the table that it is about where there are two (N5)."""
    if not told.text or not isinstance(intent, OF_A_TABLE) or seen.night.ended_at:
        return told
    own = seen.night.table_of(intent.person)
    about: int | None = getattr(intent, "table", None) or (own.id if own is not None else None)
    name = table_name(seen, about or 0)
    return replace(told, text=_cut(f"{name}: {told.text}")) if name else told


def _answer(seen: Frame, before: Night, intent: want.Intent, step: Step) -> Answer:  # noqa: C901 - one case an intent
    words = seen.words
    match intent:
        case want.Act():
            return Answer(_cut(_acted(seen, before, intent, step)))
        case want.Join():
            return _joined(seen, before, intent)
        case want.Leave():
            person = step.night.person(intent.person)
            if person is not None and person.leaving:
                return Answer(words("You leave when this game is over. /leave again, and you stay."))
            if person is not None and person.exiting:
                return Answer(words("Which bottle? The choice is in your private chat."))
            if step.news:
                return Answer(words("Good night, and get home safely!"))
            return Answer(words("You stay."))
        case want.Unwell():
            return Answer(words("You are out: this game costs nothing, what you owe can wait. Get well soon!"))
        case want.Rest():
            person = step.night.person(intent.person)
            resting = person is not None and person.resting
            return Answer(words("You sit out the next game.") if resting else words("You play the next game."))
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
        case want.OpenMenu(menu=menu, anew=True) if menu is not None:
            person = step.night.person(intent.person)
            url = None if person is not None and person.reachable else deep_link(seen.bot, f"hand-{step.night.id}")
            if url is not None:
                return Answer(words("First tap 🃏 My cards, then Start."), url=url)
            settings = menu is Menu.SETTINGS
            text = words("The settings are in your private chat.") if settings else words("It is in your private chat.")
            return Answer(text)
        case want.Pause():
            table = step.night.table_of(intent.person)
            if table is not None and table.round is not None and table.round.paused_by is not None:
                return Answer(words("⏸ The clock stands until somebody plays on."))
            return Answer(words("▶️ The clock runs again."))
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
            return Answer(words("It is a ruling of the group now."))
        case want.EndNight(confirmed=False, cancelled=False):
            return Answer(words("The group is asked."))
        case want.ShowTable() if step.night.table_of(intent.person) is None:
            return Answer(words("The table is open already, it comes again below. Tap Join and you are in."))
        case want.ShowBoard():
            return Answer(words("The board comes below, in the group."))
        case want.PickDrink(drink=drink) if is_soft(step.night, known(step.night, intent.person)):
            return Answer(words("Chosen: {drink}. For now your doses count as soft.", drink=drink_name(words, drink)))
        case want.SetLanguage():
            return Answer(language_chosen(words, private=True))
        case want.SetGroupLanguage(language=language):
            return Answer(language_chosen(speak(language), private=False))
        case _:
            return Answer(_of_drinks(words, intent) or _of_rules(words, intent) or _cut(explained(seen, intent)))


def _of_drinks(words: Words, intent: want.Intent) -> str:
    match intent:
        case want.TakeBreak():
            return words("☕ The clock does not run for you until you tap anything.")
        case want.StaySeated(on=True):
            return words("🪑 Nobody asks you to stand up.")
        case want.AddBottle():
            bottles = "; ".join(", ".join(_bottle(words, drink)) for drink in intent.drinks)
            return words("🍾 On the table: {bottles}. /stock shows all bottles.", bottles=bottles)
        case want.PickDrink(drink=drink):
            return words("You drink {drink}.", drink=drink_name(words, drink))
        case want.ChooseCare(care=Care.ALCOHOL):
            return words("🥃 Noted. You can change it at any time.")
        case want.ChooseCare():
            return words("🧃 Noted. You can change it at any time.")
        case want.FinishBottle():
            return words("Good night, and get home safely!")
        case want.WaiveBottle():
            return words("Waived, and the group knows.")
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
            return words("✂️ The action suit is cut: {suit}", suit=SUIT_SIGNS[suit])
        case _:
            return ""


def _acted(seen: Frame, before: Night, intent: want.Act, step: Step) -> str:
    table = before.table(intent.table)
    assert table is not None
    assert table.round is not None
    seat = table.round.seat(intent.person)
    assert seat is not None
    return " ".join((GAME_WORDS[table.round.game].answer(seen, seat, step.events), *_charged(seen, intent, step)))


def _charged(seen: Frame, intent: want.Act, step: Step) -> tuple[str, ...]:
    """What this has cost in ml, and what all of it makes by now."""
    words, owed = seen.words, step.night.books.owed(intent.person)
    ml = sum(entry.ml for entry in step.entries if entry.person == intent.person and entry.kind is EntryKind.ASSIGNED)
    if not ml:
        return ()
    if owed == ml:
        return (words("Charged: {ml} ml.", ml=ml),)
    return (words("Charged: {ml} ml, you owe {owed} ml.", ml=ml, owed=owed),)


def _drunk(seen: Frame, before: Night, intent: want.DrinkUp, step: Step) -> Answer:
    words, books = seen.words, step.night.books
    owed, drunk = books.owed(intent.person), sum(entry.ml for entry in step.entries)
    text = (
        words("Noted: {ml} ml. Still owed: {owed} ml.", ml=drunk, owed=owed)
        if owed
        else words("Noted: {ml} ml. You owe nothing.", ml=drunk)
    )
    if any(entry.drink == SOFT for entry in step.entries) and not is_soft(before, known(before, intent.person)):
        text += " " + words("Soft, because of your own limit.")
    if water_is_due(before.books, books, intent.person):
        return Answer(f"{text}\n{water(words)}", alert=True)
    return Answer(text)


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
    return words("They drink: {drink}.", drink=drink)


def _joined(seen: Frame, before: Night, intent: want.Join) -> Answer:
    words = seen.words
    person = seen.night.person(intent.person)
    assert person is not None
    url = None if person.reachable else deep_link(seen.bot, f"hand-{seen.night.id}")
    known = any(table.keeps_a_place_for(intent.person) for table in before.tables)
    table = seen.night.table_of(intent.person)
    if table is not None and intent.table not in (None, table.id):
        return Answer(_sits_elsewhere(words, table.id))
    if table is not None and person.id in table.queue:
        return Answer(_waits(words, place_in_queue(table, person.id)), url=url)
    if known and url is None:
        return Answer(words("You already sit here. Your cards are in your private chat with me."))
    return Answer(words("You sit at the table. Your cards come to your private chat with me."), url=url)


def _waits(words: Words, place: int) -> str:
    """What somebody in the queue may hope for (N1)."""
    if not place:
        return words("You sit down; your cards come with the next game.")
    if place == 1:
        return words("The table is full; the first free seat is yours.")
    return words("The table is full; you are number {n} in the queue.", n=place)


def _sits_elsewhere(words: Words, table: int) -> str:
    return words("You do not play at this table, you sit at table {n}.", n=table)


def _declined(  # noqa: C901 - one case a reason
    seen: Frame, intent: want.Intent, why: Declined, aloud: bool
) -> Answer:
    words = seen.words
    if (elsewhere := _at_another_table(seen, intent, why)) is not None:
        return elsewhere
    match why.reason:
        case Decline.REFUSED:
            return Answer(_cut(_refused(seen, intent, why, aloud)))
        case Decline.OLD_BUTTON:
            return Answer(old_button(words))
        case Decline.STRANGER:
            return Answer(words("You do not sit at this table. Tap Join in the group."))
        case Decline.NOT_PLAYING:
            return Answer(words("You do not play this game; your cards come with the next one."))
        case Decline.GAME_RUNNING if isinstance(intent, want.Deal):
            return Answer(words("The cards are dealt already."))
        case Decline.GAME_RUNNING:
            return Answer(words("Not while a game is running."))
        case Decline.TOO_FEW:
            table = seen.night.table_of(intent.person) if isinstance(intent, want.Deal) else None
            return Answer(too_few(words, table.game if table else FIRST_GAME))
        case Decline.DOES_NOT_FIT:
            return Answer(words("This game cannot be played with so many people and these settings."), alert=True)
        case Decline.NOTHING_OWED:
            return Answer(words("You owe nothing. Cheers!"))
        case Decline.JUST_DONE:
            return Answer(done_already(words))
        case Decline.NOT_CORRECTABLE:
            return Answer(words("This entry is corrected already, or too old for a tap."))
        case Decline.STOCK_FULL:
            return Answer(words("The table is full of bottles already."))
        case Decline.NO_BOTTLE:
            return Answer(_no_such_bottle(words, intent))
        case Decline.NO_GAME:
            return Answer(words("No game is running."))
        case Decline.NO_SEAT:
            return Answer(words("There is no free seat at this table."))
        case Decline.NO_QUESTION:
            asked = (intent.question, intent.answers) if isinstance(intent, want.OpenDispute) else ("", ())
            return Answer(unescape(how_to_ask(words, *asked)))
        case Decline.QUESTION_TOO_LONG:
            return Answer(too_long(words))
        case Decline.DISPUTES_FULL:
            return Answer(words("That is enough disputes for one night: settle those first."))
        case Decline.NOT_ALONE:
            others = in_a_row([seen.names[person] for person in may_confirm(seen.night)], MOST_WAITED_FOR)
            return Answer(_cut(words("You have asked; now somebody else has to say yes: {names}.", names=others)))
        case Decline.NIGHT_OVER:
            return Answer(night_over(words, aloud=aloud))
        case _:
            return _declined_by_house(words, why.reason)


def _at_another_table(seen: Frame, intent: want.Intent, why: Declined) -> Answer | None:
    """What is told to whoever sits at the other of two tables (N5)."""
    table: int | None = getattr(intent, "table", None)
    own = seen.night.table_of(intent.person) if isinstance(intent, OF_A_TABLE) else None
    if own is None or table in (None, own.id) or why.reason not in (Decline.NOT_PLAYING, Decline.OLD_BUTTON):
        return None
    if seen.night.table(table) is None:
        return None
    return Answer(_sits_elsewhere(seen.words, own.id))


def _no_such_bottle(words: Words, intent: want.Intent) -> str:
    """What of it cannot be (N7)."""
    why = ""
    if isinstance(intent, want.AddBottle):
        if any(drink.ml not in VOLUMES for drink in intent.drinks):
            why = words("A bottle holds from 10 ml to 100 litres.")
        elif any(drink.abv not in STRENGTHS for drink in intent.drinks):
            why = words("Nothing is stronger than 96 %.")
        elif any(drink.halves not in HALVES for drink in intent.drinks):
            why = words("A dose counts ×1 to ×4, in steps of one half.")
        else:
            why = words("That name is too long for a label.")
    return " ".join((why, words("For example: /stock slivovice 0.7 52"))).strip()


def _declined_by_house(words: Words, reason: Decline) -> Answer:
    """Why not, where people talk, make rules and vote on deeds."""
    match reason:
        case Decline.ALREADY_SAID:
            return Answer(words("You have said it already."))
        case Decline.RULE_PENDING:
            return Answer(words("The winner still makes a rule; three minutes at most."))
        case Decline.NO_WORDS:
            return Answer(words("Some words, please."))
        case Decline.WORDS_TOO_LONG:
            return Answer(words("That is too long to be said in one breath: {n} characters at most.", n=LONGEST_WORDS))
        case Decline.DEED_TOO_LONG:
            return Answer(words("That is too long: {n} characters at most.", n=LONGEST_DEED))
        case Decline.NOT_SO_MANY:
            return Answer(words("From 1 to {n} cards.", n=MOST_CARDS))
        case Decline.NOT_SO_MUCH:
            return Answer(words("From 1 to {n} ml.", n=MOST_ML))
        case Decline.RULE_NEVER_ENDS:
            text = words("With this rule the game might never end: I have tried it with 200 games. Make another one.")
            return Answer(text, alert=True)
        case Decline.RULE_LOSES_CARDS:
            return Answer(words("With this rule cards get lost, I have tried it. Make another one."), alert=True)
        case Decline.RULE_STOPS:
            text = words("With this rule a game got stuck with nobody to play, I have tried it. Make another one.")
            return Answer(text, alert=True)
        case Decline.VOTE_OPEN:
            return Answer(words("First the vote about the deed has to be over; a minute at most. (P28)"))
        case Decline.ACQUITTED:
            return Answer(words("The table has found that it was done. (P28)"))
        case _:
            return Answer(words("You cannot vote on yourself. (P28)"))


def _refused(seen: Frame, intent: want.Intent, why: Declined, aloud: bool) -> str:
    assert why.refused is not None
    person_table = seen.night.table_of(intent.person) if isinstance(intent, want.Act | want.ChooseDrink) else None
    round_ = person_table.round if person_table else None
    seat = round_.seat(intent.person) if round_ and isinstance(intent, want.Act | want.ChooseDrink) else None
    if round_ is None or seat is None:
        return seen.words("Only the winner chooses the drink. (S10)")
    if isinstance(intent, want.Act) and why.refused.code is Refusal.NOT_YOUR_CARD:
        card = intent.action.removeprefix("play ")[:2]
        if card and round_.did[seat].startswith(f"play {card}"):
            return seen.words("This card is on the table already.")
    return GAME_WORDS[round_.game].refusal(seen, round_, seat, why.refused, aloud=aloud)


def _cut(text: str) -> str:
    """Plain text that fits a popup."""
    plain = unescape(text)
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
