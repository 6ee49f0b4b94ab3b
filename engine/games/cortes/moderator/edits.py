"""What a moderator may change; case files are written in it. `phase` comes last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.flow import Context, push
from engine.games.cortes.book.deployment import SETUP, Deploying, Deployment, harness
from engine.games.cortes.book.dice import DIE, DOUBLE, SINGLE, TWO
from engine.games.cortes.book.rest import rest
from engine.games.cortes.book.sequence import combat_phase, pair, pair_over, turn, turn_over
from engine.games.cortes.book.stacks import disembark, embark, fix_guns, join, strongest
from engine.games.cortes.table.board import AZTEC, GUNBOAT, INFANTRY, SPANISH
from engine.games.cortes.table.flow import Telling
from engine.games.cortes.table.orders import PLACE, SIDE, UNIT, Unit
from engine.games.cortes.table.state import (
    DESECRATED,
    FOUGHT,
    GUN,
    KIND,
    MOVED,
    NO_MARK,
    OFF,
    PHASE,
    SACRIFICE,
    SEEN,
    SHIFT,
    TRIED,
    State,
)
from engine.games.cortes.table.view import FATES
from engine.games.cortes.words.english import NAMES
from engine.orders import Offer, Words, one, some
from engine.orders.edits import Edit as AnyEdit
from engine.orders.edits import Force, Unforce

LEADER_WORDS = ("Cortes", "Cuauhtemoc")
MARK = Words("mark", "none", "sacrifice", "desecrated")
FATE = Words("fate", "bound", "free", "escaped", "taken")
PILE = Words("pile", "dead", "out", "deserters", "off")
COUNT = Words("count", "pairs", "rests")
FACT = Words("fact", "raid", "captives", "deserted", "objected", "ever-2810", "ever-3016")
SWITCH = Words("switch", "on", "off")
PHASES = Words("phase", "setup", "movement", "combat", "declaration", "rest")
LEADER = Words("leader", *LEADER_WORDS)
NUMBERS = Words("number", *map(str, range(100)))
MARKS = {"none": NO_MARK, "sacrifice": SACRIFICE, "desecrated": DESECRATED}


def _table(name: str, words: Words) -> Mapping[str, str]:
    return {word: NAMES.get(f"{name}.{word}", word) for word in words.known}


TABLES: dict[str, Mapping[str, str]] = {
    "mark": _table("mark", MARK), "fate": _table("fate", FATE), "pile": _table("pile", PILE),
    "count": _table("count", COUNT), "fact": _table("fact", FACT),
    "switch": {"on": "on", "off": "off"}, "phase": _table("phase", PHASES),
    "number": {n: n for n in NUMBERS.known},
    "label": {label: NAMES[f"label.{label}"] for label in (*SINGLE, *DOUBLE)},
}  # fmt: skip


class Unsound(Telling, kind="warning"):
    """An edit left the position broken."""


class Edit(AnyEdit[State]):
    """An edit of Cortés."""


class Clear(Edit, verb="clear"):
    """Edit: take everybody off the map, and forget what has happened."""

    def do(self, c: Context) -> None:
        s = self.s
        blank(s)
        self.told(c)


def blank(s: State) -> None:
    """Everybody lies aside, in hand."""
    from engine.games.cortes.book.setup import roster

    fresh = State(s.board, s.rules)
    for name in State.__slots__:
        if name not in ("frames", "board", "rules"):
            setattr(s, name, getattr(fresh, name))
    s.frames[:] = []
    for side in (SPANISH, AZTEC):
        s.pool[side] = roster(s, side)
    s.phase = "movement"
    s.pair = 1
    push(s, Deployment.then(Deploying(SPANISH, SETUP)), Deployment.then(Deploying(AZTEC, SETUP)),
         pair.then())  # fmt: skip


def aside(s: State, side: int, face: int) -> bool:
    """Take a unit of a face's sort from wherever it lies off the map."""
    board, sort = s.board, s.board.face_sort[face]
    for held in s.pool[side]:
        if board.face_sort[held] == sort:
            hand = list(s.pool[side])
            hand.remove(held)
            s.pool[side] = tuple(hand)
            return True
    for pile in (s.dead, s.out):
        if sort in pile[side]:
            pile[side] = _less(pile[side], sort)
            return True
    if side == SPANISH and sort in s.deserters:
        s.deserters = _less(s.deserters, sort)
        return True
    return False


def _less(pile: tuple[int, ...], thing: int) -> tuple[int, ...]:
    found = list(pile)
    found.remove(thing)
    return tuple(found)


def spare(s: State, side: int) -> list[int]:
    """The faces of units that lie off the map, at any strength; as often as there are."""
    board, found = s.board, []
    sorts = [board.face_sort[f] for f in s.pool[side]] + [*s.dead[side], *s.out[side]]
    if side == SPANISH:
        sorts += s.deserters
    for sort in sorts:
        if board.sorts[sort].token in LEADER_WORDS:
            continue
        steps = board.sorts[sort].steps
        found += list(range(board.fresh[sort], board.fresh[sort] + max(1, steps)))
    return sorted(found)


def together(s: State, faces: Sequence[int]) -> bool:
    """Whether there is a place for all of them: boats are on the lake, others not all."""
    board = s.board
    boats = any(board.face_type[face] == GUNBOAT for face in faces)
    return not boats or all(board.face_lake[face] for face in faces)


class Put(Edit, verb="place"):
    """Edit: put units that are off the map into a place."""

    side = one(SIDE, words="whose they are")
    units = some(UNIT, words="which units", who=side)
    place = one(PLACE, mark=">", words="where they come")

    def possible(self) -> bool:
        return bool(self.sides())

    @side.offer
    def sides(self) -> Sequence[Any]:
        return [side for side in (SPANISH, AZTEC) if spare(self.s, side)]

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        s, board = self.s, self.s.board
        left = [face for face in spare(s, self.side) if together(s, (*chosen, face))]
        taken = [board.face_sort[f] for f in chosen]
        found = []
        for face in dict.fromkeys(left):
            free = left.count(face) - taken.count(board.face_sort[face])
            if free > 0 and (not chosen or face >= chosen[-1]):
                found.append(face)
        return Offer(tuple(found), bool(chosen), 1, 99)

    @place.offer
    def places(self) -> Sequence[Any]:
        """Where no enemy stands, afloat if all can be."""
        s, board = self.s, self.s.board
        boats = any(board.face_type[f] == GUNBOAT for f in self.units)
        lake = all(board.face_lake[f] for f in self.units)
        land = [] if boats else [
            p for p in range(board.hexes) if not s.someone(1 - self.side, p)
        ]  # fmt: skip
        areas = [board.hexes + a for a in range(len(board.areas))] if lake else []
        return [*land, *areas]

    def do(self, c: Context) -> None:
        s = self.s
        for face in self.units:
            aside(s, self.side, face)
        join(s, self.side, self.place, tuple([f << SHIFT for f in self.units]))
        if self.side == SPANISH and self.place < s.board.hexes:
            harness(s, self.place)
        self.told(c)


class Remove(Edit, verb="remove"):
    """Edit: take units from a place and lay them aside."""

    side = one(SIDE, words="whose they are")
    place = one(PLACE, mark="from", words="where they stand")
    units = some(UNIT, words="which units", who=side)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return [side for side in (SPANISH, AZTEC) if self.s.stacks[side]]

    @place.offer
    def places(self) -> Sequence[Any]:
        return sorted(self.s.stacks[self.side])

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        there = sorted(self.s.faces(self.side, self.place))
        found = [f for f in dict.fromkeys(there) if chosen.count(Unit(f)) < there.count(f)]
        return Offer(
            tuple(f for f in found if not chosen or f >= chosen[-1]), bool(chosen), 1, len(there)
        )

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        left = list(s.at(side, self.place))
        for face in self.units:
            left.remove(next(e for e in left if e >> SHIFT == face))
        s.put(side, self.place, tuple(left))
        if side == SPANISH:
            fix_guns(s, self.place)
        s.pool[side] = tuple(sorted((*s.pool[side], *self.units)))
        self.told(c)


class Lead(Edit, verb="leader"):
    """Edit: put a leader into a place, or off the map."""

    leader = one(LEADER, words="who", whole=True)
    place = one(PLACE, mark=">", optional=True, words="where he comes")

    @place.offer
    def places(self) -> Sequence[Any]:
        s, board, side = self.s, self.s.board, LEADER_WORDS.index(self.leader)
        land = [p for p in range(board.hexes) if not s.someone(1 - side, p)]
        wanted = GUNBOAT if side == SPANISH else None
        lake = [
            p
            for p in sorted(s.stacks[side])
            if p >= board.hexes
            and (wanted is None or wanted in [board.face_type[f] for f in s.faces(side, p)])
        ]
        return [None, *land, *lake]

    def do(self, c: Context) -> None:
        s, side = self.s, LEADER_WORDS.index(self.leader)
        face = s.board.leader_face[side]
        if face in s.pool[side]:
            s.pool[side] = _less(s.pool[side], face)
        if face in s.off:
            s.off = _less(s.off, face)
        disembark(s, side)
        s.leaders[side] = OFF
        if self.place is None:
            s.pool[side] = tuple(sorted((*s.pool[side], face)))
        elif self.place >= s.board.hexes:
            stack = s.at(side, self.place)
            if side == SPANISH:
                types = [s.board.face_type[e >> SHIFT] for e in stack]
                embark(s, side, self.place, types.index(GUNBOAT))
            else:
                embark(s, side, self.place, strongest(s, stack))
        else:
            s.leaders[side] = self.place
        self.told(c)


class Carry(Edit, verb="carry"):
    """Edit: say who carries a cannon in a hex."""

    place = one(PLACE, words="where the cannon is")
    unit = one(UNIT, words="who carries it", public=True)

    @place.offer
    def places(self) -> Sequence[Any]:
        s = self.s
        return [p for p in sorted(s.stacks[SPANISH]) if self._able(p)]

    def _able(self, place: int) -> list[int]:
        s, board = self.s, self.s.board
        if board.cannon not in s.faces(SPANISH, place):
            return []
        return sorted(f for f in s.faces(SPANISH, place) if board.face_type[f] == INFANTRY)

    @unit.offer
    def carriers(self) -> Sequence[Any]:
        return self._able(self.place)

    def do(self, c: Context) -> None:
        s = self.s
        stack = [e & ~GUN | (GUN if e >> SHIFT == self.unit else 0)
                 for e in s.at(SPANISH, self.place)]  # fmt: skip
        s.replace(SPANISH, self.place, tuple(stack))
        self.told(c)


class Stacked(Edit, verb="order"):
    """Edit: say which counter lies on top."""

    side = one(SIDE, words="whose stack")
    place = one(PLACE, words="where")
    unit = one(UNIT, words="who lies on top", public=True)

    @side.offer
    def sides(self) -> Sequence[Any]:
        return [side for side in (SPANISH, AZTEC) if self.s.stacks[side]]

    @place.offer
    def places(self) -> Sequence[Any]:
        return sorted(self.s.stacks[self.side])

    @unit.offer
    def tops(self) -> Sequence[Any]:
        return sorted(set(self.s.faces(self.side, self.place)))

    def do(self, c: Context) -> None:
        s = self.s
        stack = list(s.at(self.side, self.place))
        top = stack.pop(next(i for i, e in enumerate(stack) if e >> SHIFT == self.unit))
        s.replace(self.side, self.place, (top | SEEN | KIND, *stack))
        self.told(c)


class _Stack(Edit):
    side = one(SIDE, words="whose stack")
    place = one(PLACE, words="where")

    @side.offer
    def sides(self) -> Sequence[Any]:
        return [side for side in (SPANISH, AZTEC) if self.s.stacks[side]]

    @place.offer
    def places(self) -> Sequence[Any]:
        return sorted(self.s.stacks[self.side])

    def flag(self, clear: int, add: int) -> None:
        s = self.s
        stack = tuple([e & ~clear | add for e in s.at(self.side, self.place)])
        s.replace(self.side, self.place, (stack[0] | SEEN | KIND, *stack[1:]))


class Fresh(_Stack, verb="fresh"):
    """Edit: let a stack move, charge and attack again."""

    def do(self, c: Context) -> None:
        self.flag(MOVED | FOUGHT | TRIED, 0)
        self.s.leader_moved[self.side] = False
        self.told(c)


class Spent(_Stack, verb="spent"):
    """Edit: a stack has moved and attacked in this turn."""

    def do(self, c: Context) -> None:
        self.flag(0, MOVED | FOUGHT)
        self.told(c)


class Reveal(_Stack, verb="reveal"):
    """Edit: everybody knows what lies in a stack."""

    def do(self, c: Context) -> None:
        self.flag(0, SEEN | KIND)
        self.told(c)


class Hide(_Stack, verb="hide"):
    """Edit: what lies below the top of a stack is forgotten."""

    def do(self, c: Context) -> None:
        self.flag(SEEN | KIND, 0)
        self.told(c)


class Mark(Edit, verb="mark"):
    """Edit: put a marker on a temple, or take it away."""

    place = one(PLACE, words="which temple")
    mark = one(MARK, words="which marker", whole=True)

    @place.offer
    def places(self) -> Sequence[Any]:
        return self.s.board.temples

    def do(self, c: Context) -> None:
        s, at = self.s, self.s.board.temples.index(self.place)
        fogged = s.clouded(SPANISH)
        s.marks[at] = MARKS[self.mark]
        s.ever[at] = s.ever[at] or self.mark == "desecrated"
        if s.clouded(SPANISH) and not fogged:
            s.remember(SPANISH)
        self.told(c)


class Fate(Edit, verb="fate"):
    """Edit: say what has become of Cuauhtemoc; escaped and taken he leaves the map."""

    fate = one(FATE, words="what has become of him", whole=True)

    def do(self, c: Context) -> None:
        s = self.s
        s.fate = FATES.index(self.fate)
        if s.fate > 1:
            face = s.board.leader_face[AZTEC]
            disembark(s, AZTEC)
            s.leaders[AZTEC] = OFF
            if face in s.pool[AZTEC]:
                s.pool[AZTEC] = _less(s.pool[AZTEC], face)
        self.told(c)


class Pile(Edit, verb="pile"):
    """Edit: put units that lie aside into a pile off the map."""

    side = one(SIDE, words="whose they are")
    units = some(UNIT, words="which units", who=side)
    pile = one(PILE, mark=">", words="which pile")

    def possible(self) -> bool:
        return bool(self.sides())

    @side.offer
    def sides(self) -> Sequence[Any]:
        return [side for side in (SPANISH, AZTEC) if self._hand(side)]

    def _hand(self, side: int) -> list[int]:
        return sorted(f for f in self.s.pool[side] if f not in self.s.board.leader_face)

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        hand = self._hand(self.side)
        found = [f for f in dict.fromkeys(hand) if chosen.count(Unit(f)) < hand.count(f)]
        return Offer(
            tuple(f for f in found if not chosen or f >= chosen[-1]), bool(chosen), 1, len(hand)
        )

    @pile.offer
    def piles(self) -> Sequence[Any]:
        return ("dead", "out", "deserters", "off") if self.side == SPANISH else ("dead", "out")

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        hand = list(s.pool[side])
        for face in self.units:
            hand.remove(face)
        s.pool[side] = tuple(hand)
        sorts = [s.board.face_sort[face] for face in self.units]
        if self.pile in ("dead", "out"):
            pile = getattr(s, self.pile)
            pile[side] = tuple(sorted((*pile[side], *sorts)))
        elif self.pile == "deserters":
            s.deserters = tuple(sorted((*s.deserters, *sorts)))
        else:
            s.off = tuple(sorted((*s.off, *self.units)))
        self.told(c)


class Count(Edit, verb="count"):
    """Edit: set how many pairs or R&R there have been."""

    what = one(COUNT, words="what is counted", whole=True)
    number = one(NUMBERS, words="how many", whole=True)

    def do(self, c: Context) -> None:
        setattr(self.s, "pair" if self.what == "pairs" else "rests", int(self.number))
        self.told(c)


class Fact(Edit, verb="fact"):
    """Edit: say whether something has happened."""

    fact = one(FACT, words="what", whole=True)
    switch = one(SWITCH, words="on or off", whole=True)

    def do(self, c: Context) -> None:
        s, value = self.s, self.switch == "on"
        if self.fact.startswith("ever-"):
            s.ever[0 if self.fact.endswith("2810") else 1] = value
        else:
            setattr(s, self.fact, value)
        self.told(c)


class Phase(Edit, verb="phase"):
    """Edit: go to the beginning of a phase; play goes on from there."""

    phase = one(PHASES, words="which phase", whole=True)
    side = one(SIDE, optional=True, words="whose")

    @side.offer
    def sides(self) -> Sequence[Any]:
        return (SPANISH, AZTEC) if self.phase in ("movement", "combat", "setup") else (None,)

    def do(self, c: Context) -> None:
        s = self.s
        s.frames[:] = []
        s.battle = None
        s.clear_flags(PHASE)
        s.struck, s.shelled, s.lakes = (), (), ()
        side = self.side if self.side is not None else SPANISH
        if self.phase == "setup":
            rows = [Deployment.then(Deploying(each, SETUP)) for each in (SPANISH, AZTEC)]
            push(s, *rows[side:], pair.then())
        elif self.phase == "declaration":
            push(s, pair_over.then())
        elif self.phase == "rest":
            push(s, rest.then(), pair.then())
        else:
            later = [turn.then(AZTEC)] if side == SPANISH else []
            if self.phase == "combat":
                s.active, s.lent = side, [False, False]
                now = [combat_phase.then(side), turn_over.then(side)]
            else:
                now = [turn.then(side)]
            push(s, *now, *later, pair_over.then())
        self.told(c)


class Chance(Force[State]):
    """Edit: force the next result of a chance draw."""

    def draws(self) -> Mapping[str, Sequence[str]]:
        one_, two = [str(n) for n in DIE], [str(n) for n in sorted(set(TWO))]
        return {**dict.fromkeys(SINGLE, one_), **dict.fromkeys(DOUBLE, two)}


CHANGES = (
    Clear, Put, Remove, Lead, Carry, Stacked, Fresh, Spent, Reveal, Hide, Mark, Fate, Pile, Count,
    Fact, Phase, Chance, Unforce,
)  # fmt: skip
