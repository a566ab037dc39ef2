"""On a cluster of three servers: everything as on one, and a server that dies takes nobody along but its own nights."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest

from core.night import Night
from tests.cluster import Cluster, Node, clustered, until
from tests.patience import PATIENCE
from tests.pub import Pub
from tests.pub import opened as opened_pub
from tests.tgbot.store_nights import everything, opened
from tests.tgbot.test_store_access import ACCESS
from tests.tgbot.updates import Doorman, Json, group, moves, private, tapped, user
from tgbot import web
from tgbot.playground.listening import LocalServer, listen
from tgbot.store import Commit, Committed, Connection, Store, Unavailable, keys, new_night_id
from tgbot.store.cluster import addresses
from tgbot.store.keys import keys_of

SECRET = "knock-knock"
PEOPLE = user(1, "Ana"), user(2, "Bob")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three servers, which keep what they have acknowledged."""
    running = clustered(tmp_path_factory.mktemp("servers") / "cluster", durable=True)
    with asyncio.Runner() as runner:
        yield runner.run(running.__aenter__())
        runner.run(running.__aexit__(None, None, None))


@pytest.fixture
def at_length(pytestconfig: pytest.Config) -> None:
    """For tests that take seconds: they are part of `make cluster`."""
    if not pytestconfig.getoption("--cluster"):
        pytest.skip("without --cluster")


@pytest.fixture
async def cluster(servers: Cluster) -> Cluster:
    """All three are well, and empty."""
    await servers.agrees()
    async with Connection(servers.url) as connection:
        await connection.everywhere("FLUSHALL")
    return servers


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[Store]:
    async with Connection(cluster.url) as connection:
        yield Store(connection)


@contextmanager
def killed(node: Node) -> Iterator[None]:
    """A server is killed, and later started again."""
    node.send(signal.SIGKILL)
    yield
    node.start()


async def test_everything_works_on_a_cluster(cluster: Cluster) -> None:
    async with Connection(cluster.url) as connection:
        await connection.ping()
        await everything(connection)
        about = await connection.everywhere("DBSIZE")
    assert len(about) == 3
    assert all(about), "each has its share"


async def test_the_rights_of_the_bot_are_enough_on_a_cluster(cluster: Cluster) -> None:
    bot = next(line.split() for line in ACCESS.read_text().splitlines() if " stamgast " in line)
    async with Connection(cluster.url) as connection:
        await connection.everywhere("ACL SETUSER", *bot[1:])
        async with Connection(cluster.url.replace("://", "://stamgast:CHANGE-ME@")) as confined:
            await everything(confined)
        await connection.everywhere("ACL DELUSER", "stamgast")


async def test_a_server_that_dies_takes_nobody_along_but_its_own_nights(cluster: Cluster, store: Store) -> None:
    bars = [Doorman(store, group(-number)) for number in range(1, 13)]
    for bar in bars:
        await bar.deals(*PEOPLE)
    nights = [await bar.night() for bar in bars]
    victim = cluster.node_of(keys_of(nights[0].id).night)
    taps = {night.id: a_tap(night) for night in nights}
    of_victim = {night.id for night in nights if cluster.node_of(keys_of(night.id).night) is victim}
    assert 0 < len(of_victim) < len(nights)

    async with served(bars[0]) as knock:
        with killed(victim):
            for night_id, tap in taps.items():
                assert await knock(tap) == (503 if night_id in of_victim else 200)
            # Those who look for work find that of the other servers; so does a process that only starts now.
            assert set(await store.due(100)) == taps.keys() - of_victim
            async with Connection(cluster.url) as connection:
                assert set(await Store(connection).due(100)) == taps.keys() - of_victim
            with pytest.raises(Unavailable):
                await store.load(nights[0].id)
        await cluster.agrees()
        for tap in taps.values():
            assert await knock(tap) == 200, "Telegram delivers it again"
    for before in nights:
        loaded = await store.load(before.id)
        assert loaded
        assert ply(loaded.night) == ply(before) + 1, "each tap was done once"


async def test_none_of_the_servers_is_needed_by_all(
    cluster: Cluster, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cluster.node_of(keys.WAKES[0])  # whom a process would ask that has no night in mind

    def stays(key: str) -> bool:
        return cluster.node_of(key) is not first

    night_id = next(one for one in iter(new_night_id, "") if stays(keys_of(one).night))
    monkeypatch.setattr("tgbot.openings.new_night_id", lambda: night_id)
    of_chat = (lambda chat: keys.chat(chat, None), keys.habits, keys.rulings)
    chat = next(chat for chat in range(-1, -1000, -1) if all(stays(key(chat)) for key in of_chat))
    ana, bob = (user(one, "Ana") for one in [one for one in range(1, 100) if stays(keys.person(one))][:2])
    with killed(first):
        assert await store.now(), "the process is ready"
        bar = Doorman(store, group(chat))
        await bar.deals(ana, bob)
        assert (await bar.night()).tables[0].round
        await store.note_ruling(chat, ("A?", "B"), "1")
        assert await store.rulings(chat) == (("A?", "B"),)
    await cluster.agrees()


@pytest.mark.usefixtures("at_length")
async def test_screens_go_on_while_a_server_with_other_nights_is_dead(cluster: Cluster, tmp_path: Path) -> None:
    async with opened_pub(cluster.url, tmp_path, people=2) as pub:
        guests = {guest.id: guest for guest in await pub.deal("Ana", "Bob")}
        night_id = (await pub.night()).id
        at_home = cluster.node_of(keys_of(night_id).night)
        for victim in (node for node in cluster.nodes if node is not at_home):
            with killed(victim):
                for _ in range(3):
                    night = await loaded_night(pub, night_id)
                    player, data = moves(night)[0]
                    # Through the group's screen and everybody's hand, whose limits are counted on all servers.
                    await guests[player].sends(data)
                    assert ply(await loaded_night(pub, night_id)) == ply(night) + 1
                    assert data not in str(guests[player].hand.buttons)
            await cluster.agrees()


async def loaded_night(pub: Pub, night_id: str) -> Night:
    """The night by its id: what the group points to may be on a dead server."""
    loaded = await pub.bot.store.load(night_id)
    assert loaded
    return loaded.night


@pytest.mark.usefixtures("at_length")
async def test_a_server_that_hangs_is_waited_for_once(
    cluster: Cluster, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tgbot.store.cluster.REST", PATIENCE)
    nights = [await opened(store) for _ in range(12)]
    victim = cluster.node_of(keys_of(nights[0].id).night)
    victim.send(signal.SIGSTOP)
    try:
        with monkeypatch.context() as patch:
            patch.setattr("tgbot.store.cluster.TIMEOUT", 0.5)
            with pytest.raises(Unavailable, match="imeout"):
                await store.load(nights[0].id)
        with pytest.raises(Unavailable, match="did not answer just now"):
            await store.load(nights[0].id)
        for night in nights:
            if cluster.node_of(keys_of(night.id).night) is not victim:
                assert await store.load(night.id)
    finally:
        victim.send(signal.SIGCONT)


async def test_a_slot_moves_to_another_server_key_by_key(cluster: Cluster, store: Store) -> None:
    """What asks for several keys, some of which are not there, is refused on the way; Telegram delivers it again."""
    night = await opened(store)
    names = keys_of(night.id)
    old, new = two_nodes(cluster, names.night)
    slot = await old.command("CLUSTER KEYSLOT", names.night)
    old_id, new_id = [(await node.command("CLUSTER MYID")).decode() for node in (old, new)]
    await new.command("CLUSTER SETSLOT", slot, "IMPORTING", old_id)
    await old.command("CLUSTER SETSLOT", slot, "MIGRATING", new_id)
    for key in await old.command("CLUSTER GETKEYSINSLOT", slot, 100):
        await old.command("MIGRATE", "127.0.0.1", new.port, key, 0, 60_000)

    assert await store.due(10) == [night.id]
    assert await store.log(night.id) == ()
    with pytest.raises(Unavailable, match="TryAgain"):
        await store.load(night.id)

    for node in (new, old):
        await node.command("CLUSTER SETSLOT", slot, "NODE", new_id)
    assert await store.due(10) == [night.id]
    assert isinstance(await store.commit(Commit(night, 1)), Committed)
    cluster.moved(names.night, new)


async def test_a_slot_moves_to_another_server_at_once(cluster: Cluster, store: Store) -> None:
    """As Valkey 9 moves them: nobody notices."""
    night = await opened(store)
    names = keys_of(night.id)
    old, new = two_nodes(cluster, names.night)
    slot = await old.command("CLUSTER KEYSLOT", names.night)
    new_id = (await new.command("CLUSTER MYID")).decode()
    await old.command("CLUSTER MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", new_id)
    version = 1

    async def plays_until_it_has_moved() -> bool:
        nonlocal version
        assert isinstance(await store.commit(Commit(night, version)), Committed)
        version += 1
        left, come = [await node.command("CLUSTER COUNTKEYSINSLOT", slot) for node in (old, new)]
        return bool(come and not left)

    await until(plays_until_it_has_moved)
    loaded = await store.load(night.id)
    assert loaded
    assert loaded.version == version
    assert await store.due(10) == [night.id]
    cluster.moved(names.night, new)


def two_nodes(cluster: Cluster, key: str) -> tuple[Node, Node]:
    """The server that has a key, and another one."""
    old = cluster.node_of(key)
    return old, next(node for node in cluster.nodes if node is not old)


@asynccontextmanager
async def served(bar: Doorman) -> AsyncIterator[Callable[[Json], Awaitable[int]]]:
    """The webhook over HTTP; what it is given there answers with a status."""

    async def ready() -> str:
        return ""

    server, listening = LocalServer(), listen(0)
    await server.start(web.app(bar.ears, SECRET, ready), listening)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}{web.PATH}"
    async with aiohttp.ClientSession(headers={web.SECRET_HEADER: SECRET}) as session:

        async def knock(update: Json) -> int:
            async with session.post(url, json=update) as answer:
                status: int = answer.status
                return status

        yield knock
    await server.stop()


def test_one_server_or_several_are_named() -> None:
    seeds, written = addresses("rediss://u:p%40{}@a.example,10.0.0.2:7001,[::1]:7002/?ssl_cert_reqs=none")
    assert seeds == [("a.example", 6379), ("10.0.0.2", 7001), ("::1", 7002)]
    assert written(seeds[2]) == "rediss://u:p%40{}@[::1]:7002?ssl_cert_reqs=none"
    with pytest.raises(ValueError, match="no list of servers"):
        Connection("redis+cluster://a:6379,,b:6379")


def a_tap(night: Night) -> Json:
    """Somebody does what they may do."""
    player, data = moves(night)[0]
    person = next(person for person in PEOPLE if person["id"] == player)
    return tapped(person, private(person), data)


def ply(night: Night) -> int:
    """The number of the question at the first table."""
    round_ = night.tables[0].round
    assert round_ is not None
    number: int = round_.state.ply
    return number
