"""Help with an order: small menus, an example of every verb, and what may stand next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import Action, Decision, Game, Level, Slot
from engine.core import Value
from engine.text import examples, fold

MENU = 9  # answers that are few enough to be numbered: one key each


def menu(decision: Decision) -> list[Action]:
    """Every answer, if there are few; else none."""
    return examples.few(decision, MENU)


class Next(NamedTuple):
    """What may stand next: the slot, what it offers, and the words that were understood so far."""

    slot: Slot | None  # None: the order is complete
    level: Level
    said: str
    stray: str = ""  # the first word that was not understood


def follow(game: Game, decision: Decision, words: Sequence[str]) -> Next | None:
    """Walk along the words of an unfinished order; None if its verb is not open now.

    Simpler than order text: slots in the verb's own order, marks left out or ignored.
    """
    verb = _match(words[0], decision.verbs)
    if verb is None:
        return None
    slots = game.verbs[str(verb)].slots
    prefix: tuple[Value, ...] = (verb,)
    partial: tuple[Value, ...] = ()
    said = [str(verb)]
    at = 0
    rest = list(_pieces(words[1:]))
    while at < len(slots):
        slot, level = slots[at], decision.next(prefix, partial)
        chosen = _match(rest[0], level.choices) if rest else None
        if chosen is not None:
            said.append(str(chosen))
            rest.pop(0)
            if slot.form == "one":
                prefix, at = (*prefix, chosen), at + 1
            else:
                partial = (*partial, chosen)
        elif rest and slot.form != "one" and level.may_stop:
            prefix, partial, at = (*prefix, partial), (), at + 1
        elif rest and slot.form == "one" and None in level.choices:
            prefix, at = (*prefix, None), at + 1
        else:
            return Next(slot, level, " ".join(said), rest[0] if rest else "")
    return Next(None, Level((), may_stop=True), " ".join(said), rest[0] if rest else "")


def _pieces(words: Sequence[str]) -> Iterator[str]:
    """Words without marks; "2A1" is two words."""
    for word in words:
        bare = word.strip(">,=:+-")
        if len(bare) > 1 and bare[0] in "23456789" and not bare[1].isdigit():
            yield from [bare[1:]] * int(bare[0])
        elif bare:
            yield bare


def _match(word: str, choices: Sequence[Value]) -> Value:
    key = fold(word)
    named = [c for c in choices if isinstance(c, str) and key]
    exact = [c for c in named if fold(c) == key]
    found = exact or [c for c in named if fold(c).startswith(key)]
    return found[0] if len(found) == 1 or exact else None
