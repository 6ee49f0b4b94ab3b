// A menu to choose one or several things from; it unfolds where it stands.

import { freshId, h } from "./dom.js";

/**
 * A menu. `options` are Discord's: {label, value, description, default, emoji}. `commit(values)`
 * is called when one is chosen, or, where several may be, when the person says Done.
 */
export class Menu {
  constructor({ options, placeholder, min = 1, max = 1, disabled, busy, testid, label, commit }) {
    Object.assign(this, { options, min, max, commit, placeholder });
    this.chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
    this.before = new Set(this.chosen);
    this.at = -1;
    const id = freshId("menu");
    this.face = h("button", {
      class: "menu-face", type: "button", role: "combobox", "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id, "aria-label": label ?? placeholder ?? "Choose",
      "data-testid": testid ?? "menu",
      disabled: Boolean(disabled), "aria-busy": busy ? "true" : null,
      onclick: () => (this.isOpen ? this.close(true) : this.open()),
    });
    this.list = h("ul", {
      id, class: "menu-list", role: "listbox", "aria-multiselectable": String(max > 1),
      "aria-label": label ?? placeholder ?? "Choices",
    });
    this.done = h("button",
      { class: "button primary", type: "button", "data-testid": "menu-done",
        onclick: () => this.close(true) }, "Done");
    this.foot = h("div", { class: "menu-foot" }, h("span", { class: "hint" }, this.rule()),
      this.done);
    this.box = h("div", { class: "menu-box", hidden: true }, this.list,
      max > 1 || min === 0 ? this.foot : null);
    this.el = h("div", {
      class: "menu", onkeydown: (event) => this.key(event),
      onfocusout: (event) => this.isOpen && event.relatedTarget && !this.el.contains(event.relatedTarget) && this.close(true),
    }, this.face, this.box);
    this.outside = (event) => !this.el.contains(event.target) && this.close(true);
    this.draw();
  }

  get isOpen() {
    return !this.box.hidden;
  }

  get values() {
    return this.options.filter((one) => this.chosen.has(one.value)).map((one) => one.value);
  }

  rule() {
    const few = Math.min(this.max, this.options.length);
    if (this.min === few) return `Choose ${few}`;
    return this.min ? `Choose ${this.min} to ${few}` : `Choose up to ${few}`;
  }

  get fits() {
    return this.chosen.size >= this.min && this.chosen.size <= this.max;
  }

  draw() {
    const names = this.options.filter((one) => this.chosen.has(one.value)).map((one) => one.label);
    const text = names.length ? names.join(", ") : this.placeholder || "Choose…";
    this.face.replaceChildren(
      h("span", { class: names.length ? "menu-text" : "menu-text hint" }, text),
      h("span", { class: "menu-mark", "aria-hidden": "true" }, "▾"));
    this.list.replaceChildren(...this.options.map((one, at) => this.item(one, at)));
    this.done.disabled = !this.fits;
    if (this.at >= 0) this.face.setAttribute("aria-activedescendant",
      this.list.children[this.at].id);
    else this.face.removeAttribute("aria-activedescendant");
  }

  item(one, at) {
    const chosen = this.chosen.has(one.value);
    return h("li", {
      id: freshId("choice"), role: "option", "aria-selected": String(chosen),
      "data-testid": "menu-option",
      "data-value": one.value, class: `${at === this.at ? "active" : ""}${chosen ? " chosen" : ""}`,
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.toggle(at),
    },
      emoji(one.emoji),
      h("span", { class: "choice-words" }, h("span", {}, one.label),
        one.description && h("span", { class: "hint" }, one.description)),
      this.max > 1 && h("span", { class: "tick", "aria-hidden": "true" }, chosen ? "☑" : "☐"));
  }

  toggle(at) {
    const { value } = this.options[at];
    if (this.max === 1 && this.min > 0) {
      this.chosen = new Set([value]);
      this.close(true);
      return;
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else if (this.max === 1) this.chosen = new Set([value]);
    else if (this.chosen.size < this.max) this.chosen.add(value);
    this.at = at;
    this.draw();
  }

  open() {
    if (this.face.disabled || this.face.getAttribute("aria-busy")) return;
    this.box.hidden = false;
    this.face.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", this.outside);
    this.el.scrollIntoView({ block: "nearest" });
  }

  /** Fold up; what was chosen counts if `keep` and the number of choices is allowed. */
  close(keep) {
    this.box.hidden = true;
    this.at = -1;
    this.face.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.outside);
    const same = this.chosen.size === this.before.size && [...this.chosen].every((one) => this.before.has(one));
    const again = this.max === 1 && this.min > 0;
    if (!keep || !this.fits) this.chosen = new Set(this.before);
    else if (!same || again) {
      this.before = new Set(this.chosen);
      this.commit?.(this.values);
    }
    this.draw();
  }

  key(event) {
    if (!this.isOpen) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        this.open();
        event.preventDefault();
      }
      return;
    }
    const last = this.options.length - 1;
    if (event.key === "ArrowDown") this.move(Math.min(last, this.at + 1));
    else if (event.key === "ArrowUp") this.move(Math.max(0, this.at - 1));
    else if (event.key === "Home") this.move(0);
    else if (event.key === "End") this.move(last);
    else if (event.key === "Escape") this.close(false);
    else if (["Enter", " "].includes(event.key) && event.target === this.face && this.at >= 0) this.toggle(this.at);
    else if (event.key.length === 1 && event.key !== " ") this.startingWith(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(at) {
    this.at = at;
    this.draw();
    this.list.children[at].scrollIntoView({ block: "nearest" });
  }

  startingWith(letter) {
    const starts = (one) => one.label.toLowerCase().startsWith(letter.toLowerCase());
    const next = this.options.findIndex((one, at) => at > this.at && starts(one));
    const found = next >= 0 ? next : this.options.findIndex(starts);
    if (found >= 0) this.move(found);
  }
}

export const emoji = (mark) => (mark?.name ? h("span", { class: "emoji", "aria-hidden": "true" },
  mark.id ? `:${mark.name}:` : mark.name) : null);
