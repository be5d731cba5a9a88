// @ts-check
/**
 * At the end of a game: how to take it along.
 */
import { make } from "./around.js";
import { t } from "./words.js";

/** @param {HTMLElement} element the place for it @param {any} _message what the board says */
export function showShare(element, _message) {
  const link = make("a", "button", t("downloadPgn"));
  Object.assign(link, { href: "/api/v1/game.pgn", download: "game.pgn" });
  element.replaceChildren(link);
}
