"""How one parcel reaches Discord: where to, new or in place of an older message, never twice."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from time import monotonic

import discord
from discord.abc import Messageable

from bot.discord.post import accounts, finale, leavers, posts, threads, words
from bot.discord.post.faults import Faults
from bot.discord.post.posts import Painter, Post
from bot.discord.speech.spoken import say, speaking
from bot.discord.speech.text import NOBODY
from bot.host.delivery import Delivered, Held, Undeliverable, Verdict
from bot.host.logs import get
from bot.host.quiet import quiet_until
from bot.tables.floor.roads import PERSON
from bot.tables.floor.words import NOTE_UNREACHED
from bot.tables.tables import Tables
from bot.tables.values import DISCORD, Owed, Parcel, TableCard, Who

log = get("herald.courier")

YOUNG = timedelta(hours=1)  # an older message is edited at 3 times in 6 seconds
OLD_EDITS, OLD_SPAN = 3, 6.0
LOOKED_AT = 50  # messages, when one may have been sent already
TIDIED = 12  # messages of a letter box among which older calls are taken away
FAR_UP = 4  # messages below a secret before it is sent anew at the bottom

CLOSED = {50007, 50278, 10013}  # a letter box that takes nothing from us
BAD_FORM = 50035


@dataclass(frozen=True, slots=True)
class Spot:
    """A message of ours."""

    channel: int
    message: int


class Courier:
    kind = DISCORD

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
        self.faults = Faults(client, tables)
        self._key = key
        self._remaking = asyncio.Lock()
        self._old_edits: dict[int, deque[float]] = {}

    async def carry(self, parcel: Parcel) -> Delivered:
        """Send or edit what a parcel owes."""
        card = await self.tables.finding.card(parcel.table)
        with speaking(card.language):
            if parcel.kind in posts.CALLS:
                return await self._call(parcel, card)
            if parcel.to:
                person = int(parcel.audience.removeprefix(PERSON))
                return await self._to_person(parcel, card, person)
            lobby = parcel.audience == "lobby"
            done = await (self._to_lobby if lobby else self._to_thread)(parcel, card)
            self.faults.arrived(card.circle, parcel.audience)
            return done

    async def judge(self, parcel: Parcel, error: Exception) -> Verdict | None:
        return await self.faults.judge(parcel, error)

    # -- to everybody ---------------------------------------------------------------------------

    async def _to_lobby(self, parcel: Parcel, card: TableCard) -> Delivered:
        if card.channel is None:
            raise Undeliverable("no channel")
        done = await self._settle(parcel, card.channel, posts.lobby(parcel, card))
        if card.thread is None and threads.live(card) and done.message is not None:
            try:
                await self._make_thread(card, card.channel, int(done.message))
            except discord.HTTPException as error:
                if error.status in (403, 429) or error.status >= 500:
                    raise
                # too many threads, say: the card stands; whatever the thread is owed tries again
                log.error("no thread", table=card.id, code=error.code)
                return done
            await self.tables.outbox.retry(card.circle)  # what waited for it goes on at once
        return done

    async def _make_thread(self, card: TableCard, channel: int, message: int | None) -> int:
        thread = await threads.make(self.client, card, channel, message)
        await self.tables.lobby.bind(card.id, thread=thread)
        log.info("thread made", table=card.id, thread=thread)
        return thread

    async def _thread_of(self, card: TableCard) -> int:
        if card.thread is not None:
            return card.thread
        lobby = await self.tables.outbox.posted(card.id, "lobby")
        if lobby is None:
            raise Held("permission: the lobby card comes first", 0.2)
        return await self._make_thread(card, int(lobby[0]), int(lobby[1]))

    async def remake_thread(self, table: int, lost: int) -> None:
        """The thread was deleted: another one, told so, with a status card of its own."""
        async with self._remaking:
            card = await self.tables.finding.card(table)
            if card.thread != lost or await threads.exists(self.client, lost):
                return  # Discord told us, and a message failed there: once is enough
            lobby = await self.tables.outbox.posted(table, "lobby")
            channel = int(lobby[0]) if lobby else card.channel
            if channel is None:
                return
            message = int(lobby[1]) if lobby else None
            thread = await threads.make(self.client, card, channel, message)
            await self.tables.lobby.move(table, thread)
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
        if parcel.place not in (None, str(thread)):
            parcel = replace(parcel, place=None, message=None)  # posted in a lost thread
        if parcel.kind == "report":
            return await self._report(parcel, card, thread)
        return await self._settle(parcel, thread, await self._public(parcel, card))

    async def _public(self, parcel: Parcel, card: TableCard) -> Post:
        match parcel.kind:
            case "status":
                return posts.status(parcel, card)
            case "request":
                return posts.request(parcel, card, await accounts.at(self.tables, card))
            case "said":
                return posts.said(parcel, card)
            case "end":
                return await finale.end(parcel, card, self.tables.reading, self.painter)
            case "replay":
                return await finale.replay(parcel, card, self.tables.reading, self.painter)
            case _:
                called = parcel.body.get("mention")
                others = [called] if isinstance(called, int) else []
                known = await accounts.at(self.tables, card, *others) if others else None
                return posts.note(parcel, card, known)

    async def _report(self, parcel: Parcel, card: TableCard, thread: int) -> Delivered:
        """Edited while it is the last message and young; otherwise it goes on in another."""
        first = 1
        if parcel.message is not None:
            mine, later = await self._and_later(thread, int(parcel.message))
            if mine is None:
                parcel = replace(parcel, place=None, message=None)
            else:
                began, shown = posts.lines_shown(mine)
                grew = posts.count_lines(parcel) > shown
                if grew and (later or not self._young(mine.id)):
                    first = shown + 1
                    parcel = replace(parcel, place=None)
                else:
                    first = began
        post = await posts.report(parcel, card, self.tables.reading, self.painter, first)
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
        if parcel.kind != "welcome" and await self._state(who) == "closed":
            raise Undeliverable("letter box closed")
        with self._speaking_to(who):
            post = await self._private(parcel, card, who)
        try:
            return await self._into_letter_box(parcel, who, post)
        except discord.HTTPException as error:
            if error.code in CLOSED:
                if parcel.kind != "letter":  # nobody else may learn that there was one
                    await self._unreachable(card, who, error.code)
                raise Undeliverable("letter box closed") from None
            raise

    def _speaking_to(self, who: Who) -> AbstractContextManager[None]:
        """What one person reads is in their own language."""
        return speaking(self.tables.people.language(who.id))

    async def _state(self, who: Who) -> str:
        """Whether letters arrive at somebody's account."""
        return (await self.tables.people.profile(who)).state(DISCORD)

    def _name(self, card: TableCard, person: int) -> Who:
        for seat in card.seats:
            if seat.person is not None and seat.person.id == person:
                return seat.person
        return Who(person, card.host.name if card.host.id == person else say(words.SOMEBODY()))

    async def _private(self, parcel: Parcel, card: TableCard, who: Who) -> Post:
        match parcel.kind:
            case "secrets":
                palette = (await self.tables.people.profile(who)).palette
                source, painter = self.tables.reading, self.painter
                return await posts.secrets(parcel, card, who, source, painter, palette)
            case "welcome":
                return posts.welcome(parcel, card)
            case "letter" | "said":
                post = posts.said(parcel, card)
                profile = await self.tables.people.profile(who)
                quiet = quiet_until(profile, self.clock()) is not None
                return replace(post, silent=quiet or parcel.kind == "said")
            case _:
                post = posts.note(parcel, card)
                if parcel.body.get("loud") and quiet_until(
                    await self.tables.people.profile(who), self.clock()
                ):
                    return replace(post, silent=True)
                return post

    async def _into_letter_box(self, parcel: Parcel, who: Who, post: Post) -> Delivered:
        account = await accounts.of(self.tables, who)
        if account is None:
            raise Undeliverable("no account")
        box = (await self.client.create_dm(discord.Object(account))).id
        if parcel.kind == "secrets":
            parcel = await self._to_the_bottom(parcel, box)
        elif parcel.kind == "welcome":
            parcel = replace(parcel, place=None)  # a test: an edit would prove nothing
        done = await self._settle(parcel, box, post)
        if await self._state(who) != "open":
            await self.tables.people.reach(who.id, DISCORD, "open")
        return done

    async def _to_the_bottom(self, parcel: Parcel, box: int) -> Parcel:
        """Take an old message away if it is far up, so that the new one stands at the bottom.

        The old one goes first: after a crash between the two, one is missing for a moment and
        is sent; the other way round there would be two.
        """
        if parcel.message is None or parcel.place != str(box):
            return parcel
        message = int(parcel.message)
        after = discord.Object(message)
        below = [m async for m in self._place(box).history(limit=FAR_UP, after=after)]
        if len(below) < FAR_UP and self._young(message):
            return parcel
        await self._remove(Spot(box, message))
        return replace(parcel, place=None)

    async def _call(self, parcel: Parcel, card: TableCard) -> Delivered:
        """One notification per hand-over: by letter, or by name in the thread."""
        question = await self._open_question(parcel, card)
        if question is None or question.person is None:
            return Delivered()  # answered meanwhile
        who = question.person
        profile = await self.tables.people.profile(who)
        if profile.calls == "none":
            return Delivered()
        if parcel.kind == "remind" and await leavers.noticed(self.client, self.tables, card, who):
            return Delivered()
        quiet = quiet_until(profile, self.clock())
        if parcel.message is not None and parcel.place is not None:
            # an edited message rings nobody's bell
            await self._remove(Spot(int(parcel.place), int(parcel.message)))
            parcel = replace(parcel, place=None)
        if profile.calls != "mention" and profile.state(DISCORD) != "closed":
            try:
                with self._speaking_to(who):
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
        known = await accounts.at(self.tables, card)
        post = posts.call(parcel, card, question, True, quiet is not None, known)
        done = await self._thriving(card, lambda thread: self._settle(parcel, thread, post))
        return replace(done, again_at=quiet)

    async def _open_question(self, parcel: Parcel, card: TableCard) -> Owed | None:
        """The very question of a call, if it is still open."""
        seat, number = parcel.body.get("seat"), parcel.body.get("number")
        for question in card.owed:
            if question.seat == seat and question.person is not None:
                asked = await self.tables.play.asked(card.id, question.person)
                moved_on = asked is not None and asked.seat == seat and asked.number != number
                done = asked is None or (asked.sealed and parcel.audience != "table")
                return None if done or moved_on else question
        return None

    async def _tidy(self, card: TableCard, newest: Delivered) -> None:
        """Older calls of this table leave the letter box."""
        if newest.place is None or newest.message is None:
            return
        box = int(newest.place)
        async for message in self._place(box).history(limit=TIDIED):
            old = message.id < int(newest.message) and self._ours(message)
            if old and posts.is_call(message, card):
                await self._remove(Spot(box, message.id))

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
        if await self._state(who) == "closed":
            return
        await self.tables.people.reach(who.id, DISCORD, "closed")
        log.info("letter box closed", person=who.id, table=card.id)
        await self.tables.lobby.say(card.id, NOTE_UNREACHED.format(who=who.name))

    # -- sending, editing, removing -------------------------------------------------------------

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel)

    async def _settle(self, parcel: Parcel, channel: int, post: Post) -> Delivered:
        """In place of the slot's message if it stands in this channel; otherwise a new one.

        A parcel's `message` without its `place` is where its slot stood before: whatever of
        ours stands below it with the mark was sent by an earlier try.
        """
        spot: Spot | None = None
        before = int(parcel.message) if parcel.message is not None else None
        if before is not None and parcel.place == str(channel):
            spot = Spot(channel, before)
        elif parcel.doubtful or parcel.attempts:
            marks = posts.marks_of(parcel, await self.tables.finding.card(parcel.table))
            spot = await self._look(channel, marks, before)
        if spot is not None and await self._edit(spot, post):
            return Delivered(str(spot.channel), str(spot.message))
        message = await self._send(channel, post, parcel)
        return Delivered(str(channel), str(message))

    def _ours(self, message: discord.Message) -> bool:
        return self.client.user is not None and message.author.id == self.client.user.id

    async def _look(self, channel: int, marks: tuple[str, ...], after: int | None) -> Spot | None:
        """The message that an earlier try may have made without our hearing of it."""
        below = discord.Object(after) if after is not None else None
        try:
            history = self._place(channel).history(limit=LOOKED_AT)
            async for message in history:
                if below is not None and message.id <= below.id:
                    break
                if self._ours(message) and posts.marked(message, *marks):
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
            plain = posts.bare(post, say(words.NOT_SHOWN()))
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
