// @ts-check
/**
 * What a card says, in words: whose board it is, its last move, how it stands, what its clocks show now.
 *
 * Refuses to know where cards come from, and what is drawn.
 */
import { timeText, timesAfter } from "/static/kit/board.js";
import { isWord, said, sideName, t, written } from "/static/kit/i18n.js";

/** @typedef {"white"|"black"} Side */
export const SIDES = /** @type {Side[]} */ (["white", "black"]);

/** Below so many seconds a clock shows tenths. */
const TENTHS_S = 20;

/** The number of the board in the round, else its name or its id. */
export const labelOf = (card) => card.number || card.name || card.id;

/** What tells it from another board of its number: that its game is not that of its pairing, or its own name. */
export const markOf = (card) => gameOf(card) || (card.apart && card.number ? card.name || card.id : "");

/** The round of its game, if it is not the one that is played. */
const roundOf = (card) => (card.of_round ? `${t("round")} ${card.of_round}` : "");

/** Which game it shows, if it is not that of its pairing. */
export const gameOf = (card) => roundOf(card) || (card.other ? t("hallOtherGame") : "");

/** The board as it is spoken of: "Board 12". */
export const boardName = (card) => (card.number ? `${t("boardNumber")} ${card.number}` : card.name || card.id);

/** The same, told from others: "Board 12 (Round 1)". */
export const fullName = (card) => boardName(card) + (markOf(card) ? ` (${markOf(card)})` : "");

/** The board by the number on its label, if it has that now, else by its name or its id: a number alone may be another one's. */
export function ownName(card) {
  const own = card.name || card.id;
  return card.number && Number(/\d{1,4}$/.exec(own)?.[0]) === Number(card.number) ? card.number : own;
}

/** What the hall says, without "Board" before an id that begins with it. @param {any} words */
export const told = (words) => said(words).replace(/\bboard (?=board\b)/gi, "");

/** @param {Side} side */
export function nameOf(card, side) {
  const { name, title } = card[side] ?? {};
  return name ? [title, name].filter(Boolean).join(" ") : sideName(side);
}

export const namesOf = (card) => (card.white || card.black ? SIDES.map((side) => nameOf(card, side)).join(" – ") : "");

/** The last move with its number. @param {string} notation */
export function lastMove(card, notation) {
  if (!card.ply) return "";
  const ply = (card.begins ?? 0) + card.ply - 1;
  return `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."} ${written(card.san, notation)}`;
}

/** The result as it is written: of the pairing, else of the game. */
export const resultOf = (card) => (card.result ?? "").replace("1/2-1/2", "½-½").replace("-", "–");

/** Whether a game is being played: it has a ply, or its clock runs, and it has not ended. */
export const isPlaying = (card) => !card.over && Boolean(card.ply || card.clock?.running) && isHere(card);

/** Whether the board is there. */
export const isHere = (card) => card.state === "on";

/** How a card stands, by one word: what the tile is dressed as. @returns {"lost"|"off"|"over"|"paused"|"playing"|"waits"} */
export function standOf(card) {
  if (!isHere(card)) return card.state === "lost" ? "lost" : "off";
  if (card.over) return "over";
  if (card.phase === "paused") return "paused";
  return isPlaying(card) ? "playing" : "waits";
}

/** What both sides have, so long after the clock came. @param {number} passed ms */
function timesOf({ clock }, passed) {
  const delay_ms = clock.delay_ms ?? 0;
  const side = (name) => ({ ms: clock[`${name}_ms`] ?? 0, rate: clock[`${name}_rate`] ?? 0, delay_ms });
  return timesAfter({ running: clock.running, white: side("white"), black: side("black") }, Math.max(0, passed));
}

/** The times as texts; a board that is away has the last that it said. @returns {{white: string, black: string}} */
export function timeTexts(card, passed) {
  const times = timesOf(card, isHere(card) ? passed : 0);
  const text = (side) => timeText(times[side], TENTHS_S, (card.clock[`${side}_rate`] ?? 0) > 0);
  return { white: text("white"), black: text("black") };
}

/** How a side's clock is; of a board that is away nobody knows whether it runs. @param {Side} side @returns {"fallen"|"running"|""} */
export function clockState(card, side) {
  if (card.clock?.fallen === side) return "fallen";
  return card.clock?.running === side && isHere(card) ? "running" : "";
}

/** What there is to be searched in: numbers, names, ids; without accents, as people type. */
export const searchText = (card) =>
  plain([card.number, card.id, card.name, card.white?.name, card.black?.name].filter(Boolean).join(" "));

/** @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

/** Boards in the order of their numbers; those without one come last, by their ids. */
export function byNumber(one, other) {
  const [a, b] = [one, other].map((card) => card.number ?? "");
  if (Boolean(a) !== Boolean(b)) return a ? -1 : 1;
  return ORDER.compare(a || one.id, b || other.id) || ORDER.compare(one.id, other.id);
}
const ORDER = new Intl.Collator("en", { numeric: true });

/** A span of time as one reads it at a glance. @param {number} ms */
export function ageText(ms) {
  const minutes = Math.floor(Math.max(0, ms) / 60000);
  return minutes < 1 ? t("hallNow") : t("hallMinutes", { count: minutes });
}

/** What a board needs, in a word. A later version may know more. @param {string} need */
export const needWords = (need) => (isWord(`need ${need}`) ? t(`need ${need}`) : need);
