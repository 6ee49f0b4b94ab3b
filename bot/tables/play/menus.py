"""What may stand in an order: its next choices, shown as people say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from bot.tables.floor import words
from bot.tables.values import Choice
from engine import Action, Decision, Game
from engine.core import Value
from engine.text import examples, fold
from engine.text.reader import placed

STEPS = 64  # elements of one set
SHORT = 100  # characters of a choice's name and value
LOOK = 200  # places of the tree that are looked at for one set
FEW = 5  # answers that are shown as buttons
MANY = 3  # alike pieces that are offered by the number too
TIMES = "×"  # between a number and a kind; no token has it


def few(decision: Decision) -> list[Action]:
    """Every answer, if there are few; else none."""
    return examples.few(decision, FEW)


def said(game: Game, domain: str, token: str) -> str:
    """What people call a thing."""
    try:
        return game.names(domain).get(token, token)
    except KeyError:
        return token


def word(token: str) -> str:
    """A token as it stands in order text."""
    return token.replace(" ", "-")


def choice(game: Game, domain: str, token: str) -> Choice:
    """A choice whose name parses as its value: with accents where that is the same word."""
    name = said(game, domain, token)
    value = word(token)
    if fold(name) == fold(token):
        return Choice(name[:SHORT], value, "")
    return Choice(value, value, name[:SHORT])


def bunch(game: Game, domain: str, offered: str, nth: int = 0, of: int = 0) -> Choice:
    """A choice that may be several alike pieces (3inf), or the second of three (`nth`, `of`)."""
    n, token = counted(offered)
    if n == 1:
        one = choice(game, domain, token)
        if of < 2:
            return one
        return Choice(words.NTH.format(name=one.name, nth=nth, of=of), one.value, one.words)
    text = listed([token] * n)
    return Choice(text, text, f"{n} {said(game, domain, token)}"[:SHORT])


def bunched(game: Game, domain: str, offered: Sequence[str]) -> tuple[Choice, ...]:
    """Choices as they stand in a menu; alike pieces are told apart by their number."""
    alike, seen = Counter(offered), Counter[str]()
    found = []
    for one in offered:
        seen[one] += 1
        found.append(bunch(game, domain, one, seen[one], alike[one]))
    return tuple(found)


def listed(tokens: Sequence[str]) -> str:
    """A set as order text: repeats with a count before them."""
    parts: list[str] = []
    for token, same in groupby(map(word, tokens)):
        n = len(list(same))
        parts += [f"{n}{token}"] if n > 1 and not token[:1].isdigit() else [token] * n
    return " ".join(parts)


def gathered(
    decision: Decision, prefix: tuple[Value, ...], bag: Sequence[Value]
) -> tuple[Value, ...] | None:
    """Pieces that a person chose in any order, as one set; None if they cannot be together.

    The tree takes a set in its own order only. A set with a least size may take its last kinds
    only behind others: such pieces stay as they were chosen until the others have come.
    """
    together, left = placed(decision.next, prefix, _strings(bag))
    if not left:
        return together
    return tuple(bag) if _reachable(decision, prefix, _strings(bag)) else None


def ordered(
    decision: Decision, prefix: tuple[Value, ...], bag: Sequence[Value]
) -> tuple[Value, ...] | None:
    """The same in the tree's own order; None while others must come before."""
    together, left = placed(decision.next, prefix, _strings(bag))
    return None if left else together


def _reachable(decision: Decision, prefix: tuple[Value, ...], bag: list[str]) -> bool:
    """Whether some legal set holds all of `bag`; looks at no more than LOOK places."""
    stack: list[tuple[tuple[Value, ...], list[str]]] = [((), bag)]
    for _ in range(LOOK):
        if not stack:
            return False
        partial, left = stack.pop()
        choices = decision.next(prefix, partial).choices
        for token in reversed(choices):
            rest = list(left)
            if token in rest:
                rest.remove(token)
            if not rest:
                return True
            stack.append(((*partial, token), rest))
    return False


def addable(
    decision: Decision, prefix: tuple[Value, ...], bag: tuple[Value, ...]
) -> tuple[str, ...]:
    """The kinds that can join a set, in whatever order a person chooses them."""
    kinds = _kinds(decision, prefix)
    return tuple(kind for kind in kinds if gathered(decision, prefix, (*bag, kind)) is not None)


def bunches(
    decision: Decision, prefix: tuple[Value, ...], bag: tuple[Value, ...]
) -> tuple[str, ...]:
    """Several alike pieces at once, where taking one after the other would be tedious."""
    kinds = addable(decision, prefix, bag)
    return _bunched({kind: _most(decision, prefix, bag, kind) for kind in kinds})


def _bunched(many: Mapping[str, int]) -> tuple[str, ...]:
    tedious = [(kind, n) for kind, n in many.items() if n >= MANY]
    return tuple(f"{k}{TIMES}{kind}" for kind, n in tedious for k in range(2, n + 1))


def pieces(
    decision: Decision, prefix: tuple[Value, ...], bag: tuple[Value, ...], room: int
) -> tuple[str, ...]:
    """What can join a set, every piece by itself; where there is no room for that, every kind, and
    several alike ones at once."""
    many = {kind: _most(decision, prefix, bag, kind) for kind in addable(decision, prefix, bag)}
    if sum(many.values()) <= room:
        return tuple(kind for kind, n in many.items() for _ in range(n))
    return (*many, *_bunched(many))


def _most(decision: Decision, prefix: tuple[Value, ...], bag: tuple[Value, ...], kind: str) -> int:
    """How many alike pieces can join a set."""
    n = 1
    while n < STEPS and gathered(decision, prefix, (*bag, *[kind] * (n + 1))) is not None:
        n += 1
    return n


def counted(offered: str) -> tuple[int, str]:
    """How many of which kind an offer is."""
    n, times, kind = offered.partition(TIMES)
    return (int(n), kind) if times else (1, offered)


def _strings(values: Sequence[Value]) -> list[str]:
    return [str(value) for value in values]


def _kinds(decision: Decision, prefix: tuple[Value, ...]) -> tuple[str, ...]:
    """Everything that could stand in the set somewhere: a set with a least size offers its last
    kinds only behind others."""
    found: dict[str, None] = {}
    partial: tuple[Value, ...] = ()
    for _ in range(STEPS):
        choices = decision.next(prefix, partial).choices
        found.update(dict.fromkeys(choices))
        if not choices:
            break
        partial = (*partial, choices[0])
    return tuple(found)


def empty_rest(
    game: Game, decision: Decision, prefix: tuple[Value, ...], partial: tuple[Value, ...]
) -> Action | None:
    """The order as it stands with nothing more in it, if that is a legal answer."""
    if not prefix:
        return None
    slots = game.verbs[str(prefix[0])].slots
    for slot in slots[len(prefix) - 1 :]:
        if slot.form == "set":
            in_order = ordered(decision, prefix, partial)
            if in_order is None:
                return None
            partial = in_order
        level = decision.next(prefix, partial)
        if slot.form == "one":
            if None not in level.choices:
                return None
            prefix = (*prefix, None)
        else:
            if not level.may_stop:
                return None
            prefix, partial = (*prefix, partial), ()
    return Action(*prefix)
