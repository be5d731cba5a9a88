// The marks of what was broken on purpose, on the squares that it concerns.
//
// It draws what the desk says of its faults, into a group of the board's picture, and decides nothing.

import { draw } from "/static/kit/dom.js";
import { centre } from "./board.js";

const SIGNS = {
  open: "M-9 0h4M5 0h4M-5 0l8-6", closed: "M-9 0h18M-5-5h10", flicker: "M-10 0h3l2-5 4 10 4-10 2 5h5", diode: "M-10 0h5M5 0h5M-5-6v12l9-6zM5-6v12",
};

function broken({ stuck, flicker, diodes }) {
  return [...Object.entries(stuck), ...flicker.map((square) => [square, "flicker"]), ...diodes.map((square) => [square, "diode"])];
}

function drawMarks(group, faults) {
  const now = JSON.stringify(broken(faults));
  if (group.dataset.now === now) return;
  group.dataset.now = now;
  group.replaceChildren();
  const on = {};
  for (const [square, kind] of broken(faults)) {
    const at = centre(square);
    on[square] = (on[square] ?? -1) + 1;
    const [x, y] = [at.x * 100 + 33 - on[square] * 34, (8 - at.y) * 100 - 36];
    const mark = draw(group, "g", { class: "mark", "data-testid": `fault-${kind}-${square}`, transform: `translate(${x} ${y})` });
    draw(mark, "rect", { x: -15, y: -11, width: 30, height: 22, rx: 6 });
    draw(mark, "path", { d: SIGNS[kind] });
  }
}

/** Keep the marks as the desk says. */
export function createMarks(group) {
  return { show: (desk) => drawMarks(group, desk.faults) };
}
