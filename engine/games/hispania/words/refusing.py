"""Why an order is wrong: a reason of its chapter where there is one, else a general one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import MODERATOR, Level, Question, Slot, Value
from engine.games.hispania.book import movement
from engine.games.hispania.moderator.edits import edit_level
from engine.games.hispania.table.flow import parted
from engine.games.hispania.table.ways import ways_out
from engine.games.hispania.words.naming import listed, said
from engine.games.hispania.words.telling import asks
from engine.text.grammar import shown
from engine.tongues import Field, Halves, Said
from engine.words import meaning

if TYPE_CHECKING:
    from engine.games.hispania import Hispania
    from engine.games.hispania.table.state import State

OFFERED = 8  # how many possible values a general answer names
Reason = tuple[str, str, dict[str, Field]]  # key, rule, fields


def refusal(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> tuple[Said, str]:
    """The reason, for the seat that was asked, and the number of the rule."""
    known = game.edits if question.seat == MODERATOR else game.verbs
    if not prefix:
        verb = shown([str(value)])
        if not isinstance(value, str) or value not in known:
            return said("REFUSALS", "unknown verb", value=verb), question.rule
        reason = said("REFUSALS", "not now", verb=verb, prompt=asks(game, question))
        return reason, known[value].rule or question.rule
    slots = known[prefix[0]].slots
    if len(prefix) > len(slots) or len(slots) < 1:
        return said("REFUSALS", "no slots", verb=prefix[0]), question.rule
    slot = slots[len(prefix) - 1]
    level = _level(game, state, question, prefix, partial)
    key, rule, fields = _special(game, state, question, prefix, partial, value) or _general(
        game, slot, level, partial, value
    )
    group = "hispania.EDITS" if question.seat == MODERATOR else "hispania.VERBS"
    means = meaning(group, prefix[0], slot) if slot.words else slot.name
    fields = {"verb": prefix[0], "slot": means, **fields}
    rule = rule or level.rule or known[prefix[0]].rule or question.rule
    return Said(f"hispania.REFUSALS.{key}", fields), rule


def _level(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
) -> Level:
    if question.seat == MODERATOR:
        return edit_level(state, prefix, partial)
    return game.tree(state, question)(prefix, partial)


def _general(
    game: Hispania, slot: Slot, level: Level, partial: tuple[Value, ...], value: Value
) -> Reason:
    def called(token: Value) -> Field:
        known = token in game.names(slot.domain)
        return game.called(slot.domain, token) if known else shown([str(token)])

    if value is None:
        if partial:
            return "too few", "", {"chosen": listed(called(p) for p in partial)}
        return "missing", "", {}
    if not isinstance(value, str) or value in level.choices:
        return "unreadable", "", {}
    choices = [called(c) for c in level.choices if c is not None]
    if not choices or len(choices) > OFFERED:
        return "wrong", "", {"value": called(value)}
    return "wrong choices", "", {"value": called(value), "choices": listed(choices, "or")}


def _special(
    game: Hispania,
    state: State,
    question: Question,
    prefix: tuple[Value, ...],
    partial: tuple[Value, ...],
    value: Value,
) -> Reason | None:
    if question.seat == MODERATOR or not isinstance(value, str):
        return None
    if prefix[0] == "buy" and len(prefix) == 1 and value in game.names("piece"):
        has = Halves(state.gold[state.active])
        return "too dear", "2.3", {"value": game.called("piece", value), "gold": has}
    if prefix[0] == "move" and len(prefix) == 3 and value in state.board.place:
        return _way(game, state, prefix, partial, value)
    return None


def _way(
    game: Hispania, s: State, prefix: tuple[Value, ...], partial: tuple[Value, ...], value: str
) -> Reason | None:
    """Why a march cannot go there: the board, the mountains, enemies, friends, or the distance."""
    board = s.board
    start = board.place[partial[-1] if partial else prefix[1]]
    goal = board.place[value]
    fields: dict[str, Field] = {
        "start": game.called("place", board.places[start]),
        "value": game.called("place", value),
    }
    band = movement.Band(board.place[prefix[1]], *parted(s, prefix[2]))
    path = (*(board.place[p] for p in partial), goal)
    ways = ways_out(s, s.active, start, not partial)
    if goal not in ways:
        cornered = start < board.provinces and goal < board.provinces
        if cornered and len({*board.adjacent[start]} & {*board.adjacent[goal]}) > 1:
            return "diagonal", "5.0", fields
        return "no way", "5.0", fields
    if movement.friendly(s, s.active, goal):
        return "friends", "9.6", fields
    if movement.trace(s, s.active, band, path) is None and partial:
        if movement.hostile(s, s.active, start):
            return "enemy", "5.3", fields
        if start < board.provinces and board.mountain[start]:
            return "mountain", "5.1", fields
        return "too far", "5.1", fields
    return "too far", "5.1", fields
