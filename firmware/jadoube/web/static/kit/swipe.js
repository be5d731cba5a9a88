// @ts-check
/**
 * A finger that is drawn across an element to the left or to the right.
 *
 *     onSwipe(element, (steps) => walk(steps));    to the left: 1, on; to the right: -1, back
 *
 * One finger, further to the side than up or down; a page that scrolls ends it (`pointercancel`). That the browser
 * leaves the sideways way to the page is said in style.css (`touch-action`). Refuses to know what it walks through.
 */

/** How far, in pixels of the page, and how much further than up or down. */
const FAR = 40;
const SIDEWAYS = 1.5;

/** @param {Element} element @param {(steps: 1|-1) => void} walk */
export function onSwipe(element, walk) {
  /** @type {{id: number, x: number, y: number}|null} */
  let began = null;

  function down(event) {
    const one = event.isPrimary && event.pointerType !== "mouse";
    began = one ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  }

  function up(event) {
    if (event.pointerId !== began?.id) return;
    const [right, below] = [event.clientX - began.x, event.clientY - began.y];
    began = null;
    if (Math.abs(right) >= FAR && Math.abs(right) > SIDEWAYS * Math.abs(below)) walk(right < 0 ? 1 : -1);
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", () => (began = null));
}
