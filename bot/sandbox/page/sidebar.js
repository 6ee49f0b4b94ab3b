// The channels a person can see: rooms with their threads, direct messages, and who one is.

import { avatar, h, nameOf } from "./dom.js";
import { CATEGORY, DM, isThread } from "./person.js";

const byPlace = (one, other) => (one.position ?? 0) - (other.position ?? 0);
const isArchived = (channel) => Boolean(channel.thread_metadata?.archived);

/** The name a person sees for a channel. */
export function channelName(channel, me) {
  if (channel.type !== DM) return channel.name ?? "unnamed";
  return (channel.recipients ?? []).filter((user) => user.id !== me?.id).map(nameOf).join(", ") || "Direct message";
}

export class Sidebar {
  /** `actions`: go(channel), message(user), settings(body), away(yes). */
  constructor(person, actions) {
    this.person = person;
    this.actions = actions;
    this.showArchived = new Set();
    this.el = h("nav", { class: "sidebar", "aria-label": "Channels", "data-testid": "sidebar" });
  }

  draw(current) {
    const { person } = this;
    const focused = this.el.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
    const all = [...person.channels.values()];
    const dms = all.filter((channel) => channel.type === DM);
    this.el.replaceChildren(
      h("div", { class: "server" }, h("span", { class: "server-name" }, person.guild.name)),
      h("div", { class: "channels" }, this.rooms(all, current),
        h("h2", { class: "group" }, "Direct messages"),
        dms.map((channel) => this.row(channel, current)), this.firstDm(dms)),
      this.card());
    if (focused) this.el.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  }

  rooms(all, current) {
    const tops = all.filter((channel) => channel.type !== DM && !isThread(channel) && channel.type !== CATEGORY);
    const groups = all.filter((channel) => channel.type === CATEGORY).sort(byPlace);
    const of = (parent) => tops.filter((channel) => (channel.parent_id ?? null) === parent).sort(byPlace)
      .flatMap((channel) => this.withThreads(channel, all, current));
    const known = new Set(groups.map((group) => group.id));
    const loose = tops.filter((channel) => !known.has(channel.parent_id)).sort(byPlace);
    return [h("h2", { class: "group" }, "Channels"),
      loose.flatMap((channel) => this.withThreads(channel, all, current)),
      groups.map((group) => [h("h2", { class: "group" }, group.name), of(group.id)])];
  }

  withThreads(channel, all, current) {
    const threads = all.filter((one) => isThread(one) && one.parent_id === channel.id);
    const live = threads.filter((thread) => !isArchived(thread) || thread.id === current);
    const old = threads.filter((thread) => isArchived(thread) && thread.id !== current);
    const open = this.showArchived.has(channel.id);
    const toggle = () => {
      if (open) this.showArchived.delete(channel.id);
      else this.showArchived.add(channel.id);
      this.draw(current);
    };
    return [this.row(channel, current), live.map((thread) => this.row(thread, current)),
      old.length ? h("button",
        { class: "archived-toggle", type: "button", "aria-expanded": String(open),
          "data-testid": "archived", onclick: toggle },
        `${open ? "▾" : "▸"} ${old.length} archived ${old.length === 1 ? "thread" : "threads"}`) : null,
      open ? old.map((thread) => this.row(thread, current)) : null];
  }

  row(channel, current) {
    const { person } = this;
    const mark = person.unread.get(channel.id);
    const name = channelName(channel, person.me);
    const here = channel.id === current;
    const count = mark ? mark.mentions || (channel.type === DM ? mark.count : 0) : 0;
    const classes = ["channel", isThread(channel) && "thread", here && "here", mark && "unread",
      isArchived(channel) && "old"];
    const words = `${name}${isThread(channel) ? ", thread" : ""}${mark ? `, unread${count ? ` ${count}` : ""}` : ""}`;
    return h("button", {
      class: classes.filter(Boolean).join(" "), type: "button",
      "aria-current": here ? "page" : null, "aria-label": words,
      "data-testid": "channel", "data-channel": channel.id,
      onclick: () => this.actions.go(channel.id),
    }, this.face(channel), h("span", { class: "channel-name" }, name),
    count ? h("span", { class: "badge" }, String(count)) : null);
  }

  face(channel) {
    if (channel.type === DM) {
      const other = (channel.recipients ?? []).find((user) => user.id !== this.person.id);
      return avatar(this.person.users.get(other?.id) ?? other ?? {}, "small");
    }
    return h("span", { class: "channel-mark", "aria-hidden": "true" },
      isThread(channel) ? "╰" : "#");
  }

  /** Without a conversation with the bot there is still a way to begin one. */
  firstDm(dms) {
    const bots = [...this.person.users.values()].filter((user) => user.bot);
    const spoken = new Set(dms.flatMap((channel) => (channel.recipients ?? []).map((user) => user.id)));
    return bots.filter((bot) => !spoken.has(bot.id)).map((bot) => h("button", {
      class: "channel", type: "button", "data-testid": "start-dm",
      onclick: () => this.actions.message(bot.id),
    }, avatar(bot, "small"), h("span", { class: "channel-name hint" }, `Message ${nameOf(bot)}`)));
  }

  card() {
    const { person, actions } = this;
    if (!person.me) return null;
    const open = person.dms !== "closed";
    const dms = h("input", {
      type: "checkbox", checked: open, "data-testid": "dms-open",
      onchange: () => actions.settings({ dms: dms.checked ? "open" : "closed" }),
    });
    return h("div", { class: "me" }, avatar(person.me),
      h("div", { class: "me-words" }, h("b", {}, nameOf(person.me)),
        h("label", { class: "hint" }, dms, " DMs open")),
      leaving(person, actions));
  }
}

/** Leaving the server asks once: seats become free by it. */
function leaving(person, actions) {
  const place = h("span", {});
  const plain = (words, onclick, testid) => h("button",
    { class: "plain", type: "button", "data-testid": testid, onclick }, words);
  const usual = () => place.replaceChildren(person.away
    ? plain("Rejoin", () => actions.away(false), "leave")
    : plain("Leave", sure, "leave"));
  const sure = () => {
    place.replaceChildren("Leave the server? ", plain("Leave", () => actions.away(true), "leave-sure"),
      " · ", plain("Stay", usual, "leave-stay"));
    place.querySelector("[data-testid=leave-stay]").focus();
  };
  usual();
  return place;
}
