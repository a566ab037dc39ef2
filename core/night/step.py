"""The one function of the night: an intent and the time make the next night."""

from dataclasses import replace
from random import Random

from core.cards import JOKERS, french_pack, german_pack
from core.night import (
    bots,
    care,
    closing,
    cutting,
    disputes,
    dry,
    due,
    farewell,
    guests,
    house,
    lobby,
    pauses,
    play,
    settings,
    split,
    stock,
    tally,
    votes,
)
from core.night import intents as want
from core.night.clock import tick
from core.night.declined import Decline, Declined
from core.night.people import known, put, put_table, unasked
from core.night.person import Menu
from core.night.play import OF_THE_QUESTION
from core.night.values import News, Night, Step

OWN = (Menu.DRINK, Menu.LANGUAGE, *OF_THE_QUESTION)
"""Menus that are about nothing but oneself."""
MARKABLE = frozenset((*french_pack(jokers=len(JOKERS)), *german_pack(six=True)))
MOST_PACKS = 2
"""So often a card can be there (H1)."""


def step(night: Night, intent: want.Intent, now: int, random: Random) -> Step:
    """The night after an intent, `now` in Unix milliseconds; Declined when nothing of what was wanted is done."""
    if night.ended_at:
        return _after_the_end(night, intent, now)
    done = votes.watch(_after(night, intent, now, random), now)
    done = guests.watch_seats(night, split.watch(farewell.watch(guests.watch(done, now)), random))
    return dry.watch(night, due.remind(night, done), now)


def _after_the_end(night: Night, intent: want.Intent, now: int) -> Step:
    """Only votes go on, for days if need be (N18)."""
    match intent:
        case want.Tick() if (due_at := disputes.due(night)) is not None and due_at <= now:
            return Step(night=disputes.close_late(night, now))
        case want.AnswerDispute() if night.disputes:
            return disputes.answer_dispute(night, intent)
        case want.ConfirmRuling() if night.disputes:
            return disputes.confirm_ruling(night, intent)
        case want.MoveChat(chat=chat):
            return Step(night=night if night.chat == chat else replace(night, chat=chat, topic=None, followed=True))
    raise Declined(Decline.NIGHT_OVER)


def _after(night: Night, intent: want.Intent, now: int, random: Random) -> Step:
    match intent:
        case want.Tick():
            return tick(disputes.close_late(night, now), now, intent.served_since)
        case want.BotMove():
            return bots.move(night, intent, now)
        case want.MoveChat(chat=chat):
            if (night.chat, night.topic) == (chat, None):
                return Step(night=night)
            return Step(night=replace(night, chat=chat, topic=None, posted=night.posted + 1))
        case want.Reachable():
            return _note_reachable(night, intent)
        case want.LeftGroup():
            return guests.left_group(night, intent)
    here = pauses.back(night, intent.person, now)
    try:
        return _do(here, intent, now, random)
    except Declined as why:
        raise Declined(why.reason, why.refused, here) from None


def _do(night: Night, intent: want.OfPerson, now: int, random: Random) -> Step:  # noqa: C901 - one case an intent
    """What somebody wants."""
    match intent:
        case want.Join():
            return guests.join(night, intent)
        case want.Leave():
            return guests.leave(night, intent)
        case want.Unwell():
            return guests.unwell(night, intent, now)
        case want.Rest():
            return guests.rest(night, intent)
        case want.PickGame():
            return lobby.pick_game(night, intent)
        case want.SetOption():
            return lobby.set_option(night, intent)
        case want.SetOptions():
            return lobby.set_options(night, intent)
        case want.SetLimit():
            return lobby.set_limit(night, intent)
        case want.SetSlapLimit():
            return lobby.set_slap_limit(night, intent)
        case want.SwitchRule():
            return lobby.switch_rule(night, intent)
        case want.MindTurns():
            return lobby.mind_turns(night, intent)
        case want.KeepRules():
            return lobby.keep_rules(night, intent)
        case want.Cut():
            return cutting.cut(night, intent)
        case want.MakeRule():
            return house.make_rule(night, intent)
        case want.Deal():
            return play.deal(night, intent, now, random)
        case want.Act() if votes.is_report(night, intent):
            return votes.report(night, intent, now)
        case want.CastVote():
            return votes.cast(night, intent)
        case want.Act():
            return play.act(night, intent, now)
        case want.ChooseDrink():
            return play.choose_drink(night, intent, now)
        case want.DrinkUp():
            return tally.drink_up(night, intent, now)
        case want.FetchRound():
            return tally.fetch_round(night, intent, now)
        case want.Correct():
            return tally.correct(night, intent, now)
        case want.AddBottle():
            return stock.add_bottle(night, intent)
        case want.ChangeStock():
            return stock.change_stock(night, intent)
        case want.PickDrink():
            return stock.pick_drink(night, intent)
        case want.ChooseCare():
            return care.choose_care(night, intent)
        case want.SetOwnLimit():
            return care.set_own_limit(night, intent)
        case want.SetCustom():
            return lobby.set_custom(night, intent)
        case want.FinishBottle():
            return farewell.finish_bottle(night, intent, now)
        case want.WaiveBottle():
            return farewell.waive_bottle(night, intent, now)
        case want.GoOnDry():
            return dry.go_on(night, intent)
        case want.SetGroupLanguage():
            return settings.set_group_language(night, intent)
        case want.AllowSettings():
            return settings.allow_settings(night, intent)
        case want.SetLanguage():
            return settings.set_language(night, intent)
        case want.DrawTables():
            return split.draw_tables(night, intent, random)
        case want.MovePerson():
            return split.move_person(night, intent)
        case want.SettleTables():
            return split.settle_tables(night, intent)
        case want.JoinTables():
            return split.join_tables(night, intent)
        case want.Pause():
            return pauses.pause(night, intent, now)
        case want.TakeBreak():
            return pauses.take_break(night, intent)
        case want.StaySeated():
            return pauses.stay_seated(night, intent)
        case want.SeatBot():
            return bots.seat_bot(night, intent)
        case want.DismissBot():
            return bots.dismiss_bot(night, intent)
        case want.OpenMenu():
            return _open_menu(night, intent)
        case want.Mark():
            return _mark(night, intent)
        case want.ShowHand():
            return _show_hand(night, intent)
        case want.ShowTable():
            return Step(night=replace(night, posted=night.posted + 1))
        case want.ShowBoard():
            return Step(night=night, news=(News(kind="Board"),))
        case want.ShowRules():
            return _show_rules(night, intent)
        case want.OpenDispute():
            return disputes.open_dispute(night, intent)
        case want.AnswerDispute():
            return disputes.answer_dispute(night, intent)
        case want.ConfirmRuling():
            return disputes.confirm_ruling(night, intent)
        case want.EndNight():
            return closing.end_night(night, intent, now)


def _open_menu(night: Night, intent: want.OpenMenu) -> Step:
    """What everything in it would be refused is not opened: the game's settings in mid-game (N16), and for whoever has
    gone from the table, which may be in the middle of a game (S30), anything but what is their own."""
    person, table = known(night, intent.person), night.table_of(intent.person)
    if intent.menu not in (None, *OWN) and (table is None or not table.keeps_a_place_for(person.id)):
        raise Declined(Decline.STRANGER)
    if intent.menu is Menu.SETTINGS and table is not None and table.round is not None:
        raise Declined(Decline.GAME_RUNNING)
    called = person.called + intent.anew
    return Step(night=put(night, replace(person, menu=intent.menu, menu_on=intent.on, called=called)))


def _mark(night: Night, intent: want.Mark) -> Step:
    """The tap says what it changes, not what all marks are then: a second one may come before the first is shown."""
    person = known(night, intent.person)
    if intent.card not in MARKABLE:
        raise Declined(Decline.OLD_BUTTON)
    before = person.menu_on.split() if person.menu is Menu.MARK else []
    marked = [card for card in before if card[0] == intent.card[0]]
    if intent.on:
        marked += [intent.card] * (marked.count(intent.card) < MOST_PACKS)
    elif intent.card in marked:
        marked.remove(intent.card)
    person = replace(person, menu=Menu.MARK if marked else None, menu_on=" ".join(marked))
    return Step(night=put(night, person))


def _show_hand(night: Night, intent: want.ShowHand) -> Step:
    person = known(night, intent.person)
    return Step(night=put(night, replace(person, called=person.called + 1, menu=None, menu_on="")))


def _show_rules(night: Night, intent: want.ShowRules) -> Step:
    """The rules at the table of whoever asks."""
    table = night.table_of(intent.person)
    news = News(kind="Rules", data=(("rulings", intent.rulings),), table=table.id if table else 0)
    return Step(night=night, news=(news,))


def _note_reachable(night: Night, intent: want.Reachable) -> Step:
    """Nobody waits for a rule of somebody who cannot be asked for it (N17)."""
    person = known(night, intent.person)
    if person.reachable == intent.reachable:
        return Step(night=night)
    night = put(night, replace(person, reachable=intent.reachable))
    if intent.reachable:
        return Step(night=night)
    for table in night.tables:
        night = put_table(night, unasked(table, person.id))
    return Step(night=night, news=(News(kind="Unreachable", data=(("person", person.id),)),))
