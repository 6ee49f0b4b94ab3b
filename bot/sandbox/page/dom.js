// Small helpers around the document. Content only ever enters as text nodes.

/** An element with properties and children; strings become text, null and false nothing. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** Put `nodes` into `parent` in this order, moving as little as possible (focus survives). */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, at) => {
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null);
  });
}

let counter = 0;
/** An id that no other element has: for labels and descriptions. */
export const freshId = (stem) => `${stem}-${++counter}`;

/** Discord's ids grow with time; as text the longer is the later. */
export function later(one, other) {
  if (one.length !== other.length) return one.length > other.length;
  return one > other;
}

export const nameOf = (user) => user?.global_name || user?.username || "someone";

const PALETTE = ["#8c4a2f", "#3d6b8e", "#5b7a3a", "#7a4a86", "#a8792b", "#2f7d74", "#9b3d52"];

const known = new Map();
/** Remember people's colours: a message's author comes without one. */
export function learnColours(people) {
  for (const user of people) if (user?.avatar_color) known.set(user.id, user.avatar_color);
}

function colourOf(user) {
  const given = user.avatar_color ?? known.get(user.id);
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  if (/^#[0-9a-f]{6}$/i.test(given ?? "")) return given;
  const sum = [...String(user.id ?? "")].reduce((total, digit) => total + digit.charCodeAt(0), 0);
  return PALETTE[sum % PALETTE.length];
}

function isPale(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

/** A round badge with a person's initials. */
export function avatar(user, size = "") {
  const initials = nameOf(user)
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
  const badge = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, initials);
  const colour = colourOf(user ?? {});
  badge.style.background = colour;
  badge.style.color = isPale(colour) ? "#16130e" : "#fff";
  return badge;
}

/** Keep Tab inside a dialog. */
export function trapFocus(dialog, event) {
  if (event.key !== "Tab") return;
  const stops = [...dialog.querySelectorAll("button, input, textarea, select, a[href]")].filter(
    (stop) => !stop.disabled && stop.offsetParent !== null,
  );
  if (!stops.length) return;
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (event.shiftKey && document.activeElement === first) last.focus();
  else if (!event.shiftKey && document.activeElement === last) first.focus();
  else return;
  event.preventDefault();
}
