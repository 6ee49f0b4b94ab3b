"""Battles (chapter 6): one province after the other, in rounds.

Both sides name their targets at once, and after the losses both say at once whether they stay:
the defender's answer counts if the attacker has not gone. Nobody waits longer than he must. By an
option the defender hears the attacker first, as the book has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import fact, many, said
from engine.events import number as number_of
from engine.games.hispania.book import aiming, submission
from engine.games.hispania.book.aiming import Aim, army
from engine.games.hispania.book.chiefs import kill_chief
from engine.games.hispania.book.movement import hostile
from engine.games.hispania.book.parting import (
    Answer,
    GiveWay,
    Hold,
    Stay,
    Submit,
    kneels,
    may_part,
    may_submit,
    settle,
    viriathus,
    where_viriathus_is,
)
from engine.games.hispania.book.scoring import credit
from engine.games.hispania.book.surrender import surrender, surrenders
from engine.games.hispania.table.board import CASTLE, CRUSADER, KNIGHT
from engine.games.hispania.table.flow import (
    PLAIN,
    Context,
    Plain,
    Point,
    Sides,
    Telling,
    name_of,
    of_battle,
    pieces,
    push,
    step,
)
from engine.games.hispania.table.orders import NATION, PIECE, PLACE, Order, Place
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Battle,
    Stack,
    State,
    capitals_free,
    chiefs_at,
    fewer,
    held,
    muster,
    number,
    seat_of,
    stack,
    take,
)
from engine.orders import Bar, Why, one
from engine.orders import Order as AnyOrder

D10 = tuple(range(1, 11))
LABELS = ("attack", "defence")
LIVES = {KNIGHT: 2, CRUSADER: 2, CASTLE: 3}
Answers = tuple[AnyOrder[Any, Any], ...]

NOBODY_FIGHTS = Bar("nobody_at", "6.0", place=PLACE, nation=NATION)
NO_ENEMY_THERE = Bar("no_enemy_there", "6.0", place=PLACE, nation=NATION)


class Attacked(Telling, kind="battle", rule="6.0", shape="fight"):
    """A battle begins."""

    place: str = said(PLACE, part="at")
    attacker: str = said(NATION, part="who")
    defender: str = said(NATION)
    attacking: tuple[str, ...] = many(PIECE)
    defending: tuple[str, ...] = many(PIECE)


class Aimed(Telling, kind="aimed", rule="6.1"):
    """A side has named its targets: who at what, with how many dice."""

    nation: str = said(NATION, part="who")
    answer: tuple[tuple[str, str, int], ...] = fact(secret=True)


class Signed(Telling, kind="sign", rule="10.2"):
    """A player has the round rolled again."""

    nation: str = said(NATION, secret=True, part="who")


class Exchanged(Telling, kind="round", rule="6.2", shape="fight"):
    """Both sides have rolled, and both have lost."""

    place: str = said(PLACE, part="at")
    round: int = number_of()
    attacker: str = said(NATION, part="who")
    defender: str = said(NATION)
    attack: tuple[int, ...] = number_of()
    defence: tuple[int, ...] = number_of()
    attack_lost: tuple[str, ...] = many(PIECE)
    defence_lost: tuple[str, ...] = many(PIECE)


class Ruined(Telling, kind="ruin", rule="6.2", shape="mark"):
    """A Castle is destroyed."""

    place: str = said(PLACE, part="at")


class Parted(Telling, kind="parted", rule="6.6"):
    """A side stays, holds, goes or submits."""

    nation: str = said(NATION, part="who")
    answer: tuple[Any, ...] = fact(secret=True)


class Ended(Telling, kind="battle over", rule="6.2", shape="fight"):
    """A battle is over; nobody may be left."""

    place: str = said(PLACE, part="at")
    winner: str | None = said(NATION, part="who")
    peace: bool = fact()


# -- which battle --------------------------------------------------------------------------------


def battlefields(s: State) -> list[int]:
    """6.0: provinces where the active nation meets enemies."""
    return [p for p in held(s, s.active) if hostile(s, s.active, p)]


@step
def battles(s: State, c: Context) -> None:
    """6.0: one battle after the other, in the attacker's order."""
    fields = battlefields(s)
    if not fields:
        return
    s.phase = "battle"
    push(s, battles.then())
    if len(fields) > 1:
        push(s, Fighting.then())
    else:
        begin(s, c, fields[0])


class Fight(Order[Plain], verb="fight", rule="6.0", command=True):
    """6.0: name the next battle."""

    place = one(PLACE, rule="6.0")

    @place.offer
    def places(self) -> Sequence[Any]:
        return battlefields(self.s)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        s, nation = self.s, self.nation
        if place not in held(s, nation):
            return NOBODY_FIGHTS(place=place, nation=nation)
        return None if hostile(s, nation, place) else NO_ENEMY_THERE(place=place, nation=nation)

    def do(self, c: Context) -> None:
        begin(self.s, c, self.place)


class Fighting(Point[Plain], kind="fight", rule="6.0"):
    """The attacker names the next battle."""

    orders = (Fight,)


def begin(s: State, c: Context, place: int, attacker: int = ELSEWHERE) -> Battle:
    attacker = s.active if attacker == ELSEWHERE else attacker
    others = s.here[place] & ~(1 << attacker)
    capitals_free(s)
    b = s.battle = Battle(place, attacker, others.bit_length() - 1)
    invasion = s.almanac.invasions.get((s.turn, attacker))
    b.zeal = invasion is not None and invasion.zeal and s.wave == 1
    push(s, round_begins.then())
    c.tell(
        Attacked(
            place=s.board.places[place],
            attacker=name_of(s, b.nations[0]),
            defender=name_of(s, b.nations[1]),
            attacking=_shown(s, b, 0),
            defending=_shown(s, b, 1),
        )
    )
    return b


def _shown(s: State, b: Battle, side: int) -> tuple[str, ...]:
    chiefs = chiefs_at(s, b.nations[side], b.place)
    return tuple(pieces(s, muster(army(s, b, side)).kinds, chiefs))


# -- a round -------------------------------------------------------------------------------------


@step
def round_begins(s: State, c: Context) -> None:
    """6.1: surrender of a lone Castle, or targets."""
    b = of_battle(s)
    s.sealed = [None, None]
    if surrenders(s, b):
        push(s, battle_over.then())
        surrender(s, c, b)
        return
    push(s, volley.then())
    asked = [aiming.is_asked(s, b, side) for side in (0, 1)]
    b.lead = 1 if all(asked) and _in_turn(s) else 0
    if any(asked):
        push(s, Aiming.then())


def _in_turn(s: State) -> bool:
    """6.1, 6.6: whether the defender answers when he has heard the attacker."""
    return s.options.get("defender") == "after"


class Sealed(Sides):
    """Answers that the step below works out: it comes also where nobody is asked."""

    def _parties(self, s: State) -> tuple[int, ...]:
        """Both, or by an option one after the other."""
        b = of_battle(s)
        sides = (0, 1) if not b.lead else (b.lead - 1,)
        return tuple([b.nations[side] for side in sides if self.open_to(s, b, side)])

    def opened(self, s: State, c: Context, a: Plain, answers: Answers) -> None:
        b = of_battle(s)
        for order in answers:
            s.sealed[b.nations.index(order.who)] = order.action

    @classmethod
    def given_by(cls, s: State, b: Battle) -> list[AnyOrder[Any, Any] | None]:
        """What each side has answered; None: it was not asked."""
        known = {order.verb.name: order for order in cls.orders}
        return [
            known[action.verb].read(s, nation, action, PLAIN) if action is not None else None
            for nation, action in zip(b.nations, s.sealed, strict=True)
        ]


class Aiming(Sealed, kind="aim", rule="6.1"):
    """Both sides name their targets."""

    orders = (Aim,)
    otherwise = Aim

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return aiming.is_asked(s, b, side)


@step
def volley(s: State, c: Context) -> None:
    """6.2: both sides roll, the attacker first."""
    b = of_battle(s)
    answers = [order if isinstance(order, Aim) else None for order in Aiming.given_by(s, b)]
    first = b.aims[0] if b.lead == 2 else aiming.shots(s, b, 0, answers[0])
    b.aims = (first, aiming.shots(s, b, 1, answers[1]))
    for i in (0, 1):
        if answers[i] is not None:
            c.tell(Aimed(nation=name_of(s, b.nations[i]), answer=aiming.announced(b.aims[i])))
    s.sealed = [None, None]
    if b.lead == 1:  # the attacker has been heard
        b.lead = 2
        push(s, Aiming.then(), volley.then())
        return
    b.lead = 0
    roll(s, c, b)
    push(s, losses.then())
    if s.options["sign_of_god"] == "on" and any(has_sign(s, b, i) for i in (0, 1)):
        push(s, Signing.then())


def roll(s: State, c: Context, b: Battle) -> None:
    pick = c.dice.pick
    rolled = [tuple([pick(LABELS[i], D10) for _ in b.aims[i]]) for i in (0, 1)]
    b.rolled = (rolled[0], rolled[1])


def has_sign(s: State, b: Battle, side: int) -> bool:
    seat = seat_of(s, b.nations[side])
    return seat >= 0 and not s.signs >> seat & 1


class Pass(Answer, verb="pass", rule="10.2", ends=True):
    """10.2: let the dice lie."""


class Sign(Answer, verb="sign", rule="10.2"):
    """10.2: have the round rolled again."""


class Signing(Sides, kind="sign", rule="10.2"):
    """Once in the game a player may have a whole round rolled again."""

    orders = (Pass, Sign)
    facts = {"attack": number_of(), "defence": number_of()}

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return has_sign(s, b, side)

    def about(self, s: State, who: int, a: Plain) -> dict[str, object]:
        b = of_battle(s)
        return {**super().about(s, who, a), "attack": b.rolled[0], "defence": b.rolled[1]}

    def opened(self, s: State, c: Context, a: Plain, answers: Answers) -> None:
        """One sign at a time: whoever has one left sees the new dice first."""
        b = of_battle(s)
        user = next((order.who for order in answers if isinstance(order, Sign)), None)
        if user is None:
            return
        s.signs |= 1 << seat_of(s, user)
        c.tell(Signed(nation=name_of(s, user)))
        roll(s, c, b)
        if any(has_sign(s, b, i) for i in (0, 1)):
            push(s, Signing.then())


def hits(s: State, b: Battle, i: int) -> dict[int, int]:
    """6.2: hits of one side by target; a natural 1 never hits."""
    found: dict[int, int] = {}
    for (kind, target), die in zip(b.aims[i], b.rolled[i], strict=True):
        if die > 1 and die >= aiming.need(s, b, i, kind, target):
            found[target] = found.get(target, 0) + 1
    return found


@step
def losses(s: State, c: Context) -> None:
    """6.2: both sides lose at the same time."""
    b = of_battle(s)
    struck = [hits(s, b, 0), hits(s, b, 1)]
    fallen = [_wounded(s, b, 1 - i, struck[i]) for i in (0, 1)]  # of the other side
    c.tell(
        Exchanged(
            place=s.board.places[b.place],
            round=b.round,
            attacker=name_of(s, b.nations[0]),
            defender=name_of(s, b.nations[1]),
            attack=b.rolled[0],
            defence=b.rolled[1],
            attack_lost=tuple(pieces(s, muster(fallen[1][0]).kinds)),
            defence_lost=tuple(pieces(s, muster(fallen[0][0]).kinds)),
        )
    )
    led = chiefs_at(s, b.nations[0], b.place)
    _fall(s, c, b, 1, fallen[0], led)
    _fall(s, c, b, 0, fallen[1], led)
    push(s, after_losses.then())


def _wounded(
    s: State, b: Battle, i: int, struck: dict[int, int]
) -> tuple[Stack, Stack, int, Stack]:
    """What side `i` loses: dead, Knights wounded, hits on the Castle, dead river-crossers."""
    units = army(s, b, i)
    wet = s.wet[b.place] if i == 0 and b.nations[0] == s.active else 0
    dead = crossers = 0
    hurt, dented = b.hurt[i], b.dented[i]
    for target, n in struck.items():
        kind, from_river = divmod(target, 2)
        have = number(units, kind)
        if from_river:
            have = number(wet, kind)
        elif b.round == 1 and i == 0:
            have -= number(wet, kind)
        if kind == CASTLE:
            dented += n
            killed = int(dented >= LIVES[CASTLE])
        elif kind in LIVES:
            was = number(b.hurt[i], kind)
            total = min(n + was, 2 * have)
            killed = total // 2
            hurt += (total % 2 - was) * ONE[kind]
        else:
            killed = min(n, have)
        dead += killed * ONE[kind]
        if from_river:
            crossers += killed * ONE[kind]
    return dead, hurt, dented, crossers


def _fall(
    s: State,
    c: Context,
    b: Battle,
    i: int,
    fallen: tuple[Stack, Stack, int, Stack],
    led: list[int],
) -> None:
    """8.0: take the dead of one side off; the attacker scores for them."""
    dead, hurt, dented, crossers = fallen
    nation, place = b.nations[i], b.place
    b.hurt = (hurt, b.hurt[1]) if i == 0 else (b.hurt[0], hurt)
    b.dented = (dented, b.dented[1]) if i == 0 else (b.dented[0], dented)
    b.lost = (b.lost[0] + dead, b.lost[1]) if i == 0 else (b.lost[0], b.lost[1] + dead)
    if not dead:
        return
    dry = s.wet[place] - crossers if i == 0 and nation == s.active else 0
    take(s, nation, place, dead)
    if i == 0 and nation == s.active:
        s.wet[place] = fewer(dry, stack(s, nation, place))
    if number(dead, CASTLE):
        s.ruins[place] = nation + 1
        b.dented = (0, b.dented[1]) if i == 0 else (b.dented[0], 0)
        c.tell(Ruined(place=s.board.places[place]))
    if i == 1:
        b.quarry -= fewer(dead, b.quarry)
        credit(s, b, dead, led)


# -- who stays -----------------------------------------------------------------------------------


@step
def after_losses(s: State, c: Context) -> None:
    """6.2, 6.6, 9.6: who is left, who must submit, and who may leave."""
    b = of_battle(s)
    s.sealed = [None, None]
    left = [bool(army(s, b, i)) for i in (0, 1)]
    if not all(left) or (b.employer >= 0 and not fewer(army(s, b, 1), b.quarry)):
        push(s, battle_over.then())
        return
    pair = submission.pair_for(s, *b.nations)
    if pair is not None and pair.must:
        push(s, battle_over.then(True), kneels.then(*b.nations))
        return
    push(s, parting.then())
    # where the defender may submit he says so before the attacker's retreat (9.6)
    b.lead = 1 if _in_turn(s) and not may_submit(s, b, 1) else 0
    if any(may_part(s, b, i) for i in ((0, 1) if not b.lead else (0,))):
        push(s, Parting.then())


class Parting(Sealed, kind="part", rule="6.6"):
    """6.6, 9.6: stay or retreat, asked of both; a small nation may submit instead."""

    orders = (Stay, Hold, GiveWay, Submit)
    otherwise = Stay

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return may_part(s, b, side)


@step
def parting(s: State, c: Context) -> None:
    """6.6, 9.6: submission comes first, then the attacker's retreat, then the defender's."""
    b = of_battle(s)
    answers = Parting.given_by(s, b)
    s.sealed = [None, None]
    b.hold = (b.hold[0] or isinstance(answers[0], Hold), b.hold[1] or isinstance(answers[1], Hold))
    # the defender's answer is void if the attacker leaves the field (6.6), but not a submission
    void = isinstance(answers[0], GiveWay) and answers[0].leaves_field
    void = void and not isinstance(answers[1], Submit)
    for i, order in enumerate(answers):
        if order is not None and not (i == 1 and void):
            c.tell(Parted(nation=name_of(s, b.nations[i]), answer=tuple(order.action)))
    if isinstance(answers[1], Submit):
        push(s, battle_over.then(True), kneels.then(*b.nations))
        return
    before = where_viriathus_is(s)
    for i, order in enumerate(answers):
        if isinstance(order, GiveWay) and army(s, b, 1 - i):
            order.carry_out(c)
    if b.lead == 1 and army(s, b, 0):  # the attacker has been heard, and somebody stays
        b.lead = 2
        push(s, parting.then())
        if may_part(s, b, 1):
            push(s, Parting.then())
    else:
        b.lead = 0
        push(s, next_round.then())
    viriathus(s, b, before)


@step
def next_round(s: State, c: Context) -> None:
    b = of_battle(s)
    if army(s, b, 0) and army(s, b, 1) and not _allied(s, b):
        b.round += 1
        push(s, round_begins.then())
    else:
        push(s, battle_over.then())


def _allied(s: State, b: Battle) -> bool:
    """9.6: one of the two has submitted to the other."""
    attacker, defender = b.nations
    return s.suzerain[defender] == attacker or s.suzerain[attacker] == defender


@step
def battle_over(s: State, c: Context, peace: bool = False) -> None:
    """6.2: Chiefs without an army die; wounds heal; what was won is noted. In peace, nothing was:
    one of the two submits (9.6)."""
    b = of_battle(s)
    before = where_viriathus_is(s)
    for i in (1, 0):
        killer = b.employer if b.employer >= 0 and i == 1 else b.nations[1 - i]
        for chief in chiefs_at(s, b.nations[i], b.place) if not army(s, b, i) else ():
            kill_chief(s, c, killer, chief)
    s.battle = None
    peace = peace or _allied(s, b)
    winner = next((b.nations[i] for i in (0, 1) if army(s, b, i)), ELSEWHERE)
    name = name_of(s, winner) if winner >= 0 and not peace else None
    c.tell(Ended(place=s.board.places[b.place], winner=name, peace=peace))
    viriathus(s, b, before)
    settle(s, c)
