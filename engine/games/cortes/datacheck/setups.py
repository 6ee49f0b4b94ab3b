"""setups.yaml: the camps of 3.2 have the room that it implies, and our set-ups are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.games.cortes.datacheck import facts
from engine.games.cortes.datacheck.chart import Chart
from engine.games.cortes.table.data import VERSIONS, Camp, Kind, Setups, Standard, Units
from engine.models import Problems, guess

NEAR = 4  # hexes between an Aztec and a Spaniard (3.3)


def camps(setups: Setups) -> Problems:
    """3.2: who begins where; 9 to 11 by ruling, one in each camp."""
    places = {camp.anchor or camp.area: camp for camp in setups.camps.values()}
    for place in sorted(set(places) ^ set(facts.CAMPS)):
        so = "has no camp" if place in facts.CAMPS else "is no place of a camp"
        yield f"setups.yaml: {place} {so} [M12, rule 3.2]."
    for place, camp in places.items():
        if place in facts.CAMPS and sorted(camp.units) != sorted(facts.CAMPS[place].split()):
            yield f"setups.yaml: the units about {place} are not those of 3.2 [M12, rule 3.2]."
        if camp.anchor and camp.radius != 2:
            yield f"setups.yaml: the camp about {place} reaches two hexes [M12, rule 3.2]."
        if camp.overstack != (place == "4244"):
            yield "setups.yaml: the camp about 4244 alone may overstack [M12, rule 3.2]."
    ruled = sorted(number for camp in setups.camps.values() for number in camp.ruled)
    if ruled != sorted(facts.FORGOTTEN):
        yield "setups.yaml: 9, 10 and 11 have each a camp by ruling [M12, rule 3.2]."


def room(setups: Setups, chart: Chart) -> Problems:
    """M12: less land about 4244 than its group needs; enough about the other two."""
    for camp in setups.camps.values():
        if not camp.anchor:
            if camp.area not in chart.board.lake:
                yield f"setups.yaml: there is no area {camp.area} of the lake [M12, rule 3.2]."
            continue
        if camp.anchor not in chart.hexes:
            yield f"setups.yaml: there is no hex {camp.anchor} [M12, rule 3.2]."
            continue
        land = len(_land(chart, camp))
        if camp.overstack and land >= 11:
            yield (
                f"setups.yaml: {land} hexes of land about {camp.anchor}; nobody would need to "
                "overstack [M12, rule 3.2]."
            )
        if not camp.overstack and land < 5:
            yield f"setups.yaml: too little land about {camp.anchor}: {land} [M12, rule 3.2]."


def _land(chart: Chart, camp: Camp) -> list[str]:
    about = chart.disc(camp.anchor, camp.radius)
    return [number for number in about if chart.region(number) == "mainland"]


def aztec_room(setups: Setups, chart: Chart) -> Problems:
    """M14c: wherever the Spaniards stand, castle, forts and island stay open to Aztecs."""
    anchors = [camp for camp in setups.camps.values() if camp.anchor in chart.hexes]
    camped = [number for camp in anchors for number in _land(chart, camp)]
    kept = {*chart.of("tenochtitlan"), facts.CHAPULTEPEC, facts.ACACHINANGO}
    for number in sorted(kept & set(chart.hexes)):
        if any(chart.far(number, other) < NEAR for other in camped):
            yield f"board.yaml, {number}: Aztecs must be able to set up there [M14c, rule 3.3]."


class Look:
    """A standard set-up with all that it is judged by."""

    def __init__(self, version: str, row: Standard, setups: Setups, chart: Chart, units: Units):
        self.version, self.row, self.setups = version, row, setups
        self.chart, self.units = chart, units
        self.where = f"setups.yaml, standard of the {version}"

    def kind(self, number: str) -> Kind:
        return self.units.kinds[self.units.spanish[number].kind]

    @property
    def places(self) -> Mapping[str, str]:
        """Where each Spanish unit stands."""
        return {number: place for place, crowd in self.row.spanish.items() for number in crowd}


def standards(setups: Setups, chart: Chart, units: Units) -> Problems:
    """Our set-ups put everybody somewhere, and nobody where he may not stand."""
    for version in sorted(set(setups.standard) ^ set(VERSIONS)):
        so = "is missing" if version in VERSIONS else "is no version of the game"
        yield f"setups.yaml, standard: {version} {so}."
    for version, row in setups.standard.items():
        look = Look(version, row, setups, chart, units)
        unknown = list(_unknown(look))
        yield from unknown
        if not unknown:
            for test in (_everybody, _in_camps, _spanish_stacks, _carried, _aztecs, _aztec_stacks):
                yield from test(look)


def _unknown(look: Look) -> Problems:
    places = {**look.chart.hexes, **look.chart.board.lake}
    for place in (*look.row.spanish, *look.row.aztec):
        if place not in places:
            yield f"{look.where}: there is no place {place}{guess(place, places)}."
    for number in (*look.places, *look.row.carriers, *look.row.carriers.values()):
        if (
            number not in look.units.spanish
            or look.units.spanish[number].kind not in look.units.kinds
        ):
            yield f"{look.where}: there is no Spanish unit {number}."
    for kind in {kind for crowd in look.row.aztec.values() for kind in crowd}:
        if kind not in look.units.kinds:
            yield f"{look.where}: there is no kind {kind}{guess(kind, look.units.kinds)}."


def _everybody(look: Look) -> Problems:
    placed = Counter(number for crowd in look.row.spanish.values() for number in crowd)
    beginner = look.version == "beginner"
    wanted = {n for n in look.units.spanish if not (beginner and look.kind(n).type == "cannon")}
    for number in sorted(wanted ^ set(placed)):
        so = "stands nowhere" if number in wanted else "is not in this version [rule 2.13]"
        yield f"{look.where}: Spanish unit {number} {so}."
    for number, times in placed.items():
        if times > 1:
            yield f"{look.where}: Spanish unit {number} stands {times} times."
    found = Counter(kind for crowd in look.row.aztec.values() for kind in crowd)
    army = Counter(row.kind for row in look.units.aztec.values())
    for kind in sorted(set(found) | set(army)):
        if found[kind] != army[kind]:
            yield f"{look.where}: {found[kind]} of kind {kind} stand somewhere, of {army[kind]}."


def _in_camps(look: Look) -> Problems:
    places = look.places
    for camp in look.setups.camps.values():
        open_ = [camp.area] if camp.area else _land(look.chart, camp)
        for number in (*camp.units, *camp.ruled):
            place = places.get(number)
            if place and place not in open_:
                about = camp.anchor or camp.area
                yield f"{look.where}: unit {number} begins about {about} [rule 3.2]."


def _spanish_stacks(look: Look) -> Problems:
    """6.2, 6.3; the group that may overstack is left alone."""
    free = {n for c in look.setups.camps.values() if c.overstack for n in (*c.units, *c.ruled)}
    for place, crowd in look.row.spanish.items():
        kinds = [look.kind(number) for number in crowd if number not in free]
        europeans = [k for k in kinds if k.type in ("infantry", "cavalry")]
        allies = [k for k in kinds if k.tribe]
        if place in look.chart.board.lake:
            continue
        if len(europeans) > facts.STACKING["europeans"] or (europeans and allies):
            yield f"{look.where}: too many stand in {place} [rule 6.2]."
        types = sorted(k.type for k in allies)
        pair = types == ["ally", "elite"] and len({k.tribe for k in allies}) == 1
        if len(allies) > 1 and not pair:
            yield f"{look.where}: these allies may not stack in {place} [rule 6.3]."


def _carried(look: Look) -> Problems:
    """11.6, 9.5: each cannon has its infantry, and Cortés his boat, in the same place."""
    places = look.places
    for number, place in places.items():
        kind = look.kind(number)
        if kind.type == "cannon" or (kind.type == "leader" and place in look.chart.board.lake):
            carrier = look.row.carriers.get(number, "")
            wanted = "infantry" if kind.type == "cannon" else "gunboat"
            fits = places.get(carrier) == place and look.kind(carrier).type == wanted
            if not fits:
                yield f"{look.where}: unit {number} has no {wanted} that carries it [rule 11.6]."
    guns = [c for n, c in look.row.carriers.items() if look.kind(n).type == "cannon"]
    if len(set(guns)) < len(guns):
        yield f"{look.where}: one unit carries two cannons [rule 8.25]."


def _aztecs(look: Look) -> Problems:
    """3.3, 2.12, 9.2: far enough from Spaniards, not in the five areas, the emperor at home."""
    foes = [place for place in set(look.places.values()) if place in look.chart.hexes]
    for place, crowd in look.row.aztec.items():
        if place in look.chart.board.lake:
            if look.chart.board.lake[place].closed:
                yield f"{look.where}: Aztecs never enter area {place} [rule 2.12]."
        elif look.chart.terrain(place) == "quagmire":
            yield f"{look.where}: nobody stands in the quagmire [rule 7.10]."
        elif any(look.chart.far(place, foe) < NEAR for foe in foes):
            yield f"{look.where}: the Aztecs in {place} stand too near to Spaniards [rule 3.3]."
        if any(look.units.kinds[kind].type == "leader" for kind in crowd):
            if look.chart.region(place) != "tenochtitlan":
                yield f"{look.where}: Cuauhtemoc begins on the island [rule 9.2]."


def _aztec_stacks(look: Look) -> Problems:
    """6.4."""
    for place, crowd in look.row.aztec.items():
        types = Counter(look.units.kinds[kind].type for kind in crowd)
        knights, regulars = types["knight"], types["regular"]
        fits = knights <= (3 if not regulars else 1) and regulars <= 1
        if place in look.chart.hexes and not fits:
            yield f"{look.where}: these Aztecs may not stack in {place} [rule 6.4]."
