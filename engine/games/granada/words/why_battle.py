"""Why an answer in a land battle, a siege or a retreat is refused (chapter 8, 10.1 to 10.5)."""

from __future__ import annotations

from engine.games.granada.book.deployment import fighters, waiting
from engine.games.granada.book.retreat import CASTLE, SMALL
from engine.games.granada.book.siege import threshold
from engine.games.granada.table.board import GUN, MUSLIM
from engine.games.granada.table.state import (
    DEPLOYED,
    SHIFT,
    Battle,
    blocks,
    contested,
    units,
)
from engine.games.granada.words import english
from engine.games.granada.words.wrong import (
    Reason,
    Why,
    Wrong,
    because,
    closed,
    not_held,
    not_present,
    out_of_order,
    slot,
)
from engine.tongues import Field


def _battle(w: Wrong) -> Battle:
    assert w.s.battle is not None
    return w.s.battle


def _here(w: Wrong) -> Field:
    return w.at(_battle(w).place)


# -- a battle begins -----------------------------------------------------------------------------


@slot("place", "fight")
def battlefield(w: Wrong) -> Reason | None:
    place = w.place()
    if place is None:
        return None
    named = contested(w.s, place) and place in w.s.fought
    return because("fought_already" if named else "no_battle_there", "8.1", place=w.at(place))


@closed("withdraw", "split")
@closed("sally", "split")
def cannot_split(w: Wrong) -> Reason:
    """8.7.3: the Alhambra alone."""
    place = _battle(w).place
    if place != w.board.granada or w.side != MUSLIM:
        return because("only_alhambra", "8.7.3")
    if w.s.castle[place] != w.side:
        return because("not_your_castle", "8.7.1", place=_here(w))
    return because("split_needs_two", "8.7.3")


@closed("withdraw", "stand")
def cannot_stand(w: Wrong) -> Reason:
    return because("nobody_to_stand", "8.7.4", place=_here(w))


@closed("withdraw", "commander")
def cannot_leave(w: Wrong) -> Reason:
    key = "nowhere_to_go" if blocks(w.s, _battle(w).place, w.side) else "nobody_to_stand"
    return because(key, "8.6.7", place=_here(w))


@closed("sally", "inside")
def cannot_stay(w: Wrong) -> Reason:
    return because("too_many_inside", "8.7.1")


@closed("sally", "stand")
def cannot_sally(w: Wrong) -> Reason:
    place = _battle(w).place
    if not w.s.stacks[2 * place + w.side]:
        return because("nobody_to_stand", "8.7.4", place=_here(w))
    return because("sally_activation", "7.1", place=_here(w))


@slot("blocks", "split")
def garrison(w: Wrong) -> Reason | None:
    """8.7.3: one or two inside, one at least outside."""
    kind = w.kind()
    if w.value is None:
        return because("split_number", "8.7.3")
    if kind is None:
        return None
    absent = not_present(w, _battle(w).place, kind, "8.7.3")
    if absent or len(w.partial) >= CASTLE:
        return absent or because("split_number", "8.7.3")
    return out_of_order(w, "8.7.3") or because("split_number", "8.7.3")


@slot("path", "commander", "surrender")
def way_out(w: Wrong) -> Reason | None:
    """8.6.3, 8.6.7: where a force may go before the battle, and how far."""
    there = w.place()
    if there is None:
        return None
    place = _battle(w).place
    here = w.board.place[w.partial[-1]] if w.partial else place
    words = {"here": w.at(here), "there": w.at(there)}
    if len(w.partial) >= 2 or (w.partial and blocks(w.s, place, w.side) > SMALL):
        return because("retire_two", "8.6.7")
    if w.partial and units(w.s, here, 1 - w.side):
        return because("retire_stopped", "8.6.7", **words)
    if there not in w.board.adjacent[here]:
        return because("not_next", "8.6.7", **words)
    return because("retire_enemy", "8.6.3", **words)


# -- a battle is fought --------------------------------------------------------------------------


@closed("deploy", "free")
@closed("storm", "free")
def no_leader(w: Wrong) -> Reason:
    return because("no_leader", "8.2.3")


@closed("deploy", "deploy")
@closed("storm", "deploy")
def nothing_to_deploy(w: Wrong) -> Reason:
    return because("nothing_to_deploy", "8.2.1")


@closed("react", "deploy")
def no_answer(w: Wrong) -> Reason:
    return because("nothing_to_deploy", "8.7.5")


@closed("deploy", "broadside")
@closed("storm", "broadside")
@closed("react", "broadside")
def no_broadside(w: Wrong) -> Reason:
    return because("no_broadside", "11.6")


@closed("deploy", "bombardment")
@closed("storm", "bombardment")
@closed("react", "bombardment")
def no_bombardment(w: Wrong) -> Reason:
    return because("no_bombardment", "10.2")


@closed("storm", "pioneers")
@closed("deploy", "pioneers")
def no_pioneers(w: Wrong) -> Reason:
    return because("no_pioneers", "11.7")


@closed("storm", "watchtower")
@closed("react", "watchtower")
def no_watchtower(w: Wrong) -> Reason:
    return because("no_watchtower", "10.3")


@closed("react", "sortie")
def no_sortie(w: Wrong) -> Reason:
    return because("no_sortie", "11.5")


@closed("challenge", "challenge")
def no_challenge(w: Wrong) -> Reason:
    return because("no_challenge", "8.4.1")


@closed("refute", "show")
def no_refutation(w: Wrong) -> Reason:
    return because("no_refutation", "8.4.1")


@slot("block", "free")
def not_a_leader(w: Wrong) -> Reason | None:
    if w.kind() is None:
        return None
    return because("not_a_leader", "8.2.3", block=w.names.block(w.value))


@slot("card", "deploy")
def deploying_card(w: Wrong) -> Reason | None:
    """8.2.1: a card in hand that fits somebody who waits."""
    missing = not_held(w, "8.2.1")
    if missing is not None or w.card() is None:
        return missing
    if _shut_in(w):
        return because("only_guns_react", "8.7.5.B")
    return because("card_deploys_nobody", "8.2.1", card=w.names.card(w.value))


def _shut_in(w: Wrong) -> bool:
    """Whether the asked side is the besieged one in a siege."""
    b = _battle(w)
    return b.siege and w.side == b.defender


@slot("blocks", "deploy")
def deployed(w: Wrong) -> Reason | None:
    """8.2.1, 8.3.4: whom a card deploys, and how many."""
    kind = w.kind()
    if kind is None:
        return None
    card, block = w.names.card(w.prefix[1]), w.names.block(w.value)
    force = fighters(w.s, _battle(w), w.side)
    left = sum(1 for e in force if e >> SHIFT == kind and not e & DEPLOYED)
    if left <= w.chosen():
        return because("not_waiting", "8.2.2", block=block)
    if _shut_in(w):
        return because("only_guns_react", "8.7.5.B")
    if w.partial:
        late = out_of_order(w, "8.3.4")
        chosen = w.names.blocks(w.partial)
        return late or because("card_deploys_no_more", "8.3.4", card=card, chosen=chosen)
    return because("card_does_not_deploy", "8.2.1", card=card, block=block)


@slot("card", "sortie")
def sortie_card(w: Wrong) -> Reason | None:
    return not_held(w, "11.5") or (because("no_sortie", "11.5") if w.card() is not None else None)


@slot("card", "show")
def refuting_card(w: Wrong) -> Reason | None:
    missing = not_held(w, "8.4.1")
    if missing is not None or w.card() is None:
        return missing
    return because("does_not_refute", "8.4.1", card=w.names.card(w.value))


@slot("raise", "bombardment")
def raised(w: Wrong) -> Reason | None:
    kind = w.kind()
    if kind is None:
        return None
    dead = w.s.dead[w.side].count(kind) if w.block(kind).arm == GUN else 0
    if dead <= w.chosen():
        return because("bombardment_gun", "10.2", block=w.names.block(w.value))
    return because("bombardment_two", "10.2")


@slot("at", "bombardment")
def gun_place(w: Wrong) -> Reason | None:
    return because("bombardment_place", "10.2") if w.place() is not None else None


@slot("block", "bombardment")
def firing_gun(w: Wrong) -> Reason | None:
    if w.kind() is None:
        return None
    return because("bombardment_fires", "10.2", block=w.names.block(w.value))


# -- what the points themselves know -------------------------------------------------------------


def _assault_facts(w: Wrong) -> Reason:
    b = _battle(w)
    need = threshold(w.s, b, b.guns[w.side] > 0)
    return because(
        "assault_unfinished",
        "8.7.1",
        needed=english.count(need, "impact"),
        impacts=english.count(b.impacts[w.side], "impact"),
    )


def _castle_facts(w: Wrong) -> Reason:
    return because("not_your_castle", "8.7.1", place=_here(w))


def _leader_facts(w: Wrong) -> Reason:
    b = _battle(w)
    if any(w.block(k).leader for k in waiting(w.s, b, w.side)):
        return because("leaders_first", "8.2.3")
    return because("no_leader", "8.2.3")


# the keys of `Point.why` whose sentence holds facts, or for which more can be said
FACTS: dict[str, Why] = {
    "assault_unfinished": _assault_facts,
    "not_your_castle": _castle_facts,
    "card_does_not_deploy": deployed,
    "leaders_first": _leader_facts,
}
