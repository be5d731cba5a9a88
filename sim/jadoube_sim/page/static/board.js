// The desk from above: the wooden case, 64 squares with their lamps, the two trays, and the pieces.
//
// It draws what it is told and decides nothing. Lamps are the raw bytes of their wire: how bright an eye finds
// them is worked out here and nowhere else. A piece that a hand of this page holds is drawn where the hand is
// (`hold`), every other where the desk says. Places are the desk's: x 0..8 for files a..h, y 0..8 for ranks 1..8,
// physical squares, and beside that the trays. The picture has a clock between board and right tray, which the
// desk knows nothing of: `toView` and `toWorld` leave room for it.

import { draw } from "/static/kit/dom.js";

const UNIT = 100;
const LEFT_GAP = 0.37;
const RIGHT_GAP = 2.81;
const EDGE = 0.3;

/** Where the clock stands, in squares: `console.js` draws it there. */
export const CLOCK = { x: 8.5, y: 0, width: 2.2, height: 8 };
export const FILES = "abcdefgh";

/** The columns and rows of the trays in which pieces stand tidily, in the desk's places: the box of `pieces.py`. */
export const TRAYS = { left: [-0.72, -1.38], right: [8.72, 9.38] };
const ROWS = [0.25, 1.13, 2.01, 2.89, 3.77, 4.65, 5.53, 6.41];
const QUEENS = 7.7;
export const TRAY_ROWS = [...ROWS, QUEENS];

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** From the desk's x to the picture's, in squares: beyond the board's edge comes the frame, or the clock. */
export function toView(x) {
  return x + RIGHT_GAP * clamp((x - 8) / EDGE, 0, 1) - LEFT_GAP * clamp(-x / EDGE, 0, 1);
}

/** And back. */
export function toWorld(x) {
  if (x < 0) return x > -LEFT_GAP - EDGE ? (x * EDGE) / (EDGE + LEFT_GAP) : x + LEFT_GAP;
  if (x > 8) return x < 8 + EDGE + RIGHT_GAP ? 8 + ((x - 8) * EDGE) / (EDGE + RIGHT_GAP) : x - RIGHT_GAP;
  return x;
}

/** The name of the square at a place of the desk, or null beside the board. */
export function squareAt(x, y) {
  const on = x >= 0 && x < 8 && y >= 0 && y < 8;
  return on ? FILES[Math.floor(x)] + (Math.floor(y) + 1) : null;
}

/** The centre of a square, in the desk's places. */
export function centre(square) {
  return { x: FILES.indexOf(square[0]) + 0.5, y: Number(square[1]) - 0.5 };
}

/** The free slots of the trays, as pieces stand. */
function freeSlots(pieces) {
  const columns = [...TRAYS.left, ...TRAYS.right];
  const slots = [...columns.flatMap((x) => ROWS.map((y) => ({ x, y }))), ...columns.map((x) => ({ x, y: QUEENS }))];
  return slots.filter((slot) => !pieces.some((piece) => !piece.up && Math.hypot(piece.x - slot.x, piece.y - slot.y) < 0.45));
}

/** The free slot that is nearest to a place beside the board. */
export function slotAt(x, y, pieces) {
  const far = (slot) => Math.hypot(slot.x - x, slot.y - y);
  const free = freeSlots(pieces);
  return free.reduce((best, slot) => (far(slot) < far(best) ? slot : best), free[0] ?? { x, y });
}

/** The next free slot for a captured piece: White's in the left tray, Black's in the right one, from below; queens on top. */
export function slotFor(kind, pieces) {
  const left = kind === kind.toUpperCase();
  const own = freeSlots(pieces).filter((slot) => slot.x < 0 === left);
  return own.find((slot) => (slot.y === QUEENS) === "Qq".includes(kind)) ?? own[0] ?? slotAt(left ? -1 : 9, 0, pieces);
}

// The wood

/** Numbers that look random and are the same on every page, so that the grain does not dance. */
function lots(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function grainPattern(defs, id, seed, size) {
  const pattern = draw(defs, "pattern", { id, width: size, height: 60, patternUnits: "userSpaceOnUse" });
  const lot = lots(seed);
  for (let line = 0; line < 17; line += 1) {
    const y = lot() * 60;
    const bend = (lot() - 0.5) * 5;
    const path = `M0 ${y}C${size / 3} ${y + bend} ${(size * 2) / 3} ${y - bend} ${size} ${y}`;
    draw(pattern, "path", { d: path, class: lot() < 0.4 ? "vein pale" : "vein", "stroke-width": 0.4 + lot() * 1.3 });
  }
}

function gradient(defs, id, kind, attributes, stops) {
  const element = draw(defs, kind, { id, ...attributes });
  for (const [offset, name, opacity = 1] of stops) {
    draw(element, "stop", { offset, class: name, "stop-opacity": opacity });
  }
  return element;
}

function defineSurfaces(defs) {
  grainPattern(defs, "grain", 7, 640);
  grainPattern(defs, "grain-fine", 99, 330);
  const down = { x1: 0, y1: 0, x2: 0, y2: 1 };
  gradient(defs, "case-wood", "linearGradient", { x1: 0, y1: 0, x2: 1, y2: 1 }, [[0, "case-a"], [0.5, "case-b"], [1, "case-c"]]);
  gradient(defs, "felt", "linearGradient", down, [[0, "felt-a"], [1, "felt-b"]]);
  gradient(defs, "ivory", "linearGradient", down, [[0, "ivory-a"], [1, "ivory-b"]]);
  gradient(defs, "ebony", "linearGradient", down, [[0, "ebony-a"], [1, "ebony-b"]]);
  gradient(defs, "spark", "radialGradient", {}, [[0, "white", 0.85], [0.3, "white", 0.45], [1, "white", 0]]);
  gradient(defs, "shade", "radialGradient", {}, [[0, "shade", 0.62], [0.55, "shade", 0.34], [1, "shade", 0]]);
}

function drawCase(root) {
  const rect = (parent, name, x, y, width, height, r, more = {}) =>
    draw(parent, "rect", { class: name, x: x * UNIT, y: y * UNIT, width: width * UNIT, height: height * UNIT, rx: r, ...more });
  for (const x of [-2.22, 11.06]) {
    rect(root, "case-shadow", x, -0.28, 1.6, 8.62, 16);
    rect(root, "tray-rim", x, -0.32, 1.6, 8.64, 14, { fill: "url(#case-wood)" });
    rect(root, "tray", x + 0.1, -0.22, 1.4, 8.44, 8, { fill: "url(#felt)" });
    rect(root, "tray-bar", x + 0.1, 8 - (QUEENS + ROWS.at(-1)) / 2 - 0.03, 1.4, 0.06, 0, { fill: "url(#case-wood)" });
  }
  rect(root, "case-shadow", -0.5, -0.38, 11.4, 8.92, 20);
  rect(root, "case", -0.5, -0.46, 11.4, 8.92, 16, { fill: "url(#case-wood)" });
  rect(root, "case-grain", -0.5, -0.46, 11.4, 8.92, 16, { fill: "url(#grain)" });
  rect(root, "case-edge", -0.485, -0.445, 11.37, 8.89, 15);
  rect(root, "inlay", -0.06, -0.06, 8.12, 8.12, 3);
}

function drawSquares(root) {
  const lot = lots(31);
  const group = draw(root, "g", { class: "squares" });
  for (let index = 0; index < 64; index += 1) {
    lot();
    const [file, rank] = [index % 8, Math.floor(index / 8)];
    const at = { x: file * UNIT, y: (7 - rank) * UNIT, width: UNIT, height: UNIT };
    const light = (file + rank) % 2 === 1;
    draw(group, "rect", { ...at, class: light ? "square light" : "square dark", "data-testid": `sq-${FILES[file]}${rank + 1}` });
    draw(group, "rect", { ...at, class: lot() < 0.5 ? "veneer pale" : "veneer", "fill-opacity": (lot() * 0.12).toFixed(3) });
  }
  draw(root, "rect", { class: "grain", x: 0, y: 0, width: 800, height: 800, fill: "url(#grain-fine)" });
}

function drawNames(root) {
  const group = draw(root, "g", { class: "names", "aria-hidden": "true" });
  for (let index = 0; index < 8; index += 1) {
    draw(group, "text", { x: index * UNIT + 50, y: 831 }, FILES[index]);
    draw(group, "text", { x: -27, y: (7 - index) * UNIT + 50 }, String(index + 1));
  }
}

// The lamps

/** How bright an eye finds a lamp of this level, 0 to 1: about the root, and what shines at all is seen. */
const seen = (level) => (level ? 0.16 + 0.84 * (level / 255) ** 0.5 : 0);

/** Split the wire's colour into its hue at full light and how bright it is seen. */
export function light(colour) {
  const levels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...levels);
  const hue = levels.map((level) => Math.round(255 * (most ? level / most : 0) ** 0.8));
  return { hue: `rgb(${hue.join(" ")})`, strength: seen(most) };
}

function drawLamps(root, defs) {
  const group = draw(root, "g", { class: "lamps" });
  return Array.from({ length: 64 }, (_, index) => {
    const [x, y] = [(index % 8) * UNIT, (7 - Math.floor(index / 8)) * UNIT];
    const glow = gradient(defs, `glow-${index}`, "radialGradient", {}, [[0, "lit", 1], [0.3, "lit", 0.82], [0.62, "lit", 0.34], [1, "lit", 0]]);
    const lamp = draw(group, "g", { class: "lamp" });
    draw(lamp, "rect", { x: x + 1.5, y: y + 1.5, width: 97, height: 97, class: "pane", rx: 3 });
    draw(lamp, "circle", { cx: x + 50, cy: y + 50, r: 74, fill: `url(#glow-${index})` });
    draw(lamp, "circle", { cx: x + 50, cy: y + 50, r: 30, class: "spark", fill: "url(#spark)" });
    return { lamp, glow, colour: null };
  });
}

function showLamp(each, colour) {
  if (each.colour === colour) return;
  each.colour = colour;
  const { hue, strength } = light(colour);
  each.lamp.style.opacity = strength;
  each.lamp.style.color = hue;
  each.glow.style.color = hue;
}

// The marks of what was broken on purpose

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
    const [x, y] = [at.x * UNIT + 33 - on[square] * 34, (8 - at.y) * UNIT - 36];
    const mark = draw(group, "g", { class: "mark", "data-testid": `fault-${kind}-${square}`, transform: `translate(${x} ${y})` });
    draw(mark, "rect", { x: -15, y: -11, width: 30, height: 22, rx: 6 });
    draw(mark, "path", { d: SIGNS[kind] });
  }
}

// The pieces

const FILLS = { "#ececec": "ivory", "#fff": "ivory", "#ffffff": "ivory", "#000": "ebony", "#000000": "ebony" };

/** Attributes for `style`s, which a strict page does not take, and ivory and ebony for white and black. */
function turnedFigures(text) {
  const plain = text.replace(/style="([^"]*)"/g, (_, rules) =>
    rules.split(";").map((rule) => rule.split(":").map((part) => part.trim())).filter(([key]) => key)
      .map(([key, value]) => `${key}="${value}"`).join(" "));
  const svg = new DOMParser().parseFromString(plain, "image/svg+xml");
  for (const symbol of svg.querySelectorAll("symbol")) {
    const white = symbol.id === symbol.id.toUpperCase();
    for (const part of symbol.querySelectorAll("*")) {
      const [fill, stroke] = [FILLS[part.getAttribute("fill")], FILLS[part.getAttribute("stroke")]];
      if (fill) part.setAttribute("fill", (fill === "ivory") === white ? `url(#${fill})` : white ? "#2a2119" : "#cdbd9d");
      if (stroke) part.setAttribute("stroke", stroke === "ivory" ? "#cdbd9d" : white ? "#2a2119" : "#0c0a09");
    }
    symbol.id = `figure-${symbol.id}`;
  }
  return [...svg.querySelectorAll("symbol")];
}

async function loadFigures(defs) {
  const answer = await fetch("/static/pieces.svg");
  defs.append(...turnedFigures(await answer.text()).map((symbol) => document.importNode(symbol, true)));
}

function makePiece(group, piece) {
  const element = draw(group, "g", { class: "piece", "data-testid": `piece-${piece.id}` });
  draw(element, "ellipse", { class: "shade-under", cx: 4, cy: 24, rx: 40, ry: 23, fill: "url(#shade)" });
  const figure = draw(element, "g", { class: "figure" });
  if (piece.kind === "?") {
    draw(figure, "circle", { r: 33, class: "unknown" });
    draw(figure, "text", { class: "unknown-mark" }, "?");
  } else {
    draw(figure, "use", { href: `#figure-${piece.kind}`, x: -46, y: -48, width: 92, height: 92 });
  }
  draw(element, "circle", { r: 44, class: "grip" });
  return element;
}

/**
 * Draw the desk into an svg element.
 * @returns what shows the desk, and what hands need: where pieces and pointers are, and how to hold a piece.
 */
export function createBoard(svg) {
  svg.setAttribute("viewBox", "-232 -56 1502 920");
  const defs = draw(svg, "defs");
  defineSurfaces(defs);
  const figures = loadFigures(defs);
  drawCase(svg);
  drawSquares(svg);
  drawNames(svg);
  const lamps = drawLamps(svg, defs);
  const cursor = draw(svg, "rect", { class: "cursor", width: 92, height: 92, rx: 8 });
  const clock = draw(svg, "g", { class: "clock" });
  const standing = draw(svg, "g", { class: "pieces" });
  const marks = draw(svg, "g", { class: "marks" });
  const elements = new Map();
  const held = new Map();
  let pieces = [];

  function place(piece) {
    const element = elements.get(piece.id);
    const mine = held.get(piece.id);
    const [x, y, up] = mine ? [mine.x, mine.y, mine.up] : [toView(piece.x), piece.y, piece.up];
    element.style.transform = `translate(${(x * UNIT).toFixed(1)}px, ${((8 - y) * UNIT).toFixed(1)}px)`;
    element.classList.toggle("up", up);
    element.classList.toggle("held", Boolean(mine));
    element.classList.toggle("boxed", !up && !squareAt(piece.x, piece.y) && !mine);
    element.classList.toggle("others", !mine && Boolean(piece.by));
  }

  function known(piece) {
    const old = elements.get(piece.id);
    if (old?.dataset.kind === piece.kind) return;
    old?.remove();
    const element = makePiece(standing, piece);
    element.dataset.kind = piece.kind;
    element.dataset.id = piece.id;
    elements.set(piece.id, element);
  }

  function showPieces(next) {
    pieces = next;
    const ids = new Set(pieces.map((piece) => piece.id));
    for (const [id, element] of elements) if (!ids.has(id)) { element.remove(); elements.delete(id); held.delete(id); }
    pieces.forEach(known);
    pieces.forEach(place);
  }

  return {
    svg, clock,
    ready: figures,
    show(desk) {
      desk.lamps.forEach((colour, index) => showLamp(lamps[index], colour));
      showPieces(desk.pieces);
      drawMarks(marks, desk.faults);
    },
    /** Hold a piece at a place of the picture, in squares; it is drawn there until `release`. */
    hold(id, x, y, up) {
      held.set(id, { x, y, up });
      const element = elements.get(id);
      if (up && element && element !== standing.lastChild) standing.append(element);
      const piece = pieces.find((each) => each.id === id);
      if (piece) place(piece);
    },
    release(id) {
      if (!held.delete(id)) return;
      const piece = pieces.find((each) => each.id === id);
      if (piece) place(piece);
    },
    piece: (id) => pieces.find((each) => each.id === id),
    /** What is there: what stands before what hangs, the nearest first. */
    pieceIn(x, y) {
      const far = (each) => Math.hypot(each.x - x, each.y - y);
      return pieces.filter((each) => far(each) < 0.5).sort((a, b) => a.up - b.up || far(a) - far(b))[0];
    },
    pieces: () => pieces,
    /** Where a pointer is, in squares of the picture. */
    pointer(event) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return { x: at.x / UNIT, y: 8 - at.y / UNIT };
    },
    /** Show the keyboard's cursor at a place of the desk, or hide it. */
    point(at) {
      cursor.classList.toggle("shown", Boolean(at));
      if (at) cursor.style.transform = `translate(${toView(at.x) * UNIT - 46}px, ${(8 - at.y) * UNIT - 46}px)`;
    },
  };
}
