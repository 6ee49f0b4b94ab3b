"""Victory points: for battles, deeds, and provinces held (8.0)."""

from __future__ import annotations

from engine.events import fact, said
from engine.events import number as number_of
from engine.games.hispania.table.awards import CHIEF_KIND, CHRISTIANS, MUSLIMS, Holding
from engine.games.hispania.table.board import CASTLE
from engine.games.hispania.table.flow import Context, Telling, name_of
from engine.games.hispania.table.orders import NATION
from engine.games.hispania.table.state import (
    ELSEWHERE,
    Battle,
    Stack,
    State,
    alive,
    held,
    muster,
    number,
    stack,
    vassals,
)


class Scored(Telling, kind="points", rule="8.0"):
    """A nation scores; points are in halves."""

    nation: str = said(NATION, part="who")
    points: int = number_of(noun="halves")
    why: str = fact()
    halved: bool = fact()


def award(s: State, c: Context, nation: int, points: int, why: str, rule: str) -> None:
    """8.0, 9.6: give a nation points; a vassal keeps half, rounded up."""
    if not points:
        return
    halved = points > 0 and s.suzerain[nation] >= 0
    if halved and s.options["vassal_points"] == "provinces":
        halved = why == "provinces"
    if halved:
        points = (points + 1) // 2
    s.points[nation] += points
    c.tell(Scored(nation=name_of(s, nation), points=points, why=why, halved=halved), rule=rule)


def faith(s: State, nation: int) -> int:
    """0.4: Christian or Muslim; before turn 11 nobody is either."""
    if s.turn < s.board.peoples.religion_from:
        return 0
    nations = s.board.peoples.nations
    return MUSLIMS if nation < len(nations) and nations[nation].muslim else CHRISTIANS


def bounty(s: State, nation: int, victim: int, kind: int, chief: int, led: list[int]) -> int:
    """8.0: what a nation scores for a unit, or a Chief, destroyed in its own sequence."""
    wisigoth = s.board.peoples.nation["wisigoth"]
    name = victim if victim < len(s.board.peoples.nations) else wisigoth
    religion = faith(s, victim)
    for row in s.board.awards.bounties[nation]:
        if not row.first <= s.turn <= row.last or (row.nations and name not in row.nations):
            continue
        if row.faith and row.faith != religion:
            continue
        if row.led_by >= 0 and row.led_by not in led:
            continue
        wanted = chief >= 0 and row.chief == chief
        if row.chief < 0:
            wanted = (CHIEF_KIND if chief >= 0 else kind) in row.kinds
        if wanted:
            return row.points
    return 0


def credit(s: State, b: Battle, dead: Stack, led: list[int]) -> None:
    """8.0, 11.26: points for units destroyed, to the active nation, EL CID's employer too."""
    killer = b.employer if b.employer >= 0 else b.nations[0]
    for kind in muster(dead).kinds:
        s.glory += bounty(s, killer, b.nations[1], kind, ELSEWHERE, led)


# -- provinces held ------------------------------------------------------------------------------


def provinces(s: State, nation: int, turn: int, in_sequence: bool = False) -> int:
    """8.0: points for provinces at the end of a turn, or of the nation's own sequence."""
    rows = [
        row
        for row in s.board.awards.holdings[nation]
        if row.turn == turn and row.in_sequence == in_sequence
    ]
    if not rows:
        return 0
    own = set(held(s, nation))
    all_of_it = own.union(*(held(s, vassal) for vassal in vassals(s, nation)))
    return sum(_holding(s, row, nation, own, all_of_it) for row in rows)


def _holding(s: State, row: Holding, nation: int, own: set[int], all_of_it: set[int]) -> int:
    if row.castles:
        strong = {p for p in own if number(stack(s, nation, p), CASTLE)}
        income = s.board.income
        return sum(income[p] for p in strong) + row.points * len(all_of_it - strong)
    if row.zone >= 0:
        zone = s.board.zone_places[row.zone]
        n = len(all_of_it.intersection(zone))
        return n * row.points + (row.whole if n == len(zone) else 0)
    return row.points * len(all_of_it.intersection(row.provinces))


def score_turn(s: State, c: Context) -> None:
    """8.0, 11.4: step B of a turn: what every nation holds, and what Viriathus' life is worth."""
    if s.turn in s.almanac.scores:
        for nation in range(len(s.board.peoples.nations)):
            award(s, c, nation, provinces(s, nation, s.turn), "provinces", "8.0")
    deed = s.board.awards.deeds["viriathus"]
    lives = s.chiefs[s.board.peoples.chief["Viriathus"]] >= 0
    if s.turn == deed.first and lives and s.suzerain[deed.nation] < 0:
        award(s, c, deed.nation, deed.points, "viriathus", "11.4")


def score_sequence(s: State, c: Context, nation: int) -> None:
    """8.0: the last phase of a nation's sequence: FRANC in turn 9, WISIGOTH in turn 9."""
    award(s, c, nation, provinces(s, nation, s.turn, True), "provinces", "11.16")
    deed = s.board.awards.deeds["all-hispania"]
    if nation == deed.nation and s.turn == deed.first and alive(s, nation):
        award(s, c, nation, _all_hispania(s, nation), "all-hispania", "11.13")


def _all_hispania(s: State, nation: int) -> int:
    """11.13: 10 for all but the islands and one province, or else 2 for each whole zone."""
    deed = s.board.awards.deeds["all-hispania"]
    board = s.board
    ours = set(held(s, nation)).union(*(held(s, vassal) for vassal in vassals(s, nation)))
    zones = [[p for p in zone if not board.island[p]] for zone in board.zone_places]
    missing = sum(p not in ours for zone in zones for p in zone)
    if missing <= deed.but:
        return deed.points
    return deed.zone * sum(ours.issuperset(zone) for zone in zones)


def totals(s: State) -> list[int]:
    """15.0: every seat's points, in halves."""
    found = list(s.seats)
    for nation, row in enumerate(s.board.peoples.nations):
        found[row.seat] += s.points[nation]
    return found
