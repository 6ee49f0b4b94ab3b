"""Steps that change the position by orders: back to a point, one mended, one given for a seat."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.floor import words_mod as words
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.floor.words import named, orders
from bot.tables.lobby.moderators import PEEK, Standing
from bot.tables.mod.cases import Case
from bot.tables.mod.points import Points
from bot.tables.mod.steps import Step
from bot.tables.play.orders import carry_out
from bot.tables.play.sweeping import call_again, keys, sweep
from bot.tables.telling.chronicle import Story, publish
from bot.tables.telling.retelling import learned, revealed, shortened, told
from bot.tables.values import Refused
from engine import MODERATOR, HeraldError, Illegal, Match
from engine.dice import Impossible
from engine.mending import Mended, before, mend, rehearsal, rehearse
from engine.players import player
from engine.text import write
from engine.tongues.phrases import TELLING, sentences
from engine.tongues.phrases import lines as lines_of


def reader_of(standing: Standing) -> str | None:
    """With whose eyes a moderator reads: their seat's, or a spectator's."""
    return standing.seat


def peek(sitting: Sitting, note: str, why: str) -> None:
    """Secrets are shown: announced and kept. They may take no seat from now on."""
    sitting.note(words.NOTE_WHY.format(note=note, why=why))
    sitting.audit(PEEK, note, why)


class Change:
    """A change of the match, followed and told."""

    def __init__(self, sitting: Sitting, match: Match) -> None:
        self.sitting = sitting
        self.match = match
        self.story = Story(match)
        self.asked = keys(sitting)
        sitting.unkept = True

    def follow(self, seat: str) -> None:
        """One more entry; the moderator's own make a report apart, with the whole board."""
        self.story.follow("" if seat == MODERATOR else seat)
        if seat == MODERATOR:
            scene = self.story.scenes[-1]
            scene.title, scene.chapter = words.TITLE, ""

    async def publish(self) -> None:
        await sweep(self.sitting)
        await publish(self.sitting, self.match, self.story.scenes, self.story.taken_back)
        call_again(self.sitting, self.asked)


# -- rewind --------------------------------------------------------------------------------------


class Rewind:
    bound = True

    async def allow(self, case: Case) -> None:
        await self._goal(case)

    async def _goal(self, case: Case) -> tuple[Match, Points, int]:
        match, known = await case.match(), await case.points()
        return match, known, known.goal(case.step.point)

    async def foresee(self, case: Case) -> str:
        match, known, goal = await self._goal(case)
        fall = {i for i in match.live if i >= goal}
        lines = told(match, fall, reader_of(case.standing))
        sentence = words.REWIND if lines else words.REWIND_SILENT
        parts: list[str] = [
            sentence.format(point=known.label(goal), count=orders(len(fall)).capitalize())
        ]
        parts += [shortened(lines)] if lines else []
        parts += _known_since(match, fall, case.standing)
        return lines_of(*parts, words.NEW_CHANCE)

    async def request(self, case: Case) -> str:
        match, known, goal = await self._goal(case)
        fall = {i for i in match.live if i >= goal}
        lines = told(match, fall, None)
        sentence = words.ASK_REWIND if lines else words.ASK_REWIND_SILENT
        return sentence.format(
            who=case.who.name,
            point=known.label(goal),
            count=orders(len(fall)).capitalize(),
            fall=shortened(lines),
        )

    async def do(self, case: Case) -> tuple[str, ...]:
        match, known, goal = await self._goal(case)
        note = words.NOTE_REWIND.format(who=case.who.name, point=known.label(goal))
        case.tell(note, len(match))
        change = Change(case.sitting, match)
        match.undo(goal)
        change.follow(MODERATOR)
        await change.publish()
        return (words.STANDS, words.SWEPT)


def _known_since(match: Match, entries: set[int], standing: Standing) -> list[str]:
    """Who had learned what: it cannot be unlearned."""
    parts = []
    shown = revealed(match, entries, reader_of(standing))
    if shown:
        parts += [words.SEEN, shortened(shown, 5)]
    for seat in match.seats if standing.peeked else ():
        if own := learned(match, entries, seat):
            parts += [words.LEARNED.format(seat=named(seat)), shortened(own, 3)]
    return parts


# -- fix -----------------------------------------------------------------------------------------


class Fix:
    """For one who does not play the preview shows orders as they were given: it is a peek."""

    bound = True

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def allow(self, case: Case) -> None:
        match, known, entry = await self._order(case)
        standing, sitting = case.standing, case.sitting
        if standing.plays and match.entries[entry].seat != standing.seat:
            raise Refused(words.PLAYS_NO_FIX.format(table=sitting.name))
        try:
            self._rehearsed(case, match, entry)
        except Illegal as refusal:
            if not standing.plays:
                self._announce(case, known.label(entry))
                await sitting.commit()
            raise Refused(refusal.reason, refusal.rule, refusal.suggestions) from refusal
        except Impossible:
            raise Refused(words.CHANCE_STUCK) from None

    async def _order(self, case: Case) -> tuple[Match, Points, int]:
        match, known = await case.match(), await case.points()
        return match, known, known.one(case.step.point)

    def _rehearsed(self, case: Case, match: Match, entry: int) -> Mended:
        """What the mended order would lead to; tried once a case."""
        if case.plan is None:
            case.plan = rehearse(match, entry, case.step.text)
        return case.plan

    def _announce(self, case: Case, point: str) -> None:
        note = words.NOTE_LOOK.format(who=case.who.name, point=point)
        peek(case.sitting, note, case.step.why)

    async def foresee(self, case: Case) -> str:
        match, known, entry = await self._order(case)
        standing, plan = case.standing, self._rehearsed(case, match, entry)
        verbs = match.game.edits if plan.seat == MODERATOR else match.game.verbs
        parts: list[str] = [
            words.FIX.format(
                point=known.label(entry),
                seat=named(plan.seat),
                old=write(verbs, plan.old),
                new=write(verbs, plan.new),
            )
        ]
        if effect := self._effect(match, plan, standing):
            parts.append(words.FIX_TOLD.format(told=effect))
        if standing.plays:  # whether the others' orders stand depends on what they hide
            later = len([i for i in match.live if i > entry])
            later_words = words.FIX_LATER.format(count=orders(later).capitalize())
            parts.append(later_words if later else words.FIX_LAST)
        else:
            if not standing.peeked:
                self._announce(case, known.label(entry))
                standing = replace(standing, peeked=True)
            parts += _later(match, known, plan)
        after = {i for i in match.live if i >= entry}
        return lines_of(*parts, *_known_since(match, after, standing), words.NEW_CHANCE)

    async def request(self, case: Case) -> str:
        match, known, entry = await self._order(case)
        effect = self._effect(match, self._rehearsed(case, match, entry), case.standing)
        later = len([i for i in match.live if i > entry])
        return (words.ASK_FIX_TOLD if effect else words.ASK_FIX).format(
            who=case.who.name,
            point=known.label(entry),
            told=effect,
            count=orders(later).capitalize(),
        )

    def _effect(self, match: Match, plan: Mended, standing: Standing) -> str:
        """What everybody would read of the new order; nothing if it rolls or shows something.

        Who plays is told what it would be in a redealt world, for in the true one it might stop
        at something that they do not know to be there.
        """
        trial = before(match, plan.entry)
        if standing.plays:
            trial = trial.world(standing.seat)
        read = len(trial.events(None))
        trial.act(plan.seat, plan.new)
        if trial.barred and plan.seat != MODERATOR:
            return ""
        seen = trial.events(None)[read:]
        told_ = [said for one in seen if (said := trial.tell(one, None, TELLING))]
        return sentences(told_) if told_ else ""

    async def do(self, case: Case) -> tuple[str, ...]:
        match, known, entry = await self._order(case)
        change = Change(case.sitting, match)
        first = len(match)
        done = mend(match, entry, case.step.text, change.follow)
        note = (words.NOTE_FIX_FALL if done.fallen else words.NOTE_FIX).format(
            who=case.who.name,
            point=known.label(entry),
            seat=named(done.seat),
            again=orders(len(done.again)).capitalize(),
            count=orders(len(done.fallen)),
            first=known.label(done.fallen[0]) if done.fallen else "",
        )
        case.tell(note, first)
        await change.publish()
        return (note, words.SWEPT)


def _later(match: Match, known: Points, plan: Mended) -> list[str]:
    """What becomes of the later orders, as they were given."""

    def lines(entries: tuple[int, ...]) -> str:
        return shortened([_line(match, known, i) for i in entries], 6)

    parts = [words.FIX_AGAIN, lines(plan.again)] if plan.again else []
    parts += [words.FIX_FALL.format(why=plan.said or ""), lines(plan.fallen)] if plan.fallen else []
    parts += [words.FIX_UNSURE, lines(plan.unsure)] if plan.unsure else []
    return parts or [words.FIX_LAST]


def _line(match: Match, known: Points, entry: int) -> str:
    line = match.entries[entry]
    assert line.action is not None
    verbs = match.game.edits if line.seat == MODERATOR else match.game.verbs
    return f"{known.label(entry)} {named(line.seat)}: {write(verbs, line.action)}"


# -- act -----------------------------------------------------------------------------------------


class Act:
    """An answer for a seat, by one who does not play. `default` and `computer` tell nothing of
    what the seat holds; any other order does, if only by being legal, and counts as a peek."""

    bound = True

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def allow(self, case: Case) -> None:
        sitting = case.sitting
        if case.standing.plays:
            raise Refused(words.PLAYS_NO_ACT.format(table=sitting.name))
        match, seat = await case.match(), sitting.seat(case.step.seat).seat
        if match.decision(seat) is None:
            raise Refused(words.NOT_ASKED.format(seat=named(seat)))
        if sitting.planning:
            raise Refused(words.IS_PLANNED)

    async def foresee(self, case: Case) -> str:
        raise NotImplementedError("an answer is given at once")

    async def request(self, case: Case) -> str:
        raise NotImplementedError("whoever plays does not answer for others")

    async def do(self, case: Case) -> tuple[str, ...]:
        sitting, step, who = case.sitting, case.step, case.who
        match, seat = await case.match(), sitting.seat(step.seat).seat
        blind = step.text.strip().casefold()
        order = await self._blind(match, seat, blind) or step.text
        shows = order == step.text
        if shows:
            note = words.NOTE_PEEK.format(who=who.name, seat=named(seat))
            sitting.audit(PEEK, note, step.why)
            await self._possible(sitting, match, seat, order, note, step)
        first = len(match)
        case.tell(words.NOTE_ACT.format(who=who.name, seat=named(seat)), first)
        decision = match.decision(seat)
        assert decision is not None
        outcome = await carry_out(sitting, who, seat, order, None, decision)
        if shows:
            return outcome.words
        return tuple(told(match, range(first, len(match)), None)) or (words.STANDS,)

    async def _blind(self, match: Match, seat: str, text: str) -> str:
        decision = match.decision(seat)
        assert decision is not None
        if text == "default":
            return write(match.game.verbs, decision.default)
        if text == "computer":
            world = match.world(seat)
            asked = world.decision(seat)
            assert asked is not None
            mind = player("greedy", f"{self.hall.rng.getrandbits(64)}")
            return write(match.game.verbs, await self.hall.aside(lambda: mind.choose(world, asked)))
        return ""

    async def _possible(
        self, sitting: Sitting, match: Match, seat: str, order: str, note: str, step: Step
    ) -> None:
        """A refusal says something about the seat's secrets: it is announced like any look."""
        try:
            rehearsal(match).act(seat, order)
        except HeraldError as refusal:
            sitting.note(words.NOTE_WHY.format(note=note, why=step.why))
            await sitting.commit()
            rule, near = getattr(refusal, "rule", ""), getattr(refusal, "suggestions", ())
            raise Refused(refusal.said, rule, near) from refusal
