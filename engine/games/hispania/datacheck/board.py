"""board.yaml: what must be true of provinces, borders, rivers, straits and corners."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from engine.boards import connected
from engine.games.hispania.table import facts
from engine.games.hispania.table.data import Board
from engine.models import Problems, guess

BASQUES = 4  # gold that the BASQUE of the example collects (2.2)


def names(board: Board) -> Problems:
    """1: the forty provinces and five places beyond, with tokens that nobody can mistake."""
    for token in sorted(set(facts.PROVINCES) ^ set(board.provinces)):
        so = (
            "is missing"
            if token in facts.PROVINCES
            else f"is no province{guess(token, facts.PROVINCES)}"
        )
        yield f"board.yaml, {token}: {so} [constraint 1, rule 0.2]."
    if set(board.beyond) != set(facts.BEYOND):
        yield f"board.yaml, beyond: must be {', '.join(facts.BEYOND)} [constraint 1, rule 0.2]."
    for token in board.provinces:
        if not re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", token):
            yield f"board.yaml, {token}: a token is letters and hyphens only [constraint 1]."
    tokens = [*board.provinces, *board.beyond]
    for a, b in combinations(sorted(tokens, key=str.lower), 2):
        if b.lower().startswith(a.lower()):
            yield f"board.yaml, {a}: is the beginning of {b} [constraint 1]."


def country(board: Board) -> Problems:
    """2: zones, mountains, stacking, landing places and islands."""
    zones = {token: zone for zone, tokens in facts.ZONES.items() for token in tokens}
    for token, province in board.provinces.items():
        mountain = token in facts.MOUNTAINS
        stack = facts.STACKS.get(token, 2 if mountain else 3)
        right = {
            "zone": zones.get(token, province.zone),
            "terrain": "mountain" if mountain else "plain",
            "stack": stack,
            "landing": facts.LANDINGS.get(token, ""),
            "island": token in ("Majorque", "Ibiza"),
        }
        for field, value in right.items():
            if getattr(province, field) != value:
                found = getattr(province, field) or "none"
                wanted = value or "none"
                yield f"board.yaml, {token}: {field} is {found}, must be {wanted} [constraint 2]."


def incomes(board: Board) -> Problems:
    """3: the ten that are stated, the sum of seven, and a BASQUE who can collect 4."""
    for token, income in facts.INCOMES.items():
        province = board.provinces.get(token)
        if province and province.income != income:
            yield f"board.yaml, {token}: income must be {income} [constraint 3, rule 2.1]."
    seven = [board.provinces[token].income for token in facts.EIGHT if token in board.provinces]
    if len(seven) == len(facts.EIGHT) and sum(seven) != 8:
        yield (
            f"board.yaml: {', '.join(facts.EIGHT)} yield {sum(seven)}; "
            "the example needs 8 [constraint 3, rule 2.3]."
        )
    if not _reaches(board, "Pays-Basque", BASQUES, 5):
        yield (
            "board.yaml: no connected provinces about Pays-Basque yield the 4 that the BASQUE "
            "collects [constraint 3, rule 2.2]."
        )


def _reaches(board: Board, start: str, gold: float, most: int) -> bool:
    """Whether some connected provinces, at most so many, yield exactly this together."""
    tried = {frozenset((start,))} if start in board.provinces else set()
    for _ in range(most):
        for held in tried:
            if sum(board.provinces[p].income for p in held) == gold:
                return True
        tried = {
            held | ends
            for held in tried
            for ends in board.ends
            if len(held & ends) == 1 and ends <= set(board.provinces)
        }
    return False


def ways(board: Board) -> Problems:
    """4: every way joins two places that exist, and stands once."""
    places = {*board.provinces, *board.beyond}
    for part, rows in (
        ("border", board.borders),
        ("strait", board.straits),
        ("gate", board.gates),
    ):
        for row in rows:
            for token in row.between:
                if token not in places:
                    meant = guess(token, places)
                    yield f"board.yaml, {part} {row.words}: unknown place {token!r}{meant}."
            if row.river and (row.river not in board.rivers or part != "border"):
                yield f"board.yaml, {part} {row.words}: no river {row.river!r} runs there."
        for ends, times in Counter(row.ends for row in rows).items():
            if times > 1:
                yield f"board.yaml, {part} {'-'.join(sorted(ends))}: stands {times} times."
    for row in board.borders:
        if row.ends & set(board.beyond):
            yield f"board.yaml, border {row.words}: a way beyond the map is a gate or a strait."


def known_borders(board: Board) -> Problems:
    """5: borders that the examples cross, rivers that they name, and steps that are forbidden."""
    river = {way.ends: way.river for way in board.borders}
    for words_, section in facts.BORDERS.items():
        if frozenset(words_.split()) not in river:
            yield (
                f"board.yaml: no border {words_.replace(' ', '-', 1)} "
                f"[constraint 5, rule {section}]."
            )
    for words_ in facts.NO_BORDERS:
        if frozenset(words_.split()) in river:
            yield (
                f"board.yaml, border {words_.replace(' ', '-', 1)}: is forbidden "
                "[constraint 5, rule 5.0]."
            )
    for words_, wet in facts.RIVERS.items():
        ends = frozenset(words_.split())
        if ends in river and bool(river[ends]) != wet:
            so = "must run along a river" if wet else "must not run along a river"
            yield f"board.yaml, border {'-'.join(sorted(ends))}: {so} [constraint 5, rule 6.4]."
    for ends in (frozenset(("Pamplune", "Saragosse")), frozenset(("Barcelone", "Tortosa"))):
        if river.get(ends, "Ebre") != "Ebre":
            yield (
                f"board.yaml, border {'-'.join(sorted(ends))}: the river there is the Ebre "
                "[constraint 5, rule 6.4]."
            )
    for name in board.rivers:
        if name not in river.values():
            yield f"board.yaml, {name}: no border runs along it [constraint 5, rule 0.2]."
    if set(board.rivers) != {"Ebre", "Douro", "Tage"}:
        yield "board.yaml, rivers: must be Ebre, Douro, Tage [constraint 5, rule 0.2]."


def four_corners(board: Board) -> Problems:
    """6: where four provinces meet, the sides are borders and the diagonals are not."""
    diagonals = set()
    for number, corner in enumerate(board.corners, 1):
        if len(corner.round) != 4:
            yield f"board.yaml, corner {number}: four provinces meet, not {len(corner.round)}."
            continue
        a, b, c, d = corner.round
        diagonals |= {frozenset((a, c)), frozenset((b, d))}
        for side in ((a, b), (b, c), (c, d), (d, a)):
            if frozenset(side) not in board.ends:
                yield f"board.yaml, corner {number}: no border {'-'.join(side)} [constraint 6]."
        for side in ((a, c), (b, d)):
            if frozenset(side) in board.ends:
                yield (
                    f"board.yaml, border {'-'.join(side)}: leads across corner {number} "
                    "[constraint 6, rule 5.0]."
                )
    for words_ in facts.NO_BORDERS:
        if frozenset(words_.split()) not in diagonals:
            both = words_.replace(" ", " and ")
            yield f"board.yaml, corners: none between {both} [constraint 6, rule 5.0]."


def crossings(board: Board) -> Problems:
    """7: the five arrows; gates to Gascogne and Narbonne, which touch; the mainland is one."""
    straits = {way.ends for way in board.straits}
    for ends in sorted(straits ^ facts.STRAITS, key=sorted):
        so = "is missing" if ends in facts.STRAITS else "is not on the map"
        yield f"board.yaml, strait {'-'.join(sorted(ends))}: {so} [constraint 7, rule 0.2]."
    gates = {way.ends for way in board.gates}
    if frozenset(("Gascogne", "Narbonne")) not in gates:
        yield "board.yaml, gates: Gascogne and Narbonne must touch [constraint 7, rule 5.4]."
    for place in ("Gascogne", "Narbonne"):
        if not any(place in ends and ends & set(board.provinces) for ends in gates):
            yield f"board.yaml, gates: none leads from {place} to a province [constraint 7]."
    for ends in gates:
        if ends & {"Afrique", "Mer", "Camp"}:
            yield f"board.yaml, gate {'-'.join(sorted(ends))}: there is no such way [constraint 7]."
    for token in _cut_off(board):
        yield f"board.yaml, {token}: no border leads there from the rest [constraint 7]."


def _cut_off(board: Board) -> Iterable[str]:
    inland = [token for token, province in board.provinces.items() if not province.island]
    number = {token: i for i, token in enumerate(inland)}
    graph: list[list[int]] = [[] for _ in inland]
    for ends in board.ends:
        if ends <= set(inland):
            a, b = sorted(number[token] for token in ends)
            graph[a].append(b)
            graph[b].append(a)
    joined = connected(graph, 0, lambda _: True) if inland else set()
    return [token for token in inland if number[token] not in joined]


def reasons(board: Board) -> Problems:
    """8: what is rebuilt says why, and income that is not stated is rebuilt."""
    for row in (*board.borders, *board.straits, *board.gates):
        if "reconstructed" in row.source and not row.why:
            yield f"board.yaml, {row.words}: is reconstructed but does not say why [constraint 8]."
    for number, corner in enumerate(board.corners, 1):
        if "reconstructed" in corner.source and not corner.why:
            yield f"board.yaml, corner {number}: is reconstructed but does not say why."
    for token, province in board.provinces.items():
        if token not in facts.INCOMES and not province.why:
            yield f"board.yaml, {token}: income is rebuilt but does not say why [constraint 8]."


OF_BOARD = (
    names, country, incomes, ways, known_borders, four_corners, crossings, reasons,
)  # fmt: skip
