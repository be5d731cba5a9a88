// @ts-check
/**
 * A board from above, drawn into an SVG: squares, coordinates, marks, pieces.
 *
 *     const board = createBoard(svg, { coordinates: false, testids: false });    both are there if nothing is said
 *     board.setPosition({ e1: "K", e8: "k" });     what stands where; pieces glide to where they went
 *     board.setMarks({ e8: ["check"] });           names of lamps, and their shapes (MARKS)
 *     board.setTurned(true);                       Black's side at the bottom
 *     board.describe("Position at the start.");    what a screen reader says of it
 *
 * What a message says of the board is read here, too: `positionAfter`, `litSquares`, `marksOf`, `timesAfter`; and which
 * ply somebody looks at is kept (`createWalk`).
 *
 * No meaning is told by its colour alone: each mark has a shape of its own, too. Colours and movement stand in
 * style.css under `.board`. Refuses to know the rules of chess, and where messages come from.
 */
import { draw } from "./dom.js";

const SIZE = 100;
const FILES = "abcdefgh";
const LAYERS = ["squares", "under", "written", "pieces", "over"];

/** All squares, a1 first, as lamps are numbered. */
const SQUARES = [..."12345678"].flatMap((rank) => [...FILES].map((file) => file + rank));

/** What a mark draws: beneath the piece and above it. `badge` is a sign in a corner. */
const MARKS = {
  "last-move": { under: [tint, frame] },
  "gives-check": { under: [ring] },
  check: { under: [tint, ring], badge: "+" },
  target: { over: [dot] },
  "to-lift": { under: [frame], badge: "↗" },
  "to-place": { under: [frame], badge: "→" },
  "to-take": { under: [tint, frame], badge: "×" },
  lifted: { under: [ring], badge: "↑", faint: true },
  promotion: { under: [tint, ring], badge: "=" },
  candidate: { under: [tint, ring], badge: "?" },
  result: { under: [tint, ring], badge: "★" },
  reason: { under: [tint, frame], badge: "!" },
  missing: { under: [tint, ring], badge: "↓", faint: true },
  "too-much": { under: [tint], over: [cross] },
  "bad-reed": { badge: "~" },
};

/**
 * @typedef {{[square: string]: string}} Position   square to FEN letter
 * @typedef {{[square: string]: string|string[]}} Marks
 */

/**
 * Fill an empty SVG with a board.
 * @param {SVGSVGElement} svg
 * @param {{coordinates?: boolean, testids?: boolean}} [options]
 */
export function createBoard(svg, options = {}) {
  const { coordinates = true, testids = true } = options;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, element("g", name)]));
  const squares = new Map(SQUARES.map((name) => [name, squareElement(name, testids)]));
  const written = coordinates ? [...FILES, ..."12345678"].map(coordinateElement) : [];
  /** @type {Map<string, SVGElement>} */
  const pieces = new Map();
  /** @type {Marks} */
  let marks = {};
  let turned = false;

  svg.setAttribute("viewBox", `0 0 ${8 * SIZE} ${8 * SIZE}`);
  svg.setAttribute("role", "img");
  svg.classList.add("board");
  layers.squares.append(...squares.values());
  layers.written.append(...written);
  svg.append(layers.squares, layers.under, layers.written, layers.pieces, layers.over);
  layOut();

  /** Put all where it belongs, seen from this side. */
  function layOut() {
    for (const [name, square] of squares) moveTo(square, corner(name, turned));
    for (const text of written) placeCoordinate(text, turned);
    for (const [name, piece] of pieces) glide(piece, corner(name, turned));
    drawMarks();
  }

  /** @param {Position} position */
  function setPosition(position) {
    const gone = [...pieces].filter(([name, piece]) => position[name] !== piece.dataset.piece);
    for (const [name] of gone) pieces.delete(name);
    for (const name of SQUARES) {
      if (!position[name] || pieces.has(name)) continue;
      const piece = takeNearest(gone, name, position[name]) ?? pieceElement(position[name]);
      pieces.set(name, piece);
      if (!piece.isConnected) layers.pieces.append(piece);
      glide(piece, corner(name, turned));
    }
    for (const [, piece] of gone) piece.remove();
    for (const [name, square] of squares) square.dataset.piece = position[name] ?? "";
    faint();
  }

  /** @param {Marks} wanted */
  function setMarks(wanted) {
    if (JSON.stringify(wanted) === JSON.stringify(marks)) return;
    marks = wanted;
    drawMarks();
  }

  function drawMarks() {
    layers.under.replaceChildren();
    layers.over.replaceChildren();
    for (const [name, square] of squares) {
      const names = namesOf(marks, name);
      square.dataset.marks = names.join(" ");
      for (const mark of names) drawMark(layers, mark, corner(name, turned));
    }
    faint();
  }

  /** Pieces that are not on the board just now are drawn faintly. */
  function faint() {
    for (const [name, piece] of pieces) {
      piece.classList.toggle("faint", namesOf(marks, name).some((mark) => MARKS[mark].faint));
    }
  }

  return {
    setPosition,
    setMarks,
    /** @param {boolean} now */
    setTurned(now) {
      if (now === turned) return;
      turned = now;
      layOut();
    },
    /** @param {string} text */
    describe(text) {
      if (svg.getAttribute("aria-label") !== text) svg.setAttribute("aria-label", text);
    },
  };
}

/**
 * What stands where, by the first field of a FEN.
 * @param {string} fen
 * @returns {Position}
 */
function positionOf(fen) {
  /** @type {Position} */
  const position = {};
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else position[FILES[file++] + (8 - index)] = letter;
    }
  });
  return position;
}

/** @param {string} square the square that the board's own square is when the board lies turned, and back */
function opposite(square) {
  return FILES[7 - FILES.indexOf(square[0])] + (9 - Number(square[1]));
}

/**
 * What stands where after so many plies.
 * @returns {Position}
 */
export function positionAfter(game, ply) {
  if (ply === game.plies.length && game.fen) return positionOf(game.fen);
  const position = positionOf(game.start);
  for (const { squares } of game.plies.slice(0, ply)) Object.assign(position, squares);
  return Object.fromEntries(Object.entries(position).filter(([, piece]) => piece));
}

/** What each key does to a walk: the names of its steps. */
export const WALK_KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

/**
 * Which ply of a game is looked at. Who looks at a past one is left there, whatever is played.
 * @param {(chosen: number) => void} changed somebody looks at another ply; 0 is the start
 */
export function createWalk(changed) {
  let length = 0;
  let seen = 0;
  let looking = /** @type {number|null} */ (null);

  /** @param {number|null} ply null: the last one, whichever that is */
  function lookAt(ply) {
    const past = ply !== null && ply < length;
    if (past && looking === null) seen = length;
    looking = past ? Math.max(0, ply) : null;
    changed(looking ?? length);
  }

  const step = (by) => lookAt(Math.max(0, (looking ?? length) + by));
  return {
    lookAt,
    step,
    steps: { first: () => lookAt(0), previous: () => step(-1), next: () => step(1), last: () => lookAt(null) },
    /** So many plies there are now. @param {number} plies */
    take(plies) {
      length = plies;
      if (looking !== null && looking >= length) looking = null;
    },
    /** @returns {number|null} the ply that is looked at; null: the last one */
    looking: () => looking,
    /** Which ply is shown. */
    shown: () => looking ?? length,
    /** How many plies have come since somebody looked back. */
    news: () => (looking === null ? 0 : Math.max(0, length - seen)),
  };
}

/** The lamps that are lit, on the game's own squares: on a turned board they are the opposite ones. */
export function litSquares({ lamps, turned }) {
  const all = SQUARES.map((name, index) => [turned ? opposite(name) : name, lamps?.[index] ?? "dark"]);
  return all.filter(([, lamp]) => lamp !== "dark");
}

/** The last move, and above it the lamps: a lamp shows one thing at a time, a drawing may show both. */
export function marksOf(game, ply, lit) {
  const move = game.plies[ply - 1]?.move ?? "";
  /** @type {{[square: string]: string[]}} */
  const marks = {};
  for (const square of move ? [move.slice(0, 2), move.slice(2, 4)] : []) marks[square] = ["last-move"];
  for (const [square, lamp] of lit) marks[square] = [...new Set([...(marks[square] ?? []), lamp])];
  return marks;
}

/**
 * What both sides have, so long after the message.
 * @returns {{white: number, black: number, delay: number}} ms
 */
export function timesAfter(clock, passed) {
  const running = clock.running ? clock[clock.running] : null;
  const delay = running?.delay_ms ?? 0;
  const most = running?.rate === -1 ? delay + running.ms : Infinity;
  const counted = running ? Math.min(Math.max(0, passed), most) : 0;
  const beyond = Math.max(0, counted - delay);
  const ms = (side) => Math.max(0, (side?.ms ?? 0) + (side?.rate ?? 0) * beyond);
  return { white: ms(clock.white), black: ms(clock.black), delay: Math.max(0, delay - counted) };
}

/** A time as text: 1:05:00, 14:59, or 19.9 below so many seconds. */
export function timeText(ms, tenthsBelow, rises) {
  const tenths = Math.ceil(ms / 100);
  if (!rises && tenths < tenthsBelow * 10) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const seconds = rises ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
}

/** @param {Marks} marks @param {string} name @returns {string[]} */
function namesOf(marks, name) {
  const here = marks[name] ?? [];
  return (Array.isArray(here) ? here : [here]).filter((mark) => mark in MARKS);
}

/** The piece of this kind that stood nearest, taken out of those that are gone. */
function takeNearest(gone, name, kind) {
  const same = gone.filter(([, piece]) => piece.dataset.piece === kind);
  if (!same.length) return undefined;
  const [nearest] = same.sort(([a], [b]) => distance(a, name) - distance(b, name));
  gone.splice(gone.indexOf(nearest), 1);
  return nearest[1];
}

function distance(a, b) {
  return Math.hypot(a.charCodeAt(0) - b.charCodeAt(0), a.charCodeAt(1) - b.charCodeAt(1));
}

/** The upper left corner of a square in the drawing. */
function corner(square, turned) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  return turned ? { x: (7 - file) * SIZE, y: rank * SIZE } : { x: file * SIZE, y: (7 - rank) * SIZE };
}

function moveTo(node, { x, y }) {
  node.setAttribute("transform", `translate(${x} ${y})`);
}

/** As `moveTo`, but as a style, which the style sheet may let take its time. */
function glide(node, { x, y }) {
  node.style.transform = `translate(${x}px, ${y}px)`;
}

function element(kind, name, attributes = {}) {
  return draw(null, kind, { class: name, ...attributes });
}

function squareElement(name, testids) {
  const dark = (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 1;
  const node = element("rect", dark ? "square dark" : "square light", { width: SIZE, height: SIZE });
  if (testids) node.dataset.testid = `sq-${name}`;
  return node;
}

function pieceElement(kind) {
  const node = element("g", "piece");
  node.dataset.piece = kind;
  node.append(element("use", "", { href: `/static/pieces.svg#${kind}`, width: SIZE, height: SIZE }));
  return node;
}

function coordinateElement(letter) {
  const node = element("text", "coordinate");
  node.textContent = letter;
  return node;
}

/** Files stand in the lower left corners of the lowest rank, ranks in the upper left ones: there is room beside pieces. */
function placeCoordinate(text, turned) {
  const letter = text.textContent;
  const file = FILES.includes(letter);
  const square = file ? letter + (turned ? "8" : "1") : (turned ? "h" : "a") + letter;
  const { x, y } = corner(square, turned);
  text.classList.toggle("on-dark", (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 1);
  moveTo(text, { x: x + 2, y: file ? y + SIZE - 4 : y + 18 });
}

function drawMark(layers, mark, place) {
  const { under = [], over = [], badge = "" } = MARKS[mark];
  const above = over.map((shape) => shape());
  if (badge) above.push(badgeElement(badge));
  drawShapes(layers.under, mark, place, under.map((shape) => shape()));
  drawShapes(layers.over, mark, place, above);
}

function drawShapes(layer, mark, place, shapes) {
  if (!shapes.length) return;
  const node = element("g", `mark ${mark}`);
  node.append(...shapes);
  moveTo(node, place);
  layer.append(node);
}

function tint() {
  return element("rect", "tint", { width: SIZE, height: SIZE });
}

function frame() {
  return element("rect", "frame", { x: 2.5, y: 2.5, width: SIZE - 5, height: SIZE - 5 });
}

function ring() {
  return element("circle", "ring", { cx: 50, cy: 50, r: 45 });
}

function dot() {
  return element("circle", "dot", { cx: 50, cy: 50, r: 15 });
}

function cross() {
  return element("path", "cross", { d: "M24 24 76 76M76 24 24 76" });
}

function badgeElement(sign) {
  const node = element("g", "badge");
  const text = element("text", "", { x: 82, y: 18, "text-anchor": "middle", "dominant-baseline": "central" });
  text.textContent = sign;
  node.append(element("circle", "", { cx: 82, cy: 18, r: 17 }), text);
  return node;
}
