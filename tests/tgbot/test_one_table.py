"""The group has one message of a running game, and after the night's end none with buttons (N20)."""

from random import Random

from tests.pub import Guest, Pub
from tgbot.playground.records import Message


def of_the_bot(pub: Pub) -> list[Message]:
    bot = pub.telegram.world.bot.id
    return [message for message in pub.telegram.world.messages_in(pub.group.id) if message.sender_id == bot]


def boards(pub: Pub) -> list[Message]:
    """The messages that show what lies on the table."""
    return [message for message in of_the_bot(pub) if "🔏" in message.text]


async def both_say(pub: Pub, text: str, *guests: Guest) -> None:
    """In the same moment."""
    for guest in guests:
        guest.phone.says(text, pub.group)
    await pub.settled()


async def test_the_table_that_is_asked_for_in_mid_game_leaves_no_copy_above_it(pub: Pub) -> None:
    ana, bob, cyr = await pub.deal("Ana", "Bob", "Cyril")
    (first,) = boards(pub)
    for guest in (ana, bob, cyr):
        await guest.says("/hra")
        (board,) = boards(pub)
        assert board.id != first.id
        assert board.buttons
    await both_say(pub, "/hra", ana, bob, cyr)
    assert len(boards(pub)) == 1
    await both_say(pub, "/konec", ana, bob)
    (board,) = boards(pub)
    assert {"Ano, končíme", "Ne, hrajeme dál"} <= {button["text"] for button in board.buttons}
    await cyr.taps("Ne, hrajeme dál", in_group=True)
    assert len(boards(pub)) == 1


async def test_the_message_of_a_game_that_is_over_stays_with_its_proof(pub: Pub) -> None:
    ana, bob = await pub.deal("Ana", "Bob")
    await ana.says("/hra")
    proof = boards(pub)[0].text.split("🔏")[1].split()[0]
    await pub.play((ana, bob), Random(1))
    await ana.says("/hra")
    (over,) = boards(pub)
    assert proof in over.text
    assert not over.buttons


async def test_after_the_nights_end_no_message_of_it_has_a_button(pub: Pub) -> None:
    ana, bob, cyr = await pub.deal("Ana", "Bob", "Cyril")
    await both_say(pub, "/konec", ana, bob)
    await both_say(pub, "/hra", ana, cyr)
    await both_say(pub, "/konec", cyr, bob, ana)
    for guest in (cyr, bob):
        guest.phone.taps("Ano, končíme", pub.group)
    await pub.settled()
    assert not [button for message in of_the_bot(pub) for button in message.buttons]
    assert sum("Večer skončil" in message.text for message in of_the_bot(pub)) <= 2
