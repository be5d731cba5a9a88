// The help: what hands, keys and drawers can do, in a dialog.

import { make } from "/static/kit/dom.js";

const LINES = [
  ["help lift"], ["help tap"], ["help slide", "Shift"], ["help hang", "P"], ["help exact", "Alt"], ["help keyboard", "← ↑ → ↓", "⏎"],
  ["help levers", "1", "2"], ["help keys", "3", "–", "7"], ["help trouble"],
];

const sign = (text) => (text === "–" ? text : make("kbd", {}, text));

/** Fill the dialog in the language of the page. */
export function fillHelp(dialog, t) {
  const close = make("button", { "data-testid": "help-close", on: { click: () => dialog.close() } }, t("close"));
  dialog.replaceChildren(make("h2", {}, t("help title")),
    make("dl", {}, ...LINES.flatMap(([key, ...keys]) => [make("dt", {}, ...keys.map(sign)), make("dd", {}, t(key))])), close);
}
