// The sandbox's page: several people side by side, each with their own view of the server.
//
// The address remembers the windows: #person/channel+person/channel.
// What tests may take hold of (data-testid; prefer roles and names where there are some):
//   banner, add-column, tab                      the top of the page (tabs on a phone)
//   column [data-person]                         one person's window; role region "Ana's window"
//   drawer, sidebar, channel [data-channel], archived, start-dm, dms-open, leave
//   title, pins-button, pins, persona, personas, persona-choice [data-person], new-person, close-column
//   connection-note                              says that the connection was lost
//   welcome                                      what a newcomer can do here; goes away when told
//   messages, message [data-message data-author data-ephemeral], new-line, thinking, dismiss, reply,
//   thread-card, embed, picture, alt, file       lightbox, close-lightbox
//   button [data-custom], menu, menu-option [data-value], menu-done
//   composer (plain words), slash, send, composer-error, suggestions, suggestion
//   command-line, option-NAME, more-options, tail, leave-command, sending, failed
//   form, field-CUSTOM_ID, form-submit, form-cancel, form-error

import { avatar, h, learnColours, nameOf } from "./dom.js";
import { ask } from "./server.js";
import { Column, newPerson } from "./column.js";
import { keepTimesFresh } from "./markdown.js";

class App {
  constructor() {
    this.columns = [];
    this.front = null; // the window on show where there is room for one only
    this.place = document.getElementById("columns");
    this.tabs = document.getElementById("tabs");
    this.adder = document.getElementById("add");
    this.adder.addEventListener("click", () => this.toggleAdder());
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.panel?.remove());
    keepTimesFresh(document);
  }

  async start() {
    let people;
    try {
      people = await ask("/people");
    } catch (error) {
      this.place.replaceChildren(h("p", { class: "not-yet", role: "status" },
        `${error.message} Trying again…`));
      setTimeout(() => this.start(), 1500);
      return;
    }
    this.place.replaceChildren();
    learnColours([...people.people, people.bot]);
    const known = new Set(people.people.map((user) => user.id));
    const kept = read(location.hash).filter(({ person }) => known.has(person));
    if (kept.length) return kept.forEach((one) => this.open(one.person, one.channel, false));
    const { people: seated = [], channel = null } = people.opening ?? {};
    const first = seated.filter((id) => known.has(id));
    for (const id of first.length ? first : [...known].slice(0, 1)) this.open(id, channel, true);
    if (channel) this.columns[0]?.hint(people.opening.words);
    else this.awaitOpening(this.columns[0]);
  }

  /** The table is still being laid: go there when it is ready, unless somebody went elsewhere. */
  async awaitOpening(column, began = null) {
    if (!column || !this.columns.includes(column)) return;
    began ??= column.channel;
    if (began !== column.channel) return;
    const { opening } = await ask("/people").catch(() => ({}));
    const ready = opening?.channel && opening.people?.[0] === column.person.id;
    if (ready && began === column.channel && column.person.channels.has(opening.channel)) {
      column.go(opening.channel);
      column.hint(opening.words);
      return;
    }
    setTimeout(() => this.awaitOpening(column, began), 1000);
  }

  open(person, channel, fresh) {
    const column = new Column(person, channel, {
      fresh,
      actions: {
        changed: () => this.changed(),
        close: (one) => this.close(one),
        people: () => this.people(),
        addPerson: (name) => ask("/people", { name }),
      },
    });
    column.el.addEventListener("focusin", () => this.bringForward(column));
    this.columns.push(column);
    this.place.append(column.el);
    this.bringForward(column);
    return column;
  }

  close(column) {
    if (this.columns.length === 1) return;
    column.close();
    this.columns = this.columns.filter((one) => one !== column);
    if (this.front === column) this.bringForward(this.columns[0]);
    this.changed();
  }

  async people() {
    const { people } = await ask("/people");
    learnColours(people);
    return people;
  }

  bringForward(column) {
    if (this.front === column) return;
    this.front = column;
    for (const one of this.columns) one.el.classList.toggle("front", one === column);
    this.changed();
  }

  /** Somebody moved: the address, the tabs and the title follow. */
  changed() {
    document.body.dataset.columns = String(this.columns.length);
    const places = this.columns.filter((one) => one.channel).map((one) => `${one.person.id}/${one.channel}`);
    if (places.length) history.replaceState(null, "", `#${places.join("+")}`);
    const waiting = this.columns.reduce((sum, one) => sum + one.waiting, 0);
    document.title = `${waiting ? `(${waiting}) ` : ""}Herald sandbox`;
    this.drawTabs();
  }

  drawTabs() {
    this.tabs.hidden = this.columns.length < 2;
    this.tabs.replaceChildren(...this.columns.map((column) => {
      const user = column.person.me ?? { id: column.person.id, username: "…" };
      return h("button", {
        class: "tab", type: "button", "data-testid": "tab", "data-person": user.id,
        "aria-pressed": String(column === this.front),
        onclick: () => this.bringForward(column),
      }, avatar(user, "tiny"), nameOf(user),
      column.waiting ? h("span", { class: "badge" }, String(column.waiting)) : null);
    }));
  }

  async toggleAdder() {
    if (this.panel?.isConnected) return this.panel.remove();
    const add = (id) => {
      this.panel.remove();
      this.open(id, this.front?.channel ?? null, true);
    };
    const people = await this.people();
    const open = new Set(this.columns.map((column) => column.person.id));
    this.panel = h("div",
      { class: "panel personas adder", role: "dialog", "aria-label": "Open a window for",
        "data-testid": "add-personas" },
      people.map((user) => h("button", {
        class: "persona-choice", type: "button", "data-testid": "persona-choice",
        "data-person": user.id,
        onclick: () => add(user.id),
      }, avatar(user, "small"), nameOf(user),
      open.has(user.id) ? h("span", { class: "hint" }, " already open") : null)),
      newPerson((name) => ask("/people", { name }), add));
    document.body.append(this.panel);
    this.panel.querySelector("button").focus();
  }

  /** Another address was typed or a bookmark chosen. */
  follow() {
    const wanted = read(location.hash);
    if (!wanted.length) return;
    for (const column of this.columns) column.close();
    this.columns = [];
    this.front = null;
    for (const one of wanted) this.open(one.person, one.channel, false);
  }
}

function read(hash) {
  return hash.replace(/^#/, "").split("+").map((part) => part.split("/"))
    .filter(([person]) => /^\d+$/.test(person))
    .map(([person, channel = null]) => ({ person, channel }));
}

new App().start();
