"""A local Telegram: a Bot API server, people to play with, and their phones in the browser.

Rooms: `records` (values) and `journal` (their rows on disk) under `memory`; `world` (rules) and `phone` (what a person
can do) above it; `methods` and `api` (the Bot API), `delivery` (webhook and getUpdates), `server` (HTTP); `page`,
`views` and `static` (the browser); `run` holds them together. Tests use `run.Playground`.

It keeps to the official server's results, error texts, limits and order of delivery. Left out: channels, topics, inline
mode, payments, Markdown, albums; a webhook that fails for long is not slowed down to one connection; repeated conflicts
are answered at once.
"""
