// @ts-check
/**
 * Small positions on canvases: drawn from pictures that are made once for a size, so that two hundred cost little.
 *
 *     const painter = await createPainter();
 *     painter.paint(canvas, 160, { fen: "rnbqkbnr/…", move: "e2e4" });     160 CSS pixels wide
 *     painter.clear(canvas);                                             what nobody sees takes no memory
 *
 * Refuses to know what a card is, and when something is to be drawn.
 */

const PIECES = "KQRBNPkqrbnp";
const COLOURS = { light: "--square-light", dark: "--square-dark" };
const MOVED = "#9dbf3b";
const START = "8/8/8/8/8/8/8/8";

export async function createPainter() {
  const drawings = await loadPieces();
  /** @type {Map<number, {board: OffscreenCanvas, pieces: OffscreenCanvas}>} by the pixels of a square */
  const made = new Map();

  function pictures(square) {
    const found = made.get(square) ?? { board: drawBoard(square), pieces: drawPieces(square) };
    made.set(square, found);
    return found;
  }

  function drawPieces(square) {
    const sheet = new OffscreenCanvas(square * PIECES.length, square);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext("2d"));
    drawings.forEach((drawing, index) => pen.drawImage(drawing, index * square, 0, square, square));
    return sheet;
  }

  return {
    /** @param {HTMLCanvasElement} canvas @param {number} width CSS pixels @param {{fen?: string, move?: string}} card */
    paint(canvas, width, { fen = START, move = "" }) {
      const square = Math.max(4, Math.round((width * devicePixelRatio) / 8));
      const { board, pieces } = pictures(square);
      if (canvas.width !== square * 8) canvas.width = canvas.height = square * 8;
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
      pen.drawImage(board, 0, 0);
      if (move.length >= 4) for (const name of [move.slice(0, 2), move.slice(2, 4)]) tint(pen, name, square);
      eachPiece(fen, (letter, file, row) => {
        pen.drawImage(pieces, PIECES.indexOf(letter) * square, 0, square, square, file * square, row * square, square, square);
      });
    },
    /** @param {HTMLCanvasElement} canvas */
    clear(canvas) {
      canvas.width = canvas.height = 0;
    },
    /** The colours are others now, or the size: pictures are made anew. */
    forget: () => made.clear(),
  };
}

function drawBoard(square) {
  const style = getComputedStyle(document.documentElement);
  const board = new OffscreenCanvas(square * 8, square * 8);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (board.getContext("2d", { alpha: false }));
  for (let index = 0; index < 64; index++) {
    const [file, row] = [index % 8, index >> 3];
    pen.fillStyle = style.getPropertyValue((file + row) % 2 ? COLOURS.dark : COLOURS.light).trim();
    pen.fillRect(file * square, row * square, square, square);
  }
  return board;
}

function tint(pen, name, square) {
  const [file, row] = [name.charCodeAt(0) - 97, 8 - Number(name[1])];
  pen.globalAlpha = 0.6;
  pen.fillStyle = MOVED;
  pen.fillRect(file * square, row * square, square, square);
  pen.globalAlpha = 1;
}

/** @param {string} fen its first field @param {(letter: string, file: number, row: number) => void} does */
function eachPiece(fen, does) {
  let [file, row] = [0, 0];
  for (const letter of fen) {
    if (letter === "/") [file, row] = [0, row + 1];
    else if (letter >= "1" && letter <= "8") file += Number(letter);
    else if (PIECES.includes(letter)) does(letter, file++, row);
  }
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
