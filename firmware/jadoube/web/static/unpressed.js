// @ts-check
/**
 * What the board says may draw a part anew, but not under a finger: a click on a button that is gone is lost, and the one
 * that stands there now may be another.
 *
 *     const redrawSoon = whenUnpressed(part, redraw);    redrawSoon() draws now, or when nothing is held down there
 *
 * Refuses to know what is drawn.
 */

/** The click comes so soon after the finger is up (a guess; for a mouse it comes with it). */
const CLICK_MS = 100;

/** @param {HTMLElement} part @param {() => void} redraw */
export function whenUnpressed(part, redraw) {
  let pressed = false;
  let waits = false;

  function free() {
    pressed = false;
    if (waits) redraw();
    waits = false;
  }

  part.addEventListener("pointerdown", ({ button }) => (pressed = button === 0));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => pressed && setTimeout(free, CLICK_MS));
  return () => (pressed ? (waits = true) : redraw());
}
