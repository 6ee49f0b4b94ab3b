"""Channels come, change and go: threads, their archiving, direct messages."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.model.errors import refusal
from bot.sandbox.model.happenings import ChannelChanged, ChannelGone, ChannelMade, ThreadPeople
from bot.sandbox.model.things import Channel, Kind, ThreadLife, User
from bot.sandbox.model.world import World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


@dataclass(frozen=True)
class ThreadPlan:
    name: str
    kind: Kind = Kind.PUBLIC_THREAD
    auto_archive: int = 4320
    slow: int = 0
    invitable: bool = True


def new_text_channel(world: World, name: str) -> Channel:
    ident = world.ids.next()
    rank = sum(1 for one in world.channels.values() if one.kind == Kind.TEXT)
    channel = Channel(ident, Kind.TEXT, name, position=rank)
    world.channels[ident] = channel
    world.tell(ChannelMade(channel))
    return channel


def new_thread(
    world: World, parent: Channel, owner: User, plan: ThreadPlan, ident: str | None = None
) -> Channel:
    """A thread; one that grows from a message takes that message's id."""
    ident = ident or world.ids.next()
    now = world.clock.now()
    life = ThreadLife(
        owner.id, now, now, plan.auto_archive, archived_at=now, invitable=plan.invitable
    )
    life.members[owner.id] = now
    thread = Channel(ident, plan.kind, plan.name, parent=parent.id, life=life, slow=plan.slow)
    world.channels[ident] = thread
    world.tell(ChannelMade(thread))
    watch(world, thread)
    return thread


def watch(world: World, thread: Channel) -> None:
    """Archive a thread in which nothing happens for as long as it says."""
    life = thread.life
    assert life is not None
    due = life.active_at + life.auto_archive * 60

    def look() -> None:
        if world.channels.get(thread.id) is not thread or life.archived:
            return
        if life.active_at + life.auto_archive * 60 <= world.clock.now() + 0.001:
            archive(world, thread, True)
        else:
            watch(world, thread)

    world.clock.at(due, look)


def archive(world: World, thread: Channel, archived: bool, locked: bool | None = None) -> None:
    life = thread.life
    assert life is not None
    if locked is not None:
        life.locked = locked
    if life.archived != archived:
        life.archived = archived
        life.archived_at = world.clock.now()
        if not archived:
            life.active_at = world.clock.now()
            watch(world, thread)
    world.tell(ChannelChanged(thread))


def wake(world: World, thread: Channel) -> None:
    """Something was said: an archived thread opens again, unless it is locked."""
    life = thread.life
    assert life is not None
    if life.archived:
        archive(world, thread, False)
    life.active_at = world.clock.now()


def come_in(world: World, thread: Channel, who: str) -> None:
    assert thread.life is not None
    if who not in thread.life.members:
        thread.life.members[who] = world.clock.now()
        world.tell(ThreadPeople(thread, came=(who,)))


def go_out(world: World, thread: Channel, who: str) -> None:
    assert thread.life is not None
    if thread.life.members.pop(who, None) is not None:
        world.tell(ThreadPeople(thread, left=(who,)))


def remove(world: World, channel: Channel) -> None:
    for thread in [one for one in world.threads() if one.parent == channel.id]:
        remove(world, thread)
    del world.channels[channel.id]
    world.tell(ChannelGone(channel))


def open_dm(world: World, user: str) -> Channel:
    """The DM between the bot and a person; there is one, however often it is opened."""
    if user not in world.users or user == world.bot.id:
        raise refusal(50007)
    channel = world.dm(user)
    if channel is None:
        ident = world.ids.next()
        channel = Channel(ident, Kind.DM, recipients=[user, world.bot.id])
        world.channels[ident] = channel
        world.tell(ChannelMade(channel))
    return channel
