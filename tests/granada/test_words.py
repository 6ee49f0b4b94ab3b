"""The words of Granada: a sentence for every event, question and wrong order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine import Action, Illegal, Match, games, new_match
from engine.core import MODERATOR, Event, Question, Seen
from engine.games.granada.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.flow import POINTS
from engine.games.granada.state import DEPLOYED, KNOWN, MOVED, SHIFT, Battle, State
from engine.games.granada.words import english
from engine.games.granada.words.refusing import refusal
from engine.games.granada.words.wrong import CLOSED, SLOT

EVERYTHING = {
    "mercenaries": "both", "papal_bull": "on", "general_mobilization": "on",
    "boabdil_captured": "on", "sortie": "both", "naval_bombardment": "both", "pioneers": "on",
    "out_of_supply": "on",
}  # fmt: skip
READERS = (*SEATS, None)
RAW = re.compile(r"[{}_<>]|\bNone\b|\('|\[\]|Sea-|Commander-b|Velez|Medina-")
NAMES = games()["granada"].names("place")


def played(seed: int, options: dict[str, str]) -> Iterator[Match]:
    """A random game, at each of its questions and at its end."""
    match = new_match("granada", options=options, seed=f"words {seed}")
    rng = Random(seed)
    while not match.over:
        yield match
        decision = rng.choice(match.decisions())
        match.act(decision.seat, decision.sample(rng))
    yield match


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text[-1:] in ".]" and not RAW.search(text)


# -- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_event_of_a_game_is_a_sentence_for_every_reader(seed: int) -> None:
    *_, match = played(seed, EVERYTHING if seed % 2 else {})
    fallback = english.EVENTS["?"].split("(")[0]
    for reader in READERS:
        for seen in match.events(reader):
            text = match.game.tell(seen, reader)
            assert is_sentence(text), (seen.kind, text)
            assert fallback not in text, seen.kind


def test_every_kind_of_event_that_the_rules_emit_is_in_the_catalogue() -> None:
    """The kinds are read from the chapters themselves, so that a new one cannot be forgotten."""
    from engine.games.granada import (
        battle, boabdil, cards, control, movement, muster, naval, retreat, sequence, siege,
    )  # fmt: skip
    from pathlib import Path

    kinds = {"undo", "withdraw", "edit", "warning"}
    for module in (battle, boabdil, cards, control, movement, muster, naval, retreat, sequence,
                   siege):
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        kinds |= set(re.findall(r"c\.tell\(\s*\"(\w+)\"", source))
    known = {key.split(".")[0].split("+")[0] for key in english.EVENTS}
    known |= {"commander", "surrender"}
    assert kinds - known == set()
    assert len(kinds) > 60


def say(kind: str, reader: str | None, **args: Any) -> str:
    return games()["granada"].tell(Seen(1, kind, "", args), reader)


def test_the_owner_reads_his_blocks_and_the_others_their_number() -> None:
    public = {
        "side": "christian", "from": "Cordoba", "path": ("Ecija", "Osuna"), "count": 3,
        "drop_at": "Ecija", "dropped": 1, "pick_at": None, "picked": 0, "marched": True,
    }  # fmt: skip
    own = {"blocks": ("C2", "C2", "A1"), "drop": ("A1",), "pick": ()}
    assert say("march", "christian", **public, **own) == (
        "You march two Castile 2 and Aragón 1 from Córdoba to Osuna by way of Écija, leaving "
        "Aragón 1 at Écija, by force march."
    )
    for reader in ("muslim", None):
        assert say("march", reader, **public) == (
            "The Christians march three blocks from Córdoba to Osuna by way of Écija, leaving one "
            "block at Écija, by force march."
        )


@pytest.mark.parametrize(
    ("kind", "args", "expected"),
    [
        ("draw", {"side": "muslim", "cards": 2}, "The Muslims draw two cards."),
        ("retreat",
         {"side": "muslim", "place": "Loja", "kept": 2, "count": 3, "to": "Alhama", "grey": None},
         "The Muslims retreat from Loja, two blocks into the castle and three blocks to Alhama."),
        ("retreat",
         {"side": "christian", "place": "Oran", "kept": 0, "count": 1, "to": None, "grey": None},
         "You retreat from Orán, one block with nowhere to go."),
        ("control", {"place": "Baza", "owner": "nobody"}, "Nobody controls Baza any more."),
        ("control", {"place": "Baza", "owner": "christian"}, "You now control Baza."),
        ("captured", {"times": 3}, "Boabdil is captured for the third time and leaves the game."),
        ("broadside", {"side": "christian", "impacts": -2, "christian": 0, "muslim": 6},
         "Your fleets bombard the besiegers and take away two impacts. Christians 0, Muslims 6."),
        ("sortie", {"card": "Sortie2", "impacts": -2},
         "The Muslims make a sortie (Sortie): two impacts off the assault."),
        ("sea_battle", {"zone": "Sea-Adra", "winner": "muslim", "sunk": 2, "difference": 4},
         "The Muslims win the battle in the Sea of Adra by 4; two fleets of the enemy must sink."),
        ("army", {"army": "grey"}, "You let the grey army fight."),
        ("captive_card", {"side": "christian"}, "You play Boabdil Is Captured."),
        ("gun_back", {"side": "christian", "block": "C1g", "place": "Loja"},
         "You bring Castile 1 gun back to Loja."),
        ("pioneers", {"place": "Loja"}, "Pioneers at Loja add one impact."),
        ("points", {"christian": 11.5, "muslim": 20.0},
         "Victory points: Christians 11.5, Muslims 20."),
        ("eliminated", {"side": "grey", "place": "Baza", "blocks": ("YC2", "YC2"),
                        "cause": "battle"},
         "The grey forces lose two grey Castile 2 at Baza."),
        ("undo", {"by": "moderator", "to": 5},
         "Play was taken back to before order 5 by the moderator."),
        ("withdraw", {"by": "christian", "to": 5}, "An answer was withdrawn by you."),
        ("warning", {"faults": ("this", "that")},
         "As it stands the position is not sound: this; that."),
        ("edit", {"edit": "place", "side": "muslim", "place": "Loja", "count": 2},
         "The moderator put the Muslims' two blocks at Loja."),
        ("edit", {}, "The moderator changed the position."),
    ],
)  # fmt: skip
def test_sentences_as_the_christian_reads_them(
    kind: str, args: dict[str, Any], expected: str
) -> None:
    assert say(kind, "christian", **args) == expected


def test_undo_and_withdrawal_are_told() -> None:
    match = new_match("granada", seed="undo")
    decision = match.decisions()[0]
    match.act(decision.seat, decision.sample(Random(1)))
    match.withdraw(decision.seat)
    match.act(decision.seat, decision_of(match, decision.seat).sample(Random(1)))
    match.undo(0)
    told = [match.game.tell(seen, None) for seen in match.events(None)]
    assert "Play was taken back to before order 0 by the moderator." in told
    assert all(is_sentence(text) for text in told)


def decision_of(match: Match, seat: str) -> Any:
    decision = match.decision(seat)
    assert decision is not None
    return decision


def test_every_edit_is_told() -> None:
    match = new_match("granada", seed="edits")
    rng = Random(3)
    verbs = set()
    for _ in range(60):
        if not decision_of(match, MODERATOR).verbs:
            pytest.skip("there are no edits yet")
        action = decision_of(match, MODERATOR).sample(rng)
        match.act(MODERATOR, action)
        verbs.add(action.verb)
    for reader in READERS:
        for seen in match.events(reader):
            if seen.kind == "warning":
                continue  # faults name pieces as orders do
            text = match.game.tell(seen, reader)
            assert is_sentence(text), text
            assert text != english.EVENTS["edit"], seen.args
    assert len(verbs) > 10


def test_an_event_without_words_still_makes_a_sentence() -> None:
    assert is_sentence(say("some_new_thing", None))


# -- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_every_question_of_a_game_is_a_sentence_with_its_rule(seed: int) -> None:
    for match in played(seed + 10, EVERYTHING if seed % 2 else {}):
        for decision in match.decisions():
            assert is_sentence(decision.prompt), decision.prompt
            assert f"[{decision.rule}]" in decision.prompt


ABOUT: dict[str, dict[str, Any]] = {
    "discard": {"number": 3},
    "voyage": {"zone": "Sea-Adra"},
    "engage": {"zone": "Sea-Adra", "arms": "muslim"},
    "sink": {"zone": "Sea-Adra", "number": 1},
    "haven": {"zone": "Sea-Adra"},
    "storm": {"place": "Loja", "impacts": 3, "needed": 9},
    "react": {"place": "Loja", "impacts": 9, "needed": 9},
    "lose": {"place": "Loja", "number": 2},
    "order": {"level": "limited", "left": 2},
}
BATTLE = {"place": "Loja", "attacker": "christian", "impacts": {"christian": 3, "muslim": 1},
          "blocks": ("C2",), "gained": 2}  # fmt: skip


@pytest.mark.parametrize("kind", sorted(POINTS))
def test_every_kind_of_question_has_words(kind: str) -> None:
    about = ABOUT.get(kind, BATTLE)
    text = games()["granada"].prompt(Question("muslim", kind, POINTS[kind].rule, False, about))
    assert is_sentence(text)
    assert text.startswith("Muslims: ")
    assert english.PROMPTS["?"] not in text


# -- wrong orders --------------------------------------------------------------------------------

Setting = Callable[[State], None]


def position(setting: Setting, frame: tuple[Any, ...], options: dict[str, str] | None = None,
             active: int = CHRISTIAN) -> Match:  # fmt: skip
    """A match on an empty map, arranged by `setting`, at the question `frame`."""
    match = new_match("granada", options=options or {}, seed="wrong")
    s: State = match._state
    s.stacks = [()] * len(s.stacks)
    s.ships = [()] * len(s.ships)
    s.hand = [(), ()]
    s.box = [(), ()]
    s.disks = ()
    s.phase, s.active, s.level = "movement", active, "limited"
    s.left, s.sea_left, s.muster_left = 3, 1, 1
    s.sealed = [None, None]
    s.frames.append(frame)
    setting(s)
    match._moved(s)
    return match


def put(s: State, place: str, *kinds: str, flags: int = 0) -> None:
    """Blocks of whatever side they are, with these marks."""
    for token in kinds:
        kind = s.board.kind[token]
        index = 2 * s.board.place[place] + s.board.kinds[kind].side
        s.stacks[index] = tuple(sorted((*s.stacks[index], kind << SHIFT | flags)))


def hold(s: State, side: int, *cards: str) -> None:
    s.hand[side] = tuple(sorted((*s.hand[side], *(s.board.card[side][c] for c in cards))))


def ships(s: State, side: int, zone: str, *fleet: tuple[int, ...]) -> None:
    s.ships[2 * s.board.zone[zone] + side] = tuple(sorted(fleet))


def grey(s: State, place: str) -> None:
    s.grey_box = ()
    s.grey = tuple(k << SHIFT | KNOWN for k in s.board.grey_kinds)
    s.grey_at, s.grey_until, s.grey_from = s.board.place[place], 5, 0


def refused(match: Match, seat: str, *order: Any) -> Illegal:
    with pytest.raises(Illegal) as caught:
        match.act(seat, Action(*order))
    assert is_sentence(caught.value.reason), caught.value.reason
    assert caught.value.rule
    return caught.value


def move(place: str, blocks: tuple[str, ...], path: tuple[str, ...], *rest: Any) -> tuple[Any, ...]:
    drop_at, drop, pick_at, pick, lead, march = (*rest, *(None, (), None, (), (), None)[len(rest) :])
    return "move", place, blocks, path, drop_at, drop, pick_at, pick, lead, march


def army(s: State) -> None:
    """Christians at Córdoba, Écija and Jaén, Muslims at Lucena; a fleet and a hand."""
    put(s, "Cordoba", "C2", "C2", "A1")
    put(s, "Cordoba", "C3", flags=MOVED)
    put(s, "Ecija", "L2", flags=MOVED)
    put(s, "Lucena", "N2", "Zagal")
    put(s, "Granada", "G2", "Boabdil", "Z2")
    put(s, "Sevilla", *(["C2"] * 2 + ["A2"] * 4))
    put(s, "Cartagena", "A2", "A3", "A1")
    ships(s, CHRISTIAN, "Sea-Cartagena", (0,), (0,))
    ships(s, MUSLIM, "Sea-Oran", (0,))
    hold(s, CHRISTIAN, "Castile")
    hold(s, MUSLIM, "Zegries")
    s.box[CHRISTIAN] = tuple(sorted(s.board.kind[k] for k in ("L1", "L2", "A1h", "CF")))


ORDERS: list[tuple[str, tuple[Any, ...], str, str]] = [
    # seat, order, rule, a word of the sentence
    ("christian", ("frobnicate",), "7.1", "no order frobnicate"),
    ("christian", ("fight", "Loja"), "7.1", "asked to give the next order"),
    ("christian", ("guard", "Castile", "G2"), "10.10", "serves the Muslims"),
    ("christian", move("Baza", ("C2",), ("Guadix",)), "7.3.1", "no blocks at Baza"),
    ("christian", move("Atlantis", ("C2",), ("Guadix",)), "7.3.1", "Atlantis cannot be"),
    ("christian", move("Ecija", ("L2",), ("Osuna",)), "7.3.1", "moved or mustered already"),
    ("christian", move("Cordoba", ("C3",), ("Ecija",)), "7.3.1", "has moved or mustered"),
    ("christian", move("Cordoba", ("N2",), ("Ecija",)), "7.3.1", "not a block of yours"),
    ("christian", move("Cordoba", ("K2",), ("Ecija",)), "7.3.1", "no Other Kingdoms 2 at"),
    ("christian", move("Cordoba", ("C2",) * 3, ("Ecija",)), "7.3.1", "only two Castile 2"),
    ("christian", move("Cordoba", (), ("Ecija",)), "7.3", "which blocks march"),
    ("christian", move("Cordoba", ("A1", "C2"), ("Ecija",)), "7.3", "must stand before"),
    ("christian", move("Cordoba", ("C2",), ("Malaga",)), "4.7", "No road joins Córdoba"),
    ("christian", move("Cordoba", ("C2",), ("Lucena", "Archidona")), "7.3.2", "stops the march"),
    ("christian", move("Cordoba", ("C2",), ("Ecija",), None, (), None, (), ("C2",)), "7.3.4",
     "needs no leader"),
    ("christian", move("Cordoba", ("C2",), ("Ecija",), None, (), None, (), (), "Castile"), "7.3.3",
     "needs no force march"),
    ("christian", move("Cordoba", ("C2",), ("Ecija",), "Osuna"), "7.3.1", "nobody can be left"),
    ("christian", move("Cordoba", ("A1", "C2")[::-1], ("Ecija",), "Ecija"), "7.3.1",
     "only on the way"),
    ("christian", ("muster", "zegries", ("Z2",), "Ronda", None), "7.2", "not a faction of yours"),
    ("christian", ("muster", "kingdoms", ("K2",), "Ubeda", None), "7.2", "nobody of Other"),
    ("christian", ("muster", "leon", ("A1h",), "Ubeda", None), "7.2", "not of León"),
    ("christian", ("muster", None, ("A1h", "L1"), "Ubeda", None), "7.2", "one block musters"),
    ("christian", ("muster", None, ("C3",), "Ubeda", None), "7.2", "no Castile 3 in your"),
    ("christian", ("muster", None, ("CF",), "Ubeda", None), "7.2", "zone apart"),
    ("christian", ("muster", None, ("L1",), "Oran", None), "7.2", "no recruitment place of yours"),
    ("christian", ("muster", None, ("L1",), "Lucena", None), "7.2", "Lucena"),
    ("christian", ("muster", None, (), None, "Sea-Oran"), "7.2", "control the port"),
    ("christian", ("sail", "Sea-Adra", ("F",), (), (), ("Sea-Almeria",), None), "7.5.1",
     "no fleet in the Sea of Adra"),
    ("christian", ("sail", "Sea-Cartagena", ("F",) * 3, (), (), ("Sea-Almeria",), None), "7.5.1",
     "two fleets at most"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), ("A3", "A2", "A1"), (), (), None), "7.5.2",
     "two blocks at most"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), ("C3",), (), (), None), "7.5.2",
     "no Castile 3 at Cartagena"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), (), ("A2",), (), None), "7.5.1",
     "no second fleet"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), (), (), ("Sea-Cadiz",), None), "7.5.1",
     "does not touch"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), (), (),
                   ("Sea-Almeria", "Sea-Cartagena", "Sea-Almeria", "Sea-Adra"), None), "7.5.1",
     "three zones"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), (), (), ("Sea-Almeria",), "land"), "7.5.2",
     "no troops aboard"),
    ("christian", ("sail", "Sea-Cartagena", ("F",), ("A2",), (), (), "land"), "7.5.2",
     "another port"),
    ("christian", ("done", "now"), "7.1", "stands alone"),
    ("christian", ("move",), "7.3.1", "not complete"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "order", "rule", "word"), ORDERS)
def test_orders_that_are_refused(seat: str, order: tuple[Any, ...], rule: str, word: str) -> None:
    refusal_ = refused(position(army, ("order",)), seat, *order)
    assert word in refusal_.reason
    assert refusal_.rule == rule
