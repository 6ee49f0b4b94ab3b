// Discord's markdown as nodes. Nothing is ever parsed as HTML.

import { h, nameOf } from "./dom.js";

const UNITS = [
  ["year", 31557600], ["month", 2629800], ["week", 604800], ["day", 86400],
  ["hour", 3600], ["minute", 60], ["second", 1],
];
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

export function when(date, style = "f") {
  if (Number.isNaN(date.getTime())) return "an unknown time";
  if (style === "R") return ago(date);
  return new Intl.DateTimeFormat("en-GB", STYLES[style] ?? STYLES.f).format(date);
}

function ago(date) {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[6];
  return relative.format(Math.round(seconds / size), unit);
}

/** Relative times grow older while one looks at them. */
export function keepTimesFresh(root) {
  setInterval(() => {
    for (const time of root.querySelectorAll('time[data-style="R"]')) {
      time.textContent = ago(new Date(time.dateTime));
    }
  }, 10_000);
}

function timestamp(seconds, style) {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const props = { datetime: date.toISOString(), "data-style": style ?? "f",
    title: when(date, "F") };
  return h("time", { class: "stamp", ...props }, when(date, style));
}

/** Links go to the web only; anything else stays text. */
export function link(address, ...children) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return h("span", {}, ...children);
  }
  if (!["http:", "https:"].includes(url.protocol)) return h("span", {}, ...children);
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?$/;

/** The place in the server that an address of Discord's own means, if it means one. */
export function jumpOf(address) {
  const found = JUMP.exec(address);
  return found && { channel: found[1], message: found[2] ?? null };
}

function address(text, label, world) {
  const place = jumpOf(text);
  if (!place || !world.channels.has(place.channel)) return link(text, ...label);
  const name = `#${world.channels.get(place.channel).name ?? "direct message"}`;
  const words = label.length === 1 && label[0] === text ? [place.message ? `${name} › message` : name] : label;
  return h("button", { class: "mention", type: "button", onclick: () => world.jump(place) },
    ...words);
}

function spoiler(children) {
  const cover = h("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": "Hidden words: press to show",
  }, h("span", { class: "spoiler-words" }, ...children));
  const show = (event) => {
    if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
    cover.classList.add("shown");
    cover.removeAttribute("aria-label");
    cover.removeAttribute("role");
    event.preventDefault();
  };
  cover.addEventListener("click", show, { once: true });
  cover.addEventListener("keydown", show);
  return cover;
}

function person(id, world) {
  const user = world.users.get(id);
  const mine = id === world.me?.id ? " me" : "";
  return h("span", { class: `mention${mine}` }, `@${user ? nameOf(user) : "unknown"}`);
}

function channel(id, world) {
  const place = world.channels.get(id);
  if (!place) return h("span", { class: "mention" }, "#unknown");
  return h("button", {
    class: "mention", type: "button", onclick: () => world.jump({ channel: id, message: null }),
  }, `#${place.name}`);
}

function role(id, world) {
  const found = (world.guild.roles ?? []).find((one) => one.id === id);
  return h("span", { class: "mention" }, `@${found?.name ?? "role"}`);
}

function command(name, world) {
  return h("button", {
    class: "mention", type: "button", onclick: () => world.type(`/${name} `),
  }, `/${name}`);
}

// Each rule: where it may begin, and what it makes of the match. The first that fits wins.
const INLINE = [
  [/^\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/^(`+)([^]*?[^`])\1(?!`)/, (m) => h("code", {}, m[2].trim() || m[2])],
  [/^\|\|([^]+?)\|\|/, (m, world) => spoiler(inline(m[1], world))],
  [/^\*\*\*([^]+?)\*\*\*(?!\*)/, (m, world) => h("strong", {}, h("em", {}, inline(m[1], world)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, world) => h("strong", {}, inline(m[1], world))],
  [/^__([^]+?)__(?!_)/, (m, world) => h("u", {}, inline(m[1], world))],
  [/^~~([^]+?)~~/, (m, world) => h("s", {}, inline(m[1], world))],
  [/^\*(?!\s)((?:\*\*[^]+?\*\*|[^*])+?)(?<!\s)\*(?!\*)/,
    (m, world) => h("em", {}, inline(m[1], world))],
  [/^_((?:__[^]+?__|[^_])+?)_(?![\w_])/, (m, world) => h("em", {}, inline(m[1], world))],
  [/^<@!?(\d+)>/, (m, world) => person(m[1], world)],
  [/^<@&(\d+)>/, (m, world) => role(m[1], world)],
  [/^<#(\d+)>/, (m, world) => channel(m[1], world)],
  [/^<\/([^:>]{1,100}):\d+>/, (m, world) => command(m[1], world)],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => timestamp(m[1], m[2])],
  [/^<a?(:\w+:)\d+>/, (m) => m[1]],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
  (m, world) => address(m[2], inline(m[1], world), world)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, world) => address(m[1], [m[1]], world)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m, world) => address(m[0], [m[0]], world)],
  [/^@(everyone|here)\b/, (m) => h("span", { class: "mention" }, m[0])],
];
const MAY_BEGIN = /[\\`|*_~<[@h]/;

/** Markdown within a line (or several), as nodes. */
export function inline(text, world) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const taken = MAY_BEGIN.test(text[at]) && startWord(text, at) ? begin(text.slice(at),
      world) : null;
    if (!taken) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(taken.node);
    at += taken.length;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

/** An underscore or an address inside a word means nothing: `fog_of_war`. */
function startWord(text, at) {
  return !(/[_h]/.test(text[at]) && at > 0 && /\w/.test(text[at - 1]));
}

function begin(rest, world) {
  for (const [rule, make] of INLINE) {
    const match = rule.exec(rest);
    if (match) return { node: make(match, world), length: match[0].length };
  }
  return null;
}

const LIST = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** A whole message or description, as block nodes. */
export function markdown(text, world) {
  const nodes = [];
  const parts = text.split(/```(?:([\w+-]*)\n)?([^]*?)```/);
  for (let at = 0; at < parts.length; at += 3) {
    // The line break next to a code block belongs to the block.
    let words = at > 0 ? parts[at].replace(/^\n/, "") : parts[at];
    if (at + 2 < parts.length) words = words.replace(/\n$/, "");
    if (words) nodes.push(...blocks(words.split("\n"), world));
    if (at + 2 < parts.length) {
      nodes.push(h("pre", { tabindex: "0" }, h("code", {}, parts[at + 2].replace(/\n$/, ""))));
    }
  }
  return nodes;
}

function blocks(lines, world) {
  const nodes = [];
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(h("div", { class: "line" }, inline(plain.join("\n"), world)));
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const [node, used] = block(lines, at, world);
    if (node) {
      flush();
      nodes.push(node);
      at += used;
    } else plain.push(lines[at++]);
  }
  flush();
  return nodes;
}

/** The block that begins at this line and how many lines it takes; none for plain words. */
function block(lines, at, world) {
  const line = lines[at];
  const heading = /^(#{1,3})\s+(.+)$/.exec(line);
  if (heading) return [h(`h${heading[1].length + 3}`, {}, inline(heading[2], world)), 1];
  if (/^-#\s+\S/.test(line)) return [h("small", { class: "subtext" },
    inline(line.slice(2).trim(), world)), 1];
  if (line.startsWith(">>> ")) {
    const rest = [line.slice(4), ...lines.slice(at + 1)];
    return [h("blockquote", {}, blocks(rest, world)), rest.length];
  }
  if (/^>\s/.test(line)) {
    const quoted = taking(lines, at, (one) => /^>\s/.test(one));
    return [h("blockquote", {}, blocks(quoted.map((one) => one.slice(2)), world)), quoted.length];
  }
  if (LIST.test(line)) {
    const kind = /^\d/.test(line);
    const same = (one) => LIST.test(one) && (/^\s/.test(one) || /^\d/.test(one) === kind);
    const items = taking(lines, at, same);
    return [list(items.map((one) => LIST.exec(one)), world), items.length];
  }
  return [null, 0];
}

function taking(lines, at, fits) {
  const end = lines.findIndex((line, index) => index >= at && !fits(line));
  return lines.slice(at, end < 0 ? lines.length : end);
}

/** Nested lists by their indentation. */
function list(items, world) {
  const depth = items[0][1].length;
  const numbered = /\d/.test(items[0][2]);
  const box = h(numbered ? "ol" : "ul", numbered ? { start: parseInt(items[0][2], 10) } : {});
  for (let at = 0; at < items.length; ) {
    if (items[at][1].length > depth && box.lastChild) {
      const end = items.findIndex((item, index) => index > at && item[1].length <= depth);
      const inner = items.slice(at, end < 0 ? items.length : end);
      box.lastChild.append(list(inner, world));
      at += inner.length;
    } else box.append(h("li", {}, inline(items[at++][3], world)));
  }
  return box;
}

/** One line without any marks: for reply lines and notices. */
export function plainly(text, world) {
  return text
    .replace(/<@!?(\d+)>/g, (_, id) => `@${nameOf(world.users.get(id))}`)
    .replace(/<#(\d+)>/g, (_, id) => `#${world.channels.get(id)?.name ?? "unknown"}`)
    .replace(/<t:(-?\d+)(?::(\w))?>/g, (_, at, style) => when(new Date(at * 1000), style))
    .replace(/\|\|[^]+?\|\|/g, "▮▮▮")
    .replace(/```(?:\w+\n)?|\*\*|__|~~|`|^-# |^#{1,3} |^>>? ?/gm, "")
    .replace(/(^|[\s(])([*_])(\S[^*_]*)\2/g, "$1$3")
    .replace(/\s+/g, " ");
}
