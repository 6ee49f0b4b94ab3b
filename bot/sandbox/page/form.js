// A form that the bot opens: Discord calls it a modal.

import { freshId, h, trapFocus } from "./dom.js";
import { optionsOf } from "./components.js";
import { markdown } from "./markdown.js";
import { Menu } from "./menu.js";

const PARAGRAPH = 2;

/** One thing to fill in: its element, whether it may stay empty, and its answer in Discord's shape. */
function field(one, world, label) {
  if (one.type === 4) return textField(one, label);
  if (one.type === 21 || one.type === 22) return tickField(one);
  if (one.type === 23) return checkbox(one);
  if ([3, 5, 6, 7, 8].includes(one.type)) return menuField(one, world, label);
  return { el: h("div", { class: "hint" }, `(field ${one.type} cannot be filled in here)`),
    answer: () => null, wrong: () => null };
}

function textField(one, label) {
  const props = {
    id: freshId("field"), "data-testid": `field-${one.custom_id}`, placeholder: one.placeholder,
    maxlength: one.max_length ?? 4000,
    value: one.value ?? "", "aria-label": label ?? one.label,
    "aria-required": String(one.required !== false), autocomplete: "off",
  };
  const el = one.style === PARAGRAPH
    ? h("textarea", { ...props, rows: "6" }) : h("input", { ...props, type: "text" });
  const wrong = () => {
    const length = el.value.length;
    if (one.required !== false && !el.value.trim()) return "Please fill this in.";
    if (length && one.min_length && length < one.min_length) return `At least ${one.min_length} characters, please.`;
    return null;
  };
  return { el, focus: el, wrong, changed: () => el.value !== (one.value ?? ""),
    answer: () => ({ type: 4, id: one.id, custom_id: one.custom_id, value: el.value }) };
}

function menuField(one, world, label) {
  const optional = one.required === false;
  const menu = new Menu({
    options: optionsOf(one, world), placeholder: one.placeholder,
    min: optional ? 0 : one.min_values ?? 1,
    max: one.max_values ?? 1, label, testid: `field-${one.custom_id}`,
  });
  const first = menu.values.join();
  return { el: menu.el, focus: menu.face,
    wrong: () => (menu.fits ? null : `${menu.rule()}, please.`),
    changed: () => menu.values.join() !== first,
    answer: () => ({ type: one.type, id: one.id, custom_id: one.custom_id, values: menu.values }) };
}

/** A group of round or square boxes: one answer, or several. */
function tickField(one) {
  const several = one.type === 22;
  const name = freshId("group");
  const boxes = (one.options ?? []).map((option) => h("input", {
    type: several ? "checkbox" : "radio", name, value: option.value,
    checked: Boolean(option.default),
  }));
  const el = h("div", { class: "ticks", role: several ? "group" : "radiogroup",
    "data-testid": `field-${one.custom_id}` },
    boxes.map((box, at) => h("label", {}, box,
      h("span", { class: "choice-words" }, h("span", {}, one.options[at].label),
      one.options[at].description && h("span", { class: "hint" }, one.options[at].description)))));
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const least = one.required === false ? 0 : one.min_values ?? 1;
  return { el, focus: boxes[0],
    changed: () => boxes.some((box) => box.checked !== box.defaultChecked),
    wrong: () => (values().length < least ? "Please choose." : null),
    answer: () => ({ type: one.type, id: one.id, custom_id: one.custom_id,
      ...(several ? { values: values() } : { value: values()[0] ?? null }) }) };
}

function checkbox(one) {
  const box = h("input",
    { type: "checkbox", checked: Boolean(one.default), "data-testid": `field-${one.custom_id}` });
  return { el: box, focus: box, wrong: () => null,
    changed: () => box.checked !== box.defaultChecked,
    answer: () => ({ type: 23, id: one.id, custom_id: one.custom_id, value: box.checked }) };
}

/** A top-level part of a form, with its label and the place for what is wrong with it. */
function formPart(one, world) {
  if (one.type === 10) {
    return { el: h("div", { class: "words" }, markdown(one.content ?? "", world)),
      answer: () => ({ type: 10, id: one.id }), wrong: () => null };
  }
  const inner = one.type === 18 ? one.component : one.components?.[0] ?? one;
  const label = one.type === 18 ? one.label : inner.label;
  const made = field(inner, world, label);
  const required = inner.required !== false && inner.type !== 23;
  const error = h("div", { class: "failure", role: "alert" });
  const el = h("div", { class: "form-part" },
    h("label", { class: "form-label", for: made.focus?.id || null }, label ?? "",
      required && h("span", { class: "needed", title: "needed" }, " *")),
    one.description && h("div", { class: "hint" }, one.description), made.el, error);
  const answer = () => (one.type === 18 ? { type: 18, id: one.id, component: made.answer() }
    : { type: 1, id: one.id, components: [made.answer()] });
  const wrong = () => {
    error.textContent = made.wrong() ?? "";
    return error.textContent || null;
  };
  return { el, focus: made.focus, changed: made.changed, answer, wrong };
}

/**
 * Open a form over a column. `submit(components)` sends it and may throw a sentence; the form
 * stays, with everything in it, until it was taken or given up.
 */
export function openForm(form, world, { submit, closed }) {
  const parts = (form.components ?? []).map((one) => formPart(one, world));
  const title = freshId("form");
  const error = h("div", { class: "failure", role: "alert", "data-testid": "form-error" });
  const send = h("button",
    { class: "button primary", type: "submit", "data-testid": "form-submit" }, "Submit");
  const close = () => {
    cover.remove();
    closed();
  };
  let warned = false;
  const giveUp = () => {
    if (warned || !parts.some((part) => part.changed?.())) return close();
    warned = true;
    error.textContent = "What you wrote is not sent yet. Cancel once more to throw it away.";
  };
  const sent = async (event) => {
    event.preventDefault();
    const faulty = parts.filter((part) => part.wrong());
    if (faulty.length) return faulty[0].focus?.focus();
    send.disabled = true;
    error.textContent = "";
    try {
      await submit(parts.map((part) => part.answer()));
      close();
    } catch (problem) {
      error.textContent = problem.message;
      send.disabled = false;
    }
  };
  const dialog = h("form", {
    class: "form", role: "dialog", "aria-modal": "true", "aria-labelledby": title,
    "data-testid": "form", novalidate: true,
    onsubmit: sent,
    onkeydown: (event) => {
      if (event.key === "Escape") giveUp();
      if (event.key === "Enter" && event.ctrlKey) dialog.requestSubmit();
      trapFocus(dialog, event);
    },
  },
    h("h2", { id: title }, form.title),
    h("div", { class: "form-parts" }, parts.map((part) => part.el)), error,
    h("div", { class: "form-foot" },
      h("button", { class: "button secondary", type: "button", "data-testid": "form-cancel",
        onclick: giveUp }, "Cancel"), send));
  const cover = h("div", { class: "cover" }, dialog);
  return { el: cover, focus: () => (parts.find((part) => part.focus)?.focus ?? send).focus() };
}
