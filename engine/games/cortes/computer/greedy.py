"""A player for both seats of Cortés: one small judge for each kind of question."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Action, Decision
from engine.games.cortes.book.battle import Temple
from engine.games.cortes.book.charge import Drive
from engine.games.cortes.book.deployment import REDEPLOY, Deploy, Standard
from engine.games.cortes.book.ending import loss_points
from engine.games.cortes.book.leaders import Flee
from engine.games.cortes.book.losses import Lose
from engine.games.cortes.book.movement import Done
from engine.games.cortes.book.rest import Keep
from engine.games.cortes.book.sequence import Accept, Continue, Object, Regroup, full_knights
from engine.games.cortes.computer import fighting, moving
from engine.games.cortes.computer.judging import step_worth, strength
from engine.games.cortes.table.board import AZTEC, CAVALRY, INFANTRY, KNIGHT, SPANISH
from engine.games.cortes.table.state import SEATS, SHIFT, TAKEN, State
from engine.match import World

Judge = Callable[[State, int, Decision], Action]

WORN = 0.55  # the share of European steps at which an R&R pays
SPENT = 0.25  # and when the points for a victory are lost already
PROTEST = 7  # full knights with which an objection is made
MOST = 3  # R&R in a game
BUDGET = 16  # loss points that a victory may cost


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The best answer it can see."""
    s: State = world._state
    judge = _JUDGES.get(decision.kind)
    if judge is None:
        return decision.default
    action = judge(s, SEATS.index(decision.seat), decision)
    return action if action in decision else decision.default


# -- losses and leaders ----------------------------------------------------------------------------


def _losses(s: State, side: int, decision: Decision) -> Action:
    """8.20: the cheapest steps first: allies, then regulars, and knights last."""
    chosen: tuple[str, ...] = ()
    while not (level := decision.next(("lose",), chosen)).may_stop:
        chosen = (*chosen, min((str(w) for w in level.choices), key=lambda w: _price(s, w)))
    return Lose.act(units=chosen)


def _price(s: State, word: str) -> tuple[float, int]:
    board = s.board
    face = board.face[word.partition("@")[0]]
    lower = board.lower[face]
    drop = board.factor[face] - (board.factor[lower] if lower >= 0 else 0)
    return step_worth(board, face) + 0.1 * drop - 0.05 * board.face_steps[face], face


def _flight(s: State, side: int, decision: Decision) -> Action:
    """9.4: to the strongest of the nearest."""
    choices = [str(word) for word in decision.next(Flee.before(Flee.place)).choices]
    return Flee.act(place=max(choices, key=lambda w: strength(s, side, s.board.place[w])))


def _temple(s: State, side: int, decision: Decision) -> Action:
    """11.7: the temple that is farther from the Spaniards."""
    board = s.board
    choices = [str(word) for word in decision.next(Temple.before(Temple.place)).choices]
    foes = [p for p in s.stacks[SPANISH] if p < board.hexes]

    def safe(word: str) -> int:
        return min((board.distance(board.place[word], p) for p in foes), default=99)

    return Temple.act(place=max(choices, key=safe))


def _drive(s: State, side: int, decision: Decision) -> Action:
    """11.5: to where most of ours can fall on them; everybody follows the horse."""
    board = s.board
    places = decision.next(Drive.before(Drive.place)).choices

    def about(word: str) -> int:
        return sum(strength(s, SPANISH, p) for p in board.crossed[board.place[word]])

    place = max((str(w) for w in places if w is not None), key=about, default=None)
    prefix = Drive.before(Drive.units, place=place)
    chosen: tuple[str, ...] = ()
    while choices := decision.next(prefix, chosen).choices:
        chosen = (*chosen, str(choices[0]))
    lead = decision.next(Drive.before(Drive.lead, place=place, units=chosen)).choices[-1]
    return Drive.act(place=place, units=chosen, lead=lead)


# -- between pairs ---------------------------------------------------------------------------------


def _declaration(s: State, side: int, decision: Decision) -> Action:
    """4.3: an R&R when the Europeans are worn out, the points allow it, and the city holds."""
    return Regroup.act() if _worn(s) else Continue.act()


def _worn(s: State) -> bool:
    """Whether the columns are too weak to go on: within the points of a victory, or when they can
    do nothing any more."""
    board = s.board
    full = sum(sort.steps * sort.count for sort in board.sorts if _marches(sort.type))
    left = sum(
        board.face_steps[e >> SHIFT]
        for stack in s.stacks[SPANISH].values()
        for e in stack
        if _marches(board.face_type[e >> SHIFT])
    )
    foes = sum(
        board.face_steps[e >> SHIFT]
        for place, stack in s.stacks[AZTEC].items()
        if place in board.on_island
        for e in stack
    )
    if foes < left / 2:
        return False
    after = loss_points(s) + board.points.rest.points
    if s.fate != TAKEN:
        after -= board.points.cuauhtemoc.points  # he will be taken with the city
    return left < (WORN if after <= BUDGET else SPENT) * full and s.rests < MOST


def _marches(type_: int) -> bool:
    return type_ in (INFANTRY, CAVALRY)


def _again(s: State, side: int, decision: Decision) -> Action:
    return Continue.act()


def _objection(s: State, side: int, decision: Decision) -> Action:
    """4.5: where it has a fair chance: it makes the allies waver, but shows the knights."""
    return Object.act() if full_knights(s) >= PROTEST else Accept.act()


# -- deployment ------------------------------------------------------------------------------------


def _keep(s: State, side: int, decision: Decision) -> Action:
    """10.5, 10.6: whoever holds a fort stays there."""
    if "keep" not in decision.verbs:
        return Done.act()
    place = str(decision.next(Keep.before(Keep.place)).choices[0])
    prefix = Keep.before(Keep.units, place=place)
    chosen: tuple[str, ...] = ()
    while choices := decision.next(prefix, chosen).choices:
        chosen = (*chosen, str(choices[0]))
    return Keep.act(place=place, units=chosen)


def _deployment(s: State, side: int, decision: Decision) -> Action:
    """3.1, 10.7, 10.8: the standard way; Aztecs man their posts again in an R&R."""
    stage = s.frames[-1][2]
    manned = stage == REDEPLOY and side == AZTEC and "place" in decision.verbs
    if manned and (order := _posts(s, decision)) is not None:
        return order
    return Standard.act()


def _posts(s: State, decision: Decision) -> Action | None:
    """10.8: regulars to the posts of the set-up first, then a knight to each of the best."""
    board = s.board
    usual = board.standard["veteran" if s.rules.cannons else "beginner"].aztec
    posts = [place for place, _ in usual if place in board.on_island]
    for knights in (False, True):
        units = [f for f in s.pool[AZTEC] if (board.face_type[f] == KNIGHT) == knights]
        units = [f for f in units if f != board.leader_face[AZTEC]]
        free = [p for p in posts if _lacks(s, p, knights)]
        level = decision.next(Deploy.before(Deploy.units), ())
        able = {str(w) for w in level.choices}
        words = tuple(board.faces[f] for f in sorted(units)[: len(free)] if board.faces[f] in able)
        if words and free:
            prefix = Deploy.before(Deploy.road, units=words)
            road: tuple[str, ...] = ()
            for p in free:
                word = board.places[p]
                if len(road) < len(words) and word in decision.next(prefix, road).choices:
                    road = (*road, word)
            if road:
                return Deploy.act(units=words, road=road)
    return None


def _lacks(s: State, place: int, knights: bool) -> bool:
    types = [s.board.face_type[e >> SHIFT] for e in s.at(AZTEC, place)]
    if s.someone(SPANISH, place):
        return False
    return KNIGHT not in types and bool(types) if knights else not types


_JUDGES: dict[str, Judge] = {
    "movement": moving.movement,
    "combat": fighting.combat,
    "lake battle": fighting.engage,
    "trap failed": fighting.trap_failed,
    "lure": fighting.lure,
    "trapped": fighting.spring,
    "advance": fighting.advance,
    "drive": _drive,
    "losses": _losses,
    "flight": _flight,
    "temple": _temple,
    "declaration": _declaration,
    "again": _again,
    "objection": _objection,
    "keep": _keep,
    "deployment": _deployment,
}
