"""Orders: carried out on the match, written down with all they cause, and only then told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.store import models
from bot.tables.battles import rounds
from bot.tables.floor import words, words_mod, words_plans
from bot.tables.floor.errands import once
from bot.tables.floor.finding import Finding
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play import consent, windows
from bot.tables.play.slots import composed
from bot.tables.telling.chronicle import Story, publish, secrets
from bot.tables.telling.retelling import latest
from bot.tables.values import (
    Asked,
    Choice,
    Filled,
    Given,
    Outcome,
    Outdated,
    Planning,
    Refused,
    Right,
    Stage,
    Where,
    Who,
)
from engine import Decision, Game, Illegal, Match, Stale, games
from engine.dice import Impossible
from engine.parts.batches import Queue, bare
from engine.players import player
from engine.text import fold, split, write
from engine.text.examples import example
from engine.tongues.phrases import TELLING, named


class Orders:
    def __init__(self, hall: Hall, finding: Finding, repeat: timedelta) -> None:
        """`repeat`: how long the same order typed again, to another question, is a slip."""
        self.hall = hall
        self.finding = finding
        self.repeat = repeat

    async def asked(self, table: int, who: Who) -> Asked | None:
        async with self.hall.sitting(table) as sitting:
            seat = sitting.seat_of(who)
            if seat is None or sitting.stage is not Stage.PLAYING:
                return None
            found = asked(sitting, await sitting.match(), seat)
            return await _with_seal(sitting, found) if found is not None else None

    @once
    async def order(
        self,
        table: int,
        who: Who,
        text: str,
        key: str | None = None,
        at: datetime | None = None,
        number: int = 0,
        *,
        errand: str = "",
    ) -> Outcome:
        """One or several lines as one batch. `at`: when the person sent it. What they answer can
        be named by its key, or by its number."""
        async with self.hall.sitting(table, who) as sitting:
            key = key or await _key(sitting, who, number)
            return await self._judge(sitting, who, text, key, at)

    @once
    async def give(
        self,
        who: Who,
        where: Where,
        order: str | Filled,
        *,
        table: int | None = None,
        at: datetime | None = None,
        number: int = 0,
        errand: str = "",
    ) -> Given:
        """The same at the table that is meant there, found, composed, judged and looked at in one
        sitting."""
        async with self.finding.sitting(who, where, table) as sitting:
            sitting.shape = lambda outcome: Given(sitting.card(), outcome)
            text = order if isinstance(order, str) else compose(sitting, who, order)
            key = await _key(sitting, who, number)
            outcome = await self._judge(sitting, who, text, key, at)
            return await _shown(sitting, who, outcome)

    async def _judge(
        self, sitting: Sitting, who: Who, text: str, key: str | None, at: datetime | None
    ) -> Outcome:
        seat, decision = await demand_open(sitting, who, text, key)
        await self._fresh(sitting, who, decision, text, key, at)
        return await carry_out(sitting, who, seat, text, key, decision)

    async def _fresh(
        self,
        sitting: Sitting,
        who: Who,
        decision: Decision,
        text: str,
        key: str | None,
        at: datetime | None,
    ) -> None:
        """An order must be meant for the question that is open now."""
        if key is not None:
            if key != decision.key:
                raise Outdated(
                    words.OLD_QUESTION.format(prompt=decision.prompted(TELLING)), decision.rule
                )
            return
        question = sitting.questions.get(decision.seat)
        if question is None or question.key != decision.key:
            return  # a right is open as long as it is there
        # a question from a time that is still to come: the clock has been turned back
        if at is not None and at < question.since <= sitting.now:
            raise Outdated(words.CAME_LATE.format(prompt=decision.prompted(TELLING)), decision.rule)
        mark = await mark_of(sitting, who)
        if mark.moment is None or mark.key == decision.key:
            return
        since = abs((at or sitting.now) - mark.moment)
        if fold(mark.text) == fold(text) and since < self.repeat:
            raise Outdated(
                words.SAME_AGAIN.format(prompt=decision.prompted(TELLING)), decision.rule
            )

    async def suggest(self, table: int, who: Who) -> str:
        """What the computer would order: it thinks about a redealt world, beside the loop.

        Whoever asks twice is advised the same: the world is dealt by the question's own name.
        """
        async with self.hall.sitting(table) as sitting:
            seat, decision = await demand_question(sitting, who)
            match = await sitting.match()
            world = match.world(seat)
            adviser = player("greedy", decision.key)
        question = world.decision(seat)
        assert question is not None  # a redealt world asks the seat the same question
        action = await self.hall.aside(lambda: adviser.choose(world, question))
        return write(match.game.verbs, action)


def compose(sitting: Sitting, who: Who, order: Filled) -> str:
    """Slots as one line of order text."""
    if sitting.row.game != order.game:
        title = games()[order.game].title
        raise Refused(words.OTHER_GAME.format(table=sitting.name, game=title))
    sitting.demand_seat(who)
    return composed(sitting.game, order.verb, order.slots)


async def _key(sitting: Sitting, who: Who, number: int) -> str | None:
    """The key of the question that was shown with a number; refused if another is open by now."""
    seat = sitting.seat_of(who)
    if seat is None or not number or sitting.stage is not Stage.PLAYING:
        return None
    found = asked(sitting, await sitting.match(), seat)
    if found is not None and found.number != number:
        raise Outdated(words.ANOTHER_OPEN)
    return found.key if found is not None else None


async def _shown(sitting: Sitting, who: Who, outcome: Outcome) -> Given:
    """What became of orders, with what whoever gave them may see of it."""
    card = sitting.card()
    if not (outcome.done and outcome.words):
        return Given(card, outcome)
    match = await sitting.match()
    view = match.reveal() if sitting.ended else match.view(sitting.seat_of(who))
    events = await latest(sitting, match, who)
    return Given(card, outcome, view, events, sitting.people[who.id].palette)


async def _with_seal(sitting: Sitting, found: Asked) -> Asked:
    """The question, and whether its owner has done all that can be done about it now."""
    if found.kind == rounds.PLAN:
        return replace(found, sealed=await rounds.has_sealed(sitting, found.seat))
    return replace(found, sealed=await windows.kept(sitting, found.seat) is not None)


async def demand_question(sitting: Sitting, who: Who) -> tuple[str, Decision]:
    """The question that somebody owes an answer to; refused if there is none."""
    sitting.demand_stage(Stage.PLAYING)
    seat = sitting.demand_seat(who)
    match = await sitting.match()
    if sitting.planning and seat in sitting.questions:
        raise Planning(words_plans.PLANNING)
    decision = match.decision(seat) if not sitting.planning else None
    if decision is None:
        waiting = words.both([_awaited(sitting, asked) for asked in sitting.questions])
        raise Refused(words.NOTHING_ASKED.format(seat=words.named(seat), waiting=waiting))
    sitting.actor = who
    sitting.know(who)
    return seat, decision


async def demand_any(sitting: Sitting, who: Who) -> tuple[str, Decision]:
    """All that somebody may order now, as one; refused if there is nothing."""
    seat = sitting.seat_of(who)
    if seat is None or sitting.stage is not Stage.PLAYING or sitting.planning:
        return await demand_question(sitting, who)
    found = (await sitting.match()).together(seat)
    if found is None:
        return await demand_question(sitting, who)
    sitting.actor = who
    sitting.know(who)
    return seat, found


def meaning(game: Game, verb: str) -> str:
    """What an order means."""
    return named(f"{game.name}.VERBS.{verb}", game.verbs[verb].words)


def rights_of(match: Match, seat: str) -> tuple[Right, ...]:
    """What a seat may do beside the questions."""
    return tuple(
        Right(
            right.key,
            right.kind,
            right.rule,
            right.prompted(TELLING),
            tuple(Choice(verb, verb, meaning(match.game, verb)) for verb in right.verbs),
            example(match.game, right, right.verbs[0]),
        )
        for right in match.rights(seat)
    )


async def demand_open(
    sitting: Sitting, who: Who, text: str, key: str | None = None
) -> tuple[str, Decision]:
    """The question that an order answers, or the right that it uses; refused if there is none."""
    seat = sitting.seat_of(who)
    if seat is None or sitting.stage is not Stage.PLAYING or sitting.planning:
        return await demand_question(sitting, who)
    match = await sitting.match()
    first = bare(next(iter(split(text)), ""))
    rights = match.rights(seat)
    meant = next((right for right in rights if right.key == key), None)
    if meant is None and key is None and rights and match.invites(seat, first):
        meant = match.meant(seat, first)
    if meant is None or meant is match.decision(seat):
        return await demand_question(sitting, who)
    sitting.actor = who
    sitting.know(who)
    return seat, meant


def _awaited(sitting: Sitting, seat: str) -> str:
    person = sitting.seats[seat].person
    if person is None:
        return words.named(seat)
    return words.AWAITED.format(seat=words.named(seat), who=sitting.who(person).name)


def asked(sitting: Sitting, match: Match, seat: str) -> Asked | None:
    """What is asked of a seat: a question of the game, or for a plan."""
    row = sitting.questions.get(seat)
    decision = match.decision(seat) if not sitting.planning else None
    if row is None or (decision is None and not sitting.planning):
        return None
    offered = decision.verbs if decision is not None else ()
    return Asked(
        table=sitting.id,
        seat=seat,
        key=row.key,
        number=row.number,
        kind=row.kind,
        rule=row.rule,
        prompt=row.prompt,
        reaction=decision is not None and decision.reaction,
        since=row.since,
        verbs=tuple(Choice(verb, verb, meaning(match.game, verb)) for verb in offered),
        example=example(match.game, decision, offered[0]) if decision is not None else "",
    )


async def carry_out(
    sitting: Sitting,
    who: Who,
    seat: str,
    text: str,
    key: str | None,
    decision: Decision,
    draft: bool = False,
) -> Outcome:
    """One or several lines, up to the first barrier; those before a refused one stand."""
    if len(text) > (most := sitting.hall.limits.plan):
        raise Refused(words.TOO_LONG.format(most=most))
    lines = split(text)
    if not lines:
        raise Refused(words.EMPTY_ORDER)
    match = await sitting.match()
    first, read = len(match), len(match.events(seat))
    own = sitting.seats[seat].person == who.id  # a moderator who answers for them has no hand
    if own and windows.closes_later(sitting, match, decision):
        return await _keep(sitting, match, decision, lines)
    story = Story(match)
    rest, refusal = _play(sitting, match, seat, lines, key, story)
    if len(match) > first:
        await _remember(sitting, who, lines, decision.key, len(match))
        if draft or any(entry.what != "use" for entry in match.entries[first:]):
            await _keep_rest(sitting, match, seat, rest if draft else None)
        if match.silent(first):
            secrets(sitting, match, seat)  # the table must not see that anything happened
            await consent.still_stand(sitting, len(match))
        else:
            await publish(sitting, match, story.scenes, story.taken_back)
    outcome = _outcome(sitting, match, seat, first, read, rest, refusal)
    if len(match) > first:
        sitting.outcome = lambda: sitting.shape(outcome)
        await sitting.commit()
    return outcome


def _outcome(
    sitting: Sitting,
    match: Match,
    seat: str,
    first: int,
    read: int,
    rest: Sequence[str],
    refusal: Illegal | None,
) -> Outcome:
    """What became of lines: `first` and `read` are how long record and events were before them."""
    done = [e.action for e in match.entries[first:] if e.action is not None]
    seen = match.events(seat)[read:]
    return Outcome(
        table=sitting.id,
        done=tuple(write(match.game.verbs, action) for action in done),
        words=tuple(said for s in seen if (said := match.tell(s, seat, TELLING))),
        rest=tuple(rest),
        refused=refusal.reason if refusal else "",
        rule=refusal.rule if refusal else "",
        suggestions=refusal.suggestions if refusal else (),
        next=asked(sitting, match, seat),
        over=match.over,
    )


async def _keep(
    sitting: Sitting, match: Match, decision: Decision, lines: Sequence[str]
) -> Outcome:
    """A reaction is given at the next tick; what comes after it cannot be known."""
    try:
        order = await windows.keep(sitting, match, decision, bare(lines[0]))
    except Illegal as refusal:
        return Outcome(
            sitting.id,
            rest=tuple(lines),
            refused=refusal.reason,
            rule=refusal.rule,
            suggestions=refusal.suggestions,
            next=asked(sitting, match, decision.seat),
        )
    held = windows.told(sitting, match, order)
    return Outcome(sitting.id, held=held, rest=tuple(lines[1:]))


def _play(
    sitting: Sitting,
    match: Match,
    seat: str,
    lines: Sequence[str],
    key: str | None,
    story: Story,
) -> tuple[list[str], Illegal | None]:
    """What is left, and why if something was refused."""
    try:
        queue = Queue(match, seat, lines)
    except Illegal as refusal:
        return list(lines), refusal
    for line in queue:
        try:
            match.act(seat, line, key)
        except Illegal as refusal:
            return list(queue.rest), refusal
        except Stale as stale:
            raise Outdated(words.OLD_QUESTION_DONE) from stale
        except Impossible:
            return list(queue.rest), Illegal(words_mod.CHANCE_STUCK)
        key = None
        sitting.unkept = True
        story.follow(seat)
    return list(queue.rest), None


async def mark_of(sitting: Sitting, who: Who) -> models.Mark:
    mark = await sitting.get(models.Mark, sitting.id, who.id)
    return mark or models.Mark(table=sitting.id, person=who.id, read=-1)


async def _remember(
    sitting: Sitting, who: Who, lines: Sequence[str], key: str, entries: int
) -> None:
    """The last order somebody gave: read up to here, and known if it comes a second time."""
    mark = await mark_of(sitting, who)
    mark.text, mark.key, mark.moment = "\n".join(lines), key, sitting.now
    mark.read = entries
    sitting.added.append(mark)


async def _keep_rest(sitting: Sitting, match: Match, seat: str, rest: Sequence[str] | None) -> None:
    """What a draft had left stays in it, if its owner is still asked; the panel begins anew.

    An order that did not come from the draft leaves its lines alone (`rest` is None).
    """
    draft = await sitting.get(models.Draft, sitting.id, seat)
    if draft is None:
        return
    if match.decision(seat) is None:
        draft.lines = []
    elif rest is not None:
        draft.lines = list(rest)
    draft.prefix, draft.partial, draft.steps = [], [], []
    draft.page, draft.key = 0, ""
    draft.revision += 1
    sitting.added.append(draft)
