// Pictures and files. Only what the sandbox itself keeps is ever fetched.

import { h } from "./dom.js";
import { openLightbox } from "./lightbox.js";

const PICTURE_WIDTH = 550;
const PICTURE_HEIGHT = 420;

/** The address of something the sandbox itself keeps; pictures from elsewhere are not fetched. */
function ownAddress(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return null;
  }
  const loopback = ["127.0.0.1", "localhost"].includes(url.hostname);
  if (url.origin !== location.origin && !(loopback && url.port === location.port)) return null;
  return url.pathname + url.search;
}

/** A file under a message: a picture, or a card to fetch it by. */
export function attachment(file) {
  const image = (file.content_type ?? "").startsWith("image/")
    || /\.(png|webp|jpe?g|gif)$/i.test(file.filename);
  const source = ownAddress(file.url);
  if (image && source) return picture(file, source);
  return h("div", { class: "file", "data-testid": "file" },
    h("span", { "aria-hidden": "true" }, "▤ "),
    source ? h("a", { href: source, download: file.filename }, file.filename) : file.filename,
    h("span", { class: "hint" }, sizeOf(file.size)));
}

function sizeOf(bytes) {
  if (!(bytes >= 0)) return "";
  return bytes < 1024 ? `${bytes} bytes` : bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / 1048576).toFixed(1)} MiB`;
}

function picture(file, source) {
  const words = file.description ?? file.filename;
  const image = sized(h("img", { src: source, alt: words }), file);
  const covered = file.filename.startsWith("SPOILER_");
  const open = h("button", {
    class: `picture${covered ? " covered" : ""}`, type: "button", "data-testid": "picture",
    title: file.description,
    "aria-label": covered ? "A hidden picture: press to show" : `Open full size: ${words}`,
    onclick: () => (open.classList.contains("covered") ? open.classList.remove("covered")
      : openLightbox(source, file.description ?? "", open)),
  }, image);
  return h("figure", { class: "attachment" }, open, file.description && altBadge(file.description));
}

/** The room a picture will need is kept free, so that nothing jumps when it arrives. */
function sized(image, { width, height }) {
  if (!(width > 0 && height > 0)) return image;
  const scale = Math.min(1, PICTURE_WIDTH / width, PICTURE_HEIGHT / height);
  image.width = Math.round(width * scale);
  image.height = Math.round(height * scale);
  image.style.aspectRatio = `${width} / ${height}`;
  return image;
}

function altBadge(words) {
  const text = h("figcaption", { class: "alt-words", hidden: true }, words);
  const badge = h("button", {
    class: "alt", type: "button", title: words, "aria-label": "Describe this picture",
    "aria-expanded": "false",
    "data-testid": "alt",
    onclick: () => {
      text.hidden = !text.hidden;
      badge.setAttribute("aria-expanded", String(!text.hidden));
    },
  }, "ALT");
  return [badge, text];
}

/** A picture inside an embed or a layout: `kind` is its class. */
export function shown(media, kind, words = media?.description ?? "") {
  if (!media?.url) return null;
  const source = ownAddress(media.proxy_url ?? media.url);
  if (!source) return h("div", { class: "hint" }, "(a picture from elsewhere, not fetched)");
  const image = h("img", { src: source, alt: words });
  const open = h("button", {
    class: `picture ${kind}`, type: "button", "data-testid": "picture", title: words || null,
    "aria-label": `Open full size${words ? `: ${words}` : ""}`,
    onclick: () => openLightbox(source, words, open),
  }, kind === "thumbnail" ? image : sized(image, media));
  if (kind === "thumbnail" || !words) return open;
  return h("figure", { class: "attachment" }, open, altBadge(words));
}
