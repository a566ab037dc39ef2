"""Whoever is refused is told why, and never to wait for themselves (N19)."""

from contextlib import suppress
from random import Random

import pytest

from core.game import CHOOSE
from core.games import GAMES
from core.night import Decline, Declined, News, step
from core.night import intents as want
from tests.core.nights import Evening, Options, person_of
from tests.tgbot.phones import to_the_eye
from tgbot.views.answers import declined
from tgbot.views.frame import frame
from tgbot.views.smidary.facts import last

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


# What the dealer says of the bottom card


@pytest.mark.parametrize("effective, then", [(True, "otočená karta platí"), (False, "otočená karta je obyčejná")])
def test_s27_what_the_dealer_says_and_what_follows_is_one_line(effective: bool, then: str) -> None:
    at_table = {"table": 1, "number": 1, "game": "smidary", "players": (1, 2)}
    facts = (
        News(kind="BottomAnnounced", data=(("dealer", 0), ("card", "Ol")), **at_table),  # type: ignore[arg-type]
        News(kind="StartJudged", data=(("bottom", "Ol"), ("effective", effective)), **at_table),  # type: ignore[arg-type]
    )
    seen = frame(Evening(*NAMES).night, "cs", "bot")
    assert to_the_eye(last(seen, facts) or "") == f"Ana hlásí 🍃 Svr: {then} (S26)"
