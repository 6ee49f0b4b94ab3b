// One message: author, words, pictures, embeds, buttons and menus.

import { avatar, h, nameOf } from "./dom.js";
import { controls } from "./components.js";
import { link, markdown, plainly, when } from "./markdown.js";
import { attachment, shown } from "./media.js";

const EPHEMERAL = 64;
const LOADING = 128;
const SILENT = 4096;

const SYSTEM = {
  3: () => "changed the call",
  4: (message) => `changed the channel name: ${message.content}`,
  6: () => "pinned a message. It is listed under Pins.",
  7: () => "joined the server.",
  18: (message) => `started a thread: ${message.content}`,
};

/** A message as an article. `world` is the person's side: users, channels, what to do on a press. */
export function messageArticle(message, world) {
  if (message.type in SYSTEM) return systemLine(message, world);
  const told = message.type === 21 && message.referenced_message ? message.referenced_message : message;
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const author = world.users.get(told.author.id) ?? told.author;
  const name = nameOf(author);
  const pinged = (message.mentions ?? []).some((user) => user.id === world.me?.id);
  return h("article", {
    class: `message${ephemeral ? " ephemeral" : ""}${pinged ? " pinged" : ""}`,
    "data-testid": "message", "data-message": message.id, "data-author": told.author.id,
    "data-ephemeral": String(ephemeral), "aria-label": `${name}, ${when(new Date(told.timestamp))}`,
  },
    origin(message, world),
    avatar(author),
    h("div", { class: "body" }, byline(told, name), ...contents(told, world),
      ephemeral && ephemeralFoot(message, world)));
}

function systemLine(message, world) {
  return h("article", { class: "message system", "data-testid": "message",
    "data-message": message.id },
    h("span", { class: "system-mark", "aria-hidden": "true" }, "›"),
    h("div", { class: "body" },
      h("strong", {}, nameOf(world.users.get(message.author.id) ?? message.author)), " ",
      plainly(SYSTEM[message.type](message), world), " ", clock(message)));
}

/** The line above: what is replied to, or which command brought this. */
function origin(message, world) {
  const cause = message.interaction_metadata ?? (typeof message.interaction === "object" ? message.interaction : null);
  const command = cause?.name ?? message.interaction?.name;
  if (command && cause?.user) {
    return h("div", { class: "origin" }, ...signature(cause.user, world),
      " used ", h("span", { class: "mention" }, `/${command}`));
  }
  if (message.type !== 19 && !(message.type === 0 && message.referenced_message)) return null;
  const first = message.referenced_message;
  if (!first) return h("div", { class: "origin" }, h("i", {}, "The first message was deleted"));
  const place = { channel: first.channel_id, message: first.id };
  const words = plainly(first.content || (first.embeds?.[0]?.title ?? "A message without words"),
    world);
  return h("button", { class: "origin", type: "button", "data-testid": "reply",
    onclick: () => world.jump(place) },
    ...signature(first.author, world), " ", h("span", { class: "excerpt" }, words));
}

function signature(user, world) {
  const known = world.users.get(user.id) ?? user;
  return [avatar(known, "tiny"), h("b", {}, nameOf(known))];
}

function clock(message) {
  const date = new Date(message.timestamp);
  const today = date.toDateString() === new Date().toDateString();
  return h("time", { class: "clock", datetime: date.toISOString(), title: when(date, "F") },
    today ? when(date, "t") : `${when(date, "d")} ${when(date, "t")}`);
}

function byline(message, name) {
  return h("header", { class: "byline" }, h("span", { class: "author" }, name),
    message.author.bot && h("span", { class: "tag" }, "APP"), clock(message),
    Boolean(message.flags & SILENT) && h("span", { class: "hint", title: "Sent without a ping" },
      "silent"));
}

function contents(message, world) {
  if (message.flags & LOADING) {
    return [h("div", { class: "thinking", role: "status", "data-testid": "thinking" },
      dots(), `${nameOf(message.author)} is thinking…`)];
  }
  const edited = message.edited_timestamp
    && h("span", { class: "hint edited", title: when(new Date(message.edited_timestamp), "F") },
      "(edited)");
  const embedded = new Set((message.embeds ?? []).flatMap((embed) => [embed.image?.url,
    embed.thumbnail?.url]));
  const files = (message.attachments ?? []).filter((file) => !embedded.has(file.url));
  const words = message.content ? signed(h("div", { class: "words" },
    markdown(message.content, world)), edited) : edited;
  return [words, ...files.map(attachment),
    ...(message.embeds ?? []).map((embed) => embedBox(embed, world)),
    ...controls(message, world), failure(message, world), threadCard(message, world)];
}

/** The mark of an edit follows the last words, where they are a plain line. */
function signed(words, edited) {
  const last = words.lastElementChild;
  if (edited) (last?.matches(".line, .subtext") ? last : words).append(edited);
  return words;
}

export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"),
  h("i"));

function failure(message, world) {
  const why = world.failures.get(message.id);
  return why ? h("div", { class: "failure", role: "alert" }, why) : null;
}

function ephemeralFoot(message, world) {
  return h("footer", { class: "only-you" }, h("span", { "aria-hidden": "true" }, "◉ "),
    "Only you can see this · ",
    h("button", { class: "plain", type: "button", "data-testid": "dismiss",
      onclick: () => world.dismiss(message) }, "Dismiss"));
}

function threadCard(message, world) {
  if (!message.thread || message.thread.id === world.place) return null;
  const thread = world.channels.get(message.thread.id) ?? message.thread;
  return h("button", {
    class: "thread-card", type: "button", "data-testid": "thread-card",
    onclick: () => world.jump({ channel: thread.id, message: null }),
  }, h("b", {}, thread.name), h("span", {}, "Open the thread ›"));
}

// -- embeds ----------------------------------------------------------------------------------

function embedBox(embed, world) {
  const colour = typeof embed.color === "number" ? `#${embed.color.toString(16).padStart(6, "0")}` : "";
  const box = h("section", { class: "embed", "data-testid": "embed" },
    h("div", { class: "embed-words" },
      embed.author?.name && h("div", { class: "embed-author" },
        titled(embed.author.name, embed.author.url)),
      embed.title && h("div", { class: "embed-title" },
        titled(markdown(embed.title, world), embed.url)),
      embed.description && h("div", { class: "words" }, markdown(embed.description, world)),
      ...fieldRows(embed.fields ?? [], world)),
    shown(embed.thumbnail, "thumbnail"),
    shown(embed.image, "embed-image"),
    embedFoot(embed));
  if (colour) box.style.setProperty("--bar", colour);
  return box;
}

const titled = (words, address) => (address ? link(address, words) : h("span", {}, words));

/** Inline fields stand up to three side by side, as Discord sets them. */
function fieldRows(fields, world) {
  const rows = [];
  for (const field of fields) {
    const row = rows[rows.length - 1];
    if (field.inline && row?.inline && row.fields.length < 3) row.fields.push(field);
    else rows.push({ inline: Boolean(field.inline), fields: [field] });
  }
  return rows.map((row) => h("div", { class: "fields" }, row.fields.map((field) =>
    h("div", { class: "field" }, h("div", { class: "field-name" }, markdown(field.name, world)),
      h("div", { class: "words" }, markdown(field.value, world))))));
}

function embedFoot(embed) {
  const parts = [embed.footer?.text,
    embed.timestamp && when(new Date(embed.timestamp))].filter(Boolean);
  return parts.length ? h("div", { class: "embed-foot" }, parts.join(" · ")) : null;
}
