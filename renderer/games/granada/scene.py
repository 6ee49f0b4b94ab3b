"""The board of Granada: who holds what and what stands where, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.tongues import ENGLISH, Field, Listed, Said, Tongue
from renderer.boards.layout import Layout, Town
from renderer.boards.scene import Panel, Pile, Scene, Spot, Squadron
from renderer.games.granada import rolls
from renderer.games.granada.words import SIDES, people, say
from renderer.words import chained, commas, semicolons

PAINTS = (*SIDES, "grey")
View = Mapping[str, Any]


def scene(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Scene:
    seat = view["seat"]
    spots = tuple(_spot(plan, name, place, seat) for name, place in view["locations"].items())
    squadrons = tuple(_squadrons(plan, view["zones"]))
    panels = tuple(_panel(view, side, tongue) for side in SIDES)
    summary = tuple(map(tongue.word, _summary(view, plan, spots, squadrons)))
    about = {spot.place: tongue.word(_place(spot, plan)) for spot in spots}
    return Scene(
        game="granada",
        spots=spots,
        squadrons=squadrons,
        panels=panels,
        points=tuple((side, number(view[side]["points"])) for side in SIDES),
        turn=view["number"],
        heading=tongue.word(when(view)),
        doing=tongue.word(_doing(view)),
        action=_action(view),
        summary=summary,
        details=(*summary, *about.values(), *(tongue.word(_panel_words(p)) for p in panels)),
        about=about,
        sides={side: say(f"side.{side}") for side in PAINTS},
        rolls=rolls.rolls(view, plan, tongue),
        tongue=tongue,
    )


def when(view: View) -> Said:
    return say("when", year=view["year"].replace("-", "–"), turn=view["turn"])


def plainly(view: View) -> Said:
    """The same in words that are read aloud."""
    return say("when", year=view["year"], turn=view["turn"])


def revealed(view: View) -> bool:
    """Whether nothing is hidden in this view."""
    return all(view[side]["hand"] is not None for side in SIDES)


def _spot(plan: Layout, name: str, place: View, seat: str | None) -> Spot:
    town = plan.town(name)
    piles = [_pile(plan, side, place[side], seat) for side in SIDES if place[side]["count"]]
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


def _pile(plan: Layout, side: str, stack: View, seat: str | None) -> Pile:
    known = tuple(stack["known"] if stack["blocks"] is None else stack["blocks"])
    for key in known:
        plan.kind(key)
    keys = rolls.mustered(known)
    return Pile(
        side,
        stack["count"],
        known,
        stack["inside"],
        faces=rolls.shown(keys),
        own=side == seat and stack["blocks"] is not None,
        gone=rolls.marched(keys, stack["gone"] or ()),
    )


def _squadrons(plan: Layout, zones: View) -> Iterator[Squadron]:
    for name, zone in zones.items():
        plan.water(name)
        for side in SIDES:
            ships = zone[side]
            if ships:
                yield Squadron(name, side, len(ships), sum(s["carried"] for s in ships))


def _panel(view: View, side: str, tongue: Tongue) -> Panel:
    own = view[side]
    counts = (
        ("hand", own["cards"]),
        ("deck", own["deck"]),
        ("recruits", own["recruits"]),
        ("bag", own["bag"]),
        ("lost", len(own["eliminated"])),
    )
    figures = tuple((tongue.word(say(word)), count) for word, count in counts)
    note = tongue.field(semicolons(_notes(view, side)))
    return Panel(side, tongue.word(say(f"title.{side}")), figures, note)


def _notes(view: View, side: str) -> Iterator[Said]:
    own = view[side]
    if own["box"]:
        yield say("note.recruits", blocks=" ".join(sorted(own["box"])))
    if own["surrenders"]:
        yield say("note.surrenders", count=own["surrenders"])
    if own["mercenaries"]:
        yield say("note.mercenaries", blocks=" ".join(own["mercenaries"]))
    if side == "muslim" and view["guard"]:
        yield say("note.guard", blocks=" ".join(view["guard"]))
    if side == "muslim" and view["grey"]["until"]:
        yield say("note.grey", turn=view["grey"]["until"])


def _doing(view: View) -> Said:
    if view["winner"]:
        return say("won", people=people(view["winner"]))
    if view["battle"]:
        place = view["battle"]["place"].replace("-", " ")
        return say("siege" if view["battle"]["siege"] else "battle", place=place)
    phase = say(f"phase.{view['phase']}")
    asked = tuple(people(seat) for seat in dict.fromkeys(a["seat"] for a in view["asked"]))
    return say("asked", phase=phase, people=Listed(asked)) if asked else phase


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
) -> Iterator[Said]:
    score = commas(say("each", what=people(s), count=number(view[s]["points"])) for s in SIDES)
    yield say("board", when=plainly(view), doing=_doing(view), score=score)
    both = [s for s in spots if len(s.piles) > 1]
    if both:
        yield say("meeting", places=commas(_facing(plan, s) for s in both))
    lost = [
        plan.called(s.place)
        for s in spots
        if s.control != plan.town(s.place).territory and s.control in SIDES
    ]
    if lost:
        yield say("across", places=commas(lost))
    for side in SIDES:
        yield _army(plan, spots, side)
    fleets = [
        say("fleet", people=people(q.side), ships=q.ships, water=plan.called(q.zone))
        for q in squadrons
    ]
    if fleets:
        yield say("fleets", fleets=commas(fleets))


def _army(plan: Layout, spots: tuple[Spot, ...], side: str) -> Said:
    """How many blocks a side has on the board, and where most of them stand."""
    large = sorted(
        (
            (p.count, plan.town(s.place).name, s.place)
            for s in spots
            for p in s.piles
            if p.side == side
        ),
        reverse=True,
    )
    total = sum(count for count, _, _ in large)
    most = commas(say("each", what=plan.called(key), count=n) for n, _, key in large[:6])
    return say("army", people=people(side), blocks=total, places=len(large), most=most)


def _facing(plan: Layout, spot: Spot) -> Said:
    inside = [p for p in spot.piles if p.side == spot.defender]
    outside = [p for p in spot.piles if p.side != spot.defender]
    stand = [
        Listed(tuple(say("each", what=people(p.side), count=p.count) for p in piles))
        for piles in (inside, outside)
    ]
    return say("meeting.place", place=plan.called(spot.place), inside=stand[0], outside=stand[1])


def _place(spot: Spot, plan: Layout) -> Said:
    town = plan.town(spot.place)
    facts: list[Field] = [_what(town), _held("held", spot.control)]
    if spot.castle and spot.castle != spot.control:
        facts.append(_held("castle.held", spot.castle))
    for pile in spot.piles:
        entry = "pile.known" if pile.known else "pile"
        blocks = " ".join(pile.known)
        facts.append(say(entry, count=pile.count, people=people(pile.side), blocks=blocks))
    if spot.disk:
        facts.append(plan.disks.get(spot.disk, spot.disk))
    if spot.pioneers:
        facts.append(say("pioneers"))
    return say("place", place=plan.called(spot.place), facts=commas(facts))


def _panel_words(panel: Panel) -> Said:
    figures = commas(say("each", what=word, count=count) for word, count in panel.figures)
    entry = "panel.note" if panel.note else "panel"
    return say(entry, title=panel.heading, figures=figures, note=panel.note)


def _held(entry: str, owner: str) -> Said:
    if owner not in PAINTS:
        return say(f"{entry}.nobody")
    return say(entry, people=people(owner))


def _what(town: Town) -> Field:
    words = [say("capital")] if town.capital else []
    words += [say("resource")] if town.resource else []
    words += [say("castle")] if town.castle else [say("watchtower")] if town.tower else []
    return chained(words, "and") or say("town")
