// The messages of the channel on show, kept at the bottom while one reads the newest.

import { arrange, h, later } from "./dom.js";
import { dots, messageArticle } from "./message.js";
import { when } from "./markdown.js";

const TOGETHER = 7 * 60 * 1000; // messages of one author this close stand under one name
const EPHEMERAL = 64;
const NEAR = 60; // pixels from the bottom that still count as reading the newest

export class MessageList {
  constructor(world) {
    this.world = world;
    this.cache = new Map(); // message id: {message, element}
    this.marks = new Map(); // day: its line
    this.stick = true;
    this.held = null; // the button under a pressed finger
    this.fence = null; // the last message read before the channel was opened
    this.inner = h("div",
      { class: "messages-inner", role: "log", "aria-live": "polite", "aria-label": "Messages",
        "data-testid": "messages",
        onpointerdown: (event) => { this.held = pressable(event.target); },
        onpointerup: (event) => this.released(pressable(event.target)) });
    this.el = h("div", { class: "messages", tabindex: "0", "aria-label": "Messages",
      onscroll: () => this.scrolled() }, this.inner);
    this.down = h("button",
      { class: "to-newest", type: "button", hidden: true, onclick: () => this.toBottom() },
      "Newer messages ↓");
    this.newLine = h("div", { class: "new-line", role: "separator", "data-testid": "new-line" },
      h("span", {}, "new messages"));
    new ResizeObserver(() => this.stick && this.toBottom()).observe(this.inner);
    new ResizeObserver(() => this.stick && this.toBottom()).observe(this.el);
  }

  /** Show another channel. `fence`: what came after this message is new. */
  open(room, fence) {
    this.room = room;
    this.fence = fence;
    this.cache.clear();
    this.stick = true;
    this.newest = room.messages.at(-1)?.id;
    this.draw();
    this.toBottom();
  }

  draw() {
    if (!this.room) return;
    const height = this.inner.offsetHeight;
    const top = this.el.scrollTop;
    const first = this.inner.querySelector("[data-message]")?.dataset.message;
    arrange(this.inner, this.nodes());
    const grew = this.room.messages[0] && first && later(first, this.room.messages[0].id);
    if (grew && !this.stick) this.el.scrollTop = top + this.inner.offsetHeight - height;
    if (this.stick) this.toBottom();
    else this.down.hidden = false;
  }

  nodes() {
    const nodes = [this.beginning()].filter(Boolean);
    let before = null;
    let marked = false;
    for (const message of this.room.messages) {
      const day = new Date(message.timestamp).toDateString();
      if (!before || day !== new Date(before.timestamp).toDateString()) nodes.push(this.dayLine(day, message));
      if (!marked && this.isNew(message)) {
        marked = true;
        nodes.push(this.newLine);
      }
      const element = this.element(message);
      element.classList.toggle("joined",
        belongs(message, before) && nodes[nodes.length - 1] === this.cache.get(before.id)?.element);
      nodes.push(element);
      before = message;
    }
    return [...nodes, ...this.room.notes.map((note) => this.noteLine(note))];
  }

  isNew(message) {
    return this.fence !== null && later(message.id,
      this.fence) && message.author.id !== this.world.me?.id;
  }

  element(message) {
    const kept = this.cache.get(message.id);
    if (kept?.message === message) return kept.element;
    const element = messageArticle(message, this.world);
    this.cache.set(message.id, { message, element });
    if (kept) restoreFocus(kept.element, element);
    return element;
  }

  /**
   * A message may be built anew between a button's going down and its coming up: the browser then
   * counts no click, the person does.
   */
  released(now) {
    const before = this.held;
    this.held = null;
    if (!before || !now || before.isConnected || before === now) return;
    if (before.dataset.custom !== now.dataset.custom || ofMessage(before) !== ofMessage(now)) return;
    now.click();
  }

  /** Build one message anew: a button became busy, a click failed. */
  redraw(id) {
    const kept = this.cache.get(id);
    if (!kept) return;
    const element = messageArticle(kept.message, this.world);
    element.classList.toggle("joined", kept.element.classList.contains("joined"));
    kept.element.replaceWith(element);
    restoreFocus(kept.element, element);
    this.cache.set(id, { message: kept.message, element });
  }

  dayLine(day, message) {
    if (!this.marks.has(day)) {
      this.marks.set(day, h("div", { class: "day", role: "separator" },
        h("span", {}, when(new Date(message.timestamp), "D"))));
    }
    return this.marks.get(day);
  }

  beginning() {
    if (!this.room.loaded) return h("div", { class: "start hint" }, "Loading…");
    if (!this.room.complete) return null;
    return h("div", { class: "start hint" }, "This is where it begins.");
  }

  noteLine(note) {
    if (note.kind === "sending") {
      return h("div", { class: "note", role: "status", "data-testid": "sending" }, dots(),
        `Sending /${note.name}…`);
    }
    const drop = () => this.world.dropNote(note);
    return h("div", { class: "note failed", role: "alert", "data-testid": "failed" },
      h("b", {}, `/${note.name}: `), note.why, " ",
      h("button", { class: "plain", type: "button",
        onclick: () => note.again().catch((error) => this.world.complain(error.message)) },
        "Try again"),
      " · ", h("button", { class: "plain", type: "button", onclick: drop }, "Dismiss"));
  }

  scrolled() {
    const gap = this.el.scrollHeight - this.el.scrollTop - this.el.clientHeight;
    this.stick = gap < NEAR;
    if (this.stick) this.down.hidden = true;
    if (this.el.scrollTop < 200) this.world.older();
  }

  toBottom() {
    this.stick = true;
    this.el.scrollTop = this.el.scrollHeight;
    this.down.hidden = true;
  }

  /** A new answer that only this person sees is brought into sight, wherever one was reading. */
  answered() {
    const newest = this.room?.messages.at(-1);
    if (!newest || newest.id === this.newest) return;
    const first = this.newest === undefined;
    this.newest = newest.id;
    if (!first && newest.flags & EPHEMERAL) this.toBottom();
  }

  /** Bring a message into sight and light it up for a moment; false when it is not here. */
  point(id) {
    const element = this.cache.get(id)?.element;
    if (!element) return false;
    this.stick = false;
    element.scrollIntoView({ block: "center" });
    element.classList.add("pointed");
    setTimeout(() => element.classList.remove("pointed"), 2000);
    return true;
  }
}

function belongs(message, before) {
  if (!before || message.author.id !== before.author.id) return false;
  if (message.type !== 0 && message.type !== undefined) return false;
  if (before.type === 6 || before.type === 18 || message.referenced_message || message.interaction_metadata) return false;
  if ((message.flags | before.flags) & EPHEMERAL) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

/** The bot's button that was pointed at. */
const pressable = (target) => target.closest("button[data-custom]");
const ofMessage = (button) => button.closest("[data-message]")?.dataset.message;

/** A rebuilt message gives the focus back to the same button or menu. */
function restoreFocus(old, fresh) {
  const focused = document.activeElement;
  if (!focused || !old.contains(focused)) return;
  const same = (root) => [...root.querySelectorAll("button, input")];
  const at = same(old).indexOf(focused);
  requestAnimationFrame(() => same(fresh)[at]?.focus({ preventScroll: true }));
}
