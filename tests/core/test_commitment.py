"""The shuffle is committed to before the deal, and the record of a game proves it (N20)."""

import json
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from core.__main__ import main
from core.archive import faults, is_running, last_finished, record_of
from core.commitment import commitment, new_salt
from core.games import GAMES
from core.night import Declined
from core.record import InvalidRecord, Record, parse, write
from tests.core.nights import Evening

NAMES = {1: "Ana", 2: "Bob", 3: "Cyr"}


def finished() -> Evening:
    """An evening whose first game is over."""
    evening = Evening("Ana", "Bob", "Cyr")
    evening.deals("Ana")
    evening.plays_to_the_end()
    return evening


def goes_on(evening: Evening, moves: int) -> None:
    """So many moves at random in the running game."""
    random = Random(2)
    for _ in range(moves):
        round_ = evening.round
        game = GAMES[round_.game]
        seat, action = random.choice([(s, a) for s in range(3) for a in game.legal(round_.state, s)])
        name = NAMES[round_.players[seat]]
        words = game.format_action(action)
        # The night asks nobody to act out of turn, which akční prší would let happen (P24).
        if words != "collapse":
            with suppress(Declined):
                evening.does(f"{name} {words}")


def record(evening: Evening, number: int = 1) -> Record:
    found = record_of(evening.log, number, NAMES, "A game")
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
def test_n20_the_table_shows_the_digest_of_the_deck_that_the_record_reveals(game: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr", game=game)
    evening.deals("Ana")
    round_ = evening.night.tables[0].round
    assert round_ is not None
    goes_on(evening, moves=40)
    told = record(evening)
    assert told.deck == round_.deck
    # By hand, as somebody without this program would do it.
    assert sha256(f"{told.salt} {' '.join(told.deck)}".encode()).hexdigest()[:32] == round_.commitment
    assert told.commitment == round_.commitment
    assert faults(told) == ()


def test_n20_a_record_of_a_night_is_a_file_that_can_be_read_again() -> None:
    told = record(finished())
    assert parse(write(told)) == told


def test_n20_another_deck_another_salt_or_another_digest_is_found_out() -> None:
    text = write(record(finished()))
    told = parse(text)
    assert told.deck is not None
    first, second, *rest = told.deck
    swapped = text.replace(" ".join(told.deck), " ".join((second, first, *rest)))
    salted = text.replace(told.salt, told.salt[::-1])
    promised = text.replace(told.commitment, told.commitment[::-1])
    for forged in (swapped, salted, promised):
        assert faults(parse(forged))[0] == "the deck is not the one that was committed to"


def test_n20_an_action_that_was_never_possible_is_found_out() -> None:
    text = write(record(finished()))
    line = next(line for line in text.splitlines() if line.startswith('  "'))
    assert any("is refused" in fault for fault in faults(parse(text.replace(line, f'{line}\n  "Ana dance",', 1))))


@pytest.mark.parametrize("missing", [("salt",), ("commitment",), ("salt", "commitment")])
def test_n20_a_record_without_a_commitment_proves_nothing(missing: tuple[str, ...]) -> None:
    told = record(finished())
    bare = "\n".join(line for line in write(told).splitlines() if not line.startswith(missing))
    with pytest.raises(InvalidRecord):
        faults(parse(bare))


def test_n20_salts_differ_and_hide_the_deck() -> None:
    random = Random(1)
    salts = {new_salt(random) for _ in range(100)}
    assert len(salts) == 100
    assert {len(salt) for salt in salts} == {32}
    assert len({commitment(salt, ("7h", "8h")) for salt in salts}) == 100


def test_n20_a_running_game_is_known_as_such() -> None:
    evening = finished()
    assert (last_finished(evening.night), is_running(evening.night, 1)) == (1, False)
    evening.deals("Ana")
    assert (last_finished(evening.night), is_running(evening.night, 2)) == (1, True)


def test_n20_a_log_without_the_game_has_no_record() -> None:
    assert record_of(finished().log, 2, NAMES, "") is None


def test_n20_anybody_can_check_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = record(finished())
    good, forged, none = tmp_path / "good.toml", tmp_path / "forged.toml", tmp_path / "none.toml"
    good.write_text(write(told), encoding="utf-8")
    forged.write_text(write(replace(told, salt="0" * 32)), encoding="utf-8")
    none.write_text("format = 1", encoding="utf-8")
    assert main(["verify", str(good)]) == 0
    assert f"ok, {len(told.actions)} actions; the table message must show {told.commitment}" in capsys.readouterr().out
    assert main(["verify", str(good), str(forged)]) == 1
    assert "not the one that was committed to" in capsys.readouterr().out
    assert main(["verify", str(good), str(none)]) == 2


def test_n20_house_rules_and_the_cut_suit_are_in_the_record() -> None:
    evening = Evening("Ana", "Bob", "Cyr", game="prsi")
    evening.deals("Ana")
    deal = json.loads(evening.log[0])
    rule = {"id": "x1", "author": 2, "when": "K*", "effect": ["next draws 2"]}
    told = record_of([json.dumps(deal | {"deal": deal["deal"] | {"house": [rule], "cut": "h"}})], 1, NAMES, "")
    assert told is not None
    assert (told.cut, told.house) == ("h", ({**rule, "author": "Bob"},))
    assert faults(parse(write(told))) == ()
