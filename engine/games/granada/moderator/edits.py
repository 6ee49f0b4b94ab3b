"""What a moderator may change: the same tree, the same text, checked after every step.

An edit is a level function here and a deed of the same name in the module `deeds`. Blocks that
are taken off the map lie *aside*; `place` and its like take them from there, from the bag, the
recruitment box or the eliminated.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core import Level, Value
from engine.games.granada.book.cards import tokens
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, OWNERS, SEATS
from engine.games.granada.table.flow import NOTHING, one, subset
from engine.games.granada.table.state import State, grey_here, kinds_of, units, without
from engine.games.granada.verbs import EDITS

CARGO = 2  # blocks that a fleet carries (7.5.2)
SURRENDERS = 2  # Castle Surrender cards of a side (5.1)
TILES = 3  # Pioneers tiles (11.7)
CAPTURES = 3  # the third takes Boabdil out of the game (10.12.1)
HALVES = tuple(f"{n / 2:g}" for n in range(-80, 81) if n)
PILES = {"deck": "deck", "discards": "discard", "out": "removed"}
SWITCH = ("on", "off")
GREY_SIDE = "grey"
PHASES = ("bid", "movement", "combat", "reinforcement", "end")

Prefix = tuple[Value, ...]
Leveller = Callable[[State, Prefix, Prefix], Level]


def edit_level(s: State, prefix: Prefix, partial: Prefix) -> Level:
    """What may stand next in an edit."""
    if not prefix:
        return one([verb for verb in EDITS if _possible(s, verb)])
    return LEVELS[prefix[0]](s, prefix, partial)


def _possible(s: State, verb: str) -> bool:
    """Whether an edit has anything to work on; one without slots can always be made."""
    return not EDITS[verb].slots or bool(LEVELS[verb](s, (verb,), ()).choices)


# -- finding pieces ------------------------------------------------------------------------------


def open_question(s: State) -> str:
    """The kind of question that is open; nothing is left to ask when the game is over."""
    return str(s.frames[-1][0]) if s.over is None else ""


def _spare(s: State, side: int) -> tuple[int, ...]:
    """The land blocks of a side that are nowhere on the map, in ascending order.

    Blocks whose owner is just being asked where they come in are not spare.
    """
    kinds = s.board.kinds
    asked = open_question(s)
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


def kinds_named(s: State, words: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(s.board.kind[word] for word in words)


def side_of(word: str) -> int:
    return SEATS.index(word)


# -- blocks on the map ---------------------------------------------------------------------------


def _level_place(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _spare(s, side_of(seat))])
    if len(prefix) == 2:
        pool = _spare(s, side_of(prefix[1]))
        return subset(pool, s.board.kind_tokens, partial, 1, len(pool))
    return one(s.board.places)


def _standing(s: State, word: str, place: int) -> tuple[int, ...]:
    """The kinds that a side (or the grey army) has in a place."""
    if word == GREY_SIDE:
        return kinds_of(s.grey) if s.grey_at == place else ()
    return kinds_of(s.stacks[2 * place + side_of(word)])


def _level_standing(s: State, prefix: Prefix, partial: Prefix, words: tuple[str, ...]) -> Level:
    """Side, then blocks, then the place; every choice leaves a place where all of it stands."""
    places = range(len(s.board.places))
    if len(prefix) == 1:
        return one([w for w in words if any(_standing(s, w, p) for p in places)])
    if len(prefix) == 2:
        return _level_together(s, [_standing(s, prefix[1], p) for p in places], partial)
    there = [p for p in places if _holds(_standing(s, prefix[1], p), kinds_named(s, prefix[2]))]
    return one([s.board.places[p] for p in there])


def _level_together(s: State, stacks: list[tuple[int, ...]], partial: Prefix) -> Level:
    """The next of a set of blocks that some one stack can give."""
    chosen = kinds_named(s, partial)
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


def _level_eliminate(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return _level_standing(s, prefix, partial, (*SEATS, GREY_SIDE))


def _level_shift(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) < 4:
        return _level_standing(s, prefix, partial, SEATS)
    return one([token for token in s.board.places if token != prefix[3]])


def _level_stack(s: State, prefix: Prefix, partial: Prefix) -> Level:
    """A side and a place where it has blocks."""
    sides = range(len(SEATS)) if len(prefix) == 1 else (side_of(prefix[1]),)
    found = [
        (side, p)
        for side in sides
        for p in range(len(s.board.places))
        if s.stacks[2 * p + side] or (side == CHRISTIAN and grey_here(s, p))
    ]
    if len(prefix) == 1:
        return one(list(dict.fromkeys(SEATS[side] for side, _ in found)))
    return one([s.board.places[p] for _, p in found])


# -- boxes and ships -----------------------------------------------------------------------------


def _boxable(s: State, side: int) -> tuple[int, ...]:
    """What may lie in a recruitment box: blocks of a faction, and fleets."""
    spare = sorted(s.aside[side] + s.bag[side] + s.dead[side])
    kinds = s.board.kinds
    return tuple(k for k in spare if kinds[k].faction >= 0 or kinds[k].fleet)


def _level_recruit(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _boxable(s, side_of(seat))])
    pool = _boxable(s, side_of(prefix[1]))
    return subset(pool, s.board.kind_tokens, partial, 1, len(pool))


def _spare_fleet(s: State, side: int) -> bool:
    fleet = s.board.fleet_kind[side]
    return fleet in s.aside[side] + s.bag[side] + s.box[side] + s.dead[side]


def _passengers(s: State, side: int) -> tuple[int, ...]:
    """7.5.2, G20: neither Boabdil nor the Palace Guard goes to sea."""
    kinds = s.board.kinds
    return tuple(k for k in _spare(s, side) if k != s.board.boabdil and kinds[k].special != "guard")


def _level_fleet(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for seat in SEATS if _spare_fleet(s, side_of(seat))])
    if len(prefix) == 2:
        return one(s.board.zones)
    return subset(_passengers(s, side_of(prefix[1])), s.board.kind_tokens, partial, 0, CARGO)


def _level_scuttle(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if any(s.ships[i::2])])
    side = side_of(prefix[1])
    return one([z for i, z in enumerate(s.board.zones) if s.ships[2 * i + side]])


# -- control -------------------------------------------------------------------------------------


def _level_control(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(s.board.places if len(prefix) == 1 else OWNERS)


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


def _level_disk(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([s.board.places[p] for p in s.board.disks])
    return one([SWITCH[s.board.place[prefix[1]] in s.disks]])


def _level_pioneer(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(s.board.places if len(prefix) == 1 else _upto(TILES))


def _upto(number: int) -> list[str]:
    return [str(n) for n in range(number + 1)]


# -- cards ---------------------------------------------------------------------------------------


def all_cards(s: State, side: int) -> tuple[int, ...]:
    """Every card of a side but those on the table in a battle."""
    return tuple(sorted(s.hand[side] + s.deck[side] + s.discard[side] + s.removed[side]))


def _card_words(s: State, side: int, cards: tuple[int, ...]) -> list[str]:
    return list(tokens(s, side, tuple(dict.fromkeys(sorted(cards)))))


def _level_hand(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one(SEATS)
    side = side_of(prefix[1])
    pool = all_cards(s, side)
    return subset(pool, s.board.card_tokens[side], partial, 0, len(pool))


def _level_give(s: State, prefix: Prefix, partial: Prefix) -> Level:
    pools = [s.deck[i] + s.discard[i] + s.removed[i] for i in (CHRISTIAN, MUSLIM)]
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if pools[i]])
    side = side_of(prefix[1])
    return one(_card_words(s, side, pools[side]))


def _level_take(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if s.hand[i]])
    side = side_of(prefix[1])
    return one(_card_words(s, side, s.hand[side]))


def sources(s: State, side: int, card: int, goal: str) -> list[str]:
    """The heaps from which a card could come to the pile `goal`."""
    heaps = ("hand", "deck", "discard", "removed")
    return [h for h in heaps if h != PILES[goal] and card in getattr(s, h)[side]]


def _level_pile(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([seat for i, seat in enumerate(SEATS) if all_cards(s, i)])
    side = side_of(prefix[1])
    if len(prefix) == 2:
        return one(_card_words(s, side, all_cards(s, side)))
    card = s.board.card[side][prefix[2]]
    return one([goal for goal in PILES if sources(s, side, card, goal)])


def _level_surrenders(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS if len(prefix) == 1 else _upto(SURRENDERS))


# -- time and points -----------------------------------------------------------------------------


def _level_turn(s: State, prefix: Prefix, partial: Prefix) -> Level:
    marker_waits = any(frame[0] == "turn_marker" for frame in s.frames)
    return one(s.board.turn_tokens[:-1] if marker_waits else s.board.turn_tokens)


def _level_starts(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS)


def _level_phase(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        last = s.turn == s.board.turns - 1  # no reinforcement follows it (6.5)
        return one([p for p in PHASES if p != "reinforcement" or not last])
    return one(SEATS) if prefix[1] in ("movement", "combat") else NOTHING


def _level_score(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(SEATS if len(prefix) == 1 else HALVES)


def _level_captures(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one(_upto(CAPTURES))


def _level_grey(s: State, prefix: Prefix, partial: Prefix) -> Level:
    if len(prefix) == 1:
        return one([None, *s.board.places])
    return NOTHING if prefix[1] is None else one(s.board.turn_tokens[s.turn :])


# -- everything ----------------------------------------------------------------------------------


def _level_clear(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one([])


# -- chance --------------------------------------------------------------------------------------


def _labels(s: State) -> dict[str, list[str]]:
    """The chance draws that can be forced, as order text writes them, and what can come of them."""
    kinds = s.board.kind_tokens
    found: dict[str, list[str]] = {}
    for i, seat in enumerate(SEATS):
        found[f"draw-{seat}"] = _card_words(s, i, all_cards(s, i) + s.pile[i])
        found[f"recruit-{seat}"] = [kinds[k] for k in dict.fromkeys(sorted(s.bag[i]))]
        if s.phase == "set-up":
            found[f"set-up-{seat}"] = [
                word
                for word in found[f"recruit-{seat}"]
                if not s.board.kinds[s.board.kind[word]].fleet
            ]
    found["naval"] = list(s.board.naval_tokens)
    found["coin"] = list(SEATS)
    return {label: results for label, results in found.items() if results}


def _level_force(s: State, prefix: Prefix, partial: Prefix) -> Level:
    labels = _labels(s)
    return one(list(labels) if len(prefix) == 1 else labels[prefix[1]])


def _level_unforce(s: State, prefix: Prefix, partial: Prefix) -> Level:
    return one([])


LEVELS: dict[str, Leveller] = {
    "clear": _level_clear,
    "place": _level_place,
    "remove": _level_remove,
    "eliminate": _level_eliminate,
    "shift": _level_shift,
    "reveal": _level_stack,
    "hide": _level_stack,
    "fresh": _level_stack,
    "recruit": _level_recruit,
    "fleet": _level_fleet,
    "scuttle": _level_scuttle,
    "control": _level_control,
    "castle": _level_castle,
    "disk": _level_disk,
    "hand": _level_hand,
    "give": _level_give,
    "take": _level_take,
    "pile": _level_pile,
    "surrenders": _level_surrenders,
    "turn": _level_turn,
    "starts": _level_starts,
    "phase": _level_phase,
    "score": _level_score,
    "captures": _level_captures,
    "grey": _level_grey,
    "pioneer": _level_pioneer,
    "force": _level_force,
    "unforce": _level_unforce,
}
