"""Every release reads what all before it have written, and says so when it writes something else."""

from pathlib import Path

import pytest

from tests.tgbot.schema_files import SCHEMAS
from tests.tgbot.store_nights import opened
from tgbot.store import Connection, NewerSchema, Store, codec
from tgbot.store.keys import keys_of

FILES = sorted(SCHEMAS.glob("*/*.jsonl"))


def test_there_are_files_of_every_schema() -> None:
    assert {file.parent.name for file in FILES} == {str(number) for number in range(1, codec.SCHEMA + 1)}


@pytest.mark.parametrize(
    "schema, text",
    [pytest.param(file.parent.name, file.read_bytes(), id=f"{file.parent.name}-{file.stem}") for file in FILES],
)
async def test_a_night_of_any_schema_is_read(store: Store, connection: Connection, schema: str, text: bytes) -> None:
    night = await opened(store)
    await connection.command("HSET", keys_of(night.id).night, "schema", schema, "state", text)
    loaded = await store.load(night.id)
    assert loaded is not None
    assert loaded.night.people
    inside = codec.unseal(text) if int(schema) >= codec.SEALED else text
    assert loaded.night == codec.decode_night(inside)


@pytest.mark.parametrize("file", sorted((SCHEMAS / str(codec.SCHEMA)).glob("*.jsonl")), ids=lambda file: file.stem)
def test_what_is_written_has_not_changed_under_the_same_number(file: Path) -> None:
    text = file.read_bytes()
    again = codec.seal(codec.encode_night(codec.decode_night(codec.unseal(text))))
    assert again == text, "raise codec.SCHEMA, then write its files: python -m tests.tgbot.schema_files"


@pytest.mark.parametrize("at", [3, 99, -1, -9, -10])
def test_a_flipped_bit_is_noticed_wherever_it_is(at: int) -> None:
    text = bytearray((SCHEMAS / str(codec.SCHEMA) / "smidary-3.jsonl").read_bytes())
    text[at] ^= 1
    with pytest.raises(codec.Unreadable, match="checksum"):
        codec.unseal(bytes(text))


async def test_the_next_schema_is_left_alone(store: Store, connection: Connection) -> None:
    night = await opened(store)
    await connection.command("HSET", keys_of(night.id).night, "schema", codec.SCHEMA + 1)
    with pytest.raises(NewerSchema):
        await store.load(night.id)
