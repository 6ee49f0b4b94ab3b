"""What can be answered, shown in full where it is little, and by an example where it is much."""

from __future__ import annotations

from itertools import islice

from engine.core import Action, Decision, Game, Slot, Value
from engine.text.grammar import write
from engine.text.reader import known
from engine.tongues import ENGLISH, Tongue


def few(decision: Decision, most: int) -> list[Action]:
    """Every answer, if there are no more than so many; else none."""
    found = list(islice(decision, most + 1))
    return found if len(found) <= most else []


def example(game: Game, decision: Decision, verb: str, tongue: Tongue = ENGLISH) -> str:
    """A legal order with this verb: the first and shortest that the question allows."""
    prefix: tuple[Value, ...] = (verb,)
    verbs = known(game, decision)
    for slot in verbs[verb].slots:
        prefix = (*prefix, _first(decision, slot, prefix))
    return write(verbs, Action(*prefix), tongue)


def _first(decision: Decision, slot: Slot, prefix: tuple[Value, ...]) -> Value:
    level = decision.next(prefix)
    if slot.form == "one":
        return None if None in level.choices else level.choices[0]
    partial: tuple[Value, ...] = ()
    while level.choices and not (level.may_stop and (partial or slot.optional)):
        partial = (*partial, level.choices[0])
        level = decision.next(prefix, partial)
    return partial
