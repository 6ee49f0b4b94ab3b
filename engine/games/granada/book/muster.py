"""7.2: mustering from the recruitment box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import many, number, said
from engine.games.granada.book.control import settle
from engine.games.granada.book.elimination import overrun, overruns
from engine.games.granada.table.board import FACTIONS, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import (
    BLOCK,
    ENEMY_BLOCK,
    FACTION,
    PLACE,
    SIDE,
    ZONE,
    Block,
    Faction,
    Order,
    Place,
    Zone,
    out_of_order,
    own_faction,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import KNOWN, MOVED, SHIFT, State, join, units, without
from engine.orders import NONE, TEXT, UNFIT, Bar, Offer, Why, one, some, subset, worked_out
from engine.orders.piles import Pile

NO_MOVEMENT_BOUGHT = Bar("no_movement_bought", "7.1", verb=TEXT)
NO_ACTIVATION_AT_ALL = Bar("no_activation_at_all", "7.1")
MUSTERED = Bar("mustered", "7.2")
BOX_EMPTY = Bar("box_empty", "7.2")
WRONG_FACTION = Bar("wrong_faction", "7.2", faction=FACTION)
FACTION_NOT_IN_BOX = Bar("faction_not_in_box", "7.2", faction=FACTION)
FACTION_NOWHERE = Bar("faction_nowhere", "7.2", faction=FACTION)
MUSTER_NOTHING = Bar("muster_nothing", "7.2")
FLEET_APART = Bar("fleet_apart", "7.2")
NOT_IN_BOX = Bar("not_in_box", "7.2", block=BLOCK)
BOX_TOO_FEW = Bar("box_too_few", "7.2", block=BLOCK)
ONE_HIDDEN = Bar("one_hidden", "7.2")
OTHER_FACTION = Bar("other_faction", "7.2", block=BLOCK, faction=FACTION)
NOT_RECRUITMENT = Bar("not_recruitment", "7.2", place=PLACE)
NOT_THEIR_RECRUITMENT = Bar("not_their_recruitment", "7.2", place=PLACE, faction=FACTION)
ONLY_ENEMY = Bar("only_enemy", "7.2", place=PLACE)
NO_FLEET_IN_BOX = Bar("no_fleet_in_box", "7.2")
NO_FRIENDLY_PORT = Bar("no_friendly_port", "7.2", zone=ZONE)


class Mustered(Telling, kind="muster", rule="7.2", shape="mark"):
    """Blocks appear on the map: of one faction and shown, or a single one hidden."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    count: int = number(noun="block")
    faction: str = said(FACTION, secret=None, default="")
    blocks: tuple[str, ...] = many(BLOCK, who="side")


class Launched(Telling, kind="launch", rule="7.2", shape="mark"):
    """A fleet appears at sea."""

    side: str = said(SIDE, part="who")
    zone: str = said(ZONE, part="at", secret=True)


def nothing_left(s: State, verb: str) -> Why | None:
    """7.1: no activation, whatever it was wanted for."""
    if s.level == "rest":
        return NO_MOVEMENT_BOUGHT(verb=verb)
    return None if s.left else NO_ACTIVATION_AT_ALL()


def can_muster(s: State, side: int) -> bool:
    if not s.muster_left or not s.left or not s.box[side]:
        return False
    if _land(s, side):
        for p in s.board.recruit_sides[side]:
            if units(s, p, side) or not units(s, p, 1 - side):
                return True
    return bool(_harbours(s, side))


def _land(s: State, side: int) -> tuple[int, ...]:
    fleet = s.board.fleet_kind[side]
    return tuple(k for k in s.box[side] if k != fleet)


def _places(s: State, side: int, faction: int = -1) -> list[int]:
    """4.8, G17: recruitment locations where blocks may appear: not where only the enemy is."""
    board = s.board
    places = board.recruit_sides[side] if faction < 0 else board.recruit_places[faction]
    return [p for p in places if units(s, p, side) or not units(s, p, 1 - side)]


def _harbours(s: State, side: int) -> list[int]:
    """Zones where a fleet may muster: those with a friendly port, if there is a fleet."""
    if s.board.fleet_kind[side] not in s.box[side]:
        return []
    return [z for z, port in enumerate(s.board.zone_port) if s.control[port] == side]


class Muster(Order[Any], verb="muster", rule="7.2", command=True):
    """7.2: bring blocks from the recruitment box."""

    faction = one(FACTION, optional=True, rule="7.2", words="shown: all of one faction")
    blocks = some(BLOCK, optional=True, rule="7.2", words="who musters")
    at = one(PLACE, optional=True, mark=">", rule="7.2", words="the recruitment place")
    fleet = one(ZONE, optional=True, mark="fleet", rule="7.2", words="where a fleet musters")

    def possible(self) -> bool:
        return can_muster(self.s, self.side)

    def closed(self) -> Why | None:
        if self.s.level != "rest" and not self.s.muster_left:
            return MUSTERED()
        return nothing_left(self.s, "muster") or (None if self.possible() else BOX_EMPTY())

    @worked_out
    def land(self) -> tuple[int, ...]:
        return _land(self.s, self.side)

    @worked_out
    def harbours(self) -> list[Any]:
        return _harbours(self.s, self.side)

    def _faction_of(self, block: int) -> int:
        return self.s.board.kinds[block].faction

    # -- the faction that is shown --

    @faction.offer
    def factions(self) -> Sequence[Faction | None]:
        """A faction shown (option A), or None for a single block hidden (option B)."""
        found: list[Any] = [
            f
            for f in dict.fromkeys(self._faction_of(k) for k in self.land)
            if _places(self.s, self.side, f)
        ]
        single = bool(self.land and _places(self.s, self.side)) or bool(self.harbours)
        return [*found, None] if single else found

    @faction.bar
    def faction_barred(self, faction: Faction | None) -> Why | None:
        if faction is None:
            return None if None in self.factions() else UNFIT()
        if not own_faction(self, faction):
            return WRONG_FACTION(faction=faction)
        if not any(self._faction_of(k) == faction for k in self.s.box[self.side]):
            return FACTION_NOT_IN_BOX(faction=faction)
        return None if _places(self.s, self.side, faction) else FACTION_NOWHERE(faction=faction)

    # -- who musters --

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        if self.faction is None:
            least = 0 if self.harbours else 1
            return subset(self.land, chosen, least, 1 if _places(self.s, self.side) else 0)
        same = tuple(k for k in self.land if self._faction_of(k) == self.faction)
        return subset(same, chosen, 1, len(same))

    @blocks.bar
    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """7.2: any number of one faction, shown; or a single one, hidden."""
        if block is None:
            enough = chosen or (self.faction is None and self.harbours)
            return None if enough else MUSTER_NOTHING()
        kind = self.s.board.kinds[block]
        if kind.fleet:
            return FLEET_APART()
        if kind.side != self.side:
            return ENEMY_BLOCK("7.2", block=block)
        if chosen.count(block) >= self.s.box[self.side].count(block):
            return BOX_TOO_FEW(block=block) if chosen.count(block) else NOT_IN_BOX(block=block)
        if self.faction is None:
            if chosen:
                return ONE_HIDDEN()
            return None if _places(self.s, self.side) else BOX_EMPTY()
        if kind.faction != self.faction:
            return OTHER_FACTION(block=block, faction=self.faction)
        return out_of_order(chosen, block, "7.2")

    @blocks.hides
    def recruits(self, world: Dealt) -> Pile:
        return world.box(self.side)

    # -- where --

    @at.offer
    def places(self) -> Sequence[Any]:
        if not self.blocks:
            return NONE
        return _places(self.s, self.side, -1 if self.faction is None else self.faction)

    @at.bar
    def place_barred(self, place: Place | None) -> Why | None:
        """7.2, G17: a recruitment place of the side, and not one where only the enemy is."""
        if place is None or not self.blocks:
            return None if place is None and not self.blocks else UNFIT()
        shields = self.s.board.recruit[place]
        if not any(own_faction(self, f) for f in shields):
            return NOT_RECRUITMENT(place=place)
        if self.faction is not None and self.faction not in shields:
            return NOT_THEIR_RECRUITMENT(place=place, faction=self.faction)
        return None if place in self.places() else ONLY_ENEMY(place=place)

    @fleet.offer
    def fleets(self) -> Sequence[Zone | None]:
        return [None, *self.harbours] if self.blocks else self.harbours

    @fleet.bar
    def fleet_barred(self, zone: Zone | None) -> Why | None:
        if zone is None:
            return None if self.blocks else MUSTER_NOTHING()
        if self.s.board.fleet_kind[self.side] not in self.s.box[self.side]:
            return NO_FLEET_IN_BOX()
        return None if zone in self.harbours else NO_FRIENDLY_PORT(zone=zone)

    # -- the deed --

    def do(self, c: Context) -> None:
        """7.2: blocks of one faction, displayed; or one of any, hidden; and a fleet with either."""
        s = self.s
        s.muster_left = 0
        if s.level != "total":
            s.left -= 1
        if self.at is not None:
            self._appear(c, self.at)
        if self.fleet is not None:
            self._launch(c, self.fleet)

    def _appear(self, c: Context, place: Place) -> None:
        s, side = self.s, self.side
        shown = self.faction is not None
        kinds = tuple(sorted(self.blocks))
        s.box[side] = without(s.box[side], kinds)
        flags = MOVED | KNOWN if shown else MOVED
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT | flags for k in kinds))
        where, words = s.board.places[place], self.tokens(Muster.blocks)
        if self.faction is not None:
            c.tell(
                Mustered(
                    side=SEATS[side],
                    place=where,
                    count=len(kinds),
                    faction=FACTIONS[self.faction],
                    blocks=words,
                ),
                reveals=("blocks", "faction"),
            )
        else:
            c.tell(Mustered(side=SEATS[side], place=where, count=len(kinds), blocks=words))
        if overruns(s, place, side):
            overrun(s, c, place, side)
        settle(s, c, place)

    def _launch(self, c: Context, zone: Zone) -> None:
        """A fleet musters in a zone with a friendly port, even beside enemy fleets."""
        s, side = self.s, self.side
        s.box[side] = without(s.box[side], (s.board.fleet_kind[side],))
        index = 2 * zone + side
        s.ships[index] = tuple(sorted((*s.ships[index], (MOVED,))))
        c.tell(Launched(side=SEATS[side], zone=s.board.zones[zone]))

    def alias(self, world: Dealt) -> Action:
        """The faction shown is that of the blocks that are."""
        words = self.filled(super().alias(world))
        if self.faction is not None:
            board = self.s.board
            factions = {self._faction_of(board.kind[token]) for token in words["blocks"]}
            if len(factions) != 1 or -1 in factions:
                raise LookupError(self.faction)
            words["faction"] = FACTIONS[factions.pop()]
        return self.act(**words)
