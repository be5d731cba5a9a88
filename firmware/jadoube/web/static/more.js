// @ts-check
/**
 * What is asked for now and then: the signs of the board explained, the full screen, and the game copied.
 *
 * Loaded when it is asked for. Refuses to know the game: the board writes its PGN.
 */
import { createBoard } from "./kit/board.js";
import { byId, draw, make } from "./kit/dom.js";
import { lamps, t } from "./kit/i18n.js";

/** Explain each sign that a square may bear. */
export function showLegend() {
  byId("legend").replaceChildren(...Object.entries(lamps()).map(legendRow));
}

/** A lamp's sign on a small board of its own, and what it means. */
function legendRow([lamp, meaning]) {
  const svg = draw(null, "svg");
  createBoard(svg, { coordinates: false, testids: false }).setMarks({ a8: lamp });
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("role", "presentation");
  return make("li", "", svg, meaning);
}

let awake = /** @type {any} */ (null); // keeps a screen lit, where the browser lets it

/** Full screen for a television, or back. */
export function showTv(on) {
  document.documentElement.classList.toggle("tv", on);
  if (!on && document.fullscreenElement) document.exitFullscreen();
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  if (on) navigator.wakeLock?.request("screen").then((lock) => (awake = lock), () => {});
  else awake?.release();
}

/** Copy the PGN of the game so far, and say in words what came of it. */
export async function copyPgn() {
  try {
    const answer = await fetch("/api/v1/game.pgn");
    if (!answer.ok) throw new Error(answer.statusText);
    return t((await copy(await answer.text())) ? "copied" : "copyFailed");
  } catch {
    return t("lost");
  }
}

/** Without https a browser has no clipboard to write to, and only the old way is left. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const area = /** @type {HTMLTextAreaElement} */ (make("textarea", "unseen"));
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
