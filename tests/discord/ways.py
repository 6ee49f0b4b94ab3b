"""Every way to give one order, as a person does it. Each gives the answer that the person reads."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.client import Herald
from bot.tables.play.menus import listed, word
from engine import Action, Decision, Game
from engine.text import read
from tests.discord.conftest import who
from tests.discord.scene import said
from tests.discord.test_commands_orders import next_choice
from tests.people import Form, Person, Reply

GAME = "granada"


@dataclass(frozen=True)
class Question:
    """What is asked of somebody; only to know what can be ordered."""

    decision: Decision
    game: Game

    def action(self, text: str) -> Action:
        return read(self.game, self.decision, text)


async def question(herald: Herald, table: int, person: Person) -> Question | None:
    async with herald.tables.hall.sitting(table) as sitting:
        seat = sitting.seat_of(who(person))
        match = await sitting.match()
        decision = match.decision(seat) if seat else None
    return Question(decision, match.game) if decision is not None else None


def slots(game: Game, action: Action) -> dict[str, str]:
    """What stands in the options of the slash command."""
    filled: dict[str, str] = {}
    for slot, value in zip(game.verbs[action.verb].slots, action.args, strict=True):
        if isinstance(value, tuple) and value:
            path = " > ".join(word(step) for step in value)
            filled[slot.name] = path if slot.form == "path" else listed(value)
        elif value and not isinstance(value, tuple):
            filled[slot.name] = slot.name if slot.domain == "flag" else word(str(value))
    return filled


async def by_command(person: Person, asked: Question, text: str) -> Reply:
    action = asked.action(text)
    filled = slots(asked.game, action)
    for name in filled:
        others = {one: value for one, value in filled.items() if one != name}
        await person.autocomplete(f"/{asked.game.name} {action.verb}", name, **others)
    reply: Reply = await person.command(f"/{asked.game.name} {action.verb}", **filled)
    return reply


async def by_text(person: Person, asked: Question, text: str) -> Reply:
    reply: Reply = await person.command("/order", text=text)
    return reply


async def by_answer(person: Person, asked: Question, text: str) -> Reply:
    await person.autocomplete("/answer", "answer", typed=text.split()[0])
    reply: Reply = await person.command("/answer", answer=text)
    return reply


async def by_form(person: Person, asked: Question, text: str) -> Reply:
    form = await person.command("/write")
    assert isinstance(form, Form)
    reply: Reply = await person.submit(form, orders=f"{text}\n")
    return reply


async def by_panel(person: Person, asked: Question, text: str) -> Reply:
    """By its buttons if the answers are few, else by its menus."""
    panel = await person.command("/play")
    reply: Reply
    if text in panel.buttons:
        reply = await person.click(panel, text)
        return reply
    line = list(asked.action(text).to_json())
    if line[0] in panel.menu:  # where there is one verb only, it is chosen already
        panel = await person.choose(panel, str(line[0]))
    while "Send" not in panel.buttons or f"`{text}`" not in said(panel):
        panel = await next_choice(person, panel, line)
    reply = await person.click(panel, "Send")
    return reply


async def by_draft(person: Person, asked: Question, text: str) -> Reply:
    panel = await person.command("/play")
    form = await person.click(panel, "Write")
    drafted = await person.submit(form, orders=text)
    reply: Reply = await person.click(drafted, "Send")
    return reply


async def by_suggestion(person: Person, asked: Question, text: str) -> Reply:
    """Whatever the computer would do."""
    panel = await person.click(await person.command("/play"), "Suggest")
    reply: Reply = await person.click(panel, "Do it")
    return reply


async def by_kept_suggestion(person: Person, asked: Question, text: str) -> Reply:
    panel = await person.click(await person.command("/play"), "Suggest")
    panel = await person.click(panel, "Into my draft")
    reply: Reply = await person.click(panel, "Send")
    return reply


WAYS = (
    *(by_text, by_answer, by_form, by_panel, by_command),
    *(by_draft, by_suggestion, by_kept_suggestion),
)


async def give(person: Person, way: object, asked: Question, text: str) -> Reply:
    """The order by this way; a verb without a command of its own goes by text."""
    if way is by_command and not asked.game.verbs[asked.action(text).verb].command:
        way = by_text
    assert callable(way)
    answer: Reply = await way(person, asked, text)
    words = said(answer)
    assert answer.ephemeral, words
    assert "Done: `" in words, (way, text, words)
    return answer
