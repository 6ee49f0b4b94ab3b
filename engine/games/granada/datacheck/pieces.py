"""pieces.yaml: what must be true of the kinds of blocks, and of the disks."""

from __future__ import annotations

from engine.games.granada.datacheck.common import OF_SIDE
from engine.games.granada.table.data import FACTIONS, SEATS, Board, Kind, Pieces
from engine.models import Problems, guess

LETTERS = {
    "castile": "C", "aragon": "A", "leon": "L", "kingdoms": "K",
    "andalusies": "N", "bannigas": "B", "sarray": "S", "zegries": "Z",
    "orders": "O", "crusaders": "R", "guard": "G", "mujahideen": "J",
}  # fmt: skip
ARMS = {"horse": "h", "crossbow": "x", "gun": "g", "": ""}
ARMY_LEADERS = {
    "Ferdinand": "christian",
    "Isabella": "christian",
    "Boabdil": "muslim",
    "Zagal": "muslim",
    "YB": "grey",
}
# special blocks: side, number, shields (None: not given), horses, optional rule
SPECIALS = {
    ("orders", "christian"): (2, 2, 2, ""),
    ("crusaders", "christian"): (2, None, 2, "11.2"),
    ("mercenaries", "christian"): (2, None, None, "11.1"),
    ("mercenaries", "muslim"): (2, None, None, "11.1"),
    ("guard", "muslim"): (2, 2, 1, ""),
    ("mujahideen", "muslim"): (2, 4, 0, ""),
}
# blocks seen in the book's pictures and examples: at least so many
SHOWN: tuple[tuple[int, dict[str, object]], ...] = (
    (1, {"side": "christian", "faction": "castile", "shields": 3}),
    (3, {"side": "christian", "faction": "castile"}),
    (1, {"side": "christian", "faction": "castile", "shields": 2}),
    (1, {"side": "christian", "faction": "castile", "shields": 1, "arm": "crossbow"}),
    (2, {"side": "christian", "faction": "aragon", "shields": 2}),
    (1, {"side": "christian", "faction": "aragon", "shields": 3}),
    (1, {"side": "christian", "faction": "leon", "shields": 1, "leader": True}),
    (1, {"side": "christian", "faction": "leon", "shields": 1, "arm": "horse"}),
    (1, {"side": "muslim", "faction": "bannigas", "shields": 1, "arm": "horse"}),
    (2, {"side": "muslim", "faction": "zegries", "shields": 3}),
    (1, {"side": "muslim", "faction": "zegries", "shields": 1, "leader": True}),
    (1, {"side": "muslim", "faction": "andalusies", "shields": 2}),
    (2, {"side": "christian", "arm": "gun"}),
    (1, {"side": "christian", "arm": "gun", "shields": 1}),
)


def totals(pieces: Pieces) -> Problems:
    """10: what is in the box, and what of it belongs to factions and fleets."""
    for side, right in (("christian", 68), ("muslim", 63), ("grey", 6)):
        found = pieces.count(side=side)
        if found != right:
            yield f"pieces.yaml: {found} {side} blocks; there must be {right} [constraint 10]."
    for side, right in (("christian", 60), ("muslim", 55)):
        found = bagged(pieces, side)
        if found != right:
            yield (
                f"pieces.yaml: {found} {side} faction and fleet blocks; "
                f"there must be {right} [constraint 10]."
            )
        if not pieces.count(side=side, fleet=True):
            yield f"pieces.yaml: no {side} fleets [constraint 10, rule 3.2]."


def codes(pieces: Pieces) -> Problems:
    """11: a code says what the block is."""
    for code, kind in pieces.kinds.items():
        right = _code(kind)
        if right and code != right:
            yield f"pieces.yaml, {code}: by its fields its code should be {right} [constraint 11]."


def strengths(pieces: Pieces) -> Problems:
    """11: faction blocks have one to three shields, leaders one, only Mujahideens four."""
    for code, kind in pieces.kinds.items():
        at = f"pieces.yaml, {code}:"
        of_faction = kind.faction in FACTIONS
        if of_faction and not 1 <= kind.shields <= 3:
            yield f"{at} a faction block has 1 to 3 shields [constraint 11, rule 3.2]."
        if of_faction and kind.leader and kind.shields != 1:
            yield f"{at} a faction's leader has 1 shield [constraint 11, rule 3.2]."
        if of_faction and kind.side in SEATS and kind.faction not in OF_SIDE[kind.side]:
            yield f"{at} {kind.faction} is not a {kind.side} faction [constraint 11]."
        if kind.shields == 4 and kind.special != "mujahideen":
            yield f"{at} only Mujahideens have 4 shields [constraint 11, rule 10.11]."
        if kind.fleet and (kind.shields or kind.arm or kind.leader):
            yield f"{at} a fleet has no shields, arm or leader [constraint 11]."
        for faction, mark in (
            ("army", kind.army),
            ("special", kind.special),
            ("fleet", kind.fleet),
        ):
            if (kind.faction == faction) != bool(mark):
                yield f"{at} faction {faction} and the field {faction} go together [constraint 11]."


def army_leaders(pieces: Pieces) -> Problems:
    """11: four army leaders and the grey Boabdil, two impacts each."""
    for code, side in ARMY_LEADERS.items():
        kind = pieces.kinds.get(code)
        if not kind:
            yield f"pieces.yaml: the army leader {code} is missing [constraint 11, rule 3.2]."
        elif (kind.side, kind.count, kind.shields, kind.impact) != (side, 1, 0, 2):
            yield (
                f"pieces.yaml, {code}: must be one {side} block without shields, impact 2 "
                "[constraint 11, rule 3.2]."
            )
        elif not (kind.leader and kind.army):
            yield f"pieces.yaml, {code}: must be leader and army [constraint 11, rule 3.2]."
    for code, kind in pieces.kinds.items():
        if (kind.army or kind.impact) and code not in ARMY_LEADERS:
            yield f"pieces.yaml, {code}: is not an army leader of the book [constraint 11]."


def special_blocks(pieces: Pieces) -> Problems:
    """11: Orders, Crusaders, Mercenaries, Guard, Mujahideens; which are optional."""
    for (special, side), (number, shields, horses, optional) in SPECIALS.items():
        kinds = [k for k in pieces.kinds.values() if (k.special, k.side) == (special, side)]
        at = f"pieces.yaml: the {side} {special}"
        if sum(k.count for k in kinds) != number:
            yield f"{at} must be {number} blocks [constraint 11, rule 3.2]."
        if shields is not None and any(k.shields != shields for k in kinds):
            yield f"{at} must have {shields} shields [constraint 11]."
        if horses is not None and sum(k.count for k in kinds if k.arm == "horse") != horses:
            yield f"{at} must have {horses} horses [constraint 11]."
        if any(k.optional != optional for k in kinds):
            yield f"{at} must be {'optional ' + optional if optional else 'no option'}."
    for code, kind in pieces.kinds.items():
        if kind.special and kind.side in SEATS and (kind.special, kind.side) not in SPECIALS:
            yield f"pieces.yaml, {code}: there are no {kind.side} {kind.special} [constraint 11]."
        if kind.optional and not kind.special:
            yield f"pieces.yaml, {code}: is not an optional block [constraint 10, rule 11.0]."


def grey_army(pieces: Pieces) -> Problems:
    """11: Boabdil, three Banu Sarray (one horse), two Castile (one horse)."""
    for faction, number in (("sarray", 3), ("castile", 2)):
        found = pieces.count(side="grey", faction=faction)
        horses = pieces.count(side="grey", faction=faction, arm="horse")
        if (found, horses) != (number, 1):
            yield (
                f"pieces.yaml: {found} grey {faction} blocks, {horses} with horse; "
                f"there must be {number}, 1 with horse [constraint 11, rule 10.12]."
            )


def shown_blocks(pieces: Pieces) -> Problems:
    """11: what the book's pictures and examples use must exist."""
    for number, facts in SHOWN:
        found = pieces.count(**facts)
        if found < number:
            what = " ".join(f"{fact} {value}" for fact, value in facts.items())
            yield f"pieces.yaml: {found} blocks with {what}, must be {number} [constraint 11]."


def disks(pieces: Pieces, board: Board) -> Problems:
    """8: two disks, at Málaga and Baza."""
    right = {"zegri": "Malaga", "yahya": "Baza"}
    for token, place in right.items():
        disk = pieces.disks.get(token)
        if not disk or disk.place != place:
            yield f"pieces.yaml, {token}: the disk must lie at {place} [constraint 8, rule 3.4]."
    for token in pieces.disks:
        if token not in right:
            yield f"pieces.yaml, {token}: unknown disk{guess(token, right)} [constraint 8]."
    for token, at in board.places.items():
        wanted = next((disk for disk, place in right.items() if place == token), "")
        if at.disk != wanted:
            yield f"board.yaml, {token}: disk must be {wanted or 'absent'} [constraint 8]."


OF_PIECES = (totals, codes, strengths, army_leaders, special_blocks, grey_army, shown_blocks)


def _code(kind: Kind) -> str:
    """The code that a block's fields ask for; empty for those with names of their own."""
    if kind.army:
        return ""
    if kind.fleet:
        return {"christian": "CF", "muslim": "MF"}.get(kind.side, "")
    mercenary = {"christian": "M", "muslim": "E"}.get(kind.side, "")
    what = kind.special or kind.faction
    letter = mercenary if what == "mercenaries" else LETTERS.get(what, "")
    grey = "Y" if kind.side == "grey" else ""
    tail = f"{kind.shields}{ARMS[kind.arm]}{'!' if kind.leader else ''}"
    return grey + letter + tail if letter else ""


def bagged(pieces: Pieces, side: str) -> int:
    """The blocks of a side that can be drawn: of factions, and fleets."""
    kinds = (kind for kind in pieces.kinds.values() if kind.side == side)
    return sum(k.count for k in kinds if k.faction in FACTIONS or k.fleet)
