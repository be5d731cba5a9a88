// @ts-check
/**
 * Several boards at once: a tile for each, with names, clocks, position, last move, result, and how the line to it is.
 *
 *     const grid = createGrid(byId("grid"), { notation: "figurines", choose });
 *     grid.show("board2:8064", { message, line: "live", passed: () => 20 });      message may be null
 *     grid.enlarge("board2:8064");           one alone, as large as fits; null: all of them
 *
 * `choose(key)` is called when somebody taps a tile. A board keeps its place. What a tile says is what was shown last; a
 * clock goes on only while its line is live. Refuses to know where messages come from, and what a key means.
 */
import { createBoard, litSquares, marksOf, positionAfter, timeText, timesAfter } from "./kit/board.js";
import { SIDES, SIGNS, nameOf, numbered, resultOf, stateOf, stateWords, withoutResult } from "./around.js";
import { draw, make, write } from "./kit/dom.js";
import { inWords, said, sideName, t } from "./kit/i18n.js";

/** What a spectator sees of the lamps from afar. */
const SHOWN = new Set(["check", "gives-check", "result"]);
/** The smallest side of a board, and what stands around it, in the size of the text. */
const LEAST_EM = 9;
const AROUND_EM = 7.4;
const GAP_EM = 0.6;

/** @typedef {{message: any, line: "connecting"|"live"|"lost", passed: () => number}} Shown */

/**
 * @param {HTMLElement} root
 * @param {{notation: string, choose: (key: string) => void}} page
 */
export function createGrid(root, { notation, choose }) {
  /** @type {Map<string, ReturnType<typeof createTile>>} */
  const tiles = new Map();
  let frame = 0;

  function tick() {
    const counting = [...tiles.values()].filter((tile) => tile.showTimes());
    cancelAnimationFrame(frame);
    if (counting.length) frame = requestAnimationFrame(tick);
  }

  /** As large as all fit; none is smaller than can be read, then the page scrolls. */
  function fit() {
    const em = parseFloat(getComputedStyle(root).fontSize);
    const [gap, around] = [GAP_EM * em, AROUND_EM * em];
    const { clientWidth: width, clientHeight: height } = root;
    let best = { side: 0, columns: 1 };
    for (let columns = 1; columns <= tiles.size; columns++) {
      const rows = Math.ceil(tiles.size / columns);
      const side = Math.min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows - around);
      if (side > best.side) best = { side, columns };
    }
    if (best.side < LEAST_EM * em) {
      const columns = Math.max(1, Math.floor((width + gap) / (LEAST_EM * em + gap)));
      best = { columns, side: (width - gap * (columns - 1)) / columns };
    }
    root.style.setProperty("--columns", String(best.columns));
    root.style.setProperty("--tile", `${Math.floor(best.side)}px`);
  }

  new ResizeObserver(fit).observe(root);

  return {
    /** @param {string} key @param {Shown} shown */
    show(key, shown) {
      let tile = tiles.get(key);
      if (!tile) {
        tile = createTile(key, choose);
        tiles.set(key, tile);
        root.append(tile.node);
        fit();
      }
      tile.show(shown, notation);
      tick();
    },
    /** @param {string|null} key */
    enlarge(key) {
      root.classList.toggle("one", key !== null && tiles.has(key));
      for (const [each, { node }] of tiles) node.classList.toggle("large", each === key);
    },
    /** What a board is called. @param {string} key */
    nameOf: (key) => tiles.get(key)?.node.getAttribute("aria-label") ?? key,
  };
}

function createTile(key, choose) {
  const svg = /** @type {SVGSVGElement} */ (draw(null, "svg"));
  const board = createBoard(svg, { testids: false });
  const [title, line, pieces] = [make("h2", "tile-title", key), make("span", "tile-line"), make("div", "unseen")];
  const [words, opening] = [make("p", { class: "tile-words", "data-testid": `last-${key}` }), make("p", "tile-opening soft")];
  const sides = Object.fromEntries(SIDES.map((side) => [side, sideRow(side, key)]));
  const button = make("button", { class: "tile-button", "data-testid": `choose-${key}`, on: { click: () => choose(key) } });
  const node = make("article", { class: "tile", "data-testid": `tile-${key}` },
    title, make("div", "tile-board", svg, pieces), line,
    sides.black.node, sides.white.node, make("div", "tile-foot", words, opening), button);
  /** @type {Shown} */
  let shown = { message: null, line: "connecting", passed: () => 0 };
  board.setPosition({});

  function showMessage(message, notation) {
    const { game } = message;
    const last = game.plies.length;
    const position = positionAfter(game, last);
    board.setPosition(position);
    board.setMarks(marksOf(game, last, litSquares(message).filter(([, lamp]) => SHOWN.has(lamp))));
    board.describe(t("at", { where: last ? t("after", { move: numbered(game, last, "letters") }) : t("start") }));
    write(pieces, inWords(position).join(" "));
    write(title, titleOf(message, key));
    const move = last ? numbered(game, last, notation) : t("noMoves");
    write(words, [resultOf(message), move].filter(Boolean).join("  ·  "));
    const ended = game.over ? withoutResult(said(game.over)) : "";
    write(opening, [message.opening && `${message.opening.eco} ${message.opening.name}`, ended].filter(Boolean).join(" · "));
    for (const side of SIDES) sides[side].show(message);
  }

  return {
    node,
    /** @param {Shown} now */
    show(now, notation) {
      shown = now;
      node.dataset.state = now.line;
      write(line, t(now.line));
      if (now.message) showMessage(now.message, notation);
      node.setAttribute("aria-label", title.textContent ?? key);
      button.setAttribute("aria-label", t("makeLarge", { board: title.textContent ?? key }));
    },
    /** Write what both sides have now; returns whether that changes by itself. */
    showTimes() {
      const { message, line: how, passed } = shown;
      if (!message?.clock || how !== "live") return false;
      const times = timesAfter(message.clock, passed());
      for (const side of SIDES) sides[side].showTime(message.clock, times);
      return Boolean(message.clock.running);
    },
  };
}

/** A side of a tile: whose it is, and what his clock says. */
function sideRow(side, key) {
  const [name, sign, state] = [make("span", "tile-name"), make("span", { class: "sign", "aria-hidden": "true" }), make("span", "unseen")];
  const time = make("span", { class: "time", "data-testid": `time-${side}-${key}` });
  const clock = make("span", { class: "tile-clock", role: "timer" }, sign, time, state);
  const node = make("div", `tile-side ${side}`, make("i", { class: `swatch ${side}` }), name, clock);
  return {
    node,
    show(message) {
      const how = stateOf(side, message);
      node.dataset.state = how;
      write(name, nameOf(side, message));
      write(sign, SIGNS[how]);
      write(state, stateWords(how));
      clock.hidden = !message.clock;
      clock.setAttribute("aria-label", t("clockOf", { side: sideName(side) }));
    },
    showTime(clockNow, times) {
      const own = clockNow[side] ?? {};
      write(time, timeText(times[side], own.tenths_below_s ?? 0, own.rises ?? false));
    },
  };
}

/** The number of the board and the event, where they are known; and the key, which is always. */
function titleOf({ names }, key) {
  const number = names?.board && names.board !== "?" ? `${t("boardNumber")} ${names.board}` : "";
  return [number, key].filter(Boolean).join(" · ");
}
