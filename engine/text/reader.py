"""The second half of reading: the clauses of an order followed down the tree of a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.core import MODERATOR, Action, Decision, Game, Illegal, Level, Slot, Value, Verb
from engine.text.draft import Draft, Refused
from engine.text.grammar import (
    BREAK,
    COUNT,
    DASHES,
    LONGEST,
    LONGEST_WORD,
    MOST,
    NONE,
    VERB,
    Role,
    Shape,
    counted_word,
    empty,
    fold,
    shape_of,
    shown,
    split,
)
from engine.text.names import MISS, Book, Hit, book_of
from engine.tongues import ENGLISH, Said, Tongue
from engine.words import either, kind, meaning, say

_LONGEST_NAME = 3  # words in the name of who carries out an order
STEPS = 64  # elements of one set that `all` takes
_SECRET = ("card", "block")  # domains in which nothing is ever filled in for a player


def understand(game: Game, decision: Decision, text: str, tongue: Tongue = ENGLISH) -> Action:
    """As `read`, with a refusal that tells how far the order was understood."""
    if len(text) > LONGEST:
        raise Refused(say("long", length=len(text), most=LONGEST))
    orders = split(text)
    if len(orders) != 1:
        raise Refused(say("several", count=len(orders)) if orders else say("empty"))
    order = orders[0].replace("->", ">")
    if not order.isascii():
        order = order.translate(DASHES)
    book = book_of(game, tongue)
    order = _addressed(game, decision, order, tongue)
    found = VERB.search(order)
    if found is None:
        raise Refused(say("unknown verb", word=shown([order])))
    shape = shape_of(_verb(game, book, decision, found.group()))
    rest = order[found.end() :].lstrip(":")
    reader = Reader(book, decision, shape, Draft(shape, shape.pattern.findall(rest), tongue))
    try:
        return reader.action()
    except Refused as refused:
        refused.wanted = reader.intent(refused.wanted)
        raise


def verb_of(game: Game, decision: Decision, text: str) -> str | None:
    """The verb of this question that an order begins with; None if it begins with no such."""
    try:
        order = _addressed(game, decision, text.strip(), ENGLISH)
        found = VERB.search(order)
        return _verb(game, book_of(game), decision, found.group()).name if found else None
    except Refused:
        return None


def _addressed(game: Game, decision: Decision, order: str, tongue: Tongue) -> str:
    """An order without the name of who carries it out, where the question says who that is:
    `ROME move Narbonne 5 elite > Barcelone`."""
    actor = str(decision.about.get("actor", ""))
    names = game.names("actor") if actor else {}
    theirs = (
        names
        if tongue.language == ENGLISH.language
        else game.names("actor", tongue)
        if actor
        else {}
    )
    words = order.split(maxsplit=_LONGEST_NAME)
    for n in range(min(len(words), _LONGEST_NAME), 0, -1):
        said = fold("".join(words[:n]).rstrip(":"))
        meant = [
            who for who, name in names.items() if said in (fold(who), fold(name), fold(theirs[who]))
        ]
        if actor in meant:
            return order.split(maxsplit=n)[n] if len(order.split(maxsplit=n)) > n else ""
        if meant:
            other, asked = game.called("actor", meant[0]), game.called("actor", actor)
            raise Refused(say("other actor", word=other, actor=asked), decision.rule)
    return order


def known(game: Game, decision: Decision) -> Mapping[str, Verb]:
    """The orders that the seat of a decision can give at some time."""
    return game.edits if decision.seat == MODERATOR else game.verbs


def _verb(game: Game, book: Book, decision: Decision, word: str) -> Verb:
    verbs = known(game, decision)
    table = book.verbs("edits" if verbs is game.edits else "verbs", verbs)
    offered = decision.next(()).choices
    hit = table.match(offered, [word]) if len(word) <= LONGEST_WORD else MISS
    if not hit.tokens:
        raise Refused(say("unknown verb", word=shown([word])), "", (word[:LONGEST_WORD],))
    if len(hit.tokens) > 1:
        reason = say("ambiguous", word=shown([word]), near=either(hit.tokens))
        raise Refused(reason, decision.rule, (hit.tokens[0],))
    verb = verbs[hit.tokens[0]]
    if verb.name not in offered:
        raise _closed(decision, verb)
    return verb


def _closed(decision: Decision, verb: Verb) -> Refused:
    """An order that is not open now: the game's own reason, or the question where it has none."""
    reason, rule = say("closed verb", verb=verb.name, prompt=decision.asks), ""
    try:
        decision.demand(Action(verb.name, *empty(verb.slots)))
    except Illegal as refusal:
        reason, rule = refusal.said if refusal.reason else reason, refusal.rule
    return Refused(reason, rule or verb.rule, (verb.name,))


class Reader:
    """Walks the tree of a decision along the words of one order."""

    __slots__ = ("book", "decision", "draft", "more", "prefix", "shape", "stops")

    def __init__(self, book: Book, decision: Decision, shape: Shape, draft: Draft) -> None:
        self.book = book
        self.decision = decision
        self.shape = shape
        self.draft = draft
        self.prefix: tuple[Value, ...] = (shape.name,)
        self.stops: dict[int, str] = {}  # step of the text -> the place it reaches
        self.more: list[str] = []  # what did not fit into the first ship

    def action(self) -> Action:
        self._long_words()
        self.draft.spill(self.book)
        for i, slot in enumerate(self.shape.slots):
            value = self._value(i, slot)
            self.prefix = (*self.prefix, value)
        if words := self._rest(self.draft.bare):
            raise self._stray(words)
        return Action(*self.prefix)

    def _value(self, i: int, slot: Slot) -> Value:
        role = self.shape.roles[i]
        if role is Role.BARE:
            return self._read(i, slot, self.draft.bare)
        if role is Role.GOAL:
            return self._goal(i, slot)
        if role is Role.SPOT:
            return self._spot(i, slot)
        if role is Role.SIGN:
            return self._read(i, slot, self.draft.signed.get(i, (0, []))[1])
        if role is Role.FLAG:
            return self._flag(slot, i in self.draft.marked)
        return self._read(i, slot, self.draft.marked.get(i, []))

    def _flag(self, slot: Slot, said: bool) -> Value:
        """What is done only if it is said: nobody's silence fills it in."""
        if said or None in self.decision.next(self.prefix).choices:
            return self._settle(slot, slot.name if said else None)
        raise self._refuse((), None)

    def _read(self, i: int, slot: Slot, words: list[str]) -> Value:
        if slot.form == "one":
            return self._one(i, slot, words)
        if slot.form == "set":
            return self._set(i, slot, words)
        return self._path(i, slot, [words])

    # -- values of one slot --

    def _one(self, i: int, slot: Slot, words: list[str]) -> Value:
        level = self.decision.next(self.prefix)
        if not self._rest(words):
            return self._settle(slot, None, level)
        hit = self._match(slot, level.choices, words)
        if self.book.small(words[0]) == NONE and not hit.exact:
            del words[0]
            if None in level.choices:
                return None
            raise self._refuse((), None)
        if self._left_to_others(i, slot, words, hit, level):
            return self._settle(slot, None, level)
        token = self._sure(slot, words, hit, ())
        del words[: hit.used]
        if i in self.draft.marked and self._rest(words):
            raise self._stray(words)
        return self._settle(slot, token, level)

    def _settle(self, slot: Slot, value: Value, level: Level | None = None) -> Value:
        """`value` if it is offered; for an unsaid one, the only choice unless that is a secret."""
        if level is None:
            level = self.decision.next(self.prefix)
        if value in level.choices:
            return value
        if value is not None:
            raise self._refuse((), value)
        if len(level.choices) == 1 and slot.domain not in _SECRET:
            return level.choices[0]
        raise self._missing(slot, level, ())

    def _left_to_others(self, i: int, slot: Slot, words: list[str], hit: Hit, level: Level) -> bool:
        """Whether a word is not for this bare, optional slot but for one that comes later."""
        if not slot.optional or self.shape.roles[i] is not Role.BARE:
            return False
        later = self._open_after(i)
        word = counted_word(words[0])[1]
        if any(self.book.table(s.domain).knows(word) for s in later):
            return not (hit.exact and hit.tokens[0] in level.choices)
        meant = any(t in level.choices for t in hit.tokens)
        return bool(later) and not hit.exact and not meant

    def _open_after(self, i: int) -> list[Slot]:
        """The later slots that bare words could still belong to."""
        shape = self.shape
        later = [shape.slots[j] for j in shape.bare if j > i]
        if not self.draft.steps:
            later += [shape.slots[j] for j in shape.goals if j > i]
        return later

    def _set(self, i: int, slot: Slot, words: list[str]) -> Value:
        said = bool(self._rest(words))
        bag = self._bag(i, slot, words)
        if i == self.shape.also:
            bag += self.more
        partial, left = placed(self.decision.next, self.prefix, bag)
        if left and partial and i < self.shape.also:
            self.more = left
        elif left:
            raise self._refuse(partial, left[0])
        level = self.decision.next(self.prefix, partial)
        if not level.may_stop:
            if said and partial:
                raise self._refuse(partial, None)
            raise self._missing(slot, level, partial)
        return partial

    def _bag(self, i: int, slot: Slot, words: list[str]) -> list[str]:
        """The elements that words name; stops at a word that is for another slot."""
        if self._says("all", slot, words):
            return self._all(i, slot, words)
        bag: list[str] = []
        if self._says(NONE, slot, words):
            del words[0]
            return bag
        while self._rest(words):
            if bag and self.book.small(words[0]) == "and" and len(words) > 1:
                del words[0]
                continue
            n, token = self._item(i, slot, words, bag)
            if token is None:
                break
            bag += [token] * n
        return bag

    def _item(self, i: int, slot: Slot, words: list[str], bag: list[str]) -> tuple[int, str | None]:
        """One element of a set with its count; None for a word that is for another slot."""
        word = words[0]
        table = self.book.table(slot.domain)
        match = COUNT.fullmatch(word) if "0" <= word[:1] <= "9" else None
        if match is None or table.knows(word):
            return 1, self._element(i, slot, words, bag)
        offered = self.decision.next(self.prefix).choices
        if word in offered:
            del words[0]
            return 1, word
        digits, rest = match.groups()
        if not rest and len(words) == 1:
            return 1, self._element(i, slot, words, bag)
        if len(digits) > 2 or not 0 < int(digits) <= MOST:
            raise self._stuck(say("count", word=shown([word])), slot, tuple(bag), words[1:])
        del words[0]
        for start in (rest, rest.removeprefix("x")):
            trial = [start, *words] if start else list(words)
            hit = self._meant(slot, trial, bag)
            if hit.tokens:
                words[:] = trial
                return int(digits), self._element(i, slot, words, bag)
        words.insert(0, word)
        return 1, self._element(i, slot, words, bag)

    def _meant(self, slot: Slot, words: list[str], bag: list[str]) -> Hit:
        """A name in a set: short ones among all that the set could offer, not only as its first."""
        if not words or words[0] == BREAK:
            return MISS
        hit = self.book.match(slot.domain, self.decision.next(self.prefix).choices, words)
        if hit.exact and len(hit.tokens) == 1:
            return hit
        return self._match(slot, self._offered(bag), words)

    def _match(self, slot: Slot, offered: Sequence[Value], words: list[str]) -> Hit:
        """What the first words mean. `Aragon2:A2` is two words unless a token reads so."""
        hit = self.book.match(slot.domain, offered, words)
        if not hit.tokens and ":" in words[0]:
            first, _, rest = words[0].partition(":")
            words[:1] = [first, BREAK, rest] if first else [rest]
            return self._match(slot, offered, words)
        return hit

    def _element(self, i: int, slot: Slot, words: list[str], bag: list[str]) -> str | None:
        hit = self._meant(slot, words, bag)
        if not hit.exact and self._pass_on(i, words, hit):
            return None
        token = self._sure(slot, words, hit, tuple(bag))
        del words[: hit.used]
        return token

    def _pass_on(self, i: int, words: list[str], hit: Hit) -> bool:
        """Whether a word that is no exact name here is handed on to a later slot."""
        tables = [self.book.table(slot.domain) for slot in self._open_after(i)]
        if hit.tokens:
            theirs = any(table.knows(words[0]) for table in tables)
        else:
            theirs = any(not table.keys or table.match((), words).tokens for table in tables)
        if theirs and words is not self.draft.bare:
            self.draft.bare += [BREAK, *words]
            words.clear()
        return theirs

    def _offered(self, bag: list[str]) -> tuple[str, ...]:
        """Everything that could stand in the set at hand: a set with a least size offers its
        last kinds only behind others."""
        partial, _ = placed(self.decision.next, self.prefix, bag)
        found: dict[str, None] = dict.fromkeys(self.decision.next(self.prefix, partial).choices)
        partial = ()
        for _ in range(STEPS):
            choices = self.decision.next(self.prefix, partial).choices
            found.update(dict.fromkeys(choices))
            if not choices:
                break
            partial = (*partial, choices[0])
        return tuple(found)

    # -- none, all, all but --

    def _says(self, word: str, slot: Slot, words: list[str]) -> bool:
        """Whether a set begins with a word that is no name of anything in it."""
        said = bool(words) and self.book.small(words[0]) == word
        return said and not self.book.table(slot.domain).knows(words[0])

    def _all(self, i: int, slot: Slot, words: list[str]) -> list[str]:
        """Everything that can be taken together, but what is named."""
        del words[0]
        if not self._rest(words) or self.book.small(words[0]) not in ("but", "except"):
            return self._greedy({})
        del words[0]
        if not self._rest(words):
            raise self._missing(slot, self.decision.next(self.prefix), ())
        but = self._bag(i, slot, words)
        there = self._greedy({})
        limits = {}
        for token in dict.fromkeys(but):
            alone = self._greedy({}, only=token)  # a full stack may leave some out
            present = max(there.count(token), len(alone))
            if present < but.count(token):
                raise self._refuse(tuple(alone), token)
            limits[token] = present - but.count(token)
        return self._greedy(limits)

    def _greedy(self, limits: Mapping[str, int], only: str | None = None) -> list[str]:
        """As many as can be taken together, from the first kind on."""
        bag: list[str] = []
        for _ in range(STEPS):
            for token in self.decision.next(self.prefix, tuple(bag)).choices:
                if only in (None, token) and bag.count(token) < limits.get(token, STEPS):
                    bag.append(token)
                    break
            else:
                break
        return bag

    # -- roads --

    def _goal(self, i: int, slot: Slot) -> Value:
        """A goal or a road; without `>`, the bare words that are left may name it."""
        steps = self.draft.steps
        if not steps:
            return self._read(i, slot, self.draft.bare)
        if slot.form == "path":
            return self._path(i, slot, steps)
        while len(steps) > 1 and not steps[0]:
            del steps[0]
        value = self._one(i, slot, steps[0])
        if words := self._rest(steps[0]):
            raise self._stray(words)
        if i == self.shape.goals[-1] and len(steps) > 1:
            raise self._stray([word for step in steps[1:] for word in step] or [">"])
        del steps[0]
        return value

    def _path(self, i: int, slot: Slot, steps: list[list[str]]) -> Value:
        partial: tuple[Value, ...] = ()
        for n, words in enumerate(steps):
            while self._rest(words):
                level = self.decision.next(self.prefix, partial)
                hit = self._match(slot, level.choices, words)
                if not hit.tokens and words is self.draft.bare and self._open_after(i):
                    break
                token = self._sure(slot, words, hit, partial)
                del words[: hit.used]
                if token not in level.choices:
                    partial = self._routed(partial, token)
                else:
                    partial = (*partial, token)
            if partial:
                self.stops[n] = partial[-1]
        level = self.decision.next(self.prefix, partial)
        if not level.may_stop:
            if partial:
                raise self._refuse(partial, None)
            raise self._missing(slot, level, partial)
        return partial

    def _routed(self, partial: tuple[Value, ...], goal: str) -> tuple[Value, ...]:
        """The way as far as a goal that is no next step, if the game fills in the rest."""
        ways = self.decision.route((*self.prefix, partial), goal)
        if ways is None or not ways:
            raise self._refuse(partial, goal)
        if len(ways) > 1:
            texts = [" ".join(f"> {step}" for step in (*partial, *way)) for way in ways]
            reason = say("ways", goal=goal, ways=either(texts))
            rule = self.decision.rule or self.shape.verb.rule
            raise Refused(reason, rule, (*self.prefix, (*partial, *ways[0])))
        for step in ways[0]:
            if step not in self.decision.next(self.prefix, partial).choices:
                raise self._refuse(partial, step)
            partial = (*partial, step)
        return partial

    def _spot(self, i: int, slot: Slot) -> Value:
        """Where a sign's blocks are left or taken up: the step before it, or the start."""
        sign = self.shape.sign_of[i]
        if sign not in self.draft.signed:
            return self._settle(slot, None)
        step = self.draft.signed[sign][0]
        start = self.prefix[self.shape.start + 1] if self.shape.start >= 0 else None
        place = self.stops.get(step) if step >= 0 else start
        if place is None:
            mark = self.shape.slots[sign].mark
            raise Refused(say("nowhere", mark=mark), self.shape.verb.rule, (*self.prefix, None))
        return self._settle(slot, place)

    # -- words --

    def _long_words(self) -> None:
        draft = self.draft
        signed = [words for _, words in draft.signed.values()]
        for words in (draft.bare, *draft.steps, *draft.marked.values(), *signed):
            for word in words:
                if len(word) > LONGEST_WORD:
                    raise self._stray([word])

    @staticmethod
    def _rest(words: list[str]) -> list[str]:
        """`words` without the breaks at its beginning."""
        while words and words[0] == BREAK:
            del words[0]
        return words

    # -- refusing --

    def _sure(self, slot: Slot, words: list[str], hit: Hit, partial: tuple[Value, ...]) -> str:
        """The one token that is meant, or a refusal that names the candidates."""
        if len(hit.tokens) == 1:
            return hit.tokens[0]
        word = shown(words[: hit.used])
        if hit.tokens:
            reason, near = say("ambiguous", word=word, near=either(hit.tokens)), [word]
        elif near := self.book.table(slot.domain).near(word):
            reason = say("unknown, near", kind=kind(slot.domain), word=word, near=either(near))
        else:
            reason, near = say("unknown", kind=kind(slot.domain), word=word), [word]
        raise self._stuck(reason, slot, (*partial, near[0]), words[hit.used :])

    def _stuck(
        self, reason: Said, slot: Slot, partial: tuple[Value, ...], rest: list[str]
    ) -> Refused:
        """A refusal with the word in its place, so that the suggestions can look for its like."""
        value: Value = partial
        if slot.form == "one":
            value = partial[-1]
        elif slot.form == "set":
            value = (*partial, *self._tokens(slot, rest))
        return Refused(reason, self.decision.rule or self.shape.verb.rule, (*self.prefix, value))

    def _missing(self, slot: Slot, level: Level, partial: tuple[Value, ...]) -> Refused:
        what = meaning(self.decision.group, self.shape.name, slot)
        reason = say("missing", verb=self.shape.name, what=what)
        value = None if slot.form == "one" else partial
        rule = level.rule or self.decision.rule or self.shape.verb.rule
        return Refused(reason, rule, (*self.prefix, value))

    def _stray(self, words: list[str]) -> Refused:
        word = shown([word for word in words if word != BREAK])
        reason = say("stray", verb=self.shape.name, word=word)
        return Refused(reason, self.decision.rule or self.shape.verb.rule, self.prefix)

    def _refuse(self, partial: tuple[Value, ...], value: Value) -> Refused:
        """Let the game say why `value` cannot stand behind `partial`."""
        slots = self.shape.slots
        at = len(self.prefix) - 1
        stands: Value = value
        if slots[at].form != "one":
            stands = partial if value is None else (*partial, value)
        wanted = (*self.prefix, stands)
        try:
            self.decision.demand(Action(*wanted, *empty(slots[at + 1 :])))
        except Illegal as refusal:
            return Refused(refusal.said, refusal.rule, wanted)
        reason = say("not here", word=shown([str(value)]), verb=self.shape.name)
        return Refused(reason, self.decision.rule, wanted)

    # -- what the rest of a refused order would have said --

    def intent(self, wanted: tuple[Value, ...]) -> tuple[Value, ...]:
        """A refused order with the slots behind the refused one filled as far as words tell."""
        wanted = wanted or self.prefix
        for i in range(len(wanted) - 1, len(self.shape.slots)):
            wanted = (*wanted, self._guess(i, self.shape.slots[i], wanted))
        return wanted

    def _guess(self, i: int, slot: Slot, wanted: tuple[Value, ...]) -> Value:
        draft, role = self.draft, self.shape.roles[i]
        if role is Role.FLAG:
            return slot.name if i in draft.marked else None
        if role is Role.SPOT:
            return self._guess_spot(self.shape.sign_of[i], wanted)
        words = draft.marked.get(i, [])
        if role is Role.SIGN:
            words = draft.signed.get(i, (0, []))[1]
        elif role is Role.GOAL and draft.steps:
            words = [word for step in draft.steps for word in (*step, BREAK)]
        elif role in (Role.BARE, Role.GOAL):
            words = draft.bare
        every = bool(words) and self.book.small(words[0]) == "all"
        tokens = [] if every else self._tokens(slot, words)
        if slot.form == "one":
            return tokens[0] if tokens else None
        return tuple(tokens)

    def _guess_spot(self, sign: int, wanted: tuple[Value, ...]) -> Value:
        if sign not in self.draft.signed or self.shape.path < 0:
            return None
        path = wanted[self.shape.path + 1]
        step = self.draft.signed[sign][0]
        return path[step] if 0 <= step < len(path) else None

    def _tokens(self, slot: Slot, words: list[str]) -> list[str]:
        """What words name, as far as that is clear, whatever the tree says of it."""
        table = self.book.table(slot.domain)
        found: list[str] = []
        at = 0
        while at < min(len(words), STEPS):
            trial = words[at:]
            n = 1
            if slot.form == "set" and not table.knows(trial[0]):
                n, trial[0] = counted_word(trial[0])
            hit = MISS if trial[0] == BREAK else table.match((), trial)
            if len(hit.tokens) == 1:
                found += hit.tokens * n
            at += hit.used
        return found


def placed(
    level: Callable[[tuple[Value, ...], tuple[Value, ...]], Level],
    prefix: tuple[Value, ...],
    bag: Iterable[str],
) -> tuple[tuple[Value, ...], list[str]]:
    """The elements of a set in the game's own order, and those that the tree does not take.

    The order is the tree's: the earliest choice that is among those still to be placed.
    """
    left = list(bag)
    partial: tuple[Value, ...] = ()
    while left:
        for token in level(prefix, partial).choices:
            if token in left:
                break
        else:
            break
        left.remove(token)
        partial = (*partial, token)
    return partial, left
