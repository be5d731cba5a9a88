// @ts-check
/**
 * All boards in one grid: a tile for each. What nobody sees is not drawn, and nothing is drawn twice in a frame.
 *
 *     const tiles = createTiles(byId("tiles"), { painter, choose, passed, notation });
 *     tiles.show(card);  tiles.remove(id);  tiles.filter((card) => true);
 *
 * A tile that has changed waits for its turn: each frame takes as many as leave it in time on this machine. Clocks are
 * written four times a second, those that are seen. Refuses to know where cards come from, and what a choice means.
 */
import { make, write } from "/static/kit/dom.js";
import { t } from "/static/kit/i18n.js";
import { SIDES, byNumber, fullName, isHere, labelOf, lastMove, markOf, namesOf, needWords, resultOf, standOf, timeTexts } from "./card.js";
import { createMini } from "./mini.js";
import { createSide } from "./side.js";

/** So long one frame may work on tiles, and on so many: the browser lays out and paints what has changed. The rest waits. */
const FRAME_MS = 6;
const FRAME_TILES = 8;
/**
 * A frame that comes so long after the one before is late: half as many tiles, and with each frame in time a little more.
 * The least is what two hundred boards of blitz need where a browser that saves power shows only 30 frames a second.
 */
const LATE_MS = 25;
const LEAST_TILES = 2;
const MORE_TILES = 0.2;
/** Behind an open dialog, which covers or dims them, tiles take their turn so often. */
const BEHIND_MS = 250;
const CLOCKS_MS = 250;
/** The view of large boards, and that without positions. */
export const LARGE = "large";
export const ROWS = "rows";
/** The least width of a tile in each view, and the largest one, in the size of the text. */
const LEAST_EM = { large: 11.5, small: 9.8, rows: 26 };
const MOST_EM = 30;
/** On a projector the text of a tile is so large a part of its width at most: names are read there, not clicked. */
const TEXT_OF_WIDTH = 0.063;
/** What a tile has beside its board, and above and below it; the height of a row: lines in the size of their text, edges in that of the page (hall.css). */
const [BESIDE_REM, BESIDE_PX] = [0.8, 2];
const [AROUND_EM, AROUND_REM] = [4.7, 0.45];
const [ROW_EM, ROW_REM] = [3.1, 0.65];
/** So far beyond the window tiles are drawn already. */
const AHEAD = "150px";

/** @typedef {ReturnType<typeof createTile>} Tile */

/**
 * @param {HTMLElement} root
 * @param {{painter: any, choose: (id: string) => void, passed: (at_ms: number) => number, notation: string}} page
 */
export function createTiles(root, { painter, choose, passed, notation }) {
  /** @type {Map<string, Tile>} */
  const tiles = new Map();
  /** @type {Set<Tile>} */
  const waiting = new Set();
  /** @type {Set<Tile>} */
  const seen = new Set();
  let frame = 0;
  let before_ms = 0; // the frame before, if it left something for this one
  let most = FRAME_TILES;
  let room = { em: 0, rem: 0, gap: 0, wide: 0, high: 0 };
  let isOrdered = true;
  let fits = (/** @type {any} */ _card) => true;

  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const tile = tiles.get(/** @type {HTMLElement} */ (target).dataset.id ?? "");
      if (!tile) continue;
      if (isIntersecting ? seen.add(tile) : seen.delete(tile)) wait(tile);
    }
  }, { rootMargin: AHEAD });

  /** What there is of room: it is read where it has changed, as reading lays out what has not been laid out yet. */
  function measure() {
    const style = getComputedStyle(root);
    const [em, rem] = [parseFloat(style.fontSize), parseFloat(getComputedStyle(document.documentElement).fontSize)];
    const wide = root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const high = root.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    room = { em, rem, gap: parseFloat(style.columnGap), wide, high };
    fit();
  }

  /**
   * All rows have one height, so that what changes in a tile lays out no other one. In the large view tiles are as large as
   * all fit, down to a size that can still be read; then the page scrolls.
   */
  function fit() {
    const { em, rem, gap, wide, high } = room;
    if (!wide) return;
    const count = [...tiles.values()].filter(({ card }) => fits(card)).length;
    const view = root.dataset.view ?? "";
    const isTv = view !== ROWS && document.documentElement.classList.contains("tv");
    const textOf = (side) => (isTv ? Math.min(em, TEXT_OF_WIDTH * side) : em);
    const aroundOf = (side) => AROUND_EM * textOf(side) + AROUND_REM * rem;
    const columnsOf = (least) => Math.max(1, Math.floor((wide + gap) / (least + gap)));
    const sideOf = (columns) => (wide - gap * (columns - 1)) / columns;
    let columns = columnsOf(Math.min(LEAST_EM[view] * em, view === ROWS ? wide : (wide - gap) / 2)); // a phone has two
    for (let fewer = columns - 1; view === LARGE && fewer > 0; fewer--) {
      const rows = Math.ceil(count / fewer);
      const side = sideOf(fewer);
      if (side <= MOST_EM * em && rows * (side + aroundOf(side) + gap) <= high + gap) columns = fewer;
    }
    const beside = BESIDE_REM * rem + BESIDE_PX;
    const square = Math.max(1, Math.floor(((sideOf(columns) - beside) * devicePixelRatio) / 8)); // whole pixels: pictures fit as they are
    const board = (8 * square) / devicePixelRatio;
    root.style.setProperty("--columns", String(columns));
    root.style.setProperty("--board", `${board}px`);
    root.style.setProperty("--tile", view === ROWS ? "minmax(0, 1fr)" : `${board + beside}px`);
    root.style.setProperty("--text", `${textOf(board + beside)}px`);
    root.style.setProperty("--row", `${view === ROWS ? ROW_EM * em + ROW_REM * rem : board + beside + aroundOf(board + beside)}px`);
    if (view !== ROWS) painter.resize(square);
  }

  new ResizeObserver(measure).observe(root);

  function wait(tile) {
    waiting.add(tile);
    if (!frame) next();
  }

  function next() {
    const isCovered = document.querySelector("dialog[open]") !== null;
    if (isCovered) before_ms = 0;
    frame = isCovered ? setTimeout(() => (frame = requestAnimationFrame(work)), BEHIND_MS) : requestAnimationFrame(work);
  }

  /** How many tiles a frame takes, by how late this one is after another one that took some. @param {number} now_ms */
  function pace(now_ms) {
    if (before_ms) most = now_ms - before_ms > LATE_MS ? Math.max(LEAST_TILES, most / 2) : Math.min(FRAME_TILES, most + MORE_TILES);
    before_ms = now_ms;
  }

  /** @param {number} now_ms */
  function work(now_ms) {
    frame = 0;
    pace(now_ms);
    const until = performance.now() + FRAME_MS;
    let left = Math.floor(most);
    if (!isOrdered) order(), fit();
    for (const tile of waiting) {
      waiting.delete(tile);
      if (!tile.node.isConnected) root.append(tile.node), watcher.observe(tile.node), (isOrdered = false);
      tile.label(fits(tile.card));
      if (seen.has(tile)) left--, tile.dress(notation), draw(tile);
      else if (tile.mini.node.isConnected) left--, empty(tile);
      if (!left || performance.now() > until) break;
    }
    if (waiting.size || !isOrdered) next();
    else before_ms = 0;
  }

  /** Numbers have changed: the tiles stand anew, in their order. */
  function order() {
    isOrdered = true;
    const wanted = [...tiles.values()].filter(({ node }) => node.isConnected).sort((one, other) => byNumber(one.card, other.card));
    let at = root.firstElementChild;
    for (const { node } of wanted) {
      if (node === at) at = at.nextElementSibling;
      else root.insertBefore(node, at);
    }
  }

  /** Nobody sees it: it keeps its place, and takes no more. */
  function empty(tile) {
    tile.strip();
    tile.mini.clear();
  }

  function draw(tile) {
    if (root.dataset.view !== ROWS && tile.card.fen) tile.mini.show(tile.card);
    tile.showTimes(passed);
  }

  setInterval(() => {
    if (document.hidden) return;
    for (const tile of seen) if (tile.card.clock?.running) tile.showTimes(passed);
  }, CLOCKS_MS);

  return {
    /** @param {any} card */
    show(card) {
      let tile = tiles.get(card.id);
      if (!tile) {
        tile = createTile(card, choose);
        tiles.set(card.id, tile);
        isOrdered = false;
      }
      if (tile.card.number !== card.number) isOrdered = false;
      tile.card = card;
      wait(tile);
    },
    /** @param {string} id */
    remove(id) {
      const tile = tiles.get(id);
      if (!tile) return;
      tiles.delete(id);
      waiting.delete(tile);
      seen.delete(tile);
      watcher.unobserve(tile.node);
      tile.node.remove();
    },
    /** @param {(card: any) => boolean} wanted those that are shown from now on */
    filter(wanted) {
      fits = wanted;
      for (const tile of tiles.values()) tile.node.hidden = !fits(tile.card);
      fit();
    },
    /** Colours or sizes have changed. */
    redraw() {
      painter.forget();
      measure();
      for (const tile of seen) wait(tile);
    },
  };
}

function createTile(first, choose) {
  const id = first.id;
  const mini = createMini();
  const [label, mark, move, chip, result] = [make("b", "tile-number"), make("span", "tile-mark"), make("span", "tile-move"), make("span", "tile-chip"), make("span", "tile-result")];
  const sides = Object.fromEntries(SIDES.map((side) => [side, createSide(side, `time-${side}-${id}`)]));
  const button = make("button", { class: "tile-button", "data-testid": `choose-${id}`, on: { click: () => choose(id) } });
  const inside = [make("div", "tile-head", label, mark, move, chip, result), sides.black.node, make("div", "tile-board", mini.node), sides.white.node];
  const node = make("article", { class: "tile", "data-id": id, "data-testid": `tile-${id}` }, button);
  let spoken = "";
  const tile = {
    node,
    mini,
    card: first,
    /** What is there even where nobody sees it. @param {boolean} fits */
    label(fits) {
      const { card } = tile;
      const words = [fullName(card), namesOf(card), chipText(card)].filter(Boolean).join(", ");
      if (node.hidden === fits) node.hidden = !fits;
      if (words !== spoken) button.setAttribute("aria-label", words);
      spoken = words;
    },
    /** @param {string} notation */
    dress(notation) {
      const { card } = tile;
      if (!mini.node.isConnected) node.prepend(...inside);
      node.dataset.stand = standOf(card);
      node.dataset.need = openCall(card)?.need ?? "";
      write(label, labelOf(card));
      write(mark, markOf(card));
      write(chip, chipText(card));
      write(move, chip.textContent ? "" : lastMove(card, notation));
      write(result, resultOf(card));
      for (const side of SIDES) sides[side].show(card);
    },
    strip() {
      for (const part of inside) part.remove();
    },
    /** @param {(at_ms: number) => number} passed */
    showTimes(passed) {
      const { card } = tile;
      if (!card.clock) return;
      const texts = timeTexts(card, passed(card.clock.at_ms));
      for (const side of SIDES) sides[side].showTime(texts[side]);
    },
  };
  return tile;
}

/** The most urgent call that nobody has seen. */
const openCall = (card) => card.calls?.find((call) => !call.seen_by);

/** What is to be said of a board beside its game. */
function chipText(card) {
  const call = openCall(card);
  if (call) return needWords(call.need);
  if (!isHere(card)) return card.state === "lost" ? needWords("lost") : t("hallOff");
  if (card.seat === "waits") return t("hallUnseated");
  if (card.over || card.phase === "playing") return card.doubts ? t("hallDoubts", { count: card.doubts }) : "";
  return card.phase === "paused" ? t("paused") : card.ply ? "" : t("hallWaits");
}
