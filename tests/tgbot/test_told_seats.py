"""Who sits where, who waits for what, who rests and who goes: the same in the group, in private and in the popup."""

from dataclasses import replace

import pytest

from core.game import CLOCKWISE
from core.night import Care, Menu
from core.night import intents as want
from core.night.people import place_in_queue
from core.night.play import OF_THE_QUESTION
from core.night.rounds import asked
from core.players.strength import Strength
from tests.core.nights import NAMES, Evening, person_of
from tests.core.test_night_split import settles, split, tables
from tests.pub import Pub
from tests.tgbot.test_split import full, settled, table_messages  # noqa: F401 - a fixture
from tests.tgbot.told import told
from tests.tgbot.updates import BOT
from tgbot.screens import Screen, Slot, Style
from tgbot.views import screens
from tgbot.views.answers import answer
from tgbot.views.frame import frame
from tgbot.views.names import in_a_row
from tgbot.words import speak


def hand(evening: Evening, name: str) -> Screen:
    return screens(evening.night, BOT)[Slot(person_of(name), "hand")]


def group(evening: Evening, table: int = 1) -> Screen:
    return screens(evening.night, BOT)[Slot(-1, f"table:{table}")]


def said(evening: Evening) -> str:
    """What the last step told the group."""
    return "\n".join(told(*evening.news, night=evening.night))


def labels(screen: Screen) -> list[str]:
    return [button.text for row in screen.keyboard for button in row]


def reachable(evening: Evening, *names: str) -> None:
    for name in names:
        evening.wants(want.Reachable(person=person_of(name), reachable=True))


# Two tables


async def test_n05_the_group_reads_who_decides_and_who_sits_where_table_one_first(full: Pub) -> None:  # noqa: F811
    guests = await settled(full)
    proposed = next(at for at, text in enumerate(full.said) if "Dva stoly, nebo jeden? Rozhoduje" in text)
    decided = next(at for at, text in enumerate(full.said) if "rozhoduje: dva stoly" in text)
    for table, line in zip((await full.night()).tables, full.said[decided].split("\n")[1:], strict=True):
        assert line.startswith(f"Stůl {table.id}: ")
        assert all(guest.name in line for guest in guests if guest.id in table.seats)
    assert proposed < decided
    assert list(table_messages(full)) == ["Stůl 1", "Stůl 2"]


def test_n05_whoever_has_to_decide_now_is_named_and_nobody_twice() -> None:
    evening = Evening(*NAMES[:7])
    evening.joins("Hana")
    asked = split(evening).decider
    assert f"Rozhoduje <b>{NAMES[asked - 1]}</b>" in said(evening)
    evening.joins("Ivo")
    assert split(evening).decider != asked or "Rozhoduje" not in said(evening)
    first = split(evening).decider
    evening.wants(want.Reachable(person=first, reachable=False))
    assert split(evening).decider != first
    assert f"Rozhoduje <b>{NAMES[split(evening).decider - 1]}</b>" in said(evening)
    settles(evening, two=False)
    assert "rozhoduje: jeden stůl" in said(evening)


def test_n05_everybody_reads_with_whom_they_sit_and_their_phone_rings_once() -> None:
    evening = Evening(*NAMES[:8])
    assert not any("U stolu s tebou" in hand(evening, name).text for name in NAMES[:8])
    before = {name: hand(evening, name).fresh for name in NAMES[:8]}
    settles(evening)
    for table in tables(evening.night):
        for person in table.seats:
            screen = hand(evening, NAMES[person - 1])
            line = next(line for line in screen.text.split("\n") if line.startswith("U stolu s tebou: "))
            assert {*line.removeprefix("U stolu s tebou: ").split(", ")} == {
                NAMES[other - 1] for other in table.seats if other != person
            }
            assert f"t{table.id}" in {*screen.fresh} - {*before[NAMES[person - 1]]}
    dealer = tables(evening.night)[1].seats[0]
    evening.wants(want.Deal(person=dealer, table=2, after=0))
    assert "t2" in hand(evening, NAMES[dealer - 1]).fresh, "what has rung does not ring again after the game"


def test_n05_one_table_again_is_offered_in_words_and_told_with_everybody_at_it() -> None:
    evening = Evening(*NAMES[:8])
    settles(evening)
    assert "vejdete" not in group(evening).text
    evening.leaves("Hana")
    for table in (1, 2):
        assert "Už se zase vejdete k jednomu stolu." in group(evening, table).text
        assert labels(group(evening, table)).index("🪑 Zase jeden stůl") < 2
    evening.wants(want.JoinTables(person=1))
    assert said(evening).startswith("🪑 <b>Ana</b> sráží stoly k sobě")
    assert all(name in said(evening) for name in NAMES[:7])


def test_n05_a_second_table_that_was_left_alone_stays_the_second_one() -> None:
    evening = Evening(*NAMES[:8])
    settles(evening)
    for person in tables(evening.night)[0].seats:
        evening.leaves(NAMES[person - 1])
    assert [table.id for table in evening.night.tables] == [2]
    evening.joins(*(name for name in NAMES[:8] if evening.night.table_of(person_of(name)) is None))
    proposed = split(evening).tables
    settles(evening)
    assert [table.id for table in evening.night.tables] == [1, 2]
    assert [{*table.seats} for table in evening.night.tables] == [{*part} for part in proposed]


def test_n05_to_deal_stands_out_no_more_than_the_question() -> None:
    evening = Evening(*NAMES[:8])

    def green(screen: Screen) -> list[str]:
        return [button.text for row in screen.keyboard for button in row if button.style is Style.SUCCESS]

    asked = NAMES[split(evening).decider - 1]
    assert green(hand(evening, asked)) == ["🪑🪑 Dva stoly?"]
    assert green(group(evening)) == []
    settles(evening, two=False)
    assert green(group(evening)) == green(hand(evening, asked)) == ["▶️ Rozdat"]


# Who waits for what


def rings(evening: Evening, name: str) -> set[str]:
    """What their phone has rung for, but to decide about two tables."""
    return {*hand(evening, name).fresh} - {"split"}


def promises(text: str) -> bool:
    return "příští" in text


@pytest.mark.parametrize("people", [5, 6, 7, 8])
def test_n01_all_places_promise_the_next_game_or_none_does(people: int) -> None:
    evening = Evening(*NAMES[:people])
    evening.deals("Ana")
    before = evening.night
    intent = want.Join(person=9, name="Ivo")
    done = evening.wants(intent)
    waits = bool(place_in_queue(evening.table, 9))
    assert waits == (people >= 7)
    popup = answer(frame(evening.night, "cs", BOT), before, intent, done).text
    board = next(line for line in group(evening).text.split("\n") if "Ivo" in line)
    assert promises(hand(evening, "Ivo").text) == promises(popup) == promises(board) == (not waits)
    assert ("čeká na místo" in said(evening)) == board.startswith("Čeká na místo: ") == waits
    assert "plno" in popup or not waits
    assert "přisedá" in said(evening) or waits


def waiting_for_a_seat() -> Evening:
    evening = Evening(*NAMES[:7])
    evening.deals("Ana")
    evening.joins("Hana", "Ivo")
    return evening


def test_n01_whoever_gets_a_seat_is_rung_and_the_group_is_told() -> None:
    evening = waiting_for_a_seat()
    reachable(evening, "Hana", "Ivo")
    waiting = {name: rings(evening, name) for name in ("Hana", "Ivo")}
    evening.leaves("Ana")
    assert "Uvolnilo" not in said(evening)
    evening.plays_to_the_end()
    assert "🪑 Uvolnilo se místo. Příští hru hraje: Hana" in said(evening)
    assert rings(evening, "Hana") > waiting["Hana"]
    assert rings(evening, "Ivo") == waiting["Ivo"]
    evening.leaves("Bob")
    assert "🪑 Uvolnilo se místo. Příští hru hraje: Ivo" in said(evening)
    assert rings(evening, "Ivo") > waiting["Ivo"]


def test_n01_a_seat_that_comes_free_in_mid_game_is_told_at_once_and_rings_once() -> None:
    evening = waiting_for_a_seat()
    reachable(evening, "Hana")
    waiting = rings(evening, "Hana")
    evening.is_unwell("Ana")
    assert "🪑 Uvolnilo se místo. Příští hru hraje: Hana" in said(evening)
    rung = rings(evening, "Hana")
    assert rung > waiting
    evening.plays_to_the_end()
    assert "Uvolnilo" not in said(evening)
    assert rings(evening, "Hana") == rung


@pytest.mark.parametrize("menu", [menu for menu in Menu if menu not in OF_THE_QUESTION])
def test_a_menu_is_no_reason_to_ring_again(menu: Menu) -> None:
    evening = Evening("Ana", "Bob")
    rung = hand(evening, "Ana").fresh
    evening.wants(want.OpenMenu(person=1, menu=menu))
    assert hand(evening, "Ana").fresh == rung


def test_n21_a_bot_gives_way_so_nobody_who_waits_behind_one_is_told_that_the_table_is_full() -> None:
    evening = Evening(*NAMES[:5])
    for _ in range(2):
        evening.wants(want.SeatBot(person=1, table=1, strength=Strength.EASY))
    evening.deals("Ana")
    evening.joins("Fil", "Gab", "Hana")
    for name in ("Fil", "Gab"):
        assert "po téhle hře ti uvolní místo 🤖" in hand(evening, name).text
    assert "první volné místo je tvoje" in hand(evening, "Hana").text


def test_n15a_n02_who_sits_out_keeps_the_seat_and_whoever_waits_reads_so() -> None:
    evening = Evening(*NAMES[:7])
    evening.rests("Eva")
    evening.deals("Ana")
    evening.joins("Hana")
    for text in (hand(evening, "Hana").text, group(evening).text):
        assert "💤 Vynechává, místo má dál: Eva" in text
    assert "💤 Vynechává" not in hand(evening, "Bob").text


@pytest.mark.parametrize("where", ["sits out", "waits"])
def test_n15a_the_hat_is_beside_the_name_all_through_the_game_also_of_who_does_not_play(where: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    evening.night = replace(
        evening.night, people=tuple(replace(person, hat=person.name == "Cyr") for person in evening.night.people)
    )
    if where == "sits out":
        evening.rests("Cyr")
    else:
        evening.leaves("Cyr")
    evening.deals("Ana")
    if where == "waits":
        evening.joins("Cyr")
    assert "Cyr 🎓" in group(evening).text


def test_n01_who_waits_beside_a_game_and_cannot_be_written_to_is_marked_and_told_what_to_do() -> None:
    evening = Evening("Ana", "Bob")
    evening.deals("Ana")
    evening.joins("Cyr")
    assert "📵" not in group(evening).text
    evening.wants(want.Reachable(person=3, reachable=False))
    assert "Cyr 📵" in group(evening).text
    assert group(evening).text.count("📵") == 2, "the mark, and what to do about it"


# Games that nobody has won


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
def test_s30_p22_h17_a_game_that_does_not_count_is_nowhere_said_to_be_played_out(game: str) -> None:
    evening = Evening("Ana", "Bob", game=game)
    reachable(evening, "Ana", "Bob")
    evening.deals("Ana")
    evening.is_unwell("Bob")
    assert evening.table.round is None
    assert evening.night.wins == ()
    assert "🚑 <b>1. hra je nedohraná a nepočítá se</b>" in said(evening)
    assert "Konec 1. hry" not in said(evening)
    assert "1. hra je nedohraná" in group(evening).leaves
    assert "dohraná" in hand(evening, "Ana").text
    assert "místo.</b>" not in hand(evening, "Ana").text


# Who goes


@pytest.mark.parametrize("how", [want.Leave, want.Unwell])
@pytest.mark.parametrize("game", [False, True])
def test_n03_n04_whoever_goes_reads_a_good_night_and_the_way_back(how: type[want.Leave], game: bool) -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    reachable(evening, "Ana")
    if game:
        evening.deals("Ana")
    evening.wants(how(person=1))
    if game:
        evening.plays_to_the_end()
    screen = hand(evening, "Ana")
    assert screen.text.startswith("👋 Dobrou noc")
    (back,) = (button for row in screen.keyboard for button in row if button.url)
    assert back.text == "↩️ Zpátky ke stolu"
    assert str(back.url).endswith(f"start=hand-{evening.night.id}")
    evening.night = replace(evening.night, ended_at=evening.now)
    over = hand(evening, "Ana")
    assert over.text.startswith("👋 Dobrou noc")
    assert not any(button.url for row in over.keyboard for button in row)


@pytest.mark.parametrize("goes", ["/odejit", "/zdravi"])
async def test_n04_the_way_back_leads_to_the_table(pub: Pub, goes: str) -> None:
    _, bob = await pub.seat("Ana", "Bob")
    await bob.says(goes, in_group=False)
    if goes == "/zdravi":
        await bob.taps("Ano, končím")
    assert (await pub.night()).table_of(bob.id) is None
    last = next(message for message in reversed(bob.phone.sees()) if message.text.startswith("👋"))
    bob.phone.opens(str(last.buttons[0]["url"]))
    await pub.settled()
    assert (await pub.night()).table_of(bob.id) is not None


# Breaks


def test_n02_a_break_of_ones_own_is_told_explained_on_the_table_and_ended_by_a_key() -> None:
    evening = Evening("Ana", "Bob")
    evening.deals("Ana")
    for name in ("Ana", "Bob"):
        evening.wants(want.TakeBreak(person=person_of(name)))
        assert said(evening) == f"☕ <b>{name}</b> má pauzu. Hodiny počkají na první ťuknutí."
        assert labels(hand(evening, name))[0] == "▶️ Jsem zpátky"
        assert "☕ Máš pauzu" in hand(evening, name).text
    assert "hodiny stojí" in group(evening).text
    assert "na tahu od" not in group(evening).text
    for name in ("Ana", "Bob"):
        before, intent = evening.night, want.OpenMenu(person=person_of(name), menu=None)
        assert answer(frame(before, "cs", BOT), before, intent, evening.wants(intent)).text == "▶️ Hodiny zase běží."
        assert "▶️ Jsem zpátky" not in labels(hand(evening, name))
    assert "na tahu od" in group(evening).text


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
def test_n02_whoever_is_on_turn_reads_that_the_clock_stands_and_that_a_move_ends_it(game: str) -> None:
    evening = Evening("Ana", "Bob", game=game)
    evening.deals("Ana")
    before = {name: hand(evening, name).text for name in ("Ana", "Bob")}
    evening.wants(want.Pause(person=1))
    on_turn = {NAMES[evening.round.players[seat] - 1] for seat in asked(evening.round)}
    for name, text in before.items():
        own = hand(evening, name).text
        assert ("⏸" in own) == ("Tvůj tah ji ukončí." in own) == (own != text) == (name in on_turn)


# What the whole table is asked


@pytest.mark.parametrize("running", [False, True])
def test_n11_what_the_table_is_asked_is_also_on_everybodys_own_screen(running: bool) -> None:
    evening = Evening("Ana", "Bob", "Cyr")
    if running:
        evening.deals("Ana")
        evening.joins("Dan")
    names = [person.name for person in evening.night.people]
    rung = {name: hand(evening, name).fresh for name in names}
    evening.wants(want.EndNight(person=1))
    evening.night = replace(evening.night, dry_at=evening.now)
    for name in names:
        screen = hand(evening, name)
        assert ("🌙 Ana chce ukončit večer" in screen.text) == (name != "Ana")
        assert "🍾 Lahve jsou prázdné" in screen.text
        assert screen.fresh == rung[name], "an edit, and no further message"


def test_n13_what_everybody_has_to_answer_comes_first_until_it_is_answered() -> None:
    evening = Evening("Ana", "Bob")
    assert labels(hand(evening, "Ana"))[:2] == ["🥃 Je mi 18+", "🧃 Nealko"]
    evening.wants(want.ChooseCare(person=1, care=Care.SOFT))
    assert labels(hand(evening, "Ana"))[0] == "▶️ Rozdat"


# How it reads


@pytest.mark.parametrize("game", ["smidary", "prsi", "shithead"])
def test_which_way_round_it_goes_is_said_as_the_players_stand_in_the_list(game: str) -> None:
    evening = Evening("Ana", "Bob", "Cyr", game=game)
    evening.deals("Ana")
    evening.changes(direction=CLOCKWISE)
    assert "↻ hraje se dolů" in group(evening).text
    evening.changes(direction=-CLOCKWISE)
    assert "↺ hraje se nahoru" in group(evening).text


@pytest.mark.parametrize("more, words", [(0, ""), (1, " a 1 další"), (3, " a 3 další"), (5, " a 5 dalších")])
def test_of_a_crowd_the_rest_is_counted_in_words(more: int, words: str) -> None:
    assert in_a_row(speak("cs"), NAMES[: 2 + more], most=2) == f"Ana, Bob{words}"
