"""cards.yaml and tables.yaml: the decks as the book lists them, and every cell that it quotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from engine.games.crusade.table import facts
from engine.games.crusade.table.data import Board, Card, Cards, Formations, Tables
from engine.models import Problems, guess

CRUSADER = {
    "Armenians-Revolt": 2, "Assassination": 1, "Butimides": 2, "Byzantines-Send-Supplies": 3,
    "Caravan-in-Aleppo": 1, "Dissension": 2, "Fleet-Arrives": 4, "Heat": 1, "Knights-Charge": 2,
    "Leader-Ill": 2, "Papal-Peace": 1, "Plague": 1, "Spy": 1, "Surprise": 2,
    "Terrain-Advantage": 2, "Treachery": 2, "Uncertainty": 1, "Visions": 4,
}  # fmt: skip
MUSLIM = {
    "Armenians-Revolt": 1, "Caravan-in-Damascus": 2, "Caravan-in-Homs": 2,
    "Entourage-Goes-Home": 1, "Dissension": 4, "Fatimids": 4, "Heat": 1, "Jihad": 3,
    "Leader-Ill": 1, "Muslim-Reinforcements": 4, "Plague": 1, "Spy": 1, "Storms-at-Sea": 1,
    "Surprise": 2, "Terrain-Advantage": 4, "Treachery": 1, "Uncertainty": 1,
}  # fmt: skip
HELD = (
    "Armenians-Revolt", "Assassination", "Butimides", "Dissension", "Knights-Charge",
    "Papal-Peace", "Spy", "Surprise", "Terrain-Advantage", "Treachery", "Entourage-Goes-Home",
    "Jihad",
)  # fmt: skip
CARAVANS = {"Caravan-in-Aleppo": 10, "Caravan-in-Damascus": 15, "Caravan-in-Homs": 10}
STANDARD = {"Armenians": 2, "Crusader-Fleet": 2, "Draw-an-Event": 2}
HARASSED = ((1, 0), (0, 0), (0, 0), (0, 0), (0, 1), (0, 1), (0, 2), (0, 2), (0, 3))
EVERY_SIDE = {"crusader": facts.OF_CRUSADERS, "muslim": facts.OF_MUSLIMS}
WORTH = {
    "crusader": {"D": 0, "CI": 1, "F": 2, "CF": 3},
    "muslim": {"D": 0, "P": 1, "F": 2, "E": 3},
}


def decks(raw: Cards) -> Problems:
    """21: 34 event cards a side, as 12.1 and 12.2 list them, and which may be held."""
    for side, wanted, own in (("crusader", CRUSADER, raw.crusader), ("muslim", MUSLIM, raw.muslim)):
        for token in sorted(set(wanted) ^ set(own)):
            so = "is missing" if token in wanted else f"is no card{guess(token, wanted)}"
            yield f"cards.yaml, {side} {token}: {so} [constraint 21, rule 12.0]."
        for token, count in wanted.items():
            card = own.get(token)
            if card and card.count != count:
                yield f"cards.yaml, {side} {token}: there are {count} [constraint 21, rule 12.0]."
            if card and card.hold != (token in HELD):
                word = "may" if token in HELD else "may not"
                yield f"cards.yaml, {side} {token}: {word} be held [constraint 21, rule 12.0]."
            if card and card.turn != (token == "Treachery"):
                yield f"cards.yaml, {side} {token}: only Treachery ends with its turn [12.1]."
        yield from _caravan(side, own)


def _caravan(side: str, own: Mapping[str, Card]) -> Problems:
    for token, card in own.items():
        brings = card.caravan.resources if card.caravan else 0
        if brings != CARAVANS.get(token, 0):
            wanted = CARAVANS.get(token, 0)
            yield f"cards.yaml, {side} {token}: brings {wanted} Resources [constraint 21, 12.0]."


def standards(raw: Cards) -> Problems:
    """22: six cards always in the Activation deck, two of each leader."""
    found = {token: card.count for token, card in raw.standard.items()}
    if found != STANDARD:
        yield "cards.yaml, standard: two each of the three cards [constraint 22, rule 4.5]."
    if raw.leader.count != 2:
        yield "cards.yaml, leader: each leader has two cards [constraint 22, rule 4.4]."


def caravans(raw: Cards, board: Board) -> Problems:
    """21: a caravan goes to a City."""
    for token, card in (*raw.crusader.items(), *raw.muslim.items()):
        if card.caravan and card.caravan.city not in board.cities:
            yield f"cards.yaml, {token}: {card.caravan.city} is no City [constraint 21, rule 12.0]."


# ---- tables --------------------------------------------------------------------------------------


def formations(raw: Tables) -> Problems:
    """23: the two known cells; which formations a side knows; better leaders form better."""
    for side, known in EVERY_SIDE.items():
        table = raw.formations.get(side)
        if table is None:
            yield f"tables.yaml, formations: those of the {side} are missing [constraint 23]."
            continue
        yield from _formed(side, table, known)
    for side, cv, die, wanted in (("crusader", 4, 5, "CF"), ("muslim", 3, 4, "P")):
        found = raw.formations.get(side)
        rows = {row.cv: row.dice for row in found.rows} if found else {}
        if cv in rows and rows[cv][die - 1] != wanted:
            yield (
                f"tables.yaml, formations, {side}: campaign value {cv} and a {die} form {wanted} "
                "[constraint 23, rule 7.2E]."
            )


def _formed(side: str, table: Formations, known: Sequence[str]) -> Problems:
    where = f"tables.yaml, formations, {side}"
    if [row.cv for row in table.rows] != list(range(1, len(table.rows) + 1)):
        yield f"{where}: a row for each campaign value from 1 on [constraint 23, rule 7.2E]."
    if len(table.rows) < 4:
        yield f"{where}: must reach campaign value 4 [constraint 23, rule 7.2E]."
    strange = {f for row in table.rows for f in row.dice} - set(known)
    if strange:
        yield f"{where}: never forms {', '.join(sorted(strange))} [constraint 23, rule 7.2D]."
        return
    worth = [[WORTH[side][f] for f in row.dice] for row in table.rows]
    for row, dice in zip(table.rows, worth, strict=True):
        if dice != sorted(dice):
            yield f"{where}: campaign value {row.cv}: a higher die forms worse [constraint 23]."
    for weak, strong in pairwise(worth):
        if any(a > b for a, b in zip(weak, strong, strict=True)):
            yield f"{where}: a better leader forms worse [constraint 23, rule 7.2E]."


def adjustments(raw: Tables) -> Problems:
    """24: the two known cells, every pair that can meet, and a stalemate against D."""
    for side, ours in EVERY_SIDE.items():
        table = raw.adjustment.get(side)
        theirs = EVERY_SIDE["muslim" if side == "crusader" else "crusader"]
        if table is None:
            yield f"tables.yaml, adjustment: the half of the {side} is missing [constraint 24]."
            continue
        for f in ours:
            missing = [g for g in theirs if g not in table.rows.get(f, {})]
            if missing:
                yield (
                    f"tables.yaml, adjustment, {side}: {f} lacks {', '.join(missing)} "
                    "[constraint 24, rule 7.2F]."
                )
        if all(row.get("D") != facts.STALEMATE for row in table.rows.values()):
            yield (
                f"tables.yaml, adjustment, {side}: no stalemate against D [constraint 24, 7.2F]."
            )
    half = raw.adjustment.get("crusader")
    for f, g, wanted in (("CF", "P", 5), ("D", "F", -2)):
        if half and half.rows.get(f, {}).get(g) != wanted:
            yield f"tables.yaml, adjustment: {f} against {g} is {wanted} [constraint 24, 7.2F]."


def battles(raw: Tables) -> Problems:
    """25: the two known rows, six tags, unpredictable rows, and a table without gaps."""
    rows = raw.battle.rows
    yield from _whole("battle", [row.total for row in rows], 2, 12)
    found = {row.total: (row.attacker, row.defender) for row in rows}
    if found.get(12) != (10, 20):
        yield "tables.yaml, battle: 12 is 10/20 [constraint 25, rule 7.2K]."
    tags = {row.tag: (row.attacker, row.defender) for row in rows if row.tag}
    if sorted(row.tag for row in rows if row.tag) != [1, 2, 3, 4, 5, 6]:
        yield "tables.yaml, battle: the tags are 1 to 6, each once [constraint 25, rule 7.2G]."
    elif tags[2] != (20, 5):
        yield "tables.yaml, battle: the row with tag 2 is 20/5 [constraint 25, rule 7.2G]."
    if all(row.unpredictable is None for row in rows):
        yield "tables.yaml, battle: there is no unpredictable row [constraint 25, rule 7.2G]."
    fixed = [row for row in rows if row.unpredictable is None]
    if any(row.tag for row in rows if row.unpredictable is not None):
        yield "tables.yaml, battle: an unpredictable row has no tag [constraint 25, rule 7.2G]."
    if any(row.attacker % 5 or row.defender % 5 for row in rows):
        yield "tables.yaml, battle: losses are multiples of 5 [constraint 25, rule 7.2G]."
    low, high = (fixed[0], fixed[-1]) if fixed else (None, None)
    if low and high and not (low.attacker > low.defender and high.attacker < high.defender):
        yield "tables.yaml, battle: low totals hurt the attacker [constraint 25, rule 7.2G]."
    for strings in ((30, 20), (25, 15)):
        if strings not in found.values():
            yield f"tables.yaml, battle: {strings[0]}/{strings[1]} occurs [constraint 25, 7.2G]."


def assaults(raw: Tables) -> Problems:
    """26: the known row, what is added, and more for a higher total."""
    rows = raw.assault.rows
    yield from _whole("assault", [row.total for row in rows], 1, 6)
    seven = [row for row in rows if row.total == 7]
    if not seven or (seven[0].points, seven[0].defender) != (2, 1):
        yield "tables.yaml, assault: 7 is 2 Assault Points and 1 SP [constraint 26, rule 8.3B]."
    for low, high in pairwise(rows):
        better = low.points <= high.points and low.defender <= high.defender
        if not better or low.attacker < high.attacker:
            yield f"tables.yaml, assault: {high.total} is worse than {low.total} [constraint 26]."
    for field, wanted in (("over_three", 2), ("not_besieged", -1), ("butimides", 1), ("vision", 1)):
        if getattr(raw.assault, field) != wanted:
            yield f"tables.yaml, assault: {field} is {wanted} [constraint 26, rule 8.3B]."


def sieges(raw: Tables) -> Problems:
    """26: 10 costs 4 SP; more for a higher total; from about 0 to 17."""
    first, losses = raw.siege.first, raw.siege.losses
    at = dict(enumerate(losses, first))
    if at.get(10) != 4:
        yield "tables.yaml, siege: 10 costs 4 SP [constraint 26, rule 8.3C]."
    if list(losses) != sorted(losses):
        yield "tables.yaml, siege: a higher total costs less [constraint 26, rule 8.3C]."
    if first > 2 or max(at) < 17:
        yield "tables.yaml, siege: must reach from 2 to 17 [constraint 26, rule 8.3C]."


def harassment(raw: Tables) -> Problems:
    """27: the one table that is given whole."""
    rows = raw.harassment.rows
    found = tuple((row.muslim, row.crusader) for row in rows)
    if found != HARASSED or [row.total for row in rows] != list(range(9)):
        yield "tables.yaml, harassment: is not as the book has it [constraint 27, rule 7.1]."


def plague(raw: Tables) -> Problems:
    """27: each roll of two dice once."""
    rolls = Counter(roll for held in raw.plague.rows.values() for roll in held)
    for roll in facts.D66:
        if rolls[roll] != 1:
            yield f"tables.yaml, plague: {roll} stands {rolls[roll]} times [constraint 27, 12.1]."
    for roll in sorted(set(rolls) - set(facts.D66)):
        yield f"tables.yaml, plague: no dice show {roll} [constraint 27, rule 12.1]."


def plagues(raw: Tables, board: Board) -> Problems:
    """27: a plague comes to a City or to the Fatimids' box."""
    for token in raw.plague.rows:
        if token not in (*board.cities, "Egypt"):
            meant = guess(token, board.cities)
            yield f"tables.yaml, plague: {token} is no City{meant} [constraint 27, rule 12.1]."


def arrival(raw: Tables) -> Problems:
    """27: Kerbogha may come in turns 3 and 4 and comes in turn 5."""
    rows = raw.kerbogha.rows
    if [row.turn for row in rows] != [3, 4, 5] or rows[-1].most != 6:
        yield "tables.yaml, kerbogha: turns 3, 4, and 5 without fail [constraint 27, scenario]."
    if any(low.most > high.most for low, high in pairwise(rows)):
        yield "tables.yaml, kerbogha: he comes sooner or later [constraint 27, scenario]."


def fleets(raw: Tables) -> Problems:
    """28: what a fleet has, and counters enough for the example of 9.3."""
    one = raw.fleets
    found = (one.egypt, one.nsp, one.move, one.port, one.winter_port, one.carries)
    words = ("egypt", "nsp", "move", "port", "winter_port", "carries")
    for word, has, wanted in zip(words, found, (3, 2, 3, 4, 1, 5), strict=True):
        if has != wanted:
            yield f"tables.yaml, fleets: {word} is {wanted} [constraint 28, rule 9.1]."
    if one.crusader < 4:
        yield "tables.yaml, fleets: the Crusaders have four at least [constraint 28, rule 9.3]."


def _whole(table: str, totals: list[int], low: int, high: int) -> Problems:
    if totals != list(range(totals[0], totals[0] + len(totals))) if totals else True:
        yield f"tables.yaml, {table}: its totals have gaps."
    elif totals[0] > low or totals[-1] < high:
        yield f"tables.yaml, {table}: must reach from {low} to {high}."


OF_CARDS = (decks, standards)
OF_TABLES = (
    formations, adjustments, battles, assaults, sieges, harassment, plague, arrival, fleets,
)  # fmt: skip
