"""What a moderator may change: the same tree, the same text, checked after every step.

An edit is a level function and a deed of the same name. Blocks that are taken off the map lie
*aside*; `place` and its like take them from there, from the bag, the recruitment box or the
eliminated. No edit ends the game, and none uses chance: replay gives the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.board import CHRISTIAN, MUSLIM, OWNERS, SEATS
from engine.games.granada.cards import tokens
from engine.games.granada.control import besieged, conceal, settle
from engine.games.granada.flow import NOTHING, POINTS, Context, one, subset
from engine.games.granada.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    Entries,
    State,
    grey_here,
    join,
    kinds_of,
    take,
    units,
    with_flags,
    without,
)
from engine.games.granada.verbs import EDITS

CARGO = 2  # blocks that a fleet carries (7.5.2)
SURRENDERS = 2  # Castle Surrender cards of a side (5.1)
TILES = 3  # Pioneers tiles (11.7)
CAPTURES = 3  # the third takes Boabdil out of the game (10.12.1)
HALVES = tuple(f"{n / 2:g}" for n in range(-80, 81) if n)
PILES = {"deck": "deck", "discards": "discard", "out": "removed"}
SWITCH = ("on", "off")
GREY_SIDE = "grey"
ENCOUNTERS = ("voyage", "engage", "sink", "haven")  # questions about ships under way

Prefix = tuple[Value, ...]
Leveller = Callable[[State, Prefix, Prefix], Level]
Deed = Callable[[State, Context, Action], None]


def edit_level(s: State, prefix: Prefix, partial: Prefix) -> Level:
    """What may stand next in an edit."""
    if not prefix:
        return one([verb for verb in EDITS if _possible(s, verb)])
    return LEVELS[prefix[0]](s, prefix, partial)


def _possible(s: State, verb: str) -> bool:
    """Whether an edit has anything to work on; one without slots can always be made."""
    return not EDITS[verb].slots or bool(LEVELS[verb](s, (verb,), ()).choices)


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
    name, *args = s.frames[-1]
    point = POINTS.get(name)
    if point is None:
        return False
    sides = point.sides(s, *args)
    return not sides or any(not point.level(s, side, (), (), *args).choices for side in sides)


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


# -- finding pieces ------------------------------------------------------------------------------


def _asked(s: State) -> str:
    """The kind of question that is open; nothing is left to ask when the game is over."""
    return str(s.frames[-1][0]) if s.over is None else ""


def _spare(s: State, side: int) -> tuple[int, ...]:
    """The land blocks of a side that are nowhere on the map, in ascending order.

    Blocks whose owner is just being asked where they come in are not spare.
    """
    kinds = s.board.kinds
    asked = _asked(s)
    found = s.aside[side] + s.bag[side] + s.box[side] + s.dead[side]
    if asked != "hire":
        found += s.mercs[side]
    if side == MUSLIM:
        found += s.guard
        if s.grey_until >= 0 or asked == "return":  # he is grey, or on his way back
            found = tuple(k for k in found if k != s.board.boabdil)
    elif s.bull and asked != "bull":
        found += s.board.crusaders
    return tuple(sorted(k for k in found if not kinds[k].fleet))


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


def _kinds(s: State, words: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(s.board.kind[word] for word in words)


def _side(word: str) -> int:
    return SEATS.index(word)


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


def _level_place(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _spare(s, _side(seat))])
    if len(prefix) == 2:
        pool = _spare(s, _side(prefix[1]))
        return subset(pool, s.board.kind_tokens, partial, 1, len(pool))
    return one(s.board.places)


def _place(s: State, c: Context, action: Action) -> None:
    _, word, words, token = action
    side, place = _side(word), s.board.place[token]
    for kind in _kinds(s, words):
        _fetch(s, side, kind)
    index = 2 * place + side
    s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT for k in _kinds(s, words)))
    conceal(s, place, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=token, count=len(words))
    _settle(s, c, place)


def _standing(s: State, word: str, place: int) -> tuple[int, ...]:
    """The kinds that a side (or the grey army) has in a place."""
    if word == GREY_SIDE:
        return kinds_of(s.grey) if s.grey_at == place else ()
    return kinds_of(s.stacks[2 * place + _side(word)])


def _level_standing(s: State, prefix: Prefix, partial: Prefix, words: tuple[str, ...]) -> Level:
    """Side, then blocks, then the place; every choice leaves a place where all of it stands."""
    places = range(len(s.board.places))
    if len(prefix) == 1:
        return one([w for w in words if any(_standing(s, w, p) for p in places)])
    if len(prefix) == 2:
        return _level_together(s, [_standing(s, prefix[1], p) for p in places], partial)
    there = [p for p in places if _holds(_standing(s, prefix[1], p), _kinds(s, prefix[2]))]
    return one([s.board.places[p] for p in there])


def _level_together(s: State, stacks: list[tuple[int, ...]], partial: Prefix) -> Level:
    """The next of a set of blocks that some one stack can give."""
    chosen = _kinds(s, partial)
    found: set[int] = set()
    for stack in stacks:
        if _holds(stack, chosen):
            last = chosen[-1] if chosen else -1
            found.update(k for k in without(stack, chosen) if k >= last)
    names = s.board.kind_tokens
    most = max(map(len, stacks))
    return Level(tuple(names[k] for k in sorted(found)), "set", bool(partial), 1, most)


def _holds(stack: tuple[int, ...], kinds: tuple[int, ...]) -> bool:
    return all(stack.count(kind) >= kinds.count(kind) for kind in set(kinds))


def _level_remove(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return _level_standing(s, prefix, partial, SEATS)


def _lift(s: State, place: int, side: int, kinds: tuple[int, ...]) -> Entries:
    index = 2 * place + side
    lifted = take(s.stacks[index], kinds)
    s.stacks[index] = without(s.stacks[index], lifted)
    return lifted


def _remove(s: State, c: Context, action: Action) -> None:
    _, word, words, token = action
    side, place = _side(word), s.board.place[token]
    _lift(s, place, side, _kinds(s, words))
    _put_aside(s, side, _kinds(s, words))
    conceal(s, place, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=token, count=len(words))
    _settle(s, c, place)


def _level_eliminate(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return _level_standing(s, prefix, partial, (*SEATS, GREY_SIDE))


def _eliminate(s: State, c: Context, action: Action) -> None:
    """The eliminated are public; Boabdil cannot be among them and goes aside (10.12.1)."""
    _, word, words, token = action
    place, kinds = s.board.place[token], _kinds(s, words)
    if word == GREY_SIDE:
        s.grey = without(s.grey, take(s.grey, kinds))
        s.grey_dead = join(s.grey_dead, kinds)
        if not s.grey:
            s.grey_at = -1
    else:
        side = _side(word)
        _lift(s, place, side, kinds)
        dead = tuple(k for k in kinds if k != s.board.boabdil)
        s.dead[side] = join(s.dead[side], dead)
        if len(dead) < len(kinds):
            s.aside[side] = join(s.aside[side], (s.board.boabdil,))
    _tell(c, action, None, ("blocks",), side=word, place=token, blocks=words)
    _settle(s, c, place)


def _level_shift(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) < 4:
        return _level_standing(s, prefix, partial, SEATS)
    return one([token for token in s.board.places if token != prefix[3]])


def _shift(s: State, c: Context, action: Action) -> None:
    _, word, words, start, goal = action
    side, here, there = _side(word), s.board.place[start], s.board.place[goal]
    whole = len(words) == len(s.stacks[2 * here + side]) and not s.stacks[2 * there + side]
    moved = with_flags(_lift(s, here, side, _kinds(s, words)), 0, INSIDE | DEPLOYED)
    s.stacks[2 * there + side] = join(s.stacks[2 * there + side], moved)
    if not whole:  # what was known of either stack is lost when they mix
        conceal(s, here, side)
        conceal(s, there, side)
    _tell(c, action, {word: {"blocks": words}}, side=word, place=start, to=goal, count=len(words))
    _settle(s, c, here)
    _settle(s, c, there)


def _level_stack(s: State, prefix: Prefix, partial: Prefix) -> Level:
    """A side and a place where it has blocks."""
    sides = range(len(SEATS)) if len(prefix) == 1 else (_side(prefix[1]),)
    found = [(side, p) for side in sides for p in range(len(s.board.places))
             if s.stacks[2 * p + side] or (side == CHRISTIAN and grey_here(s, p))]
    if len(prefix) == 1:
        return one(list(dict.fromkeys(SEATS[side] for side, _ in found)))
    return one([s.board.places[p] for _, p in found])


def _reveal(s: State, c: Context, action: Action) -> None:
    index = 2 * s.board.place[action[2]] + _side(action[1])
    s.stacks[index] = with_flags(s.stacks[index], KNOWN)
    blocks = tuple(s.board.kind_tokens[k] for k in kinds_of(s.stacks[index]))
    _tell(c, action, None, ("blocks",), side=action[1], place=action[2], blocks=blocks)


def _hide(s: State, c: Context, action: Action) -> None:
    conceal(s, s.board.place[action[2]], _side(action[1]))
    _tell(c, action, side=action[1], place=action[2])


def _fresh(s: State, c: Context, action: Action) -> None:
    place, side = s.board.place[action[2]], _side(action[1])
    index = 2 * place + side
    s.stacks[index] = with_flags(s.stacks[index], 0, MOVED)
    if side == CHRISTIAN and s.grey_at == place:
        s.grey = with_flags(s.grey, 0, MOVED)
    _tell(c, action, side=action[1], place=action[2])


# -- boxes and ships -----------------------------------------------------------------------------


def _boxable(s: State, side: int) -> tuple[int, ...]:
    """What may lie in a recruitment box: blocks of a faction, and fleets."""
    spare = sorted(s.aside[side] + s.bag[side] + s.dead[side])
    kinds = s.board.kinds
    return tuple(k for k in spare if kinds[k].faction >= 0 or kinds[k].fleet)


def _level_recruit(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _boxable(s, _side(seat))])
    pool = _boxable(s, _side(prefix[1]))
    return subset(pool, s.board.kind_tokens, partial, 1, len(pool))


def _recruit(s: State, c: Context, action: Action) -> None:
    _, word, words = action
    side, kinds = _side(word), _kinds(s, words)
    for kind in kinds:
        heap = next(h for h in (s.aside, s.bag, s.dead) if kind in h[side])
        heap[side] = without(heap[side], (kind,))
    s.box[side] = join(s.box[side], kinds)
    _tell(c, action, {word: {"blocks": words}}, side=word, count=len(words))


def _spare_fleet(s: State, side: int) -> bool:
    fleet = s.board.fleet_kind[side]
    return fleet in s.aside[side] + s.bag[side] + s.box[side] + s.dead[side]


def _passengers(s: State, side: int) -> tuple[int, ...]:
    """7.5.2, G20: neither Boabdil nor the Palace Guard goes to sea."""
    kinds = s.board.kinds
    return tuple(
        k for k in _spare(s, side) if k != s.board.boabdil and kinds[k].special != "guard"
    )


def _level_fleet(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _spare_fleet(s, _side(seat))])
    if len(prefix) == 2:
        return one(s.board.zones)
    return subset(_passengers(s, _side(prefix[1])), s.board.kind_tokens, partial, 0, CARGO)


def _fleet(s: State, c: Context, action: Action) -> None:
    _, word, token, words = action
    side, kinds = _side(word), _kinds(s, words)
    for kind in (s.board.fleet_kind[side], *kinds):
        _fetch(s, side, kind)
    index = 2 * s.board.zone[token] + side
    ship = (0, *(k << SHIFT for k in kinds))
    s.ships[index] = tuple(sorted((*s.ships[index], ship)))
    _tell(c, action, {word: {"blocks": words}}, side=word, zone=token, count=len(words))


def _level_scuttle(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if any(s.ships[i::2])])
    side = _side(prefix[1])
    return one([z for i, z in enumerate(s.board.zones) if s.ships[2 * i + side]])


def _scuttle(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    side = _side(word)
    index = 2 * s.board.zone[token] + side
    _sink_aside(s, side, index)
    _tell(c, action, side=word, zone=token)
    if _asked(s) in ENCOUNTERS:
        _begin_again(s, c)


def _sink_aside(s: State, side: int, index: int) -> None:
    for ship in s.ships[index]:
        _put_aside(s, side, (s.board.fleet_kind[side], *kinds_of(ship[1:])))
    s.ships[index] = ()


# -- control -------------------------------------------------------------------------------------


def _level_control(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(s.board.places if len(prefix) == 1 else OWNERS)


def _control(s: State, c: Context, action: Action) -> None:
    s.control[s.board.place[action[1]]] = OWNERS.index(action[2])
    _tell(c, action, place=action[1], owner=action[2])


def _level_castle(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([s.board.places[p] for p in s.board.castles])
    return one(_castle_owners(s, s.board.place[prefix[1]]))


def _castle_owners(s: State, place: int) -> tuple[str, ...]:
    """4.3: a side that stands there alone holds the castle; a disk or a waiting Guard is inside."""
    white, black = bool(s.stacks[2 * place]), bool(s.stacks[2 * place + 1])
    if not black and units(s, place, MUSLIM):
        return OWNERS[MUSLIM : MUSLIM + 1]
    if white and black:
        return SEATS
    if white or black:
        return OWNERS[black : black + 1]
    if grey_here(s, place):
        return (OWNERS[CHRISTIAN], OWNERS[2])
    return OWNERS


def _castle(s: State, c: Context, action: Action) -> None:
    s.castle[s.board.place[action[1]]] = OWNERS.index(action[2])
    _tell(c, action, place=action[1], owner=action[2])


def _level_disk(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([s.board.places[p] for p in s.board.disks])
    return one([SWITCH[s.board.place[prefix[1]] in s.disks]])


def _disk(s: State, c: Context, action: Action) -> None:
    place = s.board.place[action[1]]
    if action[2] == "on":
        s.disks = tuple(sorted((*s.disks, place)))
        s.castle[place] = MUSLIM  # it is never outside
    else:
        s.disks = without(s.disks, (place,))
    _tell(c, action, place=action[1], there=action[2])
    _settle(s, c, place)


def _level_pioneer(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(s.board.places if len(prefix) == 1 else _upto(TILES))


def _upto(number: int) -> list[str]:
    return [str(n) for n in range(number + 1)]


def _pioneer(s: State, c: Context, action: Action) -> None:
    place = s.board.place[action[1]]
    kept = tuple(p for p in s.pioneers if p >> 1 != place)
    s.pioneers = tuple(sorted((*kept, *(place << 1,) * int(action[2]))))
    _tell(c, action, place=action[1], number=action[2])


# -- cards ---------------------------------------------------------------------------------------


def _all_cards(s: State, side: int) -> tuple[int, ...]:
    """Every card of a side but those on the table in a battle."""
    return tuple(sorted(s.hand[side] + s.deck[side] + s.discard[side] + s.removed[side]))


def _card_words(s: State, side: int, cards: tuple[int, ...]) -> list[str]:
    return list(tokens(s, side, tuple(dict.fromkeys(sorted(cards)))))


def _level_hand(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one(SEATS)
    side = _side(prefix[1])
    pool = _all_cards(s, side)
    return subset(pool, s.board.card_tokens[side], partial, 0, len(pool))


def _reopen(s: State, side: int) -> None:
    """A sealed answer may name cards that are no longer there: it has to be given again."""
    s.sealed[side] = None


def _hand(s: State, c: Context, action: Action) -> None:
    _, word, words = action
    side = _side(word)
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


def _level_give(s: State, prefix: Prefix, partial: Prefix) -> Level:
    pools = [s.deck[i] + s.discard[i] + s.removed[i] for i in (CHRISTIAN, MUSLIM)]
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if pools[i]])
    side = _side(prefix[1])
    return one(_card_words(s, side, pools[side]))


def _give(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    _reopen(s, _side(word))
    _draw_card(s, _side(word), s.board.card[_side(word)][token])
    _tell(c, action, {word: {"cards": (token,)}}, side=word, count=1)


def _level_take(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if s.hand[i]])
    side = _side(prefix[1])
    return one(_card_words(s, side, s.hand[side]))


def _leave_hand(s: State, side: int, card: int) -> None:
    s.hand[side] = without(s.hand[side], (card,))
    if card in s.shown[side] and s.shown[side].count(card) > s.hand[side].count(card):
        s.shown[side] = without(s.shown[side], (card,))


def _take(s: State, c: Context, action: Action) -> None:
    _, word, token = action
    side = _side(word)
    card = s.board.card[side][token]
    _reopen(s, side)
    _leave_hand(s, side, card)
    s.deck[side] = join(s.deck[side], (card,))
    _tell(c, action, {word: {"cards": (token,)}}, side=word, count=1)


def _sources(s: State, side: int, card: int, goal: str) -> list[str]:
    """The heaps from which a card could come to the pile `goal`."""
    heaps = ("hand", "deck", "discard", "removed")
    return [h for h in heaps if h != PILES[goal] and card in getattr(s, h)[side]]


def _level_pile(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if _all_cards(s, i)])
    side = _side(prefix[1])
    if len(prefix) == 2:
        return one(_card_words(s, side, _all_cards(s, side)))
    card = s.board.card[side][prefix[2]]
    return one([goal for goal in PILES if _sources(s, side, card, goal)])


def _pile(s: State, c: Context, action: Action) -> None:
    _, word, token, goal = action
    side = _side(word)
    card = s.board.card[side][token]
    source = _sources(s, side, card, goal)[0]
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


def _level_surrenders(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS if len(prefix) == 1 else _upto(SURRENDERS))


def _surrenders(s: State, c: Context, action: Action) -> None:
    s.surrender[_side(action[1])] = int(action[2])
    _tell(c, action, side=action[1], number=action[2])


# -- time and points -----------------------------------------------------------------------------


def _level_turn(s: State, prefix: Prefix, partial: Prefix) -> Level:
    marker_waits = any(frame[0] == "turn_marker" for frame in s.frames)
    return one(s.board.turn_tokens[:-1] if marker_waits else s.board.turn_tokens)


def _turn(s: State, c: Context, action: Action) -> None:
    s.turn = s.board.turn_tokens.index(action[1])
    _tell(c, action, turn=action[1])


def _level_starts(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS)


def _starts(s: State, c: Context, action: Action) -> None:
    s.first = _side(action[1])
    _tell(c, action, side=action[1])


PHASES = ("bid", "movement", "combat", "reinforcement", "end")


def _level_phase(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        last = s.turn == s.board.turns - 1  # no reinforcement follows it (6.5)
        return one([p for p in PHASES if p != "reinforcement" or not last])
    return one(SEATS) if prefix[1] in ("movement", "combat") else NOTHING


def _phase(s: State, c: Context, action: Action) -> None:
    """6.1: from the beginning of that phase on, the rest of the turn follows as ever."""
    public = {"phase": action[1]} | ({"side": action[2]} if action[2] else {})
    _tell(c, action, **public)
    _go(s, action[1], _side(action[2]) if action[2] else s.first)


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


def _level_score(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS if len(prefix) == 1 else HALVES)


def _score(s: State, c: Context, action: Action) -> None:
    s.bonus[_side(action[1])] += round(2 * float(action[2]))
    _tell(c, action, side=action[1], number=action[2])


def _level_captures(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(_upto(CAPTURES))


def _captures(s: State, c: Context, action: Action) -> None:
    s.captures = int(action[1])
    _tell(c, action, number=action[1])


def _level_grey(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([None, *s.board.places])
    return NOTHING if prefix[1] is None else one(s.board.turn_tokens[s.turn :])


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


def _level_clear(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one([])


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
    s.castle = [
        owner if s.board.castle[p] else -1 for p, owner in enumerate(s.board.territory)
    ]
    s.disks = s.board.disks
    s.naval_deck, s.naval_discard = tuple(sorted(s.naval_deck + s.naval_discard)), ()
    s.pioneers = tuple(
        p << 1 for p in s.board.pioneers if s.options["pioneers"] == "on"
    )


def _clear_side(s: State, side: int) -> None:
    for index in range(side, len(s.stacks), 2):
        _put_aside(s, side, kinds_of(s.stacks[index]))
        s.stacks[index] = ()
    for index in range(side, len(s.ships), 2):
        _sink_aside(s, side, index)
    for heap in (s.box, s.dead):
        _put_aside(s, side, heap[side])
        heap[side] = ()
    s.deck[side] = _all_cards(s, side)
    s.hand[side] = s.discard[side] = s.removed[side] = s.shown[side] = ()


# -- chance --------------------------------------------------------------------------------------


def _labels(s: State) -> dict[str, list[str]]:
    """The chance draws that can be forced, as order text writes them, and what can come of them."""
    kinds = s.board.kind_tokens
    found: dict[str, list[str]] = {}
    for i, seat in enumerate(SEATS):
        found[f"draw-{seat}"] = _card_words(s, i, _all_cards(s, i) + s.pile[i])
        found[f"recruit-{seat}"] = [kinds[k] for k in dict.fromkeys(sorted(s.bag[i]))]
        if s.phase == "set-up":
            found[f"set-up-{seat}"] = [
                word for word in found[f"recruit-{seat}"]
                if not s.board.kinds[s.board.kind[word]].fleet
            ]
    found["naval"] = list(s.board.naval_tokens)
    found["coin"] = list(SEATS)
    return {label: results for label, results in found.items() if results}


def _level_force(s: State, prefix: Prefix, partial: Prefix) -> Level:
    labels = _labels(s)
    return one(list(labels) if len(prefix) == 1 else labels[prefix[1]])


def _force(s: State, c: Context, action: Action) -> None:
    """The result is kept with the dice; only its label is told."""
    label = action[1].replace("set-up-", "set-up ")  # its own name has a hyphen
    if not label.startswith("set-up"):
        label = label.replace("-", " ")
    c.dice.forced.append((label, action[2]))
    _tell(c, action, label=action[1])


def _level_unforce(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one([])


def _unforce(s: State, c: Context, action: Action) -> None:
    """A forced result that cannot come up would stop the game: it can be forgotten."""
    c.dice.forced.clear()
    _tell(c, action)


LEVELS: dict[str, Leveller] = {
    "clear": _level_clear, "place": _level_place, "remove": _level_remove,
    "eliminate": _level_eliminate, "shift": _level_shift, "reveal": _level_stack,
    "hide": _level_stack, "fresh": _level_stack, "recruit": _level_recruit,
    "fleet": _level_fleet, "scuttle": _level_scuttle, "control": _level_control,
    "castle": _level_castle, "disk": _level_disk, "hand": _level_hand, "give": _level_give,
    "take": _level_take, "pile": _level_pile, "surrenders": _level_surrenders,
    "turn": _level_turn, "starts": _level_starts, "phase": _level_phase,
    "score": _level_score, "captures": _level_captures, "grey": _level_grey,
    "pioneer": _level_pioneer, "force": _level_force, "unforce": _level_unforce,
}

DEEDS: dict[str, Deed] = {
    "clear": _clear, "place": _place, "remove": _remove, "eliminate": _eliminate,
    "shift": _shift, "reveal": _reveal, "hide": _hide, "fresh": _fresh, "recruit": _recruit,
    "fleet": _fleet, "scuttle": _scuttle, "control": _control, "castle": _castle,
    "disk": _disk, "hand": _hand, "give": _give, "take": _take, "pile": _pile,
    "surrenders": _surrenders, "turn": _turn, "starts": _starts, "phase": _phase,
    "score": _score, "captures": _captures, "grey": _grey, "pioneer": _pioneer,
    "force": _force, "unforce": _unforce,
}
