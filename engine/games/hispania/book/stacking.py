"""How many units may stay: stacking (chapter 4) and population (chapter 7)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book import castles, standing
from engine.games.hispania.book.movement import hostile
from engine.games.hispania.book.room import FREE, attack_room, unlimited
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    parted,
    pieces,
    point,
    subset,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    State,
    held,
    limit,
    muster,
    places_of,
    stack,
    take,
)
from engine.orders import Tree as OrderTree

ATTACK, REST = 0, 1  # before the battles, and after them
Pool = tuple[tuple[str, ...], int]  # what may be taken off, and how many


def room(s: State, nation: int, place: int, when: int) -> int:
    """The limit of a province for the active nation (4.1), with the attack’s bonus (4.4)."""
    most = limit(s, nation, place)
    if when == REST:
        return most + (s.overfull >> place & 1)
    return attack_room(s, nation, place) if hostile(s, nation, place) else most


def excess(s: State, nation: int, place: int, when: int) -> int:
    """Units too many in a province."""
    n = muster(stack(s, nation, place)).stacking
    if n <= s.board.stack[place]:
        return 0
    if when == ATTACK and unlimited(s, nation, place):
        return 0
    return max(0, n - room(s, nation, place, when))


def crowded(s: State, nation: int, when: int) -> dict[int, int]:
    found = {}
    for place in held(s, nation):
        if n := excess(s, nation, place, when):
            found[place] = n
    return found


def too_many(s: State, nation: int) -> int:
    """Units above two for each province (7.0); EL CID's are not counted in turn 17 (11.26)."""
    if nation == s.board.peoples.mercenary and s.turn == s.board.peoples.mercenary_turn:
        return 0
    people = sum(muster(stack(s, nation, p)).people for p in peopled(s, nation))
    return max(0, people - 2 * len(held(s, nation)))


def peopled(s: State, nation: int) -> list[int]:
    """Places with units that count for the population."""
    camp = s.board.camp  # EL CID's box is not Hispania
    there = [p for p in places_of(s, nation) if p != camp]
    return [p for p in there if muster(stack(s, nation, p)).people]


def settle_alone(s: State, c: Context, nation: int, when: int, people: bool) -> bool:
    """Carry out what has only one answer; True if nothing is left to be asked."""
    for place, n in crowded(s, nation, when).items():
        units = stack(s, nation, place)
        kinds = [k for k in muster(units).kinds if s.board.kinds[k].stacks]
        if len(set(kinds)) > 1 or _could_be_capital(s, nation, place):
            return False
        discard(s, c, nation, place, n * (1 << 6 * kinds[0]), "4.5")
    if people and too_many(s, nation):
        return False
    return not castles.ruins_to_build(s, nation) or when == ATTACK


def _could_be_capital(s: State, nation: int, place: int) -> bool:
    """Whether declaring the capital there would keep a unit; not where a battle is coming."""
    return s.here[place] == 1 << nation and standing.may_move_capital(s, nation, place)


def discard(s: State, c: Context, nation: int, place: int, units: int, rule: str) -> None:
    """Units go back to the pool."""
    take(s, nation, place, units)
    c.tell(
        "removed",
        rule,
        nation=name_of(s, nation),
        place=s.board.places[place],
        pieces=tuple(pieces(s, muster(units).kinds)),
    )
    lone(s, c, nation, place)


def lone(s: State, c: Context, nation: int, place: int) -> None:
    """Nothing happens to a Chief left alone until enemies come (6.2); a capital is lost (4.3)."""
    if not stack(s, nation, place) and s.capital[nation] == place:
        s.capital[nation] = ELSEWHERE


_RIGHTS = (standing.Capital, standing.Stance)


@point
class Limits(OldPoint):
    """Take off what is too many (4.5, 6.8, 7.0); rebuild Ruins, move the capital."""

    kind = "limits"
    rule = "4.5"

    def level(
        self,
        s: State,
        nation: int,
        prefix: Words,
        partial: Words,
        when: int = REST,
        people: bool = True,
    ) -> Level:
        if not prefix:
            return one(self._verbs(s, nation, when, people))
        if prefix[0] == "remove":
            return self._level_remove(s, nation, prefix, partial, when, people)
        if prefix[0] == "rebuild":
            return OrderTree([castles.Rebuild(s, nation, ())])(prefix, partial)
        return OrderTree([order(s, nation, ()) for order in _RIGHTS])(prefix, partial)

    def _verbs(self, s: State, nation: int, when: int, people: bool) -> list[str]:
        full = crowded(s, nation, when)
        many = people and too_many(s, nation)
        found = ["remove"] if full or many else ["done"]
        if when == REST and castles.ruins_to_build(s, nation):
            found.append("rebuild")
        return found + [o.verb.name for o in _RIGHTS if o(s, nation, ()).possible()]

    def _pools(self, s: State, nation: int, when: int, people: bool) -> dict[int, Pool]:
        """What may be taken off in each place: there, or for the population anywhere."""
        found: dict[int, Pool] = {} if s.memo is None else s.memo.setdefault("pools", {})
        if found:
            return found
        full = crowded(s, nation, when)
        spare = 0 if full else too_many(s, nation)
        for place in full or peopled(s, nation):
            kinds = muster(stack(s, nation, place)).kinds
            rows = s.board.kinds
            kinds = tuple(k for k in kinds if (rows[k].stacks if full else rows[k].counts))
            most = full[place] if full else spare
            found[place] = (tuple(pieces(s, kinds)), most)
        return found

    def _level_remove(
        self, s: State, nation: int, prefix: Words, partial: Words, when: int, people: bool
    ) -> Level:
        pools = self._pools(s, nation, when, people)
        if len(prefix) == 2:
            good = [p for p, (pool, most) in pools.items() if _within(prefix[1], pool, most)]
            return one([s.board.places[p] for p in good], "4.5")
        choices: dict[str, None] = {}
        stops = False
        for pool, most in pools.values():
            if _within(partial, pool, most):
                stops = bool(partial)
                for token in subset(pool, partial, 1, most).choices:
                    choices.setdefault(token)
        order = [token for token in s.board.kind if token in choices]
        return Level(tuple(order), "set", stops, 1, FREE, "4.5")

    def answer(
        self,
        s: State,
        c: Context,
        nation: int,
        action: Action,
        when: int = REST,
        people: bool = True,
    ) -> None:
        if action[0] == "done":
            s.frames.pop()
            return
        if action[0] == "remove":
            units = parted(s, action[1])[0]
            rule = "4.5" if crowded(s, nation, when) else "7.0"
            discard(s, c, nation, s.board.place[action[2]], units, rule)
        elif action[0] == "rebuild":
            castles.Rebuild.read(s, nation, action, ()).do(c)
        else:
            order = standing.Capital if action[0] == "capital" else standing.Stance
            order.read(s, nation, action, ()).do(c)
        if settle_alone(s, c, nation, when, people) and not castles.ruins_to_build(s, nation):
            s.frames.pop()


def _within(chosen: Words, pool: tuple[str, ...], most: int) -> bool:
    if len(chosen) > most:
        return False
    left = list(pool)
    for token in chosen:
        if token not in left:
            return False
        left.remove(token)
    return True
