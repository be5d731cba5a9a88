// @ts-check
/**
 * One side of a board, in the grid and alone: whose it is, and the clock with its sign.
 *
 *     const white = createSide("white", "time-white-b001");  white.show(card);  white.showTime("1:23");
 *
 * Refuses to know what the time is, and what else stands there: `beside` comes before the clock.
 */
import { make, write } from "/static/kit/dom.js";
import { clockState, nameOf } from "./card.js";

const SIGNS = { fallen: "⚑", running: "▶", "": "" };

/** @param {string} side @param {string} testid that of the time @param {HTMLElement[]} beside */
export function createSide(side, testid, ...beside) {
  const [name, sign, time] = [make("span", "tile-name"), make("span", { class: "sign", "aria-hidden": "true" }), make("span", { class: "time", "data-testid": testid })];
  const clock = make("span", "tile-clock", sign, time);
  const node = make("div", `tile-side ${side}`, make("i", { class: `swatch ${side}` }), name, ...beside, clock);
  return {
    node,
    clock,
    /** @param {any} card */
    show(card) {
      const how = clockState(card, side);
      node.dataset.clock = how;
      write(name, nameOf(card, side));
      write(sign, SIGNS[how]);
      clock.hidden = !card.clock;
    },
    /** @param {string} text */
    showTime: (text) => write(time, text),
  };
}
