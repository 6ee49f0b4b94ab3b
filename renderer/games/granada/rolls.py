"""The muster roll of Granada: a seat's own blocks, place by place, and foreign ones it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import ENGLISH, Said, Tongue
from renderer.boards.layout import Layout
from renderer.boards.scene import BlockFace, Roll, Troop
from renderer.games.granada import faces
from renderer.games.granada.words import SIDES, many, say
from renderer.words import commas

View = Mapping[str, Any]


def mustered(keys: Sequence[str]) -> list[str]:
    """Army leaders, then leaders, then by faction, the strongest first."""
    kinds = list(faces.blocks())
    factions = list(dict.fromkeys(face.faction for face in faces.blocks().values()))

    def rank(key: str) -> tuple[bool, bool, int, int, int]:
        face = faces.block(key)
        return (
            not face.emblem, not face.gilt, factions.index(face.faction), -face.shields,
            kinds.index(key),
        )  # fmt: skip

    return sorted(keys, key=rank)


def shown(keys: Sequence[str]) -> tuple[BlockFace, ...]:
    return tuple(faces.block(key) for key in keys)


def marched(keys: Sequence[str], gone: Sequence[str]) -> tuple[bool, ...]:
    """Which of some blocks have marched, where those of one kind are alike."""
    left, found = Counter(gone), []
    for key in keys:
        found.append(left[key] > 0)
        left[key] -= 1
    return tuple(found)


def rolls(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> tuple[Roll, ...]:
    """For a seat: its own, and then what it knows of the other side. Nobody else has one (3.3)."""
    seat = view["seat"]
    if seat is None:
        return ()
    other = SIDES[seat == SIDES[0]]
    own = tuple(_own(view, plan, seat, tongue))
    known = tuple(_known(view, plan, other, tongue))
    blocks = sum(t.count for t in own)
    places = sum(bool(t.place) for t in own)
    note = say("roll.note", blocks=blocks, places=many(places, "places"))
    found = [Roll(seat, tongue.word(say("roll.own")), tongue.word(note), own)]
    if known:
        count = sum(len(t.faces) for t in known)
        note = say("roll.known", blocks=count, all=sum(t.count for t in known))
        found.append(Roll(other, tongue.word(say("roll.theirs")), tongue.word(note), known))
    return tuple(found)


def _own(view: View, plan: Layout, seat: str, tongue: Tongue) -> Iterator[Troop]:
    """The largest stacks first; then those aboard, then recruits."""
    found = []
    for key, place in view["locations"].items():
        stack = place[seat]
        if stack["blocks"]:
            keys = mustered(stack["blocks"])
            gone = marched(keys, stack["gone"] or ())
            name = tongue.name(plan.called(key))
            walls = stack["inside"] > 0
            found.append(Troop(key, name, len(keys), shown(keys), gone, walls))
    yield from sorted(found, key=lambda troop: -troop.count)
    for key, zone in view["zones"].items():
        aboard = mustered([k for ship in zone[seat] for k in ship["cargo"] or ()])
        if aboard:
            yield Troop(key, tongue.name(plan.called(key)), len(aboard), shown(aboard))
    box = mustered(view[seat]["box"] or ())
    if box:
        yield Troop("", tongue.word(say("roll.recruits")), len(box), shown(box))


def _known(view: View, plan: Layout, side: str, tongue: Tongue) -> Iterator[Troop]:
    found = []
    for key, place in view["locations"].items():
        stack = place[side]
        if stack["known"]:
            known = shown(mustered(stack["known"]))
            name, walls = tongue.name(plan.called(key)), stack["inside"] > 0
            found.append(Troop(key, name, stack["count"], known, (), walls))
    yield from sorted(found, key=lambda troop: -troop.count)


# -- in words ------------------------------------------------------------------------------------


def lines(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> list[str]:
    """A line a place, in the words of orders, the largest first; then where the others stand."""
    seat = view["seat"]
    made = rolls(view, plan, tongue)
    if not made:
        return []
    own = made[0]
    found = [tongue.word(say("roll.words", heading=own.heading, note=own.note))]
    found += [tongue.word(_line(troop)) for troop in own.troops]
    other = SIDES[seat == SIDES[0]]
    stacks = [(key, place[other]) for key, place in view["locations"].items()]
    there = [
        _there(plan, k, s) for k, s in sorted(stacks, key=lambda r: -r[1]["count"]) if s["count"]
    ]
    if there:
        found.append(tongue.word(say("roll.they", places=commas(there))))
    return found


def _line(troop: Troop) -> Said:
    blocks = " ".join(face.key for face in troop.faces)
    gone = [face.key for face, away in zip(troop.faces, troop.gone, strict=False) if away]
    entry = "roll.line"
    if gone:
        entry += ".all" if len(gone) == troop.count else ".gone"
    elif troop.walls:
        entry += ".walls"
    return say(entry, place=troop.name, blocks=blocks, count=troop.count, gone=" ".join(gone))


def _there(plan: Layout, key: str, stack: View) -> Said:
    known = " ".join(mustered(stack["known"]))
    entry = "roll.there.known" if known else "roll.there"
    return say(entry, place=plan.called(key), count=stack["count"], blocks=known)
