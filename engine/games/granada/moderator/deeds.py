"""What a moderator changes is carried out. No edit ends the game, and none uses chance.

The tree of the edits is in the module `edits`; replay gives the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action
from engine.games.granada.book.control import besieged, conceal, settle
from engine.games.granada.moderator.edits import (
    GREY_SIDE,
    PILES,
    SURRENDERS,
    all_cards,
    kinds_named,
    open_question,
    side_of,
    sources,
)
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, OWNERS, SEATS
from engine.games.granada.table.flow import POINTS, Context, verbs_open, whom
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    Entries,
    State,
    join,
    kinds_of,
    take,
    with_flags,
    without,
)

ENCOUNTERS = ("voyage", "engage", "sink", "haven")  # questions about ships under way

Deed = Callable[[State, Context, Action], None]


def apply_edit(s: State, c: Context, action: Action) -> None:
    """Carry out an edit. The game goes on even where the rules would have ended it."""
    over = s.over
    DEEDS[action.verb](s, c, action)
    if action.verb not in ("phase", "clear"):
        s.over = over
        if over is None and _unanswerable(s):
            _begin_again(s, c)


def _unanswerable(s: State) -> bool:
    """Whether an edit took away what the open question was about."""
    if s.frames[-1][0] not in POINTS:
        return False
    sides = whom(s)
    return not sides or any(not verbs_open(s, side) for side in sides)


def _begin_again(s: State, c: Context) -> None:
    """Break off what cannot go on: the phase begins anew."""
    phase = "combat" if s.phase == "combat" else "movement"
    c.tell("edit", "", {"edit": "phase", "phase": phase, "side": SEATS[s.active]})
    _go(s, phase, s.active)


def _tell(
    c: Context,
    action: Action,
    private: Mapping[str, Mapping[str, Any]] | None = None,
    reveals: tuple[str, ...] = (),
    **public: Any,
) -> None:
    """What everybody may know of an edit, and what only the owner of a secret may."""
    c.tell("edit", "", {"edit": action.verb, **public}, private, reveals)


# -- moving pieces -------------------------------------------------------------------------------


def _fetch(s: State, side: int, kind: int) -> None:
    """Take a spare block from the first of its possible homes."""
    for heap in (s.aside, s.bag, s.box, s.dead, s.mercs):
        if kind in heap[side]:
            heap[side] = without(heap[side], (kind,))
            return
    if kind in s.guard:
        s.guard = without(s.guard, (kind,))
    elif s.bull and kind in s.board.crusaders:
        # both come into the game with the card; the other one waits aside
        s.bull = False
        s.aside[side] = join(s.aside[side], without(s.board.crusaders, (kind,)))
    else:
        raise AssertionError(f"no spare block of kind {kind}")


def _put_aside(s: State, side: int, kinds: tuple[int, ...]) -> None:
    """Palace Guard and Mercenaries have boxes of their own to go back to."""
    for kind in kinds:
        special = s.board.kinds[kind].special
        if special == "guard":
            s.guard = join(s.guard, (kind,))
        elif special == "mercenaries":
            s.mercs[side] = join(s.mercs[side], (kind,))
        else:
            s.aside[side] = join(s.aside[side], (kind,))


def _settle(s: State, c: Context, place: int) -> None:
    """4.1: control follows whoever stands there alone; a siege gives the besieger the place."""
    settle(s, c, place)
    for side in (CHRISTIAN, MUSLIM):
        if s.board.castle[place] and besieged(s, place, side):
            _besieged_by(s, place, 1 - side)


def _besieged_by(s: State, place: int, besieger: int) -> None:
    if s.stacks[2 * place + besieger]:
        s.control[place] = besieger


# -- blocks on the map ---------------------------------------------------------------------------


def _place(s: State, c: Context, action: Action) -> None:
    _, word, words, token = action
    side, place = side_of(word), s.board.place[token]
    for kind in kinds_named(s, words):
        _fetch(s, side, kind)
    index = 2 * place + side
    s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT for k in kinds_named(s, words)))
    conceal(s, place, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=token, count=len(words))
    _settle(s, c, place)


def _lift(s: State, place: int, side: int, kinds: tuple[int, ...]) -> Entries:
    index = 2 * place + side
    lifted = take(s.stacks[index], kinds)
    s.stacks[index] = without(s.stacks[index], lifted)
    return lifted


def _remove(s: State, c: Context, action: Action) -> None:
    _, word, words, token = action
    side, place = side_of(word), s.board.place[token]
    _lift(s, place, side, kinds_named(s, words))
    _put_aside(s, side, kinds_named(s, words))
    conceal(s, place, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=token, count=len(words))
    _settle(s, c, place)


def _eliminate(s: State, c: Context, action: Action) -> None:
    """The eliminated are public; Boabdil cannot be among them and goes aside (10.12.1)."""
    _, word, words, token = action
    place, kinds = s.board.place[token], kinds_named(s, words)
    if word == GREY_SIDE:
        s.grey = without(s.grey, take(s.grey, kinds))
        s.grey_dead = join(s.grey_dead, kinds)
        if not s.grey:
            s.grey_at = -1
    else:
        side = side_of(word)
        _lift(s, place, side, kinds)
        dead = tuple(k for k in kinds if k != s.board.boabdil)
        s.dead[side] = join(s.dead[side], dead)
        if len(dead) < len(kinds):
            s.aside[side] = join(s.aside[side], (s.board.boabdil,))
    _tell(c, action, None, ("blocks",), side=word, place=token, blocks=words)
    _settle(s, c, place)


def _shift(s: State, c: Context, action: Action) -> None:
    _, word, words, start, goal = action
    side, here, there = side_of(word), s.board.place[start], s.board.place[goal]
    whole = len(words) == len(s.stacks[2 * here + side]) and not s.stacks[2 * there + side]
    moved = with_flags(_lift(s, here, side, kinds_named(s, words)), 0, INSIDE | DEPLOYED)
    s.stacks[2 * there + side] = join(s.stacks[2 * there + side], moved)
    if not whole:  # what was known of either stack is lost when they mix
        conceal(s, here, side)
        conceal(s, there, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=start, to=goal, count=len(words))
    _settle(s, c, here)
    _settle(s, c, there)


def _reveal(s: State, c: Context, action: Action) -> None:
    index = 2 * s.board.place[action[2]] + side_of(action[1])
    s.stacks[index] = with_flags(s.stacks[index], KNOWN)
    blocks = tuple(s.board.kind_tokens[k] for k in kinds_of(s.stacks[index]))
    _tell(c, action, None, ("blocks",), side=action[1], place=action[2], blocks=blocks)


def _hide(s: State, c: Context, action: Action) -> None:
    conceal(s, s.board.place[action[2]], side_of(action[1]))
    _tell(c, action, side=action[1], place=action[2])


def _fresh(s: State, c: Context, action: Action) -> None:
    place, side = s.board.place[action[2]], side_of(action[1])
    index = 2 * place + side
    s.stacks[index] = with_flags(s.stacks[index], 0, MOVED)
    if side == CHRISTIAN and s.grey_at == place:
        s.grey = with_flags(s.grey, 0, MOVED)
    _tell(c, action, side=action[1], place=action[2])


# -- boxes and ships -----------------------------------------------------------------------------


def _recruit(s: State, c: Context, action: Action) -> None:
    _, word, words = action
    side, kinds = side_of(word), kinds_named(s, words)
    for kind in kinds:
        heap = next(h for h in (s.aside, s.bag, s.dead) if kind in h[side])
        heap[side] = without(heap[side], (kind,))
    s.box[side] = join(s.box[side], kinds)
    _tell(c, action, {word: {"blocks": words}}, side=word, count=len(words))


def _fleet(s: State, c: Context, action: Action) -> None:
    _, word, token, words = action
    side, kinds = side_of(word), kinds_named(s, words)
    for kind in (s.board.fleet_kind[side], *kinds):
        _fetch(s, side, kind)
    index = 2 * s.board.zone[token] + side
    ship = (0, *(k << SHIFT for k in kinds))
    s.ships[index] = tuple(sorted((*s.ships[index], ship)))
    _tell(c, action, {word: {"blocks": words}}, side=word, zone=token, count=len(words))


def _scuttle(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    side = side_of(word)
    index = 2 * s.board.zone[token] + side
    _sink_aside(s, side, index)
    _tell(c, action, side=word, zone=token)
    if open_question(s) in ENCOUNTERS:
        _begin_again(s, c)


def _sink_aside(s: State, side: int, index: int) -> None:
    for ship in s.ships[index]:
        _put_aside(s, side, (s.board.fleet_kind[side], *kinds_of(ship[1:])))
    s.ships[index] = ()


# -- control -------------------------------------------------------------------------------------


def _control(s: State, c: Context, action: Action) -> None:
    s.control[s.board.place[action[1]]] = OWNERS.index(action[2])
    _tell(c, action, place=action[1], owner=action[2])


def _castle(s: State, c: Context, action: Action) -> None:
    s.castle[s.board.place[action[1]]] = OWNERS.index(action[2])
    _tell(c, action, place=action[1], owner=action[2])


def _disk(s: State, c: Context, action: Action) -> None:
    place = s.board.place[action[1]]
    if action[2] == "on":
        s.disks = tuple(sorted((*s.disks, place)))
        s.castle[place] = MUSLIM  # it is never outside
    else:
        s.disks = without(s.disks, (place,))
    _tell(c, action, place=action[1], there=action[2])
    _settle(s, c, place)


def _pioneer(s: State, c: Context, action: Action) -> None:
    place = s.board.place[action[1]]
    kept = tuple(p for p in s.pioneers if p >> 1 != place)
    s.pioneers = tuple(sorted((*kept, *(place << 1,) * int(action[2]))))
    _tell(c, action, place=action[1], number=action[2])


# -- cards ---------------------------------------------------------------------------------------


def _reopen(s: State, side: int) -> None:
    """A sealed answer may name cards that are no longer there: it has to be given again."""
    s.sealed[side] = None


def _hand(s: State, c: Context, action: Action) -> None:
    _, word, words = action
    side = side_of(word)
    _reopen(s, side)
    s.deck[side] = join(s.deck[side], s.hand[side])
    s.hand[side] = s.shown[side] = ()
    for token in words:
        _draw_card(s, side, s.board.card[side][token])
    _tell(c, action, {word: {"cards": words}}, side=word, count=len(words))


def _draw_card(s: State, side: int, card: int) -> None:
    """From the deck, else the discards, else from out of the game."""
    for heap in (s.deck, s.discard, s.removed):
        if card in heap[side]:
            heap[side] = without(heap[side], (card,))
            s.hand[side] = join(s.hand[side], (card,))
            return
    raise AssertionError(f"no card {card} to give")


def _give(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    _reopen(s, side_of(word))
    _draw_card(s, side_of(word), s.board.card[side_of(word)][token])
    _tell(c, action, {word: {"cards": (token,)}}, side=word, count=1)


def _leave_hand(s: State, side: int, card: int) -> None:
    s.hand[side] = without(s.hand[side], (card,))
    if card in s.shown[side] and s.shown[side].count(card) > s.hand[side].count(card):
        s.shown[side] = without(s.shown[side], (card,))


def _take(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    side = side_of(word)
    card = s.board.card[side][token]
    _reopen(s, side)
    _leave_hand(s, side, card)
    s.deck[side] = join(s.deck[side], (card,))
    _tell(c, action, {word: {"cards": (token,)}}, side=word, count=1)


def _pile(s: State, c: Context, action: Action) -> None:
    _, word, token, goal = action
    side = side_of(word)
    card = s.board.card[side][token]
    source = sources(s, side, card, goal)[0]
    if source == "hand":
        _reopen(s, side)
        _leave_hand(s, side, card)
    else:
        heap = getattr(s, source)
        heap[side] = without(heap[side], (card,))
    heap = getattr(s, PILES[goal])
    heap[side] = join(heap[side], (card,))
    if goal == "deck":
        _tell(c, action, {word: {"cards": (token,)}}, side=word, pile=goal)
    else:  # what is discarded or put out of the game is seen (3.3)
        _tell(c, action, None, ("cards",), side=word, pile=goal, cards=(token,))


def _surrenders(s: State, c: Context, action: Action) -> None:
    s.surrender[side_of(action[1])] = int(action[2])
    _tell(c, action, side=action[1], number=action[2])


# -- time and points -----------------------------------------------------------------------------


def _turn(s: State, c: Context, action: Action) -> None:
    s.turn = s.board.turn_tokens.index(action[1])
    _tell(c, action, turn=action[1])


def _starts(s: State, c: Context, action: Action) -> None:
    s.first = side_of(action[1])
    _tell(c, action, side=action[1])


def _phase(s: State, c: Context, action: Action) -> None:
    """6.1: from the beginning of that phase on, the rest of the turn follows as ever."""
    public = {"phase": action[1]} | ({"side": action[2]} if action[2] else {})
    _tell(c, action, **public)
    _go(s, action[1], side_of(action[2]) if action[2] else s.first)


def _go(s: State, phase: str, side: int) -> None:
    _break_off(s)
    s.over = None
    if phase == "bid":
        s.phase = "turn order"
        s.frames = [("turn",), ("bid",)]
    elif phase == "reinforcement":
        follows = "year" if s.board.year_end[s.turn] else "turn"
        s.frames = [(follows,), ("turn_marker",), ("reinforcement",)]
    elif phase == "end":
        s.frames = [("turn_ends",)]
    else:
        s.frames = _rest_of_turn(s, phase, side)


def _rest_of_turn(s: State, phase: str, side: int) -> list[tuple[Any, ...]]:
    """6.3: the steps of a turn from a phase on, the next one last."""
    whole: list[tuple[Any, ...]] = [("turn_ends",)]
    for who in (1 - s.first, s.first):
        whole += [("combat_phase", who), ("movement_phase", who)]
    return whole[: whole.index((f"{phase}_phase", side)) + 1]


def _break_off(s: State) -> None:
    """Forget the battle, the voyage and the answers that were under way."""
    s.battle = None
    s.sealed = [None, None]
    s.origin, s.opened, s.sea_opened = -1, (), ()
    s.used, s.entered, s.fought = frozenset(), frozenset(), ()
    for side in (CHRISTIAN, MUSLIM):
        s.discard[side] = join(s.discard[side], s.pile[side])
        s.pile[side] = ()
    s.stacks = [with_flags(stack, 0, INSIDE | DEPLOYED) for stack in s.stacks]
    s.grey = with_flags(s.grey, 0, INSIDE | DEPLOYED)
    s.ships = [tuple(sorted((ship[0] & MOVED, *ship[1:]) for ship in zone)) for zone in s.ships]


def _score(s: State, c: Context, action: Action) -> None:
    s.bonus[side_of(action[1])] += round(2 * float(action[2]))
    _tell(c, action, side=action[1], number=action[2])


def _captures(s: State, c: Context, action: Action) -> None:
    s.captures = int(action[1])
    _tell(c, action, number=action[1])


def _grey(s: State, c: Context, action: Action) -> None:
    """10.12.1: all of it, or Boabdil and the Banu Sarray after a second capture."""
    _, token, until = action
    _box_grey(s)
    if token is not None:
        _leave_black(s)
        kinds = s.board.kinds
        army = tuple(k for k in s.grey_box if s.captures < 2 or kinds[k].any_card)
        s.grey_box = without(s.grey_box, army)
        s.grey = tuple(k << SHIFT | KNOWN for k in army)
        s.grey_at = s.board.place[token]
        s.grey_from, s.grey_until = s.turn, s.board.turn_tokens.index(until)
    _tell(c, action, place=token, until=until)
    if s.grey_at >= 0:
        _settle(s, c, s.grey_at)


def _box_grey(s: State) -> None:
    s.grey_box = tuple(sorted(s.grey_box + s.grey_dead + kinds_of(s.grey)))
    s.grey, s.grey_dead, s.grey_at, s.grey_until = (), (), -1, -1


def _leave_black(s: State) -> None:
    """There is one Boabdil: while he is grey the black block lies aside."""
    boabdil = s.board.boabdil
    for p in range(len(s.board.places)):
        if boabdil in kinds_of(s.stacks[2 * p + MUSLIM]):
            _lift(s, p, MUSLIM, (boabdil,))
            s.aside[MUSLIM] = join(s.aside[MUSLIM], (boabdil,))
            return


# -- everything ----------------------------------------------------------------------------------


def _clear(s: State, c: Context, action: Action) -> None:
    """An empty map: blocks aside, cards in the decks, control as at the start, no battle."""
    _tell(c, action)
    phase = {"turn order": "bid", "reinforcement": "reinforcement"}.get(s.phase, "movement")
    _go(s, phase, s.active)
    for side in (CHRISTIAN, MUSLIM):
        _clear_side(s, side)
    s.surrender = [SURRENDERS, SURRENDERS]
    _box_grey(s)
    s.captures, s.bonus = 0, [0, 0]
    s.control = list(s.board.start_control)
    s.castle = [owner if s.board.castle[p] else -1 for p, owner in enumerate(s.board.territory)]
    s.disks = s.board.disks
    s.naval_deck, s.naval_discard = tuple(sorted(s.naval_deck + s.naval_discard)), ()
    s.pioneers = tuple(p << 1 for p in s.board.pioneers if s.options["pioneers"] == "on")


def _clear_side(s: State, side: int) -> None:
    for index in range(side, len(s.stacks), 2):
        _put_aside(s, side, kinds_of(s.stacks[index]))
        s.stacks[index] = ()
    for index in range(side, len(s.ships), 2):
        _sink_aside(s, side, index)
    for heap in (s.box, s.dead):
        _put_aside(s, side, heap[side])
        heap[side] = ()
    s.deck[side] = all_cards(s, side)
    s.hand[side] = s.discard[side] = s.removed[side] = s.shown[side] = ()


# -- chance --------------------------------------------------------------------------------------


def _force(s: State, c: Context, action: Action) -> None:
    """The result is kept with the dice; only its label is told."""
    label = action[1].replace("set-up-", "set-up ")  # its own name has a hyphen
    if not label.startswith("set-up"):
        label = label.replace("-", " ")
    c.dice.forced.append((label, action[2]))
    _tell(c, action, label=action[1])


def _unforce(s: State, c: Context, action: Action) -> None:
    """A forced result that cannot come up would stop the game: it can be forgotten."""
    c.dice.forced.clear()
    _tell(c, action)


DEEDS: dict[str, Deed] = {
    "clear": _clear,
    "place": _place,
    "remove": _remove,
    "eliminate": _eliminate,
    "shift": _shift,
    "reveal": _reveal,
    "hide": _hide,
    "fresh": _fresh,
    "recruit": _recruit,
    "fleet": _fleet,
    "scuttle": _scuttle,
    "control": _control,
    "castle": _castle,
    "disk": _disk,
    "hand": _hand,
    "give": _give,
    "take": _take,
    "pile": _pile,
    "surrenders": _surrenders,
    "turn": _turn,
    "starts": _starts,
    "phase": _phase,
    "score": _score,
    "captures": _captures,
    "grey": _grey,
    "pioneer": _pioneer,
    "force": _force,
    "unforce": _unforce,
}
