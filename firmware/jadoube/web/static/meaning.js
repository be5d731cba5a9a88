// @ts-check
/**
 * What the board understands of a time control, said below the field in which somebody types it, before it is taken.
 *
 * Refuses to know what is then done with it.
 */
import { explainControl } from "./kit/control.js";
import { make, write } from "./kit/dom.js";

/** A line that says what is in this field, now and at each change. @param {HTMLInputElement} field */
export function meaning(field) {
  const line = make("p", { class: "soft", "data-testid": "control-means", "aria-live": "polite" });
  const explain = async () => {
    const text = field.value.trim();
    const answer = text ? await explainControl(text) : { words: "" };
    if (answer && text === field.value.trim()) write(line, answer.words);
  };
  field.addEventListener("input", explain);
  queueMicrotask(explain);
  return line;
}
