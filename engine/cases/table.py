"""A case, played: orders are given, expectations looked at, and the position checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine import new_match, text
from engine.cases.reading import DEFAULT, Case, CaseError, load
from engine.core import MODERATOR, Action, Decision, Game, HeraldError, Illegal, Told, plain
from engine.match import Match
from engine.words import say

ANSWERS = 400  # questions that `otherwise` may answer between two steps
SHOWN = 6  # events that a failure quotes


def run(path: str | Path) -> None:
    """Play every case of a file; raises `CaseError` at the first that fails."""
    for case in load(path):
        run_case(case)


def run_case(case: Case) -> None:
    """Play one case; raises `CaseError` if it does not come out."""
    Table(case).play()


class Table:
    """A case being played."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.at = "the set-up"
        self.mark = 0  # the first event since the last order
        self.pinned = False  # the question was named: it is not answered by itself
        try:
            self.match: Match = new_match(case.game, case.scenario, case.options, case.seed)
        except HeraldError as error:
            raise self.failure(str(error)) from None

    def failure(self, reason: str) -> CaseError:
        return CaseError(f"{self.case.name}, {self.at}: {reason}")

    def play(self) -> None:
        self.prepare()
        for i in range(len(self.case.steps)):
            self.take(i)

    def take(self, index: int) -> None:
        """One step, and a look whether all is still sound."""
        [(word, value)] = self.case.steps[index].items()
        self.at = f"step {index + 1} ({word})"
        try:
            self._step(word, value)
        except CaseError:
            raise
        except HeraldError as error:
            raise self.failure(str(error)) from None
        self._sound()

    def prepare(self) -> None:
        """The position, then the forced results."""
        edits = [*self.case.position]
        edits += [f"force {_hyphened(label)} = {result}" for label, result in self.case.chance]
        for i, edit in enumerate(edits, 1):
            self.at = f"line {i} of the position ({edit})"
            try:
                self.match.act(MODERATOR, edit)
            except HeraldError as error:
                raise self.failure(str(error)) from None
        self._sound()
        self.mark = 0

    def _sound(self) -> None:
        if faults := self.match.check():
            raise self.failure(f"the position is broken: {'; '.join(faults)}.")

    def _step(self, word: str, value: Any) -> None:
        if word in (*self.match.seats, MODERATOR):
            self._order(word, value)
            return
        expectation = EXPECTATIONS.get(word)
        if expectation is None:
            known = ", ".join((*self.match.seats, MODERATOR, *EXPECTATIONS))
            raise self.failure(f"I do not know this step; there are {known}.")
        expectation(self, value)

    # -- orders --

    def _order(self, seat: str, order: Any) -> None:
        if not isinstance(order, str):
            raise self.failure(f"the order of {seat} must be text.")
        self.mark = len(self.match._readers.log)
        if seat == MODERATOR:
            self.match.act(seat, order)
            return
        for single in text.split(order) or [order]:
            action = self.understood(seat, single)
            self.match.act(seat, action)
        self.pinned = False

    def understood(self, seat: str, order: str) -> Action:
        """The order as an answer to the seat's question, after those that `otherwise` answers.

        A question of a kind named in `otherwise` is skipped if the order does not fit it.
        """
        right = self._right(seat, order)
        if right is not None:
            return text.read(self.match.game, right, order)
        for _ in range(ANSWERS):
            decision = self.match.decision(seat)
            if decision is None:
                self._answer_one(seat)
                continue
            try:
                return text.read(self.match.game, decision, order)
            except Illegal as refusal:
                if self.pinned or decision.kind not in self.case.otherwise:
                    raise self.failure(
                        f"{seat} was asked {decision.kind}, and {order!r} is refused: {refusal}"
                    ) from None
            self._answer(decision)
        raise self.failure(f"{seat} is never asked what {order!r} would answer.")

    def _right(self, seat: str, order: str) -> Decision | None:
        """The right that an order uses, if it does not answer the question."""
        if seat == MODERATOR or not self.match.invites(seat, order):
            return None
        meant = self.match.meant(seat, order)
        return meant if meant is not self.match.decision(seat) else None

    def _answer_one(self, seat: str) -> None:
        """Let `otherwise` answer a question, because `seat` is not asked anything now."""
        open_ = self.match.decisions()
        for decision in open_:
            if self._automatic(decision):
                self._answer(decision)
                return
        if not open_:
            raise self.failure("the match is over.")
        asked = " and ".join(f"{d.seat} is asked {d.kind}" for d in open_)
        raise self.failure(f"nothing is asked of {seat}; {asked}.")

    def _automatic(self, decision: Decision) -> bool:
        otherwise = self.case.otherwise
        return decision.kind in otherwise or bool(otherwise.get(DEFAULT))

    def _answer(self, decision: Decision) -> None:
        order = self.case.otherwise.get(decision.kind, DEFAULT)
        answer: Action | str = decision.default if order == DEFAULT else order
        try:
            self.match.act(decision.seat, answer)
        except HeraldError as error:
            raise self.failure(
                f"`otherwise` answers {decision.kind} with {order!r}: {error}"
            ) from None

    # -- expectations about questions --

    def asked(self, value: Any) -> None:
        """A seat is being asked this kind of question, after what `otherwise` answers."""
        for seat, kind in self._pairs(value):
            for _ in range(ANSWERS):
                decision = self.match.decision(seat)
                if decision is not None and decision.kind == kind:
                    break
                if decision is not None and decision.kind not in self.case.otherwise:
                    raise self.failure(f"{seat} is asked {decision.kind}, not {kind}.")
                self._answer_one(seat)
            else:
                raise self.failure(f"{seat} is never asked {kind}.")
        self.pinned = True

    def not_asked(self, value: Any) -> None:
        """A seat is not being asked this kind of question now."""
        for seat, kind in self._pairs(value):
            decision = self.match.decision(seat)
            if decision is not None and decision.kind == kind:
                raise self.failure(f"{seat} is asked {kind}.")

    def legal(self, value: Any) -> None:
        for seat, order in self._pairs(value):
            self.understood(seat, order)

    def illegal(self, value: Any) -> None:
        """An order is refused, under this rule; one that nobody understands proves nothing."""
        rule = value.get("rule") if isinstance(value, dict) else None
        pairs = {k: v for k, v in value.items() if k != "rule"} if isinstance(value, dict) else {}
        for seat, order in self._pairs(pairs):
            refusal = self.refusal(seat, order)
            if refusal.said.key in _MISREAD:
                raise self.failure(f"{order!r} is not even understood: {refusal}")
            if rule is not None and refusal.rule != rule:
                raise self.failure(
                    f"{order!r} is refused under {refusal.rule or 'no rule'}, "
                    f"not {rule}: {refusal.reason}"
                )

    def refusal(self, seat: str, order: str) -> Illegal:
        decision = self._right(seat, order)
        for _ in range(ANSWERS if decision is None else 0):
            decision = self.match.decision(seat)
            if decision is None:
                self._answer_one(seat)
            elif decision.kind in self.case.otherwise and not self.pinned:
                self._answer(decision)
            else:
                break
        assert decision is not None
        try:
            text.read(self.match.game, decision, order)
        except Illegal as refusal:
            return refusal
        raise self.failure(f"{order!r} is legal for {seat}, who is asked {decision.kind}.")

    def _pairs(self, value: Any) -> list[tuple[str, str]]:
        if not isinstance(value, dict) or not value:
            raise self.failure("it needs a seat and a text, as in {muslim: stand}.")
        for seat, what in value.items():
            if seat not in (*self.match.seats, MODERATOR) or not isinstance(what, str):
                raise self.failure(f"{seat!r} is no seat, or {what!r} is no text.")
        return list(value.items())

    # -- expectations about events --

    def event(self, value: Any) -> None:
        """Since the last order; questions named in `otherwise` are answered on the way."""
        wanted = self._wanted(value)
        for _ in range(ANSWERS):
            events = self.match._readers.log[self.mark :]
            if any(_fits(event, wanted) for event in events):
                return
            open_ = [d for d in self.match.decisions() if d.kind in self.case.otherwise]
            if not open_ or self.pinned:
                break
            self._answer(open_[0])
        raise self.failure(self._no_such(wanted, events))

    def event_ever(self, value: Any) -> None:
        wanted = self._wanted(value)
        if not any(_fits(event, wanted) for event in self.match._readers.log):
            raise self.failure(self._no_such(wanted, self.match._readers.log))

    def no_event(self, value: Any) -> None:
        self._none(value, self.match._readers.log[self.mark :])

    def no_event_ever(self, value: Any) -> None:
        self._none(value, self.match._readers.log)

    def _none(self, value: Any, events: list[Told]) -> None:
        wanted = self._wanted({"kind": value} if isinstance(value, str) else value)
        for event in events:
            if _fits(event, wanted):
                raise self.failure(f"there is such an event: {_shown(event)}.")

    def _wanted(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
            raise self.failure("an event is given by its `kind`, and arguments if needed.")
        wanted = {str(name): plain(arg) for name, arg in value.items()}
        if fault := _undeclared(self.match.game, wanted):
            raise self.failure(fault)
        return wanted

    def _no_such(self, wanted: Mapping[str, Any], events: list[Told]) -> str:
        alike = [e for e in events if e.kind == wanted["kind"]]
        if alike:
            seen = "; ".join(_shown(event) for event in alike[-SHOWN:])
            return f"no such event; of this kind there is: {seen}."
        kinds = ", ".join(dict.fromkeys(event.kind for event in events)) or "nothing"
        return f"there is no event {wanted['kind']}; there is {kinds}."

    # -- expectations about what is seen --

    def view(self, value: Any) -> None:
        if not isinstance(value, dict) or not isinstance(value.get("path"), str):
            raise self.failure("a view needs `seat`, `path` and what is expected there.")
        tests = {k: v for k, v in value.items() if k not in ("seat", "path")}
        if not tests or any(name not in TESTS for name in tests):
            raise self.failure(f"what is expected of a view is one of {', '.join(TESTS)}.")
        found = _walk(self.match.view(value.get("seat")).to_json(), value["path"])
        for name, wanted in tests.items():
            if not TESTS[name](found, wanted):
                seen = "nothing" if found is _MISSING else repr(found)
                raise self.failure(f"at {value['path']} there is {seen}, not {name} {wanted!r}.")

    def result(self, value: Any) -> None:
        result = self.match.result
        seen = plain(result.to_json()) if result is not None else None
        wanted = self._ending(value)
        if wanted is None or seen is None:
            good = wanted is None and seen is None
        else:
            good = all(_same(seen.get(name), arg) for name, arg in wanted.items())
        if not good:
            raise self.failure(f"the result is {seen}, not {value}.")

    def _ending(self, value: Any) -> dict[str, Any] | None:
        """What a result must have; a seat stands for the only winner, a list for several."""
        if value is None:
            return None
        if isinstance(value, str | list):
            value = {"winners": value}
        if not isinstance(value, dict):
            raise self.failure("a result is null, a seat, seats, or some of winners, rule, scores.")
        wanted = dict(value)
        if "winner" in wanted:
            wanted["winners"] = wanted.pop("winner") or []
        if isinstance(wanted.get("winners"), str):
            wanted["winners"] = [wanted["winners"]]
        return wanted

    def say(self, value: Any) -> None:
        """What a lesson says here: nothing is expected of the match."""
        if not isinstance(value, str):
            raise self.failure("what a lesson says must be text.")

    def over(self, value: Any) -> None:
        if self.match.over is not bool(value):
            raise self.failure(f"the match is {'over' if self.match.over else 'not over'}.")


EXPECTATIONS: dict[str, Callable[[Table, Any], None]] = {
    "asked": Table.asked,
    "not_asked": Table.not_asked,
    "legal": Table.legal,
    "illegal": Table.illegal,
    "event": Table.event,
    "event_ever": Table.event_ever,
    "no_event": Table.no_event,
    "no_event_ever": Table.no_event_ever,
    "view": Table.view,
    "result": Table.result,
    "over": Table.over,
    "say": Table.say,
}


def _hyphened(label: str) -> str:
    return "-".join(label.split())


# Refusals that say that a word was not understood: as a rule's refusal they would prove nothing.
_MISREAD = {
    say(key).key for key in ("unknown verb", "unknown", "unknown, near", "ambiguous", "stray")
}


def _undeclared(game: Game, wanted: Mapping[str, Any]) -> str:
    """What is wrong with the kind or the arguments of an event; "" if there may be such a one."""
    kind = wanted["kind"]
    declared = game.events.get(kind)
    if declared is None:
        return f"{game.title} has no event {kind}{_near(kind, game.events)}."
    for name in wanted:
        if name not in ("kind", "rule") and name not in declared.arguments:
            known = ", ".join(declared.arguments) or "none"
            guess = _near(name, declared.arguments)
            return f"the event {kind} has no argument {name}{guess}; its arguments: {known}."
    return ""


def _near(word: str, known: Iterable[str]) -> str:
    found = get_close_matches(word, list(known), 1)
    return f" (do you mean {found[0]}?)" if found else ""


def _fits(event: Told, wanted: Mapping[str, Any]) -> bool:
    """Whether an event has at least the wanted arguments, for one of the seats that see it."""
    if event.kind != wanted["kind"]:
        return False
    seen: list[Mapping[str, Any]] = [event.public]
    seen += [{**event.public, **private} for private in event.private.values()]
    return any(
        all(
            _same(plain(args[name]), value)
            if name in args
            else name == "rule" and event.rule == value
            for name, value in wanted.items()
            if name != "kind"
        )
        for args in seen
    )


def _same(found: Any, wanted: Any) -> bool:
    """Equal; lists in any order, since sets of pieces are written in the game's own."""
    if isinstance(found, list) and isinstance(wanted, list):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(_same(found.get(name), value) for name, value in wanted.items())
    if isinstance(found, bool) is not isinstance(wanted, bool):
        return False
    return bool(found == wanted)


def _shown(event: Told) -> str:
    args = {**event.public}
    for private in event.private.values():
        args |= private
    return " ".join((event.kind, *(f"{name}={plain(value)}" for name, value in args.items())))


_MISSING = object()


def _walk(value: Any, path: str) -> Any:
    """What stands at a dotted path; a number is a place in a list."""
    for name in path.split("."):
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return _MISSING
    return value


def _absent(found: Any, wanted: Any) -> bool:
    return (found is _MISSING or found is None) is bool(wanted)


def _contains(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list) and isinstance(found, list):
        rest = list(found)
        for item in wanted:
            if item not in rest:
                return False
            rest.remove(item)
        return True
    return isinstance(found, (str, list, dict)) and wanted in found


def _at_least(found: Any, wanted: Any) -> bool:
    numbers = (int, float)
    return isinstance(found, numbers) and isinstance(wanted, numbers) and found >= wanted


def _equals(found: Any, wanted: Any) -> bool:
    return found is not _MISSING and _same(found, wanted)


TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "equals": _equals,
    "absent": _absent,
    "contains": _contains,
    "at_least": _at_least,
}
