// The box at the foot of a column: plain words, or a slash command.

import { h } from "./dom.js";
import { CommandLine } from "./commandline.js";
import { entriesOf, readLine, search } from "./commands.js";
import { Suggestions } from "./suggestions.js";

export class Composer {
  /** `world` is the person's side; what is written is kept for each channel. */
  constructor(world) {
    this.world = world;
    this.channel = null;
    this.drafts = new Map(); // channel: {text, line}
    this.suggestions = new Suggestions();
    this.words = h("textarea", {
      class: "words-box", rows: "1", "data-testid": "composer", role: "combobox",
      "aria-expanded": "false", "aria-autocomplete": "list",
      enterkeyhint: "send", autocomplete: "off",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event),
      onfocus: () => this.offer(), onblur: () => this.suggestions.hide(),
    });
    this.slash = h("button", {
      class: "icon", type: "button", "aria-label": "Commands", title: "Commands",
      "data-testid": "slash",
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.begin("/"),
    }, "/");
    this.sendButton = h("button", {
      class: "icon send", type: "button", "aria-label": "Send", "data-testid": "send",
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.press(),
    }, "➤");
    this.place = h("div", { class: "box-words" }, this.words);
    this.error = h("div", { class: "failure", role: "alert", "data-testid": "composer-error" });
    this.note = h("div", { class: "composer-note hint" });
    this.box = h("div", { class: "box" }, this.slash, this.place, this.sendButton);
    this.el = h("div", { class: "composer" }, this.suggestions.el, this.note, this.error, this.box);
  }

  get entries() {
    return entriesOf(this.world.commands, this.world.isDm(this.channel.id));
  }

  get line() {
    return this.drafts.get(this.channel?.id)?.line ?? null;
  }

  /** Show the box of a channel, with whatever was begun there. */
  setChannel(channel, name) {
    if (this.channel) this.keep();
    this.channel = channel;
    const draft = this.drafts.get(channel.id) ?? { text: "", line: null };
    this.words.value = draft.text;
    this.error.textContent = "";
    this.refresh(name);
    this.swap(draft.line);
  }

  /** The channel's state may have changed: archived, locked. */
  refresh(name) {
    const meta = this.channel.thread_metadata;
    const words = `Message ${name}, or / for commands`;
    this.words.placeholder = "Write, or / for a command";
    this.words.setAttribute("aria-label", words);
    this.note.textContent = meta?.locked ? "This thread is locked." : meta?.archived
      ? "This thread is archived: it takes no commands. Saying something opens it again." : "";
    this.words.disabled = this.sendButton.disabled = this.slash.disabled = Boolean(meta?.locked);
    this.grow();
  }

  focus() {
    if (this.line) this.line.focus();
    else this.words.focus({ preventScroll: true });
  }

  keep() {
    this.drafts.set(this.channel.id, { text: this.words.value, line: this.line });
  }

  swap(line) {
    this.drafts.set(this.channel.id, { text: this.words.value, line });
    this.suggestions.hide();
    this.place.replaceChildren(line ? line.el : this.words);
    this.slash.hidden = Boolean(line);
    if (!line) this.grow();
  }

  grow() {
    this.words.style.height = "auto";
    this.words.style.height = `${Math.min(this.words.scrollHeight, 180)}px`;
  }

  /** Put words into the box, as if typed. */
  begin(text) {
    if (this.line) this.swap(null);
    this.words.value = text;
    this.words.focus();
    this.typed();
  }

  complain(words) {
    this.error.textContent = words;
  }

  // -- plain words -------------------------------------------------------------------------

  typed() {
    this.error.textContent = "";
    this.grow();
    const text = this.words.value;
    const read = text.startsWith("/") && !text.includes("\n") ? readLine(text, this.entries) : null;
    if (read) this.choose(read.entry, read.texts);
    else this.offer();
  }

  /** The list of commands, once the words begin with a slash. */
  offer() {
    const text = this.words.value;
    if (!this.channel || !text.startsWith("/") || text.includes("\n")) return this.suggestions.hide();
    const fits = search(this.entries, text.slice(1));
    const items = fits.map((entry) => ({
      name: `/${entry.name}`, hint: entry.description, tag: summary(entry),
      pick: () => this.choose(entry, {}),
    }));
    const note = items.length ? "" : "No command is called that.";
    this.suggestions.show(this.words, items, { head: "Commands", note, first: true });
  }

  choose(entry, texts) {
    const line = new CommandLine(entry, texts, {
      world: this.world, suggestions: this.suggestions,
      actions: {
        complete: (options) => this.world.complete(this.channel.id, entry.id, options),
        send: (options) => this.command(entry, options),
        leave: (text) => this.leave(text),
        complain: (words) => this.complain(words),
      },
    });
    this.words.value = "";
    this.swap(line);
    line.focus();
  }

  leave(text) {
    this.swap(null);
    this.error.textContent = "";
    this.words.value = text;
    this.words.focus();
    this.offer();
  }

  key(event) {
    if (event.isComposing) return;
    const open = this.suggestions.isOpen;
    if (event.key === "Escape" && open) this.suggestions.hide();
    else if (open && event.key === "ArrowDown") this.suggestions.move(1);
    else if (open && event.key === "ArrowUp") this.suggestions.move(-1);
    else if (open && event.key === "Tab" && !event.shiftKey) {
      if (!this.suggestions.pick()) return;
    } else if (event.key === "Enter" && !event.shiftKey) {
      if (!this.suggestions.pick()) this.say();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  press() {
    if (this.line) this.line.send();
    else if (!this.suggestions.pick()) this.say();
  }

  /** `@Ana` means Ana. */
  withMentions(text) {
    const users = [...this.world.users.values()]
      .sort((one, other) => longest(other) - longest(one));
    return users.reduce((words, user) => [user.global_name, user.username].filter(Boolean)
      .reduce((all, name) => all.split(`@${name}`).join(`<@${user.id}>`), words), text);
  }

  async say() {
    const text = this.words.value;
    if (!text.trim()) return;
    // An order mistyped as words would be public: it is not said.
    if (text.startsWith("/")) return this.complain("No command is called that, so nothing was sent.");
    if (text.length > 2000) return this.complain(`Too long by ${text.length - 2000} characters.`);
    const channel = this.channel.id;
    this.words.value = "";
    this.grow();
    try {
      await this.world.say(channel, this.withMentions(text));
    } catch (error) {
      this.giveBack(channel, text, error.message);
    }
  }

  giveBack(channel, text, why) {
    const here = channel === this.channel.id;
    const draft = here ? null : this.drafts.get(channel) ?? { text: "", line: null };
    const joined = (rest) => (rest ? `${text}\n${rest}` : text);
    if (draft) this.drafts.set(channel, { ...draft, text: joined(draft.text) });
    else this.words.value = joined(this.words.value);
    this.grow();
    this.complain(why);
  }

  async command(entry, options) {
    const channel = this.channel.id;
    const line = this.line;
    this.error.textContent = "";
    this.swap(null);
    this.words.focus();
    try {
      await this.world.command(channel, entry, options);
    } catch (error) {
      if (channel === this.channel.id && !this.line && !this.words.value) this.swap(line);
      else if (!this.drafts.get(channel)?.line) this.drafts.set(channel, { text: "", line });
      this.complain(error.message);
    }
  }
}

const longest = (user) => Math.max((user.global_name ?? "").length, (user.username ?? "").length);

function summary(entry) {
  return entry.options.filter((option) => option.required).map((option) => option.name).join(" · ");
}
