"""What somebody at the table, or the clock, wants of the night."""

from typing import TypeAlias

from core.night.intents.drinks import (
    AddBottle,
    ChangeStock,
    ChooseCare,
    ChooseDrink,
    Correct,
    DrinkUp,
    FetchRound,
    GoOnDry,
    PickDrink,
    SetOwnLimit,
)
from core.night.intents.evening import (
    AllowSettings,
    AnswerDispute,
    ConfirmRuling,
    EndNight,
    Mark,
    MoveChat,
    OpenDispute,
    OpenMenu,
    SetGroupLanguage,
    ShowBoard,
    ShowHand,
    ShowRules,
    ShowTable,
    Tick,
)
from core.night.intents.people import (
    DismissBot,
    FinishBottle,
    Join,
    Leave,
    LeftGroup,
    Reachable,
    Rest,
    SeatBot,
    SetLanguage,
    StaySeated,
    TakeBreak,
    Unwell,
    WaiveBottle,
)
from core.night.intents.table import (
    Act,
    BotMove,
    CastVote,
    Cut,
    Deal,
    DrawTables,
    JoinTables,
    KeepRules,
    MakeRule,
    Making,
    MindTurns,
    MovePerson,
    Pause,
    PickGame,
    SetCustom,
    SetLimit,
    SetOption,
    SetOptions,
    SetSlapLimit,
    SettleTables,
    SwitchRule,
)

OfPerson: TypeAlias = (
    Join
    | Leave
    | Unwell
    | Rest
    | PickGame
    | SetOption
    | SetOptions
    | SetLimit
    | SetSlapLimit
    | Deal
    | Act
    | OpenMenu
    | Mark
    | ShowHand
    | ShowTable
    | ShowBoard
    | ShowRules
    | DrinkUp
    | FetchRound
    | Correct
    | ChooseDrink
    | EndNight
    | SwitchRule
    | MindTurns
    | KeepRules
    | Cut
    | MakeRule
    | CastVote
    | AddBottle
    | ChangeStock
    | PickDrink
    | ChooseCare
    | SetOwnLimit
    | OpenDispute
    | AnswerDispute
    | ConfirmRuling
    | SetGroupLanguage
    | AllowSettings
    | SetLanguage
    | DrawTables
    | MovePerson
    | SettleTables
    | JoinTables
    | Pause
    | TakeBreak
    | StaySeated
    | SeatBot
    | DismissBot
    | GoOnDry
    | SetCustom
    | FinishBottle
    | WaiveBottle
)
"""What somebody wants by a tap or a command."""
Intent: TypeAlias = OfPerson | BotMove | Reachable | LeftGroup | MoveChat | Tick

__all__ = [
    "Act",
    "AddBottle",
    "AllowSettings",
    "AnswerDispute",
    "BotMove",
    "CastVote",
    "ChangeStock",
    "ChooseCare",
    "ChooseDrink",
    "ConfirmRuling",
    "Correct",
    "Cut",
    "Deal",
    "DismissBot",
    "DrawTables",
    "DrinkUp",
    "EndNight",
    "FetchRound",
    "FinishBottle",
    "GoOnDry",
    "Intent",
    "Join",
    "JoinTables",
    "KeepRules",
    "Leave",
    "LeftGroup",
    "MakeRule",
    "Making",
    "Mark",
    "MindTurns",
    "MoveChat",
    "MovePerson",
    "OfPerson",
    "OpenDispute",
    "OpenMenu",
    "Pause",
    "PickDrink",
    "PickGame",
    "Reachable",
    "Rest",
    "SeatBot",
    "SetCustom",
    "SetGroupLanguage",
    "SetLanguage",
    "SetLimit",
    "SetOption",
    "SetOptions",
    "SetOwnLimit",
    "SetSlapLimit",
    "SettleTables",
    "ShowBoard",
    "ShowHand",
    "ShowRules",
    "ShowTable",
    "StaySeated",
    "SwitchRule",
    "TakeBreak",
    "Tick",
    "Unwell",
    "WaiveBottle",
]
