// The list above the box: commands, or the choices of an option.

import { freshId, h } from "./dom.js";

export class Suggestions {
  constructor() {
    this.items = [];
    this.at = -1;
    this.input = null;
    this.head = h("div", { class: "suggest-head" });
    this.list = h("ul", { id: freshId("suggest"), class: "suggest-list", role: "listbox",
      "aria-label": "Suggestions" });
    this.el = h("div", { class: "suggest", hidden: true, "data-testid": "suggestions" }, this.head,
      this.list);
  }

  get isOpen() {
    return !this.el.hidden;
  }

  /**
   * Show items for an input. An item: {name, hint, tag, pick()}. `first`: the first is
   * highlighted already. `loading`: the items are not to be trusted yet.
   */
  show(input, items, { head = "", note = "", first = false, loading = false } = {}) {
    this.release();
    this.input = input;
    this.items = loading ? [] : items;
    this.at = first && this.items.length ? 0 : -1;
    this.head.replaceChildren(h("b", {}, head), " ", h("span", { class: "hint" }, note));
    this.list.replaceChildren(...items.map((item, at) => this.row(item, at)));
    this.el.classList.toggle("stale", loading);
    this.el.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", this.list.id);
    this.mark();
  }

  row(item, at) {
    return h("li", {
      id: freshId("suggestion"), role: "option", "data-testid": "suggestion",
      "aria-selected": "false",
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.items.length && this.pick(at),
    },
      h("span", { class: "choice-words" }, h("span", { class: "suggest-name" }, item.name),
        item.hint && h("span", { class: "hint" }, item.hint)),
      item.tag && h("span", { class: "suggest-tag" }, item.tag));
  }

  mark() {
    [...this.list.children].forEach((row, at) => {
      row.classList.toggle("active", at === this.at);
      row.setAttribute("aria-selected", String(at === this.at));
    });
    const row = this.list.children[this.at];
    if (row) {
      this.input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else this.input?.removeAttribute("aria-activedescendant");
  }

  move(step) {
    if (!this.items.length) return;
    const from = this.at < 0 && step < 0 ? 0 : this.at;
    this.at = (from + step + this.items.length) % this.items.length;
    this.mark();
  }

  pick(at = this.at) {
    const item = this.items[at];
    if (!item) return false;
    this.hide();
    item.pick();
    return true;
  }

  release() {
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  hide() {
    this.release();
    this.el.hidden = true;
    this.items = [];
    this.at = -1;
  }
}
