"""The position: what lies where, what is off the map, and how far the turn has gone.

A unit on the map is an entry: its face and flags. The flags belong to its place in the stack, not
to the unit, so that a world dealt anew can hand them to another. The first entry of a stack is its
top counter. A leader stands in a place beside the stack; on the lake one entry carries him.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import Action
from engine.flow import Frame
from engine.games.cortes.table.board import AZTEC, CANNON, SPANISH
from engine.games.cortes.table.pieces import GONE, Realm

SEATS = ("spanish", "aztec")

SHIFT = 8
MOVED, FOUGHT, TRIED, LED, GUN, SEEN, KIND, IN = 1, 2, 4, 8, 16, 32, 64, 128
FLAGS = (1 << SHIFT) - 1
PHASE = MOVED | FOUGHT | TRIED | IN  # flags that last for a turn at most
OFF = -1  # the place of a leader who is not on the map
FREE, ESCAPED, TAKEN = 1, 2, 3  # what has become of Cuauhtemoc; 0: bound to the island

NO_MARK, SACRIFICE, DESECRATED = range(3)

Entries = tuple[int, ...]


class Rules:
    """The options of a table as the rules ask for them."""

    __slots__ = (
        "cannons",
        "causeways",
        "charges",
        "decided",
        "desecration",
        "disease",
        "fate",
        "fog",
        "landing",
        "limit",
        "prisoners",
        "raids",
        "spanish_distance",
        "stretch",
        "temple_fog",
        "tepeyac",
        "traps",
        "tribes",
        "veteran",
    )  # fmt: skip

    def __init__(self, options: Mapping[str, str]) -> None:
        def on(name: str) -> bool:
            return options[name] == "on"

        self.fog, self.causeways, self.cannons = on("fog"), on("causeways"), on("cannons")
        self.tribes, self.raids, self.traps = on("tribes"), on("raids"), on("traps")
        self.charges, self.prisoners = on("charges"), on("prisoners")
        self.desecration = on("desecration")
        self.temple_fog = on("temple_fog") and self.desecration
        self.disease, self.decided = on("disease"), on("decided")
        self.limit = 0 if options["limit"] == "none" else int(options["limit"])
        self.spanish_distance = options["distance"] == "spanish"
        self.stretch = options["stretch"] == "island"
        self.landing = options["landing"] == "causeways"
        self.tepeyac = int(options["tepeyac"])
        self.fate = options["carrier"] == "fate"
        self.veteran = self.cannons


class Battle:
    """The fight under way. Who takes part is marked on the entries (IN)."""

    __slots__ = (
        "area", "attacker", "charging", "dead", "euro", "froms", "hit", "hurt", "knights", "lead",
        "owed", "place", "trapped",
    )  # fmt: skip

    def __init__(self, attacker: int, place: int, area: bool) -> None:
        self.attacker, self.place, self.area = attacker, place, area
        self.lead = False  # the attacker's leader lends himself
        self.froms: tuple[int, ...] = ()
        self.knights = False  # Aztec knights take part
        self.euro = False  # a European defender has lost a step
        self.owed = (0, 0)  # steps, by side
        self.hit = (False, False)  # whether a side lost any steps
        self.hurt: tuple[int, ...] = ()  # places in which steps were lost
        self.dead: tuple[int, ...] = ()  # sorts of carriers of leaders that were lost
        self.trapped: tuple[int, ...] = ()
        self.charging: tuple[int, ...] = ()

    def copy(self) -> Battle:
        new: Battle = Battle.__new__(Battle)
        for name in Battle.__slots__:
            setattr(new, name, getattr(self, name))
        return new


class State:
    """A position."""

    __slots__ = (
        "active",
        "battle",
        "begun",
        "board",
        "captives",
        "dead",
        "deserted",
        "deserters",
        "ever",
        "fate",
        "frames",
        "homes",
        "kept",
        "lakes",
        "landed",
        "leader_moved",
        "leaders",
        "lent",
        "marks",
        "objected",
        "off",
        "out",
        "over",
        "pair",
        "phase",
        "pool",
        "raid",
        "raided",
        "rests",
        "returned",
        "rules",
        "sealed",
        "shelled",
        "stacks",
        "struck",
        "unmarked",
    )  # fmt: skip

    def __init__(self, board: Realm, rules: Rules) -> None:
        self.board, self.rules = board, rules
        self.stacks: list[dict[int, Entries]] = [{}, {}]
        self.leaders: list[int] = [OFF, OFF]
        self.leader_moved: list[bool] = [False, False]
        self.fate = 0
        self.dead: list[tuple[int, ...]] = [(), ()]  # sorts, ascending
        self.out: list[tuple[int, ...]] = [(), ()]  # sorts: permanently, raiders too
        self.deserters: tuple[int, ...] = ()  # sorts of allies that went home
        self.off: tuple[int, ...] = ()  # faces that left the map by Tepeyac
        self.pool: list[tuple[int, ...]] = [(), ()]  # faces in hand: set-up and redeployment
        self.homes: list[dict[int, Entries]] = [{}, {}]  # where they stood before a redeployment
        self.kept: list[tuple[int, ...]] = [(), ()]  # forts that a side keeps in an R&R
        self.returned = False  # the pool is of those back from the dead
        self.marks: list[int] = [NO_MARK, NO_MARK]
        self.ever: list[bool] = [False, False]  # temples that have been desecrated
        self.pair = self.rests = 0
        self.raid = False  # since the last R&R
        self.raided = False  # in this movement phase
        self.captives = False  # taken in the Aztec combat phase that has just ended
        self.unmarked = 0  # captives since the last R&R that found no temple
        self.objected = self.deserted = False
        self.active, self.phase = SPANISH, "setup"
        self.begun = self.landed = False  # a move, a land move has been made
        self.lent: list[bool] = [False, False]
        self.lakes: tuple[int, ...] = ()  # areas where a battle must be fought
        self.struck: tuple[int, ...] = ()  # places attacked in this phase
        self.shelled: tuple[int, ...] = ()  # hexes bombarded in this phase, once for each unit
        self.battle: Battle | None = None
        self.frames: list[Frame] = []
        self.sealed: list[Action | None] = []
        self.over: tuple[tuple[int, ...], str, str] | None = None

    def copy(self) -> State:
        new: State = State.__new__(State)
        new.board, new.rules = self.board, self.rules
        new.stacks = [self.stacks[0].copy(), self.stacks[1].copy()]
        new.leaders, new.leader_moved = self.leaders[:], self.leader_moved[:]
        new.fate, new.deserters, new.off = self.fate, self.deserters, self.off
        new.dead, new.out, new.pool = self.dead[:], self.out[:], self.pool[:]
        new.homes = [self.homes[0].copy(), self.homes[1].copy()]
        new.kept, new.returned = self.kept[:], self.returned
        new.marks, new.ever = self.marks[:], self.ever[:]
        new.pair, new.rests, new.raid, new.raided = self.pair, self.rests, self.raid, self.raided
        new.captives, new.unmarked = self.captives, self.unmarked
        new.objected, new.deserted = self.objected, self.deserted
        new.active, new.phase, new.begun = self.active, self.phase, self.begun
        new.landed, new.lent = self.landed, self.lent[:]
        new.lakes, new.struck, new.shelled = self.lakes, self.struck, self.shelled
        new.battle = self.battle.copy() if self.battle is not None else None
        new.frames, new.sealed, new.over = self.frames[:], self.sealed[:], self.over
        return new

    # -- stacks --

    def at(self, side: int, place: int) -> Entries:
        return self.stacks[side].get(place, ())

    def put(self, side: int, place: int, entries: Entries) -> None:
        """A stack changes: its weakest unit comes to lie on top, where the enemy sees it."""
        if not entries:
            self.stacks[side].pop(place, None)
            return
        if len(entries) > 1:
            entries = tuple(sorted(entries, key=self._weight))
        self.stacks[side][place] = (entries[0] | SEEN | KIND, *entries[1:])

    def _weight(self, entry: int) -> tuple[bool, int, bool, int]:
        """The weakest first; of those alike one that has been seen, so that no more are."""
        face = entry >> SHIFT
        board = self.board
        return (board.face_type[face] == CANNON, board.factor[face], not entry & SEEN, entry)

    def replace(self, side: int, place: int, entries: Entries) -> None:
        """The same stack with other flags; nobody comes to lie elsewhere."""
        if entries:
            self.stacks[side][place] = entries
        else:
            self.stacks[side].pop(place, None)

    def faces(self, side: int, place: int) -> tuple[int, ...]:
        return tuple([entry >> SHIFT for entry in self.at(side, place)])

    def fighting(self, side: int, place: int) -> tuple[int, ...]:
        """The faces of those that have steps."""
        cannon = self.board.cannon
        return tuple([e >> SHIFT for e in self.at(side, place) if e >> SHIFT != cannon])

    def held(self, side: int, place: int) -> bool:
        """Whether units that can fight stand there: nobody walks in."""
        stack = self.stacks[side].get(place)
        if not stack:
            return False
        cannon = self.board.cannon
        return any(e >> SHIFT != cannon for e in stack)

    def someone(self, side: int, place: int) -> bool:
        """Whether anybody of a side is there, leaders and cannons too."""
        return place in self.stacks[side] or self.leaders[side] == place

    def clear_flags(self, flags: int) -> None:
        keep = ~flags
        for stacks in self.stacks:
            for place, stack in stacks.items():
                for entry in stack:
                    if entry & flags:
                        stacks[place] = tuple([e & keep for e in stack])
                        break

    def any_flag(self, side: int, flag: int) -> bool:
        return any(e & flag for stack in self.stacks[side].values() for e in stack)

    def remember(self, side: int) -> None:
        """11.9: what could be looked at until now stays known until it changes."""
        stacks = self.stacks[side]
        for place, stack in stacks.items():
            stacks[place] = tuple([e | SEEN | KIND for e in stack])

    def bury(self, side: int, sort: int) -> None:
        self.dead[side] = tuple(sorted((*self.dead[side], sort)))

    def clouded(self, owner: int) -> bool:
        """8.8, 11.9: whether the enemy of `owner` may not look into his stacks."""
        if owner == AZTEC:
            return self.rules.fog
        return self.rules.temple_fog and self.profaned

    @property
    def profaned(self) -> bool:
        """11.9: both temples are desecrated now."""
        return self.marks[0] == DESECRATED and self.marks[1] == DESECRATED

    def movement(self, face: int) -> int:
        """The movement factor; Aztecs lose one while both temples are desecrated."""
        board = self.board
        slow = self.rules.temple_fog and self.profaned and board.face_side[face] == AZTEC
        return board.face_move[face] - (1 if slow else 0)


def chosen(stack: Entries, faces: tuple[int, ...], ready: int = 0, wanted: int = 0) -> list[int]:
    """The places in a stack of entries with these faces: none with the flags `ready`; those with
    the flags `wanted` last, and the top counter after those below it."""
    found: list[int] = []
    order = sorted(range(len(stack)), key=lambda i: (bool(stack[i] & wanted), -i))
    for face in faces:
        for i in order:
            if i not in found and stack[i] >> SHIFT == face and not stack[i] & ready:
                found.append(i)
                break
        else:
            raise LookupError(face)
    return found


def stepped(board: Realm, entry: int) -> int:
    """An entry with one step less; GONE if that was its last."""
    face = board.lower[entry >> SHIFT]
    return GONE if face == GONE else face << SHIFT | entry & FLAGS
