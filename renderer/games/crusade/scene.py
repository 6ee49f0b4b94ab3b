"""A view of the First Crusade as a scene: what stands where, and all of it in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import ENGLISH, Field, Said, Tongue
from renderer.boards.layout import Layout
from renderer.boards.scene import Banner, Host, Panel, Pile, Rank, Scene, Spot, Squadron
from renderer.games.crusade.names import Book, book
from renderer.games.crusade.words import many, say
from renderer.words import commas

View = Mapping[str, Any]
LAST = 14
SIGNS = {
    "demoralized": "flag",
    "independent": "knight-banner",
    "ill": "snake",
    "barred": "crossed-chains",
    "ravager": "battle-axe",
    "ardent": "sun",
    "swift": "sun",
    "again": "sun",
}
PHASES = ("setup", "diplomacy", "assignment", "purchase", "deck", "operations", "attrition",
          "recovery", "")  # fmt: skip


def when(view: View, known: Book) -> Said:
    if not 1 <= view["turn"] < len(known.periods):
        return say("when.setup")
    return say("when", turn=view["turn"], last=LAST, period=known.periods[view["turn"]])


def doing(view: View, known: Book) -> Said:
    phase = view["phase"] if view["phase"] in PHASES else "other"
    weather = known.weathers[view["turn"]] if 1 <= view["turn"] < len(known.weathers) else "fair"
    values = {"phase": say(f"phase.{phase}"), "weather": say(f"weather.{weather}")}
    if view["active"]:
        found = say("doing.active", leader=known.leader(view["active"]), **values)
    else:
        found = say("doing", **values)
    return say("doing.heat", doing=found) if view["heat"] else found


def strengths(view: View) -> dict[str, int]:
    """SP of every faction on the map, with and without leaders."""
    found: dict[str, int] = defaultdict(int)
    for chief in view["leaders"].values():
        found[chief["faction"]] += chief["sp"]
    for spot in view["places"].values():
        for faction, sp in spot["garrison"].items():
            found[faction] += sp
    return found


def holdings(view: View, faction: str) -> list[str]:
    return [key for key, spot in view["places"].items() if spot["control"] == faction]


def standing(view: View, known: Book, faction: str) -> int | None:
    """Points of the Cities that a faction holds; None where its list is another's secret."""
    held = [known.prizes[key] for key in holdings(view, faction) if key in known.prizes]
    side = known.factions[faction].side
    listed = view["lists"].get(faction)
    if faction == "mosul":
        if listed is None:
            return None
        return sum(known.prizes[k].mosul for k in holdings(view, faction) if k in listed)
    return sum(p.crusader if side == "crusader" else p.muslim for p in held)


# -- hosts ---------------------------------------------------------------------------------------


def rank(view: View, known: Book, key: str) -> Rank:
    chief = view["leaders"][key]
    name = known.short(key, "replaced" in chief["signs"])
    signs = [SIGNS[word] for word in chief["signs"] if word in SIGNS]
    if view["cross"] == key:
        signs.append("cross")
    second = str(chief["knights"]) if chief["knights"] else ""
    return Rank(name, str(chief["sp"]) if chief["sp"] else "", second, tuple(dict.fromkeys(signs)))


def hosts(view: View, known: Book, place: str, walls: bool = False) -> tuple[Host, ...]:
    """Leaders of each faction at a place, the strongest first, then those without one."""
    rows: dict[str, list[Rank]] = {}
    led = [(key, chief) for key, chief in view["leaders"].items() if chief["place"] == place]
    for key, chief in sorted(led, key=lambda row: -row[1]["sp"]):
        rows.setdefault(chief["faction"], []).append(rank(view, known, key))
    if place in view["places"]:
        for faction, sp in view["places"][place]["garrison"].items():
            rows.setdefault(faction, []).append(Rank("", str(sp), signs=("spears",)))
    fleets = sum(nsp for _, zone, nsp in view["fleets"] if zone == place == "Egypt")
    if fleets:
        rows.setdefault("fatimids", []).append(Rank("", str(fleets), signs=("galley",)))
    return tuple(
        Host(faction, known.side(faction), tuple(ranks), walls) for faction, ranks in rows.items()
    )


def notes(view: View, known: Book, key: str) -> tuple[tuple[str, str], ...]:
    """What a City shows at its corners."""
    spot = view["places"][key]
    found = []
    if spot["points"]:
        found.append(("mining", str(spot["points"])))
    if spot["stock"] >= 0 and spot["stock"] != known.full.get(key, spot["stock"]):
        found.append(("two-coins", str(spot["stock"])))
    if spot["destroyed"]:
        found.append(("castle-ruins", ""))
    elif spot["ravaged"]:
        found.append(("battle-axe", "" if spot["ravaged"] == "ravaged" else "1"))
    if view["cross"] == key:
        found.append(("cross", ""))
    return tuple(found[:4])


def _spots(view: View, plan: Layout, known: Book) -> Iterator[Spot]:
    for key, town in plan.towns.items():
        placed = view["places"].get(key)
        city = town.kind == "city"
        stand = hosts(view, known, key, walls=city)
        if placed is None and not stand:
            continue
        control = placed["control"] if placed else ""
        piles = [Pile(host.side, _count(host)) for host in stand]
        yield Spot(
            key,
            known.side(control),
            piles=tuple(piles),
            arms=control,
            hosts=stand,
            notes=notes(view, known, key) if placed and town.kind != "box" else (),
            siege=placed["siege"] if placed else "",
        )


def _count(host: Host) -> int:
    return sum(int(row.figure or 0) for row in host.ranks)


def _squadrons(view: View, plan: Layout, known: Book) -> Iterator[Squadron]:
    """Fleets at sea; those in Egypt's box are told in words."""
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for side, zone, nsp in view["fleets"]:
        if zone in plan.waters:
            sums[side, zone] += nsp
    for (side, zone), nsp in sums.items():
        aboard = hosts(view, known, zone)
        own = tuple(host for host in aboard if (host.side == "egypt") == (side == "egypt"))
        yield Squadron(zone, side, nsp, sum(len(host.ranks) for host in own), own)


# -- words ---------------------------------------------------------------------------------------


def leads(view: View, known: Book, key: str) -> Said:
    chief = view["leaders"][key]
    who, faction = known.leader(key), known.faction(chief["faction"])
    sp, knights = many(chief["sp"], "sp"), many(chief["knights"], "knights")
    if not chief["sp"]:
        found = say("leads.alone", leader=who, faction=faction)
    elif chief["knights"]:
        found = say("leads.knights", leader=who, faction=faction, sp=sp, knights=knights)
    else:
        found = say("leads", leader=who, faction=faction, sp=sp)
    if chief["signs"]:
        signs = commas(say(f"sign.{word}") for word in chief["signs"])
        found = say("signs", leader=found, signs=signs)
    return found


def facts(view: View, known: Book, key: str) -> list[Said]:
    """Everything about a place."""
    found: list[Said] = []
    spot = view["places"].get(key)
    if spot:
        if spot["control"]:
            found.append(say("of", faction=known.faction(spot["control"])))
        elif key in known.full:
            found.append(say("of.nobody"))
        if spot["siege"]:
            found.append(say(f"besieged.{spot['siege']}"))
        if spot["points"]:
            found.append(say("points", points=spot["points"]))
        if spot["stock"] >= 0:
            found.append(say("stock", stock=spot["stock"]))
        if spot["ravaged"]:
            found.append(say(spot["ravaged"]))
        if spot["destroyed"]:
            found.append(say("destroyed", faction=known.faction(spot["destroyed"])))
    if view["cross"] == key:
        found.append(say("cross"))
    found += [leads(view, known, k) for k, c in view["leaders"].items() if c["place"] == key]
    for faction, sp in spot["garrison"].items() if spot else ():
        found.append(say("without", sp=many(sp, "sp"), faction=known.faction(faction)))
    return found


def _fleets(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    for side, zone, nsp in view["fleets"]:
        if zone not in plan.waters and zone not in plan.towns:
            continue
        where = plan.called(zone)
        cargo = [leads(view, known, k) for k, c in view["leaders"].items() if c["place"] == zone]
        values: dict[str, Field] = {
            "side": say(f"fleet.{side}"), "zone": where, "nsp": many(nsp, "nsp"),
        }  # fmt: skip
        if cargo and zone in plan.waters:
            yield say("fleets.laden", cargo=commas(cargo), **values)
        else:
            yield say("fleets", **values)


def _sieges(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    for key, spot in view["places"].items():
        if spot["siege"]:
            who = known.leader(spot["commander"]) if spot["commander"] else say("nobody")
            yield say(f"siege.{spot['siege']}", place=plan.called(key), leader=who)


def _summary(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    yield say("board", when=when(view, known), doing=doing(view, known))
    total = strengths(view)
    rows = [
        say("strength", faction=known.faction(f), sp=many(total[f], "sp"))
        for f in known.factions
        if total.get(f)
    ]
    yield say("strengths", rows=commas(rows))
    sieges = list(_sieges(view, plan, known))
    if sieges:
        yield say("sieges", rows=commas(sieges))
    for faction in known.factions:
        held = holdings(view, faction)
        if held:
            names = commas(plan.called(key) for key in held)
            yield say("held", faction=known.faction(faction), places=names)
    fleets = list(_fleets(view, plan, known))
    if fleets:
        yield say("afloat", rows=commas(fleets))


def _details(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    yield from _summary(view, plan, known)
    for key in plan.towns:
        found = facts(view, known, key)
        if found:
            yield say("place", place=plan.called(key), facts=commas(found))
    for key, how in view["lost"].items():
        if how == "dead":
            yield say("lost.dead", leader=known.leader(key))
        elif how == "captive":
            captor = known.faction(view["captors"].get(key, ""))
            yield say("lost.captive", leader=known.leader(key), faction=captor)
    if view["cross"] in view["leaders"]:
        yield say("cross.at", where=known.leader(view["cross"]))
    rows = [
        say("hand.of", seat=known.seat(seat), cards=many(n, "cards"))
        for seat, n in view["hands"].items()
    ]
    yield say("hands", rows=commas(rows))


# -- the panel -----------------------------------------------------------------------------------


def _panel(view: View, known: Book, tongue: Tongue) -> Panel:
    total = strengths(view)
    acting = view["leaders"].get(view["active"], {}).get("faction", "")
    banners = []
    for faction in known.factions:
        if faction == "byzantines":
            continue
        points = None
        if known.factions[faction].side != "nobody":
            points = standing(view, known, faction)
        banners.append(
            Banner(
                faction,
                tongue.field(known.faction(faction)),
                str(total.get(faction, 0)),
                "" if points is None else str(points),
                faction == acting,
            )
        )
    return Panel(
        "roll", "", (), note="\n".join(_drawn(view, known, tongue)), banners=tuple(banners)
    )


WIDE = 44  # letters in a line of the panel


def _drawn(view: View, known: Book, tongue: Tongue) -> Iterator[str]:
    """The draw so far, the last cards, and how many are left."""
    cards = [
        known.short(k) if k in known.leaders else known.standard.get(k, k) for k in view["drawn"]
    ]
    text = tongue.word(say("drawn", cards=commas(cards[-8:])) if cards else say("drawn.none"))
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= WIDE:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line
    yield tongue.word(say("left", cards=many(view["left"], "cards")))


def _action(view: View, plan: Layout) -> tuple[str, ...]:
    if view["battle"]:
        return (view["battle"]["place"],)
    active = view["leaders"].get(view["active"])
    return (active["place"],) if active and active["place"] in plan.towns else ()


def scene(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Scene:
    known = book()
    word = tongue.word
    about: dict[str, str] = {}
    for key in plan.towns:
        found: Sequence[Said] = facts(view, known, key)
        if found:
            about[key] = word(say("place", place=plan.called(key), facts=commas(found)))
    return Scene(
        game="crusade",
        spots=tuple(_spots(view, plan, known)),
        squadrons=tuple(_squadrons(view, plan, known)),
        panels=(_panel(view, known, tongue),),
        points=(),
        turn=view["turn"],
        heading=word(when(view, known)),
        doing=word(doing(view, known)),
        action=_action(view, plan),
        summary=tuple(map(word, _summary(view, plan, known))),
        details=tuple(map(word, _details(view, plan, known))),
        about=about,
        sides={side: say(f"side.{side}") for side in ("crusader", "muslim", "armenian", "egypt")},
        tongue=tongue,
    )
