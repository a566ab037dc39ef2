"""What a button wants that was pressed: pure, like inbound."""

import re

from core.ledger import PersonId
from core.night import Care, Custom, Menu
from core.night import intents as want
from core.players.strength import Strength
from tgbot.inbound import Tapped
from tgbot.taps import Kind, Tap, unwire
from tgbot.views.registry import preset
from tgbot.views.stock import USUAL
from tgbot.words import LANGUAGES


def intent_of(tapped: Tapped) -> want.Intent | None:
    """What a tap wants of its night; None when its arguments are not what a view would write."""
    if tapped.tap is None:
        return None
    try:
        return (
            _of_game(tapped, tapped.tap)
            or _of_settings(tapped.sender.id, tapped.tap)
            or _of_drinks(tapped.sender.id, tapped.tap)
            or _of_night(tapped, tapped.tap)
        )
    except (ValueError, LookupError):
        return None


def _of_game(tapped: Tapped, tap: Tap) -> want.Intent | None:  # noqa: C901 - one case a kind
    """What is tapped in a game, and between two."""
    sender, who = tapped.sender, tapped.sender.id
    match tap.kind, tap.arguments:
        case Kind.ACT, (table, game, ply, action):
            return want.Act(person=who, table=_number(table), game=_number(game), ply=_number(ply), action=action)
        case Kind.JOIN, (table,):
            return want.Join(person=who, name=sender.name, language=sender.language, table=_number(table))
        case Kind.DEAL, (table, after):
            return want.Deal(person=who, table=_number(table), after=_number(after))
        case Kind.CUT, (table, after, suit):
            return want.Cut(person=who, table=_number(table), after=_number(after), suit=suit)
        case Kind.RULE, (table, game, verb, chosen):
            return want.MakeRule(
                person=who, table=_number(table), game=_number(game), verb=want.Making(verb), argument=chosen
            )
        case Kind.VOTE, (table, game, accused, "yes" | "no" as reply):
            return want.CastVote(
                person=who,
                table=_number(table),
                game=_number(game),
                accused=_number(accused),
                breach=reply == "yes",
            )
        case Kind.MARK, (card, "yes" | "no" as reply):
            return want.Mark(person=who, card=card, on=reply == "yes")
        case Kind.CHOICE, (table, game, drink):
            return want.ChooseDrink(person=who, table=_number(table), game=_number(game), drink=drink)
        case Kind.BOT, ("add", table, strength, _):
            return want.SeatBot(person=who, table=_number(table), strength=Strength(strength))
        case Kind.BOT, ("off", number):
            return want.DismissBot(person=who, bot=-_number(number))
        case Kind.REST, ("yes" | "no" as reply,):
            return want.Rest(person=who, sits_out=reply == "yes")
        case Kind.LEAVE, ():
            return want.Leave(person=who)
        case Kind.UNWELL, ():
            return want.Unwell(person=who)
        case Kind.SEATED, ("yes" | "no" as reply,):
            return want.StaySeated(person=who, on=reply == "yes")
        case Kind.PAUSE, (table, "yes" | "no" as reply):
            return want.Pause(person=who, table=_number(table), on=reply == "yes")
        case Kind.BREAK, ():
            return want.TakeBreak(person=who)
    return None


def _of_settings(who: PersonId, tap: Tap) -> want.Intent | None:  # noqa: C901 - one case a kind
    """What is chosen for a table, a group or oneself (N16)."""
    match tap.kind, tap.arguments:
        case Kind.PICK, (table, game):
            return want.PickGame(person=who, table=_number(table), game=game)
        case Kind.OPTION, (table, option, setting):
            return want.SetOption(person=who, table=_number(table), option=option, setting=unwire(setting))
        case Kind.PRESET, (table, game, place):
            return want.SetOptions(person=who, table=_number(table), game=game, options=preset(game, _number(place)))
        case Kind.SWITCH, (table, rule, "yes" | "no" as reply):
            return want.SwitchRule(person=who, table=_number(table), rule=rule, on=reply == "yes")
        case Kind.MIND, (table, "yes" | "no" as reply):
            return want.MindTurns(person=who, table=_number(table), on=reply == "yes")
        case Kind.KEEP, (table, "yes" | "no" as reply):
            return want.KeepRules(person=who, table=_number(table), on=reply == "yes")
        case Kind.LIMIT, (table, seconds):
            return want.SetLimit(person=who, table=_number(table), seconds=_number(seconds))
        case Kind.SLAP_LIMIT, (table, seconds):
            return want.SetSlapLimit(person=who, table=_number(table), seconds=_number(seconds))
        case Kind.CUSTOM, (table, custom, "yes" | "no" as reply):
            return want.SetCustom(person=who, table=_number(table), custom=Custom(custom), on=reply == "yes")
        case Kind.LANGUAGE, ("me", "auto"):
            return want.SetLanguage(person=who, language=None)
        case Kind.LANGUAGE, ("me", code) if code in LANGUAGES:
            return want.SetLanguage(person=who, language=code)
        case Kind.LANGUAGE, ("group", code) if code in LANGUAGES:
            return want.SetGroupLanguage(person=who, language=code)
        case Kind.ALLOW, ("yes" | "no" as reply,):
            return want.AllowSettings(person=who, admins_only=reply == "yes")
        case Kind.SPLIT, ("lot" | "tally" as how,):
            return want.DrawTables(person=who, by_tally=how == "tally")
        case Kind.SPLIT, ("two" | "one" as number,):
            return want.SettleTables(person=who, two=number == "two")
        case Kind.SPLIT, ("join",):
            return want.JoinTables(person=who)
        case Kind.SWAP, (person,):
            return want.MovePerson(person=who, who=_number(person))
    return None


def _of_drinks(who: PersonId, tap: Tap) -> want.Intent | None:
    """What is drunk, owed and on the table (N7 to N13)."""
    match tap.kind, tap.arguments:
        case Kind.DRUNK, ("oldest" | "all" as which,):
            return want.DrinkUp(person=who, everything=which == "all")
        case Kind.DRUNK, (entry,):
            return want.DrinkUp(person=who, entry=_number(entry))
        case Kind.ROUND, (entry,):
            return want.FetchRound(person=who, entry=_number(entry))
        case Kind.FIX, (entry,):
            return want.Correct(person=who, entry=_number(entry))
        case Kind.FIX, (entry, "all"):
            return want.Correct(person=who, entry=_number(entry), whole=True)
        case Kind.STOCK, ("add", place):
            usual = USUAL[_number(place)]
            return want.AddBottle(person=who, name=usual.name, ml=usual.ml, abv=usual.abv, halves=usual.halves)
        case Kind.STOCK, ("bottles", drink, number):
            return want.ChangeStock(person=who, drink=drink, bottles=_number(number))
        case Kind.STOCK, ("dose", drink, number):
            return want.ChangeStock(person=who, drink=drink, halves=_number(number))
        case Kind.DRINK, (drink,):
            return want.PickDrink(person=who, drink=drink)
        case Kind.CARE, (care,):
            return want.ChooseCare(person=who, care=Care(care))
        case Kind.OWN_LIMIT, (drinks,):
            return want.SetOwnLimit(person=who, drinks=_number(drinks))
        case Kind.BOTTLE, (drink,):
            return want.FinishBottle(person=who, drink=drink)
        case Kind.WAIVE, (whom,):
            return want.WaiveBottle(person=who, whom=_number(whom))
        case Kind.DRY, ("play" | "end" as reply,):
            return want.GoOnDry(person=who, plays=reply == "play")
    return None


def _of_night(tapped: Tapped, tap: Tap) -> want.Intent | None:
    """What is looked at, argued about and ended."""
    who = tapped.sender.id
    match tap.kind, tap.arguments:
        case Kind.MENU, ():
            return want.OpenMenu(person=who, menu=None)
        case Kind.MENU, (menu, *on):
            # The board is no screen of one's own: what it opens comes below it.
            anew = tapped.chat != who or menu == Menu.CORRECT
            return want.OpenMenu(person=who, menu=Menu(menu), on=":".join(on), anew=anew)
        case Kind.BOARD, ():
            return want.ShowBoard(person=who)
        case Kind.ANSWER, (dispute, place):
            return want.AnswerDispute(person=who, dispute=_number(dispute), answer=_number(place))
        case Kind.RULING, (dispute,):
            return want.ConfirmRuling(person=who, dispute=_number(dispute))
        case Kind.END, ("yes" | "no" as reply,):
            return want.EndNight(person=who, confirmed=reply == "yes", cancelled=reply == "no")
    return None


def _number(word: str) -> int:
    """A number as views write it; ValueError for any other way to write one, of which `int` takes many."""
    if not re.fullmatch("0|[1-9][0-9]{0,15}", word):
        raise ValueError(word)
    return int(word)
