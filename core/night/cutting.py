"""The cut of the action suit before a deal of akční prší, by the player on the dealer's right (P13).

The deal waits for nobody: what is not cut by then, or nobody is there to cut, chance cuts.
"""

from dataclasses import replace
from random import Random

from core import akcni
from core.cards import GERMAN_SUITS, Suit
from core.ledger import PersonId
from core.night.declined import Decline, Declined
from core.night.intents import Cut
from core.night.people import next_dealer, players_of_next_deal, put_table, table_between_games
from core.night.person import is_bot
from core.night.values import Night, Step, Table

OPTION = "cut"
"""The option that says what was cut: it is said anew for every deal, so it is none that a table chooses."""


def is_cut(table: Table) -> bool:
    """Whether the next deal of this table is of a game that is cut."""
    chosen = dict(dict(table.options).get(table.game, ()))
    return table.game == akcni.id and chosen.get("action_suit") == "cut"


def suit_of_deal(table: Table, random: Random) -> Suit | None:
    """The action suit that the deal is given, None where nothing is cut."""
    return (table.cut or random.choice(GERMAN_SUITS)) if is_cut(table) else None


def cutter(night: Night, table: Table) -> PersonId | None:
    """Who cuts for the next deal; None where nothing is cut, and as long as nobody is known to deal."""
    if table.round is not None or not is_cut(table):
        return None
    players = players_of_next_deal(night, table)
    dealer = next_dealer(table, players)
    if dealer is None or len(players) < akcni.seats[0]:
        return None
    right = players[players.index(dealer) - 1]
    return None if is_bot(right) else right


def cut(night: Night, intent: Cut) -> Step:
    """The action suit of the next deal."""
    table = table_between_games(night, intent.person, intent.table)
    is_right = intent.after == table.latest and intent.suit in GERMAN_SUITS
    if not is_right or cutter(night, table) != intent.person:
        raise Declined(Decline.OLD_BUTTON)
    return Step(night=put_table(night, replace(table, cut=intent.suit)))
