// The desk from above: the wooden case, 64 squares with their lamps, the two trays, and the pieces.
//
// It draws what it is told and decides nothing. Lamps are the raw bytes of their wire: how bright an eye finds
// them is worked out here and nowhere else. A piece that a hand of this page holds is drawn where the hand is
// (`hold`), every other where the desk says. Places are the desk's: x 0..8 for files a..h, y 0..8 for ranks 1..8,
// physical squares, and beside that the trays. Where trays and clock are in the picture is the layout's: of a wide
// page it is WIDE_LAYOUT, of a phone one of narrow.js. On the board itself a place is the same in every layout.

import { draw } from "/static/kit/dom.js";

const UNIT = 100;
const LEFT_GAP = 0.37;
const RIGHT_GAP = 2.81;
const EDGE = 0.3;

/** How near a pointer has to be to what hangs, or stands beside the board; and what is as near as another. */
const REACH = 0.5;
const ALIKE = 0.05;
export const FILES = "abcdefgh";

/** The columns and rows of the trays in which pieces stand tidily, in the desk's places: the box of `pieces.py`. */
export const TRAYS = { left: [-0.72, -1.38], right: [8.72, 9.38] };
const ROWS = [0.25, 1.13, 2.01, 2.89, 3.77, 4.65, 5.53, 6.41];
const QUEENS = 7.7;
export const TRAY_ROWS = [...ROWS, QUEENS];

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** From the desk's x to a wide picture's, in squares: beyond the board's edge comes the frame, or the clock. */
function widened(x) {
  return x + RIGHT_GAP * clamp((x - 8) / EDGE, 0, 1) - LEFT_GAP * clamp(-x / EDGE, 0, 1);
}

/** And back. */
function narrowed(x) {
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

/** A rectangle of the case, in squares. */
export function rect(parent, name, x, y, width, height, r, more = {}) {
  return draw(parent, "rect", { class: name, x: x * UNIT, y: y * UNIT, width: width * UNIT, height: height * UNIT, rx: r, ...more });
}

function drawCase(root) {
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

function drawNames(group) {
  for (let index = 0; index < 8; index += 1) {
    draw(group, "text", { x: index * UNIT + 50, y: 831 }, FILES[index]);
    draw(group, "text", { x: -27, y: (7 - index) * UNIT + 50 }, String(index + 1));
  }
}

/**
 * How the desk lies on a wide page. Every layout has these: the viewBox, what draws wood and names, how small pieces
 * in the trays are, and the way from the desk's places to the picture's and back, both in squares.
 */
export const WIDE_LAYOUT = {
  name: "wide",
  view: [-232, -56, 1502, 920],
  boxed: 0.7,
  draw(wood, names) { drawCase(wood); drawNames(names); },
  toView: ({ x, y }) => ({ x: widened(x), y }),
  toWorld: ({ x, y }) => ({ x: narrowed(x), y }),
};

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
  draw(element, "rect", { x: -50, y: -50, width: 100, height: 100, class: "grip" });
  return element;
}

/**
 * Draw the desk into an svg element.
 * @returns what shows the desk, and what hands need: where pieces and pointers are, and how to hold a piece.
 */
export function createBoard(svg) {
  const defs = draw(svg, "defs");
  defineSurfaces(defs);
  const figures = loadFigures(defs);
  const wood = draw(svg, "g", { class: "wood" });
  drawSquares(svg);
  const names = draw(svg, "g", { class: "names", "aria-hidden": "true" });
  const lamps = drawLamps(svg, defs);
  const cursor = draw(svg, "rect", { class: "cursor", width: 92, height: 92, rx: 8 });
  const clock = draw(svg, "g", { class: "clock" });
  const landings = draw(svg, "g", { class: "landings" });
  const standing = draw(svg, "g", { class: "pieces" });
  const marks = draw(svg, "g", { class: "marks" });
  const elements = new Map();
  const held = new Map();
  const rings = new Map();
  let layout = WIDE_LAYOUT;
  let pieces = [];

  /** Where a piece is drawn: in the hand that holds it, or where the desk says. */
  const shown = (piece) => held.get(piece.id) ?? { ...layout.toView(piece), up: piece.up };
  const boxed = (piece) => !piece.up && !squareAt(piece.x, piece.y) && !held.has(piece.id);

  function place(piece) {
    const element = elements.get(piece.id);
    const mine = held.get(piece.id);
    const { x, y, up, lift = 0 } = shown(piece);
    element.style.transform = `translate(${(x * UNIT).toFixed(1)}px, ${((8 - y - lift) * UNIT).toFixed(1)}px)`;
    element.classList.toggle("up", up);
    element.classList.toggle("held", Boolean(mine));
    element.classList.toggle("carried", lift > 0);
    element.classList.toggle("boxed", boxed(piece));
    element.classList.toggle("others", !mine && Boolean(piece.by));
    drawRing(piece.id, mine?.ring, lift > 0);
  }

  /** Ring the place where a held piece would stand; under a finger so wide that it is seen round it. */
  function drawRing(id, at, wide) {
    if (!at) { rings.get(id)?.remove(); rings.delete(id); return; }
    if (!rings.has(id)) rings.set(id, draw(landings, "circle", { class: "landing", "data-testid": "landing" }));
    const ring = rings.get(id);
    for (const [name, value] of Object.entries({ cx: at.x * UNIT, cy: (8 - at.y) * UNIT, r: wide ? 84 : 47 })) ring.setAttribute(name, value);
  }

  function layOut(next) {
    layout = next;
    svg.setAttribute("viewBox", layout.view.join(" "));
    svg.dataset.layout = layout.name;
    svg.classList.toggle("folded", Boolean(layout.folded));
    svg.style.aspectRatio = `${layout.view[2]} / ${layout.view[3]}`;
    svg.style.setProperty("--boxed", layout.boxed);
    wood.replaceChildren();
    names.replaceChildren();
    layout.draw(wood, names);
    pieces.forEach(place);
    svg.dispatchEvent(new Event("laid-out"));
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
    for (const [id, element] of elements) if (!ids.has(id)) { element.remove(); elements.delete(id); held.delete(id); drawRing(id); }
    pieces.forEach(known);
    pieces.forEach(place);
  }

  layOut(WIDE_LAYOUT);
  return {
    svg, clock, marks, layOut,
    ready: figures,
    layout: () => layout,
    toView: (at) => layout.toView(at),
    toWorld: (at) => layout.toWorld(at),
    show(desk) {
      desk.lamps.forEach((colour, index) => showLamp(lamps[index], colour));
      showPieces(desk.pieces);
    },
    /**
     * Hold a piece at a place of the picture, in squares; it is drawn there until `release`, so many squares higher
     * where a finger hides it (`lift`), and where it would stand is ringed (`ring`).
     */
    hold(id, { x, y }, up, { lift = 0, ring = null } = {}) {
      held.set(id, { x, y, up, lift, ring });
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
    /**
     * What a pointer at a place of the picture takes, of those that are free: what stands in its square, or is near.
     * The nearest wins, and of two at one place the one that is drawn above.
     */
    under(at, free) {
      let [found, least] = [undefined, Infinity];
      for (const element of standing.children) {
        const piece = pieces.find((each) => each.id === Number(element.dataset.id));
        if (!piece || !free(piece) || (layout.folded && boxed(piece))) continue;
        const { x, y, up } = shown(piece);
        const far = Math.hypot(x - at.x, y - at.y);
        const within = !up && squareAt(x, y) && squareAt(x, y) === squareAt(at.x, at.y);
        if ((far < REACH || within) && far <= least + ALIKE) [found, least] = [piece, far];
      }
      return found;
    },
    /** Where in the trays a piece goes that is set down there: the nearest slot, or the next of its own where they are folded. */
    slot(at, id) {
      const others = pieces.filter((each) => each.id !== id);
      return layout.folded ? slotFor(this.piece(id)?.kind ?? "?", others) : slotAt(at.x, at.y, others);
    },
    pieces: () => pieces,
    /** So many pixels of the page, in squares. */
    squares: (px) => px / (svg.getScreenCTM().a * UNIT),
    /** Where a pointer is, in squares of the picture. */
    pointer(event) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return { x: at.x / UNIT, y: 8 - at.y / UNIT };
    },
    /** Show the keyboard's cursor at a place of the desk, or hide it. */
    point(at) {
      cursor.classList.toggle("shown", Boolean(at));
      const { x, y } = at ? layout.toView(at) : { x: 0, y: 0 };
      if (at) cursor.style.transform = `translate(${x * UNIT - 46}px, ${(8 - y) * UNIT - 46}px)`;
    },
  };
}
