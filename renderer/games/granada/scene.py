"""The board of Granada: who holds what and what stands where, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from renderer.layout import Layout
from renderer.scene import Panel, Pile, Scene, Spot, Squadron

SIDES = ("christian", "muslim")
TITLES = {"christian": "The Catholic Monarchs", "muslim": "The Kingdom of Granada"}
PEOPLE = {"christian": "Christians", "muslim": "Muslims", "grey": "men of Boabdil"}
View = Mapping[str, Any]


def scene(view: View, plan: Layout) -> Scene:
    spots = tuple(_spot(plan, name, place) for name, place in view["locations"].items())
    squadrons = tuple(_squadrons(plan, view["zones"]))
    return Scene(
        game="granada",
        spots=spots,
        squadrons=squadrons,
        panels=tuple(_panel(plan, view, side) for side in SIDES),
        points=tuple((side, number(view[side]["points"])) for side in SIDES),
        turn=view["number"],
        heading=f"{view['year'].replace('-', '–')}, turn {view['turn']}",
        doing=_doing(view),
        action=_action(view),
        summary=tuple(_summary(view, plan, spots, squadrons)),
        details=tuple(_details(view, plan, spots, squadrons)),
    )


def revealed(view: View) -> bool:
    """Whether nothing is hidden in this view."""
    return all(view[side]["hand"] is not None for side in SIDES)


def _spot(plan: Layout, name: str, place: View) -> Spot:
    town = plan.town(name)
    piles = [_pile(plan, side, place[side]) for side in SIDES if place[side]["count"]]
    if place["grey"]:
        for key in place["grey"]:
            plan.kind(key)
        piles.append(Pile("grey", len(place["grey"]), tuple(place["grey"])))
    shut = [p.side for p in piles if p.inside]
    defender = shut[0] if shut else place["castle"] or place["control"]
    return Spot(
        name,
        place["control"],
        place["castle"],
        tuple(piles),
        defender,
        town.disk if place["disk"] else None,
        place["pioneers"],
    )


def _pile(plan: Layout, side: str, stack: View) -> Pile:
    known = tuple(stack["known"] if stack["blocks"] is None else stack["blocks"])
    for key in known:
        plan.kind(key)
    return Pile(side, stack["count"], known, stack["inside"])


def _squadrons(plan: Layout, zones: View) -> Iterator[Squadron]:
    for name, zone in zones.items():
        plan.water(name)
        for side in SIDES:
            ships = zone[side]
            if ships:
                yield Squadron(name, side, len(ships), sum(s["carried"] for s in ships))


def _panel(plan: Layout, view: View, side: str) -> Panel:
    own = view[side]
    counts = (
        ("hand", own["cards"]),
        ("deck", own["deck"]),
        ("recruits", own["recruits"]),
        ("bag", own["bag"]),
        ("lost", len(own["eliminated"])),
    )
    notes = []
    if own["box"]:
        notes.append("recruits " + " ".join(sorted(own["box"])))
    if own["surrenders"]:
        notes.append(f"surrender cards {own['surrenders']}")
    if own["mercenaries"]:
        notes.append("mercenaries " + " ".join(own["mercenaries"]))
    if side == "muslim" and view["guard"]:
        notes.append("Palace Guard " + " ".join(view["guard"]))
    if side == "muslim" and view["grey"]["until"]:
        notes.append(f"Boabdil's army until {view['grey']['until']}")
    return Panel(side, TITLES[side], counts, "; ".join(notes))


def _doing(view: View) -> str:
    if view["winner"]:
        return f"The {PEOPLE[view['winner']]} have won"
    if view["battle"]:
        kind = "Siege of" if view["battle"]["siege"] else "Battle of"
        return f"{kind} {view['battle']['place'].replace('-', ' ')}"
    asked = " and ".join(dict.fromkeys(PEOPLE[a["seat"]] for a in view["asked"]))
    return f"{view['phase'].capitalize()}: the {asked} decide" if asked else view["phase"]


def _action(view: View) -> tuple[str, ...]:
    if view["battle"]:
        return (view["battle"]["place"],)
    movement = view["movement"]
    return (movement["origin"],) if movement and movement["origin"] else ()


def number(value: float) -> str:
    """Points with their halves: 24½."""
    whole, half = divmod(round(abs(value) * 2), 2)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole or ''}½" if half else f"{sign}{whole}"


# -- in words ------------------------------------------------------------------------------------


def _summary(
    view: View, plan: Layout, spots: tuple[Spot, ...], squadrons: tuple[Squadron, ...]
) -> Iterator[str]:
    score = ", ".join(f"{PEOPLE[s]} {number(view[s]['points'])}" for s in SIDES)
    yield f"Board of Granada, {view['year']}, turn {view['turn']}. {_doing(view)}. Points: {score}."
    both = [s for s in spots if len(s.piles) > 1]
    if both:
        yield "Both sides stand at " + listed(_facing(plan, s) for s in both) + "."
    lost = [
        plan.town(s.place).name
        for s in spots
        if s.control != plan.town(s.place).territory and s.control in SIDES
    ]
    if lost:
        yield "Held across the border: " + listed(lost) + "."
    for side in SIDES:
        large = sorted(
            ((p.count, plan.town(s.place).name) for s in spots for p in s.piles if p.side == side),
            reverse=True,
        )
        total = sum(count for count, _ in large)
        most = listed(f"{name} {count}" for count, name in large[:6])
        yield f"{PEOPLE[side]}: {total} blocks in {len(large)} places, most at {most}."
    fleets = [f"{PEOPLE[q.side]} {q.ships} in the {plan.water(q.zone).name}" for q in squadrons]
    if fleets:
        yield "Fleets: " + listed(fleets) + "."


def _facing(plan: Layout, spot: Spot) -> str:
    inside = [p for p in spot.piles if p.side == spot.defender]
    outside = [p for p in spot.piles if p.side != spot.defender]
    words = " and ".join(f"{PEOPLE[p.side]} {p.count}" for p in inside)
    around = " and ".join(f"{PEOPLE[p.side]} {p.count}" for p in outside)
    return f"{plan.town(spot.place).name} ({words} hold it, {around} outside)"


def _details(
    view: View, plan: Layout, spots: tuple[Spot, ...], squadrons: tuple[Squadron, ...]
) -> Iterator[str]:
    yield from _summary(view, plan, spots, squadrons)
    for spot in spots:
        town = plan.town(spot.place)
        words = [_what(town), _held("held", spot.control)]
        if spot.castle and spot.castle != spot.control:
            words.append(_held("castle held", spot.castle))
        for pile in spot.piles:
            known = f" ({' '.join(pile.known)})" if pile.known else ""
            words.append(f"{pile.count} of the {PEOPLE[pile.side]}{known}")
        if spot.disk:
            words.append(plan.disks.get(spot.disk, spot.disk))
        if spot.pioneers:
            words.append("pioneers")
        yield f"{town.name}: {', '.join(words)}."
    for side in SIDES:
        panel = _panel(plan, view, side)
        figures = ", ".join(f"{word} {count}" for word, count in panel.figures)
        yield f"{panel.heading}: {figures}." + (f" {panel.note}." if panel.note else "")


def _held(word: str, owner: str) -> str:
    return f"{word} by the {PEOPLE[owner]}" if owner in PEOPLE else f"{word} by nobody"


def _what(town: Any) -> str:
    words = ["capital"] if town.capital else []
    words += ["resource"] if town.resource else []
    words += ["castle"] if town.castle else ["watchtower"] if town.tower else []
    return " and ".join(words) or "town"


def listed(items: Any) -> str:
    return ", ".join(items)
