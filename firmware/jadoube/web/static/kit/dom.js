// @ts-check
/**
 * Making and changing elements.
 *
 *     make("p", "soft", "text", make("b", {}, "more"))            a class, and what is in it
 *     make("button", { "data-t": "yes" })                         with the words of this key (i18n.js)
 *     make("button", { class: "main", "data-testid": "yes", hidden: true, on: { click: does } }, "Yes")
 *     draw(svg, "circle", { r: 4 })                               an SVG element, in its parent
 *
 * Refuses to know where in a page an element stands.
 */
import { t } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An element, and what is in it. Of the attributes `on` has listeners by event; true is an attribute without a value,
 * false and null are none.
 * @param {string} kind @param {string|{[name: string]: any}} [attributes] attributes, or the class alone
 * @param {(Node|string)[]} inside
 */
export function make(kind, attributes = {}, ...inside) {
  const node = document.createElement(kind);
  const { on = {}, ...others } = typeof attributes === "string" ? { class: attributes || null } : attributes;
  for (const [name, value] of Object.entries(others)) setAttribute(node, name, value);
  if (others["data-t"]) node.textContent = t(others["data-t"]);
  for (const [event, does] of Object.entries(on)) node.addEventListener(event, /** @type {EventListener} */ (does));
  node.append(...inside);
  return node;
}

/** An SVG element with attributes, in a parent if there is one. */
export function draw(parent, kind, attributes = {}, text = null) {
  const node = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  if (text !== null) node.textContent = text;
  parent?.append(node);
  return node;
}

/** A drawing that came as SVG text, as an image: no script in it runs. @param {string} svg @param {{[name: string]: any}} attributes */
export const svgImage = (svg, attributes) => make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, ...attributes });

function setAttribute(node, name, value) {
  if (value === true) node.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let fading;

/** Show a line over the page for a while, where the page has an element for it. @param {string} text */
export function toast(text) {
  const node = byId("toast");
  write(node, text);
  node.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (node.hidden = true), 4000);
}

/** Write a text only where it is another, so that screen readers and selections are left alone. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
