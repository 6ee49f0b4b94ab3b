"""Chapters 5 and 6: set-up and the sequence of play, in the order of the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import cards_of, draw, put_away, tokens
from engine.games.granada.book.control import finish, settle
from engine.games.granada.book.scoring import points
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS, Board
from engine.games.granada.table.data import Scenario
from engine.games.granada.table.flow import (
    Context,
    OldAddressed,
    OldPoint,
    OldSealed,
    Words,
    one,
    point,
    push,
    run,
    step,
    subset,
)
from engine.games.granada.table.state import (
    KNOWN,
    SHIFT,
    State,
    join,
    units,
    without,
)

CARDS = 6  # drawn at every Reinforcement Step (6.4)
BULL_CASTLES = 6  # the Papal Bull needs so many Christian castles or fewer (11.2)


# -- 5.0: set-up ---------------------------------------------------------------------------------


def set_up(board: Board, scenario: str, options: Mapping[str, str], c: Context) -> State:
    """5.1, 5.2: pieces, decks, blocks with fixed places; then the draws."""
    plan = board.data.setup.scenario[scenario]
    key = (scenario, *options.items())
    if key not in board.prepared:
        board.prepared[key] = _prepare(board, plan, dict(options))
    s: State = board.prepared[key].copy()
    for side in (CHRISTIAN, MUSLIM):
        draw(s, c, side, plan.hand[SEATS[side]], "5.1")
    push(
        s,
        *[("random_blocks", side, _random_places(s, plan, side)) for side in (CHRISTIAN, MUSLIM)],
        *[("first_wave", side, plan.recruitment[SEATS[side]]) for side in (CHRISTIAN, MUSLIM)],
        ("year",),
    )
    run(s, c)
    return s


def _prepare(board: Board, plan: Scenario, options: dict[str, str]) -> State:
    """Everything that is the same in every match with these options."""
    s = _empty_board(board, options)
    _fill_decks(s)
    _fill_bags(s, plan)
    _place_fixed(s, plan)
    return s


def _empty_board(board: Board, options: dict[str, str]) -> State:
    s = State()
    n = len(board.places)
    s.board, s.options = board, options
    s.stacks = [()] * (2 * n)
    s.ships = [()] * (2 * len(board.zones))
    s.control = list(board.start_control)
    s.castle = [board.territory[p] if board.castle[p] else -1 for p in range(n)]
    s.disks = board.disks
    s.hand, s.deck, s.discard = [(), ()], [(), ()], [(), ()]
    s.removed, s.pile, s.shown = [(), ()], [(), ()], [(), ()]
    s.naval_deck, s.naval_discard = board.naval_deck, ()
    s.bag, s.box, s.dead, s.aside = [(), ()], [(), ()], [(), ()], [(), ()]
    mercenaries = options["mercenaries"]  # both sides, or one of them by 11.1.1
    s.mercs = [
        board.mercenaries[side] if mercenaries in ("both", SEATS[side]) else ()
        for side in (CHRISTIAN, MUSLIM)
    ]
    s.guard = board.guards
    s.bull = options["papal_bull"] == "on"
    s.surrender = [2, 2]
    s.pioneers = tuple(p << 1 for p in board.pioneers) if options["pioneers"] == "on" else ()
    s.grey, s.grey_at, s.grey_box, s.grey_dead = (), -1, board.grey_kinds, ()
    s.grey_until, s.grey_from, s.captures = -1, 0, 0
    s.turn, s.first, s.active, s.phase, s.level = 0, CHRISTIAN, CHRISTIAN, "set-up", ""
    s.left = s.sea_left = s.muster_left = 0
    s.origin, s.opened, s.sea_opened = -1, (), ()
    s.used, s.entered, s.fought = frozenset(), frozenset(), ()
    s.frames, s.battle, s.sealed, s.over, s.bonus = [], None, [None, None], None, [0, 0]
    s.memo = {}
    return s


def in_play(s: State, side: int, optional: str, token: str) -> bool:
    """Chapter 11: whether an optional card is in the draw pile."""
    if not optional:
        return True
    if optional == "11.3":
        return s.options["general_mobilization"] == "on"
    if optional == "11.4":
        return s.options["boabdil_captured"] == "on"
    if optional == "11.5":
        return s.options["sortie"] in ("both", {"Sortie2": "minus2", "Sortie3": "minus3"}[token])
    if optional == "11.6":
        return s.options["naval_bombardment"] in ("both", SEATS[side])
    return False


def _fill_decks(s: State) -> None:
    for side in (CHRISTIAN, MUSLIM):
        s.deck[side] = tuple(
            i
            for i, card in enumerate(s.board.cards[side])
            if not card.beside and in_play(s, side, card.optional, card.token)
            for _ in range(card.count)
        )


def _fill_bags(s: State, plan: Scenario) -> None:
    """5.1: what is not set up, and no special block, goes into the bags."""
    for side in (CHRISTIAN, MUSLIM):
        bag: list[int] = []
        for i, kind in enumerate(s.board.kinds):
            if kind.side == side and not kind.special and not kind.army:
                bag += [i] * kind.count
        for words in plan.blocks[SEATS[side]].values():
            for token in words:
                if s.board.kind[token] in bag:
                    bag.remove(s.board.kind[token])
        for number in plan.fleets[SEATS[side]].values():
            for _ in range(number):
                bag.remove(s.board.fleet_kind[side])
        s.bag[side] = tuple(bag)


def _place_fixed(s: State, plan: Scenario) -> None:
    """5.2.1: blocks with specific locations, and fleets."""
    for side in (CHRISTIAN, MUSLIM):
        for place, words in plan.blocks[SEATS[side]].items():
            index = 2 * s.board.place[place] + side
            kinds = tuple(sorted(s.board.kind[t] for t in words))
            s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT for k in kinds))
        for zone, number in plan.fleets[SEATS[side]].items():
            s.ships[2 * s.board.zone[zone] + side] = ((0,),) * number


def _random_places(s: State, plan: Scenario, side: int) -> tuple[tuple[int, int], ...]:
    return tuple(
        (s.board.place[token], number) for token, number in plan.random[SEATS[side]].items()
    )


@step
def random_blocks(s: State, c: Context, side: int, places: tuple[tuple[int, int], ...]) -> None:
    """5.2.2: each place is named before its blocks are drawn.

    Every draw from a bag is alike, so the order in which places are named changes nothing: unless
    the players want to name them (option `setup_draws`), they are taken as the data lists them.
    """
    if len(places) > 1 and s.options["setup_draws"] == "named":
        push(s, ("draw", side, places))
        return
    for place, number in places:
        _draw_for(s, c, side, place, number)


@point
class Draw(OldAddressed):
    """5.2.2: for which place the next random blocks are drawn."""

    kind = "draw"
    rule = "5.2.2"

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["draw"], "5.2.2")
        return one([s.board.places[place] for place, _ in args[1]], "5.2.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        named = s.board.place[action[1]]
        _draw_for(s, c, side, named, dict(args[1])[named])
        push(s, ("random_blocks", side, tuple(row for row in args[1] if row[0] != named)))


def _draw_for(s: State, c: Context, side: int, place: int, number: int) -> None:
    """Fleets that come up are put aside and go back: so they are never picked at all."""
    drawn: list[int] = []
    fleet = s.board.fleet_kind[side]
    for _ in range(number):
        bag = tuple(k for k in s.bag[side] if k != fleet)
        kind = c.dice.pick(f"set-up {SEATS[side]}", bag, s.board.kind_tokens)
        s.bag[side] = without(s.bag[side], (kind,))
        drawn.append(kind)
    index = 2 * place + side
    s.stacks[index] = join(s.stacks[index], tuple(sorted(k << SHIFT for k in drawn)))
    names = s.board.kind_tokens
    c.tell(
        "set_up",
        "5.2.2",
        {"side": SEATS[side], "place": s.board.places[place], "count": number},
        {SEATS[side]: {"blocks": tuple(names[k] for k in sorted(drawn))}},
    )


@step
def first_wave(s: State, c: Context, side: int, number: int) -> None:
    """5.2.3: the first reinforcements."""
    draw_blocks(s, c, side, number, "5.2.3")


def draw_blocks(s: State, c: Context, side: int, number: int, rule: str) -> None:
    """5.2.3, 6.4, 4.9: blocks from the bag into the recruitment box, unseen by the opponent."""
    drawn: list[int] = []
    for _ in range(min(number, len(s.bag[side]))):
        kind = c.dice.pick(f"recruit {SEATS[side]}", s.bag[side], s.board.kind_tokens)
        s.bag[side] = without(s.bag[side], (kind,))
        drawn.append(kind)
    if drawn:
        s.box[side] = join(s.box[side], tuple(sorted(drawn)))
        names = s.board.kind_tokens
        c.tell(
            "recruits",
            rule,
            {"side": SEATS[side], "count": len(drawn)},
            {SEATS[side]: {"blocks": tuple(names[k] for k in sorted(drawn))}},
        )


# -- 6.1: the sequence ---------------------------------------------------------------------------


@step
def year(s: State, c: Context) -> None:
    """6.1: turn order, the year's turns, reinforcement, turn marker."""
    name, _, _ = s.board.track[s.turn]
    s.phase = "turn order"
    c.tell("year", "6.1", {"year": name})
    push(s, ("last_year",), ("bid",), ("turn",))


@step
def turn(s: State, c: Context) -> None:
    """6.3: each player in turn conducts movement and combat."""
    name, number, _ = s.board.track[s.turn]
    second = 1 - s.first
    c.tell("turn", "6.3", {"year": name, "turn": number, "first": SEATS[s.first]})
    push(
        s,
        ("movement_phase", s.first),
        ("combat_phase", s.first),
        ("movement_phase", second),
        ("combat_phase", second),
        ("turn_ends",),
    )


@step
def turn_ends(s: State, c: Context) -> None:
    """6.4, 6.5: reinforcement after a year's last turn; the game ends after the last turn."""
    s.phase = "end of turn"
    if s.turn == s.board.turns - 1:
        push(s, ("count_points",))
    elif s.board.year_end[s.turn]:
        push(s, ("alliance_clock",), ("reinforcement",), ("turn_marker",), ("year",))
    else:
        push(s, ("alliance_clock",), ("turn_marker",), ("turn",))


@step
def turn_marker(s: State, c: Context) -> None:
    """6.5: the next turn."""
    s.turn += 1


@step
def count_points(s: State, c: Context) -> None:
    """2.2: the higher total wins; the Muslim player wins ties."""
    christian, muslim = points(s)
    c.tell("points", "2.2", {"christian": christian, "muslim": muslim})
    finish(s, c, CHRISTIAN if christian > muslim else MUSLIM, "points", "2.2")


# -- 6.2: turn order -----------------------------------------------------------------------------


@point
class Bid(OldSealed):
    """6.2: both place a numbered card; none only if there is none (G2)."""

    kind = "bid"
    rule = "6.2"
    reaction = True

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["bid"], "6.2")
        names = s.board.card_tokens[side]
        return one([names[card] for card in numbered(s, side)] or [None], "6.2")

    def resolve(self, s: State, c: Context, *args: Any) -> None:
        _compare_bids(s, c, self.opened(s))

    def default(self, s: State, side: int, *args: Any) -> Action:
        cards = numbered(s, side)
        if not cards:
            return Action("bid", None)
        low = min(cards, key=lambda card: s.board.cards[side][card].bid)
        return Action("bid", s.board.card_tokens[side][low])


def numbered(s: State, side: int) -> list[int]:
    designs = s.board.cards[side]
    return [card for card in dict.fromkeys(s.hand[side]) if designs[card].bid]


def _compare_bids(s: State, c: Context, chosen: Words) -> None:
    """6.2: both bids are shown and discarded; the higher one chooses (tie: G1)."""
    numbers = [0, 0]
    for side in (CHRISTIAN, MUSLIM):
        if chosen[side] is not None:
            card = s.board.card[side][chosen[side]]
            numbers[side] = s.board.cards[side][card].bid
            put_away(s, side, (card,), "discard")
    c.tell(
        "bids",
        "6.2",
        {"christian": chosen[0], "muslim": chosen[1], "numbers": tuple(numbers)},
        reveals=("christian", "muslim", "numbers"),
    )
    if numbers[0] != numbers[1]:
        winner = CHRISTIAN if numbers[0] > numbers[1] else MUSLIM
    elif s.options["bid_tie"] == "coin" or s.turn == 0:
        winner = SEATS.index(c.dice.pick("coin", SEATS))
        c.tell("coin", "6.2", {"side": SEATS[winner]})
    else:
        winner = s.first
    push(s, ("first", winner))


@point
class First(OldAddressed):
    """6.2: the winner of the bid says who moves first for the year."""

    kind = "first"
    rule = "6.2"

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["first"] if not prefix else SEATS, "6.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        s.first = SEATS.index(action[1])
        c.tell("first", "6.2", {"side": action[1], "by": SEATS[side]})


# -- 6.4: reinforcement --------------------------------------------------------------------------


@step
def reinforcement(s: State, c: Context) -> None:
    """6.4: discard half, draw cards, draw blocks; then mercenaries (11.1) and the Bull (11.2)."""
    s.phase = "reinforcement"
    c.tell("phase", "6.4", {"phase": "reinforcement"})
    for side in (CHRISTIAN, MUSLIM):
        s.sealed[side] = None if len(s.hand[side]) > 1 else Action("discard", ())
    frames: list[tuple[Any, ...]] = [("new_cards",), ("new_blocks",)]
    frames += [("mercenaries", side) for side in (CHRISTIAN, MUSLIM) if s.mercs[side]]
    if s.bull:
        frames.append(("papal_bull",))
    if None in s.sealed:
        frames.insert(0, ("discard",))
    push(s, *frames)


@point
class Discard(OldSealed):
    """6.4: which half of the hand goes; chosen at the same time, then public (G6)."""

    kind = "discard"
    rule = "6.4"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"number": len(s.hand[side]) // 2}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["discard"], "6.4")
        half = len(s.hand[side]) // 2
        return subset(s.hand[side], s.board.card_tokens[side], partial, half, half, "6.4")


@step
def new_cards(s: State, c: Context) -> None:
    """6.4: the discards are shown; six cards each, a seventh for the most castles (tie: G3)."""
    for side in (CHRISTIAN, MUSLIM):
        action = s.sealed[side]
        if action is not None and action[1]:
            put_away(s, side, cards_of(s, side, action[1]), "discard")
            c.tell("discard", "6.4", {"side": SEATS[side], "cards": action[1]}, reveals=("cards",))
    s.sealed = [None, None]
    held = [s.castle[p] for p in s.board.castles]
    counts = (held.count(CHRISTIAN), held.count(MUSLIM))
    for side in (CHRISTIAN, MUSLIM):
        draw(s, c, side, CARDS + (counts[side] > counts[1 - side]), "6.4")


@step
def new_blocks(s: State, c: Context) -> None:
    """6.4, 4.2, G4: the year's recruits, and one block more for the most resources."""
    recruits = s.board.track[s.turn][2] or 0
    held = [s.control[p] for p in s.board.resources]
    counts = (held.count(CHRISTIAN), held.count(MUSLIM))
    for side in (CHRISTIAN, MUSLIM):
        draw_blocks(s, c, side, recruits + (counts[side] > counts[1 - side]), "6.4")


@step
def mercenaries(s: State, c: Context, side: int) -> None:
    """11.1, 11.1.1: asked while there are blocks to hire, cards to pay and a place to enter."""
    if s.mercs[side] and s.hand[side] and entries(s, side):
        push(s, ("hire", side))


def entries(s: State, side: int) -> list[int]:
    """11.1: entry places that the enemy does not control."""
    return [
        p
        for p, owner in enumerate(s.board.mercenary_entry)
        if owner == side and s.control[p] != 1 - side
    ]


@point
class Hire(OldAddressed):
    """11.1: one trumpet card for each Mercenaries block. Asked always."""

    kind = "hire"
    rule = "11.1"
    reaction = True

    def _trumpets(self, s: State, side: int) -> list[int]:
        designs = s.board.cards[side]
        return [k for k in dict.fromkeys(s.hand[side]) if designs[k].type == "trumpet"]

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        cards = self._trumpets(s, side)
        if not prefix:
            return one(["pass", "hire"] if cards else ["pass"], "11.1")
        if len(prefix) == 1:
            return one([s.board.card_tokens[side][k] for k in cards], "11.1")
        return one([s.board.places[p] for p in entries(s, side)], "11.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        if action.verb == "pass":
            return
        card = s.board.card[side][action[1]]
        put_away(s, side, (card,), "discard")
        kind = s.mercs[side][0]
        s.mercs[side] = without(s.mercs[side], (kind,))
        place = s.board.place[action[2]]
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], (kind << SHIFT | KNOWN,))
        c.tell(
            "hire",
            "11.1",
            {"side": SEATS[side], "place": action[2], "cards": tokens(s, side, (card,))},
            reveals=("cards",),
        )
        settle(s, c, place)
        push(s, ("mercenaries", side))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")


@step
def papal_bull(s: State, c: Context) -> None:
    """11.2: from 1487 on, with six castles or fewer; the card lies open, so all can see it."""
    held = sum(1 for p in s.board.castles if s.castle[p] == CHRISTIAN)
    late = s.board.track[s.turn][0] >= "1487"
    if late and held <= BULL_CASTLES and bull_places(s):
        push(s, ("bull",))


def bull_places(s: State) -> list[int]:
    return [p for p in s.board.castles if s.castle[p] == CHRISTIAN and not units(s, p, MUSLIM)]


@point
class Bull(OldPoint):
    """11.2: the Crusaders come to one castle, or to two."""

    kind = "bull"
    rule = "11.2"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["bull", "pass"], "11.2")
        names = [s.board.places[p] for p in bull_places(s)]
        return Level(tuple(names) if len(partial) < 2 else (), "path", bool(partial), 1, 2, "11.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        if action.verb == "pass":
            return
        s.bull = False
        crusaders = s.board.crusaders
        goals = action[1] if len(action[1]) == len(crusaders) else action[1] * len(crusaders)
        for kind, token in zip(crusaders, goals, strict=True):
            place = s.board.place[token]
            s.stacks[2 * place] = join(s.stacks[2 * place], (kind << SHIFT | KNOWN,))
            settle(s, c, place)
        c.tell("bull", "11.2", {"places": tuple(goals)})

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")
