"""Chapter 8.7: castle sieges. The attacker deploys; the besieged can only spoil the sum."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.book.cards import holding, put_away, replenish
from engine.games.granada.book.control import besiege, calm, settle
from engine.games.granada.book.deployment import (
    blocks_for,
    bombarding,
    deploy_blocks,
    deployable,
    fighters,
    finish_deploying,
    play_broadside,
    second_block,
    special_arm,
    usable_cards,
    waiting,
)
from engine.games.granada.book.retreat import CASTLE
from engine.games.granada.book.scoring import out_of_supply
from engine.games.granada.table.board import CHRISTIAN, GUN, MUSLIM, SEATS
from engine.games.granada.table.flow import (
    EMPTY_PATH,
    Context,
    OldPoint,
    Words,
    one,
    point,
    push,
    step,
    subset,
)
from engine.games.granada.table.state import (
    SHIFT,
    Battle,
    State,
    blocks,
    contested,
    join,
    without,
)

# the cards that deploy in a siege, those that bring most first; then those that do not
STRONGEST = (
    "bombardment",
    "double",
    "trumpet",
    "commander",
    "crossbowmen",
    "plain",
    "charge",
    "watchtower",
    "challenge",
    "mobilization",
    "captured",
    "broadside",
    "sortie",
)


def threshold(s: State, b: Battle, guns: bool) -> int:
    """8.7.5.C, 7.5.5: 9 impacts for one loss, 7 with artillery; one more in an open port."""
    need = 7 if guns else 9
    if out_of_supply(s, b.place, b.defender):
        need -= 2
    zone = s.board.port[b.place]
    if zone >= 0 and not s.ships[2 * zone + b.attacker]:
        need += 1
    return need


@step
def siege(s: State, c: Context) -> None:
    """8.7.1: the besieger is asked whether he assaults; asked always."""
    push(s, ("assault",))


@point
class Assault(OldPoint):
    """8.7.1, C8: an assault needs, before any reaction, impacts enough for one loss."""

    kind = "assault"
    rule = "8.7.1"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.attacker,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        assert s.battle is not None
        return {"place": s.board.places[s.battle.place]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        assert s.battle is not None
        return one(["assault", "hold"] if reachable(s, s.battle) else ["hold"], "8.7.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        if action.verb == "hold":
            c.tell("hold", "8.7.5.F", {"side": SEATS[side], "place": s.board.places[b.place]})
            end_siege(s, c)
        else:
            b.started = True
            c.tell("assault", "8.7.5", {"side": SEATS[side], "place": s.board.places[b.place]})
            push(s, ("storm",))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("hold")

    def why(
        self, s: State, side: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        return ("assault_too_weak", "8.7.1") if value == "assault" else None


# -- 8.7.5.A: the attacker deploys ---------------------------------------------------------------


@point
class Storm(OldPoint):
    """8.7.5.A: the attacker keeps the initiative and deploys as many blocks as he wishes."""

    kind = "storm"
    rule = "8.7.5.A"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.attacker,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        return {
            "place": s.board.places[b.place],
            "impacts": b.impacts[side],
            "needed": threshold(s, b, b.guns[side] > 0),
        }

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        kinds = waiting(s, b, side)
        names = s.board.kind_tokens
        if not prefix:
            verbs = self._verbs(s, b, side, kinds)
            if not verbs or b.impacts[side] >= threshold(s, b, b.guns[side] > 0):
                verbs.append("finish")
            return one(verbs, "8.7.5.A")
        if prefix[0] == "free":
            return one([names[k] for k in kinds if s.board.kinds[k].leader], "8.2.3")
        if prefix[0] == "bombardment":
            return bombardment_level(s, b, side, prefix, partial)
        if len(prefix) == 1:
            cards = s.board.card_tokens[side]
            return one([cards[k] for k in usable_cards(s, b, side, kinds)], "8.2.1")
        return blocks_for(s, b, side, s.board.card[side][prefix[1]], partial)

    def _verbs(self, s: State, b: Battle, side: int, kinds: list[int]) -> list[str]:
        verbs = []
        if not b.carded[side] and any(s.board.kinds[k].leader for k in kinds):
            verbs.append("free")
        if usable_cards(s, b, side, kinds):
            verbs.append("deploy")
        if can_bombard(s, b, side):
            verbs.append("bombardment")
        if can_use_pioneers(s, b, side):
            verbs.append("pioneers")
        if holding(s, side, "broadside") and bombarding(s, b.place, side):
            verbs.append("broadside")
        return verbs

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        verb = action.verb
        if verb == "finish":
            s.frames.pop()
            finish_deploying(s, c, b, side)
            push(s, ("last_word",))
        elif verb == "free":
            deploy_blocks(s, c, b, side, (s.board.kind[action[1]],), -1)
        elif verb == "pioneers":
            b.pioneers = True
            b.impacts = (b.impacts[0] + 1, b.impacts[1])
            c.tell("pioneers", "11.7", {"place": s.board.places[b.place]})
        elif verb == "broadside":
            play_broadside(s, c, b, side, 1)
        elif verb == "bombardment":
            play_bombardment(s, c, b, side, action)
        else:
            kinds = tuple(s.board.kind[t] for t in action[2])
            deploy_blocks(s, c, b, side, kinds, s.board.card[side][action[1]])

    def why(
        self, s: State, side: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        if not prefix and value == "finish":
            return "assault_unfinished", "8.7.1"
        if not prefix and value == "free":
            return "leaders_first", "8.2.3"
        if len(prefix) == 2 and prefix[0] == "deploy":
            return "card_does_not_deploy", "8.2.1"
        return None


def can_use_pioneers(s: State, b: Battle, side: int) -> bool:
    """11.7: at the beginning of a siege, without a card, once."""
    return (
        side == CHRISTIAN
        and not b.pioneers
        and not b.carded[side]
        and not b.army
        and any(p >> 1 == b.place for p in s.pioneers)
    )


# -- 10.2: Bombardment cards ---------------------------------------------------------------------


def _dead_guns(s: State, side: int) -> tuple[int, ...]:
    return tuple(k for k in s.dead[side] if s.board.kinds[k].arm == GUN)


def _guns_waiting(s: State, b: Battle, side: int) -> tuple[int, ...]:
    return tuple(k for k in waiting(s, b, side) if s.board.kinds[k].arm == GUN)


def can_bombard(s: State, b: Battle, side: int) -> bool:
    """10.2: a gun to fire, here already or brought back here from the eliminated."""
    if not holding(s, side, "bombardment"):
        return False
    if _guns_waiting(s, b, side):
        return True
    own = s.stacks[2 * b.place + side]
    return bool(_dead_guns(s, side)) and bool(own) and not (side == CHRISTIAN and b.army)


def bombardment_level(s: State, b: Battle, side: int, prefix: Words, partial: Words) -> Level:
    """Which guns come back, where, and which gun fires."""
    names = s.board.kind_tokens
    here = s.board.places[b.place]
    ready = _guns_waiting(s, b, side)
    if len(prefix) == 1:
        dead = _dead_guns(s, side)
        if side == b.defender and len(fighters(s, b, side)) >= CASTLE and not ready:
            return Level((), "set", False)
        return subset(dead, names, partial, 0 if ready else 1, min(2, len(dead)), "10.2")
    raised = prefix[1]
    if len(prefix) == 2:
        if not raised:
            return EMPTY_PATH
        if len(partial) == len(raised):
            return Level((), "path", True, len(raised), len(raised), "10.2")
        must = not ready and len(partial) == len(raised) - 1 and here not in partial
        places = [here] if must else _gun_places(s, side, partial)
        return Level(tuple(places), "path", False, len(raised), len(raised), "10.2")
    fresh = [s.board.kind[token] for token, at in zip(raised, prefix[2], strict=True) if at == here]
    return one([names[k] for k in dict.fromkeys(sorted((*ready, *fresh)))], "10.2")


def _gun_places(s: State, side: int, taken: Words) -> list[str]:
    """Places with friendly blocks; a besieged castle only while it has room.

    `taken` are the places of the guns that the same card brings back before this one.
    """
    found = []
    for p, stack in enumerate(s.stacks[side::2]):
        token = s.board.places[p]
        shut_in = s.castle[p] == side and bool(blocks(s, p, 1 - side))
        if stack and not (shut_in and len(stack) + taken.count(token) >= CASTLE):
            found.append(token)
    return found


def play_bombardment(s: State, c: Context, b: Battle, side: int, action: Action) -> None:
    """10.2: bring back up to two guns and make an artillery special attack."""
    card = holding(s, side, "bombardment")[0]
    for token, at in zip(action[1], action[2], strict=True):
        kind = s.board.kind[token]
        place = s.board.place[at]
        s.dead[side] = without(s.dead[side], (kind,))
        inside = 4 if b.siege and side == b.defender and place == b.place else 0
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], (kind << SHIFT | inside | 3,))
        c.tell("gun_back", "10.2", {"side": SEATS[side], "block": token, "place": at})
    deploy_blocks(s, c, b, side, (s.board.kind[action[3]],), card)


# -- 8.7.1: can the assault succeed at all? ------------------------------------------------------


def reachable(s: State, b: Battle) -> bool:
    """Whether the attacker can reach what one loss needs with his blocks and hand (C8).

    The sum of a siege does not depend on the order, so only the choice of blocks for cards
    matters. Leaders come free, before the first card.
    """
    key = ("reachable", b.place)
    if key not in s.memo:
        side = b.attacker
        start = _without_blocks(s, b, side)
        groups: tuple[int, ...] = ()
        kinds: list[int] = []
        for kind in (e >> SHIFT for e in fighters(s, b, side)):
            block = s.board.kinds[kind]
            if block.leader:
                start += block.impact + groups.count(block.group)
                groups = (*groups, block.group) if block.group >= 0 else groups
            else:
                kinds.append(kind)
        search = _Search(s, b, side)
        s.memo[key] = any(
            search.reach(0, tuple(sorted((*kinds, *guns))), start, groups, False)
            for guns in _returning_guns(s, b, side)
        )
    found: bool = s.memo[key]
    return found


def _without_blocks(s: State, b: Battle, side: int) -> int:
    """11.6, 11.7: the impacts of a Naval Bombardment card and of a Pioneers tile."""
    bonus = int(can_use_pioneers(s, b, side))
    if holding(s, side, "broadside") and (ships := bombarding(s, b.place, side)):
        bonus += 2 if ships == 1 else 3
    return bonus


def _returning_guns(s: State, b: Battle, side: int) -> set[tuple[int, ...]]:
    """10.2: the guns that a Bombardment card could bring back here: the best two, or fewer."""
    if not can_bombard(s, b, side):
        return {()}
    dead = _dead_guns(s, side)
    cards = [k for k in s.hand[side] if s.board.cards[side][k].type == "bombardment"]
    return set(combinations(dead, min(len(dead), 2 * len(cards))))


class _Search:
    """Card by card, strongest first: which block it deploys, or none."""

    def __init__(self, s: State, b: Battle, side: int) -> None:
        self.s, self.b, self.side = s, b, side
        self.needed = {guns: threshold(s, b, guns) for guns in (False, True)}
        designs = s.board.cards[side]
        self.cards = sorted(s.hand[side], key=lambda card: STRONGEST.index(designs[card].type))
        self.best: dict[tuple[Any, ...], int] = {}

    def reach(
        self, at: int, kinds: tuple[int, ...], total: int, groups: tuple[int, ...], guns: bool
    ) -> bool:
        """Whether the cards from the one numbered `at` on can bring `total` to what is needed."""
        if total >= self.needed[guns]:
            return True
        key = (at, kinds, guns, tuple(sorted(groups)))  # which guns came back is in the groups
        if at == len(self.cards) or self.best.get(key, -1) >= total:
            return False
        self.best[key] = total
        for gain, used, gun in self._moves(self.cards[at], kinds, groups):
            left = list(kinds)
            for kind in used:
                left.remove(kind)
            more = tuple(self.s.board.kinds[kind].group for kind in used)
            if self.reach(at + 1, tuple(left), total + gain, groups + more, guns or gun):
                return True
        return self.reach(at + 1, kinds, total, groups, guns)

    def _moves(
        self, card: int, kinds: tuple[int, ...], groups: tuple[int, ...]
    ) -> list[tuple[int, tuple[int, ...], bool]]:
        """What a card can deploy, best gain first: impacts, blocks, whether a gun attacks."""
        s, b, side = self.s, self.b, self.side
        found: list[tuple[int, tuple[int, ...], bool]] = []
        for i, kind in enumerate(kinds):
            if kind in kinds[:i]:
                continue
            block = s.board.kinds[kind]
            if s.board.cards[side][card].type == "bombardment" and block.arm == GUN:
                arm = GUN
            elif deployable(s, b, side, kind, card):
                arm = special_arm(s, b, side, kind, card)
            else:
                continue
            gain = block.impact + groups.count(block.group) + 2 * bool(arm)
            found.append((gain, (kind,), arm == GUN))
            if second_block(s, kind, card, side):
                for other in dict.fromkeys(kinds[i + 1 :]):
                    second = s.board.kinds[other]
                    if deployable(s, b, side, other, card) and not second.any_card:
                        more = second.impact + groups.count(block.group) + 1
                        found.append((gain + more, (kind, other), False))
        found.sort(reverse=True)
        return found


# -- 8.7.5.B: the besieged react -----------------------------------------------------------------


def may_react(s: State, b: Battle) -> bool:
    """Publicly: could the besieged hold anything that counts in a siege?"""
    side = b.defender
    if not s.hand[side]:
        return False
    if bool(fighters(s, b, side)) and any(k.arm == GUN and k.side == side for k in s.board.kinds):
        return True
    if side == MUSLIM and s.options["sortie"] != "off":
        return True
    return s.options["naval_bombardment"] in ("both", SEATS[side]) and bool(
        bombarding(s, b.place, side)
    )


@step
def last_word(s: State, c: Context) -> None:
    """8.7.5.B: the defender may react even after the attacker's last unit; nothing comes later."""
    b = s.battle
    assert b is not None
    push(s, ("siege_losses",))
    if may_react(s, b):
        push(s, ("react",))


@point
class React(OldPoint):
    """8.7.5.B, 11.5, 11.6: artillery, Bombardment, Sortie or Naval Bombardment; asked always."""

    kind = "react"
    rule = "8.7.5.B"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.defender,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        return {
            "place": s.board.places[b.place],
            "impacts": b.impacts[b.attacker] - b.impacts[b.defender],
            "needed": threshold(s, b, b.guns[b.attacker] > 0),
        }

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            verbs = ["pass"]
            if self._cards(s, b, side):
                verbs.append("deploy")
            if can_bombard(s, b, side) and (
                _guns_waiting(s, b, side) or len(fighters(s, b, side)) < CASTLE
            ):
                verbs.append("bombardment")
            if holding(s, side, "sortie"):
                verbs.append("sortie")
            if holding(s, side, "broadside") and bombarding(s, b.place, side):
                verbs.append("broadside")
            return one(verbs, "8.7.5.B")
        names = s.board.card_tokens[side]
        if prefix[0] == "sortie":
            return one([names[k] for k in holding(s, side, "sortie")], "11.5")
        if prefix[0] == "bombardment":
            return bombardment_level(s, b, side, prefix, partial)
        if len(prefix) == 1:
            return one([names[k] for k in self._cards(s, b, side)], "8.7.5.B")
        card = s.board.card[side][prefix[1]]
        guns = self._guns(s, b, side, card)
        return subset(guns, s.board.kind_tokens, partial, 1, 1, "8.7.5.B")

    def _guns(self, s: State, b: Battle, side: int, card: int) -> list[int]:
        return [
            k
            for k in waiting(s, b, side)
            if deployable(s, b, side, k, card) and special_arm(s, b, side, k, card) == GUN
        ]

    def _cards(self, s: State, b: Battle, side: int) -> list[int]:
        return [card for card in dict.fromkeys(s.hand[side]) if self._guns(s, b, side, card)]

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        verb = action.verb
        if verb == "pass":
            s.frames.pop()
        elif verb == "sortie":
            card = s.board.card[side][action[1]]
            put_away(s, side, (card,), "pile")
            hit = s.board.cards[side][card].impact
            att = b.attacker
            b.impacts = (b.impacts[0] + hit * (att == 0), b.impacts[1] + hit * (att == 1))
            c.tell(
                "sortie", "11.5", {"card": action[1], "impacts": hit}, reveals=("card", "impacts")
            )
        elif verb == "broadside":
            play_broadside(s, c, b, side, -1)
        elif verb == "bombardment":
            play_bombardment(s, c, b, side, action)
        else:
            kinds = tuple(s.board.kind[t] for t in action[2])
            deploy_blocks(s, c, b, side, kinds, s.board.card[side][action[1]])

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")


# -- 8.7.5.C to G: damage ------------------------------------------------------------------------


@step
def siege_losses(s: State, c: Context) -> None:
    """8.7.5.C, 8.7.5.D: the besieged lose; a disk is the last to go."""
    b = s.battle
    assert b is not None
    net = max(0, b.impacts[b.attacker] - b.impacts[b.defender])
    need = threshold(s, b, b.guns[b.attacker] > 0)
    number = net // need
    inside = len(fighters(s, b, b.defender))
    c.tell(
        "siege_result",
        "8.7.5.C",
        {"place": s.board.places[b.place], "impacts": net, "needed": need, "losses": number},
    )
    push(s, ("losses", b.defender, min(number, inside)), ("end_assault", number > inside))


@step
def end_assault(s: State, c: Context, disk: bool) -> None:
    """8.7.5.D, 8.7.5.E, 8.7.5.G: the disk falls, the castle falls, cards are drawn.

    The disks are El Zegri in Málaga (10.6) and Sidi Yahya in Baza (10.7).
    """
    b = s.battle
    assert b is not None
    lost = b.lost
    if disk and b.place in s.disks:
        s.disks = tuple(p for p in s.disks if p != b.place)
        c.tell("disk_lost", "8.7.4", {"place": s.board.places[b.place]})
        lost = (lost[0], lost[1] + 1)
    if b.attacker == MUSLIM:
        lost = (lost[0], 0)
    else:
        lost = (0, lost[1])
    end_siege(s, c)
    if s.over is None:
        replenish(s, c, lost, True)


def end_siege(s: State, c: Context) -> None:
    """8.7.5.E, 8.7.5.F: the castle has fallen, or both sides stay and its owner is besieged."""
    b = s.battle
    assert b is not None
    calm(s, b.place)
    if contested(s, b.place):
        besiege(s, c, b.place)
    else:
        settle(s, c, b.place)
    s.battle = None
