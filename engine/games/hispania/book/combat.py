"""Battles (chapter 6): one province after the other, in rounds.

Both sides name their targets at once, and after the losses both say at once whether they stay:
the defender's answer counts if the attacker has not gone. Nobody waits longer than he must.
"""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book import aiming
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.movement import hostile
from engine.games.hispania.book.retreat import Leaving, leaving
from engine.games.hispania.book.scoring import credit
from engine.games.hispania.book.surrender import surrender, surrenders
from engine.games.hispania.table.board import CASTLE, CRUSADER, KINDS, KNIGHT
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    pieces,
    point,
    push,
    step,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Battle,
    Stack,
    State,
    chiefs_at,
    fewer,
    held,
    muster,
    number,
    seat_of,
    stack,
    take,
)

D10 = tuple(range(1, 11))
LABELS = ("attack", "defence")
LIVES = {KNIGHT: 2, CRUSADER: 2, CASTLE: 3}


# -- which battle --------------------------------------------------------------------------------


def battlefields(s: State) -> list[int]:
    """Provinces where the active nation meets enemies (6.0)."""
    return [p for p in held(s, s.active) if hostile(s, s.active, p)]


@step
def battles(s: State, c: Context) -> None:
    """One battle after the other, in the attacker's order (6.0)."""
    fields = battlefields(s)
    if not fields:
        return
    s.phase = "battle"
    push(s, ("battles",))
    if len(fields) > 1:
        s.frames.append(("fight",))
    else:
        begin(s, c, fields[0])


@point
class Fight(OldPoint):
    """The attacker names the next battle (6.0)."""

    kind = "fight"
    rule = "6.0"

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        if not prefix:
            return one(["fight"])
        return one([s.board.places[p] for p in battlefields(s)], "6.0")

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        s.frames.pop()
        begin(s, c, s.board.place[action[1]])


def begin(s: State, c: Context, place: int, attacker: int = ELSEWHERE) -> Battle:
    attacker = s.active if attacker == ELSEWHERE else attacker
    others = s.here[place] & ~(1 << attacker)
    b = s.battle = Battle(place, attacker, others.bit_length() - 1)
    invasion = s.almanac.invasions.get((s.turn, attacker))
    b.zeal = invasion is not None and invasion.zeal and s.wave == 1
    push(s, ("round_begins",))
    c.tell(
        "battle",
        "6.0",
        place=s.board.places[place],
        attacker=name_of(s, b.nations[0]),
        defender=name_of(s, b.nations[1]),
        attacking=_shown(s, b, 0),
        defending=_shown(s, b, 1),
    )
    return b


def _shown(s: State, b: Battle, side: int) -> tuple[str, ...]:
    chiefs = chiefs_at(s, b.nations[side], b.place)
    return tuple(pieces(s, muster(army(s, b, side)).kinds, chiefs))


# -- a round -------------------------------------------------------------------------------------


@step
def round_begins(s: State, c: Context) -> None:
    """Surrender of a lone Castle, or targets (6.1)."""
    b = s.battle
    assert b is not None
    s.sealed = [None, None]
    push(s, ("volley",))
    if surrenders(s, b):
        s.frames.pop()
        surrender(s, c, b)
    elif any(aiming.is_asked(s, b, side) for side in (0, 1)):
        s.frames.append(("aim",))


class Sides(OldPoint):
    """A question to both sides of a battle; the answers are kept until all are in."""

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        raise NotImplementedError

    def nations(self, s: State) -> tuple[int, ...]:
        b = s.battle
        assert b is not None
        owing = [i for i in (0, 1) if s.sealed[i] is None and self.open_to(s, b, i)]
        return tuple(b.nations[i] for i in owing)

    def about(self, s: State, nation: int) -> dict[str, object]:
        b = s.battle
        assert b is not None
        return {
            "place": s.board.places[b.place],
            "enemy": name_of(s, b.nations[1 - side(b, nation)]),
        }

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        b = s.battle
        assert b is not None
        s.sealed[side(b, nation)] = action
        if not self.nations(s):
            s.frames.pop()


def side(b: Battle, nation: int) -> int:
    return b.nations.index(nation)


def who_leaves(s: State, b: Battle, i: int) -> Leaving:
    """Who may retreat; a defender never whence the attackers came (6.6)."""
    barred = s.came[b.place] if i == 1 and b.nations[0] == s.active else 0
    return leaving(s, b.nations[i], b.place, b.hurt[i], barred)


@point
class Aim(Sides):
    """Both sides name their targets (6.1)."""

    kind = "aim"
    rule = "6.1"

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return aiming.is_asked(s, b, side)

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            return one(["aim"])
        return aiming.level_aim(s, b, side(b, nation), prefix, partial)

    def default(self, s: State, nation: int) -> Action:
        return Action("aim", *((),) * len(KINDS))


@step
def volley(s: State, c: Context) -> None:
    """Both sides roll, the attacker first (6.2)."""
    b = s.battle
    assert b is not None
    b.aims = tuple(aiming.shots(s, b, i, s.sealed[i]) for i in (0, 1))  # type: ignore[assignment]
    for i in (0, 1):
        if s.sealed[i] is not None:
            aims = aiming.announced(b.aims[i])
            name = name_of(s, b.nations[i])
            c.reveal("aimed", "6.1", ("answer",), nation=name, answer=aims)
    s.sealed = [None, None]
    roll(s, c, b)
    push(s, ("losses",))
    if s.options["sign_of_god"] == "on" and any(has_sign(s, b, i) for i in (0, 1)):
        s.frames.append(("sign",))


def roll(s: State, c: Context, b: Battle) -> None:
    pick = c.dice.pick
    rolled = [tuple([pick(LABELS[i], D10) for _ in b.aims[i]]) for i in (0, 1)]
    b.rolled = (rolled[0], rolled[1])


def has_sign(s: State, b: Battle, side: int) -> bool:
    seat = seat_of(s, b.nations[side])
    return seat >= 0 and not s.signs >> seat & 1


@point
class Sign(Sides):
    """Once in the game a player may have a whole round rolled again (10.2)."""

    kind = "sign"
    rule = "10.2"

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return has_sign(s, b, side)

    def about(self, s: State, nation: int) -> dict[str, object]:
        b = s.battle
        assert b is not None
        return {**super().about(s, nation), "attack": b.rolled[0], "defence": b.rolled[1]}

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        return one(["pass", "sign"])

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        super().answer(s, c, nation, action)
        b = s.battle
        assert b is not None
        if s.frames[-1][0] == self.kind:
            return
        user = next((i for i in (0, 1) if s.sealed[i] == Action("sign")), None)
        s.sealed = [None, None]
        if user is None:
            return
        # one sign at a time: whoever has one left sees the new dice first
        s.signs |= 1 << seat_of(s, b.nations[user])
        c.reveal("sign", "10.2", ("nation",), nation=name_of(s, b.nations[user]))
        roll(s, c, b)
        if any(has_sign(s, b, i) for i in (0, 1)):
            s.frames.append((self.kind,))


def hits(s: State, b: Battle, i: int) -> dict[int, int]:
    """Hits of one side by target; a natural 1 never hits (6.2)."""
    found: dict[int, int] = {}
    for (kind, target), die in zip(b.aims[i], b.rolled[i], strict=True):
        if die > 1 and die >= aiming.need(s, b, i, kind, target):
            found[target] = found.get(target, 0) + 1
    return found


@step
def losses(s: State, c: Context) -> None:
    """Both sides lose at the same time (6.2)."""
    b = s.battle
    assert b is not None
    struck = [hits(s, b, 0), hits(s, b, 1)]
    fallen = [_wounded(s, b, 1 - i, struck[i]) for i in (0, 1)]  # of the other side
    c.tell(
        "round",
        "6.2",
        place=s.board.places[b.place],
        round=b.round,
        attacker=name_of(s, b.nations[0]),
        defender=name_of(s, b.nations[1]),
        attack=b.rolled[0],
        defence=b.rolled[1],
        attack_lost=tuple(pieces(s, muster(fallen[1][0]).kinds)),
        defence_lost=tuple(pieces(s, muster(fallen[0][0]).kinds)),
    )
    led = chiefs_at(s, b.nations[0], b.place)
    _fall(s, c, b, 1, fallen[0], led)
    _fall(s, c, b, 0, fallen[1], led)
    push(s, ("after_losses",))


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
    """Take the dead of one side off; the attacker scores for them (8.0)."""
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
        c.tell("ruin", "6.2", place=s.board.places[place])
    if i == 1:
        b.quarry -= fewer(dead, b.quarry)
        credit(s, b, dead, led)
