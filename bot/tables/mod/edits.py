"""Steps that change the position by hand: the game's own edits, and results that are forced."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.floor import words_mod as words
from bot.tables.floor.hall import Hall
from bot.tables.lobby.moderators import PEEK
from bot.tables.mod.cases import Case
from bot.tables.mod.position import Change, reader_of
from bot.tables.telling.retelling import shortened, told
from bot.tables.values import Refused
from engine import MODERATOR, HeraldError, Illegal, Match
from engine.mending import rehearsal
from engine.text import split
from engine.tongues.phrases import TELLING

WORLDS = 12  # redealt ones in which an edit must be possible, for who may not know everything


class Edit:
    """Changes in the game's own edit verbs, all or none. Who may not know everything can change
    only what does not depend on it."""

    bound = True
    note = words.NOTE_EDIT
    forcing = False

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def allow(self, case: Case) -> None:
        lines, standing = split(case.step.text), case.standing
        if not lines:
            raise Refused(words.ONE_EDIT)
        match = await case.match()
        if standing.peeked:
            _try(rehearsal(match), lines, self._check)
            return
        refusals = []
        reader = reader_of(standing)
        origin = match.world(reader)
        for _ in range(WORLDS):
            world = origin.redeal(reader, self.hall.rng)
            try:
                _try(world, lines, self._check)
            except Refused as refused:
                refusals.append(refused)
                continue
            if standing.plays and tells_of(world, standing.seat):
                raise Refused(words.PLAYS_NO_SECRETS.format(table=case.sitting.name))
        if len(refusals) == WORLDS:
            raise Refused(refusals[0].reason, refusals[0].rule)
        if refusals:
            raise Refused(words.UNKNOWN_EDIT)
        try:
            _try(rehearsal(match), lines, self._check)
        except Refused as refused:
            raise Refused(words.UNKNOWN_EDIT) from refused

    def _check(self, verb: str) -> None:
        forces = verb in ("force", "unforce")
        if forces and not self.forcing:
            raise Refused(words.FORCE_IN_CHANCE)
        if self.forcing and not forces:
            raise Refused(words.NO_FORCE)

    async def foresee(self, case: Case) -> str:
        raise NotImplementedError("an edit is made at once")

    async def request(self, case: Case) -> str:
        """As everybody will read it; in the words of the edit, where that would show something.

        In a redealt world: whoever asks, and whoever is asked, learns nothing before it is done.
        """
        trial = (await case.match()).world(case.standing.seat)
        lines: list[str] = []
        for line in split(case.step.text):
            first, chance = len(trial), trial._dice.n
            _try(trial, [line], self._check)
            seen = [one for one in trial.events(None) if one.entry >= first]
            shows = trial._dice.n != chance or any(one.reveals for one in seen)
            lines += (
                [line] if shows else [s for one in seen if (s := trial.tell(one, None, TELLING))]
            )
        return words.ASK_EDIT.format(who=case.who.name, told=shortened(lines))

    async def do(self, case: Case) -> tuple[str, ...]:
        match, standing = await case.match(), case.standing
        first, note = len(match), self.note.format(who=case.who.name)
        case.tell(note, first)
        change = Change(case.sitting, match)
        for line in split(case.step.text):
            match.act(MODERATOR, line)
            change.follow(MODERATOR)
        if not standing.plays and (self.forcing or tells_of(match, None, first)):
            case.sitting.audit(PEEK, note, case.step.why)
        await change.publish()
        faults = match.check() if not standing.plays else []
        broken = (words.BROKEN.format(faults="; ".join(faults)),) if faults else ()
        reader = reader_of(standing)
        return (*told(match, range(first, len(match)), reader), words.SWEPT, *broken)


def tells_of(match: Match, reader: str | None, since: int = 0) -> bool:
    """Whether edits told some other seat what this reader was not told: whoever made them knows
    it all the same."""
    public = [one for one in match.events(None) if one.entry >= since]
    own = [one for one in match.events(reader) if one.entry >= since]
    for seat in match.seats:
        theirs = [one for one in match.events(seat) if one.entry >= since]
        if seat == reader:
            continue
        if len(theirs) != len(public):
            return True
        known = [dict(one.args) for one in (own if len(own) == len(public) else public)]
        for their, one, mine in zip(theirs, public, known, strict=True):
            if dict(their.args) not in (dict(one.args), mine):
                return True
    return False


def _try(trial: Match, lines: list[str], check: Callable[[str], None]) -> None:
    """Make the edits there; raises `Refused`."""
    for line in lines:
        try:
            trial.act(MODERATOR, line)
        except Illegal as refusal:
            raise Refused(refusal.reason, refusal.rule, refusal.suggestions) from refusal
        except HeraldError as error:
            raise Refused(error.said) from error
        action = trial.entries[-1].action
        assert action is not None
        check(action.verb)


class Chance(Edit):
    """Forced results; they must be possible, and nobody who plays may touch them."""

    note = words.NOTE_CHANCE
    forcing = True

    async def allow(self, case: Case) -> None:
        if case.standing.plays:
            raise Refused(words.PLAYS_NO_CHANCE.format(table=case.sitting.name))
        await super().allow(case)
