"""Order text: one text an action, and much forgiveness when reading.

The toy game here is a list of legal actions; its tree of levels is made from that list, so that it
cannot break the law that a level offers only what can be completed.
"""

from __future__ import annotations

import string
import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import games, new_match, text
from engine.core import (
    MODERATOR,
    Action,
    Clock,
    Decision,
    HeraldError,
    Illegal,
    Level,
    Question,
    Slot,
    Tree,
    Value,
    Verb,
)
from engine.tongues import ENGLISH, Said, Tongue, worded

PLACES = {
    "Cordoba": "Córdoba", "Ecija": "Écija", "Osuna": "Osuna", "Sevilla": "Sevilla",
    "Ubeda": "Úbeda", "Jaen": "Jaén", "Alcala": "Alcalá la Real", "Alhama": "Alhama",
    "Albox": "Albox", "Loja": "Loja", "Lucena": "Lucena", "Archidona": "Archidona",
    "Velez-Malaga": "Vélez-Málaga", "Velez-Blanco": "Vélez-Blanco", "Malaga": "Málaga",
}  # fmt: skip
ZONES = {
    "Sea-Cadiz": "Gulf of Cádiz", "Sea-Cartagena": "Sea of Cartagena",
    "Sea-Almeria": "Sea of Almería", "Sea-Adra": "Sea of Adra",
}  # fmt: skip
BLOCKS = {
    "C3": "Castile 3", "C2": "Castile 2", "C1": "Castile 1", "C1x": "Castile 1 crossbow",
    "C1g": "Castile 1 gun", "A2": "Aragón 2", "A1": "Aragón 1", "L1h": "León 1 horse",
    "L1!": "León 1 leader", "Ferdinand": "Ferdinand II", "Isabella": "Isabella I",
    "Z3": "Zegries 3", "N2": "Andalusies 2",
}  # fmt: skip
CARDS = {
    "Castile": "Castile", "Castile*": "Castile with trumpet", "Castile2": "Double Castile",
    "Castile2b": "Double Castile", "Aragon": "Aragón", "Aragon2": "Double Aragón",
    "Commander": "Commander", "Commander-b": "Commander", "Challenge": "Morale Challenge",
}  # fmt: skip
NAMES: Mapping[str, Mapping[str, str]] = {
    "place": PLACES,
    "zone": ZONES,
    "block": BLOCKS,
    "card": CARDS,
    "side": {"christian": "the Christians", "muslim": "the Muslims"},
    "faction": {"castile": "Castile", "aragon": "Aragón", "leon": "León"},
    "label": {"draw-muslim": "a Muslim draw", "draw-christian": "a Christian draw"},
}


def blocks(name: str = "blocks", mark: str = "", at: str = "", optional: bool = False) -> Slot:
    return Slot(name, "set", "block", mark, optional, at)


LOAD, ALSO = blocks("load", "load", optional=True), blocks("also", "also", optional=True)
VERBS = {
    verb.name: verb
    for verb in (
        Verb("move", (
            Slot("from", "one", "place", words="where they start"),
            blocks(),
            Slot("path", "path", "place", ">"),
            Slot("drop_at", "one", "place", optional=True),
            blocks("drop", "-", "drop_at", True),
            Slot("pick_at", "one", "place", optional=True),
            blocks("pick", "+", "pick_at", True),
            blocks("lead", "lead", optional=True),
            Slot("march", "one", "card", "march", True),
        ), "7.3"),
        Verb("muster", (
            Slot("faction", domain="faction", optional=True),
            blocks(optional=True),
            Slot("at", "one", "place", ">", True),
            Slot("fleet", "one", "zone", "fleet", True),
        )),
        Verb("sail", (
            Slot("zone", domain="zone"),
            Slot("ships", "set", "ship"),
            LOAD, ALSO,
            Slot("path", "path", "zone", ">"),
            Slot("land", domain="flag", optional=True),
        )),
        Verb("bid", (Slot("card", domain="card", optional=True),), "6.2"),
        Verb("rest", (Slot("cards", "set", "card", optional=True),)),
        Verb("total", (Slot("cards", "set", "card"),)),
        Verb("deploy", (Slot("card", domain="card"), blocks())),
        Verb("lose", (blocks(),), "8.5.2"),
        Verb("retreat", (
            blocks("keep", "keep", optional=True),
            Slot("to", "one", "place", ">", True),
            Slot("grey", "one", "place", "grey", True),
        )),
        Verb("return", (Slot("place", domain="place"),)),
        Verb("commander", (Slot("path", "path", "place", ">"),)),
        Verb("bombardment", (
            blocks("raise", "raise", optional=True),
            Slot("at", "path", "place", "at", True),
            Slot("block", "one", "block", "with"),
        )),
        Verb("fight", (Slot("place", domain="place"),)),
        Verb("finish"),
        Verb("pass"),
    )
}  # fmt: skip
EDITS = {
    verb.name: verb
    for verb in (
        Verb("place", (Slot("side", domain="side"), blocks(), Slot("at", "one", "place", ">"))),
        Verb("shift", (
            Slot("side", domain="side"), blocks(), Slot("from", domain="place"),
            Slot("to", "one", "place", ">"),
        )),
        Verb("force", (Slot("label", domain="label"), Slot("result", "one", "word", "="))),
        Verb("grey", (Slot("place", "one", "place", optional=True), Slot("n", domain="number"))),
        Verb("score", (Slot("side", domain="side"), Slot("n", domain="number"))),
        Verb("pair", (
            Slot("one", "one", "place", optional=True), Slot("two", "one", "place", optional=True),
        )),
        Verb("turn", (Slot("turn", domain="turn"),)),
    )
}  # fmt: skip


class Toy:
    """A game that is a list of legal actions."""

    name = "toy"
    title = "Toy"
    verbs: Mapping[str, Verb] = VERBS
    edits: Mapping[str, Verb] = EDITS
    tables: Mapping[str, Mapping[str, str]] = NAMES

    def __init__(self, *actions: Action) -> None:
        self.actions = actions
        self.asked = 0

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        return self.tables[domain]  # and KeyError for words and numbers

    def asks(self, question: Question) -> Said:
        return worded("What now?")

    def refusal(
        self, state: Any, question: Question, prefix: Any, partial: Any, value: Value
    ) -> tuple[str, str]:
        if value == "sail":
            return "There is no wind.", "7.5"
        if not prefix:
            return "", question.rule
        return f"{value} cannot follow {len(prefix)}.{len(partial)}", "9.9"

    def route(
        self, state: Any, question: Question, prefix: tuple[Value, ...], goal: str
    ) -> Sequence[tuple[str, ...]] | None:
        return None

    def tree(self, state: Any, question: Question) -> Tree:
        return partial(self.level, state, question)  # type: ignore[return-value]

    def level(self, state: Any, question: Question, prefix: Any, partial: Any) -> Level:
        self.asked += 1
        known = self.edits if question.seat == MODERATOR else self.verbs
        n = len(prefix)
        values = [a[n] for a in self.actions if a[:n] == prefix and len(a) > n]
        if n == 0:
            return Level(tuple(v for v in known if v in values))
        assert values, f"the tree was asked for what it never offered: {prefix}"
        form = known[prefix[0]].slots[n - 1].form
        if form == "one":
            return Level(tuple(sorted(dict.fromkeys(values), key=canonical)), "one")
        m = len(partial)
        values = [v for v in values if v[:m] == partial]
        assert values, f"the tree was asked for what it never offered: {prefix} {partial}"
        found = dict.fromkeys(v[m] for v in values if len(v) > m)
        return Level(tuple(sorted(found, key=canonical)), form, partial in values)


RANK = {token: i for i, token in enumerate(t for names in NAMES.values() for t in names)}


def canonical(value: Value) -> tuple[int, str]:
    """The toy's own order of things, which is not that of their names."""
    return (-1, "") if value is None else (RANK.get(value, 999), value)


def asked(game: Toy, seat: str = "white") -> Decision:
    question = Question(seat, "orders", "7.1")
    return Decision(game, None, question, 1, Clock())  # type: ignore[arg-type]


def ask(*actions: Action, seat: str = "white") -> tuple[Toy, Decision]:
    game = Toy(*actions)
    return game, asked(game, seat)


def move(start: str, who: str, path: str, **more: Value) -> Action:
    """A march in short: `move("Cordoba", "C3 C2", "Ecija Osuna", drop_at=..., drop="A1")`."""
    named = ("drop_at", "drop", "pick_at", "pick", "lead", "march")
    values = {name: more.get(name) for name in named}
    for name in ("drop", "pick", "lead"):
        values[name] = tuple((values[name] or "").split())
    return Action("move", start, tuple(who.split()), tuple(path.split()), *values.values())


def read(game: Any, decision: Decision, order: str) -> Action:
    return text.read(game, decision, order)


def refused(game: Toy, decision: Decision, order: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        read(game, decision, order)
    assert type(caught.value) is Illegal
    for suggestion in caught.value.suggestions:
        assert read(game, decision, suggestion) in decision
    return caught.value


# -- splitting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ("deploy Aragon2: A2 A2; finish", ["deploy Aragon2: A2 A2", "finish"]),
        ("pass", ["pass"]),
        ("", []),
        (" ;; \n\n# nothing; here\n", []),
        ("lose C1 # not C2; never\r\nfinish", ["lose C1", "finish"]),
    ],
)
def test_orders_are_split_at_lines_and_semicolons(orders: str, expected: list[str]) -> None:
    assert text.split(orders) == expected


# -- the canonical text ---------------------------------------------------------------------------

CANON = [
    ("move Cordoba C3 C2 2A1 > Ecija -2A1 > Osuna march Aragon",
     move("Cordoba", "C3 C2 A1 A1", "Ecija Osuna", drop_at="Ecija", drop="A1 A1", march="Aragon")),
    ("move Ubeda C1g > Jaen +L1h > Alcala lead Isabella",
     move("Ubeda", "C1g", "Jaen Alcala", pick_at="Jaen", pick="L1h", lead="Isabella")),
    ("move Ubeda C3 C2 > Jaen -C3 C2 +L1h > Alcala",
     move("Ubeda", "C3 C2", "Jaen Alcala", drop_at="Jaen", drop="C3 C2", pick_at="Jaen",
          pick="L1h")),
    ("move Ubeda C3 C2 > Jaen -C3 > Alcala +L1h > Jaen",
     move("Ubeda", "C3 C2", "Jaen Alcala Jaen", drop_at="Jaen", drop="C3", pick_at="Alcala",
          pick="L1h")),
    ("move Ubeda C3 C2 -C2 > Jaen",
     move("Ubeda", "C3 C2", "Jaen", drop_at="Ubeda", drop="C2")),
    ("move Ubeda C3 > Jaen - > Alcala", move("Ubeda", "C3", "Jaen Alcala", drop_at="Jaen")),
    ("muster castile C2 C1 > Cordoba fleet Sea-Cartagena",
     Action("muster", "castile", ("C2", "C1"), "Cordoba", "Sea-Cartagena")),
    ("muster C2 > Ubeda", Action("muster", None, ("C2",), "Ubeda", None)),
    ("muster fleet Sea-Adra", Action("muster", None, (), None, "Sea-Adra")),
    ("sail Sea-Almeria 2F load Z3 N2 > Sea-Adra land",
     Action("sail", "Sea-Almeria", ("F", "F"), ("Z3", "N2"), (), ("Sea-Adra",), "land")),
    ("sail Sea-Almeria F:A2+A1 F:C2 also N2",
     Action("sail", "Sea-Almeria", ("F:A2+A1", "F:C2"), (), ("N2",), (), None)),
    ("deploy Aragon2 2A2", Action("deploy", "Aragon2", ("A2", "A2"))),
    ("lose C1x L1h", Action("lose", ("C1x", "L1h"))),
    ("lose C1 L1!", Action("lose", ("C1", "L1!"))),
    ("bid Castile", Action("bid", "Castile")),
    ("bid Castile*", Action("bid", "Castile*")),
    ("bid Castile2b", Action("bid", "Castile2b")),
    ("bid Commander-b", Action("bid", "Commander-b")),
    ("bid none", Action("bid", None)),
    ("rest", Action("rest", ())),
    ("rest Castile 2Aragon", Action("rest", ("Castile", "Aragon", "Aragon"))),
    ("retreat > Ecija keep C2 grey Loja", Action("retreat", ("C2",), "Ecija", "Loja")),
    ("retreat", Action("retreat", (), None, None)),
    ("commander > Loja > Archidona", Action("commander", ("Loja", "Archidona"))),
    ("bombardment raise 2C1g at Jaen Loja with C1g",
     Action("bombardment", ("C1g", "C1g"), ("Jaen", "Loja"), "C1g")),
    ("finish", Action("finish")),
]  # fmt: skip
CANON_EDITS = [
    ("place christian C2 C1 > Lucena", Action("place", "christian", ("C2", "C1"), "Lucena")),
    ("shift christian 2C2 Cordoba > Ecija",
     Action("shift", "christian", ("C2", "C2"), "Cordoba", "Ecija")),
    ("force draw-muslim = Challenge", Action("force", "draw-muslim", "Challenge")),
    ("grey Loja 5", Action("grey", "Loja", "5")),
    ("grey 5", Action("grey", None, "5")),
    ("score muslim -1", Action("score", "muslim", "-1")),
    ("score muslim 1", Action("score", "muslim", "1")),
    ("score muslim 0.5", Action("score", "muslim", "0.5")),
    ("score muslim 05", Action("score", "muslim", "05")),
    ("pair none Loja", Action("pair", None, "Loja")),
    ("pair Loja", Action("pair", "Loja", None)),
    ("turn 1483-1484-II", Action("turn", "1483-1484 II")),
    ("turn 1483-1484-I", Action("turn", "1483-1484 I")),
]  # fmt: skip


@pytest.mark.parametrize(("canonical", "action"), CANON)
def test_the_canonical_text_of_an_action(canonical: str, action: Action) -> None:
    game, decision = ask(*[a for _, a in CANON])
    assert text.write(VERBS, action) == canonical
    assert read(game, decision, canonical) == action
    alone = ask(action)
    assert read(*alone, canonical) == action


@pytest.mark.parametrize(("canonical", "action"), CANON_EDITS)
def test_the_canonical_text_of_an_edit(canonical: str, action: Action) -> None:
    game, decision = ask(*[a for _, a in CANON_EDITS], seat=MODERATOR)
    assert text.write(EDITS, action) == canonical
    assert read(game, decision, canonical) == action


def test_a_token_that_begins_with_a_digit_is_repeated_and_not_counted() -> None:
    verbs = {"take": Verb("take", (Slot("what", "set", "thing"),))}
    assert text.write(verbs, Action("take", ("5E", "5E", "E", "E"))) == "take 5E 5E 2E"


# -- forgiveness ----------------------------------------------------------------------------------

MARCH = move("Cordoba", "C3 C2 A1 A1", "Ecija Osuna", drop_at="Ecija", drop="A1 A1", march="Aragon")
LEFT = [move("Cordoba", "C3 C2 A1 A1", "Ecija Osuna"), move("Cordoba", "C3 C2 A1 A1", "Ecija")]


@pytest.mark.parametrize(
    "order",
    [
        "MOVE CORDOBA c3 c2 2a1 > ÉCIJA -2a1 > osuna MARCH aragón",
        "move Córdoba C3, C2, A1, A1 > Ecija - A1 A1 > Osuna march Aragon",
        "move Cordoba 2A1 C2 C3 -> Ecija -A1 -A1 -> Osuna march: Aragon",
        "move Cordoba C3 C2 2 A1 march Aragon > Ecija −2A1 → Osuna",
        "move Cor C3 C2 2xA1 > Eci -2A1 > Os march Ara",
        "mo march Aragon Cordoba C3 C2 and 2A1 to Ecija -2A1 to Osuna",
        "move Cordoba all > Ecija -2A1 > Osuna march=Aragon",
        "move:Cordoba:Castile 3, Castile 2, 2 Aragon 1 > Écija -2Aragon-1 > Osuna march Aragon",
        "  move\tCordoba C3 C2 2A1 > Ecija -2A1 > Osuna march Aragon  # over the hills",
    ],
)
def test_many_ways_to_say_one_march(order: str) -> None:
    game, decision = ask(MARCH, *LEFT)
    assert read(game, decision, order) == MARCH


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ("fight velez malaga", "Velez-Malaga"),
        ("fight Vélez-Málaga", "Velez-Malaga"),
        ("fight velez_m", "Velez-Malaga"),
        ("fight velez m", "Velez-Malaga"),
        ("fight VELEZBLANCO", "Velez-Blanco"),
        ("fight blanco", "Velez-Blanco"),
        ("fight Malaga", "Malaga"),
        ("fight Alcalá la Real", "Alcala"),
        ("fight real", "Alcala"),
        ("fight > Lucena", "Lucena"),
        ("fight Alh.", "Alhama"),
    ],
)
def test_names_of_several_words_and_short_names(order: str, place: str) -> None:
    game, decision = ask(*[Action("fight", p) for p in PLACES])
    assert read(game, decision, order) == Action("fight", place)


def test_short_names_are_looked_for_first_among_what_is_offered() -> None:
    game, decision = ask(Action("fight", "Alhama"), Action("fight", "Loja"))
    assert read(game, decision, "fight al") == Action("fight", "Alhama")


def test_a_word_inside_a_name_comes_after_every_name_that_begins_so() -> None:
    game, decision = ask(Action("fight", "Velez-Malaga"))
    assert refused(game, decision, "fight mal").reason == "Malaga cannot follow 1.0"


def test_an_exact_name_is_never_taken_for_something_else() -> None:
    """Whoever writes C1 does not mean the C1x that happens to be offered."""
    game, decision = ask(Action("lose", ("C1x",)), Action("bid", "Castile*"))
    assert refused(game, decision, "lose C1").reason == "C1 cannot follow 1.0"
    assert refused(game, decision, "bid castile").reason == "Castile cannot follow 1.0"
    assert read(game, decision, "lose C1X") == Action("lose", ("C1x",))


def test_a_name_that_several_cards_bear_means_the_one_that_is_offered() -> None:
    game, decision = ask(Action("bid", "Castile2b"), Action("bid", "Aragon"))
    assert read(game, decision, "bid Double Castile") == Action("bid", "Castile2b")
    game, decision = ask(Action("bid", "Castile2b"), Action("bid", "Castile2"))
    reason = refused(game, decision, "bid double castile").reason
    assert reason == "double castile could be Castile2 or Castile2b."
    assert read(game, decision, "bid castile2") == Action("bid", "Castile2")


def test_a_lone_number_counts_what_follows_it() -> None:
    game, decision = ask(
        Action("rest", ("Castile", "Aragon", "Aragon")), Action("rest", ("Castile2", "Aragon"))
    )
    assert read(game, decision, "rest Castile 2 Aragon")[1] == ("Castile", "Aragon", "Aragon")
    assert read(game, decision, "rest Castile2 Aragon")[1] == ("Castile2", "Aragon")


@pytest.mark.parametrize(
    "order", ["deploy Aragon2: A2 A2", "deploy aragon2:2A2", "deploy Double Aragón, A2, A2"]
)
def test_a_card_and_who_it_deploys(order: str) -> None:
    wanted = Action("deploy", "Aragon2", ("A2", "A2"))
    game, decision = ask(wanted, Action("deploy", "Aragon2", ("A2",)), Action("finish"))
    assert read(game, decision, order) == wanted


def test_none_is_also_an_empty_set() -> None:
    game, decision = ask(Action("rest", ()), Action("rest", ("Castile",)))
    assert read(game, decision, "rest none") == Action("rest", ())


def test_a_short_name_in_a_set_may_be_one_that_only_comes_last() -> None:
    game, decision = ask(Action("total", ("Castile", "Commander-b")))
    assert read(game, decision, "total Comm Cas")[1] == ("Castile", "Commander-b")


def test_sea_zones_by_their_port_and_the_second_ship_takes_what_the_first_cannot() -> None:
    one = Action("sail", "Sea-Almeria", ("F", "F"), ("Z3",), ("N2",), ("Sea-Adra",), "land")
    two = Action("sail", "Sea-Almeria", ("F", "F"), ("Z3",), ("N2",), ("Sea-Adra",), None)
    game, decision = ask(one, two)
    assert read(game, decision, "sail Almeria 2F load Z3 N2 > Adra land") == one
    assert read(game, decision, "sail almería F F land > adra load N2 Z3") == one
    assert read(game, decision, "sail Almeria 2 F load Z3 also N2 > Adra") == two
    game, decision = ask(Action("sail", "Sea-Almeria", ("F",), ("Z3",), (), ("Sea-Adra",), None))
    assert refused(game, decision, "sail Almeria F load Z3 N2 > Adra").rule == "9.9"


def test_all_and_all_but() -> None:
    everyone = ("C3", "C2", "C1g", "A1", "A1")
    sets = {c for n in range(1, 6) for c in combinations(everyone, n)}
    game, decision = ask(*[Action("move", "Ubeda", s, ("Jaen",), None, (), None, (), (), None)
                           for s in sets])  # fmt: skip
    assert read(game, decision, "move Ubeda all > Jaen")[2] == everyone
    assert read(game, decision, "move Ubeda all but C1g > Jaen")[2] == ("C3", "C2", "A1", "A1")
    assert read(game, decision, "move Ubeda all but A1, C3 > Jaen")[2] == ("C2", "C1g", "A1")
    assert read(game, decision, "move Ubeda all but 2A1 > Jaen")[2] == ("C3", "C2", "C1g")
    assert read(game, decision, "move Ubeda ALL EXCEPT 2A1 C2 Jaen")[2] == ("C3", "C1g")
    assert refused(game, decision, "move Ubeda all but C1x > Jaen").rule == "9.9"
    assert refused(game, decision, "move Ubeda all but 3A1 > Jaen").rule == "9.9"
    assert refused(game, decision, "move Ubeda all but > Jaen")


def test_all_but_counts_what_a_full_stack_would_leave_out_anyway() -> None:
    sets = {c for n in (1, 2) for c in combinations(("C3", "C2", "A1"), n)}
    game, decision = ask(*[Action("lose", s) for s in sets])
    assert read(game, decision, "lose all")[1] == ("C3", "C2")
    assert read(game, decision, "lose all but C3")[1] == ("C2", "A1")
    assert read(game, decision, "lose all but A1")[1] == ("C3", "C2")


@pytest.mark.parametrize(
    ("order", "canonical"),
    [
        ("place christian C2 Lucena", "place christian C2 > Lucena"),
        ("place Christians C2 in Lucena", None),
        ("place christian > Lucena C2", "place christian C2 > Lucena"),
        ("place chr: C2, Luc", "place christian C2 > Lucena"),
        ("shift christian C2 Lucena Ecija", "shift christian C2 Lucena > Ecija"),
        ("shift christian C2 Lucena to Ecija", "shift christian C2 Lucena > Ecija"),
        ("force draw muslim = Morale Challenge", "force draw-muslim = Challenge"),
        ("force draw-m=chall", "force draw-muslim = Challenge"),
        ("grey none 5", "grey 5"),
        ("turn 1483-1484 ii", "turn 1483-1484-II"),
    ],
)
def test_natural_forms_of_edits(order: str, canonical: str | None) -> None:
    game, decision = ask(
        Action("place", "christian", ("C2",), "Lucena"),
        Action("place", "muslim", ("Z3",), "Lucena"),
        Action("shift", "christian", ("C2",), "Lucena", "Ecija"),
        Action("force", "draw-muslim", "Challenge"),
        Action("force", "draw-christian", "Challenge"),
        Action("grey", None, "5"),
        Action("grey", "Loja", "5"),
        Action("turn", "1483-1484 I"),
        Action("turn", "1483-1484 II"),
        seat=MODERATOR,
    )
    if canonical is None:
        refused(game, decision, order)
    else:
        assert text.write(EDITS, read(game, decision, order)) == canonical


def test_an_optional_slot_may_be_left_out_before_others() -> None:
    wanted = Action("muster", None, ("C2",), "Ubeda", None)
    game, decision = ask(
        wanted,
        Action("muster", "castile", ("C2", "C1"), "Cordoba", None),
        Action("muster", None, (), None, "Sea-Cartagena"),
    )
    assert read(game, decision, "muster C2 Ubeda") == wanted
    assert read(game, decision, "muster fleet Cartagena").args[3] == "Sea-Cartagena"
    assert read(game, decision, "muster castile C1 C2 > Cordoba").args[0] == "castile"
    assert "leon" in refused(game, decision, "muster leon C2 > Ubeda").reason


# -- what is filled in, and what never is ---------------------------------------------------------


def test_the_only_goal_is_filled_in() -> None:
    wanted = Action("retreat", (), "Ecija", None)
    assert read(*ask(wanted), "retreat") == wanted
    two = ask(wanted, Action("retreat", (), "Osuna", None))
    assert "missing" in refused(*two, "retreat").reason


def test_a_card_or_a_leader_is_never_filled_in() -> None:
    marched = move("Cordoba", "C3", "Ecija", march="Aragon")
    assert "missing" in refused(*ask(marched), "move Cordoba C3 > Ecija").reason
    led = move("Cordoba", "C3", "Ecija", lead="Isabella")
    assert "missing" in refused(*ask(led), "move Cordoba C3 > Ecija").reason
    assert "missing" in refused(*ask(Action("bid", "Castile")), "bid").reason
    assert "missing" in refused(*ask(Action("lose", ("C1",))), "lose").reason


def test_saying_none_is_not_the_same_as_saying_nothing() -> None:
    game, decision = ask(Action("retreat", (), "Ecija", None))
    assert refused(game, decision, "retreat > none").rule == "9.9"


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("", "That is an empty order."),
        ("pass; pass", "That is 2 orders; one is read at a time."),
        ("dance all night", "I do not know the order dance."),
        ("???", "I do not know the order ???."),
        ("re Ecija", "re could be rest, retreat or return."),
        ("ret Ecija", "ret could be retreat or return."),
        ("deploy", "You cannot deploy now. The question is: What now?"),
        ("return Al", "Al could be Alcala, Alhama or Albox."),
        ("return Xanadu", "I know no place called Xanadu."),
        ("return Alhmaa", "I know no place called Alhmaa; did you mean Alhama?"),
        ("return", "return is not complete: a place is missing."),
        ("return Alhama Loja", "return does not need Loja; I do not know where it belongs."),
        ("return Ecija", "Ecija cannot follow 1.0"),
        ("move C3 > Jaen", "I know no place called C3."),
        ("move > Jaen", "move is not complete: where they start is missing."),
        ("move Ubeda C2 > Jaen", "C2 cannot follow 2.0"),
        ("move Ubeda 2C3 > Jaen", "C3 cannot follow 2.1"),
        ("move Ubeda 0C3 > Jaen", "0C3 is not a number of pieces that I can use."),
        ("move Ubeda 999C3 > Jaen", "999C3 is not a number of pieces that I can use."),
        ("move Ubeda C3 Q9 > Jaen", "I know no block called Q9."),
        ("move Ubeda C3 > Ecija", "Ecija cannot follow 3.0"),
        ("move Ubeda C3 > Jaen -C3", "Jaen cannot follow 4.0"),
        ("move Ubeda C3 > Jaen -C3 > Alcala -C3", "- stands twice in move; it can be said once."),
        ("move Ubeda C3 > Jaen march Aragon march Aragon",
         "march stands twice in move; it can be said once."),
        ("move Ubeda C3 > Jaen march Aragon", "Aragon cannot follow 9.0"),
    ],
)  # fmt: skip
def test_refusals_say_what_is_wrong(order: str, reason: str) -> None:
    game, decision = ask(
        move("Ubeda", "C3", "Jaen"), move("Ubeda", "C3", "Jaen Alcala"),
        move("Cordoba", "C3", "Ecija"),
        Action("return", "Alcala"), Action("return", "Alhama"), Action("return", "Albox"),
        Action("rest", ()), Action("retreat", (), None, None), Action("pass"),
    )  # fmt: skip
    assert refused(game, decision, order).reason == reason


def test_a_refusal_carries_a_rule() -> None:
    game, decision = ask(Action("lose", ("C1", "C1x")), Action("pass"))
    assert refused(game, decision, "lose C2").rule == "9.9"
    assert refused(game, decision, "lose Q").rule == "7.1"
    assert refused(game, decision, "bid Aragon").rule == "7.1"


def test_a_game_that_knows_why_an_order_is_not_open_is_heard() -> None:
    refusal = refused(*ask(Action("pass")), "sail Almeria")
    assert (refusal.reason, refusal.rule) == ("There is no wind.", "7.5")


def test_an_order_that_is_too_long_is_refused_with_a_sentence() -> None:
    game, decision = ask(Action("lose", ("C1",)))
    assert "2100 characters" in refused(game, decision, "lose " + "C1 " * 698 + "C").reason
    assert "..." in refused(game, decision, "lose " + "C" * 500).reason
    assert "..." in refused(game, decision, "C" * 500).reason


def test_what_is_quoted_is_printable() -> None:
    game, decision = ask(Action("lose", ("C1",)))
    for order in ("lose \x1b[31mred", "\ud800\u202eevil", "lose \ud800"):
        assert refused(game, decision, order).reason.isprintable()


# -- suggestions ----------------------------------------------------------------------------------


def near(game: Any, decision: Any, order: Any) -> tuple[str, ...]:
    return text.nearest(game, decision, order)


def test_a_step_that_was_left_out_is_put_in() -> None:
    game, decision = ask(
        move("Cordoba", "C3", "Ecija"), move("Cordoba", "C3", "Ecija Osuna"),
        move("Cordoba", "C3", "Jaen"),
    )  # fmt: skip
    assert near(game, decision, "move Cordoba C3 > Osuna")[0] == "move Cordoba C3 > Ecija > Osuna"


def test_what_can_stand_of_a_refused_order_is_kept() -> None:
    game, decision = ask(
        *[move("Cordoba", who, path) for who in ("C3", "C3 C2", "C2") for path in ("Ecija", "Jaen")]
    )
    assert near(game, decision, "move Cordoba C3 C1 > Jaen")[0] == "move Cordoba C3 > Jaen"
    assert (
        near(game, decision, "move Cordoba C3 > Jaen march Aragon")[0] == "move Cordoba C3 > Jaen"
    )
    assert near(game, decision, "move Corduba C3 > Jaen")[0] == "move Cordoba C3 > Jaen"
    assert near(game, decision, "move Cordoba Cc3 C2 > Jaen")[0] == "move Cordoba C3 C2 > Jaen"
    refusal = move("Cordoba", "C3 C1", "Jaen")
    assert near(game, decision, refusal)[0] == "move Cordoba C3 > Jaen"


def test_other_orders_are_suggested_when_the_verb_cannot_be() -> None:
    game, decision = ask(Action("finish"), Action("fight", "Loja"), Action("pass"))
    assert near(game, decision, "finnish") == ("finish", "fight Loja", "pass")
    assert set(near(game, decision, "deploy Aragon2: A2")) == {"finish", "fight Loja", "pass"}
    assert near(game, decision, "") == ("fight Loja", "finish", "pass")


def test_a_legal_order_is_its_own_nearest() -> None:
    game, decision = ask(Action("fight", "Loja"), Action("pass"))
    assert near(game, decision, "fight loj") == ("fight Loja",)
    assert near(game, decision, Action("fight", "Loja")) == ("fight Loja",)


@pytest.mark.parametrize(
    "action",
    [
        Action("fight"), Action("fight", "Loja", "Loja"), Action("fight", ("Loja",)),
        Action("lose", "C1"), Action("lose", None), Action("lose", ("C1",) * 90), Action(""),
        Action("lose", ("", "\0")),
    ],
)  # fmt: skip
def test_any_action_has_neighbours_and_none_crashes(action: Action) -> None:
    game, decision = ask(Action("fight", "Loja"), Action("lose", ("C1", "C2")))
    found = near(game, decision, action)
    assert found
    for order in found:
        assert read(game, decision, order) in decision


def test_the_search_for_suggestions_is_bounded_and_the_same_every_time() -> None:
    rng = Random(5)
    names = list(PLACES)
    game, decision = ask(
        *{move("Cordoba", "C3", " ".join(rng.sample(names, 6))) for _ in range(900)}
    )
    found = near(game, decision, "move Cordoba C3 > Nowhere")
    assert game.asked <= text.seeker.WORK + 10
    assert len(found) == 3
    assert found == near(*ask(*game.actions), "move Cordoba C3 > Nowhere")


# -- over many positions --------------------------------------------------------------------------


NAMELESS = {
    "ship": ("F", "F:A2+A1"), "number": ("0", "1", "12", "-1", "0.5"), "switch": ("on", "off"),
    "label": ("draw-muslim", "naval"), "word": ("Castile2", "Loja", "Quiet"),
    "pile": ("deck", "discards", "out"), "phase": ("bid", "movement", "battle"),
}  # fmt: skip


def some_action(
    rng: Random,
    verbs: Mapping[str, Verb] = VERBS,
    names: Mapping[str, Mapping[str, str]] = NAMES,
) -> Action:
    """Any value in any slot: the tree of a toy is made from whatever comes of it."""
    verb = rng.choice(list(verbs.values()))
    signs = {slot.mark for slot in verb.slots if slot.mark in ("-", "+")}
    values: dict[str, Value] = {}
    for slot in verb.slots:
        tokens = list(names.get(slot.domain) or NAMELESS.get(slot.domain, ()))
        tokens = [token for token in tokens if token[0] not in signs]  # what a game must keep to
        if slot.domain == "flag":
            tokens = [slot.name]
        some = rng.choices(tokens, k=rng.randint(0 if slot.optional else 1, 4))
        if slot.form == "one":
            none = slot.optional and rng.random() < 0.5
            values[slot.name] = None if none else rng.choice(tokens)
        else:
            values[slot.name] = tuple(sorted(some, key=canonical) if slot.form == "set" else some)
    for slot in verb.slots:
        if slot.at:
            values[slot.at] = rng.choice(values["path"]) if values[slot.name] else None
    return Action(verb.name, *values.values())


def test_every_action_of_many_random_trees_is_read_back() -> None:
    rng = Random(11)
    for _ in range(60):
        actions = [some_action(rng) for _ in range(40)]
        game, decision = ask(*actions)
        for action in actions:
            assert read(game, decision, text.write(VERBS, action)) == action


@pytest.mark.parametrize("seat", ["white", MODERATOR])
def test_every_verb_of_every_game_is_read_back(seat: str) -> None:
    """The verbs, edits and names of the real games, in trees that know no rules."""
    rng = Random(14)
    for known in games().values():
        verbs = known.edits if seat == MODERATOR else known.verbs
        domains = {slot.domain for verb in verbs.values() for slot in verb.slots}
        tables = {domain: known.names(domain) for domain in sorted(domains)}
        for _ in range(25):
            game = Toy(*[some_action(rng, verbs, tables) for _ in range(80)])
            game.verbs, game.edits, game.tables = known.verbs, known.edits, tables
            decision = asked(game, seat)
            for action in game.actions:
                assert read(game, decision, text.write(verbs, action)) == action


@pytest.mark.parametrize("seed", range(5))
def test_every_order_of_a_random_match_is_read_back(seed: int) -> None:
    for name in games():
        rng = Random(seed)
        match = new_match(name, seed=f"text {seed}")
        for _ in range(150):
            if match.over:
                break
            decision = rng.choice(match.decisions())
            action = decision.sample(rng)
            order = text.write(match.game.verbs, action)
            assert text.read(match.game, decision, order) == action
            assert text.read(match.game, decision, order.upper()) == action
            edits = match.decision(MODERATOR)
            if edits is not None and edits.verbs:
                edit = edits.sample(rng)
                assert text.read(match.game, edits, text.write(match.game.edits, edit)) == edit
            check_refusals(match.game, decision, mutated(rng, order))
            match.act(decision.seat, action)


@pytest.mark.parametrize("seed", range(4))
def test_a_set_can_be_chosen_in_one_order_only(seed: int) -> None:
    """The law of sets that reading relies on: whoever gives the tokens gives the set."""
    for name in games():
        rng = Random(seed)
        match = new_match(name, seed=f"sets {seed}")
        for _ in range(150):
            if match.over:
                break
            decision = rng.choice(match.decisions())
            action = decision.sample(rng)
            for i, slot in enumerate(match.game.verbs[action.verb].slots, 1):
                backwards = action[i][::-1] if slot.form == "set" else action[i]
                if backwards != action[i]:
                    fault = decision._fault(Action(*action[:i], backwards, *action[i + 1 :]))
                    assert fault is not None, f"{action.verb}: {backwards} and {action[i]}"
                    assert len(fault[0]) == i, f"{action.verb}: {backwards} and {action[i]}"
            match.act(decision.seat, action)


def answer(game: Any, decision: Decision, order: str) -> Action | Illegal:
    """What becomes of a text; any exception but a refusal is a failure."""
    try:
        return text.read(game, decision, order)
    except Illegal as refusal:
        return refusal


def check_refusals(game: Any, decision: Decision, order: str) -> None:
    found = answer(game, decision, order)
    if isinstance(found, Action):
        assert found in decision
        return
    assert found.reason
    assert found.suggestions == text.nearest(game, decision, order)
    for suggestion in found.suggestions:
        assert answer(game, decision, suggestion) in decision


def test_no_text_is_read_as_an_action_outside_the_tree() -> None:
    rng = Random(12)
    for _ in range(40):
        actions = [some_action(rng) for _ in range(30)]
        game, decision = ask(*actions)
        for _ in range(30):
            check_refusals(game, decision, mutated(rng, text.write(VERBS, some_action(rng))))


NOISE = string.printable + "éñÁ>→-−+=!*:;#\0\x1b\u2028\ud800ßİﬀ²٣😀\u0301\u200b\u202e{}%"


MARKS = (" > ", " -", " +", " all but ", " 2", " none ", ":", " = ", " and ", "all ", "but ")


def mutated(rng: Random, order: str) -> str:
    for _ in range(rng.randint(0, 4)):
        at, to = sorted((rng.randint(0, len(order)), rng.randint(0, len(order))))
        kind = rng.randrange(6)
        if kind == 0:
            order = order[:at] + rng.choice(NOISE) + order[at:]
        elif kind == 1:
            order = order[:at] + order[to:]
        elif kind == 2:
            order = order[:to] + order[at:]
        elif kind == 3:
            words = order.split()
            rng.shuffle(words)
            order = " ".join(words)
        elif kind == 4:
            order = order[:at] + rng.choice(MARKS) + order[at:]
        else:
            order = order[:at] + order[at:to].swapcase() + order[to:]
    return order


def any_text(rng: Random) -> str:
    kind = rng.randrange(10)
    if kind == 0:
        return "".join(rng.choices(NOISE, k=rng.choice([1, 5, 40, 300])))
    if kind == 1:
        return rng.choice(list(VERBS)) + " " + "".join(rng.choices(NOISE, k=30))
    if kind == 2:
        tokens = [*PLACES, *BLOCKS, *CARDS, *VERBS, *map(str.strip, MARKS)]
        return rng.choice(list(VERBS)) + " " + " ".join(rng.choices(tokens, k=rng.randint(1, 12)))
    return mutated(rng, text.write(VERBS, some_action(rng)))


@pytest.mark.slow
def test_any_text_is_read_or_refused() -> None:
    """5,000 random and mutated orders: no other exception than a refusal in words."""
    rng = Random(13)
    game, decision = ask(*[some_action(rng) for _ in range(200)])
    read_back = 0
    for _ in range(5_000):
        found = answer(game, decision, any_text(rng))
        if isinstance(found, Action):
            assert found in decision
            read_back += 1
        else:
            assert found.reason
            assert len(found.suggestions) <= 3
    assert read_back > 50


@pytest.mark.parametrize(
    "order",
    [
        "lose " + "C1 " * 600, "move " + "> " * 900, "-" * 1999, "move Cordoba " + "-C1 " * 400,
        "lose " + "9" * 1900, "lose 9" + "C" * 1900, ":" * 1999, "lose " + "a:" * 900,
        "lose " + "all but " * 200, "x" * 10_000, "lose " + "\u0301" * 1900, "lose " + "1 " * 900,
        "rest " + "and " * 400, "sail " + "F " * 900, "lose " + "alc " * 450,
    ],
)  # fmt: skip
def test_long_and_hostile_lines_are_refused(order: str) -> None:
    game, decision = ask(*[a for _, a in CANON])
    assert refused(game, decision, order).reason


# -- cost -----------------------------------------------------------------------------------------


def test_reading_asks_the_tree_no_more_than_checking_does() -> None:
    order = text.write(VERBS, MARCH)
    game, decision = ask(MARCH, *LEFT)
    assert MARCH in decision
    checked = game.asked
    game, decision = ask(MARCH, *LEFT)
    read(game, decision, order)
    assert game.asked <= checked


def test_name_tables_live_as_long_as_their_game() -> None:
    game, decision = ask(Action("pass"))
    before = len(text.names._books)
    read(game, decision, "pass")
    assert len(text.names._books) == before + 1
    gone = weakref.ref(game)
    del game, decision
    assert gone() is None
    assert len(text.names._books) == before


def test_a_decision_that_is_over_says_so_itself() -> None:
    game = Toy(Action("pass"))
    clock = Clock()
    decision = Decision(game, None, Question("white", "x", ""), 1, clock)  # type: ignore[arg-type]
    clock.now += 1
    with pytest.raises(HeraldError, match="moved on"):
        read(game, decision, "pass")


def test_a_count_without_a_name_is_refused() -> None:
    """Found by random strings: `2x` at the end, where `x` may stand behind a count."""
    game, decision = ask(move("Ubeda", "C3", "Jaen"))
    for order in ("move Ubeda 2x", "move Ubeda C3 2x", "move Ubeda C3 2x > Jaen", "move Ubeda 2"):
        assert refused(game, decision, order).reason
