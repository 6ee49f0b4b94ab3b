"""Every order that Granada knows, with its slots named once for all front ends."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Slot, Verb


def _place(name: str = "place", mark: str = "", words: str = "", optional: bool = False) -> Slot:
    return Slot(name, "one", "place", mark, optional, words=words)


def _card(name: str = "card", mark: str = "", optional: bool = False, words: str = "") -> Slot:
    return Slot(name, "one", "card", mark, optional, words=words)


def _blocks(
    name: str = "blocks", mark: str = "", at: str = "", optional: bool = False, words: str = ""
) -> Slot:
    return Slot(name, "set", "block", mark, optional, at, words)


_CARDS = Slot("cards", "set", "card")
_LOAD = _blocks("load", "load", optional=True, words="who goes aboard the first ship")
_ALSO = _blocks("also", "also", optional=True, words="who goes aboard the second ship")
_COURSE = Slot("path", "path", "zone", ">", words="the zones to sail to")
_LAND = Slot("land", "one", "flag", optional=True, words="put the troops ashore at the end")
_RETIRE = Slot("path", "path", "place", ">", words="one place, or two with five blocks or fewer")

_VERBS = (
    # set-up and turn order
    Verb("draw", (_place(),), "5.2.2", "name the place for which to draw random blocks"),
    Verb("bid", (_card(optional=True),), "6.2", "bid a card for the turn order"),
    Verb("first", (Slot("side", domain="side"),), "6.2", "say who moves first this year"),
    # buying movement
    Verb(
        "rest",
        (Slot("cards", "set", "card", optional=True),),
        "7.1",
        "move nothing, and change any number of cards",
        ends=True,
    ),
    Verb("minimal", (), "7.1", "pay nothing: one activation or a muster"),
    Verb("limited", (_card(),), "7.1", "pay one card: three activations"),
    Verb("total", (_CARDS,), "7.1", "pay two cards: every place and zone, and a muster"),
    Verb("mobilize", (), "11.3", "play General Mobilization: total movement", command=True),
    # orders
    Verb(
        "move",
        (
            _place("from", words="where they start"),
            _blocks(words="who marches"),
            Slot("path", "path", "place", ">", words="the road, place by place"),
            Slot("drop_at", "one", "place", optional=True, words="where to leave blocks"),
            _blocks("drop", "-", "drop_at", True, "who is left on the way"),
            Slot("pick_at", "one", "place", optional=True, words="where to take blocks up"),
            _blocks("pick", "+", "pick_at", True, "who joins on the way"),
            _blocks("lead", "lead", optional=True, words="leaders declared"),
            _card("march", "march", True, "card for a force march"),
            Slot(
                "pioneers", "one", "number", "pioneers", True, words="Pioneers tiles that go along"
            ),
        ),
        "7.3",
        "march a stack along roads",
        command=True,
    ),
    Verb(
        "muster",
        (
            Slot("faction", domain="faction", optional=True, words="shown: all of one faction"),
            _blocks(optional=True, words="who musters"),
            _place("at", ">", "the recruitment place", True),
            Slot("fleet", "one", "zone", "fleet", True, words="where a fleet musters"),
        ),
        "7.2",
        "bring blocks from the recruitment box",
        command=True,
    ),
    Verb(
        "sail",
        (
            Slot("zone", domain="zone", words="where the ships are"),
            Slot("ships", "set", "ship", words="one or two ships"),
            _LOAD,
            _ALSO,
            _COURSE,
            _LAND,
        ),
        "7.5",
        "sail with one or two fleets",
        command=True,
    ),
    Verb(
        "guard",
        (_card(), Slot("block", domain="block")),
        "10.10",
        "give up a card for a block of the Palace Guard",
        command=True,
    ),
    Verb("done", (), "7.1", "end the movement phase", command=True, ends=True),
    # at sea
    Verb("onward", (_LOAD, _ALSO, _COURSE, _LAND), "7.5.3", "sail on after the encounter"),
    Verb("anchor", (_LOAD, _ALSO), "7.5.3", "stay at sea here", ends=True),
    Verb("land", (), "7.5.2", "put the troops ashore here"),
    Verb("engage", (_card(optional=True),), "9.1", "play a card in a naval battle"),
    Verb("sink", (Slot("ships", "set", "ship"),), "9.1", "choose the fleets that are lost"),
    Verb("evade", (Slot("zone", domain="zone"),), "9.2", "choose where the evading fleets go"),
    # a battle begins
    Verb("fight", (_place(),), "8.1", "name the next battle", command=True),
    Verb("stand", (), "8.1", "fight in the open field"),
    Verb("inside", (), "8.7.2", "stay inside the castle"),
    Verb("split", (_blocks(),), "8.7.3", "keep one or two blocks inside the Alhambra"),
    Verb("commander", (_RETIRE,), "10.1", "play a Commander to avoid the battle", command=True),
    Verb("surrender", (_RETIRE,), "10.5", "give up the castle and march out", command=True),
    Verb("field", (Slot("army", domain="army"),), "10.12.2", "say which army fights"),
    Verb("assault", (), "8.7.1", "assault the castle", command=True),
    Verb("hold", (), "8.7.5.F", "keep the siege without an assault", ends=True),
    # a battle is fought
    Verb("free", (Slot("block", domain="block"),), "8.2.3", "deploy a leader without a card"),
    Verb("deploy", (_card(), _blocks()), "8.2.2", "deploy blocks with a card", command=True),
    Verb("watchtower", (), "10.3", "play a Watchtower card"),
    Verb("broadside", (), "11.6", "play a Naval Bombardment card"),
    Verb(
        "bombardment",
        (
            _blocks("raise", "raise", optional=True, words="eliminated guns to bring back"),
            Slot("at", "path", "place", "at", True, words="where each of them appears"),
            Slot("block", "one", "block", "with", words="the gun that fires"),
        ),
        "10.2",
        "play a Bombardment card",
    ),
    Verb("pioneers", (), "11.7", "use a Pioneers tile"),
    Verb("sortie", (_card(),), "11.5", "play a Sortie card"),
    Verb("finish", (), "8.2.4", "deploy no more", command=True, ends=True),
    Verb("challenge", (), "8.4.1", "play a Morale Challenge", command=True),
    Verb("pass", (), "", "do nothing"),
    Verb("show", (_card(),), "8.4.1", "show a card to refute the challenge"),
    Verb("yield", (), "8.4.1", "let the challenge stand"),
    # a battle ends
    Verb("lose", (_blocks(),), "8.5.2", "choose the blocks that are lost", command=True),
    Verb(
        "retreat",
        (
            _blocks("keep", "keep", optional=True, words="who goes into the castle"),
            _place("to", ">", "where the others go", True),
            _place("grey", "grey", "where the grey army goes", True),
        ),
        "8.6",
        "retreat after a lost battle",
        command=True,
    ),
    Verb("capture", (), "11.4", "play Boabdil Is Captured"),
    Verb("camp", (_place(),), "10.12.1", "place the grey army in a town marked B"),
    Verb("return", (_place(),), "10.12.1", "place Boabdil on the map again"),
    # the end of a year
    Verb("discard", (_CARDS,), "6.4", "discard half of the hand"),
    Verb("hire", (_card(), _place("at", ">")), "11.1", "hire a Mercenaries block"),
    Verb("bull", (Slot("at", "path", "place", ">"),), "11.2", "play the Papal Bull"),
)


def table(verbs: Iterable[Verb]) -> dict[str, Verb]:
    return {verb.name: verb for verb in verbs}


VERBS = table(_VERBS)
