"""Slash commands: one slot autocompleted from the open question, and slots put into one order.

The other slots come as people typed them, in any order of filling. A picked choice replaces the
whole option, so a list offers each list so far plus one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from bot.tables.floor import words
from bot.tables.floor.hall import Hall
from bot.tables.play.menus import (
    SHORT,
    STEPS,
    addable,
    bunches,
    choice,
    counted,
    gathered,
    listed,
    ordered,
    said,
    word,
)
from bot.tables.values import Choice, Refused, Who
from engine import Decision, Game, Slot, Verb
from engine.core import Value
from engine.text import fold, nearest, write
from engine.text.examples import example
from engine.text.grammar import NONE, Role, counted_word, shape_of
from engine.text.names import book_of
from engine.text.reader import known, placed

OFFERED = 25
TYPED = 200  # characters of one slot: a choice has no more than half of that
LOOKED_AT = 300  # answers that are listed before we look for those near to what was typed
_STEPS = re.compile(r"\s*(?:->|[>,→])\s*")
_BREAKS = re.compile(r"[;#\r\n]")


class Slots:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def choices(
        self,
        table: int,
        who: Who,
        verb: str,
        slot: str,
        given: Mapping[str, str],
        typed: str,
        game: str | None = None,
    ) -> tuple[Choice, ...]:
        """Nothing to offer is an empty list: a person who types is not scolded."""
        if any(len(text) > TYPED for text in (typed, *given.values())):
            return ()
        async with self.hall.glance(table) as seen:
            decision = seen.open(who) if seen else None
            if seen is None or decision is None or verb not in decision.verbs:
                return ()
            rules = seen.match.game
            known = rules.verbs[verb]
            wrong = game is not None and game != rules.name
            if wrong or slot not in [s.name for s in known.slots]:
                return ()
            return _Filling(rules, decision, known, given).offer(slot, typed)

    async def answers(self, table: int, who: Who, typed: str) -> tuple[Choice, ...]:
        """Whole orders that answer the open question."""
        async with self.hall.glance(table) as seen:
            decision = seen.open(who) if seen else None
            if seen is None or decision is None:
                return ()
            texts = dict.fromkeys(answering(seen.match.game, decision, typed))
            short = [text for text in texts if len(text) <= SHORT]
            return tuple(Choice(text, text) for text in short[:OFFERED])


def answering(game: Game, decision: Decision, typed: str) -> Iterator[str]:
    """All of them if they are few; else an example of every verb, and what is near."""
    wanted = [fold(part) for part in typed.split()]
    listed_all = list(islice(decision, LOOKED_AT + 1))
    if len(listed_all) <= LOOKED_AT:
        orders = [write(known(game, decision), action) for action in listed_all]
    else:
        orders = [example(game, decision, verb) for verb in decision.verbs]
    yield from (order for order in orders if all(part in fold(order) for part in wanted))
    if len(listed_all) > LOOKED_AT and typed.strip() and not _BREAKS.search(typed):
        yield from nearest(game, decision, typed[:200], OFFERED)


class _Filling:
    """One order being filled in: the question, the verb, and what was typed for the other slots."""

    def __init__(
        self, game: Game, decision: Decision, verb: Verb, given: Mapping[str, str]
    ) -> None:
        self.game = game
        self.decision = decision
        self.verb = verb
        self.book = book_of(game)
        self.given = {name: text for name, text in given.items() if text.strip()}

    def offer(self, name: str, typed: str) -> tuple[Choice, ...]:
        slot = self.verb.slot(name)
        prefix = self._prefix(slot)
        if slot.form == "set":
            found = self._sets(slot, prefix, typed)
        elif slot.form == "path":
            found = self._paths(slot, prefix, typed)
        else:
            found = self._ones(slot, prefix, typed)
        short = [c for c in found if 0 < len(c.name) <= SHORT and len(c.value) <= SHORT]
        return tuple(short[:OFFERED])

    # -- the slots before -----------------------------------------------------------------------

    def _prefix(self, target: Slot) -> tuple[Value, ...] | None:
        """What stands before the slot, if that is settled; None if something is open."""
        prefix: tuple[Value, ...] = (self.verb.name,)
        for slot in self.verb.slots:
            if slot.name == target.name:
                return prefix
            level = self.decision.next(prefix)
            text = self.given.get(slot.name, "")
            if text:
                value = self._read(slot, prefix, text)
            elif slot.form == "one" and len(level.choices) == 1:
                value = level.choices[0]
            else:
                value = None if slot.form == "one" else ()
            if not self._allowed(slot, prefix, value):
                return None
            prefix = (*prefix, value)
        return None

    def _allowed(self, slot: Slot, prefix: tuple[Value, ...], value: Value) -> bool:
        if slot.form == "one":
            return value in self.decision.next(prefix).choices
        if not isinstance(value, tuple):
            return False
        if slot.form == "set" and ordered(self.decision, prefix, value) != value:
            return False
        return self.decision.next(prefix, value).may_stop

    def _read(self, slot: Slot, prefix: tuple[Value, ...], text: str) -> Value:
        """What was typed into a slot, as far as it is understood."""
        if slot.domain == "flag":
            return slot.name
        if slot.form == "one":
            return self._token(slot, self.decision.next(prefix).choices, text)
        if slot.form == "path":
            return self._walk(slot, prefix, _STEPS.split(text))
        if fold(text) == "all" or fold(text).startswith("allbut"):
            return self._all(slot, prefix, text)
        partial, left = placed(self.decision.next, prefix, self._bag(slot, text.split()))
        return None if left else partial

    def _token(self, slot: Slot, offered: Sequence[Value], text: str) -> str | None:
        parts = text.split()
        hit = self.book.match(slot.domain, offered, parts) if parts else None
        return hit.tokens[0] if hit and len(hit.tokens) == 1 else None

    def _bag(self, slot: Slot, parts: Sequence[str]) -> list[str]:
        """The pieces that words name, counts before them; words not understood are left out."""
        bag: list[str] = []
        table = self.book.table(slot.domain)
        for part in parts:
            part = part.strip(",")
            n, rest = (1, part) if table.knows(part) else counted_word(part)
            hit = self.book.match(slot.domain, (), [rest]) if rest else None
            if hit and len(hit.tokens) == 1:
                bag += [hit.tokens[0]] * n
        return bag

    def _walk(self, slot: Slot, prefix: tuple[Value, ...], steps: Sequence[str]) -> Value:
        partial: tuple[Value, ...] = ()
        for step in filter(None, (s.strip() for s in steps)):
            token = self._token(slot, self.decision.next(prefix, partial).choices, step)
            if token not in self.decision.next(prefix, partial).choices:
                return None
            partial = (*partial, token)
        return partial

    def _all(self, slot: Slot, prefix: tuple[Value, ...], text: str) -> Value:
        """Everything that can be taken together, but what is named."""
        but = self._bag(slot, text.split()[2:])
        bag: list[str] = []
        everything = self._everything(prefix)
        for token in everything:
            if token in but:
                but.remove(token)
            else:
                bag.append(token)
        partial, left = placed(self.decision.next, prefix, bag)
        return None if left or but else partial

    def _everything(self, prefix: tuple[Value, ...]) -> list[str]:
        bag: list[str] = []
        for _ in range(STEPS):
            choices = self.decision.next(prefix, tuple(bag)).choices
            if not choices:
                break
            bag.append(choices[0])
        return bag

    # -- what is offered ------------------------------------------------------------------------

    def _loose(self, slot: Slot, chosen: tuple[Value, ...] = ()) -> tuple[str, ...]:
        """Choices while slots before this one are open: whatever could stand here."""
        known: dict[str, Value] = {}
        prefix: tuple[Value, ...] | None = (self.verb.name,)
        for other in self.verb.slots:
            if other.name == slot.name:
                break
            if other.name in self.given and prefix is not None:
                value = self._read(other, prefix, self.given[other.name])
                if self._allowed(other, prefix, value):
                    known[other.name] = value
                    prefix = (*prefix, value)
                    continue
            elif other.name in self.given and other.form == "one":
                token = self._token(other, (), self.given[other.name])
                if token is not None:
                    known[other.name] = token
            prefix = None
        if chosen:
            known[slot.name] = chosen
        found, _ = self.decision.choices(self.verb.name, slot.name, known)
        return tuple(c for c in found if c is not None)

    def _fits(self, slot: Slot, token: str, typed: str) -> bool:
        """Whether a choice is what somebody has begun to type."""
        key = fold(typed.strip())
        name = said(self.game, slot.domain, token)
        starts = [token, name, *re.split(r"[-\s]+", name), *re.split(r"[-\s]+", token)]
        return not key or any(fold(start).startswith(key) for start in starts)

    def _ones(self, slot: Slot, prefix: tuple[Value, ...] | None, typed: str) -> list[Choice]:
        offered: Sequence[Value] = ()
        if prefix is not None:
            offered = [c for c in self.decision.next(prefix).choices if c is not None]
        offered = offered or self._loose(slot)
        return [choice(self.game, slot.domain, t) for t in offered if self._fits(slot, t, typed)]

    def _sets(self, slot: Slot, prefix: tuple[Value, ...] | None, typed: str) -> list[Choice]:
        if prefix is None or not addable(self.decision, prefix, ()):
            return self._loose_sets(slot, typed)
        first = fold(typed.split()[0]) if typed.split() else ""
        if first == "all":
            return self._all_but(slot, prefix, typed)
        texts: dict[str, None] = {}
        whole = self.decision.next(prefix, tuple(self._everything(prefix))).may_stop
        if "all".startswith(first) and whole:
            texts["all"] = None
        for chosen, tail in self._begun(slot, typed):
            bag = gathered(self.decision, prefix, chosen)
            if bag is None:
                continue
            if bag and not tail and self._allowed(slot, prefix, bag):
                texts[listed(_strings(bag))] = None
            for token in addable(self.decision, prefix, bag):
                together = gathered(self.decision, prefix, (*bag, token))
                if together is not None and self._fits(slot, token, tail):
                    texts[listed(_strings(together))] = None
            for n, token in map(counted, bunches(self.decision, prefix, bag)):
                together = gathered(self.decision, prefix, (*bag, *[token] * n))
                begins = self._fits(slot, token, tail) or f"{n}{fold(token)}".startswith(fold(tail))
                if together is not None and begins:
                    texts[listed(_strings(together))] = None
        return [Choice(text, text) for text in texts]

    def _begun(self, slot: Slot, typed: str) -> Iterator[tuple[list[str], str]]:
        """How a list so far can be read: its last word is whole, or it is being typed."""
        parts = typed.split()
        if parts:
            bag = self._bag(slot, parts)
            if len(bag) >= len(parts):
                yield bag, ""
            if not typed.endswith(" "):
                yield self._bag(slot, parts[:-1]), parts[-1]
        else:
            yield [], ""

    def _all_but(self, slot: Slot, prefix: tuple[Value, ...], typed: str) -> list[Choice]:
        parts = typed.split()[2:]
        tail = "" if typed.endswith(" ") or not parts else parts.pop()
        but = self._bag(slot, parts)
        texts: dict[str, None] = {}
        for more in ([], *([token] for token in dict.fromkeys(self._everything(prefix)))):
            if more and not self._fits(slot, more[0], tail):
                continue
            left_out = [*but, *more]
            text = f"all but {listed(left_out)}" if left_out else "all"
            value = self._all(slot, prefix, text)
            if self._allowed(slot, prefix, value) and (value or slot.optional):
                texts[text] = None
        return [Choice(text, text) for text in texts]

    def _loose_sets(self, slot: Slot, typed: str) -> list[Choice]:
        parts = typed.split()
        tail = "" if not parts or typed.endswith(" ") else parts.pop()
        chosen = self._bag(slot, parts)
        texts = {
            listed([*chosen, token]): None
            for token in self._loose(slot, tuple(chosen))
            if self._fits(slot, token, tail)
        }
        return [Choice(text, text) for text in texts]

    def _paths(self, slot: Slot, prefix: tuple[Value, ...] | None, typed: str) -> list[Choice]:
        steps = [step.strip() for step in _STEPS.split(typed)]
        tail = steps.pop() if steps else ""
        texts: dict[str, None] = {}
        for chosen, rest in (([*steps, tail], ""), (steps, tail)):
            walked = self._walk(slot, prefix, chosen) if prefix is not None else None
            if walked is None and prefix is not None:
                continue
            partial = walked or ()
            if prefix is not None and rest == "" and partial:
                if self.decision.next(prefix, partial).may_stop:
                    texts[_road(partial)] = None
            offered = (
                self.decision.next(prefix, partial).choices
                if prefix is not None
                else self._loose(slot)
            )
            for token in offered:
                if self._fits(slot, token, rest):
                    texts[_road((*partial, token))] = None
        return [Choice(text, text) for text in texts]


def _strings(values: Sequence[Value]) -> list[str]:
    return [str(value) for value in values]


def _road(steps: Sequence[Value]) -> str:
    return " > ".join(word(str(step)) for step in steps)


# -- composing -----------------------------------------------------------------------------------


def composed(game: Game, verb: str, given: Mapping[str, str]) -> str:
    """Slots, as people typed them, as one line of order text: the same order by every way."""
    known = game.verbs.get(verb)
    if known is None:
        raise Refused(words.NO_VERB.format(game=game.title, verb=verb[:40]))
    shape = shape_of(known)
    texts = _checked(known, given)
    parts = [verb]
    for i in shape.written:
        slot, text = shape.slots[i], texts.get(shape.slots[i].name, "")
        if i == shape.path:
            parts += _composed_road(known, texts, text)
        elif not text:
            parts += [NONE] if i in shape.says_none else []
        elif shape.roles[i] is Role.FLAG:
            parts += [slot.name] if fold(text) not in ("no", "off", "false", NONE) else []
        elif shape.roles[i] is Role.GOAL:
            parts += [f"> {step}" for step in _STEPS.split(text) if step]
        else:
            listed_ = " ".join(filter(None, _STEPS.split(text))) if slot.form == "path" else text
            parts += [slot.mark, listed_] if slot.mark else [listed_]
    return " ".join(parts)


def _checked(verb: Verb, given: Mapping[str, str]) -> dict[str, str]:
    names = [slot.name for slot in verb.slots]
    texts: dict[str, str] = {}
    for name, text in given.items():
        if name not in names:
            raise Refused(words.NO_SLOT.format(verb=verb.name, slot=name[:40]))
        if _BREAKS.search(text):
            raise Refused(words.BREAKS.format(text=text[:40]))
        if text.strip():
            texts[name] = text.strip()
    return texts


def _composed_road(verb: Verb, texts: Mapping[str, str], road: str) -> list[str]:
    """The road with what is left or taken up behind each step; elsewhere it is at the start."""
    shape = shape_of(verb)
    happens: dict[str, list[str]] = {}
    for spot, sign in shape.sign_of.items():
        where, what = shape.slots[spot], shape.slots[sign]
        blocks = texts.get(what.name)
        if blocks is None:
            continue
        if where.name not in texts:
            raise Refused(words.WHERE_SIGN.format(at=where.name, slot=what.name))
        happens.setdefault(fold(texts[where.name]), []).append(f"{what.mark}{blocks}")
    steps = [step for step in _STEPS.split(road) if step]
    stops = {fold(step) for step in steps}
    parts = [text for at, all_of in happens.items() if at not in stops for text in all_of]
    for step in steps:
        parts += [f"> {step}", *happens.pop(fold(step), [])]
    return parts
