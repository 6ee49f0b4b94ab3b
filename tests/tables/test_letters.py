"""Words between players: who reads them, who does not, and what is kept."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables.floor import limits
from bot.tables.lobby.moderators import PEEK
from bot.tables.tables import Tables
from bot.tables.telling.letters import LETTER, SAID
from bot.tables.values import Parcel, Refused, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play
from tests.tables.test_following import to_the_end
from tests.tables.test_forgetting import kept

pytestmark = pytest.mark.usefixtures("council")
DORA, EMIL, FAY, GUS = Who(44, "Dora"), Who(55, "Emil"), Who(66, "Fay"), Who(77, "Gus")
SEVEN = (ANA, BEN, CLEO, DORA, EMIL, FAY, GUS)  # red, orange, yellow, green, ...


@pytest.fixture
async def seven(tables: Tables) -> int:
    table = (await tables.lobby.open(ANA, HERE, "council", "full")).id
    for who in SEVEN[1:]:
        await tables.lobby.join(table, who)
    for who in SEVEN:
        await tables.lobby.ready(table, who)
    await deliver(tables)
    return table


async def seat_of(tables: Tables, table: int, who: Who) -> str:
    card = await tables.finding.card(table)
    return next(s.seat for s in card.seats if s.person == who)


def outline(parcels: list[Parcel]) -> list[tuple[str, str, str, dict[str, object]]]:
    return [(p.audience, p.slot, p.kind, dict(p.body)) for p in parcels]


# -- two ----------------------------------------------------------------------------------------


async def test_a_letter_between_two(tables: Tables, table: int) -> None:
    await deliver(tables)
    sent = await tables.letters.tell(table, ANA, ["Muslim"], " Peace until 1484? \n")
    assert sent.holders == (("muslim", "Ben"),)
    (parcel,) = await deliver(tables)
    assert (parcel.audience, parcel.slot, parcel.kind) == ("person:22", "letter:muslim:1", LETTER)
    assert parcel.body["words"] == "Peace until 1484?"
    assert (parcel.body["seat"], parcel.body["to"]) == ("christian", ["muslim"])
    for who in (ANA, BEN):
        (told,) = await tables.letters.told(table, who)
        assert (told.number, told.seat, told.to) == (1, "christian", ("muslim",))
        assert told.text == "Peace until 1484?"
    assert await tables.letters.told(table, CLEO) == ()


async def test_what_is_said_is_for_everybody(tables: Tables, table: int) -> None:
    await deliver(tables)
    await tables.letters.say(table, BEN, "Well met.")
    (parcel,) = await deliver(tables)
    assert (parcel.audience, parcel.slot, parcel.kind) == ("table", "said:1", SAID)
    for who in (ANA, BEN, CLEO):
        (told,) = await tables.letters.told(table, who)
        assert (told.seat, told.to, told.text) == ("muslim", (), "Well met.")


# -- seven ---------------------------------------------------------------------------------------


async def test_to_one_to_some_to_ones_side(tables: Tables, seven: int) -> None:
    mine = await seat_of(tables, seven, ANA)
    seats = [s.seat for s in (await tables.finding.card(seven)).seats]
    sent = await tables.letters.tell(seven, ANA, [seats[3], f" {seats[1].upper()} "], "Hush.")
    assert [seat for seat, _ in sent.holders] == [seats[1], seats[3]]
    await tables.letters.tell(seven, ANA, ["my side"], "Friends!")
    parcels = await deliver(tables)
    assert sorted(p.audience for p in parcels if p.body["words"] == "Hush.") == [
        "person:22",
        "person:44",
    ]
    allies = [s for s in seats[::2] if s != mine]
    sides: list[object] = [p.body["to"] for p in parcels if p.body["words"] == "Friends!"]
    assert sides
    assert all(side == allies for side in sides)
    assert [len(await tables.letters.told(seven, who)) for who in SEVEN] == [2, 1, 1, 1, 1, 0, 1]
    desk = await tables.letters.desk(seven, BEN)
    assert desk.others[0] == (seats[0], "Ana")
    assert desk.allies == (seats[3], seats[5])


async def a_game(tables: Tables, letters: bool) -> tuple[int, list[Parcel]]:
    """Some turns of seven, in which two of them write to others, or do not."""
    table = (await tables.lobby.open(ANA, HERE, "council", "full")).id
    for who in SEVEN[1:]:
        await tables.lobby.join(table, who)
    for who in SEVEN:
        await tables.lobby.ready(table, who)
    seats = [s.seat for s in (await tables.finding.card(table)).seats]
    heard = await deliver(tables)
    for n in range(4):
        if letters:
            await tables.letters.tell(table, BEN, [seats[0]], f"number {n}")
            await tables.letters.tell(table, ANA, seats[1:4], f"answer {n}")
            heard += await deliver(tables)
        owed = (await tables.finding.card(table)).owed[0].person
        assert owed is not None
        await tables.play.order(table, owed, await any_answer(tables, table, owed))
        await tables.letters.say(table, GUS, "Hm.")
        heard += await deliver(tables)
    return table, heard


def received(table: int, heard: list[Parcel]) -> str:
    """By the thread and two who were not written to: every byte but the table's number, its seed
    and the inner number of a word, which nobody is shown."""
    theirs = ("table", "lobby", "person:66", "person:77")
    text = str([one for one in outline(heard) if one[0] in theirs])
    text = text.replace(f"Council {table}", "Council n")
    return re.sub(r"[0-9a-f]{16,}|'letter': \d+", "n", text)


async def test_others_receive_the_same_with_and_without_letters(tables: Tables) -> None:
    """Letters change no number, no version and no clock that anybody else could see."""
    without, silent = await a_game(tables, letters=False)
    written, busy = await a_game(tables, letters=True)
    assert len([p for p in busy if p.kind == LETTER]) == 16
    assert len(received(without, silent)) > 2_000
    assert received(without, silent) == received(written, busy)
    before = await tables.finding.card(written)
    await tables.letters.tell(written, BEN, [before.seats[0].seat], "one more")
    assert await tables.finding.card(written) == before


async def test_numbers_are_those_of_the_reader(tables: Tables, seven: int) -> None:
    """Nobody can tell from a number how much others have written."""
    seats = [s.seat for s in (await tables.finding.card(seven)).seats]
    for n in range(5):
        await tables.letters.tell(seven, ANA, [seats[1]], str(n))
    await tables.letters.tell(seven, CLEO, [seats[3]], "first of all")
    slots = [p.slot for p in await deliver(tables) if p.audience == "person:44"]
    assert slots == [f"letter:{seats[3]}:1"]
    assert [t.number for t in await tables.letters.told(seven, DORA)] == [1]
    await tables.letters.say(seven, GUS, "Hm.")
    assert [p.slot for p in await deliver(tables) if p.kind == SAID] == ["said:1"]


# -- seats that change hands ---------------------------------------------------------------------


async def test_letters_follow_the_seat(tables: Tables, table: int) -> None:
    """Whoever comes later reads what was written, and is told that there is something; what had
    not reached the one who left goes to nobody by itself."""
    await deliver(tables)
    await tables.letters.tell(table, ANA, ["muslim"], "to whoever rules")
    await tables.seats.resign(table, BEN)
    assert [p.kind for p in await deliver(tables) if p.audience == "person:22"] == []
    sent = await tables.letters.tell(table, ANA, ["muslim"], "anybody there?")
    assert sent.holders == (("muslim", ""),)
    assert await deliver(tables) == []
    assert await tables.letters.told(table, BEN) == ()
    await tables.lobby.join(table, CLEO, "muslim")
    whispers = [p for p in await deliver(tables) if p.slot == "letters:muslim:33"]
    assert [str(p.body["words"]).split(" at ")[0] for p in whispers] == [
        "Muslim has 2 letters of earlier days"
    ]
    read = [t.text for t in await tables.letters.told(table, CLEO)]
    assert read == ["to whoever rules", "anybody there?"]
    await tables.letters.tell(table, ANA, ["muslim"], "welcome")
    (parcel,) = await deliver(tables)
    assert (parcel.audience, parcel.slot) == ("person:33", "letter:muslim:3")
    with pytest.raises(Refused, match="no seat"):
        await tables.letters.tell(table, BEN, ["christian"], "I am still here")


async def test_a_computer_reads_nothing(tables: Tables, table: int) -> None:
    await tables.seats.hand_over(table, BEN, "muslim", "greedy")
    await tables.rest()
    await deliver(tables)
    sent = await tables.letters.tell(table, ANA, ["muslim"], "beep?")
    assert sent.holders == (("muslim", ""),)
    assert [p for p in await deliver(tables) if p.kind == LETTER] == []


# -- settings and limits -------------------------------------------------------------------------


async def test_a_table_without_letters(tables: Tables, seven: int) -> None:
    await tables.lobby.set_settings(seven, ANA, {"letters": "off"})
    seats = [s.seat for s in (await tables.finding.card(seven)).seats]
    with pytest.raises(Refused, match="do not write letters"):
        await tables.letters.tell(seven, ANA, [seats[1]], "psst")
    assert "do not write letters" in (await tables.letters.desk(seven, ANA)).closed
    await tables.letters.say(seven, ANA, "in the open, then")
    assert (await tables.letters.desk(seven, BEN)).told[-1].text == "in the open, then"


async def test_letters_in_the_games_own_times(tables: Tables, seven: int) -> None:
    """The game says when; in this one, as long as the first seat is asked."""
    await tables.lobby.set_settings(seven, ANA, {"letters": "phase"})
    seats = [s.seat for s in (await tables.finding.card(seven)).seats]
    await tables.letters.tell(seven, BEN, [seats[2]], "now")
    assert (await tables.letters.desk(seven, BEN)).closed == ""
    await tables.play.order(seven, ANA, "take 1")
    with pytest.raises(Refused, match="that is not now"):
        await tables.letters.tell(seven, BEN, [seats[2]], "and now?")


async def test_a_game_that_says_nothing_lets_them_talk(tables: Tables, table: int) -> None:
    await tables.lobby.set_settings(table, ANA, {"letters": "phase"})
    await tables.letters.tell(table, ANA, ["muslim"], "always")


@pytest.mark.parametrize(
    ("to", "text", "why"),
    [
        (["muslim"], "", "no words"),
        (["muslim"], " \n\t ", "no words"),
        (["muslim"], "\u200b\u2060\ufeff\0", "no words"),
        (["muslim"], "x" * 10_000, "10000 characters; .* at most 3000"),
        (["christian"], "me", "Christian yourself"),
        ([], "to nobody", "Say to whom"),
        ([" ", ""], "to nobody", "Say to whom"),
        (["mars"], "far away", "no seat 'mars'"),
        (["side"], "my side", "Nobody is on your side"),
    ],
)
async def test_bad_input_is_told(
    tables: Tables, table: int, to: list[str], text: str, why: str
) -> None:
    await deliver(tables)
    with pytest.raises(Refused, match=why):
        await tables.letters.tell(table, ANA, to, text)
    assert await deliver(tables) == []
    assert await tables.letters.told(table, BEN) == ()


async def test_odd_signs_are_kept_as_they_were_written(tables: Tables, table: int) -> None:
    text = "@everyone <@22> **bold** [a](http://b.c) ~~x~~\n# no heading\n```code``` \ud800 ğ 🏰"
    await tables.letters.tell(table, ANA, ["muslim"], text)
    (told,) = await tables.letters.told(table, BEN)
    assert told.text == text.replace("\ud800", "?")


async def test_only_who_sits_writes(tables: Tables, table: int) -> None:
    for call in (
        tables.letters.say(table, CLEO, "may I?"),
        tables.letters.tell(table, CLEO, ["muslim"], "may I?"),
        tables.letters.unsay(table, CLEO, 1),
    ):
        with pytest.raises(Refused, match="no seat at"):
            await call


async def test_nobody_writes_without_end(tables: Tables, table: int, hours: Hours) -> None:
    tables.hall.limits = replace(limits.Limits(), letters=3)
    for n in range(3):
        await tables.letters.tell(table, ANA, ["muslim"], str(n))
    with pytest.raises(Refused, match="3 times within an hour"):
        await tables.letters.say(table, ANA, "once more")
    await tables.letters.say(table, BEN, "others may")
    hours.time += timedelta(hours=1)
    await tables.letters.say(table, ANA, "once more")


async def test_asked_twice_it_is_written_once(tables: Tables, table: int) -> None:
    first = await tables.letters.tell(table, ANA, ["muslim"], "once", errand="e1")
    again = await tables.letters.tell(table, ANA, ["muslim"], "once", errand="e1")
    assert first == again
    assert len(await tables.letters.told(table, BEN)) == 1
    await tables.letters.unsay(table, ANA, 1, errand="e2")
    assert (await tables.letters.unsay(table, ANA, 1, errand="e2")).text == ""
    with pytest.raises(Refused, match="taken back already"):
        await tables.letters.unsay(table, ANA, 1)


async def test_not_before_the_start(tables: Tables) -> None:
    lobby = (await tables.lobby.open(ANA, HERE, "granada")).id
    with pytest.raises(Refused, match="not started"):
        await tables.letters.say(lobby, ANA, "hello?")


async def test_after_the_end_they_stay_private(tables: Tables, table: int) -> None:
    await tables.letters.tell(table, ANA, ["muslim"], "to you alone")
    await to_the_end(tables, table)
    assert await tables.letters.told(table, CLEO) == ()
    await tables.letters.tell(table, BEN, ["christian"], "well played")
    assert [t.text for t in await tables.letters.told(table, ANA)] == [
        "to you alone",
        "well played",
    ]
    assert "to you alone" not in str(await tables.reading.record(table))


# -- what goes, and who may look -----------------------------------------------------------------


async def test_words_are_taken_back(tables: Tables, table: int, file: Path) -> None:
    await tables.letters.tell(table, ANA, ["muslim"], "quixotic")
    await tables.letters.say(table, BEN, "loud quixotic")
    await deliver(tables)
    with pytest.raises(Refused, match="Only the seat that wrote"):
        await tables.letters.unsay(table, BEN, 1)
    with pytest.raises(Refused, match="no words with the number 7"):
        await tables.letters.unsay(table, ANA, 7)
    await tables.letters.unsay(table, ANA, 1)
    (parcel,) = await deliver(tables)
    assert (parcel.slot, parcel.body["words"]) == ("letter:muslim:1", "")
    assert parcel.message is not None  # it is edited where it stands
    assert [t.text for t in await tables.letters.told(table, BEN)] == ["", "loud quixotic"]
    await tables.letters.unsay(table, BEN, 2)
    await deliver(tables)
    assert kept(file, "quixotic") == []


async def test_being_forgotten_takes_them_along(tables: Tables, table: int, file: Path) -> None:
    await tables.letters.tell(table, ANA, ["muslim"], "quixotic")
    await tables.letters.tell(table, BEN, ["christian"], "laconic")
    await deliver(tables)
    await tables.forgetting.forget(ANA)
    assert kept(file, "quixotic") == []
    assert [t.text for t in await tables.letters.told(table, BEN)] == ["", "laconic"]
    await tables.lobby.join(table, CLEO, "christian")
    assert [t.text for t in await tables.letters.told(table, CLEO)] == ["", "laconic"]


async def test_a_moderator_who_reads_has_peeked(tables: Tables, table: int) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    await tables.letters.tell(table, ANA, ["muslim"], "to you alone")
    assert await tables.letters.told(table, CLEO) == ()
    seen = await tables.oversight.peek(table, CLEO, "muslim", "a quarrel")
    assert [t.text for t in seen.letters] == ["to you alone"]
    noted = await tables.oversight.audit(table, CLEO)
    assert PEEK in [line.what for line in noted]
    await tables.seats.resign(table, BEN)
    with pytest.raises(Refused, match="looked at secrets"):
        await tables.lobby.join(table, CLEO, "muslim")


async def test_files_hold_them_for_those_who_wrote_or_read_them(tables: Tables, table: int) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    await tables.letters.tell(table, ANA, ["muslim"], "quixotic")
    for who in (ANA, BEN):
        own = await tables.exporting.own(table, who)
        assert [letter["text"] for letter in own["letters"]] == ["quixotic"]
    assert (await tables.exporting.own(table, CLEO))["letters"] == []
    assert "quixotic" not in str(await tables.exporting.whole(table, CLEO, "to move it"))
    assert "quixotic" not in str(await tables.exporting.whole(table, None, "to move it"))


async def test_they_are_in_no_record(tables: Tables, table: int, hours: Hours, file: Path) -> None:
    who = await asked_of(tables, table)
    await tables.letters.tell(table, who, ["muslim" if who == ANA else "christian"], "quixotic")
    await tables.letters.say(table, who, "quixotic")
    await play(tables, table, hours, Random(3), 4)
    await deliver(tables)
    found = {line.partition(":")[0] for line in kept(file, "quixotic")}
    assert found == {"letters"}
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT count(*) FROM letters").fetchone() == (2,)


async def test_two_who_are_one(tables: Tables, table: int, file: Path) -> None:
    await tables.letters.tell(table, BEN, ["christian"], "from one of two")
    ben = await tables.people.meet("mail", "ben@example.org", "Ben")
    await tables.linking.link(ben, BEN)
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT person FROM letters").fetchall() == [(ben.id,)]
    assert [t.text for t in await tables.letters.told(table, ben)] == ["from one of two"]
