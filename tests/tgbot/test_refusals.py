"""Whoever is refused is told why, and never to wait for themselves (N19)."""

from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatch
from random import Random
from typing import TypeAlias

import pytest

from core import akcni, smidary
from core.akcni.legal import playable as fits_in_akcni
from core.akcni.state import State as AkcniState
from core.game import CHOOSE, Seat
from core.games import GAMES
from core.night import Decline, Declined, Menu, News, step
from core.night import intents as want
from core.smidary.legal import playable as fits_in_smidary
from core.smidary.state import State as SmidaryState
from tests.core.nights import Evening, Options, move, person_of
from tests.tgbot.phones import to_the_eye
from tgbot.views.answers import answer, declined
from tgbot.views.frame import frame
from tgbot.views.hand import hand_screen
from tgbot.views.smidary.facts import last

State: TypeAlias = AkcniState | SmidaryState
NAMES = ("Ana", "Bob", "Cyr")
GAMES_AS_PLAYED: tuple[tuple[str, Options], ...] = (
    ("smidary", {"bottom": "dealer", "cheating": "drink"}),
    ("prsi", {"supervision": "pub"}),
    ("prsi", {"supervision": "strict"}),
    ("shithead", {}),
)
WORDS = (
    *("draw", "drink", "stand", "challenge", "admit", "show", "slap", "announce 7h", "doubt", "call", f"{CHOOSE} rum"),
    *("greet", "last", "prsi", "breach 0", "breach 1", "announce yes", "ready", "pickup", "play 7h", "give 7h"),
)


def why_not(evening: Evening, name: str, words: str) -> tuple[Declined, str] | None:
    """Why somebody may not do this, and in the words of the bot; None when they may."""
    table = evening.night.tables[0]
    assert table.round is not None
    action = want.Act(person=person_of(name), table=1, game=table.round.number, ply=table.round.state.ply, action=words)
    try:
        step(evening.night, action, evening.now, Random(0))
    except Declined as why:
        return why, declined(frame(evening.night, "cs", "bot"), action, why).text
    return None


@pytest.mark.parametrize("game, options", GAMES_AS_PLAYED, ids=["smidary", "pub", "strict", "shithead"])
def test_n19_nobody_is_told_to_wait_for_themselves(game: str, options: Options) -> None:
    told: set[str] = set()
    for seed in range(8):
        evening, rng = Evening(*NAMES, game=game, seed=seed, options=options), Random(seed)
        evening.wants(want.Deal(person=person_of("Ana"), table=1, after=0))
        for _ in range(30):
            round_ = evening.night.tables[0].round
            if round_ is None:
                break
            for player in round_.players:
                name = NAMES[player - 1]
                for words in WORDS:
                    refused = why_not(evening, name, words)
                    if refused is not None and refused[0].reason is Decline.REFUSED:
                        told.add(refused[1])
                        assert f"Čeká se na: {name}." not in refused[1], (words, refused[1])
            plays = GAMES[game]
            seat = rng.choice(plays.actors(round_.state))
            action = plays.format_action(rng.choice(plays.legal(round_.state, seat)))
            move = want.Act(
                person=round_.players[seat], table=1, game=round_.number, ply=round_.state.ply, action=action
            )
            with suppress(Declined):  # the same words twice
                evening.wants(move)
    if game == "smidary":
        assert {"Vlastní hlášce nevěřit nejde. (S27)", "Na vlastní kartu se podvod nehlásí. (S29)"} <= told
        assert {"Už máš plácnuto. (S24)", "Pití vybírá jen vítěz. (S10)"} <= told


# What is named as possible is possible


def plays(state: State, cards: str) -> Callable[[], bool]:
    """Whether some such card ("*A", "7*") may be laid on what lies there, whoever holds it."""
    fits = fits_in_akcni(state) if isinstance(state, AkcniState) else fits_in_smidary(state)
    return lambda: any(fnmatch(code, cards) for code in fits)


def claims(state: State, seat: Seat) -> dict[str, Callable[[], bool]]:
    """What a popup says that may be done, and whether it may."""
    game = {"smidary": smidary, "prsi": akcni}[state.game]

    def verb(*verbs: str) -> Callable[[], bool]:
        return lambda: any(game.format_action(action).startswith(verbs) for action in game.legal(state, seat))

    return {
        "přebíjí esem": plays(state, "A?"),
        "stojí": verb("stand"),
        "jde jen sedma": plays(state, "7?"),
        "osma její barvy": plays(state, "8?"),
        "zabere zase jen osma": plays(state, "8?"),
        "zahrát ": verb("play"),
        "líznout ": verb("draw"),
        "vypít ": verb("drink"),
        ", stát": verb("stand"),
        ", osočit": verb("challenge"),
    }


TRUE_AT: tuple[tuple[str, Options], ...] = (
    ("prsi", {"supervision": "pub", "rules": ("seven", "ober", "ace", "action_changer", "action_ace")}),
    ("prsi", {"supervision": "pub"}),
    ("prsi", {"supervision": "strict"}),
    ("prsi", {"supervision": "strict", "rules": ("seven", "nine", "king", "unter", "action_changer", "action_ace")}),
    ("smidary", {"six": True, "added_value": "with_cards"}),
    ("smidary", {"voluntary_draw": False}),
)


@pytest.mark.parametrize("place", range(len(TRUE_AT)))
def test_n19_no_refusal_and_no_penalty_names_what_cannot_be_done(place: int) -> None:
    game, options = TRUE_AT[place]
    heard: set[str] = set()
    for seed in range(4):
        evening, rng = Evening(*NAMES, game=game, seed=seed, options=options), Random(seed)
        evening.deals("Ana")
        for _ in range(40):
            round_ = evening.night.tables[0].round
            if round_ is None:
                break
            state = round_.state
            for seat in GAMES[game].actors(state):
                possible = claims(state, seat)
                for words in {*TRIED, *(f"play {code}" for code in state.hands[seat])}:
                    said = popup(evening, round_.players[seat], words)
                    if said is None:
                        continue
                    heard |= {claim for claim in possible if claim in said}
                    assert all(is_so() for claim, is_so in possible.items() if claim in said), (said, words)
            evening.wants(move(evening.night, evening.round, rng) if game == "smidary" else faultless(evening, rng))
    assert heard


def faultless(evening: Evening, rng: Random) -> want.Act:
    """Somebody does something right: mistakes at random would go on for ever."""
    round_ = evening.round
    right = [
        (seat, action)
        for seat in akcni.actors(round_.state)
        for action in akcni.legal(round_.state, seat)
        if not akcni.mistakes(round_.state, seat, action)
    ]
    seat, words = rng.choice([(seat, akcni.format_action(action)) for seat, action in right])
    ply = round_.state.ply
    return want.Act(person=round_.players[seat], table=1, game=round_.number, ply=ply, action=words)


TRIED = ("draw", "draw 2", "stand", "drink", "challenge")


def popup(evening: Evening, person: int, words: str) -> str | None:
    """A refusal, or what a mistake is told; None for what was right."""
    round_ = evening.round
    intent = want.Act(person=person, table=1, game=round_.number, ply=round_.state.ply, action=words)
    try:
        done = step(evening.night, intent, evening.now, Random(0))
    except Declined as why:
        return declined(frame(evening.night, "cs", "bot"), intent, why).text
    said = answer(frame(done.night, "cs", "bot"), evening.night, intent, done).text
    return said.split(")")[0] if said.startswith("❌") else None


# What the dealer says of the bottom card


def test_s27_the_card_that_everybody_sees_is_no_lie_to_be_told() -> None:
    for seed in range(60):
        evening = Evening(*NAMES, seed=seed, options={"bottom": "dealer"})
        evening.deals("Ana")
        state = evening.round.state
        if state.phase != "bottom":
            continue
        dealer = evening.round.players[evening.round.dealer]
        evening.wants(want.OpenMenu(person=dealer, menu=Menu.NAME, on="bottom"))
        screen = hand_screen(frame(evening.night, "cs", "bot"), evening.night.people[dealer - 1])
        assert screen is not None
        said = [str(button.data).partition("announce ")[2] for row in screen.keyboard for button in row]
        offered = [card for card in said if card]
        assert len(offered) == 31
        assert state.top not in offered
        return
    pytest.fail("nobody is asked")


@pytest.mark.parametrize("effective, then", [(True, "otočená karta platí"), (False, "otočená karta je obyčejná")])
def test_s27_what_the_dealer_says_and_what_follows_is_one_line(effective: bool, then: str) -> None:
    at_table = {"table": 1, "number": 1, "game": "smidary", "players": (1, 2)}
    facts = (
        News(kind="BottomAnnounced", data=(("dealer", 0), ("card", "Ol")), **at_table),  # type: ignore[arg-type]
        News(kind="StartJudged", data=(("bottom", "Ol"), ("effective", effective)), **at_table),  # type: ignore[arg-type]
    )
    seen = frame(Evening(*NAMES).night, "cs", "bot")
    assert to_the_eye(last(seen, facts) or "") == f"Ana hlásí 🍃 Svr: {then} (S26)"
