"""Setting, deleting and describing the webhook. getUpdates waits for updates, so it is in delivery."""

import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pydantic import JsonValue

from tgbot.playground.calls import Params, bad_request
from tgbot.playground.methods.common import Context
from tgbot.playground.records import DEFAULT_UPDATES, JsonObject, Webhook
from tgbot.playground.world import World

OPTIONAL_UPDATES = ("chat_member", "message_reaction", "message_reaction_count")
SECRET = re.compile(r"[A-Za-z0-9_-]*")
MAX_SECRET = 256
PUBLIC_PORTS = (443, 80, 88, 8443)
MAX_CONNECTIONS, LOCAL_MAX_CONNECTIONS = 100, 100_000


@dataclass(frozen=True)
class Described:
    """A result with the words that go beside it."""

    result: JsonValue
    description: str


def set_webhook(context: Context, params: Params, *, local: bool) -> Described:
    """`local`: as a server in --local mode, which lets http and any port through."""
    url = params.text("url")
    if not url:
        return delete_webhook(context, params)
    world, secret = context.world, params.text("secret_token")
    if len(secret) > MAX_SECRET:
        raise bad_request("secret token is too long")
    if not SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    _check_url(url, local)
    connections = params.integer("max_connections", 40) or 40
    connections = max(1, min(connections, LOCAL_MAX_CONNECTIONS if local else MAX_CONNECTIONS))
    before = world.settings.webhook
    wanted = Webhook(url=url, secret=secret, max_connections=connections)
    same = (before.url, before.secret, before.max_connections) == (url, secret, connections)
    with world.change():
        choose_updates(world, params)
        if params.flag("drop_pending_updates"):
            _drop_pending(world)
        elif same:
            return Described(True, "Webhook is already set")
        world.keep(replace(world.settings, webhook=wanted))
    return Described(True, "Webhook was set")


def delete_webhook(context: Context, params: Params) -> Described:
    world = context.world
    with world.change():
        if params.flag("drop_pending_updates"):
            _drop_pending(world)
        if not world.settings.webhook.url:
            return Described(True, "Webhook is already deleted")
        world.keep(replace(world.settings, webhook=Webhook()))
    return Described(True, "Webhook was deleted")


def get_webhook_info(context: Context, _: Params) -> JsonValue:
    settings = context.world.settings
    webhook = settings.webhook
    info: JsonObject = {
        "url": webhook.url,
        "has_custom_certificate": False,
        "pending_update_count": len(context.world.updates),
    }
    if webhook.last_error_date:
        info |= {"last_error_date": webhook.last_error_date, "last_error_message": webhook.last_error}
    if webhook.url:
        info |= {"max_connections": webhook.max_connections, "ip_address": "127.0.0.1"}
    if settings.allowed_updates != DEFAULT_UPDATES:
        info["allowed_updates"] = list(settings.allowed_updates)
    return info


def choose_updates(world: World, params: Params) -> None:
    """Keep the kinds of update the bot asks for; without the parameter the former choice stays, [] is the default."""
    given = params.json("allowed_updates", "allowed updates")
    if not isinstance(given, list):
        return
    known = (*DEFAULT_UPDATES, *OPTIONAL_UPDATES)
    chosen = tuple(kind for kind in known if kind in given) if given else DEFAULT_UPDATES
    if chosen and chosen != world.settings.allowed_updates:
        world.keep(replace(world.settings, allowed_updates=chosen))


def _check_url(url: str, local: bool) -> None:
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise bad_request("invalid webhook URL specified") from None
    if not parts.hostname:
        raise bad_request("invalid webhook URL specified")
    if local:
        return
    if parts.scheme != "https":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if port not in PUBLIC_PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
    if parts.hostname.startswith(("127.", "10.", "192.168.")):
        raise bad_request(f"bad webhook: IP address {parts.hostname} is reserved")


def _drop_pending(world: World) -> None:
    for update in list(world.updates.values()):
        world.forget(update)
