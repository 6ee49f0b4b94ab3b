// A picture at its full size, over everything.

import { h, trapFocus } from "./dom.js";

/** Show a picture; Escape or a press beside it goes back to where one was. */
export function openLightbox(source, words, opener) {
  const image = h("img", { src: source, alt: words });
  const stage = h("div",
    { class: "stage", tabindex: "0", "aria-label": "The picture; scroll to look around" }, image);
  const close = () => {
    box.remove();
    opener?.focus();
  };
  const zoom = h("button", { type: "button", "aria-pressed": "false" }, "Actual size");
  const turn = () => {
    const whole = stage.classList.toggle("actual");
    zoom.setAttribute("aria-pressed", String(whole));
    zoom.textContent = whole ? "Fit to window" : "Actual size";
  };
  zoom.addEventListener("click", turn);
  image.addEventListener("click", turn);
  const box = h("div", {
    class: "lightbox", role: "dialog", "aria-modal": "true", "aria-label": words || "Picture",
    "data-testid": "lightbox",
    onkeydown: (event) => {
      if (event.key === "Escape") close();
      trapFocus(box, event);
      event.stopPropagation();
    },
    onclick: (event) => (event.target === box || event.target === stage) && close(),
  },
    h("div", { class: "lightbox-bar" }, h("span", { class: "lightbox-words" }, words), zoom,
      h("a", { href: source, target: "_blank", rel: "noopener" }, "Open in a tab"),
      h("button", { type: "button", onclick: close, "data-testid": "close-lightbox" }, "Close")),
    stage);
  document.body.append(box);
  box.querySelector("[data-testid=close-lightbox]").focus();
}
