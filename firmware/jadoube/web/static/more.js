// @ts-check
/**
 * What is asked for now and then: the signs of the board explained, the full screen, and the game copied.
 *
 * Loaded when it is asked for. Refuses to know the game: the board writes its PGN.
 */
import { createBoard } from "./board.js";
import { byId, make } from "./around.js";
import { language, t } from "./words.js";

/** What each lamp means, as the legend says it; the keys are the lamps' names. */
const LAMPS_EN = {
  "last-move": "the last move",
  "gives-check": "gives check",
  check: "king in check",
  lifted: "in the air",
  target: "may go here",
  "to-lift": "the move to make: lift this",
  "to-place": "the move to make: to here",
  "to-take": "the move to make: take this",
  missing: "missing: put it back",
  "too-much": "too much: take it away",
  reason: "illegal because of this",
  candidate: "may have gone here",
  promotion: "promotes here",
  result: "has won; both kings: a draw",
  "bad-reed": "bad reed",
};

/** @type {typeof LAMPS_EN} */
const LAMPS_FR = {
  "last-move": "le dernier coup",
  "gives-check": "donne échec",
  check: "roi en échec",
  lifted: "en l’air",
  target: "peut aller ici",
  "to-lift": "coup à jouer : lever ceci",
  "to-place": "coup à jouer : jusqu’ici",
  "to-take": "coup à jouer : prendre ceci",
  missing: "manque : à remettre",
  "too-much": "de trop : à retirer",
  reason: "illégal à cause de ceci",
  candidate: "a pu aller ici",
  promotion: "promotion ici",
  result: "a gagné ; les deux rois : nulle",
  "bad-reed": "contact défectueux",
};

/** Explain each sign that a square may bear. */
export function showLegend() {
  byId("legend").replaceChildren(...Object.entries(language() === "fr" ? LAMPS_FR : LAMPS_EN).map(legendRow));
}

/** A lamp's sign on a small board of its own, and what it means. */
function legendRow([lamp, meaning]) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
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
