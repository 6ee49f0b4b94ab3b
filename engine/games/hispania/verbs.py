"""Every order that Hispania knows, with its slots named once for all front ends."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Slot, Verb


def _place(name: str = "place", mark: str = "", words: str = "", optional: bool = False) -> Slot:
    return Slot(name, "one", "place", mark, optional, words=words)


def _pieces(
    name: str = "pieces", mark: str = "", at: str = "", optional: bool = False, words: str = ""
) -> Slot:
    return Slot(name, "set", "piece", mark, optional, at, words)


def _aim(name: str, words: str) -> Slot:
    return Slot(name, "set", "target", name, True, words=words)


_TO = Slot("to", "path", "place", ">", words="where they go; the next when the first is full")
_CAPITAL = Slot("capital", "one", "flag", optional=True, words="declare the first the capital")

_VERBS = (
    # a nation's own sequence
    Verb(
        "buy",
        (Slot("unit", "one", "piece", words="what is bought"), _place("at", ">", "where")),
        "2.3",
        "buy a unit and place it",
        command=True,
    ),
    Verb(
        "deploy",
        (_pieces(words="who arrives"), _place("at", ">", "where")),
        "3.2",
        "place reinforcements or gifts",
        command=True,
    ),
    Verb(
        "disband",
        (Slot("unit", "one", "piece", words="what is destroyed"), _place("at", ">", "where")),
        "2.3",
        "destroy a unit of one’s own, to build it again elsewhere",
    ),
    Verb(
        "move",
        (
            _place("from", words="where they start"),
            _pieces(words="who marches"),
            Slot("path", "path", "place", ">", words="the way, province by province"),
            Slot("pick_at", "one", "place", optional=True, words="where to take units up"),
            _pieces("pick", "+", "pick_at", True, "who joins on the way"),
            Slot("drop_at", "one", "place", optional=True, words="where to leave units"),
            _pieces("drop", "-", "drop_at", True, "who is left on the way"),
        ),
        "5.0",
        "march an army",
        command=True,
    ),
    Verb(
        "rebuild",
        (
            _place(words="where the Ruin lies"),
            Slot("unit", "one", "piece", "with", words="the unit given up for it"),
            _place("from", "from", "the Castle moved there, if none is left beside the map", True),
        ),
        "9.5",
        "give up a unit for a Castle on a Ruin",
        command=True,
    ),
    Verb("capital", (_place(),), "4.3", "declare a capital", command=True),
    Verb(
        "stance",
        (Slot("nation", "one", "nation"), Slot("how", "one", "stance")),
        "6.1",
        "give a nation a standing instruction",
        command=True,
    ),
    Verb(
        "hire",
        (
            _place(words="whom to attack"),
            _pieces("only", "only", optional=True, words="only these enemies"),
        ),
        "11.26",
        "hire EL CID against a province",
        command=True,
    ),
    Verb("done", (), "1.0", "go on to the next phase", command=True, ends=True),
    Verb("trek", (_TO,), "11.10", "lead the whole people through three provinces"),
    # limits
    Verb(
        "remove",
        (_pieces(words="who is taken off"), _place("at", ">", "where")),
        "4.5",
        "take units off the map",
        command=True,
    ),
    # battle
    Verb("fight", (_place(),), "6.0", "name the next battle", command=True),
    Verb(
        "aim",
        (
            _aim("foot", "what the Infantry shoots at"),
            _aim("elites", "what the Elites shoot at"),
            _aim("horse", "what the Cavalry shoots at"),
            _aim("knights", "what the Knights shoot at"),
            _aim("crusaders", "what the crusader Knights shoot at"),
            _aim("walls", "what the Castle shoots at"),
            _aim("forts", "what the Fort shoots at"),
            _aim("berbers", "what the Berbers shoot at"),
        ),
        "6.1",
        "name the targets; what is left open is chosen well",
        command=True,
    ),
    Verb("stay", (), "6.6", "fight another round"),
    Verb("hold", (), "6.6", "fight this battle to the end, without being asked", ends=True),
    Verb(
        "retreat",
        (_pieces(words="who retreats"), _CAPITAL, _TO),
        "6.6",
        "retreat to one province or several",
        command=True,
    ),
    Verb("submit", (), "9.6", "become the attacker’s vassal", command=True),
    Verb("sign", (), "10.2", "have the round rolled again"),
    Verb("pass", (), "10.2", "let the dice lie", ends=True),
    # EL CID
    Verb("accept", (_pieces(words="who rides"),), "11.26", "take the pay and attack"),
    Verb("refuse", (), "11.26", "refuse the pay"),
    # nations that change
    Verb(
        "keep",
        (_pieces(words="what remains"), _place("at", ">", "where")),
        "9.4",
        "say what becomes of units when a nation changes",
    ),
    Verb("claim", (Slot("provinces", "path", "place"),), "9.4", "choose provinces"),
)


def table(verbs: Iterable[Verb]) -> dict[str, Verb]:
    return {verb.name: verb for verb in verbs}


VERBS = table(_VERBS)

_NATION = Slot("nation", "one", "nation")
_NUMBER = Slot("number", "one", "number")

EDITS = table(
    (
        Verb("clear", (), "", "take every unit, Chief, Ruin and capital off the map"),
        Verb(
            "place",
            (_NATION, _pieces(), _place(mark=">")),
            "",
            "put units or Chiefs of a nation in a place",
        ),
        Verb(
            "take",
            (_NATION, _pieces(), _place(mark=">")),
            "",
            "take units or Chiefs of a nation off a place",
        ),
        Verb(
            "ruin",
            (_place(), Slot("nation", "one", "nation", optional=True)),
            "",
            "put a Ruin of a nation’s Castle in a province, or take it away",
        ),
        Verb("gold", (_NATION, _NUMBER), "", "set the gold of a nation, in halves: 7 is 3½"),
        Verb("points", (_NATION, _NUMBER), "", "set the points of a nation, in halves"),
        Verb(
            "seat_of_power",
            (_NATION, _place(optional=True)),
            "",
            "set or take away a nation’s capital",
        ),
        Verb(
            "vassal",
            (_NATION, Slot("lord", "one", "nation", ">", True)),
            "",
            "make a nation another’s vassal, or free it",
        ),
        Verb("toledo", (Slot("fallen", "one", "switch"),), "", "say whether Tolède has fallen"),
        Verb(
            "turn",
            (Slot("turn", "one", "number"), Slot("nation", "one", "nation", optional=True)),
            "",
            "go to the start of a nation’s sequence in a turn, or to the end of the turn",
        ),
        Verb(
            "orders",
            (Slot("turn", "one", "number"), _NATION),
            "",
            "go to a nation’s orders in a turn, without income and reinforcements",
        ),
        Verb(
            "force",
            (Slot("label", "one", "label"), Slot("result", "one", "word", "=")),
            "",
            "force the next result of a chance draw",
        ),
        Verb("unforce", (), "", "forget the forced results that have not come up yet"),
    )
)
