// @ts-check
/**
 * Small positions: elements with pictures that are made once for a size. A ply changes its own squares only, so that two
 * hundred boards cost little; a canvas for each would be a layer of its own, which the browser puts together in each frame.
 *
 *     const painter = await createPainter();
 *     painter.resize(23);                              a square has 23 pixels of the screen
 *     const mini = createMini();                       mini.node fills what it is in
 *     mini.show({ fen: "rnbqkbnr/…", move: "e2e4" });  draws what is another than before
 *     mini.clear();                                    what nobody sees takes no memory
 *
 * Refuses to know what a card is, and when something is to be drawn.
 */
import { make } from "/static/kit/dom.js";

const PIECES = "KQRBNPkqrbnp";
const COLOURS = ["--square-light", "--square-dark"];
const MARKS = 2;

export async function createPainter() {
  const drawings = await loadPieces();
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  /** @type {Map<number, string>} the rules of a size */
  const made = new Map();
  let shown = "";

  function drawPieces(square) {
    return pictureOf(square * PIECES.length, square, true, (pen) =>
      drawings.forEach((drawing, index) => pen.drawImage(drawing, index * square, 0, square, square)));
  }

  return {
    /** Make the pictures for squares of so many pixels of the screen. */
    resize(square) {
      const rules = made.get(square) ?? `.mini { background-image: ${drawBoard(square)} } .mini > b { background-image: ${drawPieces(square)} }`;
      if (rules !== shown) sheet.replaceSync(rules);
      made.set(square, (shown = rules));
    },
    /** The colours are others now: pictures are made anew. */
    forget: () => made.clear(),
  };
}

function pictureOf(wide, high, alpha, draws) {
  const canvas = /** @type {HTMLCanvasElement} */ (make("canvas", { width: wide, height: high }));
  draws(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha })));
  return `url(${canvas.toDataURL()})`;
}

function drawBoard(square) {
  const style = getComputedStyle(document.documentElement);
  const colours = COLOURS.map((name) => style.getPropertyValue(name).trim());
  return pictureOf(square * 8, square * 8, false, (pen) => {
    for (let index = 0; index < 64; index++) {
      const [file, row] = [index % 8, index >> 3];
      pen.fillStyle = colours[(file + row) % 2];
      pen.fillRect(file * square, row * square, square, square);
    }
  });
}

export function createMini() {
  const marks = Array.from({ length: MARKS }, () => make("i", { hidden: true }));
  const node = make("div", { class: "mini", "aria-hidden": "true" });
  /** @type {Map<number, {letter: string, node: HTMLElement}>} by the square, a8 first */
  const pieces = new Map();
  let shown = "";

  function showMove(move) {
    marks.forEach((mark, index) => {
      const name = move.slice(2 * index, 2 * index + 2);
      mark.hidden = name.length < 2;
      if (!mark.hidden) stand(mark, name.charCodeAt(0) - 97 + 8 * (8 - Number(name[1])));
    });
  }

  function showPieces(fen) {
    const wanted = placement(fen);
    const free = [...pieces].filter(([square, { letter }]) => wanted.get(square) !== letter);
    for (const [square] of free) pieces.delete(square);
    for (const [square, letter] of wanted) {
      if (pieces.has(square)) continue;
      const same = free.findIndex(([, piece]) => piece.letter === letter); // it has moved
      const piece = free.splice(same < 0 ? free.length - 1 : same, 1)[0]?.[1] ?? { letter: "", node: node.appendChild(make("b")) };
      if (piece.letter !== letter) piece.node.style.backgroundPositionX = `${(100 * PIECES.indexOf(letter)) / (PIECES.length - 1)}%`;
      stand(piece.node, square);
      piece.letter = letter;
      pieces.set(square, piece);
    }
    for (const [, piece] of free) piece.node.remove();
  }

  return {
    node,
    /** @param {{fen?: string, move?: string}} card */
    show({ fen = "", move = "" }) {
      if (shown === `${fen}|${move}`) return;
      shown = `${fen}|${move}`;
      if (!node.firstChild) node.append(...marks);
      showMove(move);
      showPieces(fen);
    },
    clear() {
      shown = "";
      pieces.clear();
      node.replaceChildren();
    },
  };
}

/** @param {HTMLElement} node @param {number} square a8 first */
function stand({ style }, square) {
  style.gridArea = `${(square >> 3) + 1} / ${(square % 8) + 1}`;
}

/** The pieces of a FEN, by their squares, a8 first. @param {string} fen its first field */
function placement(fen) {
  const found = new Map();
  let square = 0;
  for (const letter of fen) {
    if (letter >= "1" && letter <= "8") square += Number(letter);
    else if (PIECES.includes(letter)) found.set(square++, letter);
  }
  return found;
}

/** Each piece of the sprite that all pages have, as a picture of its own. */
async function loadPieces() {
  const text = await fetch("/static/pieces.svg").then((answer) => answer.text());
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml");
  return Promise.all([...PIECES].map(async (letter) => {
    const symbol = /** @type {Element} */ (sprite.getElementById(letter));
    const box = symbol.getAttribute("viewBox");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="180" height="180">${inside(symbol)}</svg>`;
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    return image;
  }));
}

const inside = (symbol) => [...symbol.children].map((node) => new XMLSerializer().serializeToString(node)).join("");
