"""scenarios.yaml: what must be true of scenarios, set-ups and the track of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.games.hispania.table import facts
from engine.games.hispania.table.data import Board, Nations, Scenarios
from engine.models import Problems, guess


def scenarios(data: Scenarios) -> Problems:
    """25: A, C and D, with their turns and set-ups; the track, with the turns that score."""
    found = {token: (*s.turns, s.setup) for token, s in data.scenarios.items()}
    for token in sorted(set(found) | set(facts.SCENARIOS)):
        if found.get(token) != facts.SCENARIOS.get(token):
            yield f"scenarios.yaml, {token}: turns and set-up are wrong [constraint 25, rule 16.0]."
    for token, scenario in data.scenarios.items():
        if scenario.setup not in data.setups:
            yield f"scenarios.yaml, {token}: no set-up {scenario.setup!r}."
    if [t.turn for t in data.track] != list(range(1, facts.LAST + 1)):
        yield f"scenarios.yaml, track: must be turns 1 to {facts.LAST} [constraint 25, rule 1.0]."
    for turn in data.track:
        if turn.score != (turn.turn in facts.SCORING):
            so = "scores" if turn.turn in facts.SCORING else "does not score"
            yield f"scenarios.yaml, track: turn {turn.turn} {so} [constraint 25, rule 8.0]."


def handicaps(data: Scenarios, nations: Nations) -> Problems:
    """26: points at the start of scenario A, by the group of the nation named; none elsewhere."""
    for token, scenario in data.scenarios.items():
        if set(scenario.start) != set(nations.seats):
            yield f"scenarios.yaml, {token}: start must name every seat [constraint 26]."
            continue
        for named, points in facts.HANDICAPS.items():
            right = points if token == "A" else 0
            seat = nations.nations[named].seat if named in nations.nations else ""
            if seat in scenario.start and scenario.start[seat] != right:
                yield (
                    f"scenarios.yaml, {token}: the group of {named} begins with {right} "
                    "[constraint 26, rule 16.1]."
                )


def known_setup(data: Scenarios) -> Problems:
    """27: Carthagène is stated for both set-ups, and which nations are on the map."""
    stated = {
        "T1": ("carthage", {"inf": 1}, facts.AT_FIRST),
        "T4": ("rome", {"elite": 3}, facts.AT_FOURTH),
    }
    for token, (nation, units_, present) in stated.items():
        host = data.setups[token].units if token in data.setups else {}
        if host.get(nation, {}).get("Carthagene") != units_:
            kind, number = next(iter(units_.items()))
            yield (
                f"scenarios.yaml, {token}: {number} {kind} of {nation} must stand at Carthagene "
                "[constraint 27, rule 12.0]."
            )
        for name in sorted(set(host) ^ present):
            so = "must" if name in present else "must not"
            yield f"scenarios.yaml, {token}: {name} {so} be on the map [constraint 27]."


def fits(data: Scenarios, board: Board, nations: Nations) -> Problems:
    """28: known provinces, one nation in each, within stacking, counters and population."""
    for token, setup in data.setups.items():
        host = setup.units
        held = Counter(place for places in host.values() for place in places)
        for place in sorted(place for place, times in held.items() if times > 1):
            yield f"scenarios.yaml, {token}: two nations in {place} [constraint 28]."
        for name, places in host.items():
            nation = nations.nations.get(name)
            if nation is None:
                yield f"scenarios.yaml, {token}: no nation {name!r}{guess(name, nations.nations)}."
                continue
            yield from _places(f"{token}, {name}", places, board)
            total: Counter[str] = Counter()
            for units_ in places.values():
                total.update(units_)
            for kind, number in total.items():
                if number > nation.units.get(kind, 0):
                    yield (
                        f"scenarios.yaml, {token}, {name}: {number} {kind}, but it owns "
                        f"{nation.units.get(kind, 0)} [constraint 28, rule 2.3]."
                    )
            if sum(total.values()) - total["fort"] > 2 * len(places):
                yield (
                    f"scenarios.yaml, {token}, {name}: more units than twice its provinces "
                    "[constraint 28, rule 7.0]."
                )


def _places(entry: str, places: Mapping[str, Mapping[str, int]], board: Board) -> Problems:
    for place, units_ in places.items():
        province = board.provinces.get(place)
        if province is None:
            yield f"scenarios.yaml, {entry}: no province {place!r}{guess(place, board.provinces)}."
        elif sum(units_.values()) > province.stack:
            yield (
                f"scenarios.yaml, {entry}: {sum(units_.values())} units in {place}, which holds "
                f"{province.stack} [constraint 28, rule 4.1]."
            )
