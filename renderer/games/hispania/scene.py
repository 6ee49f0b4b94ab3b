"""The board of Hispania: who holds what and what stands where, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.tongues import ENGLISH, Field, Listed, Name, Said, Tongue
from renderer.boards.layout import Layout
from renderer.boards.scene import Banner, Panel, Pile, Scene, Spot
from renderer.errors import RenderError
from renderer.games.hispania.names import NOBODY, Book, book, forces, number
from renderer.games.hispania.words import many, say, undrawn
from renderer.words import chained, commas, semicolons

View = Mapping[str, Any]


def scene(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Scene:
    known = book()
    spots = tuple(_spot(view, plan, known, name, tongue) for name in view["locations"])
    summary = tuple(map(tongue.word, _summary(view, plan, known)))
    about = {place: tongue.word(said) for place, said in _places(view, plan, known)}
    signs = [tongue.word(said) for said in _signs(view, known)]
    return Scene(
        game="hispania",
        spots=spots,
        squadrons=(),
        panels=tuple(_panel(view, known, seat, tongue) for seat in view["points"]),
        points=tuple((seat, number(points)) for seat, points in view["points"].items()),
        turn=view["turn"],
        heading=tongue.word(heading(view)),
        doing=tongue.field(doing(view, plan, known)),
        action=_action(view),
        summary=summary,
        details=(*summary, *about.values(), *signs),
        about=about,
        tongue=tongue,
    )


def heading(view: View) -> Said:
    return say("when", turn=view["turn"], last=view["last"], years=view["years"])


def titled(view: View) -> Name:
    """What the turn is called."""
    return Name(f"hispania.NAMES.turn.{view['turn']}", str(view["title"]))


def _spot(view: View, plan: Layout, known: Book, place: str, tongue: Tongue) -> Spot:
    here = view["locations"][place]
    plan.town(place)
    piles = []
    for army in here["armies"]:
        for kind in army["pieces"]:
            plan.kind(kind)
        if army["nation"] not in plan.arms:
            raise RenderError(undrawn("arms", nation=repr(army["nation"])))
        leaders = tuple(tongue.name(known.chief(chief)) for chief in army["chiefs"])
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


def _panel(view: View, known: Book, seat: str, tongue: Tongue) -> Panel:
    banners = []
    for key in in_play(view, seat):
        row = view["nations"][key]
        banners.append(
            Banner(
                key,
                tongue.field(known.nation(key)),
                number(row["gold"]),
                number(row["points"]),
                view["active"] == key,
                row["suzerain"] or "",
            )
        )
    return Panel(seat, tongue.name(known.seat(seat)), (), "", tuple(banners))


def doing(view: View, plan: Layout, known: Book) -> Field:
    if view["winners"]:
        names = Listed(tuple(known.seat(seat) for seat in view["winners"]))
        return say("won.one" if len(view["winners"]) == 1 else "won", names=names)
    battle = view["battle"]
    if battle:
        place = plan.called(plan.town(battle["place"]).key)
        return say("battle.round", place=place, round=battle["round"])
    if view["active"]:
        phase = say(f"phase.{view['phase']}")
        return say("acting", nation=known.nation(view["active"]), phase=phase)
    return titled(view)


def _action(view: View) -> tuple[str, ...]:
    return (view["battle"]["place"],) if view["battle"] else ()


# -- in words ------------------------------------------------------------------------------------


def _summary(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    score = commas(
        say("each", what=known.seat(s), count=number(p)) for s, p in view["points"].items()
    )
    going_on = doing(view, plan, known)
    yield say("board", when=heading(view), title=titled(view), doing=going_on, score=score)
    asked = dict.fromkeys((a["seat"], a["nation"]) for a in view["asked"])
    if asked:
        who = (
            say("asked.for", seat=known.seat(seat), nation=_called(known, nation))
            for seat, nation in asked
        )
        yield say("asked", who=commas(who))
    meet = [
        p for p, here in view["locations"].items() if _armed(here) > 1 and p in _provinces(plan)
    ]
    if meet:
        yield say("meeting", places=semicolons(_meeting(view, plan, known, p) for p in meet))
    for seat in view["points"]:
        yield _seat_words(view, plan, known, seat)
    free = [plan.called(p) for p in _provinces(plan) if not _armed(view["locations"][p])]
    if free:
        yield say("free", places=commas(free))


def _called(known: Book, nation: str) -> Field:
    return known.nation(nation) if nation else say("nobody")


def _armed(here: View) -> int:
    return sum(1 for army in here["armies"] if army["pieces"])


def _provinces(plan: Layout) -> list[str]:
    return [key for key, area in plan.areas.items() if not area.paper]


def _meeting(view: View, plan: Layout, known: Book, place: str) -> Said:
    armies = [
        say("each", what=known.nation(army["nation"]), count=len(army["pieces"]))
        for army in view["locations"][place]["armies"]
    ]
    return say("meeting.place", place=plan.called(place), armies=chained(armies, "and"))


def _seat_words(view: View, plan: Layout, known: Book, seat: str) -> Said:
    rows = [_nation_words(view, plan, known, key) for key in in_play(view, seat)]
    if not rows:
        return say("seat.none", seat=known.seat(seat))
    return say("seat", seat=known.seat(seat), nations=semicolons(rows))


def _nation_words(view: View, plan: Layout, known: Book, key: str) -> Field:
    nation = view["nations"][key]
    parts: list[Field] = [
        say("each", what=known.nation(key), count=many(nation["provinces"], "provinces")),
        many(nation["units"], "units"),
        say("gold", gold=number(nation["gold"])),
    ]
    if nation["capital"]:
        parts.append(say("capital.at", place=plan.called(nation["capital"])))
    if nation["suzerain"]:
        parts.append(say("vassal", nation=known.nation(nation["suzerain"])))
    return commas(parts)


def _places(view: View, plan: Layout, known: Book) -> Iterator[tuple[str, Said]]:
    """Every province, and what lies beyond the map where somebody is there."""
    for place in view["locations"]:
        facts = list(place_words(view, plan, known, place))
        if facts or place in _provinces(plan):
            told = commas(facts or [say("nobody")])
            yield place, say("place", place=plan.called(place), facts=told)


def _signs(view: View, known: Book) -> Iterator[Said]:
    if view["signs"]:
        yield say("signs", seats=commas(known.seat(seat) for seat in view["signs"]))


def place_words(view: View, plan: Layout, known: Book, place: str) -> Iterator[Field]:
    here = view["locations"][place]
    for army in here["armies"]:
        chiefs = [known.chief(chief) for chief in army["chiefs"]]
        parts = [forces(army["pieces"])] if army["pieces"] else []
        force = chained([*parts, *chiefs], "with")
        yield say("army", nation=known.nation(army["nation"]), force=force)
    if here["capital"]:
        yield say("capital.of", nation=known.nation(here["capital"]))
    if here["ruin"]:
        owner = here["ruin"]
        ours = owner != NOBODY
        yield say("ruin.of", nation=known.nation(owner)) if ours else say("a ruin")
