// One person's window: channels, the messages of one channel, and the box to write in.

import { avatar, freshId, h, nameOf } from "./dom.js";
import { Composer } from "./composer.js";
import { openForm } from "./form.js";
import { MessageList } from "./list.js";
import { messageArticle } from "./message.js";
import { DM, isThread, Person } from "./person.js";
import { channelName, Sidebar } from "./sidebar.js";

/** On a touch screen the box is not entered unasked: a keyboard would jump up. */
const COARSE = matchMedia("(pointer: coarse)");

export class Column {
  /** `actions`: changed(), close(column), people(), addPerson(name). */
  constructor(personId, channel, { fresh, actions }) {
    this.actions = actions;
    this.wanted = channel;
    this.build();
    this.become(personId, fresh);
  }

  // -- the frame ---------------------------------------------------------------------------

  build() {
    this.title = h("h1", { class: "title", "data-testid": "title" });
    this.drawerButton = h("button", {
      class: "icon drawer-button", type: "button", "aria-label": "Channels",
      "aria-expanded": "false", "data-testid": "drawer",
      onclick: () => this.drawer(!this.el.classList.contains("drawn")),
    }, "☰");
    this.pinsButton = h("button", {
      class: "icon pins-button", type: "button", "aria-label": "Pinned messages",
      title: "Pinned messages", "aria-expanded": "false", "data-testid": "pins-button",
      onclick: () => this.togglePins(),
    }, "Pins");
    this.personaButton = h("button", {
      class: "persona", type: "button", "aria-haspopup": "dialog", "aria-expanded": "false",
      "data-testid": "persona",
      onclick: () => this.togglePersonas(),
    });
    const close = h("button", {
      class: "icon close-column", type: "button", "aria-label": "Close this window",
      title: "Close this window", "data-testid": "close-column",
      onclick: () => this.actions.close(this),
    }, "×");
    this.head = h("header", { class: "column-head" }, this.drawerButton, this.title,
      this.pinsButton, this.personaButton, close);
    this.note = h("div", { class: "connection", role: "status", "data-testid": "connection-note" });
    this.main = h("div", { class: "room" });
    this.veil = h("div", { class: "veil", onclick: () => this.drawer(false) });
    this.el = h("section", {
      class: "column", "data-testid": "column",
      onkeydown: (event) => event.key === "Escape" && this.closePanels(),
    });
  }

  /** Sit somebody at this window. */
  become(personId, fresh = true) {
    this.person?.close();
    this.channel = null;
    const person = new Person(personId, { fresh });
    this.person = person;
    this.world = this.makeWorld(person);
    this.sidebar = new Sidebar(person, {
      go: (channel) => this.go(channel),
      message: async (user) => this.trying(async () => this.go(await person.openDm(user))),
      settings: (body) => this.trying(() => person.settings(body)),
      away: (yes) => this.trying(() => person.setAway(yes)),
    });
    this.list = new MessageList(this.world);
    this.composer = new Composer(this.world);
    this.listen(person);
    this.typing = h("div", { class: "typing hint", "aria-hidden": "true" });
    this.main.replaceChildren(this.list.el, this.list.down, this.typing, this.composer.el);
    this.el.replaceChildren(this.sidebar.el, this.veil,
      h("div", { class: "column-main" }, this.head, this.note, this.main));
    this.el.dataset.person = personId;
    this.connection();
  }

  /** What the message, menu and command views may see and do. */
  makeWorld(person) {
    const column = this;
    return {
      get me() { return person.me; },
      get users() { return person.users; },
      get guild() { return person.guild; },
      get channels() { return person.channels; },
      get commands() { return person.commands; },
      get failures() { return person.failures; },
      get place() { return column.channel; },
      isDm: (channel) => person.isDm(channel),
      isBusy: (message, custom) => person.isBusy(message, custom),
      press: (message, custom, values) => {
        column.el.querySelector(".welcome")?.remove(); // the newcomer has found the way
        return person.press(message, custom, values);
      },
      dismiss: (message) => person.dismiss(message),
      dropNote: (note) => person.dropNote(column.channel, note),
      complain: (words) => column.composer.complain(words),
      older: () => column.channel && person.older(column.channel).catch(() => {}),
      say: (channel, words) => person.say(channel, words),
      command: (channel, entry, options) => {
        column.el.querySelector(".welcome")?.remove();
        column.list.toBottom(); // whoever asks something sees the answer
        return person.command(channel, entry, options);
      },
      complete: (channel, command, options) => person.complete(channel, command, options),
      jump: (place) => column.jump(place),
      type: (words) => column.composer.begin(words),
    };
  }

  listen(person) {
    const here = (handler) => (event) => this.person === person && handler(event.detail);
    person.addEventListener("hello", here(({ again }) => this.welcomed(again)));
    person.addEventListener("connection", here(() => this.connection()));
    person.addEventListener("channels", here(() => this.drawChannels()));
    person.addEventListener("messages", here((channel) => this.messagesChanged(channel)));
    person.addEventListener("busy", here((message) => this.list.redraw(message.id)));
    person.addEventListener("pins", here((channel) => channel === this.channel && this.drawPins()));
    person.addEventListener("typing", here((user) => this.showTyping(user)));
    person.addEventListener("form", here((form) => this.showForm(form)));
  }

  showTyping(user) {
    clearTimeout(this.typingTimer);
    this.typing.textContent = `${nameOf(this.person.users.get(user))} is typing…`;
    this.typingTimer = setTimeout(() => { this.typing.textContent = ""; }, 6000);
  }

  /** A word to a newcomer, until it is sent away. */
  hint(words) {
    if (!words) return;
    const line = h("div", { class: "welcome", role: "note", "data-testid": "welcome" }, words,
      h("button", { class: "icon", type: "button", "aria-label": "Close this hint",
        onclick: () => line.remove() }, "×"));
    this.head.after(line);
  }

  messagesChanged(channel) {
    if (channel !== this.channel) return;
    this.typing.textContent = "";
    this.list.draw();
    this.list.answered();
    for (const id of this.person.failures.keys()) this.list.redraw(id);
  }

  async trying(act) {
    try {
      await act();
    } catch (error) {
      this.composer.complain(error.message);
    }
  }

  // -- the stream --------------------------------------------------------------------------

  connection() {
    this.note.textContent = this.person.connected ? "" : this.person.me
      ? "The connection was lost. Trying again… What you type is kept." : "Connecting…";
    this.el.classList.toggle("offline", !this.person.connected);
  }

  welcomed(again) {
    const { person } = this;
    this.el.setAttribute("aria-label", `${nameOf(person.me)}'s window`);
    this.personaButton.replaceChildren(avatar(person.me, "small"),
      h("span", {}, nameOf(person.me)), h("span", { "aria-hidden": "true" }, "▾"));
    this.personaButton.setAttribute("aria-label", `You are ${nameOf(person.me)}. Change person`);
    if (again && this.channel && person.channels.has(this.channel)) {
      this.trying(() => person.reload(this.channel));
      this.drawChannels();
      return;
    }
    const first = [...person.channels.values()].find((channel) => channel.type === 0);
    const start = person.channels.has(this.wanted) ? this.wanted : first?.id ?? [...person.channels.keys()][0];
    if (start) this.go(start);
    this.actions.changed();
  }

  // -- channels ----------------------------------------------------------------------------

  async go(id) {
    const channel = this.person.channels.get(id);
    if (!channel) return;
    this.drawer(false);
    this.closePanels();
    const marked = this.person.unread.has(id);
    const fence = marked ? this.person.read.get(id) ?? null : null;
    this.channel = id;
    this.drawTitle(channel);
    this.composer.setChannel(channel, this.spoken(channel));
    this.list.open(this.person.room(id), fence);
    this.actions.changed();
    if (!COARSE.matches && !this.el.contains(this.form?.el)) this.composer.focus();
    await this.trying(() => this.person.look(id));
    if (this.channel === id) this.list.toBottom();
  }

  spoken(channel) {
    const name = channelName(channel, this.person.me);
    return channel.type === DM ? `@${name}` : isThread(channel) ? name : `#${name}`;
  }

  drawTitle(channel) {
    const parent = isThread(channel) && this.person.channels.get(channel.parent_id);
    this.title.replaceChildren(...[
      parent && h("span", { class: "parent" }, `#${parent.name} › `),
      h("span", { class: "title-name" }, this.spoken(channel)),
      channel.thread_metadata?.archived && h("span", { class: "tag" }, "archived"),
    ].filter(Boolean));
    this.title.title = channel.topic ?? "";
  }

  drawChannels() {
    const { person } = this;
    const channel = person.channels.get(this.channel);
    if (this.channel && !channel) {
      const next = [...person.channels.values()].find((one) => one.type === 0) ?? [...person.channels.values()][0];
      this.channel = null;
      if (next) this.go(next.id);
    } else if (channel) {
      this.composer.channel = channel;
      this.composer.refresh(this.spoken(channel));
      this.drawTitle(channel);
    }
    this.sidebar.draw(this.channel);
    const waiting = [...person.unread.values()].some((mark) => mark.count || mark.mentions);
    this.drawerButton.classList.toggle("waiting", waiting);
    this.actions.changed();
  }

  get waiting() {
    let sum = 0;
    for (const [id, mark] of this.person.unread) sum += mark.mentions || (this.person.isDm(id) ? mark.count : 0);
    return sum;
  }

  async jump({ channel, message }) {
    if (channel !== this.channel) await this.go(channel);
    if (!message) return;
    for (let tries = 0; tries < 20 && !this.list.point(message); tries += 1) {
      if (this.person.room(channel).complete) return;
      await this.person.older(channel);
    }
  }

  drawer(open) {
    this.el.classList.toggle("drawn", open);
    this.drawerButton.setAttribute("aria-expanded", String(open));
    if (open) this.sidebar.el.querySelector("[aria-current]")?.focus();
  }

  // -- panels ------------------------------------------------------------------------------

  closePanels() {
    this.pins?.remove();
    this.pins = null;
    this.pinsButton.setAttribute("aria-expanded", "false");
    this.personas?.remove();
    this.personas = null;
    this.personaButton.setAttribute("aria-expanded", "false");
    if (this.el.classList.contains("drawn")) this.drawer(false);
  }

  togglePins() {
    const open = Boolean(this.pins);
    this.closePanels();
    if (open) return;
    this.pins = h("aside",
      { class: "panel pins", "aria-label": "Pinned messages", "data-testid": "pins" }, "Loading…");
    this.pinsButton.setAttribute("aria-expanded", "true");
    this.head.after(this.pins);
    this.drawPins();
  }

  async drawPins() {
    if (!this.pins) return;
    const channel = this.channel;
    const found = await this.person.pinned(channel).catch(() => []);
    if (!this.pins || channel !== this.channel) return;
    const cards = found.map((message) => h("div", { class: "pin" },
      messageArticle({ ...message, components: [] }, this.world),
      h("button", { class: "plain", type: "button",
        onclick: () => { this.closePanels(); this.jump({ channel, message: message.id }); } },
        "Go there")));
    this.pins.replaceChildren(h("h2", {}, "Pinned messages"),
      ...(cards.length ? cards : [h("p", { class: "hint" }, "Nothing is pinned here.")]));
  }

  async togglePersonas() {
    const open = Boolean(this.personas);
    this.closePanels();
    if (open) return;
    const panel = h("div",
      { class: "panel personas", role: "dialog", "aria-label": "Who are you?",
        "data-testid": "personas" });
    this.personas = panel;
    this.personaButton.setAttribute("aria-expanded", "true");
    this.head.after(panel);
    const people = await this.actions.people();
    const sit = (id) => {
      this.wanted = this.channel;
      this.closePanels();
      if (id !== this.person.id) this.become(id);
    };
    panel.replaceChildren(...people.map((user) => h("button", {
      class: "persona-choice", type: "button", "data-testid": "persona-choice",
      "data-person": user.id,
      "aria-current": user.id === this.person.id ? "true" : null, onclick: () => sit(user.id),
    }, avatar(user, "small"), nameOf(user))),
    newPerson((name) => this.actions.addPerson(name), sit));
    panel.querySelector("button")?.focus();
  }

  // -- forms -------------------------------------------------------------------------------

  showForm(form) {
    this.form?.el.remove();
    const opener = document.activeElement;
    this.form = openForm(form, this.world, {
      submit: (components) => this.person.submit(form, components),
      closed: () => {
        this.form = null;
        if (this.el.contains(opener)) opener.focus();
      },
    });
    this.el.append(this.form.el);
    this.form.focus();
  }

  close() {
    this.person.close();
    this.el.remove();
  }
}

/** A little form: the name of somebody new. */
export function newPerson(add, then) {
  const id = freshId("name");
  const input = h("input",
    { id, type: "text", maxlength: "32", placeholder: "Somebody new",
      "aria-label": "Name of a new person", "data-testid": "new-person" });
  const error = h("div", { class: "failure", role: "alert" });
  const make = async (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    try {
      then((await add(input.value.trim())).id);
    } catch (problem) {
      error.textContent = problem.message;
    }
  };
  return h("form", { class: "new-person", onsubmit: make }, input,
    h("button", { class: "button secondary", type: "submit" }, "Add"), error);
}
