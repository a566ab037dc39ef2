"""The fault harness: a pub of real processes, what may befall it, and what has to hold all the same.

    async def test_f99_something_happens(row: Row, fresh: Opener) -> None:
        async with fresh(bots=2) as pub:         # bots, a Valkey of their own, a local Telegram, a load balancer
            await pub.seats(tables=2)            # each with three people in a game
            await side_by_side(pub.tables, 10)   # ten moves at each table, every one taken before the next
            pub.telegram.api.faults.fail(...)    # Telegram's side: playground.faults, limits, people who block
            pub.front.copies = 3                 # the way of updates: duplicates, delays, lost answers
            await pub.bots[0].kill()             # processes: kill, terminate, send(SIGSTOP), start
            pub.bots[0].start()
            await side_by_side(pub.tables, 10)
            found = await all_is_well(pub)       # I1 to I8; waits until every slot shows the present state
        row.note(rounds=1, kills=pub.kills, recovery=found.seconds)

`row` and `fresh` are fixtures (`tests/faults/conftest.py`); `row.times(n)` scales a number by `--faults`. A row's
negative control opens the pub with `spoils=["forgets_updates"]` (a function of `guards.py`, done to each bot before it
begins; `spoils.py` has other trouble) and expects an AssertionError; `_control_` in its name keeps it to long runs.
`limits=Limits()` is Telegram with its real limits; without, nothing waits for any.
"""
