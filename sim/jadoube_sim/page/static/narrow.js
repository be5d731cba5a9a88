// The desk on a phone: the board as wide as the window, faces and levers above and below it, the trays folded.
//
// Two layouts, upright (`tall`) and `lying`, and each of them with the box folded or open; `board.js` says what a
// layout is. It knows where things are, and nothing of what they do. Numbers are hundredths of a square, as in the
// picture; a phone of 360 pixels has 44 of them for a square.

import { draw } from "/static/kit/dom.js";
import { t } from "/static/kit/i18n.js";
import { rect, FILES } from "./board.js";

const KEYS = ["back", "minus", "play", "plus", "ok"];

/** The trays in the desk's places: how deep they begin beside the board, and between which rows pieces stand. */
const DEPTH = { from: 0.39, by: 1.32 };
const ROWS = { from: -0.2, by: 8.35 };

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// Places: a tray lies along its strip, so that its rows go from left to right

/** The part of a tray in which a place beside the board is: along it, and away from the board, 0 to 1 each. */
function inTray({ x, y }) {
  const depth = x < 0 ? -x : x - 8;
  return { along: clamp((y - ROWS.from) / ROWS.by, 0, 1), away: clamp((depth - DEPTH.from) / DEPTH.by, 0, 1) };
}

function viewIn(trays) {
  return (at) => {
    if (at.x >= 0 && at.x <= 8) return { x: at.x, y: at.y };
    const [left, top, width, height] = trays[at.x < 0 ? "white" : "black"];
    const { along, away } = inTray(at);
    return { x: (left + along * width) / 100, y: 8 - (top + away * height) / 100 };
  };
}

/** How far a place is from a strip, in hundredths. */
function farFrom([left, top, width, height], { x, y }) {
  return Math.hypot(x - clamp(x, left, left + width), y - clamp(y, top, top + height));
}

/** What is beside the board belongs to the nearest tray; a finger that slips over the side edge is on the board. */
function worldIn(trays) {
  return ({ x, y }) => {
    if (y >= 0 && y < 8 && x > -0.5 && x < 8.5) return { x: clamp(x, 0, 7.999), y };
    const at = { x: x * 100, y: (8 - y) * 100 };
    const kind = farFrom(trays.white, at) < farFrom(trays.black, at) ? "white" : "black";
    const [left, top, width, height] = trays[kind];
    const depth = DEPTH.from + DEPTH.by * clamp((at.y - top) / height, 0, 1);
    const along = ROWS.from + ROWS.by * clamp((at.x - left) / width, 0, 1);
    return { x: kind === "white" ? -depth : 8 + depth, y: along };
  };
}

// Wood

const plain = (parent, name, [x, y, width, height], r, more) => rect(parent, name, x / 100, y / 100, width / 100, height / 100, r, more);

/** The names of files and ranks, in the corners at the left, where no piece and no shadow lies. */
function drawNames(group) {
  for (let index = 0; index < 8; index += 1) {
    const [file, rank] = [FILES[index], String(index + 1)];
    draw(group, "text", { x: index * 100 + 11, y: 786, class: index % 2 ? "on-light" : "on-dark" }, file);
    draw(group, "text", { x: 11, y: (7 - index) * 100 + 16, class: index % 2 ? "on-light" : "on-dark" }, rank);
  }
}

/** The lid of the box: it opens and folds the trays. */
function drawLid(wood, side, place, open, toggle) {
  const lid = draw(wood, "g", { class: "lid", role: "button", tabindex: 0, "aria-expanded": String(Boolean(open)), "data-testid": `lid-${side}`,
    "data-label": "box lid", "aria-label": t("box lid") });
  const [x, y, width, height] = place;
  plain(lid, "reach", place, 8);
  draw(lid, "path", { class: "chevron", d: open ? "M-11 6l11-11 11 11" : "M-11-6l11 11 11-11", transform: `translate(${x + width - 22} ${y + height - 20})` });
  lid.addEventListener("click", toggle);
  lid.addEventListener("keydown", (event) => {
    if (![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  });
}

function drawWood(wood, { frame, plates, trays, lids, open }, toggle) {
  plain(wood, "case", frame, 0, { fill: "url(#case-wood)" });
  plain(wood, "case-grain", frame, 0, { fill: "url(#grain)" });
  for (const each of plates) { plain(wood, "plate", each, 12); plain(wood, "plate-edge", each, 12); }
  for (const each of [...Object.values(lids), ...(open ? Object.values(trays) : [])]) plain(wood, "tray", each, 8, { fill: "url(#felt)" });
  for (const [side, place] of Object.entries(lids)) drawLid(wood, side, place, open, toggle);
  plain(wood, "inlay", [-5, -5, 810, 810], 2);
}

// The layouts

const keysInRow = (left, width, y) => Object.fromEntries(KEYS.map((button, at) => [button, [left + width * (at + 0.5), y, 1.25]]));

/** Upright: Black's row, the board, White's row, the keys. The open box covers the keys: the words stay in sight. */
const TALL = {
  name: "tall",
  view: [-8, -152, 816, 1232],
  frame: [-8, -152, 816, 1632],
  plates: [[-4, -148, 808, 134], [-4, 814, 808, 262]],
  clock: {
    face: { black: [2, -141, 1.12], white: [2, 821, 1.12] },
    lever: { black: [654, -83, 1.5], white: [654, 879, 1.5] },
    key: keysInRow(4, 148, 996),
    buzzer: [775, 1000],
    reach: { x: -58, y: -34, width: 116, height: 95 },
  },
  lids: { white: [246, -141, 256, 119], black: [246, 821, 256, 119] },
  trays: { white: [248, -141, 226, 119], black: [248, 821, 226, 119] },
  boxed: 0.31,
};
const TALL_OPEN = {
  ...TALL,
  view: [-8, -152, 816, 1490],
  plates: [TALL.plates[0], [-4, 814, 808, 128]],
  clock: { ...TALL.clock, key: {}, buzzer: null },
  trays: { white: [8, 950, 784, 184], black: [8, 1146, 784, 184] },
  boxed: 0.85,
  open: true,
};

/** Lying: the board as high as the window, all else at its right; the open box covers keys and White's row. */
const LYING = {
  name: "lying",
  view: [-8, -8, 1450, 816],
  frame: [-8, -8, 816, 816],
  plates: [[822, 98, 616, 134], [822, 332, 616, 120], [822, 552, 616, 134]],
  clock: {
    face: { black: [828, 105, 1.12], white: [828, 559, 1.12] },
    lever: { black: [1286, 163, 1.5], white: [1286, 617, 1.5] },
    key: keysInRow(825, 122, 374),
    buzzer: [1104, 165],
    reach: { x: -48, y: -33, width: 96, height: 93 },
  },
  lids: { white: [824, 234, 612, 94], black: [824, 454, 612, 94] },
  trays: { white: [828, 234, 576, 94], black: [828, 454, 576, 94] },
  boxed: 0.48,
};
const LYING_OPEN = {
  ...LYING,
  plates: LYING.plates.slice(0, 1),
  clock: { ...LYING.clock, face: { black: LYING.clock.face.black }, lever: { black: LYING.clock.lever.black }, key: {} },
  lids: { white: [824, 590, 612, 94] },
  trays: { white: [824, 238, 612, 172], black: [824, 414, 612, 172] },
  boxed: 0.7,
  open: true,
};

/** What `board.js` calls a layout; `toggle` opens and folds its box. */
function made(parts, toggle) {
  const { name, view, clock, boxed, trays } = parts;
  return {
    name, view, clock, boxed, folded: !parts.open,
    draw(wood, names) { drawWood(wood, parts, toggle); drawNames(names); },
    toView: viewIn(trays),
    toWorld: worldIn(trays),
  };
}

/** The layouts of phones for this board, by their names, with the box folded. */
export function createLayouts(board) {
  function pair(folded, open) {
    const first = made(folded, () => board.layOut(second));
    const second = made(open, () => board.layOut(first));
    return first;
  }
  return { tall: pair(TALL, TALL_OPEN), lying: pair(LYING, LYING_OPEN) };
}
