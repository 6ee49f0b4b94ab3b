"""Panels: an order built slot by slot from menus. The state is kept, so it survives restarts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from bot.store import models
from bot.tables.floor import words
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play import windows
from bot.tables.play.drafts import Trial, row_of, save, tried
from bot.tables.play.menus import (
    bunched,
    counted,
    empty_rest,
    few,
    gathered,
    listed,
    ordered,
    pieces,
    said,
    word,
)
from bot.tables.play.orders import (
    carry_out,
    demand_any,
    demand_open,
    demand_question,
    meaning,
    rights_of,
)
from bot.tables.values import (
    Choice,
    Draft,
    Menu,
    Outcome,
    Outdated,
    Panel,
    Refused,
    Right,
    Who,
)
from engine import Action, Decision, Game, Level, Slot, View
from engine.core import Value
from engine.parts.outlook import Outlook, outlook
from engine.text import write
from engine.tongues.phrases import TELLING
from engine.tongues.phrases import named as named_by

PAGE = 25  # choices a page: a menu of Discord's holds no more


@dataclass(slots=True)
class Bench:
    """A draft on the table before its owner: the order being built, and the question for it."""

    sitting: Sitting
    row: models.Draft
    number: int  # of the open question, and its key, prompt and rule
    key: str
    prompt: str
    rule: str
    draft: Draft
    game: Game
    decision: Decision | None  # what the order being built answers; None: nothing can be built
    rights: tuple[Right, ...] = ()  # what may be ordered beside the question
    quick: tuple[Action, ...] = ()  # whole answers to the question, when there are few
    prefix: tuple[Value, ...] = ()
    partial: tuple[Value, ...] = ()
    view: View | None = None  # of the position that the order is built on

    @property
    def slot(self) -> Slot | None:
        """The slot that comes next; None at the verb and behind the last one."""
        if not self.prefix:
            return None
        slots = self.game.verbs[str(self.prefix[0])].slots
        return slots[len(self.prefix) - 1] if len(self.prefix) <= len(slots) else None

    @property
    def finished(self) -> bool:
        return bool(self.prefix) and self.slot is None

    @property
    def complete(self) -> Action | None:
        """The order with nothing more in it, if it can stand so and somebody chose it.

        What filled itself counts only where nothing else could be said.
        """
        chosen = bool(self.row.steps) or (self.finished and not self.row.lines)
        if self.decision is None or not chosen:
            return None
        return empty_rest(self.game, self.decision, self.prefix, self.partial)

    def level(self) -> Level | None:
        """The tree's own next level; None while a set waits for what comes before."""
        assert self.decision is not None
        partial: tuple[Value, ...] | None = self.partial
        if self.slot is not None and self.slot.form == "set":
            partial = ordered(self.decision, self.prefix, self.partial)
        return None if partial is None else self.decision.next(self.prefix, partial)

    def offered(self) -> tuple[str, ...]:
        """What the menu shows: not the empty choice, which is a button of its own."""
        if self.decision is None or self.finished:
            return ()
        slot = self.slot
        if slot is not None and slot.form == "set":
            return pieces(self.decision, self.prefix, self.partial, PAGE)
        level = self.level()
        return tuple(c for c in level.choices if c is not None) if level is not None else ()

    @property
    def may_stop(self) -> bool:
        slot = self.slot
        if slot is None or self.decision is None:
            return False
        level = self.level()
        if level is None:
            return False
        return None in level.choices if slot.form == "one" else level.may_stop

    @property
    def bounds(self) -> tuple[int, int]:
        """How many more a set needs, and takes; one of anything else."""
        if self.slot is None or self.slot.form != "set":
            return 1, 1
        assert self.decision is not None
        whole, have = self.decision.next(self.prefix, ()), len(self.partial)
        return max(1, whole.min - have), max(1, whole.max - have)

    # -- building -------------------------------------------------------------------------------

    def gather(self, values: Sequence[str]) -> None:
        """What was ticked in a menu: all of it, or none. A set is finished by closing its menu,
        where the menu showed all there is."""
        least, most = self.bounds
        ticked = sum(counted(value)[0] for value in values)
        several = self.slot is not None and self.slot.form == "set"
        whole = several and _pages(self) == 1 and all(n == 1 for n, _ in map(counted, values))
        if ticked > most:
            exact = words.EXACTLY if least == most else words.BETWEEN
            raise Refused(exact.format(least=least, most=most, ticked=ticked))
        before = self.partial
        if [value for value in values if not self.take(value)]:
            self.partial = before
            raise Refused(words.NOT_TOGETHER if several else words.NO_SUCH_CHOICE)
        if whole and self.may_stop:
            self.stop()

    def take(self, value: str) -> bool:
        """One choice of the menu; False if it is not there (any more)."""
        slot = self.slot
        assert self.decision is not None
        if slot is not None and slot.form == "set":
            n, kind = counted(value)
            together = gathered(self.decision, self.prefix, (*self.partial, *[kind] * n))
            if together is not None:
                self.partial = together
            return together is not None
        level = self.level()
        if level is None or value not in level.choices:
            return False
        if slot is not None and slot.form == "path":
            self.partial = (*self.partial, value)
        else:
            self.prefix = (*self.prefix, value)
        return True

    def stop(self) -> None:
        """Nothing more of this slot."""
        slot = self.slot
        if slot is None or not self.may_stop:
            raise Refused(words.CANNOT_STOP)
        self.prefix = (*self.prefix, None if slot.form == "one" else self.partial)
        self.partial = ()

    def settle(self) -> None:
        """Choices that are none fill themselves."""
        while self.decision is not None and not self.finished:
            offered = self.offered()
            if self.may_stop and offered:
                return
            if self.may_stop:
                self.stop()
            elif len(offered) != 1 or not self.take(offered[0]):
                return

    def keep(self) -> None:
        """Put what is being built back into the row."""
        self.row.prefix = [list(v) if isinstance(v, tuple) else v for v in self.prefix]
        self.row.partial = list(self.partial)
        self.row.key = self.key


class Panels:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def panel(self, table: int, who: Who) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who)
            held = await windows.kept(sitting, bench.row.seat)
            return replace(show(bench), held=held.text if held is not None else "")

    @once
    async def pick(
        self,
        table: int,
        who: Who,
        number: int,
        revision: int,
        indices: Sequence[int],
        *,
        errand: str = "",
    ) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            page = _page(bench)
            if not indices or any(not 0 <= i < len(page) for i in indices):
                raise Refused(words.NO_SUCH_CHOICE)
            _step(bench)
            bench.gather([page[i] for i in sorted(set(indices))])
            return await self._next(bench)

    @once
    async def enough(
        self, table: int, who: Who, number: int, revision: int, *, errand: str = ""
    ) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            _step(bench)
            bench.stop()
            return await self._next(bench)

    @once
    async def back(
        self, table: int, who: Who, number: int, revision: int, *, errand: str = ""
    ) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            row = bench.row
            if not row.steps:
                if not row.lines:
                    raise Refused(words.NOTHING_BACK)
                row.lines = row.lines[:-1]
                row.prefix, row.partial = [], []
            else:
                row.prefix, row.partial = row.steps[-1]
                row.steps = row.steps[:-1]
            row.page = 0
            await save(sitting, row)
            return show(await self._bench(sitting, who))

    @once
    async def turn(
        self, table: int, who: Who, number: int, revision: int, page: int, *, errand: str = ""
    ) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            bench.keep()
            bench.row.page = max(0, min(page, _pages(bench) - 1))
            await save(sitting, bench.row)
            return show(bench)

    @once
    async def confirm(
        self, table: int, who: Who, number: int, revision: int, *, errand: str = ""
    ) -> Panel:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            row = bench.row
            row.lines = [*row.lines, self._complete(bench)]
            row.prefix, row.partial, row.steps, row.page = [], [], [], 0
            row.key = bench.key
            await save(sitting, row)
            return show(await self._bench(sitting, who))

    @once
    async def act_now(
        self, table: int, who: Who, number: int, revision: int, *, errand: str = ""
    ) -> Outcome:
        async with self.hall.sitting(table) as sitting:
            bench = await self._bench(sitting, who, number, revision)
            lines = list(bench.row.lines)
            if bench.complete is not None:
                lines.append(self._complete(bench))
            elif bench.row.steps:
                raise Refused(words.UNFINISHED)
            if not lines:
                raise Refused(words.EMPTY_DRAFT)
            text = "\n".join(lines)
            seat, decision = await demand_open(sitting, who, text)
            return await carry_out(sitting, who, seat, text, decision.key, decision, draft=True)

    @once
    async def quick(
        self, table: int, who: Who, number: int, index: int, *, errand: str = ""
    ) -> Outcome:
        async with self.hall.sitting(table) as sitting:
            seat, decision = await demand_question(sitting, who)
            if number != decision.number:
                raise Outdated(
                    words.OLD_QUESTION.format(prompt=decision.prompted(TELLING)), decision.rule
                )
            match = await sitting.match()
            answers = few(decision)
            if not 0 <= index < len(answers):
                raise Refused(words.NO_SUCH_CHOICE)
            text = write(match.game.verbs, answers[index])
            return await carry_out(sitting, who, seat, text, decision.key, decision)

    # -- the bench ------------------------------------------------------------------------------

    async def _bench(
        self, sitting: Sitting, who: Who, number: int | None = None, revision: int | None = None
    ) -> Bench:
        """The panel's state, for the question that is open now."""
        seat, decision = await demand_any(sitting, who)
        match = await sitting.match()
        asked = match.decision(seat)
        number_ = asked.number if asked else 0
        prompt = asked.prompted(TELLING) if asked else words.NOT_ASKED_NOW
        rule = asked.rule if asked else ""
        row = await row_of(sitting, seat)
        if number is not None and number != number_:
            raise Outdated(words.OLD_QUESTION.format(prompt=prompt), rule)
        if revision is not None and revision != row.revision:
            raise Outdated(words.OLD_PANEL, rule)
        if row.key != decision.key:
            row.prefix, row.partial, row.steps, row.page = [], [], [], 0
        draft, building, world = Draft(), decision if not row.lines else None, match
        if row.lines:
            trial: Trial = await tried(sitting, row)
            draft, building, world = trial.draft, trial.decision, trial.world
        bench = Bench(
            sitting,
            row,
            number_,
            decision.key,
            prompt,
            rule,
            draft,
            match.game,
            building,
            rights_of(match, seat),
        )
        if asked is not None and not row.lines:
            bench.quick = tuple(few(asked))
        bench.prefix = tuple(tuple(v) if isinstance(v, list) else v for v in row.prefix)
        bench.partial = tuple(row.partial)
        bench.view = world.view(seat)
        bench.settle()
        return bench

    async def _next(self, bench: Bench) -> Panel:
        bench.settle()
        bench.keep()
        bench.row.page = 0
        await save(bench.sitting, bench.row)
        return show(bench)

    def _complete(self, bench: Bench) -> str:
        action = bench.complete
        if action is None:
            raise Refused(words.UNFINISHED)
        return write(bench.game.verbs, action)


def _step(bench: Bench) -> None:
    """Remember what the panel showed before this choice: where Back goes."""
    shown = [[list(v) if isinstance(v, tuple) else v for v in bench.prefix], list(bench.partial)]
    bench.row.steps = [*bench.row.steps, shown]


def _pages(bench: Bench) -> int:
    return max(1, ceil(len(bench.offered()) / PAGE))


def _page(bench: Bench) -> tuple[str, ...]:
    page = min(bench.row.page, _pages(bench) - 1)
    return bench.offered()[page * PAGE : (page + 1) * PAGE]


def show(bench: Bench) -> Panel:
    """What the panel's owner sees."""
    complete = bench.complete
    verbs = bench.game.verbs
    return Panel(
        table=bench.sitting.card(),
        seat=bench.row.seat,
        key=bench.key,
        number=bench.number,
        revision=bench.row.revision,
        prompt=bench.prompt,
        rule=bench.rule,
        draft=bench.draft,
        so_far=_so_far(bench),
        menu=_menu(bench),
        complete=write(verbs, complete) if complete is not None else "",
        quick=tuple(_answer(bench.game, action) for action in bench.quick),
        rights=bench.rights,
        outlook=_outlook(bench),
    )


def _outlook(bench: Bench) -> Outlook | None:
    """How far the order could go, and what it would bring about, as its owner may know."""
    if bench.decision is None:
        return None
    return outlook(bench.game, bench.decision, bench.prefix, bench.partial, bench.view)


def _answer(game: Game, action: Action) -> Choice:
    text = write(game.verbs, action)
    verb = game.verbs[action.verb]
    slots = zip(verb.slots, action.args, strict=True)
    named = [said(game, slot.domain, v) for slot, v in slots if isinstance(v, str)]
    return Choice(text, text, ", ".join(named) or meaning(game, verb.name))


def _menu(bench: Bench) -> Menu | None:
    if bench.decision is None or bench.finished:
        return None
    slot, game = bench.slot, bench.game
    page = min(bench.row.page, _pages(bench) - 1)
    if slot is None:
        shown = tuple(Choice(verb, verb, meaning(game, verb)) for verb in _page(bench))
        return Menu(words.MENU_ORDER, bench.prompt, "one", shown, (), False, page, _pages(bench))
    chosen = tuple(said(game, slot.domain, token) for token in bench.partial)
    shown = bunched(game, slot.domain, _page(bench))
    least, most = bench.bounds
    title = slot.name.replace("_", " ")
    about = named_by(f"{game.name}.VERBS.{bench.prefix[0]}.{slot.name}", slot.words)
    return Menu(
        title,
        about or title,
        slot.form,
        shown,
        chosen,
        bench.may_stop,
        page,
        _pages(bench),
        least,
        most,
    )


def _so_far(bench: Bench) -> str:
    """The order being built, as far as it goes: with its marks, but not necessarily legal yet."""
    if not bench.prefix:
        return ""
    parts = [str(bench.prefix[0])]
    slots = bench.game.verbs[parts[0]].slots
    values = [*bench.prefix[1:], *([bench.partial] if bench.partial else [])]
    for slot, value in zip(slots, values, strict=False):
        if not value:
            continue
        if slot.form == "path":
            parts.append(" ".join(f"{slot.mark} {word(step)}".strip() for step in value))
        else:
            text = listed(value) if isinstance(value, tuple) else word(value)
            parts.append(f"{slot.mark} {text}".strip())
    return " ".join(parts)
