// What one person knows: their channels, messages, commands and unread marks.
// A column shows a Person; a Person listens to the sandbox and says what changed.

import { later } from "./dom.js";
import { ask, Stream } from "./server.js";

export const DM = 1;
export const CATEGORY = 4;
const THREADS = new Set([10, 11, 12]);
const PAGE = 50;
const LOADING = 128;
/** How long a clicked button looks busy if the sandbox says nothing about it. */
const PATIENCE = 6000;

export const isThread = (channel) => THREADS.has(channel.type);

/** The messages of one channel, oldest first. */
class Room {
  constructor() {
    this.messages = [];
    this.loaded = false;
    this.complete = false;
    this.notes = []; // what only this page says: a command under way, one without an answer
    this.pins = null; // ids, once the sandbox told us
  }

  get(id) {
    return this.messages.find((message) => message.id === id);
  }

  put(message) {
    const at = this.messages.findIndex((old) => old.id === message.id);
    if (at >= 0) this.messages[at] = message;
    else {
      this.messages.push(message);
      this.messages.sort((one, other) => (later(one.id, other.id) ? 1 : -1));
    }
  }

  drop(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }
}

export class Person extends EventTarget {
  /** `fresh`: opened for the first time, so that waiting direct messages count as unread. */
  constructor(id, { fresh = true } = {}) {
    super();
    this.id = id;
    this.fresh = fresh;
    this.me = null;
    this.guild = { name: "", roles: [], members: [] };
    this.channels = new Map();
    this.users = new Map();
    this.commands = [];
    this.rooms = new Map();
    this.read = new Map(); // channel: the last message this person has looked at
    this.unread = new Map(); // channel: {count, mention}
    this.looking = null; // the channel on show
    this.connected = false;
    this.pending = new Map(); // interaction: {message, control, note, channel}
    this.asking = 0; // requests of ours that have not come back yet
    this.away = false; // left the server
    this.dms = "open";
    this.answered = new Set(); // interactions answered before our own request came back
    this.failed = new Map(); // interactions that failed before it did: why
    this.failures = new Map(); // message: why its last click came to nothing
    this.dismissed = new Set();
    this.stream = new Stream(id, {
      frame: (kind, data) => this.frames[kind]?.(data),
      lost: () => {
        this.connected = false;
        this.tell("connection");
      },
    });
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  close() {
    this.stream.close();
  }

  room(channel) {
    if (!this.rooms.has(channel)) this.rooms.set(channel, new Room());
    return this.rooms.get(channel);
  }

  // -- what the sandbox says ---------------------------------------------------------------

  frames = {
    hello: (data) => this.welcome(data),
    message: (message) => this.hear(message),
    edit: (message) => this.amend(message),
    delete: ({ channel_id: channel, id }) => {
      this.room(channel).drop(id);
      this.tell("messages", channel);
    },
    channel: (channel) => {
      this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
      this.tell("channels");
    },
    channel_gone: ({ id }) => {
      this.channels.delete(id);
      this.rooms.delete(id);
      this.unread.delete(id);
      this.tell("channels");
    },
    member: (member) => {
      this.meet(member);
      if (member.user?.id === this.id && "here" in member) this.away = !member.here;
      this.tell("channels");
    },
    commands: (commands) => {
      this.commands = commands;
      this.tell("commands");
    },
    pins: ({ channel_id: channel, ids }) => {
      const room = this.room(channel);
      room.pins = ids;
      for (const message of room.messages) message.pinned = ids.includes(message.id);
      this.tell("pins", channel);
    },
    mention: ({ channel_id: channel, silent }) => {
      if (channel === this.looking) return;
      const mark = this.unread.get(channel) ?? { count: 0, mentions: 0 };
      this.unread.set(channel, { ...mark, mentions: mark.mentions + 1, silent: Boolean(silent) });
      this.tell("channels");
    },
    thinking: ({ interaction, channel_id: channel, message }) => {
      this.settle(interaction);
      if (message?.id) this.hear(message);
      else this.tell("messages", channel);
    },
    modal: (form) => {
      // The same person may have two windows open: the form belongs to the one that asked.
      const mine = this.pending.has(form.interaction) || this.asking > 0;
      this.settle(form.interaction);
      if (mine) this.tell("form", form);
    },
    typing: ({ channel_id: channel, user }) => {
      if (channel === this.looking && user !== this.id) this.tell("typing", user);
    },
    settled: ({ interaction }) => this.settle(interaction),
    failed: ({ interaction, why }) => this.fail(interaction, why),
  };

  welcome({ me, guild, channels, commands, last, pins, here = true, dms = "open" }) {
    const again = this.me !== null;
    this.me = me;
    this.guild = guild;
    this.away = !here;
    this.dms = dms;
    this.commands = commands;
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    this.meet(me);
    for (const member of guild.members ?? []) this.meet(member);
    for (const channel of channels) (channel.recipients ?? []).forEach((user) => this.meet(user));
    for (const [channel, id] of Object.entries(last ?? {})) this.catchUp(channel, id, again);
    for (const [id, room] of this.rooms) if (id !== this.looking) room.loaded = false;
    for (const [id, ids] of Object.entries(pins ?? {})) this.room(id).pins = ids;
    this.connected = true;
    this.tell("connection");
    this.tell("hello", { again });
  }

  /** A channel's last message, as the greeting tells it: read, or missed meanwhile? */
  catchUp(channel, id, again) {
    if (!id || channel === this.looking) return;
    const seen = this.read.get(channel);
    const missed = again ? !seen || later(id, seen) : this.fresh && this.isDm(channel);
    if (missed && !this.unread.has(channel)) this.unread.set(channel, { count: 1, mentions: 0 });
    if (!again) this.read.set(channel, missed ? "0" : id);
  }

  meet(someone) {
    const user = someone.user ?? someone;
    if (user?.id) this.users.set(user.id, { ...this.users.get(user.id), ...user });
  }

  isDm(channel) {
    return this.channels.get(channel)?.type === DM;
  }

  hear(message) {
    this.meet(message.author);
    this.settle(interactionOf(message));
    const channel = message.channel_id;
    const room = this.room(channel);
    if (room.loaded || channel === this.looking) room.put(message);
    if (channel === this.looking) this.read.set(channel, message.id);
    else if (message.author.id !== this.id) this.mark(channel);
    this.tell("messages", channel);
  }

  mark(channel) {
    const mark = this.unread.get(channel) ?? { count: 0, mentions: 0 };
    this.unread.set(channel, { ...mark, count: mark.count + 1 });
    this.tell("channels");
  }

  amend(message) {
    this.settle(interactionOf(message));
    for (const [interaction, wait] of this.pending) {
      if (wait.message === message.id) this.settle(interaction);
    }
    const room = this.room(message.channel_id);
    if (room.get(message.id)) {
      room.put(message);
      this.tell("messages", message.channel_id);
    } else if (message.flags & LOADING || message.channel_id === this.looking) {
      if (room.loaded && !this.tooOld(room, message)) this.hear(message);
    }
  }

  tooOld(room, message) {
    return room.messages.length > 0 && later(room.messages[0].id, message.id);
  }

  // -- what the person does ----------------------------------------------------------------

  /** Look at a channel: its messages are loaded and count as read. */
  async look(channel) {
    this.looking = channel;
    this.unread.delete(channel);
    this.tell("channels");
    const room = this.room(channel);
    if (!room.loaded) await this.reload(channel);
    const newest = room.messages[room.messages.length - 1];
    if (newest && this.looking === channel) this.read.set(channel, newest.id);
  }

  async reload(channel) {
    const room = this.room(channel);
    const messages = await ask(`${this.history(channel)}?limit=${PAGE}`);
    const newer = room.messages.filter((m) => !messages.length || later(m.id, messages[0].id));
    room.messages = [...messages.reverse(), ...newer].filter((m) => !this.dismissed.has(m.id));
    room.complete = messages.length < PAGE;
    room.loaded = true;
    for (const message of messages) this.meet(message.author);
    this.tell("messages", channel);
  }

  async older(channel) {
    const room = this.room(channel);
    if (room.complete || room.loading || !room.messages.length) return;
    room.loading = true;
    try {
      const before = room.messages[0].id;
      const messages = await ask(`${this.history(channel)}?before=${before}&limit=${PAGE}`);
      room.complete = messages.length < PAGE;
      room.messages = [...messages.reverse(), ...room.messages];
      this.tell("messages", channel);
    } finally {
      room.loading = false;
    }
  }

  history(channel) {
    return `/people/${this.id}/channels/${channel}/messages`;
  }

  /** The pinned messages of a channel, newest first. */
  async pinned(channel) {
    const room = this.room(channel);
    const ids = room.pins ?? room.messages.filter((m) => m.pinned).map((m) => m.id);
    const found = await Promise.all(ids.map((id) => room.get(id) ?? this.fetchOne(channel, id)));
    return found.filter(Boolean).sort((one, other) => (later(one.id, other.id) ? -1 : 1));
  }

  async fetchOne(channel, id) {
    const before = String(BigInt(id) + 1n);
    const [message] = await ask(`${this.history(channel)}?before=${before}&limit=1`);
    return message?.id === id ? message : null;
  }

  say(channel, content) {
    return ask(`/people/${this.id}/say`, { channel, content });
  }

  async openDm(user) {
    const channel = await ask(`/people/${this.id}/dm`, { user });
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.tell("channels");
    return channel.id;
  }

  async settings(body) {
    await ask(`/people/${this.id}/settings`, body);
    Object.assign(this, body);
  }

  async setAway(away) {
    await ask(`/people/${this.id}/${away ? "leave" : "rejoin"}`, {});
    this.away = away;
    this.tell("channels");
  }

  dismiss(message) {
    this.dismissed.add(message.id);
    this.room(message.channel_id).drop(message.id);
    this.tell("messages", message.channel_id);
  }

  dropNote(channel, note) {
    const room = this.room(channel);
    room.notes = room.notes.filter((other) => other !== note);
    this.tell("messages", channel);
  }

  async complete(channel, command, options) {
    const answer = await ask(`/people/${this.id}/autocomplete`, { channel, command, options });
    return answer.choices;
  }

  /** Send a command; a note stands in the channel until something answers it. */
  async command(channel, entry, options) {
    const room = this.room(channel);
    const note = { kind: "sending", name: entry.name, again: null };
    note.again = () => {
      this.dropNote(channel, note);
      return this.command(channel, entry, options);
    };
    room.notes.push(note);
    this.tell("messages", channel);
    try {
      const body = { channel, command: entry.id, options };
      const { interaction } = await this.interact("command", body);
      this.await(interaction, { channel, note });
    } catch (error) {
      this.dropNote(channel, note);
      throw error;
    }
  }

  async interact(how, body) {
    this.asking += 1;
    try {
      return await ask(`/people/${this.id}/${how}`, body);
    } finally {
      this.asking -= 1;
    }
  }

  /** Press a button or choose from a menu of `message`. */
  async press(message, custom, values) {
    const channel = message.channel_id;
    const key = `${message.id}/${custom}`;
    if ([...this.pending.values()].some((wait) => wait.control === key)) return;
    this.failures.delete(message.id);
    const local = Symbol(key);
    this.pending.set(local, { channel, message: message.id, control: key });
    this.tell("busy", message);
    const body = { channel, message: message.id, custom_id: custom };
    try {
      const { interaction } = values
        ? await this.interact("select", { ...body, values }) : await this.interact("click", body);
      this.pending.delete(local);
      this.await(interaction, { channel, message: message.id, control: key });
    } catch (error) {
      this.pending.delete(local);
      this.failures.set(message.id, error.message);
      this.tell("messages", channel);
    }
    this.tell("busy", message);
  }

  isBusy(message, custom) {
    const key = `${message.id}/${custom}`;
    return [...this.pending.values()].some((wait) => wait.control === key);
  }

  /** Send a form; done when the bot has taken it, an Error when it did not. */
  async submit(form, components) {
    const answer = await ask(`/people/${this.id}/submit`, {
      interaction: form.interaction, custom_id: form.custom_id, components,
    });
    const interaction = answer?.interaction ?? form.interaction;
    await new Promise((done, failed) => {
      this.await(interaction, { channel: form.channel_id, done, failed });
    });
  }

  // -- interactions under way --------------------------------------------------------------

  await(interaction, wait) {
    this.pending.set(interaction, wait);
    if (this.failed.has(interaction)) this.fail(interaction, this.failed.get(interaction));
    else if (this.answered.has(interaction)) this.settle(interaction);
    else setTimeout(() => this.pending.has(interaction) && this.settle(interaction), PATIENCE);
  }

  settle(interaction) {
    if (!interaction) return;
    this.answered.add(interaction);
    const wait = this.pending.get(interaction);
    if (!wait) return;
    this.pending.delete(interaction);
    wait.done?.();
    if (wait.note) this.dropNote(wait.channel, wait.note);
    const message = wait.message && this.room(wait.channel).get(wait.message);
    if (message) this.tell("busy", message);
  }

  fail(interaction, why) {
    const wait = this.pending.get(interaction);
    this.answered.add(interaction);
    if (!wait) {
      this.failed.set(interaction, why);
      return;
    }
    this.pending.delete(interaction);
    this.failed.delete(interaction);
    wait.failed?.(new Error(why));
    if (wait.note) Object.assign(wait.note, { kind: "failed", why });
    else if (wait.message) this.failures.set(wait.message, why);
    this.tell("messages", wait.channel);
  }
}

/** The id of the interaction that a message answers. */
function interactionOf(message) {
  const interaction = message.interaction;
  if (typeof interaction === "string") return interaction;
  return interaction?.id ?? message.interaction_metadata?.id ?? null;
}
