"""What the person is told whose intent was declined."""

from html import unescape

from core.game import Refusal
from core.games import FIRST_GAME
from core.night import Decline, Declined
from core.night import intents as want
from core.night.closing import may_confirm
from core.night.house import LONGEST_DEED, LONGEST_WORDS, MOST_CARDS, MOST_ML
from core.night.stock import HALVES, STRENGTHS, VOLUMES
from tgbot.views.answers.popup import OF_A_TABLE, Answer, cut, sits_elsewhere
from tgbot.views.disputes import how_to_ask, too_long
from tgbot.views.frame import Frame
from tgbot.views.names import in_a_row
from tgbot.views.registry import GAME_WORDS
from tgbot.views.texts import done_already, night_over, old_button, too_few
from tgbot.words import Words

MOST_WAITED_FOR = 5
"""Names in a popup, of those one of whom has to say something."""


def reason(  # noqa: C901 - one case a reason
    seen: Frame, intent: want.Intent, why: Declined, aloud: bool
) -> Answer:
    """The popup of what was declined; `aloud`: nothing that only they may know."""
    words = seen.words
    if (elsewhere := _at_another_table(seen, intent, why)) is not None:
        return elsewhere
    match why.reason:
        case Decline.REFUSED:
            return Answer(cut(_refused(seen, intent, why, aloud)))
        case Decline.OLD_BUTTON:
            return Answer(old_button(words))
        case Decline.STRANGER:
            return Answer(words("You're not at this table. Tap Join in the group."))
        case Decline.NOT_PLAYING:
            return Answer(words("You're not in this game; your cards come with the next one."))
        case Decline.GAME_RUNNING if isinstance(intent, want.Deal):
            return Answer(words("The cards are already dealt."))
        case Decline.GAME_RUNNING:
            return Answer(words("Not while a game is running."))
        case Decline.TOO_FEW:
            table = seen.night.table_of(intent.person) if isinstance(intent, want.Deal) else None
            return Answer(too_few(words, table.game if table else FIRST_GAME))
        case Decline.DOES_NOT_FIT:
            return Answer(words("This game can't be played with so many people and these settings."), alert=True)
        case Decline.NOTHING_OWED:
            return Answer(words("You owe nothing. Cheers!"))
        case Decline.JUST_DONE:
            return Answer(done_already(words))
        case Decline.NOT_CORRECTABLE:
            return Answer(words("This entry is already corrected, or too old for a tap."))
        case Decline.STOCK_FULL:
            return Answer(words("The table is already full of bottles."))
        case Decline.NO_BOTTLE:
            return Answer(_no_such_bottle(words, intent))
        case Decline.NO_GAME:
            return Answer(words("No game is running."))
        case Decline.NO_SEAT:
            return Answer(words("There's no free seat at this table."))
        case Decline.NO_QUESTION:
            asked = (intent.question, intent.answers) if isinstance(intent, want.OpenDispute) else ("", ())
            return Answer(unescape(how_to_ask(words, *asked)))
        case Decline.QUESTION_TOO_LONG:
            return Answer(too_long(words))
        case Decline.DISPUTES_FULL:
            return Answer(words("That's enough disputes for one night: settle those first."))
        case Decline.NOT_ALONE:
            others = in_a_row(words, [seen.names[person] for person in may_confirm(seen.night)], MOST_WAITED_FOR)
            return Answer(cut(words("You asked; now somebody else has to say yes: {names}.", names=others)))
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
    return Answer(sits_elsewhere(seen.words, own.id))


def _no_such_bottle(words: Words, intent: want.Intent) -> str:
    """What of it cannot be (N7)."""
    why = ""
    if isinstance(intent, want.AddBottle):
        if any(drink.ml not in VOLUMES for drink in intent.drinks):
            why = words("A bottle holds from 10 ml to 100 litres.")
        elif any(drink.abv not in STRENGTHS for drink in intent.drinks):
            why = words("Nothing is stronger than 96 %.")
        elif any(drink.halves not in HALVES for drink in intent.drinks):
            why = words("A dose counts ×1 to ×4, in half steps.")
        else:
            why = words("That name won't fit on a label.")
    return " ".join((why, words("For example: /stock slivovice 0.7 52"))).strip()


def _declined_by_house(words: Words, reason: Decline) -> Answer:
    """Why not, where people talk, make rules and vote on deeds."""
    match reason:
        case Decline.ALREADY_SAID:
            return Answer(words("Once was enough."))
        case Decline.RULE_PENDING:
            return Answer(words("The winner is still making a rule; three minutes at most."))
        case Decline.NO_WORDS:
            return Answer(words("Some words, please."))
        case Decline.WORDS_TOO_LONG:
            return Answer(words("That's too long for one breath: {n} characters at most.", n=LONGEST_WORDS))
        case Decline.DEED_TOO_LONG:
            return Answer(words("That's too long: {n} characters at most.", n=LONGEST_DEED))
        case Decline.NOT_SO_MANY:
            return Answer(words("From 1 to {n} cards.", n=MOST_CARDS))
        case Decline.NOT_SO_MUCH:
            return Answer(words("A whole number of ml, from 1 to {n}.", n=MOST_ML))
        case Decline.RULE_NEVER_ENDS:
            text = words("With this rule the game might never end: I've tried it in 200 games. Make another one.")
            return Answer(text, alert=True)
        case Decline.RULE_LOSES_CARDS:
            return Answer(words("With this rule cards get lost, I've tried it. Make another one."), alert=True)
        case Decline.RULE_STOPS:
            text = words("With this rule a game got stuck with nobody to play, I've tried it. Make another one.")
            return Answer(text, alert=True)
        case Decline.VOTE_OPEN:
            return Answer(words("The vote has to end first; a minute at most. (P28)"))
        case Decline.ACQUITTED:
            return Answer(words("The table has ruled that it was done. (P28)"))
        case _:
            return Answer(words("That's for the others to decide. (P28)"))


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
            return seen.words("This card is already on the table.")
    return GAME_WORDS[round_.game].refusal(seen, round_, seat, why.refused, aloud=aloud)
