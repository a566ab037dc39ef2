"""What people do in the playground and what the bot learns of it, as in Telegram."""

from dataclasses import replace

import pytest
from pydantic import JsonValue

from tgbot.playground.phone import CannotDo, Phone
from tgbot.playground.records import Chat, ChatKind, JsonObject, Message, Standing, Tap
from tgbot.playground.run import furnish
from tgbot.playground.views import service_text
from tgbot.playground.world import World


@pytest.fixture
def world() -> World:
    world = World()
    furnish(world, 3)
    drain(world)
    return world


@pytest.fixture
def ana(world: World) -> Phone:
    return Phone(world, world.people()[0])


@pytest.fixture
def bob(world: World) -> Phone:
    return Phone(world, world.people()[1])


@pytest.fixture
def group(world: World) -> Chat:
    return world.groups()[0]


def drain(world: World) -> list[JsonObject]:
    """The updates that wait for the bot, which takes them."""
    waiting = list(world.updates.values())
    for update in waiting:
        world.forget(update)
    return [update.as_json() for update in waiting]


def texts(world: World) -> list[str]:
    """The texts of the messages that wait for the bot."""
    return [str(dig(update, "message", "text")) for update in drain(world)]


def dig(shape: JsonValue, *path: str) -> JsonValue:
    for name in path:
        assert isinstance(shape, dict)
        shape = shape[name]
    return shape


def bot_says(world: World, chat: Chat, text: str, *buttons: JsonObject) -> Message:
    draft = Message(chat_id=chat.id, sender_id=world.bot.id, text=text, keyboard=(buttons,) if buttons else ())
    return world.post(draft)


def test_first_start_has_the_people_the_group_and_the_bot() -> None:
    world = World()
    furnish(world, 9)
    names = [person.first_name for person in world.people()]
    assert names == ["Ana", "Bob", "Cyril", "Dana", "Egon", "Franta", "Gita", "Host 8", "Host 9"]
    group = world.groups()[0]
    assert (group.title, group.kind) == ("Čtvrtek u Kalicha", ChatKind.GROUP)
    assert all(group.standing(user).is_in for user in world.users)
    assert not any(world.chats[person.id].started for person in world.people())
    welcome = drain(world)
    assert [dig(update, "my_chat_member", "new_chat_member", "status") for update in welcome[:1]] == ["member"]
    assert dig(welcome[1], "message", "new_chat_member", "username") == "StamgastBot"


def test_later_starts_add_only_people_who_are_missing(world: World) -> None:
    furnish(world, 2)
    assert len(world.people()) == 3
    furnish(world, 4)
    assert [person.first_name for person in world.people()] == ["Ana", "Bob", "Cyril", "Dana"]
    assert world.groups()[0].standing(world.people()[3].id).is_in


def test_privacy_mode_lets_commands_through_only(world: World, ana: Phone, group: Chat) -> None:
    own, theirs = bot_says(world, group, "Kdo hraje?"), Phone(world, world.people()[1]).says("já", group)
    ana.says("ahoj", group)
    ana.says("ahoj /hra", group)
    ana.says("/hra", group)
    ana.says("/hra@StamgastBot shithead", group)
    ana.says("/hra@stamgastbot", group)
    ana.says("/hra@JinyBot", group)
    ana.says("já taky", group, reply_to=own)
    ana.says("fakt?", group, reply_to=theirs)
    assert texts(world) == ["/hra", "/hra@StamgastBot shithead", "/hra@stamgastbot", "já taky"]


def test_an_administrator_hears_everything(world: World, ana: Phone, group: Chat) -> None:
    ana.seats(group, world.bot, Standing.ADMINISTRATOR)
    drain(world)
    ana.says("ahoj", group)
    assert texts(world) == ["ahoj"]


def test_private_chat_is_heard_after_start(world: World, ana: Phone) -> None:
    with pytest.raises(CannotDo):
        ana.says("ahoj")
    ana.starts()
    ana.says("ahoj")
    assert texts(world) == ["/start", "ahoj"]


def test_commands_are_marked(ana: Phone, group: Chat) -> None:
    said = ana.says("/hra@StamgastBot 🍺", group)
    assert said.entities == ({"type": "bot_command", "offset": 0, "length": 16},)


def test_deep_link_presses_start_with_its_payload(world: World, ana: Phone) -> None:
    ana.opens("https://t.me/StamgastBot?start=abc_-1")
    ana.opens("https://t.me/StamgastBot?start=again")
    assert texts(world) == ["/start abc_-1", "/start again"]


@pytest.mark.parametrize("payload", ["a b", "á", "x" * 65, "a.b"])
def test_deep_link_payload_has_its_letters_and_length(ana: Phone, payload: str) -> None:
    with pytest.raises(CannotDo):
        ana.starts(payload)


def test_link_to_somebody_else_leads_nowhere(ana: Phone) -> None:
    with pytest.raises(CannotDo):
        ana.opens("https://t.me/JinyBot?start=x")


def test_startgroup_adds_the_bot_and_passes_the_payload(world: World, ana: Phone, group: Chat) -> None:
    ana.kicks_bot(group)
    drain(world)
    ana.opens("https://t.me/StamgastBot?startgroup=x7")
    added, joined, started = drain(world)
    assert dig(added, "my_chat_member", "new_chat_member", "status") == "member"
    assert dig(joined, "message", "new_chat_member", "username") == "StamgastBot"
    assert dig(started, "message", "text") == "/start@StamgastBot x7"


def test_blocking_and_unblocking_is_told(world: World, ana: Phone) -> None:
    ana.starts()
    drain(world)
    ana.blocks()
    ana.blocks()
    with pytest.raises(CannotDo):
        ana.says("ahoj")
    ana.unblocks()
    told = drain(world)
    statuses = [dig(update, "my_chat_member", "new_chat_member", "status") for update in told]
    assert statuses == ["kicked", "member"]
    assert dig(told[0], "my_chat_member", "chat", "type") == "private"


def test_start_unblocks(world: World, ana: Phone) -> None:
    ana.starts()
    ana.blocks()
    drain(world)
    ana.starts()
    assert [next(iter(update.keys() - {"update_id"})) for update in drain(world)] == ["my_chat_member", "message"]


def test_tap_carries_the_message_as_it_was(world: World, ana: Phone, group: Chat) -> None:
    message = bot_says(world, group, "Tah?", {"text": "♥ 7", "callback_data": "abc"})
    tap = ana.taps("♥ 7", group)
    assert isinstance(tap, Tap)
    (update,) = drain(world)
    assert dig(update, "callback_query", "data") == "abc"
    assert dig(update, "callback_query", "message", "message_id") == message.id
    assert dig(update, "callback_query", "from", "first_name") == "Ana"


def test_tap_presses_the_newest_message_with_that_button(world: World, ana: Phone, group: Chat) -> None:
    bot_says(world, group, "1", {"text": "♥ 7", "callback_data": "old"})
    newest = bot_says(world, group, "2", {"text": "♥ 7", "callback_data": "new"})
    bot_says(world, group, "3", {"text": "jiné", "callback_data": "x"})
    ana.taps("♥ 7", group)
    assert dig(drain(world)[0], "callback_query", "message", "message_id") == newest.id


def test_buttons_that_cannot_be_pressed(world: World, ana: Phone, group: Chat) -> None:
    message = bot_says(world, group, "1", {"text": "♥ 8", "disabled": {}}, {"text": "♥ 7", "callback_data": "x"})
    with pytest.raises(CannotDo):
        ana.taps("♥ 8", group)
    with pytest.raises(CannotDo):
        ana.taps("♣ 8", group)
    world.delete(message)
    with pytest.raises(CannotDo):
        ana.taps("♥ 7", message=message)


def test_link_button_opens_the_private_chat(world: World, ana: Phone, group: Chat) -> None:
    bot_says(world, group, "1", {"text": "Karty", "url": "https://t.me/StamgastBot?start=k"})
    ana.taps("Karty", group)
    assert texts(world) == ["/start k"]


def test_forged_data_reaches_the_bot(world: World, ana: Phone, group: Chat) -> None:
    message = bot_says(world, group, "1", {"text": "♥ 7", "callback_data": "x"})
    ana.taps_data("podvrh", message)
    assert dig(drain(world)[0], "callback_query", "data") == "podvrh"


def test_tap_on_a_deleted_message_has_an_inaccessible_one(world: World, ana: Phone, group: Chat) -> None:
    message = bot_says(world, group, "1", {"text": "♥ 7", "callback_data": "x"})
    world.delete(message)
    ana.taps_data("x", message)
    assert dig(drain(world)[0], "callback_query", "message", "date") == 0


def test_who_is_not_in_the_group_can_do_nothing_there(world: World, bob: Phone, group: Chat) -> None:
    message = bot_says(world, group, "1", {"text": "♥ 7", "callback_data": "x"})
    bob.leaves(group)
    for act in (
        lambda: bob.says("/hra", group),
        lambda: bob.taps("♥ 7", group),
        lambda: bob.taps_data("x", message),
        lambda: bob.migrates(group),
    ):
        with pytest.raises(CannotDo):
            act()


def test_leaving_and_joining_are_service_messages(world: World, bob: Phone, group: Chat) -> None:
    bob.leaves(group)
    bob.joins(group)
    left, joined = drain(world)
    assert dig(left, "message", "left_chat_member", "first_name") == "Bob"
    assert dig(joined, "message", "new_chat_member", "first_name") == "Bob"


def test_chat_member_updates_come_when_asked_for_by_an_administrator(world: World, ana: Phone, group: Chat) -> None:
    bob = Phone(world, world.people()[1])
    ana.seats(group, world.bot, Standing.ADMINISTRATOR)
    drain(world)
    bob.leaves(group)
    assert not any("chat_member" in update for update in drain(world)), "off by default"
    world.keep(replace(world.settings, allowed_updates=("chat_member",)))
    bob.joins(group)
    (told,) = drain(world)
    assert dig(told, "chat_member", "old_chat_member", "status") == "left"
    assert dig(told, "chat_member", "new_chat_member", "user", "first_name") == "Bob"


def test_kicking_the_bot_from_a_basic_group(world: World, ana: Phone, group: Chat) -> None:
    ana.kicks_bot(group)
    kinds = [next(iter(update.keys() - {"update_id"})) for update in drain(world)]
    assert kinds == ["message", "my_chat_member"]
    ana.says("/hra", group)
    assert drain(world) == []


def test_kicking_the_bot_from_a_supergroup_leaves_only_the_status(world: World, ana: Phone, group: Chat) -> None:
    supergroup = ana.migrates(group)
    drain(world)
    ana.kicks_bot(supergroup)
    (told,) = drain(world)
    assert dig(told, "my_chat_member", "new_chat_member", "status") == "kicked"


def test_migration_tells_both_chats_and_starts_ids_anew(world: World, ana: Phone, group: Chat) -> None:
    before = ana.says("/hra", group)
    supergroup = ana.migrates(group)
    _, old, new = drain(world)
    assert (dig(old, "message", "chat", "id"), dig(old, "message", "migrate_to_chat_id")) == (group.id, supergroup.id)
    assert dig(new, "message", "chat", "id") == supergroup.id
    assert dig(new, "message", "migrate_from_chat_id") == group.id
    assert dig(new, "message", "message_id") == 1
    assert supergroup.id < -1_000_000_000_000
    assert world.groups() == [world.chats[supergroup.id]]
    assert world.find_message(supergroup.id, before.id) is None
    assert ana.says("/hra", group).chat_id == supergroup.id, "people write where the group is now"


def test_a_group_grows_whoever_has_left_it_and_only_once(world: World, ana: Phone, bob: Phone, group: Chat) -> None:
    ana.leaves(group)
    supergroup = bob.migrates(group)
    assert [message.sender_id for message in bob.sees(supergroup)] == [bob.person.id]
    with pytest.raises(CannotDo, match="Superskupina už to je"):
        bob.migrates(group)


def test_one_more_group_has_its_maker_and_the_bot(world: World, bob: Phone) -> None:
    made = bob.founds()
    assert world.groups()[1] == made
    assert {user for user in world.users if made.standing(user).is_in} == {bob.person.id, world.bot.id}
    assert made.standing(bob.person.id) is Standing.CREATOR


def test_no_name_turns_the_sentence_around_that_it_stands_in(world: World) -> None:
    eve = Phone(world, world.add_person("\u202e\u2069Eva"))
    made = eve.founds()
    Phone(world, world.people()[0]).joins(made)
    eve.seats(made, world.people()[1], Standing.MEMBER)
    eve.leaves(made)
    sentences = [service_text(world, message) for message in world.messages_in(made.id)]
    assert sentences[-1] == "\u2068Eva\u2069 odchází"
    assert not any(set(sentence) & set("\u202a\u202b\u202d\u202e") for sentence in sentences)
    assert all(sentence.count("\u2068") == sentence.count("\u2069") for sentence in sentences)


def test_message_ids_of_basic_groups_and_private_chats_are_shared(world: World, ana: Phone, group: Chat) -> None:
    first, second, third = ana.starts(), ana.says("/hra", group), ana.says("ahoj")
    assert (second.id, third.id) == (first.id + 1, first.id + 2)


def test_update_ids_rise_by_one(world: World, ana: Phone, group: Chat) -> None:
    for number in range(5):
        ana.says(f"/hra {number}", group)
    first, *others = [update.id for update in world.updates.values()]
    assert others == [first + more for more in range(1, 5)]


def test_deleting_messages(world: World, ana: Phone, bob: Phone, group: Chat) -> None:
    own, theirs = bob.says("moje", group), ana.says("její", group)
    bob.deletes(own)
    with pytest.raises(CannotDo):
        bob.deletes(theirs)
    ana.deletes(theirs)
    assert [message.text for message in ana.sees(group) if not message.service] == []


def test_editing_is_told_like_a_message(world: World, ana: Phone, bob: Phone, group: Chat) -> None:
    command, chatter = ana.says("/hra", group), ana.says("ahoj", group)
    drain(world)
    ana.edits(command, "/hra shithead")
    ana.edits(chatter, "ahoj vespolek")
    (told,) = drain(world)
    assert dig(told, "edited_message", "text") == "/hra shithead"
    assert dig(told, "edited_message", "message_id") == command.id
    with pytest.raises(CannotDo):
        bob.edits(command, "/konec")


def test_two_messages_with_the_same_text_are_two(world: World, ana: Phone, group: Chat) -> None:
    assert ana.says("/hra", group).id != ana.says("/hra", group).id
    assert texts(world) == ["/hra", "/hra"]
