"""Chapter 8.1: a battle is declared, and the defender stands, goes inside or leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import many, number, said
from engine.flow import Frame
from engine.games.granada.book.cards import holding, put_away, tokens
from engine.games.granada.book.control import PhaseBegins, besiege
from engine.games.granada.book.deployment import InBattle, about_battle, battle_of
from engine.games.granada.book.field import initiative
from engine.games.granada.book.retreat import (
    CASTLE,
    SMALL,
    must_go_on,
    open_goals,
    retire,
    retire_goals,
)
from engine.games.granada.book.siege import siege
from engine.games.granada.table.board import ARMIES, CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Plain, Point, Telling, push, step
from engine.games.granada.table.orders import (
    BLOCK,
    CARD,
    PLACE,
    SIDE,
    Block,
    Order,
    Place,
    not_present,
    out_of_order,
)
from engine.games.granada.table.state import (
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    Battle,
    Entries,
    State,
    blocks,
    contested,
    grey_here,
    join,
    take,
    units,
    with_flags,
    without,
)
from engine.orders import UNFIT, Bar, Offer, Why, Words, one, path, some, subset

ARMY = Words("army", *ARMIES)

NO_BATTLE_THERE = Bar("no_battle_there", "8.1", place=PLACE)
FOUGHT_ALREADY = Bar("fought_already", "8.1", place=PLACE)
NOBODY_TO_STAND = Bar("nobody_to_stand", "8.7.4", place=PLACE)
NOT_YOUR_CASTLE = Bar("not_your_castle", "8.7.1", place=PLACE)
TOO_MANY_INSIDE = Bar("too_many_inside", "8.7.1")
SALLY_ACTIVATION = Bar("sally_activation", "7.1", place=PLACE)
ONLY_ALHAMBRA = Bar("only_alhambra", "8.7.3")
SPLIT_NEEDS_TWO = Bar("split_needs_two", "8.7.3")
SPLIT_NUMBER = Bar("split_number", "8.7.3")
NO_COMMANDER = Bar("no_commander", "10.1")
NO_SURRENDER = Bar("no_surrender", "10.5")
NOWHERE_TO_GO = Bar("nowhere_to_go", "8.6.7", place=PLACE)
RETIRE_TWO = Bar("retire_two", "8.6.7")
RETIRE_STOPPED = Bar("retire_stopped", "8.6.7", here=PLACE)
RETIRE_ENEMY = Bar("retire_enemy", "8.6.3", there=PLACE)
GUARD_OFF = Bar("guard_off", "10.10", there=PLACE)
GUARD_ON = Bar("guard_on", "10.10", here=PLACE)
NOT_NEXT = Bar("not_next", "8.6.7", here=PLACE, there=PLACE)


class BattleDeclared(Telling, kind="battle", rule="8.1", shape="fight"):
    """A battle is declared."""

    place: str = said(PLACE, part="at")
    attacker: str = said(SIDE, part="who")
    christian: int = number()
    muslim: int = number()


class StayedInside(Telling, kind="stay", rule="8.7.2", shape="mark"):
    """The besieged, whose phase it is, stay where they are: nobody fights."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


class GuardAppears(Telling, kind="guard_appears", rule="10.10"):
    """The Palace Guard comes out of its box."""

    blocks: tuple[str, ...] = many(BLOCK)


class WentInside(Telling, kind="inside", rule="8.7.2", shape="mark"):
    """Blocks are shut into a castle."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")
    count: int = number(noun="block")
    blocks: tuple[str, ...] = many(BLOCK, who="side")


class Stood(Telling, kind="stand", rule="8.1", shape="mark"):
    """The defender fights in the open."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


class Avoided(Telling, kind="commander", rule="10.1", shape="flight"):
    """A Commander leads a force away before the battle."""

    side: str = said(SIDE, secret=True, part="who")
    place: str = said(PLACE, part="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    card: str = said(CARD, secret=True)


class Surrendered(Telling, kind="surrender", rule="10.5", shape="flight"):
    """A castle is given up, and its garrison marches out."""

    side: str = said(SIDE, secret=True, part="who")
    place: str = said(PLACE, part="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")


class ArmyChosen(Telling, kind="army", rule="10.12.2"):
    """It is said which Christian army fights."""

    army: str = said(ARMY)


@step
def combat_phase(s: State, c: Context, side: int) -> None:
    """6.3, 8.1: a battle in every place where opposing pieces stand together."""
    s.phase, s.active, s.fought = "combat", side, ()
    s.origin = -1
    c.tell(PhaseBegins(phase="combat", side=SEATS[side]))
    push(s, next_battle.then())


def open_battles(s: State) -> list[int]:
    """The places where a battle must still be declared this phase."""
    black = s.stacks[1::2]
    meeting = [p for p, white in enumerate(s.stacks[::2]) if white and black[p]]
    # the grey army, disks and the Guard in its box are not in the stacks
    for p in (s.grey_at, s.board.granada, *s.disks):
        if p >= 0 and p not in meeting and contested(s, p):
            meeting.append(p)
    return sorted(p for p in meeting if p not in s.fought)


@step
def next_battle(s: State, c: Context) -> None:
    """8.1: one at a time, in the order the phasing player chooses."""
    places = open_battles(s)
    if not places:
        s.battle = None
        return
    push(s, next_battle.then())
    if len(places) == 1:
        push(s, declare.then(places[0], s.active))
    else:
        push(s, Designating.then())


class Fight(Order[Plain], verb="fight", rule="8.1", command=True):
    """8.1: name the next battle."""

    place = one(PLACE, rule="8.1")

    @place.offer
    def places(self) -> Sequence[Any]:
        return open_battles(self.s)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        if not contested(self.s, place):
            return NO_BATTLE_THERE(place=place)
        return FOUGHT_ALREADY(place=place) if place in self.s.fought else None

    def do(self, c: Context) -> None:
        push(self.s, declare.then(self.place, self.side))


class Designating(Point[Plain], kind="designate", rule="8.1"):
    """8.1: which battle comes next."""

    orders = (Fight,)


@step
def declare(s: State, c: Context, place: int, attacker: int) -> None:
    """8.1, G44: the Guard appears; then retreat or castle; then which army; then the fight."""
    s.fought = (*s.fought, place)
    if not contested(s, place):
        return
    s.battle = Battle(place, attacker, s.castle[place])
    frames: list[Frame] = []
    if s.castle[place] == attacker and _fits(s, place, attacker):
        frames.append(Sallying.then())  # told when they come out
    else:
        _tell_battle(s, c)
    if place == s.board.granada and s.guard and attacker == CHRISTIAN:
        _guard_appears(s, c, place)
    frames += [Withdrawing.then(), choose_army.then(), open_battle.then()]
    push(s, *frames)


def _tell_battle(s: State, c: Context) -> None:
    b = battle_of(s)
    c.tell(
        BattleDeclared(
            place=s.board.places[b.place],
            attacker=SEATS[b.attacker],
            christian=blocks(s, b.place, CHRISTIAN),
            muslim=blocks(s, b.place, MUSLIM),
        )
    )


def _guard_appears(s: State, c: Context, place: int) -> None:
    """10.10: when Granada is attacked all of the Guard in the box joins, and stays this turn."""
    index = 2 * place + MUSLIM
    s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT | KNOWN | MOVED for k in s.guard))
    c.tell(GuardAppears(blocks=tuple(s.board.kind_tokens[k] for k in s.guard)))
    s.guard = ()


def _fits(s: State, place: int, side: int) -> bool:
    """8.7.1, 8.7.3: a side may keep inside if it is two blocks or fewer; Alhambra may split."""
    return blocks(s, place, side) <= CASTLE or (place == s.board.granada and side == MUSLIM)


def _may_stay(s: State, place: int, side: int) -> bool:
    """8.7.1: whether all of a castle's owner's blocks may stay inside, grey ones too (R10)."""
    return blocks(s, place, side) <= CASTLE


def _may_split(s: State, place: int, side: int) -> bool:
    """8.7.3: whether some may stay inside while others fight: at the Alhambra alone."""
    alhambra = place == s.board.granada and side == MUSLIM
    return alhambra and len(s.stacks[2 * place + side]) > 1


def _shut_in(
    s: State, c: Context, place: int, side: int, chosen: Entries, told: tuple[str, ...]
) -> None:
    """8.7.2: into the castle; `told` are those whom their owner named."""
    index = 2 * place + side
    s.stacks[index] = join(without(s.stacks[index], chosen), with_flags(chosen, INSIDE))
    if told:
        s.stacks[index] = with_flags(s.stacks[index], 0, KNOWN)
    count = len(chosen) + (len(s.grey) if side == CHRISTIAN and grey_here(s, place) else 0)
    c.tell(WentInside(side=SEATS[side], place=s.board.places[place], count=count, blocks=told))


# -- 8.7: out of the castle, or inside -----------------------------------------------------------


class Stand(InBattle, verb="stand", rule="8.1"):
    """8.1: fight in the open field."""

    def possible(self) -> bool:
        return bool(blocks(self.s, self.battle.place, self.side))

    def closed(self) -> Why | None:
        return None if self.possible() else NOBODY_TO_STAND(place=self.battle.place)

    def do(self, c: Context) -> None:
        c.tell(Stood(side=SEATS[self.side], place=self.s.board.places[self.battle.place]))


class SallyOut(Stand):
    """8.7.2, 7.1: whoever comes out to fight; at some tables it costs an activation."""

    def possible(self) -> bool:
        s, place = self.s, self.battle.place
        return can_sally(s, place, self.side) or not _may_stay(s, place, self.side)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        place = self.battle.place
        if not blocks(self.s, place, self.side):
            return NOBODY_TO_STAND(place=place)
        return SALLY_ACTIVATION(place=place)

    def do(self, c: Context) -> None:
        _tell_battle(self.s, c)


def can_sally(s: State, place: int, side: int) -> bool:
    """7.1, 8.7.2: whether there is somebody to come out, and the activation for it."""
    if not blocks(s, place, side):
        return False
    return s.options["sally_costs_activation"] == "off" or place in s.opened


class Inside(InBattle, verb="inside", rule="8.7.2"):
    """8.7.2: stay inside the castle."""

    def possible(self) -> bool:
        s, place = self.s, self.battle.place
        return s.castle[place] == self.side and _may_stay(s, place, self.side)

    def closed(self) -> Why | None:
        place = self.battle.place
        if self.s.castle[place] != self.side:
            return NOT_YOUR_CASTLE(place=place)
        return None if self.possible() else TOO_MANY_INSIDE()

    def do(self, c: Context) -> None:
        b = self.battle
        b.siege = True
        _shut_in(self.s, c, b.place, self.side, self.s.stacks[2 * b.place + self.side], ())


class StayInside(Inside):
    """8.7.2: the besieged stay, and no battle takes place."""

    def possible(self) -> bool:
        return _may_stay(self.s, self.battle.place, self.side)

    def closed(self) -> Why | None:
        return None if self.possible() else TOO_MANY_INSIDE()

    def do(self, c: Context) -> None:
        s, place = self.s, self.battle.place
        del s.frames[-3:]  # nobody fights: the frames of this battle
        s.battle = None
        c.tell(StayedInside(side=SEATS[self.side], place=s.board.places[place]))
        besiege(s, c, place)


class Split(InBattle, verb="split", rule="8.7.3"):
    """8.7.3: keep one or two blocks inside the Alhambra."""

    blocks = some(BLOCK, rule="8.7.3")
    blocks.hides(InBattle.here)

    def possible(self) -> bool:
        s, place = self.s, self.battle.place
        return s.castle[place] == self.side and _may_split(s, place, self.side)

    def closed(self) -> Why | None:
        s, place = self.s, self.battle.place
        if self.possible():
            return None
        if place != s.board.granada or self.side != MUSLIM:
            return ONLY_ALHAMBRA()
        if s.castle[place] != self.side:
            return NOT_YOUR_CASTLE(place=place)
        return SPLIT_NEEDS_TWO()

    def stack(self) -> Entries:
        return self.s.stacks[2 * self.battle.place + self.side]

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        kinds = [e >> SHIFT for e in self.stack()]
        return subset(kinds, chosen, 1, min(CASTLE, len(kinds) - 1))

    @blocks.bar
    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """8.7.3: one or two inside, one at least outside."""
        if block is None:
            return None if chosen else SPLIT_NUMBER()
        if absent := not_present(self, Place(self.battle.place), block, "8.7.3", chosen):
            return absent
        if len(chosen) >= CASTLE:
            return SPLIT_NUMBER()
        if late := out_of_order(chosen, block, "8.7.3"):
            return late
        return None if len(chosen) < len(self.stack()) - 1 else SPLIT_NUMBER()

    def do(self, c: Context) -> None:
        chosen = take(self.stack(), self.blocks)
        words = self.tokens(Split.blocks)
        _shut_in(self.s, c, self.battle.place, self.side, chosen, words)


class SallySplit(Split):
    """8.7.2, 8.7.3: some come out."""

    def possible(self) -> bool:
        s, place = self.s, self.battle.place
        return _may_split(s, place, self.side) and can_sally(s, place, self.side)

    def do(self, c: Context) -> None:
        _tell_battle(self.s, c)
        super().do(c)


class Sallying(Point[Plain], kind="sally", rule="8.7.2"):
    """8.7.2, C2: the active owner of a besieged castle comes out, or no battle takes place."""

    orders = (StayInside, SallySplit, SallyOut)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        """8.6.6: beaten blocks that come in attack out of their own phase."""
        return (battle_of(s).attacker,)

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return about_battle(s)

    def default(self, s: State, who: int, a: Plain) -> Action:
        inside = blocks(s, battle_of(s).place, who) <= CASTLE
        return Inside.act() if inside else Stand.act()


# -- 8.6.7: the defender leaves ------------------------------------------------------------------


class Leave(InBattle):
    """8.6.7: the whole force leaves before the battle."""

    way = path(
        PLACE,
        name="path",
        mark=">",
        rule="8.6.7",
        words="one place, or two with five blocks or fewer",
    )

    def possible(self) -> bool:
        s, place = self.s, self.battle.place
        return bool(blocks(s, place, self.side) and retire_goals(s, place, self.side, ()))

    @way.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        found = retire_goals(self.s, self.battle.place, self.side, chosen)
        stops = bool(chosen) and not must_go_on(self.s, self.battle.place, self.side, chosen)
        return Offer(tuple(found), stops, 1, 2)

    @way.bar
    def place_barred(self, chosen: tuple[Place, ...], there: Place | None) -> Why | None:
        """8.6.3, 8.6.7: where a force may go before the battle, and how far."""
        s, place = self.s, self.battle.place
        if there is None:
            if must_go_on(s, place, self.side, chosen):
                return GUARD_ON(here=chosen[0])
            return None if chosen else UNFIT()
        here = chosen[-1] if chosen else place
        if len(chosen) >= 2 or (chosen and blocks(s, place, self.side) > SMALL):
            return RETIRE_TWO()
        if chosen and units(s, here, 1 - self.side):
            return RETIRE_STOPPED(here=here)
        if there not in s.board.adjacent[here]:
            return NOT_NEXT(here=here, there=there)
        if there in retire_goals(s, place, self.side, chosen):
            return None
        if there in open_goals(s, place, self.side, chosen):
            return GUARD_OFF(there=there)
        return RETIRE_ENEMY(there=there)

    def leave(self, words: tuple[str, ...], how: str) -> None:
        """That battle does not take place."""
        del self.s.frames[-2:]
        push(self.s, retire.then(self.side, self.battle.place, words, how))


class Commander(Leave, verb="commander", rule="10.1", command=True):
    """10.1: play a Commander to avoid the battle."""

    def possible(self) -> bool:
        return bool(holding(self.s, self.side, "commander")) and super().possible()

    def closed(self) -> Why | None:
        if not holding(self.s, self.side, "commander"):
            return NO_COMMANDER()
        place = self.battle.place
        if not blocks(self.s, place, self.side):
            return NOBODY_TO_STAND("8.6.7", place=place)
        return None if self.possible() else NOWHERE_TO_GO(place=place)

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        words = self.tokens(Commander.way)
        held = holding(s, side, "commander")[:1]
        put_away(s, side, held, "discard")
        c.tell(
            Avoided(
                side=SEATS[side],
                place=s.board.places[self.battle.place],
                path=words,
                card=tokens(s, side, held)[0],
            )
        )
        self.leave(words, "commander")


class Surrender(Leave, verb="surrender", rule="10.5", command=True):
    """10.5: give up the castle and march out."""

    shut = NO_SURRENDER

    def possible(self) -> bool:
        s = self.s
        owner = s.castle[self.battle.place] == self.side
        return owner and bool(s.surrender[self.side]) and super().possible()

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        words = self.tokens(Surrender.way)
        s.surrender[side] -= 1
        place = s.board.places[self.battle.place]
        c.tell(Surrendered(side=SEATS[side], place=place, path=words))
        self.leave(words, "surrender")


class Withdrawing(Point[Plain], kind="withdraw", rule="8.7.2", reaction=True):
    """8.1, 8.6.7, 8.7.2: the defender stands, goes inside, or leaves before the battle.

    Asked always: whether a Commander is in the hand must not show.
    """

    orders = (Stand, Inside, Split, Commander, Surrender)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (battle_of(s).defender,)

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return about_battle(s)

    def default(self, s: State, who: int, a: Plain) -> Action:
        return Inside.act() if Inside(s, who, a).possible() else Stand.act()


# -- which army fights ---------------------------------------------------------------------------


@step
def choose_army(s: State, c: Context) -> None:
    """10.12.2: with grey and white together, the Christian player says which of them fights."""
    b = battle_of(s)
    shut_in = b.siege and b.defender == CHRISTIAN
    white = any(bool(e & INSIDE) == shut_in for e in s.stacks[2 * b.place])
    if grey_here(s, b.place):
        if white:
            push(s, ChoosingArmy.then())
        else:
            b.army = 1


class FieldArmy(InBattle, verb="field", rule="10.12.2"):
    """10.12.2: say which army fights."""

    army = one(ARMY, rule="10.12.2", whole=True)

    def do(self, c: Context) -> None:
        self.battle.army = ARMIES.index(self.army)
        c.tell(ArmyChosen(army=self.army))


class ChoosingArmy(Point[Plain], kind="army", rule="10.12.2"):
    """10.12.2: the grey army or the white one."""

    orders = (FieldArmy,)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return about_battle(s)


@step
def open_battle(s: State, c: Context) -> None:
    """8.1: a field combat, unless the defender is inside his castle: then a siege."""
    b = battle_of(s)
    if b.siege:
        push(s, siege.then())
        return
    b.started = True
    push(s, initiative.then())
