"""setup.yaml: what must be true of the scenarios and the turn track."""

from __future__ import annotations

from engine.games.granada.datacheck.pieces import ARMY_LEADERS, bagged
from engine.games.granada.table.data import FACTIONS, SEATS, Board, Pieces, Setup
from engine.models import Problems, guess

YEARS = ("1482", "1483-1484", "1485", "1486", "1487-1488", "1489-1490", "1491-1492")
TRACK = [(year, turn) for year in YEARS for turn in ("I", "II")][1:-1]  # 1482 II to 1491-1492 I
THREE_BLOCKS = ("1483-1484", "1485", "1486", "1487-1488")
STARTING = {"christian": ("Cordoba", "Ubeda", "Cartagena", "Sevilla"), "muslim": ("Malaga", "Oran")}


def standard(setup: Setup) -> Problems:
    """5.1: the war as the book sets it up."""
    if "standard" not in setup.scenario:
        yield "setup.yaml, scenario: the scenario standard is missing."


def turn_track(setup: Setup) -> Problems:
    """14: twelve turns; recruits after turn II, three where the book says so."""
    if [(turn.year, turn.turn) for turn in setup.track] != TRACK:
        yield "setup.yaml, track: must be the 12 turns from 1482 II to 1491-1492 I [constraint 14]."
        return
    for turn in setup.track:
        at = f"setup.yaml, track, {turn.year} {turn.turn}:"
        if turn.turn == "I" and turn.recruits is not None:
            yield f"{at} recruits must be null, no blocks are drawn here [constraint 14, rule 6.4]."
        if turn.turn == "II" and turn.recruits is None:
            yield f"{at} recruits must be a number [constraint 14, rule 6.4]."
        elif turn.turn == "II" and turn.year in THREE_BLOCKS and turn.recruits != 3:
            yield f"{at} recruits must be 3 [constraint 14, rule 6.4]."


def first_hands(setup: Setup) -> Problems:
    """14: six cards each; four white and three black blocks in the boxes."""
    for name, scenario in setup.scenario.items():
        for what, found, right in (
            ("recruitment", scenario.recruitment, {"christian": 4, "muslim": 3}),
            ("hand", scenario.hand, {"christian": 6, "muslim": 6}),
        ):
            for side in SEATS:
                if found[side] != right[side]:
                    yield (
                        f"setup.yaml, {name}, {what}: {side} is {found[side]}, "
                        f"must be {right[side]} [constraint 14, rule 5.1]."
                    )


def known_setup(setup: Setup, board: Board, pieces: Pieces) -> Problems:
    """8: every place, zone and block of the set-up exists."""
    for name, scenario in setup.scenario.items():
        for part, sided, known in (
            ("blocks", scenario.blocks, set(board.places)),
            ("random", scenario.random, set(board.places)),
            ("fleets", scenario.fleets, set(board.zones)),
        ):
            for side in SEATS:
                for token in sided[side]:
                    if token not in known:
                        yield (
                            f"setup.yaml, {name}, {part}, {side}: "
                            f"unknown {token!r}{guess(token, known)}."
                        )
        for side in SEATS:
            for token, listed in scenario.blocks[side].items():
                for code in listed:
                    if code not in pieces.kinds:
                        meant = guess(code, pieces.kinds)
                        yield f"setup.yaml, {name}, {side} {token}: unknown block {code!r}{meant}."


def set_up_blocks(setup: Setup, pieces: Pieces) -> Problems:
    """8 and 10: no more of a kind than there are; only what may stand on the map."""
    for name, scenario in setup.scenario.items():
        for side in SEATS:
            for code, number in scenario.placed(side).items():
                kind = pieces.kinds.get(code)
                at = f"setup.yaml, {name}, {side} {code}:"
                if not kind:
                    continue
                if number > kind.count:
                    yield f"{at} {number} placed, but there are {kind.count} [constraint 10]."
                if kind.side != side:
                    yield f"{at} is a {kind.side} block [constraint 8]."
                elif kind.fleet or kind.optional or kind.special == "guard":
                    yield f"{at} must not stand in a place at the start [constraint 8, rule 5.1]."


def on_own_ground(setup: Setup, board: Board) -> Problems:
    """8: nobody begins in a place that the other side controls."""
    for name, scenario in setup.scenario.items():
        for side in SEATS:
            for token in sorted({*scenario.blocks[side], *scenario.random[side]}):
                place = board.places.get(token)
                if place and place.owner and place.owner != side:
                    yield (
                        f"setup.yaml, {name}: {side} blocks in {token}, which begins "
                        f"{place.owner} [constraint 8, rule 5.1]."
                    )


def starting_blocks(setup: Setup) -> Problems:
    """8: blocks where the rules speak of them; crowns, Orders and Mujahideens."""
    for name, scenario in setup.scenario.items():
        at = f"setup.yaml, {name}:"
        for side, required in STARTING.items():
            for token in required:
                if token not in scenario.blocks[side] and token not in scenario.random[side]:
                    yield f"{at} {token} has no {side} blocks [constraint 8, rule 5.2]."
        for code, side in ARMY_LEADERS.items():
            found = scenario.placed(side)[code] if side in SEATS else 1
            if found != 1:
                yield f"{at} {code} stands {found} times, must stand once [constraint 8]."
        for code, side, where in (
            ("Zagal", "muslim", ("Malaga",)),
            ("O2h", "christian", ("Sevilla", "Ubeda")),
            ("J4", "muslim", ("Malaga", "Oran")),
        ):
            found_at = sorted(t for t, c in scenario.blocks[side].items() for x in c if x == code)
            if found_at != list(where):
                here = ", ".join(found_at) or "nowhere"
                yield f"{at} {code} at {here}, must be at {' and '.join(where)} [constraint 8]."


def bags(setup: Setup, pieces: Pieces) -> Problems:
    """10: the bags must last for every draw of the game, with a bonus block each year."""
    recruits = [turn.recruits for turn in setup.track if turn.recruits is not None]
    for name, scenario in setup.scenario.items():
        for side in SEATS:
            fleets = sum(scenario.fleets[side].values())
            built = pieces.count(side=side, fleet=True)
            if fleets > built:
                yield f"setup.yaml, {name}: {fleets} {side} fleets placed, there are {built}."
            fixed = sum(
                number
                for code, number in scenario.placed(side).items()
                if code in pieces.kinds and pieces.kinds[code].faction in FACTIONS
            )
            drawn = sum(scenario.random[side].values())
            bag = bagged(pieces, side) - fleets - fixed - drawn
            need = scenario.recruitment[side] + sum(recruits) + len(recruits)
            if bag < need:
                yield (
                    f"setup.yaml, {name}: the {side} bag holds {bag} blocks after the set-up, "
                    f"the game may draw {need} [constraint 10, rule 6.4]."
                )


OF_SETUP = (standard, turn_track, first_hands, starting_blocks)
