"""10.12: Boabdil's captures, his grey army, and his return."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import draw, holding, put_away, tokens
from engine.games.granada.book.control import finish, settle
from engine.games.granada.table.board import CHRISTIAN, FACTIONS, MUSLIM, NEUTRAL, OWNERS
from engine.games.granada.table.flow import Context, OldPoint, Words, one, point, push, step
from engine.games.granada.table.state import KNOWN, SHIFT, State, blocks, join, units, without

ALLIANCE = {1: 4, 2: 2}  # full turns of the first and of the second alliance


@step
def capture_boabdil(s: State, c: Context) -> None:
    """10.12.1: the first capture brings six grey blocks, the second four, the third none."""
    if s.over is not None:
        return
    s.captures += 1
    _put_card_away(s, c)
    if s.captures not in ALLIANCE:
        return
    sarray = FACTIONS.index("sarray")
    kinds = s.board.kinds
    army = s.grey_box
    if s.captures == 2:
        army = tuple(k for k in army if kinds[k].army or kinds[k].faction == sarray)
    s.grey_box = without(s.grey_box, army)
    s.grey = tuple(k << SHIFT | KNOWN for k in army)
    s.grey_at = -1
    # never longer than to the beginning of the last year, see `last_year`
    s.grey_until = min(s.turn + ALLIANCE[s.captures], s.board.turns - 1)
    s.grey_from = s.turn + 1
    push(s, ("grey_camps",))


def _put_card_away(s: State, c: Context) -> None:
    """11.4: of no more use once he has been captured."""
    for card in holding(s, CHRISTIAN, "captured"):
        put_away(s, CHRISTIAN, (card,), "removed")
        c.tell(
            "put_away",
            "11.4",
            {"side": "christian", "card": tokens(s, CHRISTIAN, (card,))[0]},
            reveals=("card",),
        )
        draw(s, c, CHRISTIAN, 1, "11.4")


def camps(s: State) -> list[int]:
    return [p for p in s.board.b_towns if not units(s, p, MUSLIM)]


@step
def grey_camps(s: State, c: Context) -> None:
    """The grey army is placed in a town marked B without enemies; it waits if there is none."""
    free = camps(s)
    if len(free) == 1:
        _camp(s, c, free[0])
    elif free:
        push(s, ("camp",))
    else:
        c.tell("grey_waits", "10.12.1", {})


@step
def grey_arrives(s: State, c: Context) -> None:
    """At the beginning of the Christian Movement Phase a waiting grey army must be placed."""
    if s.active == CHRISTIAN and s.grey and s.grey_at < 0:
        push(s, ("grey_camps",))


@point
class Camp(OldPoint):
    """10.12.1: in which B town the grey army appears."""

    kind = "camp"
    rule = "10.12.1"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["camp"] if not prefix else [s.board.places[p] for p in camps(s)], "10.12.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        _camp(s, c, s.board.place[action[1]])


def _camp(s: State, c: Context, place: int) -> None:
    s.grey_at = place
    c.tell("camp", "10.12.1", {"place": s.board.places[place], "count": len(s.grey)})
    settle(s, c, place)


@step
def alliance_clock(s: State, c: Context) -> None:
    """At the end of the marked turn Boabdil is black again."""
    if s.grey_until >= 0 and s.turn >= s.grey_until:
        push(s, ("end_alliance",))


@step
def last_year(s: State, c: Context) -> None:
    """At the beginning of 1491-1492 Boabdil changes sides, whenever he was captured."""
    if s.turn == s.board.turns - 1 and s.grey_until >= 0:
        push(s, ("end_alliance",))


@step
def end_alliance(s: State, c: Context) -> None:
    """10.12.1: grey blocks go back into their box; Boabdil returns to the Muslims."""
    if s.grey_until < 0:
        return
    place = s.grey_at
    s.grey_box = join(s.grey_box, tuple(sorted(tuple(e >> SHIFT for e in s.grey) + s.grey_dead)))
    s.grey, s.grey_dead, s.grey_at, s.grey_until = (), (), -1, -1
    c.tell("alliance_ends", "10.12.1", {})
    _restore_towers(s, c)
    if place >= 0:
        settle(s, c, place)
    if s.over is not None or s.board.boabdil not in s.aside[MUSLIM]:
        return
    homes = returns(s)
    if len(homes) == 1:
        _return(s, c, homes[0])
    elif homes:
        push(s, ("return",))


def _restore_towers(s: State, c: Context) -> None:
    """10.12.2, G54: what lost its piece takes the side of the troops there, or its natural one."""
    for p in range(len(s.board.places)):
        if s.control[p] != NEUTRAL and s.castle[p] != NEUTRAL:
            continue
        white, black = bool(blocks(s, p, CHRISTIAN)), bool(units(s, p, MUSLIM))
        owner = s.board.territory[p]
        if white != black:
            owner = CHRISTIAN if white else MUSLIM
        if s.control[p] == NEUTRAL:
            s.control[p] = owner
            c.tell("control", "10.12.2", {"place": s.board.places[p], "owner": OWNERS[owner]})
        if s.castle[p] == NEUTRAL:
            s.castle[p] = owner
            c.tell("castle", "10.12.2", {"place": s.board.places[p], "owner": OWNERS[owner]})
            if p == s.board.granada and owner == CHRISTIAN:
                if s.options["grey_alhambra"] == "white_alone_wins":
                    finish(s, c, CHRISTIAN, "alhambra", "2.1")


def returns(s: State) -> list[int]:
    """Any place that the Muslim player controls."""
    return [
        p
        for p in range(len(s.board.places))
        if s.control[p] == MUSLIM and not units(s, p, CHRISTIAN)
    ]


@point
class Return(OldPoint):
    """10.12.1: where Boabdil comes back."""

    kind = "return"
    rule = "10.12.1"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (MUSLIM,)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["return"] if not prefix else [s.board.places[p] for p in returns(s)], "10.12.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        _return(s, c, s.board.place[action[1]])

    def default(self, s: State, side: int, *args: Any) -> Action | None:
        home = s.board.granada
        return Action("return", s.board.places[home]) if home in returns(s) else None


def _return(s: State, c: Context, place: int) -> None:
    s.aside[MUSLIM] = without(s.aside[MUSLIM], (s.board.boabdil,))
    index = 2 * place + MUSLIM
    s.stacks[index] = join(s.stacks[index], (s.board.boabdil << SHIFT | KNOWN,))
    c.tell("boabdil_returns", "10.12.1", {"place": s.board.places[place]})
    settle(s, c, place)
