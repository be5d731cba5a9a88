// The clock beside the board: two faces, two levers, five keys, the buzzer.
//
// Where they stand is the layout's (board.js); on a wide page they stand beside the board, as on the real one.
// Faces are drawn from the RAM of their chips, segment by segment; nothing here knows what a time is. A button is
// down while a pointer or a key holds it, and let go when the page loses sight of it: how long it is held means
// something to the board.

import { draw } from "/static/kit/dom.js";

const X = 850;
const WIDTH = 220;

/** The buttons from Black's end to White's, as they are wired: the key that presses each, and its sign. */
const KEYS = [
  ["ok", "7", "M-11 1l7 8 15-17"],
  ["plus", "6", "M-11 0h22M0-11v22"],
  ["play", "5", "M-11-10v20l13-10zM6-10v20M12-10v20"],
  ["minus", "4", "M-11 0h22"],
  ["back", "3", "M12 9v-4a7 7 0 0 0-7-7h-16m7-7l-7 7 7 7"],
];
const LEVERS = [["white", "1"], ["black", "2"]];
const BY_DIGIT = Object.fromEntries([...LEVERS, ...KEYS].map(([button, digit]) => [digit, button]));

/**
 * Where the parts of the clock are on a wide page: x, y and how large. A layout that says nothing of a part (narrow.js)
 * does not show it. `reach` is what of a key takes the pointer.
 */
const BESIDE = {
  face: { black: [X + 4, 14], white: [X + 4, 680] },
  lever: { black: [X + WIDTH / 2, 168], white: [X + WIDTH / 2, 632] },
  key: Object.fromEntries(KEYS.map(([button], at) => [button, [X + 42, 266 + at * 67]])),
  buzzer: [X + 190, 400],
  reach: { x: -40, y: -31, width: 110, height: 62 },
  plate: true,
};

// Seven segments: bit 0..6 = a..g, clockwise from the top, then the middle

const BARS = ["8,0 36,0 31,6 13,6", "37,1 37,34 31,31 31,7", "37,36 37,69 31,63 31,39", "8,70 36,70 31,64 13,64",
  "7,36 13,39 13,63 7,69", "7,1 13,7 13,31 7,34", "9,35 13,32 31,32 35,35 31,38 13,38"];

function drawDigit(face, x) {
  const digit = draw(face, "g", { transform: `translate(${x} 0) skewX(-4)` });
  const bars = BARS.map((points) => draw(digit, "polygon", { points, class: "segment" }));
  return [...bars, draw(digit, "circle", { cx: 44, cy: 68, r: 3.6, class: "segment" })];
}

function drawFace(root, side) {
  const face = draw(root, "g", { class: "face", "data-testid": `face-${side}`, role: "img" });
  draw(face, "rect", { class: "bezel", width: WIDTH - 8, height: 106, rx: 9 });
  draw(face, "rect", { class: "glass", x: 5, y: 5, width: WIDTH - 18, height: 96, rx: 6 });
  const inner = draw(face, "g", { class: "digits", transform: "translate(9 18)" });
  const digits = [2, 48, 104, 150].map((x) => drawDigit(inner, x));
  const colon = [23, 47].map((cy) => draw(inner, "circle", { cx: 98 - cy * 0.07, cy, r: 4, class: "segment" }));
  draw(face, "path", { class: "gleam", d: `M9 8h${WIDTH - 30}l-36 30h-${WIDTH - 80}z` });
  return { face, inner, digits, colon };
}

/** The signs of a face as text, as far as seven segments can be read; for readers of screens. */
const SIGNS = {
  63: "0", 6: "1", 91: "2", 79: "3", 102: "4", 109: "5", 125: "6", 7: "7", 127: "8", 111: "9", 0: " ", 64: "-", 119: "A", 124: "B",
  57: "C", 94: "D", 121: "E", 113: "F", 61: "G", 118: "H", 48: "I", 30: "J", 56: "L", 84: "N", 115: "P", 103: "9", 80: "R", 120: "T",
  62: "U", 110: "Y", 88: "c", 116: "h", 16: "i", 92: "o", 28: "u", 8: "_", 72: "=", 39: "7",
};
const spell = (face) => face.segments.map((bits, at) =>
  (SIGNS[bits & 127] ?? "?") + (bits & 128 ? "." : "") + (at === 1 && face.colon ? ":" : "")).join("").trim();

/** What stands on a face, for eyes, and by its `name` for screen readers. */
function showFace(each, face, name) {
  const off = !face.on;
  each.digits.forEach((bars, at) => bars.forEach((bar, bit) => bar.classList.toggle("lit", !off && Boolean((face.segments[at] >> bit) & 1))));
  each.colon.forEach((dot) => dot.classList.toggle("lit", !off && face.colon));
  each.inner.style.setProperty("--bright", (0.4 + 0.6 * (Math.min(15, face.bright) / 15) ** 0.7).toFixed(3));
  each.inner.dataset.blink = off ? 0 : face.blink_hz;
  each.face.setAttribute("aria-label", off ? name : `${name}: ${spell(face)}`);
  each.face.dataset.text = off ? "" : spell(face);
}

// Levers and keys

function drawButton(root, kind, button) {
  const named = { class: `button ${kind}`, "data-testid": `${kind.split(" ")[0]}-${button}`, "data-button": button };
  return draw(root, "g", { ...named, role: "button", tabindex: 0 });
}

function drawLever(root, side, digit) {
  const lever = drawButton(root, `lever ${side}`, side);
  draw(lever, "rect", { class: "well", x: -96, y: -34, width: 192, height: 68, rx: 34 });
  const cap = draw(lever, "g", { class: "cap" });
  draw(cap, "rect", { class: "cap-side", x: -90, y: -27, width: 180, height: 58, rx: 29 });
  draw(cap, "rect", { class: "cap-top", x: -90, y: -31, width: 180, height: 56, rx: 28, fill: `url(#${side === "white" ? "ivory" : "ebony"})` });
  draw(cap, "rect", { class: "cap-gleam", x: -76, y: -26, width: 152, height: 13, rx: 6.5 });
  draw(cap, "text", { class: "digit", y: 4 }, digit);
  return lever;
}

function drawKey(root, button, digit, sign) {
  const key = drawButton(root, "key", button);
  draw(key, "circle", { class: "well", r: 29 });
  const cap = draw(key, "g", { class: "cap" });
  draw(cap, "circle", { class: "cap-side", cy: 3, r: 25 });
  draw(cap, "circle", { class: "cap-top", r: 25, fill: "url(#key-top)" });
  draw(cap, "path", { class: "sign", d: sign });
  draw(key, "text", { class: "engraved", x: 40, y: 1 }, button);
  draw(key, "text", { class: "digit", x: 116, y: 1 }, digit);
  draw(key, "rect", { class: "reach" });
  return key;
}

function drawBuzzer(root) {
  const buzzer = draw(root, "g", { class: "buzzer", "data-testid": "buzzer" });
  for (let ring = 1; ring <= 2; ring += 1) draw(buzzer, "circle", { class: "wave", r: 14 + ring * 7 });
  draw(buzzer, "circle", { class: "grille", r: 16 });
  for (let row = -1; row <= 1; row += 1) {
    for (let hole = -1; hole <= 1; hole += 1) draw(buzzer, "circle", { class: "hole", cx: hole * 8.5, cy: row * 8.5, r: 2.2 });
  }
  return buzzer;
}

function drawPlate(root) {
  const defs = draw(root, "defs");
  const top = draw(defs, "linearGradient", { id: "key-top", x1: 0, y1: 0, x2: 0, y2: 1 });
  draw(top, "stop", { offset: 0, class: "key-a" });
  draw(top, "stop", { offset: 1, class: "key-b" });
  draw(root, "rect", { class: "plate", x: X - 6, y: -6, width: WIDTH + 12, height: 812, rx: 12 });
  draw(root, "rect", { class: "plate-edge", x: X - 5, y: -5, width: WIDTH + 10, height: 810, rx: 11 });
}

/** Put a part where the layout has it, or nowhere. */
function stand(part, place) {
  part.setAttribute("display", place ? "inline" : "none");
  if (place) part.setAttribute("transform", `translate(${place[0]} ${place[1]}) scale(${place[2] ?? 1})`);
}

/** Draw the clock into its group; `context` sends and translates, `board` says how all is laid out. */
export function createConsole(root, context, board) {
  const plate = draw(root, "g");
  drawPlate(plate);
  const faces = { black: drawFace(root, "black"), white: drawFace(root, "white") };
  const buttons = new Map([
    ["black", drawLever(root, "black", "2")],
    ...KEYS.map(([button, digit, sign]) => [button, drawKey(root, button, digit, sign)]),
    ["white", drawLever(root, "white", "1")],
  ]);
  const buzzer = drawBuzzer(root);

  function layOut() {
    const places = board.layout().clock ?? BESIDE;
    stand(plate, places.plate && [0, 0]);
    for (const [side, { face }] of Object.entries(faces)) stand(face, places.face[side]);
    for (const [button, element] of buttons) stand(element, places.lever[button] ?? places.key[button]);
    stand(buzzer, places.buzzer);
    for (const each of root.querySelectorAll(".reach")) {
      for (const [name, value] of Object.entries(places.reach)) each.setAttribute(name, value);
    }
  }

  layOut();
  board.svg.addEventListener("laid-out", layOut);
  const down = new Set();
  const byKey = new Map();

  function press(button) {
    if (!button || down.has(button)) return;
    down.add(button);
    buttons.get(button).classList.add("down");
    context.send({ do: "press", button });
  }

  function release(button) {
    if (!down.delete(button)) return;
    context.send({ do: "release", button });
    buttons.get(button).classList.toggle("down", false);
  }

  const releaseAll = () => [...down].forEach(release);

  for (const [button, element] of buttons) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      press(button);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(end, () => release(button));
  }

  function buttonOf(event) {
    const own = event.target.closest?.(".button")?.dataset.button;
    if (own && [" ", "Enter"].includes(event.key)) return own;
    const busy = event.target.closest?.("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey;
    return busy ? null : BY_DIGIT[/^(Digit|Numpad)([1-7])$/.exec(event.code)?.[2]];
  }

  window.addEventListener("keydown", (event) => {
    const button = buttonOf(event);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    byKey.set(event.code, button);
    press(button);
  }, true);
  window.addEventListener("keyup", (event) => { release(byKey.get(event.code)); byKey.delete(event.code); }, true);
  window.addEventListener("blur", releaseAll);
  document.addEventListener("visibilitychange", () => document.hidden && releaseAll());

  return {
    show(desk) {
      showFace(faces.white, desk.faces.white, context.t("part white face"));
      showFace(faces.black, desk.faces.black, context.t("part black face"));
      for (const [button, element] of buttons) element.classList.toggle("down", down.has(button) || desk.buttons.includes(button));
      buzzer.classList.toggle("sounds", desk.buzzer_hz > 0);
    },
    words() {
      for (const [button, element] of buttons) element.setAttribute("aria-label", context.t(`button ${button}`));
    },
  };
}
