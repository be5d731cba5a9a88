// @ts-check
/**
 * What the board understands of a time control, said below the field in which somebody types it, before it is taken.
 *
 * The board reads it (`GET /api/v1/control`), so that there is one reader. Refuses to know what is then done with it.
 */
import { make, write } from "./kit/dom.js";
import { said } from "./kit/i18n.js";

/** A line that says what is in this field, now and at each change. @param {HTMLInputElement} field */
export function meaning(field) {
  const line = make("p", "soft");
  line.dataset.testid = "control-means";
  line.setAttribute("aria-live", "polite");
  const explain = async () => {
    const text = field.value.trim();
    const told = text ? await asked(text) : {};
    if (told && text === field.value.trim()) write(line, `${told.control === null ? "✕ " : ""}${said(told.means)}`);
  };
  field.addEventListener("input", explain);
  queueMicrotask(explain);
  return line;
}

/** The board's answer; null if there is none, and what was said before stays. */
async function asked(text) {
  try {
    const response = await fetch(`/api/v1/control?${new URLSearchParams({ text })}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
