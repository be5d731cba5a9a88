// @ts-check
/**
 * The fields of the panel of orders: a row, a button, an input, a list, a number.
 *
 * Each has a name that tests find and that keeps what was typed when the panel is drawn anew. Refuses to know
 * what is done with a value.
 */
import { make } from "./kit/dom.js";
import { t } from "./kit/i18n.js";

export function row(...nodes) {
  return make("div", "row", ...nodes);
}

export function button(key, does, testid, name = "") {
  const node = make("button", name, t(key));
  node.dataset.testid = testid;
  node.dataset.order = testid;
  node.addEventListener("click", does);
  return node;
}

/**
 * A question before something is done, with yes and no.
 * @param {string} words @param {() => void} does @param {() => void} forgoes @param {Node[]} more what it means
 */
export function confirmBox(words, does, forgoes, ...more) {
  const answers = row(button("yes", does, "confirm-yes", "main"), button("cancel", forgoes, "confirm-no"));
  const asked = make("p", "", make("strong", "", words));
  return make("section", { class: "confirm group", role: "alertdialog", "aria-label": words }, asked, ...more, answers);
}

/** @param {string} type @param {string} testid @returns {HTMLInputElement} */
export function input(type, testid, value = "") {
  const node = /** @type {HTMLInputElement} */ (make("input"));
  Object.assign(node, { type, value, autocomplete: "off" });
  node.dataset.testid = testid;
  node.dataset.order = testid;
  return node;
}

/** @param {(value: any) => string} [words] how a value is called */
export function select(values, chosen, testid, words = (value) => value) {
  const node = /** @type {HTMLSelectElement} */ (make("select"));
  node.append(...values.map((value) => new Option(words(value), value, false, value === chosen)));
  node.dataset.testid = testid;
  node.dataset.order = testid;
  return node;
}

export function labelled(key, field) {
  return make("label", "labelled", make("span", "", t(key)), field);
}

export function number(testid, least, most, value) {
  const node = input("number", testid, String(value));
  Object.assign(node, { min: String(least), max: String(most), inputMode: least < 0 ? "text" : "numeric" });
  return node;
}
