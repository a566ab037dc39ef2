"""The games and the night: pure functions over frozen values.

Nothing in here knows of Telegram, Redis, asyncio, clocks or languages. Clauses such as S15 or N8 point to
`docs/rules/`.
"""
