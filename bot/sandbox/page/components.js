// Buttons and menus under a message, and the newer layout components.

import { h, nameOf } from "./dom.js";
import { jumpOf, link, markdown } from "./markdown.js";
import { shown } from "./media.js";
import { emoji, Menu } from "./menu.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link",
  6: "secondary" };

/** All of a message's components. */
export function controls(message, world) {
  return (message.components ?? []).map((one) => part(one, message, world));
}

/** One component by Discord's type number; what we do not know says so. */
function part(one, message, world) {
  const inside = () => (one.components ?? []).map((child) => part(child, message, world));
  const make = PARTS[one.type];
  if (make) return make(one, message, world, inside);
  return h("div", { class: "hint" }, `(component ${one.type} is not shown here)`);
}

const PARTS = {
  1: (one, message, world, inside) => h("div", { class: "row", role: "group" }, inside()),
  2: button,
  3: menu,
  5: menu, 6: menu, 7: menu, 8: menu,
  9: (one, message, world, inside) => h("div", { class: "section" }, h("div", {}, inside()),
    one.accessory && part(one.accessory, message, world)),
  10: (one, message, world) => h("div", { class: "words" }, markdown(one.content ?? "", world)),
  11: (one) => shown(one.media, "thumbnail", one.description ?? ""),
  12: (one) => h("div", { class: "gallery" },
    (one.items ?? []).map((item) => shown(item.media, "embed-image", item.description ?? ""))),
  13: (one) => h("div", { class: "file" }, one.name ?? one.file?.url?.split("/").pop() ?? "file"),
  14: (one) => (one.divider === false ? h("div", { class: "gap" }) : h("hr")),
  17: container,
};

function container(one, message, world, inside) {
  const box = h("div", { class: "embed container" }, inside());
  if (typeof one.accent_color === "number") {
    box.style.setProperty("--bar", `#${one.accent_color.toString(16).padStart(6, "0")}`);
  }
  return box;
}

function button(one, message, world) {
  const label = [emoji(one.emoji), one.label ? h("span", {}, one.label) : null];
  const style = `button ${STYLES[one.style] ?? "secondary"}`;
  if (one.style === 5) return linkButton(one, label, style, world);
  const busy = world.isBusy(message, one.custom_id);
  return h("button", {
    class: style, type: "button", "data-testid": "button", "data-custom": one.custom_id,
    disabled: Boolean(one.disabled),
    "aria-busy": busy ? "true" : null, "aria-label": one.label ? null : one.emoji?.name,
    onclick: () => world.press(message, one.custom_id),
  }, label);
}

function linkButton(one, label, style, world) {
  const place = jumpOf(one.url);
  if (place && world.channels.has(place.channel)) {
    return h("button", { class: style, type: "button", "data-testid": "button",
      onclick: () => world.jump(place) }, label);
  }
  const anchor = link(one.url, ...label.filter(Boolean),
    h("span", { "aria-hidden": "true" }, " ↗"));
  anchor.className = style;
  return anchor;
}

function menu(one, message, world) {
  return new Menu({
    options: optionsOf(one, world),
    placeholder: one.placeholder,
    min: one.min_values ?? 1,
    max: one.max_values ?? 1,
    disabled: one.disabled,
    busy: world.isBusy(message, one.custom_id),
    commit: (values) => world.press(message, one.custom_id, values),
  }).el;
}

/** A menu's choices; those for people, roles and channels are made from what the person knows. */
export function optionsOf(one, world) {
  if (one.type === 3) return one.options ?? [];
  const preset = new Set((one.default_values ?? []).map((value) => value.id));
  const pick = (list) =>
    list.map(([value, label]) => ({ value, label, default: preset.has(value) }));
  const users = [...world.users.values()].map((user) => [user.id, nameOf(user)]);
  const roles = (world.guild.roles ?? []).map((role) => [role.id, `@${role.name}`]);
  const channels = [...world.channels.values()].filter((one) => one.name)
    .map((one) => [one.id, `#${one.name}`]);
  return pick({ 5: users, 6: roles, 7: [...users, ...roles], 8: channels }[one.type] ?? []);
}
