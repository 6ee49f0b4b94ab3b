// A chosen command with its options as fields in a row.

import { h } from "./dom.js";
import { knownChoices, nest, valueOf } from "./commands.js";

const PAUSE = 120; // milliseconds of quiet before the bot is asked for choices

/** One option: its field, the text in it and the choice that was picked. */
class Field {
  constructor(option, line, text = "") {
    this.option = option;
    this.line = line;
    this.picked = null;
    this.input = h("input", {
      type: "text", class: "chip-input", role: "combobox", "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": `${option.name}: ${option.description ?? ""}`,
      "data-testid": `option-${option.name}`,
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "next",
      inputmode: [4, 10].includes(option.type) && !option.autocomplete ? "decimal" : null,
      value: text,
      oninput: () => this.typed(), onfocus: () => line.focused(this), onblur: () => line.blurred(),
      onkeydown: (event) => line.key(event, this),
    });
    this.el = h("label", { class: `chip${option.required ? "" : " optional"}` },
      h("span", { class: "chip-name" }, option.name), this.input,
      !option.required && h("button", {
        class: "chip-drop", type: "button", tabindex: "-1", "aria-label": `Remove ${option.name}`,
        onclick: () => line.drop(this),
      }, "×"));
    this.fit();
  }

  get text() {
    return this.input.value;
  }

  get isEmpty() {
    return !this.text.trim();
  }

  typed() {
    this.picked = null;
    this.el.classList.remove("wrong");
    const own = `${this.option.name}:`;
    if (this.text.toLowerCase().startsWith(own)) this.input.value = this.text.slice(own.length).trimStart();
    const next = this.line.named(this.text);
    if (next) this.input.value = next.before;
    this.fit();
    if (next) this.line.enterOption(next.option);
    else this.line.suggest(this);
  }

  take(choice) {
    this.picked = choice;
    this.input.value = choice.name;
    this.el.classList.remove("wrong");
    this.fit();
  }

  fit() {
    this.input.style.width = `${Math.min(42, Math.max(7, this.text.length + 2))}ch`;
  }

  /** The leaf for Discord: {name, type, value}. */
  leaf(value) {
    return { name: this.option.name, type: this.option.type, value };
  }
}

export class CommandLine {
  /** `actions`: complete(options), send(options), leave(text), complain(words). */
  constructor(entry, texts, { world, suggestions, actions }) {
    Object.assign(this, { entry, world, suggestions, actions });
    this.turn = 0; // the number of the last question to the bot: older answers are dropped
    this.waiting = null; // a pick to be made when the choices are there
    this.fields = entry.options.filter((option) => option.required || option.name in texts)
      .map((option) => new Field(option, this, texts[option.name]));
    this.row = h("div", { class: "chips" });
    this.tail = h("input", {
      type: "text", class: "tail", role: "combobox", "aria-expanded": "false",
      "aria-autocomplete": "list", "data-testid": "tail",
      "aria-label": "Enter sends the command; type to add an option", autocomplete: "off",
      enterkeyhint: "send",
      oninput: () => this.offerMore(), onfocus: () => this.offerMore(),
      onblur: () => this.blurred(),
      onkeydown: (event) => this.key(event, null),
    });
    this.more = h("button", {
      class: "more", type: "button", "data-testid": "more-options",
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.tail.focus(),
    });
    this.el = h("div", { class: "command-line", role: "group",
      "aria-label": `Command /${entry.name}`, "data-testid": "command-line" },
      h("span", { class: "command-name" }, `/${entry.name}`), this.row, this.more, this.tail,
      h("button", { class: "icon small", type: "button", "aria-label": "Leave this command",
        "data-testid": "leave-command",
        onclick: () => this.leave("") }, "×"));
    this.draw();
  }

  get spare() {
    const used = new Set(this.fields.map((field) => field.option.name));
    return this.entry.options.filter((option) => !used.has(option.name));
  }

  /** Words that end in `blocks:`: the option, and what stands before it; null if they do not. */
  named(text) {
    const found = text.match(/^(?:(.*)\s)?([^\s:]+):$/);
    const option = found && this.entry.options.find((one) => one.name === found[2].toLowerCase());
    return option ? { option, before: (found[1] ?? "").trim() } : null;
  }

  /** Go to the field of an option, which is added if it is not there. */
  enterOption(option) {
    const field = this.fields.find((one) => one.option === option);
    if (field) field.input.focus();
    else this.add(option);
  }

  draw() {
    this.row.replaceChildren(...this.fields.map((field) => field.el));
    this.row.hidden = !this.fields.length;
    this.more.textContent = `+${this.spare.length} optional`;
    this.more.hidden = !this.spare.length;
  }

  /** Go to the first field still to be filled in, else to the end of the line. */
  focus() {
    const next = this.fields.find((field) => field.isEmpty && field.option.required)
      ?? this.fields.find((field) => field.isEmpty);
    (next?.input ?? this.tail).focus();
  }

  focused(field) {
    this.suggest(field);
  }

  blurred() {
    this.suggestions.hide();
    this.waiting = null;
  }

  // -- choices -----------------------------------------------------------------------------

  suggest(field) {
    clearTimeout(this.timer);
    this.turn += 1;
    this.waiting = null;
    const { option } = field;
    if (option.autocomplete) {
      this.show(field, this.lastFor === field ? this.lastItems : [], { loading: true });
      this.timer = setTimeout(() => this.fetch(field, this.turn), PAUSE);
      return;
    }
    const known = knownChoices(option, this.world) ?? [];
    const typed = field.picked ? "" : field.text.trim().toLowerCase();
    this.show(field, known.filter((choice) => choice.name.toLowerCase().includes(typed)));
  }

  async fetch(field, turn) {
    const others = this.fields.filter((other) => other !== field && !other.isEmpty);
    const leaves = others.flatMap((other) => {
      const { value, wrong } = valueOf(other.option, other.text, other.picked, this.world);
      return wrong ? [] : [other.leaf(value)];
    });
    const typed = field.picked ? String(field.picked.value) : field.text;
    const options = nest(this.entry, [...leaves, { ...field.leaf(typed), focused: true }]);
    let choices = [];
    let problem = null;
    try {
      choices = await this.actions.complete(options);
    } catch (error) {
      problem = error.message;
    }
    if (turn !== this.turn || document.activeElement !== field.input) return;
    this.lastFor = field;
    this.lastItems = choices;
    const wanted = this.waiting;
    this.waiting = null;
    this.show(field, choices, { problem });
    if (wanted && !this.suggestions.pick()) this.forward(field);
  }

  show(field, choices, { loading = false, problem = null } = {}) {
    const { option } = field;
    const items = choices.map((choice) => ({
      name: choice.name, hint: null,
      pick: () => {
        field.take(choice);
        this.focus();
      },
    }));
    const none = option.autocomplete && !loading && !items.length ? "Nothing in the list fits." : "";
    const note = [option.description, loading ? "…" : problem ?? none].filter(Boolean).join(" — ");
    const first = !field.picked && (option.required || !field.isEmpty);
    this.suggestions.show(field.input, items, { head: option.name, note, first, loading });
  }

  /** At the end of the line: which options could be added. */
  offerMore() {
    clearTimeout(this.timer);
    this.turn += 1;
    const next = this.named(this.tail.value);
    if (next) return this.enterOption(next.option);
    const typed = this.tail.value.trim().toLowerCase().replace(/:$/, "");
    const items = this.spare.filter((option) => option.name.toLowerCase().startsWith(typed)).map((option) => ({
      name: option.name, hint: option.description, tag: "optional", pick: () => this.add(option),
    }));
    const head = items.length ? "Options" : "Ready";
    this.suggestions.show(this.tail, items,
      { head, note: "Enter sends the command.", first: typed !== "" });
  }

  add(option, text = "") {
    const field = new Field(option, this, text);
    this.fields.push(field);
    this.tail.value = "";
    this.draw();
    field.input.focus();
  }

  drop(field) {
    this.fields = this.fields.filter((other) => other !== field);
    this.draw();
    this.focus();
  }

  // -- keys --------------------------------------------------------------------------------

  key(event, field) {
    const act = {
      ArrowDown: () => this.suggestions.move(1),
      ArrowUp: () => this.suggestions.move(-1),
      Enter: () => this.enter(field),
      Tab: () => this.tab(event, field),
      Escape: () => this.escape(),
      Backspace: () => this.backspace(event, field),
    }[event.key];
    if (!act || event.isComposing) return;
    if (act() !== false) event.preventDefault();
    event.stopPropagation();
  }

  enter(field) {
    if (this.suggestions.pick()) return;
    if (this.isLoading(field)) this.waiting = field;
    else this.forward(field);
  }

  /** Choices are on their way for what was just typed: Enter means the first of them. */
  isLoading(field) {
    return field?.option.autocomplete && !field.picked && !field.isEmpty && this.suggestions.el.classList.contains("stale")
      && this.suggestions.isOpen;
  }

  forward() {
    const missing = this.fields.find((field) => field.isEmpty && field.option.required);
    if (missing && document.activeElement !== missing.input) missing.input.focus();
    else this.send();
  }

  tab(event, field) {
    if (event.shiftKey) return false;
    if (this.suggestions.pick()) return true;
    if (this.isLoading(field)) {
      this.waiting = field;
      return true;
    }
    return false;
  }

  escape() {
    if (this.suggestions.isOpen && this.suggestions.list.children.length) this.suggestions.hide();
    else this.leave("");
  }

  backspace(event, field) {
    if (event.target.value) return false;
    const at = field ? this.fields.indexOf(field) : this.fields.length;
    if (field && !field.option.required) this.drop(field);
    else if (at > 0) this.fields[at - 1].input.focus();
    else this.leave(`/${this.entry.name}`);
    return true;
  }

  leave(text) {
    clearTimeout(this.timer);
    this.suggestions.hide();
    this.actions.leave(text);
  }

  // -- sending -----------------------------------------------------------------------------

  send() {
    const stray = this.tail.value.trim();
    if (stray) {
      const words = this.spare.map((option) => `${option.name}:`).join(", ") || "no other option";
      return this.actions.complain(`"${stray}" is no option of /${this.entry.name}. It takes ${words}.`);
    }
    const leaves = [];
    for (const field of this.fields) {
      if (field.isEmpty && !field.option.required) continue;
      const { value, wrong } = field.isEmpty ? { wrong: `${field.option.name} is needed.` }
        : valueOf(field.option, field.text, field.picked, this.world);
      if (wrong) {
        field.el.classList.add("wrong");
        field.input.focus();
        this.actions.complain(wrong);
        return;
      }
      leaves.push(field.leaf(value));
    }
    this.suggestions.hide();
    this.actions.send(nest(this.entry, leaves));
  }
}
