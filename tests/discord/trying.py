"""Every way to give an order, and everything that somebody who is curious can try."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import engine
from bot.tables.values import Menu
from engine import Action, Match, Verb
from engine.core import Value
from engine.text import write
from tests.contract.interference import wrong_orders
from tests.contract.play import fork
from tests.discord.houses import SPECTATOR, TABLE, House, who
from tests.discord.scene import GAME
from tests.people import Form, Person, Reply

VERBS = engine.games()[GAME].verbs
PREFIXES = ("", "c", "all ", "g", "zz")

Way = Callable[[House, Person, str, Action], Coroutine[Any, Any, None]]


# -- giving an order -----------------------------------------------------------------------------


async def by_text(house: House, person: Person, order: str, action: Action) -> None:
    await person.command("/order", text=order)


async def by_answer(house: House, person: Person, order: str, action: Action) -> None:
    await person.autocomplete("/answer", "answer", action.verb)
    await person.command("/answer", answer=order)


async def by_form(house: House, person: Person, order: str, action: Action) -> None:
    form = await person.command("/write")
    assert isinstance(form, Form)
    await person.submit(form, orders=order)


async def by_command(house: House, person: Person, order: str, action: Action) -> None:
    """The verb's own command, each option looked up while it is typed."""
    verb = VERBS[action.verb]
    given = zip(verb.slots, action.args, strict=True)
    if not verb.command or any(not slot.optional and not value for slot, value in given):
        await by_text(house, person, order, action)  # a list that must be given may be empty
        return
    filled: dict[str, str] = {}
    for slot, value in zip(verb.slots, action.args, strict=True):
        if value not in (None, ()):
            words = _typed(slot.form, value)
            await person.autocomplete(f"/{GAME} {verb.name}", slot.name, words[:2], **filled)
            filled[slot.name] = words
    await person.command(f"/{GAME} {verb.name}", **filled)


def _typed(form: str, value: Value) -> str:
    if isinstance(value, tuple):
        return (" > " if form == "path" else " ").join(value)
    return str(value)


async def by_draft(house: House, person: Person, order: str, action: Action) -> None:
    """Written into the panel's draft, looked at on the preview, then sent."""
    panel = await person.command("/play")
    form = await person.click(panel, "Write")
    drafted = await person.submit(form, orders=order)
    await person.click(drafted, "Send")


async def by_menus(house: House, person: Person, order: str, action: Action) -> None:
    """Choice by choice on the panel."""
    reply: Reply = await person.command("/play")
    for _ in range(60):
        panel = await house.herald.tables.panels.panel(TABLE, who(person))
        if panel.quick:
            n = [choice.value for choice in panel.quick].index(order)
            await person.click(reply, panel.quick[n].name[:80])
            return
        if panel.complete == order:
            await person.click(reply, "Send")
            return
        assert panel.menu is not None, f"no menu for {order}"
        reply = await _choose(person, reply, panel.menu, action)
    raise AssertionError(f"{order} cannot be built from menus")


async def _choose(person: Person, reply: Reply, menu: Menu, action: Action) -> Reply:
    slots = [slot.name for slot in VERBS[action.verb].slots]
    title = menu.title.split(" (")[0].replace(" ", "_")
    if title not in slots:
        return await _pick(person, reply, menu, action.verb)
    value = action.args[slots.index(title)]
    if isinstance(value, tuple):
        rest = value[len(menu.chosen) :]
        if not rest:
            return await _enough(person, reply)
        return await _pick(person, reply, menu, *(rest if menu.form == "set" else rest[:1]))
    if value is None:
        return await _enough(person, reply)
    return await _pick(person, reply, menu, value)


async def _enough(person: Person, reply: Reply) -> Reply:
    label = next(b for b in reply.buttons if b.startswith(("That is all", "No ")))
    answer: Reply = await person.click(reply, label)
    return answer


async def _pick(person: Person, reply: Reply, menu: Menu, *tokens: Value) -> Reply:
    """Tick these, all at once; alike ones stand in the menu one by one."""
    values = [choice.value for choice in menu.choices]
    ticked: list[int] = []
    for token in tokens:
        free = [n for n, value in enumerate(values) if value == token and n not in ticked]
        ticked += free[:1]
    if not ticked:
        turned: Reply = await person.click(reply, "More")
        return turned
    part = reply._all(3)[0]
    asked = await person.post(
        "select",
        channel=reply.channel,
        message=reply.id,
        custom_id=part["custom_id"],
        values=[str(n) for n in ticked],
    )
    answer: Reply = await person.answer(asked["interaction"])
    return answer


async def ask_for_advice(person: Person) -> None:
    """Suggest, into the draft, and out of it again."""
    panel = await person.command("/play")
    suggested = await person.click(panel, "Suggest")
    kept = await person.click(suggested, "Into my draft")
    await person.click(kept, "Clear")


WAYS: tuple[Way, ...] = (by_command, by_draft, by_menus, by_form, by_answer, by_text)


# -- being curious -------------------------------------------------------------------------------


def commands() -> list[Verb]:
    return [verb for verb in VERBS.values() if verb.command]


async def complete_everything(person: Person, prefixes: tuple[str, ...]) -> None:
    """Every option of every command of the game, whether it is theirs to give or not."""
    for verb in commands():
        for slot in verb.slots:
            for typed in prefixes:
                await person.autocomplete(f"/{GAME} {verb.name}", slot.name, typed)
    for typed in prefixes:
        await person.autocomplete("/answer", "answer", typed)
        await person.autocomplete("/map", "place", typed)
        await person.autocomplete("/rules", "number", typed)


async def complete_something(person: Person, rng: Random) -> None:
    for _ in range(3):
        verb = rng.choice([v for v in commands() if v.slots])
        slot = rng.choice(verb.slots)
        await person.autocomplete(f"/{GAME} {verb.name}", slot.name, rng.choice(PREFIXES))
    await person.autocomplete("/answer", "answer", rng.choice(PREFIXES))


async def look_at_everything(person: Person) -> None:
    """Every command that shows something, answered or refused."""
    await person.command("/status")
    await person.command("/log")
    await person.command("/log", since=1)
    await person.command("/catchup")
    for what in ("mine", "all", "last", "words"):
        await person.command("/map", what=what)
    await person.command("/map", place="Cordoba")
    await person.command("/hand")
    await person.command("/help")
    await person.command("/rules", number="8.2")
    await person.command("/table list")
    await person.command("/undo")
    await person.command("/play")
    await person.command("/order", text="nonsense")


async def look_at_something(person: Person, rng: Random) -> None:
    looks: list[tuple[str, dict[str, object]]] = [
        ("/status", {}),
        ("/log", {"last": 6}),
        ("/catchup", {}),
        ("/map", {"what": "last"}),
        ("/hand", {}),
        ("/undo", {}),
        ("/play", {}),
        ("/help", {}),
        ("/map", {"what": "words"}),
    ]
    line, options = rng.choice(looks)
    await person.command(line, **options)


async def order_nonsense(house: House, person: Person, seat: str, rng: Random, most: int) -> None:
    """Well-formed orders about anything on the board; legal ones are not sent.

    They are made from what this person may know, so they are the same in both houses."""
    match = await house.match()
    for order in list(wrong_orders(match, seat, rng))[:most]:
        text = write(match.game.verbs, order) if isinstance(order, Action) else order
        if not _legal(match, seat, text):
            await person.command("/order", text=text)


def _legal(match: Match, seat: str, order: str) -> bool:
    try:
        fork(match).act(seat, order)
    except engine.HeraldError:
        return False
    return True


async def click_what_is_there(person: Person) -> None:
    """The buttons under the status card."""
    card = next(Reply(m) for m in person.messages.values() if _is_status(m))
    for label in ("Answer", "My hand", "My map", "Help"):
        await person.click(card, label)


def _is_status(message: dict[str, Any]) -> bool:
    return any("status" in (e.get("footer") or {}).get("text", "") for e in message["embeds"])


async def take_back(house: House, person: Person, other: Person, agree: bool) -> None:
    """Undo one's last order. The other may have to agree; a spectator has no say in it."""
    asking = await person.command("/undo")
    answered = await person.click(asking, "Confirm")
    if "Waiting for" not in answered.text:
        return
    await house.calm()
    history = await other.history(house.thread)
    request = next(m for m in history if "Agree" in m.buttons)
    await house.people[SPECTATOR].click(request, "Agree")
    await other.click(request, "Agree" if agree else "Refuse")
