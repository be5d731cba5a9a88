// @ts-check
/**
 * A player as text: the one that orders take, and the one that people read.
 *
 *     playerText({ name: "Carlsen, Magnus", title: "GM" })    "Carlsen, Magnus | GM"
 *     shownPlayer({ name: "Carlsen, Magnus", title: "GM" })   "GM Carlsen, Magnus"
 *
 * Refuses to know who plays.
 */
import { sideName } from "./i18n.js";

/**
 * @typedef {{name?: string, title?: string, rating?: number|string|null, fide_id?: string, federation?: string,
 *   private?: boolean}} Player
 */

const UNKNOWN = "-";

/** As an order has it; nobody is `-`. @param {Player} player */
export function playerText({ name, title, rating, fide_id: fideId, federation, private: hidden }) {
  const parts = [name, title, rating, fideId, federation].map((part) => String(part ?? "").trim());
  if (!parts[0]) return UNKNOWN;
  while (!parts[parts.length - 1]) parts.pop();
  return [...parts.map((part) => part || UNKNOWN), ...(hidden ? ["private"] : [])].join(" | ");
}

/** Title and name. @param {Player|undefined} player */
export function shownPlayer(player, nobody = "?") {
  const { name, title } = player ?? {};
  return name ? [title, name].filter(Boolean).join(" ") : nobody;
}

/** Both players of a game, White first; who is not known is called by his side. */
export const bothPlayers = ({ white, black }) => `${shownPlayer(white, sideName("white"))} – ${shownPlayer(black, sideName("black"))}`;
