"""The board of Hispania: who holds what and what stands where, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from renderer.errors import RenderError
from renderer.games.hispania.names import NOBODY, Book, book, both, forces, many, number
from renderer.layout import Layout
from renderer.scene import Banner, Panel, Pile, Scene, Spot

View = Mapping[str, Any]


def scene(view: View, plan: Layout) -> Scene:
    known = book()
    spots = tuple(_spot(view, plan, known, name) for name in view["locations"])
    return Scene(
        game="hispania",
        spots=spots,
        squadrons=(),
        panels=tuple(_panel(view, known, seat) for seat in view["points"]),
        points=tuple((seat, number(points)) for seat, points in view["points"].items()),
        turn=view["turn"],
        heading=heading(view),
        doing=doing(view, plan, known),
        action=_action(view),
        summary=tuple(_summary(view, plan, known)),
        details=tuple(_details(view, plan, known)),
    )


def heading(view: View) -> str:
    return f"Turn {view['turn']} of {view['last']}, {view['years']}"


def _spot(view: View, plan: Layout, known: Book, place: str) -> Spot:
    here = view["locations"][place]
    plan.town(place)
    piles = []
    for army in here["armies"]:
        for kind in army["pieces"]:
            plan.kind(kind)
        if army["nation"] not in plan.arms:
            raise RenderError(f"There are no arms for the nation {army['nation']!r}.")
        leaders = tuple(known.chief(chief) for chief in army["chiefs"])
        piles.append(Pile(army["nation"], len(army["pieces"]), tuple(army["pieces"]), 0, leaders))
    owner = holder(view, place)
    badges = [f"capital {here['capital']}"] if here["capital"] else []
    badges += ["ruin"] if here["ruin"] else []
    return Spot(place, owner, None, tuple(piles), owner, badges=tuple(badges))


def holder(view: View, place: str) -> str:
    """2.1: who has units there; while two nations meet, not the one that has just come."""
    here = [army["nation"] for army in view["locations"][place]["armies"] if army["pieces"]]
    if not here:
        return "nobody"
    battle = view["battle"]
    if battle and battle["place"] == place and battle["defender"] in here:
        return str(battle["defender"])
    return str(next((nation for nation in here if nation != view["active"]), here[0]))


def in_play(view: View, seat: str) -> list[str]:
    """A seat's nations on the map or beside it, in the order of play; a Chief alone counts."""
    met = {army["nation"] for here in view["locations"].values() for army in here["armies"]}
    return [
        key
        for key, nation in view["nations"].items()
        if nation["seat"] == seat and (key in met or nation["alive"] or view["active"] == key)
    ]


def _panel(view: View, known: Book, seat: str) -> Panel:
    banners = []
    for key in in_play(view, seat):
        row = view["nations"][key]
        banners.append(
            Banner(
                key,
                known.nation(key),
                number(row["gold"]),
                number(row["points"]),
                view["active"] == key,
                row["suzerain"] or "",
            )
        )
    return Panel(seat, known.seat(seat), (), "", tuple(banners))


def doing(view: View, plan: Layout, known: Book) -> str:
    if view["winners"]:
        names = both([known.seat(seat) for seat in view["winners"]])
        return f"{names} {'has' if len(view['winners']) == 1 else 'have'} won"
    battle = view["battle"]
    if battle:
        return f"Battle of {plan.town(battle['place']).name}, round {battle['round']}"
    if view["active"]:
        return f"{known.nation(view['active'])}: {view['phase']}"
    return str(view["title"])


def _action(view: View) -> tuple[str, ...]:
    return (view["battle"]["place"],) if view["battle"] else ()


# -- in words ------------------------------------------------------------------------------------


def _summary(view: View, plan: Layout, known: Book) -> Iterator[str]:
    score = ", ".join(f"{known.seat(s)} {number(p)}" for s, p in view["points"].items())
    yield (
        f"Board of Hispania. {heading(view)}: {view['title']}. {doing(view, plan, known)}. "
        f"Points: {score}."
    )
    asked = dict.fromkeys(f"{known.seat(a['seat'])} for {_called(known, a)}" for a in view["asked"])
    if asked:
        yield f"To decide: {', '.join(asked)}."
    meet = [
        p for p, here in view["locations"].items() if _armed(here) > 1 and p in _provinces(plan)
    ]
    if meet:
        yield "Two nations meet in " + "; ".join(_meeting(view, plan, known, p) for p in meet) + "."
    for seat in view["points"]:
        yield _seat_words(view, plan, known, seat)
    free = [plan.town(p).name for p in _provinces(plan) if not _armed(view["locations"][p])]
    if free:
        yield f"Nobody holds {', '.join(free)}."


def _called(known: Book, asked: View) -> str:
    return known.nation(asked["nation"]) if asked["nation"] else "nobody"


def _armed(here: View) -> int:
    return sum(1 for army in here["armies"] if army["pieces"])


def _provinces(plan: Layout) -> list[str]:
    return [key for key, area in plan.areas.items() if not area.paper]


def _meeting(view: View, plan: Layout, known: Book, place: str) -> str:
    armies = view["locations"][place]["armies"]
    words = " and ".join(f"{known.nation(a['nation'])} {len(a['pieces'])}" for a in armies)
    return f"{plan.town(place).name} ({words})"


def _seat_words(view: View, plan: Layout, known: Book, seat: str) -> str:
    rows = []
    for key in in_play(view, seat):
        nation = view["nations"][key]
        said = f"{known.nation(key)} {many(nation['provinces'], 'province')}"
        said += f", {many(nation['units'], 'unit')}"
        said += f", gold {number(nation['gold'])}"
        if nation["capital"]:
            said += f", capital {plan.town(nation['capital']).name}"
        if nation["suzerain"]:
            said += f", vassal of {known.nation(nation['suzerain'])}"
        rows.append(said)
    return f"{known.seat(seat)}: {'; '.join(rows) or 'no nation in play'}."


def _details(view: View, plan: Layout, known: Book) -> Iterator[str]:
    yield from _summary(view, plan, known)
    for place in view["locations"]:
        words = list(place_words(view, plan, known, place))
        if words or place in _provinces(plan):
            yield f"{plan.town(place).name}: {', '.join(words) or 'nobody'}."
    if view["signs"]:
        yield "The sign of God is left to " + _listed(known.seat(s) for s in view["signs"]) + "."


def place_words(view: View, plan: Layout, known: Book, place: str) -> Iterator[str]:
    here = view["locations"][place]
    for army in here["armies"]:
        chiefs = [known.chief(chief) for chief in army["chiefs"]]
        parts = [forces(army["pieces"])] if army["pieces"] else []
        yield f"{known.nation(army['nation'])} {' with '.join([*parts, *chiefs])}"
    if here["capital"]:
        yield f"capital of {known.nation(here['capital'])}"
    if here["ruin"]:
        owner = here["ruin"]
        yield "a ruin" if owner == NOBODY else f"a ruin of {known.nation(owner)}"


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items)
