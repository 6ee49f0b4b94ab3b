"""The words of Granada: a sentence for every event, question and wrong order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import Action, Illegal, Match, games, new_match
from engine.core import MODERATOR, Question, Seen
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import POINTS, SCRIPT
from engine.games.granada.table.state import (
    DEPLOYED,
    KNOWN,
    MOVED,
    SHIFT,
    Battle,
    State,
    entry_road,
)
from engine.games.granada.words import english
from engine.parts.ledger import Entry
from engine.words import WORDS

VERBS = games()["granada"].verbs
EVERYTHING = {
    "mercenaries": "both", "papal_bull": "on", "general_mobilization": "on",
    "boabdil_captured": "on", "sortie": "both", "naval_bombardment": "both", "pioneers": "on",
    "out_of_supply": "on",
}  # fmt: skip
PACKAGE = Path(english.__file__).parent.parent
READERS = (*SEATS, None)
RAW = re.compile(r"[{}_<>]|\bNone\b(?! of)|\('|\[\]|Sea-|Commander-b|Velez|Medina-")


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
    fallback = WORDS["happened"].split("{")[0]
    for reader in READERS:
        for seen in match.events(reader):
            text = match.game.tell(seen, reader)
            assert is_sentence(text), (seen.kind, text)
            assert fallback not in text, seen.kind


def test_every_kind_of_event_that_the_rules_emit_is_in_the_catalogue() -> None:
    """Every kind that a chapter declares, and those of the match itself."""
    kinds = {"undo", "withdraw"} | set(SCRIPT.events)
    known = {key.split(".")[0].split("+")[0] for key in english.EVENTS}
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
        ("warning", {}, "As it stands the position is not sound."),
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
    match._moved(s, Entry("edit", MODERATOR, 0))
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
    left = VERBS["move"].slots[3 + len(rest) :]
    return "move", place, blocks, path, *rest, *(None if s.form == "one" else () for s in left)


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
    ("christian", move("Cordoba", ("C2",), ("Cabra", "Lucena", "Archidona")), "7.3.2",
     "stops the march"),
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


def hand_of(*cards: str, side: int = CHRISTIAN) -> Setting:
    return lambda s: hold(s, side, *cards)


def both(*settings: Setting) -> Setting:
    def setting(s: State) -> None:
        for one in settings:
            one(s)

    return setting


def blocks(place: str, *kinds: str, flags: int = 0) -> Setting:
    return lambda s: put(s, place, *kinds, flags=flags)


def level(name: str, left: int, sea: int = 0, muster: int = 0) -> Setting:
    def setting(s: State) -> None:
        s.level, s.left, s.sea_left, s.muster_left = name, left, sea, muster

    return setting


def opened(*places: str, used: tuple[str, str] | None = None) -> Setting:
    """Places that have been activated, the last of them now; a road that it has used."""

    def setting(s: State) -> None:
        s.opened = tuple(s.board.place[p] for p in places)
        s.origin = s.opened[-1]
        if used is not None:
            a, b = (s.board.place[p] for p in used)
            segment = next(r.segment for r in s.board.roads[a] if r.to == b)
            s.used = frozenset({segment << 8 | s.origin})

    return setting


def fleet(side: int, zone: str, *cargo: tuple[int, ...]) -> Setting:
    return lambda s: ships(s, side, zone, *cargo)


def battle(place: str, attacker: int, **facts: Any) -> Setting:
    def setting(s: State) -> None:
        s.phase = "combat"
        s.battle = Battle(s.board.place[place], attacker, s.castle[s.board.place[place]])
        for name, value in facts.items():
            setattr(s.battle, name, value)

    return setting


def came(side: int, place: str, *whence: str) -> Setting:
    def setting(s: State) -> None:
        at = s.board.place
        s.entered = frozenset(entry_road(side, at[place], at[w]) for w in whence)

    return setting


MARCH = both(hand_of("Castile"), level("limited", 2))
FIELD = both(
    blocks("Loja", "C2", "C3", "A2", "C1h"), blocks("Loja", "N2", "N3", "Z2"),
    battle("Loja", CHRISTIAN),
)  # fmt: skip
ANTEQUERA = both(
    blocks("Antequera", "N2", "N3"), blocks("Antequera", "C2", "A2", "A2"),
    battle("Antequera", MUSLIM), came(MUSLIM, "Antequera", "Lucena"),
)  # fmt: skip
SIEGE = both(
    blocks("Loja", "C3", "C2", "Ferdinand"), blocks("Loja", "N2", flags=4),
    battle("Loja", CHRISTIAN, siege=True, started=True),
)  # fmt: skip
AT_SEA = ("voyage", CHRISTIAN, 7, 7, 3, False)
CHRISTIANS, MUSLIMS = "christian", "muslim"

POSITIONS: list[tuple[str, Setting, tuple[Any, ...], str, tuple[Any, ...], str, str]] = [
    # -- set-up, bids, cards --
    ("a card without a number", hand_of("Watchtower", "Castile"), ("bid",), CHRISTIANS,
     ("bid", "Watchtower"), "6.2", "no bid number"),
    ("no bid", hand_of("Castile"), ("bid",), CHRISTIANS, ("bid", None), "6.2", "must bid"),
    ("a bid that is not held", hand_of("Castile"), ("bid",), CHRISTIANS, ("bid", "Leon"), "6.2",
     "no León card"),
    ("an enemy's card", hand_of("Castile"), ("bid",), CHRISTIANS, ("bid", "Zegries"), "6.2",
     "not a card of yours"),
    ("too few discards", hand_of("Castile", "Castile", "Leon", "Leon"), ("discard",), CHRISTIANS,
     ("discard", ("Castile",)), "6.4", "two cards"),
    ("too many discards", hand_of("Castile", "Castile", "Leon", "Leon"), ("discard",), CHRISTIANS,
     ("discard", ("Castile", "Castile", "Leon")), "6.4", "neither more nor fewer"),
    ("paying with nothing", hand_of(), ("buy",), CHRISTIANS, ("limited", "Castile"), "7.1",
     "no card to pay"),
    ("paying with one card", hand_of("Castile"), ("buy",), CHRISTIANS, ("total", ("Castile",)),
     "7.1", "you hold one card"),
    ("three cards", hand_of("Castile", "Castile", "Castile"), ("buy",), CHRISTIANS,
     ("total", ("Castile",) * 3), "7.1", "costs two cards"),
    ("no mobilization", hand_of("Castile"), ("buy",), CHRISTIANS, ("mobilize",), "11.3",
     "General Mobilization"),
    # -- marching --
    ("nothing bought", both(blocks("Cordoba", "C2"), level("rest", 0)), ("order",), CHRISTIANS,
     move("Cordoba", ("C2",), ("Ecija",)), "7.1", "move nothing"),
    ("no activation", both(blocks("Cordoba", "C2"), blocks("Jaen", "C2"), level("minimal", 0),
                           opened("Jaen")), ("order",), CHRISTIANS,
     move("Cordoba", ("C2",), ("Ecija",)), "7.1", "only blocks at Jaén"),
    ("left before", both(blocks("Cordoba", "C2"), blocks("Jaen", "C2"), opened("Cordoba", "Jaen")),
     ("order",), CHRISTIANS, move("Cordoba", ("C2",), ("Ecija",)), "7.3.1", "complete"),
    ("besieged", both(blocks("Jaen", "C2"), blocks("Jaen", "N2")), ("order",), CHRISTIANS,
     move("Jaen", ("C2",), ("Baena",)), "7.3.1", "None of your blocks can march"),
    ("besieged, others free", both(blocks("Jaen", "C2"), blocks("Jaen", "N2"),
                                   blocks("Ecija", "C2")), ("order",), CHRISTIANS,
     move("Jaen", ("C2",), ("Baena",)), "8.7.7", "besieged"),
    ("too far", both(MARCH, blocks("Baena", "C2")), ("order",), CHRISTIANS,
     move("Baena", ("C2",), ("Cabra", "Lucena", "Loja")), "7.3.3", "can go two places"),
    ("too large", both(MARCH, blocks("Baena", *["C2"] * 5, *["A2"] * 2)), ("order",), CHRISTIANS,
     move("Baena", ("C2",) * 5 + ("A2",) * 2, ("Cabra", "Lucena")), "7.3.5", "costs one place"),
    ("cannot move at all", both(level("limited", 2), blocks("Baena", *["C2"] * 5, "A2")),
     ("order",), CHRISTIANS, move("Baena", ("C2",) * 5 + ("A2",), ("Cabra",)), "7.3.5",
     "At most five blocks"),
    ("the same road twice", both(blocks("Cordoba", "C2"),
                                 opened("Cordoba", used=("Cordoba", "Ecija"))),
     ("order",), CHRISTIANS, move("Cordoba", ("C2",), ("Ecija",)), "7.3.1", "used the road"),
    ("a leader must be declared", both(level("limited", 2), blocks("Baena", "C2", "C1!")),
     ("order",), CHRISTIANS, move("Baena", ("C2",), ("Cabra", "Lucena")), "7.3.4", "declare"),
    ("a force march must be paid", both(MARCH, blocks("Baena", "C2")), ("order",), CHRISTIANS,
     move("Baena", ("C2",), ("Cabra", "Lucena")), "7.3.3", "force march"),
    ("tiles that are not there", both(MARCH, blocks("Baena", "C2")), ("order",), CHRISTIANS,
     move("Baena", ("C2",), ("Cabra",), None, (), None, (), (), None, "1"), "11.7", "tile"),
    ("nobody to take up", both(MARCH, blocks("Baena", "C2")), ("order",), CHRISTIANS,
     move("Baena", ("C2",), ("Cabra", "Lucena"), None, (), "Cabra", ("C2",)), "7.3.1",
     "no blocks at Cabra"),
    ("left where it is not", both(MARCH, blocks("Baena", "C2", "A2")), ("order",), CHRISTIANS,
     move("Baena", ("C2", "A2"), ("Cabra", "Lucena"), "Loja", ("C2",)), "7.3.1", "pass through"),
    ("left by a force march", both(hand_of("Castile"), blocks("Baena", *["C2"] * 5, "A2")),
     ("order",), CHRISTIANS,
     move("Baena", ("C2",) * 5 + ("A2",), ("Cabra",), "Cabra", ("C2",)), "7.3.1", "on the way"),
    ("the Guard strays", both(hand_of("Zegries", side=MUSLIM), blocks("Granada", "G2", "Z2")),
     ("order",), MUSLIMS, move("Granada", ("Z2", "G2"), ("Elvira", "Loja")), "10.10",
     "Palace Guard"),
    ("the grey army divides", both(lambda s: grey(s, "Guadix"), MARCH), ("order",), CHRISTIANS,
     move("Guadix", ("YB", "YS2"), ("Granada",)), "10.12.2", "all together"),
    ("the grey army is too soon", both(lambda s: grey(s, "Guadix"), blocks("Guadix", "C2"),
                                       lambda s: setattr(s, "grey_from", 9)), ("order",),
     CHRISTIANS, move("Guadix", ("YB",), ("Granada",)), "10.12.1", "turn of the capture"),
    # -- mustering, the Guard --
    ("only the enemy there", both(lambda s: s.box.__setitem__(0, (s.board.kind["C2"],)),
                                  blocks("Cordoba", "N2")), ("order",), CHRISTIANS,
     ("muster", None, ("C2",), "Cordoba", None), "7.2", "Only the enemy"),
    ("mustered before", both(level("limited", 2), blocks("Cordoba", "C2")), ("order",),
     CHRISTIANS, ("muster", None, ("C2",), "Cordoba", None), "7.2", "already"),
    ("an empty box", level("limited", 2, 1, 1), ("order",), CHRISTIANS,
     ("muster", None, ("C2",), "Cordoba", None), "7.2", "recruitment box"),
    ("no Guard left", both(lambda s: setattr(s, "guard", ()), hand_of("Zegries", side=MUSLIM)),
     ("order",), MUSLIMS, ("guard", "Zegries", "G2"), "10.10", "box"),
    # -- at sea --
    ("Boabdil embarks", both(blocks("Malaga", "Boabdil"), fleet(MUSLIM, "Sea-Malaga", (0,))),
     ("order",), MUSLIMS,
     ("sail", "Sea-Malaga", ("F",), ("Boabdil",), (), ("Sea-Marbella",), None), "7.5.2",
     "Boabdil cannot embark"),
    ("the besieged embark", both(blocks("Malaga", "Z2"), blocks("Malaga", "C2", "C2"),
                                 fleet(MUSLIM, "Sea-Malaga", (0,))), ("order",), MUSLIMS,
     ("sail", "Sea-Malaga", ("F",), ("Z2",), (), ("Sea-Marbella",), None), "8.7.7", "besieged"),
    ("an enemy in the zone", both(fleet(CHRISTIAN, "Sea-Oran", (0,)),
                                  fleet(MUSLIM, "Sea-Oran", (0,))), ("order",), CHRISTIANS,
     ("sail", "Sea-Oran", ("F",), (), (), ("Sea-Adra",), None), "7.5.3", "name your fleets only"),
    ("past an enemy", both(fleet(CHRISTIAN, "Sea-Oran", (0,)), fleet(MUSLIM, "Sea-Adra", (0,))),
     ("order",), CHRISTIANS,
     ("sail", "Sea-Oran", ("F",), (), (), ("Sea-Adra", "Sea-Almeria"), None), "7.5.3",
     "must meet them"),
    ("a second zone", both(level("limited", 2, 0), fleet(CHRISTIAN, "Sea-Oran", (0,))),
     ("order",), CHRISTIANS, ("sail", "Sea-Oran", ("F",), (), (), (), None), "7.5.1",
     "sea zone already"),
    ("sailed before", both(fleet(CHRISTIAN, "Sea-Oran", (MOVED,)),
                           fleet(CHRISTIAN, "Sea-Adra", (0,))), ("order",), CHRISTIANS,
     ("sail", "Sea-Oran", ("F",), (), (), (), None), "7.5.1", "already this turn"),
    ("nobody to land", fleet(CHRISTIAN, "Sea-Cartagena", (MOVED | 4,)), AT_SEA, CHRISTIANS,
     ("land",), "7.5.2", "no troops"),
    ("three zones sailed", fleet(CHRISTIAN, "Sea-Cartagena", (MOVED | 4,)), AT_SEA, CHRISTIANS,
     ("onward", (), (), ("Sea-Almeria",), None), "7.5.1", "three zones"),
    ("no naval icon", hand_of("Watchtower", "Castile"), ("engage", CHRISTIAN, 7, 7, 0), CHRISTIANS,
     ("engage", "Watchtower"), "9.1", "no naval icon"),
    ("no card at sea", hand_of("Castile"), ("engage", CHRISTIAN, 7, 7, 0), CHRISTIANS,
     ("engage", None), "9.1", "must play"),
    ("evading far", both(fleet(CHRISTIAN, "Sea-Cartagena", (MOVED | 4,))),
     ("haven", CHRISTIAN, 7, 7, True), CHRISTIANS, ("evade", "Sea-Cadiz"), "9.2", "next to"),
    # -- a battle begins --
    ("no battle there", both(FIELD, blocks("Ronda", "C2"), blocks("Ronda", "Z2")),
     ("designate",), CHRISTIANS, ("fight", "Baza"), "8.1", "no battle"),
    ("not his castle", ANTEQUERA, ("withdraw",), CHRISTIANS, ("inside",), "8.7.1",
     "castle at Antequera"),
    ("too many for a castle", both(blocks("Loja", "N2", "N2", "Z2"), blocks("Loja", "C2"),
                                   battle("Loja", CHRISTIAN)), ("withdraw",), MUSLIMS,
     ("inside",), "8.7.1", "two blocks"),
    ("only the Alhambra divides", both(blocks("Loja", "N2", "Z2"), blocks("Loja", "C2"),
                                       battle("Loja", CHRISTIAN)), ("withdraw",), MUSLIMS,
     ("split", ("N2",)), "8.7.3", "Alhambra"),
    ("all inside the Alhambra", both(blocks("Granada", "N2", "Z2"), blocks("Granada", "C2"),
                                     battle("Granada", CHRISTIAN)), ("withdraw",), MUSLIMS,
     ("split", ("N2", "Z2")), "8.7.3", "one at least"),
    ("no Commander", ANTEQUERA, ("withdraw",), CHRISTIANS, ("commander", ("Teba",)), "10.1",
     "Commander"),
    ("no surrender of a field", ANTEQUERA, ("withdraw",), CHRISTIANS, ("surrender", ("Teba",)),
     "10.5", "Castle Surrender"),
    ("leaving towards the enemy", both(ANTEQUERA, hand_of("Commander")), ("withdraw",),
     CHRISTIANS, ("commander", ("Lucena",)), "8.6.3", "came from"),
    ("leaving for afar", both(ANTEQUERA, hand_of("Commander")), ("withdraw",), CHRISTIANS,
     ("commander", ("Cordoba",)), "8.6.7", "not next to"),
    # -- a battle is fought --
    ("leaders after a card", both(FIELD, blocks("Loja", "Ferdinand"),
                                  lambda s: setattr(s.battle, "carded", (True, False))),
     ("deploy", CHRISTIAN), CHRISTIANS, ("free", "Ferdinand"), "8.2.3", "before your first card"),
    ("no leader", FIELD, ("deploy", CHRISTIAN), CHRISTIANS, ("free", "Ferdinand"), "8.2.3",
     "No leader"),
    ("a watchtower for the attacker", both(FIELD, hand_of("Watchtower")), ("deploy", CHRISTIAN),
     CHRISTIANS, ("watchtower",), "10.3", "by the defender"),
    ("the wrong card", both(FIELD, hand_of("Castile")), ("deploy", CHRISTIAN), CHRISTIANS,
     ("deploy", "Castile", ("A2",)), "8.2.1", "does not deploy Aragón 2"),
    ("two with a plain card", both(FIELD, hand_of("Castile")), ("deploy", CHRISTIAN), CHRISTIANS,
     ("deploy", "Castile", ("C3", "C2")), "8.3.4", "no more than"),
    ("a card for nobody", both(FIELD, hand_of("Castile", "Leon")), ("deploy", CHRISTIAN),
     CHRISTIANS, ("deploy", "Leon", ("C2",)), "8.2.1", "none of your blocks"),
    ("nobody waits", both(FIELD, hand_of("Castile")), ("deploy", CHRISTIAN), CHRISTIANS,
     ("deploy", "Castile", ("C1g",)), "8.2.2", "waits"),
    ("no card at all", FIELD, ("deploy", CHRISTIAN), CHRISTIANS, ("deploy", "Castile", ("C2",)),
     "8.2.1", "None of your cards"),
    ("no fleet to bombard", both(FIELD, hand_of("Castile")), ("deploy", CHRISTIAN), CHRISTIANS,
     ("broadside",), "11.6", "Naval Bombardment"),
    ("a Bombardment in the field", both(FIELD, hand_of("Bombardment")), ("deploy", CHRISTIAN),
     CHRISTIANS, ("bombardment", (), (), "C1g"), "10.2", "a siege"),
    ("no challenge held", both(FIELD, lambda s: setattr(s.battle, "last", (1, (34,), 2, 0))),
     ("challenge", CHRISTIAN), CHRISTIANS, ("challenge",), "8.4.1", "Morale Challenge"),
    ("no refutation", both(FIELD, hand_of("Leon"), lambda s: setattr(s.battle, "last",
                                                                     (0, (1,), 2, 0))),
     ("refute", CHRISTIAN), CHRISTIANS, ("show", "Leon"), "8.4.1", "same shield"),
    ("the wrong refutation", both(FIELD, hand_of("Leon", "Castile"),
                                  lambda s: setattr(s.battle, "last", (0, (1,), 2, 0))),
     ("refute", CHRISTIAN), CHRISTIANS, ("show", "Leon"), "8.4.1", "does not refute"),
    # -- sieges --
    ("a weak assault", SIEGE, ("assault",), CHRISTIANS, ("assault",), "8.7.1", "cannot reach"),
    ("an assault not finished", both(SIEGE, blocks("Loja", "C2", "C3"),
                                     hand_of("Castile2", "Castile")), ("storm",), CHRISTIANS,
     ("finish",), "8.7.1", "nine impacts"),
    ("pioneers without a tile", both(SIEGE, hand_of("Castile")), ("storm",), CHRISTIANS,
     ("pioneers",), "11.7", "tile"),
    ("no sortie", both(SIEGE, hand_of("Zegries", side=MUSLIM)), ("react",), MUSLIMS,
     ("sortie", "Sortie2"), "11.5", "Sortie"),
    # -- losses and retreats --
    ("the deployed first", both(FIELD, blocks("Loja", "L2", flags=DEPLOYED | KNOWN)),
     ("lose", CHRISTIAN, 1), CHRISTIANS, ("lose", ("C2",)), "8.5.2", "deployed"),
    ("too few losses", FIELD, ("lose", CHRISTIAN, 2), CHRISTIANS, ("lose", ("C2",)), "8.5.1",
     "lose two blocks"),
    ("who does not fight", FIELD, ("lose", CHRISTIAN, 2), CHRISTIANS, ("lose", ("L2", "L2")),
     "8.5.2", "fights here"),
    ("Boabdil last", both(blocks("Loja", "Boabdil", "Z2", "Z3"), blocks("Loja", "C2"),
                          battle("Loja", CHRISTIAN)), ("lose", MUSLIM, 1), MUSLIMS,
     ("lose", ("Boabdil",)), "10.12.1", "nobody else"),
    ("an attacker's retreat", both(FIELD, came(CHRISTIAN, "Loja", "Archidona")),
     ("retreat", CHRISTIAN), CHRISTIANS, ("retreat", (), "Alhama", None), "8.6.2",
     "came from: Archidona"),
    ("a defender's retreat", ANTEQUERA, ("retreat", CHRISTIAN), CHRISTIANS,
     ("retreat", (), "Lucena", None), "8.6.3", "came from"),
    ("a retreat for afar", ANTEQUERA, ("retreat", CHRISTIAN), CHRISTIANS,
     ("retreat", (), "Sevilla", None), "8.6.1", "not next to"),
    ("no retreat", ANTEQUERA, ("retreat", CHRISTIAN), CHRISTIANS, ("retreat", (), None, None),
     "8.6.1", "must go somewhere"),
    ("into no castle", ANTEQUERA, ("retreat", CHRISTIAN), CHRISTIANS,
     ("retreat", ("C2",), "Teba", None), "8.6.5", "castle"),
    ("a full castle", both(blocks("Loja", "N2", "N2", "Z2"), blocks("Loja", "C2"),
                           battle("Loja", CHRISTIAN)), ("retreat", MUSLIM), MUSLIMS,
     ("retreat", ("N2", "N2", "Z2"), None, None), "8.6.5", "no room"),
    ("no grey army", ANTEQUERA, ("retreat", CHRISTIAN), CHRISTIANS,
     ("retreat", (), "Teba", "Teba"), "10.12.2", "grey army is not here"),
    # -- Boabdil --
    ("no town marked B", hand_of(), ("camp",), CHRISTIANS, ("camp", "Loja"), "10.12.1",
     "marked B"),
    ("a town with Muslims", blocks("Guadix", "N2"), ("camp",), CHRISTIANS, ("camp", "Guadix"),
     "10.12.1", "Muslim units"),
    ("no home for Boabdil", hand_of(), ("return",), MUSLIMS, ("return", "Sevilla"), "10.12.1",
     "control"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("setting", "frame", "seat", "order", "rule", "word"),
    [row[1:] for row in POSITIONS], ids=[row[0] for row in POSITIONS],
)  # fmt: skip
def test_positions_that_refuse(
    setting: Setting, frame: tuple[Any, ...], seat: str, order: tuple[Any, ...], rule: str,
    word: str,
) -> None:  # fmt: skip
    match = position(setting, frame, active=SEATS.index(seat))
    wrong = refused(match, seat, *order)
    assert word in wrong.reason
    assert wrong.rule == rule


def test_the_catalogue_of_refusals_has_what_is_used_and_no_more() -> None:
    used: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name != "english.py":
            used |= set(re.findall(r"\"([a-z_+]+)\"", path.read_text(encoding="utf-8")))
    assert set(english.REFUSALS) - used == set()
