// The help: what hands, keys and drawers can do, and what the lamps mean, in a dialog.

import { light } from "./board.js";
import { make } from "/static/kit/dom.js";
import { lamps } from "/static/kit/i18n.js";

const LINES = [
  ["help lift"], ["help tap"], ["help slide", "Shift"], ["help hang", "P"], ["help exact", "Alt"], ["help keyboard", "← ↑ → ↓", "⏎"],
  ["help levers", "1", "2"], ["help keys", "3", "–", "7"], ["help trouble"],
];

const sign = (text) => (text === "–" ? text : make("kbd", {}, text));

/** Fill the dialog in the language of the page. */
export async function fillHelp(dialog, t) {
  const close = make("button", { "data-testid": "help-close", on: { click: () => dialog.close() } }, t("close"));
  const legend = make("ul", { class: "lamp-legend", "data-testid": "lamp-legend" });
  dialog.replaceChildren(make("h2", { tabindex: -1, autofocus: true }, t("help title")),
    make("dl", {}, ...LINES.flatMap(([key, ...keys]) => [make("dt", {}, ...keys.map(sign)), make("dd", {}, t(key))])),
    make("h3", {}, t("lamps")), legend, close);
  const colours = await fetch("/sim/lamps").then((answer) => answer.json()).catch(() => ({}));
  legend.replaceChildren(...Object.entries(colours).map(([lamp, colour]) => {
    const shine = make("i", { "aria-hidden": "true" });
    shine.style.background = light(colour).hue;
    return make("li", {}, shine, lamps()[lamp] ?? lamp);
  }));
}
