"""What is written can be read again, in every moment of every game; nothing else is taken for a night."""

from dataclasses import replace
from random import Random

import pytest
from pydantic_core import PydanticSerializationError

from core.games import GAMES
from core.night.values import Night
from tests.tgbot.store_nights import LOST, a_game, a_night, an_entry
from tgbot.store import codec


@pytest.mark.parametrize("game_id", GAMES)
def test_every_moment_of_a_game_reads_as_it_was_written(game_id: str) -> None:
    random = Random(7)
    game = GAMES[game_id]
    night = a_game(game_id, 4, random)
    for _ in range(300):
        text = codec.encode_night(night)
        assert repr(codec.decode_night(text)) == repr(night)  # 1 is not True
        table = night.tables[0]
        assert table.round
        state = table.round.state
        moves = [(seat, action) for seat in game.actors(state) for action in game.legal(state, seat)]
        if not moves:
            break
        seat, action = random.choice(moves)
        state, _ = game.step(state, seat, action)
        table = replace(table, round=replace(table.round, state=state))
        night = replace(night, tables=(table, *night.tables[1:]))


@pytest.mark.parametrize("game_id", GAMES)
def test_states_stay_with_their_tables(game_id: str) -> None:
    one, other = a_game(game_id, 3, Random(1)), a_game(game_id, 4, Random(2))
    both = replace(one, tables=(one.tables[1], one.tables[0], replace(other.tables[0], id=3)))
    assert codec.decode_night(codec.encode_night(both)) == both


@pytest.mark.parametrize("game_id", GAMES)
def test_a_full_table_is_small(game_id: str) -> None:
    assert len(codec.encode_night(a_game(game_id, 5, Random(3)))) < 6_000


def test_entries_and_news_read_as_they_were_written() -> None:
    assert codec.decode_entry(codec.encode_entry(an_entry(4))) == an_entry(4)
    nested = replace(LOST, data=(("places", ((1, "a"), (2, None))), ("silent", True)))
    for news in (LOST, nested):
        assert codec.decode_news(codec.encode_news(news)) == news


SOUND = codec.encode_night(a_game("smidary", 2, Random(5)))


FAULTY = {
    "nothing": b"",
    "null": b"null",
    "no fields": b"{}",
    "no text": b"\xff\xfe",
    "no end": SOUND[:-1],
    "half": SOUND[: len(SOUND) // 2],
    "no state": SOUND.split(b"\n")[0],
    "a state too many": SOUND + b"\n" + SOUND.split(b"\n")[1],
    "a text for a number": SOUND.replace(b'"chat":-1001234567890', b'"chat":"-1001234567890"'),
    "a missing field": SOUND.replace(b'"title":', b'"titel":'),
    "an unknown field": SOUND.replace(b'"title":', b'"more":1,"title":'),
    "an unknown field of the state": SOUND.replace(b'"ply":', b'"plies":1,"ply":'),
    "an unknown game": SOUND.replace(b'"game":"smidary"', b'"game":"canasta"'),
    "an unknown phase": SOUND.replace(b'"phase":"', b'"phase":"un'),
}


@pytest.mark.parametrize("text", FAULTY.values(), ids=FAULTY)
def test_anything_else_is_unreadable_and_the_reason_tells_no_secrets(text: bytes) -> None:
    assert text != SOUND
    with pytest.raises(codec.Unreadable) as caught:
        codec.decode_night(text)
    assert caught.value.__cause__ is None
    assert "Žofie" not in str(caught.value)


@pytest.mark.parametrize("wrong", [{"title": 5}, {"people": ("Ana",)}, {"games": "2"}])
def test_what_could_not_be_read_again_is_not_written(wrong: dict[str, object]) -> None:
    night: Night = replace(a_night(), **wrong)  # type: ignore[arg-type]
    with pytest.raises(PydanticSerializationError):
        codec.encode_night(night)
