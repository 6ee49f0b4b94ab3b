"""How one parcel reaches Discord: where to, new or in place of an older message, never twice."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from time import monotonic

import discord
from discord.abc import Messageable

from bot.discord import finale, leavers, posts, threads
from bot.discord.logs import get
from bot.discord.posts import Painter, Post
from bot.discord.quiet import quiet_until
from bot.discord.text import NOBODY
from bot.tables import Tables
from bot.tables.values import Owed, Parcel, TableCard, Who

log = get("herald.courier")

YOUNG = timedelta(hours=1)  # an older message is edited at 3 times in 6 seconds
OLD_EDITS, OLD_SPAN = 3, 6.0
LOOKED_AT = 50  # messages, when one may have been sent already
TIDIED = 12  # messages of a letter box among which older calls are taken away
FAR_UP = 4  # messages below a secret before it is sent anew at the bottom

CLOSED = {50007, 50278, 10013}  # a letter box that takes nothing from us
TOO_OFTEN = {40003, 30046}  # opening letter boxes; editing messages that are older than an hour
BAD_FORM = 50035


class Held(Exception):  # noqa: N818 (not a fault: it is not yet time)
    """It cannot be sent now; try again after so many seconds."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seconds = seconds


class Undeliverable(Exception):  # noqa: N818
    """It will never be sent, and that has been dealt with."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where it lies now. No message: nothing had to be sent."""

    channel: int | None = None
    message: int | None = None
    again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A message of ours."""

    channel: int
    message: int


class Courier:
    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        painter: Painter,
        key: bytes = b"herald",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.client = client
        self.tables = tables
        self.painter = painter
        self.clock = clock
        self._key = key
        self._remaking = asyncio.Lock()
        self._old_edits: dict[int, deque[float]] = {}

    async def carry(self, parcel: Parcel) -> Delivered:
        """Send or edit what a parcel owes."""
        card = await self.tables.card(parcel.table)
        if parcel.kind in posts.CALLS:
            return await self._call(parcel, card)
        if parcel.lane.startswith("dm:"):
            return await self._to_person(parcel, card, int(parcel.lane.removeprefix("dm:")))
        if parcel.lane == "channel":
            return await self._to_lobby(parcel, card)
        return await self._to_thread(parcel, card)

    # -- to everybody ---------------------------------------------------------------------------

    async def _to_lobby(self, parcel: Parcel, card: TableCard) -> Delivered:
        if card.channel is None:
            raise Undeliverable("no channel")
        done = await self._settle(parcel, card.channel, posts.lobby(parcel, card))
        if card.thread is None and threads.live(card) and done.message is not None:
            try:
                await self._make_thread(card, card.channel, done.message)
            except discord.HTTPException as error:
                if error.status in (403, 429) or error.status >= 500:
                    raise
                # too many threads, say: the card stands; whatever the thread is owed tries again
                log.error("no thread", table=card.id, code=error.code)
                return done
            await self.tables.retry(card.server)  # what waited for it goes on at once
        return done

    async def _make_thread(self, card: TableCard, channel: int, message: int | None) -> int:
        thread = await threads.make(self.client, card, channel, message)
        await self.tables.bind(card.id, thread=thread)
        log.info("thread made", table=card.id, thread=thread)
        return thread

    async def _thread_of(self, card: TableCard) -> int:
        if card.thread is not None:
            return card.thread
        lobby = await self.tables.posted(card.id, "lobby")
        if lobby is None:
            raise Held("permission: the lobby card comes first", 0.2)
        return await self._make_thread(card, *lobby)

    async def remake_thread(self, table: int, lost: int) -> None:
        """The thread was deleted: another one, told so, with a status card of its own."""
        async with self._remaking:
            card = await self.tables.card(table)
            if card.thread != lost or await threads.exists(self.client, lost):
                return  # Discord told us, and a message failed there: once is enough
            lobby = await self.tables.posted(table, "lobby")
            channel, message = lobby if lobby else (card.channel, None)
            if channel is None:
                return
            thread = await threads.make(self.client, card, channel, message)
            await self.tables.move(table, thread)
            log.warning("thread made anew", table=table, thread=thread)

    async def _to_thread(self, parcel: Parcel, card: TableCard) -> Delivered:
        return await self._thriving(card, lambda thread: self._in_thread(parcel, card, thread))

    async def _thriving(
        self, card: TableCard, post: Callable[[int], Awaitable[Delivered]]
    ) -> Delivered:
        """Post in the table's thread, which is woken if it sleeps and made anew if it is gone."""
        thread = await self._thread_of(card)
        try:
            return await post(thread)
        except discord.NotFound as error:
            if error.code != threads.UNKNOWN_CHANNEL:
                raise
            if not threads.live(card):
                raise Undeliverable("the thread is gone") from None
            await self.remake_thread(card.id, thread)
            raise Held("the thread was deleted", 0.1) from None
        except discord.HTTPException as error:
            if error.code != threads.ARCHIVED:
                raise
            if not await threads.wake(self.client, thread):
                raise Held("permission: the thread is locked", 3600) from None
            return await post(thread)

    async def _in_thread(self, parcel: Parcel, card: TableCard, thread: int) -> Delivered:
        if parcel.channel not in (None, thread):
            parcel = replace(parcel, channel=None, message=None)  # posted in a lost thread
        if parcel.kind == "report":
            return await self._report(parcel, card, thread)
        return await self._settle(parcel, thread, await self._public(parcel, card))

    async def _public(self, parcel: Parcel, card: TableCard) -> Post:
        match parcel.kind:
            case "status":
                return posts.status(parcel, card)
            case "request":
                return posts.request(parcel, card)
            case "end":
                return await finale.end(parcel, card, self.tables, self.painter)
            case "replay":
                return await finale.replay(parcel, card, self.tables, self.painter)
            case _:
                return posts.note(parcel, card)

    async def _report(self, parcel: Parcel, card: TableCard, thread: int) -> Delivered:
        """Edited while it is the last message and young; otherwise it goes on in another."""
        first = 1
        if parcel.message is not None:
            mine, later = await self._and_later(thread, parcel.message)
            if mine is None:
                parcel = replace(parcel, channel=None, message=None)
            else:
                began, shown = posts.lines_shown(mine)
                grew = posts.count_lines(parcel) > shown
                if grew and (later or not self._young(mine.id)):
                    first = shown + 1
                    parcel = replace(parcel, channel=None)
                else:
                    first = began
        post = await posts.report(parcel, card, self.tables, self.painter, first)
        return await self._settle(parcel, thread, post)

    async def _and_later(self, channel: int, message: int) -> tuple[discord.Message | None, bool]:
        """A message of ours, and whether anything stands below it."""
        place = self._place(channel)
        after = discord.Object(message - 1)
        found = [m async for m in place.history(limit=2, after=after, oldest_first=True)]
        mine = found[0] if found and found[0].id == message else None
        if not found:
            # without the permission to read it, a history is empty: that is not to be deleted
            mine = await self._fetched(place, message)
        return mine, len(found) > 1

    async def _fetched(
        self, place: discord.PartialMessageable, message: int
    ) -> discord.Message | None:
        try:
            return await place.fetch_message(message)
        except discord.NotFound as error:
            if error.code != threads.UNKNOWN_MESSAGE:
                raise
            return None

    # -- to one person --------------------------------------------------------------------------

    async def _to_person(self, parcel: Parcel, card: TableCard, person: int) -> Delivered:
        who = self._name(card, person)
        if parcel.kind != "welcome" and (await self.tables.profile(who)).dms == "closed":
            raise Undeliverable("letter box closed")
        post = await self._private(parcel, card, who)
        try:
            return await self._into_letter_box(parcel, who, post)
        except discord.HTTPException as error:
            if error.code in CLOSED:
                await self._unreachable(card, who, error.code)
                raise Undeliverable("letter box closed") from None
            raise

    def _name(self, card: TableCard, person: int) -> Who:
        for seat in card.seats:
            if seat.person is not None and seat.person.id == person:
                return seat.person
        return Who(person, card.host.name if card.host.id == person else "Somebody")

    async def _private(self, parcel: Parcel, card: TableCard, who: Who) -> Post:
        match parcel.kind:
            case "secrets":
                return await posts.secrets(parcel, card, who, self.tables, self.painter)
            case "welcome":
                return posts.welcome(parcel, card)
            case _:
                post = posts.note(parcel, card)
                if parcel.body.get("loud") and quiet_until(
                    await self.tables.profile(who), self.clock()
                ):
                    return replace(post, silent=True)
                return post

    async def _into_letter_box(self, parcel: Parcel, who: Who, post: Post) -> Delivered:
        box = (await self.client.create_dm(discord.Object(who.id))).id
        if parcel.kind == "secrets":
            parcel = await self._to_the_bottom(parcel, box)
        elif parcel.kind == "welcome":
            parcel = replace(parcel, channel=None)  # a test: an edit would prove nothing
        done = await self._settle(parcel, box, post)
        if (await self.tables.profile(who)).dms != "open":
            await self.tables.dms(who.id, "open")
        return done

    async def _to_the_bottom(self, parcel: Parcel, box: int) -> Parcel:
        """Take an old message away if it is far up, so that the new one stands at the bottom.

        The old one goes first: after a crash between the two, one is missing for a moment and
        is sent; the other way round there would be two.
        """
        if parcel.message is None or parcel.channel != box:
            return parcel
        after = discord.Object(parcel.message)
        below = [m async for m in self._place(box).history(limit=FAR_UP, after=after)]
        if len(below) < FAR_UP and self._young(parcel.message):
            return parcel
        await self._remove(Spot(box, parcel.message))
        return replace(parcel, channel=None)

    async def _call(self, parcel: Parcel, card: TableCard) -> Delivered:
        """One notification per hand-over: by letter, or by name in the thread."""
        question = await self._open_question(parcel, card)
        if question is None or question.person is None:
            return Delivered()  # answered meanwhile
        who = question.person
        profile = await self.tables.profile(who)
        if profile.pings == "none":
            return Delivered()
        if parcel.kind == "remind" and await leavers.noticed(self.client, self.tables, card, who):
            return Delivered()
        quiet = quiet_until(profile, self.clock())
        if parcel.message is not None and parcel.channel is not None:
            # an edited message rings nobody's bell
            await self._remove(Spot(parcel.channel, parcel.message))
            parcel = replace(parcel, channel=None)
        if profile.pings != "mention" and profile.dms != "closed":
            try:
                post = posts.call(parcel, card, question, False, quiet is not None)
                done = await self._into_letter_box(parcel, who, post)
                await self._tidy(card, done)
                return replace(done, again_at=quiet)
            except discord.HTTPException as error:
                if error.code not in CLOSED:
                    raise
                if await self._unreachable(card, who, error.code):
                    return Delivered()
        elif await leavers.noticed(self.client, self.tables, card, who):
            return Delivered()  # nobody is called by name who is not here
        post = posts.call(parcel, card, question, True, quiet is not None)
        done = await self._thriving(card, lambda thread: self._settle(parcel, thread, post))
        return replace(done, again_at=quiet)

    async def _open_question(self, parcel: Parcel, card: TableCard) -> Owed | None:
        """The very question of a call, if it is still open."""
        seat, number = parcel.body.get("seat"), parcel.body.get("number")
        for question in card.owed:
            if question.seat == seat and question.person is not None:
                asked = await self.tables.asked(card.id, question.person)
                moved_on = asked is not None and asked.seat == seat and asked.number != number
                done = asked is None or (asked.sealed and parcel.lane != "thread")
                return None if done or moved_on else question
        return None

    async def _tidy(self, card: TableCard, newest: Delivered) -> None:
        """Older calls of this table leave the letter box."""
        if newest.channel is None or newest.message is None:
            return
        history = self._place(newest.channel).history(limit=TIDIED)
        async for message in history:
            old = message.id < newest.message and self._ours(message)
            if old and posts.is_call(message, card):
                await self._remove(Spot(newest.channel, message.id))

    async def _unreachable(self, card: TableCard, who: Who, code: int) -> bool:
        """A letter box that takes nothing: is it closed, or has its owner left? If we were thrown
        out ourselves, we share no server with anybody, and that says nothing about them."""
        if await leavers.noticed(self.client, self.tables, card, who):
            return True
        if code != leavers.NO_SERVER_SHARED:
            await self._closed(card, who)
        return False

    async def _closed(self, card: TableCard, who: Who) -> None:
        """Said once, without a secret; nothing is sent there again until it opens."""
        if (await self.tables.profile(who)).dms == "closed":
            return
        await self.tables.dms(who.id, "closed")
        log.info("letter box closed", person=who.id, table=card.id)
        await self.tables.say(
            card.id, f"{who.name}'s direct messages are closed; /hand shows the same."
        )

    # -- sending, editing, removing -------------------------------------------------------------

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def _settle(self, parcel: Parcel, channel: int, post: Post) -> Delivered:
        """In place of the slot's message if it stands in this channel; otherwise a new one.

        A parcel's `message` without its `channel` is where its slot stood before: whatever of
        ours stands below it with the mark was sent by an earlier try.
        """
        spot: Spot | None = None
        if parcel.message is not None and parcel.channel == channel:
            spot = Spot(channel, parcel.message)
        elif parcel.doubtful or parcel.attempts:
            spot = await self._look(channel, post.mark, parcel.message)
        if spot is not None and await self._edit(spot, post):
            return Delivered(spot.channel, spot.message)
        message = await self._send(channel, post, parcel)
        return Delivered(channel, message)

    def _ours(self, message: discord.Message) -> bool:
        return self.client.user is not None and message.author.id == self.client.user.id

    async def _look(self, channel: int, mark: str, after: int | None) -> Spot | None:
        """The message that an earlier try may have made without our hearing of it."""
        below = discord.Object(after) if after is not None else None
        try:
            history = self._place(channel).history(limit=LOOKED_AT)
            async for message in history:
                if below is not None and message.id <= below.id:
                    break
                if self._ours(message) and posts.marked(message, mark):
                    log.info("found again", channel=channel, message=message.id)
                    return Spot(channel, message.id)
        except discord.Forbidden:
            log.warning("history unreadable", channel=channel)
        return None

    async def _send(self, channel: int, post: Post, parcel: Parcel) -> int:
        place = self._place(channel)
        try:
            message = await self._sent(place, post, parcel)
        except discord.HTTPException as error:
            if error.status != 400 or error.code != BAD_FORM:
                raise
            log.error("form refused", table=parcel.table, kind=parcel.kind)
            plain = posts.bare(post, "This message could not be shown: /log and /map tell all.")
            message = await self._sent(place, plain, parcel)
        if post.pin:
            await self._pin(message)
        return message.id

    async def _sent(self, place: Messageable, post: Post, parcel: Parcel) -> discord.Message:
        view = post.buttons if post.buttons is not None else discord.utils.MISSING
        return await place.send(
            content=post.content or None,
            embeds=list(post.cards),
            files=posts.files(post),
            view=view,
            nonce=self._nonce(parcel),
            silent=post.silent,
            allowed_mentions=_allowed(post),
        )

    def _nonce(self, parcel: Parcel) -> str:
        """The same for the same parcel; not the parcel's number, which would count secrets."""
        return hmac.new(self._key, f"{parcel.id}".encode(), hashlib.sha256).hexdigest()[:24]

    async def _edit(self, spot: Spot, post: Post) -> bool:
        """False if the message is no longer there."""
        if not self._young(spot.message):
            await self._take_turn(spot.channel)
        message = self._place(spot.channel).get_partial_message(spot.message)
        try:
            await message.edit(
                content=post.content or None,
                embeds=list(post.cards),
                attachments=posts.files(post),
                view=post.buttons,
                allowed_mentions=_allowed(post),
            )
        except discord.NotFound as error:
            if error.code == threads.UNKNOWN_MESSAGE:
                return False
            raise
        return True

    async def _remove(self, spot: Spot) -> None:
        try:
            await self._place(spot.channel).get_partial_message(spot.message).delete()
        except discord.HTTPException as error:
            if error.status not in (400, 403, 404):
                raise

    async def _pin(self, message: discord.Message) -> None:
        try:
            await message.pin()
        except discord.HTTPException as error:
            # a full board, or the permission is missing: go on unpinned
            log.info("not pinned", channel=message.channel.id, code=error.code)

    def _young(self, message: int) -> bool:
        return self.clock() - discord.utils.snowflake_time(message) < YOUNG

    async def _take_turn(self, channel: int) -> None:
        """Wait until an old message of this channel may be edited."""
        edits = self._old_edits.setdefault(channel, deque(maxlen=OLD_EDITS))
        if len(edits) == OLD_EDITS:
            await asyncio.sleep(max(0.0, edits[0] + OLD_SPAN - monotonic()))
        edits.append(monotonic())


def _allowed(post: Post) -> discord.AllowedMentions:
    if post.mention is None:
        return NOBODY
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(post.mention)]
    )
