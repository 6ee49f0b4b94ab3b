"""What events tell of a battle and of an R&R, as one reader saw them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.tongues import Field, Name, Said
from renderer.boards.layout import Layout
from renderer.errors import refused
from renderer.games.cortes.names import SIDES, Book, forces
from renderer.games.cortes.scene import boxed, called
from renderer.games.cortes.words import fought, many, rested, say
from renderer.words import commas, semicolons

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]
RULES = {"concentric": "8.11", "cuauhtemoc": "9.2", "cortes": "9.3", "sacrifice": "11.7"}
DECLARED = ("8.1", "8.8", "8.26")  # an attack, a stack that is shown, a battle on the lake
TERRAIN = {
    "dry_land_city": "8.12",
    "chinampa_city": "8.13",
    "major_fortress": "8.14",
    "fortress": "8.15",
    "temple_complex": "8.15",
}


@dataclass(frozen=True)
class Reckoning:
    """A battle or a bombardment; without odds it is only declared."""

    place: str
    attacker: str
    units: Mapping[str, tuple[str, ...]]  # by side
    attack: int = 0
    defence: int = 0
    odds: str = ""
    shifts: tuple[Said, ...] = ()
    column: str = ""
    roll: int = 0
    losses: tuple[int, ...] = ()
    shells: int = 0
    rolls: tuple[int, ...] = ()
    hits: int = 0
    dead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def reckoning(view: View, events: Events, known: Book) -> Reckoning:
    """The last battle of the events, else the one that goes on. Raises RenderError if none does."""
    last = next((e for e in reversed(events) if e["kind"] in ("battle", "bombardment")), None)
    if last is None:
        if not view["battle"]:
            raise refused("battle")
        place, attacker = view["battle"]["place"], view["battle"]["attacker"]
        froms = tuple(view["battle"]["froms"])
        return Reckoning(place, attacker, _standing(view, place, attacker, froms))
    args = last["args"]
    place, attacker = args["place"], args["side"]
    froms = _froms(events, place)
    units = dict(_standing(view, place, attacker, froms))
    for event in events:
        if event["args"].get("place") == place and event["args"].get("units"):
            if event["rule"] in DECLARED:
                units[event["args"]["side"]] = tuple(event["args"]["units"])
    dead = {
        event["args"]["side"]: tuple(event["args"].get("dead", ()))
        for event in events
        if event["kind"] == "losses"
    }
    if last["kind"] == "bombardment":
        rolls = tuple(args["rolls"])
        return Reckoning(
            place, attacker, units, shells=args["count"], rolls=rolls, hits=args["hits"], dead=dead
        )
    return Reckoning(
        place, attacker, units, args["attack"], args["defence"], args["odds"],
        tuple(_shifts(args["shifts"], place, known)), args["column"], args["roll"],
        tuple(args["losses"]), dead=dead,
    )  # fmt: skip


def _froms(events: Events, place: str) -> tuple[str, ...]:
    for event in reversed(events):
        if event["kind"] == "attack" and event["args"]["place"] == place:
            return tuple(event["args"].get("from", ()))
    return (place,)


def _standing(
    view: View, place: str, attacker: str, froms: tuple[str, ...]
) -> Mapping[str, tuple[str, ...]]:
    """Who stands where they fight: the attackers about it, or in the same water."""
    found = {}
    for name in SIDES:
        places = (froms or (place,)) if name == attacker else (place,)
        found[name] = tuple(
            unit
            for here in places
            for stack in view["places"].get(here, ())
            if stack["side"] == name
            for unit in stack["units"]
        )
    return found


def _shifts(rows: Sequence[Sequence[Any]], place: str, known: Book) -> Iterator[Said]:
    for why, columns in rows:
        rule, what = RULES.get(why, ""), fought(f"shift.{why}") if why in RULES else None
        terrain = known.terrain.get(place, "")
        if what is None:
            rule = TERRAIN.get(terrain, "13.1")
        named: Field = what or Name(f"cortes.NAMES.terrain.{terrain}", known.grounds[terrain])
        moved = fought("shift.right" if columns > 0 else "shift.left", columns=abs(columns))
        yield fought("shift", what=named, columns=moved, rule=rule)


# -- an R&R --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rest:
    view: View
    events: tuple[Mapping[str, Any], ...]

    def _of(self, kind: str, side: str = "") -> list[Mapping[str, Any]]:
        rows = [event["args"] for event in self.events if event["kind"] == kind]
        return [args for args in rows if not side or args.get("side") == side]

    def units(self, side: str) -> Iterator[tuple[Said, tuple[str, ...]]]:
        """Counters by what became of them."""
        told = self._of("recovered", side)
        if told:
            for args in told:
                yield rested("back"), tuple(args["back"])
                yield rested("out"), tuple(args["out"])
            return
        for box in ("hand", "dead", "out", "deserters", "off"):
            yield say(f"box.{box}"), boxed(self.view, side, box)

    def texts(self, side: str, plan: Layout, known: Book) -> Iterator[tuple[Said, Field]]:
        for args in self._of("replenished", side):
            yield rested("replenished"), many(args["steps"], "steps") if "steps" in args else "?"
        kept = self._of("kept", side)
        if kept:
            forts = (
                rested("kept.fort", place=called(plan, a["place"]), units=many(a["count"], "units"))
                for a in kept
            )
            yield rested("kept"), semicolons(forts)
        if side == "spanish":
            yield from self._desertion()
            escapes = [
                rested("encircled.unit", unit=forces(known, [a["unit"]]), roll=a["roll"],
                       place=called(plan, a["place"]), steps=many(a["steps"], "steps"))
                for a in self._of("encircled")
            ]  # fmt: skip
            if escapes:
                yield rested("encircled"), semicolons(escapes)
            for args in self._of("disease"):
                struck = rested(
                    "disease.struck" if args["strikes"] else "disease.none", roll=args["roll"],
                    spanish=many(args.get("spanish", 0), "steps"),
                    aztec=many(args.get("aztec", 0), "steps"),
                )  # fmt: skip
                yield rested("disease"), struck

    def _desertion(self) -> Iterator[tuple[Said, Field]]:
        for args in self._of("desertion"):
            rows = [
                rested("modifier", what=rested(f"modifier.{why}"), value=value)
                for why, value in args["modifiers"]
            ]
            modifiers: Field = commas(rows) if rows else rested("modifier.none")
            result = rested("deserted" if args["desert"] else "stayed")
            yield rested("desertion"), rested(
                "desertion.text", roll=args["roll"], modifiers=modifiers, total=args["total"],
                result=result,
            )  # fmt: skip


def rest(view: View, events: Events) -> Rest:
    """The events since the last R&R began."""
    starts = [i for i, event in enumerate(events) if event["kind"] == "rest"]
    return Rest(view, tuple(events[starts[-1] if starts else 0 :]))
