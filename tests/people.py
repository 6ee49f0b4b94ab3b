"""People at the sandbox, so that tests read like a conversation.

    ana = await Person.meet(sandbox.url, "Ana")
    reply = await ana.command("/table open", game="granada")
    assert reply.ephemeral and "opened" in reply.text
    panel = await ana.click(reply, "Ready")
    await bruno.hears(in_="table 1", containing="your turn")

A person hears only what the sandbox sends to that person. Waiting is for frames, never for time.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.reading import LOADING, Choice, Form, Json, Reply, parts

__all__ = ["Choice", "Form", "Heard", "Person", "Refused", "Reply", "Silence"]

PATIENCE = 45.0  # seconds, on a busy machine: whoever is answered waits no longer


class Refused(Exception):  # noqa: N818  # what a person is told, not a fault
    """The sandbox would not do it, as Discord's own window would not."""


class Silence(AssertionError):  # noqa: N818
    """What was waited for did not come."""


@dataclass(eq=False)
class Heard:
    """One frame, with the moment it came."""

    kind: str
    data: Any
    at: float
    used: bool = False


class Person:
    """One persona, through the people's side of the sandbox only."""

    def __init__(self, url: str, user: Json, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.id: str = user["id"]
        self.name: str = user["global_name"]
        self.inbox: list[Heard] = []
        self.messages: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.where = "#herald"
        self.patience = PATIENCE
        self.downloads = True  # load tests that count commands look at no pictures
        self.reads: Callable[[str, Any], Any] = lambda kind, data: data
        self.wrote: list[Json] = []  # everything that was commanded or filled in
        self._answers: dict[str, list[Heard]] = {}
        self._session = session
        self._news = asyncio.Condition()
        self._listening: asyncio.Task[None] | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # -- coming and going ------------------------------------------------------------------------

    @classmethod
    async def meet(cls, url: str, name: str, quiet: bool = False) -> Person:
        """Somebody of that name, new if need be, with open ears.

        Quiet ears hear only what is meant for that person: answers, DMs and mentions."""
        session = aiohttp.ClientSession()
        async with session.get(f"{url}/people") as answer:
            known = (await answer.json())["people"]
        user = next((one for one in known if one["global_name"] == name), None)
        if user is None:
            async with session.post(f"{url}/people", json={"name": name}) as answer:
                user = await answer.json()
        if "id" not in user:
            await session.close()
            raise Refused(user["message"])
        person = cls(url, user, session)
        await person.listen(quiet)
        return person

    async def listen(self, quiet: bool = False) -> None:
        address = f"{self.url}/people/{self.id}/live" + ("?quiet" if quiet else "")
        self._socket = await self._session.ws_connect(address, max_msg_size=0)
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self._until(lambda: any(one.kind == "hello" for one in self.inbox), "a hello")

    async def go(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            await self._listening
        await self._session.close()

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                break
            got = json.loads(frame.data)
            await self._take(got["t"], got["d"])

    async def _take(self, kind: str, data: Any) -> Heard:
        data = self.reads(kind, data)
        async with self._news:
            heard = Heard(kind, data, time.monotonic())
            self.inbox.append(heard)
            if isinstance(data, dict) and "interaction" in data:
                self._answers.setdefault(data["interaction"], []).append(heard)
            if kind in ("message", "edit"):
                self.messages[data["id"]] = data
            elif kind == "delete":
                self.messages.pop(data["id"], None)
            elif kind == "channel":
                self.channels[data["id"]] = data
            elif kind == "channel_gone":
                self.channels.pop(data["id"], None)
            elif kind == "commands":
                self.commands = data
            elif kind == "hello":
                self.channels = {one["id"]: one for one in data["channels"]}
                self.commands = data["commands"]
            self._news.notify_all()
            return heard

    async def _until(self, ready: Callable[[], Any], what: str) -> Any:
        """Wait until something is so; woken by every frame."""
        found: Any = None

        def look() -> bool:
            nonlocal found
            found = ready()
            return bool(found)

        try:
            async with asyncio.timeout(self.patience), self._news:
                await self._news.wait_for(look)
        except TimeoutError:
            last = [(one.kind, _short(one.data)) for one in self.inbox[-6:]]
            raise Silence(f"{self.name} waited in vain for {what}; lately came {last}") from None
        return found

    async def post(self, path: str, **body: Any) -> Any:
        self.wrote.append(body)
        async with self._session.post(f"{self.url}/people/{self.id}/{path}", json=body) as answer:
            given = await answer.json()
            if answer.status >= 400:
                raise Refused(given["message"])
            return given

    # -- places ----------------------------------------------------------------------------------

    def place(self, where: object = None) -> str:
        """A channel's id: by id, by name with or without #, "dm", a reply or a channel."""
        where = self.where if where is None else where
        if isinstance(where, Reply):
            return where.channel
        if isinstance(where, dict):
            return str(where["id"])
        if isinstance(where, str) and where in self.channels:
            return where
        name = str(getattr(where, "id", where)).removeprefix("#")
        if name in self.channels or (name.isdigit() and len(name) > 15):
            return name
        found = [
            ident
            for ident, one in self.channels.items()
            if (name == "dm" and one["type"] == 1) or (one.get("name") or "") == name
        ]
        if not found:
            names = [one.get("name") or "dm" for one in self.channels.values()]
            raise AssertionError(f"{self.name} sees no {where!r}; there are {names}")
        return found[-1]

    async def dm(self) -> str:
        """The direct messages with the bot."""
        channel = await self.post("dm")
        self.channels[channel["id"]] = channel
        return str(channel["id"])

    async def history(self, in_: object = None, limit: int = 50) -> list[Reply]:
        """What can be read there, newest first."""
        path = f"{self.url}/people/{self.id}/channels/{self.place(in_)}/messages?limit={limit}"
        async with self._session.get(path) as answer:
            given = await answer.json()
            if answer.status >= 400:
                raise Refused(given["message"])
        return [Reply(self.reads("history", one)) for one in given]

    async def fetch(self, message: Json) -> dict[str, bytes]:
        """The files a message shows, by name, in its attachments and its embeds."""
        urls = {one["filename"]: one["url"] for one in message["attachments"]}
        shown = [(embed.get("image") or {}).get("url") for embed in message["embeds"]]
        shown += [
            (item.get("media") or {}).get("url")
            for part in parts(message["components"])
            for item in part.get("items") or []
        ]
        for url in shown:
            if url and url.startswith(self.url):
                urls[url.split("?")[0].rsplit("/", 1)[-1]] = url
        files: dict[str, bytes] = {}
        for name, url in urls.items():
            async with self._session.get(url) as answer:
                assert answer.status == 200, f"{name}: {answer.status}"
                files[name] = await answer.read()
        return files

    async def _reply(self, message: Json) -> Reply:
        return Reply(message, await self.fetch(message) if self.downloads else {})

    # -- saying and commanding -------------------------------------------------------------------

    async def say(self, text: str, in_: object = None) -> Reply:
        return Reply(await self.post("say", channel=self.place(in_), content=text))

    def _find(self, line: str) -> tuple[Json, list[Json]]:
        """A command by its words, and the options of its innermost subcommand last."""
        words = line.removeprefix("/").split()
        named = [one for one in self.commands if one["name"] == words[0]]
        if not named:
            known = sorted(one["name"] for one in self.commands)
            raise AssertionError(f"no command /{words[0]}; there are {known}")
        path = [named[-1]]
        for word in words[1:]:
            inside = path[-1].get("options") or []
            found = [one for one in inside if one["name"] == word and one["type"] in (1, 2)]
            if not found:
                raise AssertionError(f"{line}: there are {[one['name'] for one in inside]}")
            path.append(found[0])
        return named[-1], path

    def _options(self, line: str, given: Json, focus: str | None = None, typed: str = "") -> Any:
        command, path = self._find(line)
        known = {one["name"]: one for one in path[-1].get("options") or []}
        options: list[Json] = []
        for name, value in given.items():
            name = name.rstrip("_")
            if name not in known:
                raise AssertionError(f"{line} has no option {name}; there are {list(known)}")
            if value is not None:
                options.append(_option(known[name], value))
        if focus is not None:
            if focus not in known:
                raise AssertionError(f"{line} has no option {focus}; there are {list(known)}")
            kind = known[focus]["type"]
            options.append({"name": focus, "type": kind, "value": typed, "focused": True})
        for one in reversed(path[1:]):
            options = [{"name": one["name"], "type": one["type"], "options": options}]
        return command["id"], options

    async def knows(self, line: str) -> None:
        """Wait until a command is there."""
        name = line.removeprefix("/").split()[0]
        await self._until(lambda: any(one["name"] == name for one in self.commands), line)

    async def command(self, line: str, in_: object = None, **options: Any) -> Any:
        """Use a slash command; gives the answer (deferral and edit included) or the form."""
        ident, filled = self._options(line, options)
        asked = await self.post("command", channel=self.place(in_), command=ident, options=filled)
        return await self.answer(asked["interaction"])

    async def autocomplete(
        self, line: str, option: str, typed: str = "", in_: object = None, **others: Any
    ) -> list[Choice]:
        """What is offered for an option, with these letters typed and these others filled in."""
        ident, filled = self._options(line, others, option, typed)
        got = await self.post(
            "autocomplete", channel=self.place(in_), command=ident, options=filled
        )
        given = {"command": line, "option": option, "choices": got["choices"]}
        found = await self._take("choices", given)
        return [Choice(one["name"], one["value"]) for one in found.data["choices"]]

    # -- buttons, menus, forms -------------------------------------------------------------------

    def now(self, reply: Reply) -> Reply:
        """A message as it stands now, edits included."""
        return Reply(self.messages.get(reply.id, reply.data), reply.files)

    async def press(self, reply: Reply, label: str) -> str:
        """Click and do not wait: the interaction's id, for two clicks at once."""
        part = self.now(reply).button(label)
        asked = await self.post(
            "click", channel=reply.channel, message=reply.id, custom_id=part["custom_id"]
        )
        return str(asked["interaction"])

    async def click(self, reply: Reply, label: str) -> Any:
        return await self.answer(await self.press(reply, label))

    async def choose(self, reply: Reply, *labels: str) -> Any:
        """Choose from the menu that offers these."""
        part, values = self.now(reply).menu_with(labels)
        asked = await self.post(
            "select",
            channel=reply.channel,
            message=reply.id,
            custom_id=part["custom_id"],
            values=values,
        )
        return await self.answer(asked["interaction"])

    async def submit(self, form: Form, **fields: Any) -> Any:
        values = {form.field(name): value for name, value in fields.items()}
        asked = await self.post(
            "submit", interaction=form.interaction, custom_id=form.custom_id, values=values
        )
        return await self.answer(asked["interaction"])

    async def answer(self, interaction: str) -> Any:
        """Wait for what an interaction comes to: a message, a changed message or a form."""
        found: Heard = await self._until(lambda: self._answered(interaction), "an answer")
        found.used = True
        if found.kind == "failed":
            raise Silence(found.data["why"])
        if found.kind == "modal":
            fields = {key: found.data[key] for key in ("title", "custom_id", "components")}
            return Form(interaction, found.data["channel_id"], **fields)
        return await self._reply(found.data)

    def _answered(self, interaction: str) -> Heard | None:
        for one in self._answers.get(interaction, []):
            if one.kind in ("modal", "failed"):
                return one
            if one.kind in ("message", "edit") and not one.data["flags"] & LOADING:
                return one
        return None

    # -- hearing ---------------------------------------------------------------------------------

    def heard(
        self, containing: str = "", in_: object = None, kinds: tuple[str, ...] = ("message", "edit")
    ) -> list[Heard]:
        """What has come and fits, whether waited for or not."""
        channel = None if in_ is None else self.place(in_)
        return [one for one in self.inbox if _fits(one, containing, channel, kinds)]

    async def hears(
        self,
        containing: str = "",
        in_: object = None,
        kinds: tuple[str, ...] = ("message", "edit"),
        ours: bool = False,
    ) -> Reply:
        """Wait for a message that was not heard before; what has come already counts.

        Only the bot's messages count, unless people's (`ours`) are wanted."""

        def fits() -> Heard | None:
            try:
                channel = None if in_ is None else self.place(in_)
            except AssertionError:
                return None  # the thread or the DM is not there yet
            for one in self.inbox:
                if one.used or not _fits(one, containing, channel, kinds):
                    continue
                by_bot = bool(one.data["author"].get("bot"))
                if by_bot is not ours and not one.data["flags"] & LOADING:
                    return one
            return None

        found: Heard = await self._until(fits, f"{containing!r} in {in_ or 'any channel'}")
        found.used = True
        return await self._reply(found.data)

    async def sees(self, name: str) -> str:
        """Wait until a channel or thread of that name is there; gives its id."""

        def there() -> str | None:
            try:
                return self.place(name)
            except AssertionError:
                return None

        return str(await self._until(there, f"the channel {name}"))

    async def notices(self, kind: str, **fields: Any) -> Any:
        """Wait for any other frame: a pin, a mention, a channel that is gone."""

        def fits() -> Heard | None:
            for one in self.inbox:
                same = one.kind == kind and not one.used
                if same and all(one.data.get(key) == value for key, value in fields.items()):
                    return one
            return None

        found: Heard = await self._until(fits, f"{kind} {fields or ''}")
        found.used = True
        return found.data

    def forget(self) -> None:
        """From here on only what is new is heard."""
        for one in self.inbox:
            one.used = True


def _fits(one: Heard, containing: str, channel: str | None, kinds: tuple[str, ...]) -> bool:
    if one.kind not in kinds or channel not in (None, one.data["channel_id"]):
        return False
    return containing.casefold() in Reply(one.data).text.casefold()


def _option(known: Json, value: Any) -> Json:
    for one in known.get("choices") or []:
        if str(value).casefold() == one["name"].casefold():
            value = one["value"]
    if isinstance(value, Person):
        value = value.id
    return {"name": known["name"], "type": known["type"], "value": value}


def _short(data: Any) -> str:
    text = Reply(data).text if isinstance(data, dict) and "embeds" in data else str(data)
    return text[:120]
