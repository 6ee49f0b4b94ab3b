"""The board of Cortés: what stands where, as the reader may know it, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.tongues import ENGLISH, Field, Name, Said, Tongue
from renderer.boards.layout import Layout
from renderer.boards.scene import Panel, Pile, Scene, Spot
from renderer.games.cortes.names import SIDES, Book, book, forces, read, side
from renderer.games.cortes.words import many, say
from renderer.words import commas, semicolons

View = Mapping[str, Any]
BOXES = ("dead", "out", "deserters", "off", "hand")
MARKS = {"sacrifice": "heart", "desecrated": "cross"}
LARGEST = 8  # stacks that the summary names


def scene(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Scene:
    known = book()
    summary = tuple(map(tongue.word, _summary(view, plan, known)))
    about = {place: tongue.word(said) for place, said in places(view, plan, known)}
    beside = [tongue.word(said) for said in boxes(view, known)]
    return Scene(
        game="cortes",
        spots=tuple(_spots(view, plan, known, tongue)),
        squadrons=(),
        panels=tuple(_panel(view, name, tongue) for name in SIDES),
        points=(),
        turn=view["turn"],
        heading=tongue.word(heading(view)),
        doing=tongue.word(doing(view, plan)),
        action=(view["battle"]["place"],) if view["battle"] else (),
        summary=summary,
        details=(*summary, *about.values(), *beside),
        about=about,
        sides={name: side(name) for name in SIDES},
        tongue=tongue,
    )


def heading(view: View) -> Said:
    return say("when", pair=view["turn"]) if view["turn"] else say("when.setup")


def doing(view: View, plan: Layout) -> Said:
    if view["winners"]:
        return say("won", side=side(view["winners"][0]))
    if view["battle"]:
        return say("fighting", place=called(plan, view["battle"]["place"]))
    return say(f"phase.{view['phase']}", side=side(view["active"]))


def called(plan: Layout, place: str) -> Name | Said:
    """A hex by its number, and by its name where it has one."""
    name = plan.called(plan.town(place).key)
    return name if name.text == place else say("named", number=place, name=name)


# -- what is drawn -------------------------------------------------------------------------------


def _spots(view: View, plan: Layout, known: Book, tongue: Tongue) -> Iterator[Spot]:
    marked = {place: mark for place, mark in view["temples"].items() if mark}
    for place in dict.fromkeys((*view["places"], *marked)):
        plan.town(place)
        stacks = view["places"].get(place, ())
        piles = tuple(_pile(stack, known, tongue) for stack in stacks)
        badges = (MARKS[marked[place]],) if place in marked else ()
        yield Spot(place, "nobody", None, piles, badges=badges)


def _pile(stack: View, known: Book, tongue: Tongue) -> Pile:
    """The top counter first; steps of those that are known, with a + where others are not."""
    rest = list(stack["units"])
    if stack["top"] in rest:
        rest.remove(stack["top"])
    units = [read(unit) for unit in ([stack["top"]] if stack["top"] else []) + rest]
    seen = [unit for unit in units if unit.known]
    steps = sum(int(unit.steps) for unit in seen if unit.steps.isdigit())
    more = "+" if len(seen) < len(units) or any(unit.steps == "?" for unit in seen) else ""
    leaders = (tongue.field(known.called(read(stack["leader"]))),) if stack["leader"] else ()
    kinds = tuple(known.kind(unit) for unit in seen)
    text = f"{steps}{more}" if steps else ""
    if not units:  # a leader alone
        return Pile(stack["side"], 1, (known.kind(read(stack["leader"])),), 0, leaders)
    return Pile(stack["side"], stack["count"], kinds, 0, leaders, text)


def _panel(view: View, name: str, tongue: Tongue) -> Panel:
    here = sum(s["count"] for row in view["places"].values() for s in row if s["side"] == name)
    figures: list[tuple[str, int]] = [("map", here)]
    if name == "spanish":
        figures = [("points", view["points"]), ("floor", view["floor"]), ("rests", view["rests"])]
        figures.append(("map", here))
    for box in BOXES:
        count = len(boxed(view, name, box))
        if count or box in ("dead", "out"):
            figures.append((box, count))
    words = tuple((tongue.word(say(f"figure.{word}")), count) for word, count in figures)
    return Panel(name, tongue.word(side(name)), words)


def boxed(view: View, name: str, box: str) -> tuple[str, ...]:
    """The counters of a side in a box beside the map."""
    held = view[box]
    if isinstance(held, Mapping):
        return tuple(held.get(name, ()))
    return tuple(held) if name == "spanish" else ()


# -- in words ------------------------------------------------------------------------------------


def _summary(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    rests = many(view["rests"], "rests")
    yield say(
        "board", when=heading(view), doing=doing(view, plan), points=view["points"],
        floor=view["floor"], rests=rests,
    )  # fmt: skip
    for name in SIDES:
        there = [s["count"] for row in view["places"].values() for s in row if s["side"] == name]
        if there:
            count = many(sum(there), "units")
            yield say("force", side=side(name), count=count, places=many(len(there), "places"))
        else:
            yield say("force.none", side=side(name))
    for leader, place in view["leaders"].items():
        who = known.called(read(leader))
        if place:
            yield say("leader.at", leader=who, place=called(plan, place))
        else:
            yield say("leader.gone", leader=who)
    for place, mark in view["temples"].items():
        if mark:
            yield say(f"temple.{mark}", place=called(plan, place))
    yield from _crowds(view, plan)


def _crowds(view: View, plan: Layout) -> Iterator[Said]:
    rows = [(s["count"], place, s["side"]) for place, row in view["places"].items() for s in row]
    rows = sorted((row for row in rows if row[0] > 1), key=lambda row: (-row[0], row[1]))
    if rows:
        told = (
            say("crowd", place=called(plan, place), side=side(name), count=count)
            for count, place, name in rows[:LARGEST]
        )
        yield say("crowds", stacks=semicolons(told))


def places(view: View, plan: Layout, known: Book) -> Iterator[tuple[str, Said]]:
    for place, row in view["places"].items():
        stacks = [_stack(stack, known) for stack in row]
        yield place, say("place", place=called(plan, place), stacks=semicolons(stacks))


def _stack(stack: View, known: Book) -> Said:
    name = side(stack["side"])
    leader = known.called(read(stack["leader"])) if stack["leader"] else ""
    if not stack["count"]:
        return say("stack.leader", side=name, leader=leader)
    units: Field = forces(known, stack["units"])
    if stack["guns"]:
        carriers = commas(known.called(read(unit)) for unit in stack["guns"])
        units = say("guns", units=units, guns=carriers)
    entry = "stack.led" if leader else "stack"
    return say(entry, side=name, units=units, leader=leader)


def boxes(view: View, known: Book) -> Iterator[Said]:
    """What lies beside the map."""
    for name in SIDES:
        for box in BOXES:
            held = boxed(view, name, box)
            if held:
                units = forces(known, held)
                yield say("box", box=say(f"box.{box}"), side=side(name), units=units)
