"""After the losses of a round: who stays, goes or submits, and how a battle ends (6.6, 9.6)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book import retreat, submission
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.chiefs import kill_chief
from engine.games.hispania.book.combat import Sides, side, who_leaves
from engine.games.hispania.book.retreat import level_retreat
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.flow import Context, Words, name_of, one, parted, point, push, step
from engine.games.hispania.table.state import (
    ELSEWHERE,
    HOLD,
    Battle,
    State,
    chiefs_at,
    fewer,
    held,
    neutral,
    stack,
)

VALENCE_TAKEN = 50  # the bit of `deeds` for EL CID's prize; provinces stand below, changes above


@step
def after_losses(s: State, c: Context) -> None:
    """Who is left, who must submit, and who may leave (6.2, 6.6, 9.6)."""
    b = s.battle
    assert b is not None
    s.sealed = [None, None]
    left = [bool(army(s, b, i)) for i in (0, 1)]
    if not all(left) or (b.employer >= 0 and not fewer(army(s, b, 1), b.quarry)):
        push(s, ("battle_over",))
        return
    pair = submission.pair_for(s, *b.nations)
    if pair is not None and pair.must:
        push(s, ("battle_over",), ("kneels", b.nations[0], b.nations[1]))
        return
    push(s, ("parting",))
    if any(may_part(s, b, i) for i in (0, 1)):
        s.frames.append(("part",))


def may_submit(s: State, b: Battle, i: int) -> bool:
    return i == 1 and submission.pair_for(s, *b.nations) is not None


def may_part(s: State, b: Battle, i: int) -> bool:
    nation = b.nations[i]
    if nation == neutral(s) or b.hold[i] or s.stance[nation] == HOLD:
        return False
    return may_submit(s, b, i) or bool(who_leaves(s, b, i).most)


@point
class Part(Sides):
    """Stay or retreat, asked of both; a small nation may submit instead (6.6, 9.6)."""

    kind = "part"
    rule = "6.6"

    def open_to(self, s: State, b: Battle, side: int) -> bool:
        return may_part(s, b, side)

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        b = s.battle
        assert b is not None
        i = side(b, nation)
        who = who_leaves(s, b, i)
        if not prefix:
            verbs = ["stay", "hold"]
            if who.most:
                verbs.append("retreat")
            if may_submit(s, b, i):
                verbs.append("submit")
            return one(verbs)
        return level_retreat(s, who, prefix, partial)

    def default(self, s: State, nation: int) -> Action:
        return Action("stay")


@step
def parting(s: State, c: Context) -> None:
    """Submission comes first, then the attacker's retreat, then the defender's (6.6, 9.6)."""
    b = s.battle
    assert b is not None
    answers = s.sealed
    s.sealed = [None, None]
    b.hold = tuple(  # type: ignore[assignment]
        b.hold[i] or answers[i] == Action("hold") for i in (0, 1)
    )
    for i in (0, 1):
        if answers[i] is not None and (i == 0 or not _all_leave(s, b, answers[0])):
            name, answer = name_of(s, b.nations[i]), tuple(answers[i] or ())
            c.reveal("parted", "6.6", ("answer",), nation=name, answer=answer)
    if answers[1] == Action("submit"):
        push(s, ("battle_over",), ("kneels", b.nations[0], b.nations[1]))
        return
    before = [chiefs_at(s, b.nations[i], b.place) for i in (0, 1)]
    for i in (0, 1):
        action = answers[i]
        if action is not None and action[0] == "retreat" and army(s, b, 1 - i):
            retreat.carry_out(s, c, b.nations[i], b.place, action, who_leaves(s, b, i))
    push(s, ("next_round",))
    viriathus(s, c, b, before[1])


def _all_leave(s: State, b: Battle, answer: Action | None) -> bool:
    """Whether the attacker leaves the field, so that the defender's answer is void (6.6)."""
    if answer is None or answer[0] != "retreat":
        return False
    return parted(s, answer[1])[0] == army(s, b, 0)


@step
def next_round(s: State, c: Context) -> None:
    b = s.battle
    assert b is not None
    if army(s, b, 0) and army(s, b, 1) and b.nations[0] != s.suzerain[b.nations[1]]:
        b.round += 1
        push(s, ("round_begins",))
    else:
        push(s, ("battle_over",))


@step
def kneels(s: State, c: Context, lord: int, vassal: int) -> None:
    submission.submit(s, c, lord, vassal)


def viriathus(s: State, c: Context, b: Battle, before: list[int]) -> None:
    """If Viriathus gives way to ROME, or falls, his nation submits (11.4)."""
    nation = s.board.peoples.nation
    chief = s.board.peoples.chief["Viriathus"]
    pair = (nation["rome"], nation["lusitanien"])
    if b.nations != pair or chief not in before or s.chiefs[chief] == b.place:
        return
    if s.suzerain[pair[1]] == ELSEWHERE and held(s, pair[1]):
        push(s, ("kneels", *pair))


@step
def battle_over(s: State, c: Context) -> None:
    """Chiefs without an army die; wounds heal; what was won is noted (6.2)."""
    b = s.battle
    assert b is not None
    before = chiefs_at(s, b.nations[1], b.place)
    for i in (1, 0):
        nation = b.nations[i]
        if not army(s, b, i) and army(s, b, 1 - i):
            killer = b.employer if b.employer >= 0 and i == 1 else b.nations[1 - i]
            for chief in chiefs_at(s, nation, b.place):
                kill_chief(s, c, killer, chief)
        elif not army(s, b, i):
            for chief in chiefs_at(s, nation, b.place):
                kill_chief(s, c, b.nations[1 - i], chief)
    s.battle = None
    winner = next((b.nations[i] for i in (0, 1) if army(s, b, i)), ELSEWHERE)
    c.tell(
        "battle over",
        "6.2",
        place=s.board.places[b.place],
        winner=name_of(s, winner) if winner >= 0 else None,
    )
    viriathus(s, c, b, before)
    settle(s, c)


def settle(s: State, c: Context) -> None:
    """Capitals that were lost, Tolède, lords without an army, EL CID's prize."""
    for nation, place in enumerate(s.capital):
        if place >= 0 and not stack(s, nation, place):
            s.capital[nation] = ELSEWHERE
    submission.toledo(s, c)
    submission.lordless(s, c)
    deed = s.board.awards.deeds["valence"]
    bit = 1 << VALENCE_TAKEN
    if deed.first <= s.turn <= deed.last and not s.deeds & bit:
        if s.here[deed.provinces[0]] == 1 << deed.nation:
            s.deeds |= bit
            award(s, c, deed.nation, deed.points, "valence", "11.26")
