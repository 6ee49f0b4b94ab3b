"""Chapter 5: set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.events import many, number, said
from engine.games.granada.book.cards import draw
from engine.games.granada.book.sequence import draw_blocks, year
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS, Board
from engine.games.granada.table.data import Scenario
from engine.games.granada.table.flow import Addressed, Context, Telling, push, run, step
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE, Order, Place
from engine.games.granada.table.state import SHIFT, State, join, without
from engine.orders import Bar, Why, either, one

NO_DRAW_THERE = Bar("no_draw_there", "5.2.2", place=PLACE, goals=either(PLACE))

Draws = tuple[tuple[int, int], ...]  # places, and how many blocks are drawn for each


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
        *[random_blocks.then(side, _random_places(s, plan, side)) for side in (CHRISTIAN, MUSLIM)],
        *[first_wave.then(side, plan.recruitment[SEATS[side]]) for side in (CHRISTIAN, MUSLIM)],
        year.then(),
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
        for fleets in plan.fleets[SEATS[side]].values():
            for _ in range(fleets):
                bag.remove(s.board.fleet_kind[side])
        s.bag[side] = tuple(bag)


def _place_fixed(s: State, plan: Scenario) -> None:
    """5.2.1: blocks with specific locations, and fleets."""
    for side in (CHRISTIAN, MUSLIM):
        for place, words in plan.blocks[SEATS[side]].items():
            index = 2 * s.board.place[place] + side
            kinds = tuple(sorted(s.board.kind[t] for t in words))
            s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT for k in kinds))
        for zone, fleets in plan.fleets[SEATS[side]].items():
            s.ships[2 * s.board.zone[zone] + side] = ((0,),) * fleets


class SetUp(Telling, kind="set_up", rule="5.2.2"):
    """Random blocks are drawn for a place."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE)
    count: int = number(noun="block")
    blocks: tuple[str, ...] = many(BLOCK, who="side")


def _random_places(s: State, plan: Scenario, side: int) -> Draws:
    rows = plan.random[SEATS[side]]
    return tuple((s.board.place[token], count) for token, count in rows.items())


@step
def random_blocks(s: State, c: Context, side: int, places: Draws) -> None:
    """5.2.2: each place is named before its blocks are drawn.

    Every draw from a bag is alike, so the order in which places are named changes nothing: unless
    the players want to name them (option `setup_draws`), they are taken as the data lists them.
    """
    if len(places) > 1 and s.options["setup_draws"] == "named":
        push(s, Drawing.then(Undrawn(side, places)))
        return
    for place, count in places:
        _draw_for(s, c, side, place, count)


class Undrawn(NamedTuple):
    """Which side draws, and for which places it has not drawn yet."""

    side: int
    places: Draws


class Draw(Order[Undrawn], verb="draw", rule="5.2.2"):
    """5.2.2: name the place for which to draw random blocks."""

    place = one(PLACE, rule="5.2.2")

    @place.offer
    def goals(self) -> Sequence[Any]:
        return [place for place, _ in self.asked.places]

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        """A place that the set-up gives random blocks, and that has none yet."""
        goals = self.goals()
        return None if place in goals else NO_DRAW_THERE(place=place, goals=goals)

    def do(self, c: Context) -> None:
        side, places = self.asked
        _draw_for(self.s, c, side, self.place, dict(places)[self.place])
        rest = tuple(row for row in places if row[0] != self.place)
        push(self.s, random_blocks.then(side, rest))


class Drawing(Addressed[Undrawn], kind="draw", rule="5.2.2"):
    """5.2.2: for which place the next random blocks are drawn."""

    orders = (Draw,)


def _draw_for(s: State, c: Context, side: int, place: int, count: int) -> None:
    """Fleets that come up are put aside and go back: so they are never picked at all."""
    drawn: list[int] = []
    fleet = s.board.fleet_kind[side]
    for _ in range(count):
        bag = tuple(k for k in s.bag[side] if k != fleet)
        kind = c.dice.pick(f"set-up {SEATS[side]}", bag, s.board.kind_tokens)
        s.bag[side] = without(s.bag[side], (kind,))
        drawn.append(kind)
    index = 2 * place + side
    s.stacks[index] = join(s.stacks[index], tuple(sorted(k << SHIFT for k in drawn)))
    c.tell(
        SetUp(
            side=SEATS[side],
            place=s.board.places[place],
            count=count,
            blocks=tuple(s.board.kind_tokens[k] for k in sorted(drawn)),
        )
    )


@step
def first_wave(s: State, c: Context, side: int, count: int) -> None:
    """5.2.3: the first reinforcements."""
    draw_blocks(s, c, side, count, "5.2.3")
