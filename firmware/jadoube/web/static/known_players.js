// @ts-check
/**
 * Players that are offered while somebody types a name: whom the board remembers, then those of the archive.
 *
 * They are the arbiter's and the owner's to see; a player types his own name.
 */
import { ask, isFor } from "./access.js";

const OFFERED_MOST = 50;

/** Whether this page's role may know players and pairings. */
export const mayKnow = () => isFor("arbiter", "owner");

/** Players whose names begin so; nobody without the right to know them. @param {string} prefix */
export async function playersLike(prefix) {
  if (!mayKnow()) return [];
  const reply = await ask(`players?${new URLSearchParams({ prefix })}`);
  return Array.isArray(reply.told) ? reply.told.filter(({ name }) => name).slice(0, OFFERED_MOST) : [];
}
