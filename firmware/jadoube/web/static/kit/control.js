// @ts-check
/**
 * What the board understands of a time control that somebody types (`GET /api/v1/control`), so that there is one reader.
 */
import { said } from "./i18n.js";

/**
 * The board's understanding of a text: whether it is a time control, and what is said of it.
 * @param {string} text @returns {Promise<{fits: boolean, words: string}|null>} null if the board does not answer
 */
export async function explainControl(text) {
  try {
    const answer = await fetch(`/api/v1/control?${new URLSearchParams({ text })}`);
    if (!answer.ok) return null;
    const { control, means } = await answer.json();
    return { fits: control !== null, words: `${control === null ? "✕ " : ""}${said(means)}` };
  } catch {
    return null;
  }
}
