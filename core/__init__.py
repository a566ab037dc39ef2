"""The games and the night: pure functions over frozen values.

Nothing in here knows of Telegram, Redis, asyncio, clocks or languages. Clauses such as S15 or N8 point to
`docs/rules/`. A whole game of any kind (`core.games.GAMES` has them all), played at random:

>>> from random import Random
>>> from core import smidary
>>> random, options = Random(1), smidary.parse_options({"deal": 4, "six": True})
>>> pack = smidary.pack(options, players=3)
>>> state, events = smidary.setup(3, 0, options, tuple(random.sample(pack, len(pack))))
>>> while state.phase != "over":
...     seat = random.choice(smidary.actors(state))
...     state, events = smidary.step(state, seat, random.choice(smidary.legal(state, seat)))
>>> outcome = smidary.outcome(state)
>>> sorted((*outcome.places, outcome.loser))
[0, 1, 2]

What the rules do not let through is refused, with the clause, and changes nothing:

>>> smidary.step(state, 0, smidary.parse_action("draw"))
Traceback (most recent call last):
core.game.Refused: game-over (S7)

The same game as a text file is `core.record`, played again `core.record_replay`; an evening of games is `core.night`.
"""
