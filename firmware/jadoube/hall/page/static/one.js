// @ts-check
/**
 * One board alone: position, clocks, moves and doubts as large as fits, the way to its own page, and an arbiter's acts.
 *
 * The card comes with all others; the moves are asked for when it says that there are others. Refuses to know what an
 * act does.
 */
import { createBoard, marksOf, positionAfter } from "/static/kit/board.js";
import { openDialog } from "/static/kit/dialog.js";
import { draw, make, write } from "/static/kit/dom.js";
import { inWords, sideName, t, written } from "/static/kit/i18n.js";
import { acting, ask } from "/static/access.js";
import { SIDES, boardName, clockState, isHere, lastMove, nameOf, needWords, resultOf, standOf, timeTexts } from "./card.js";

const SIGNS = { fallen: "⚑", running: "▶", "": "" };
const CLOCKS_MS = 250;
const NO_GAME = "8/8/8/8/8/8/8/8";

/**
 * Open it; what is returned shows it anew when a card has come.
 * @param {string} id @param {any} page @param {() => void} closed
 */
export async function openBoard(id, page, closed) {
  const { dialog, body } = await openDialog("board", id);
  dialog.classList.add("one");
  const svg = /** @type {SVGSVGElement} */ (draw(null, "svg"));
  const board = createBoard(svg, { testids: false });
  const sides = Object.fromEntries(SIDES.map((side) => [side, createSide(side)]));
  const [stand, moves, pieces] = [make("p", { class: "one-stand", "data-testid": "one-stand" }), make("ol", { class: "one-moves", tabindex: 0, "data-testid": "one-moves" }), make("div", "unseen")];
  const link = /** @type {HTMLAnchorElement} */ (make("a", { class: "button", target: "_blank", rel: "noreferrer", "data-testid": "one-page" }, t("ownPage")));
  const acts = make("div", "one-acts");
  body.replaceChildren(make("div", "one-board", svg, pieces),
    make("div", "one-side", sides.black.node, stand, moves, sides.white.node, make("div", "act-row", link), acts));
  let sheet = /** @type {any} */ (null);
  let asked = "";
  let isActing = false;

  async function load(card) {
    const wanted = `${card.game_id ?? ""}${card.seq ?? ""}`;
    if (wanted === asked) return;
    asked = wanted;
    const reply = await ask(`hall/boards/${encodeURIComponent(id)}`);
    if (reply.status !== 200 || wanted !== asked) return;
    sheet = reply.told;
    moves.replaceChildren(...moveRows(sheet, page.settings.notation));
    moves.scrollTop = moves.scrollHeight;
  }

  function show() {
    const card = page.cards.get(id);
    if (!card) return;
    const game = { fen: card.fen || NO_GAME, start: NO_GAME, plies: [{ move: card.move }] };
    const position = positionAfter(game, 1);
    board.setPosition(position);
    board.setMarks(marksOf(game, 1, []));
    board.describe(t("at", { where: card.ply ? t("after", { move: lastMove(card, "letters") }) : t("start") }));
    write(pieces, inWords(position).join(" "));
    write(/** @type {Element} */ (dialog.querySelector("h2")), [boardName(card), card.number && (card.name || card.id)].filter(Boolean).join(" · "));
    write(stand, standWords(card));
    dialog.dataset.stand = standOf(card);
    for (const side of SIDES) sides[side].show(card);
    link.hidden = !card.page;
    if (card.page) link.href = card.page;
    load(card);
    tick();
    if (isActing !== Boolean(acting())) showActs();
  }

  async function showActs() {
    isActing = Boolean(acting());
    const { boardActs } = await import("./act.js");
    acts.replaceChildren(...(isActing ? [boardActs(page, id)] : []));
  }

  function tick() {
    const card = page.cards.get(id);
    if (!card?.clock) return;
    const texts = timeTexts(card, page.counted(card.clock.at_ms));
    for (const side of SIDES) sides[side].showTime(texts[side]);
  }

  const counting = setInterval(tick, CLOCKS_MS);
  dialog.addEventListener("close", () => {
    clearInterval(counting);
    closed();
  }, { once: true });
  show();
  return show;
}

function standWords(card) {
  const needs = (card.calls ?? []).map((call) => needWords(call.need));
  const away = isHere(card) ? "" : card.state === "lost" ? needWords("lost") : t("hallOff");
  return [resultOf(card), ...needs, away, card.clock?.control].filter(Boolean).join(" · ");
}

function createSide(side) {
  const [name, rating, sign] = [make("span", "tile-name"), make("span", "soft"), make("span", { class: "sign", "aria-hidden": "true" })];
  const time = make("span", { class: "time", "data-testid": `one-time-${side}` });
  const clock = make("span", { class: "tile-clock", role: "timer", "aria-label": t("clockOf", { side: sideName(side) }) }, sign, time);
  const node = make("div", `tile-side ${side}`, make("i", { class: `swatch ${side}` }), name, rating, clock);
  return {
    node,
    show(card) {
      const how = clockState(card, side);
      node.dataset.clock = how;
      write(name, nameOf(card, side));
      write(rating, String(card[side]?.rating ?? ""));
      write(sign, SIGNS[how]);
      clock.hidden = !card.clock;
    },
    showTime: (text) => write(time, text),
  };
}

/** The moves, White's and Black's in a row; one that is in doubt says what else it may have been. */
function moveRows({ san, doubts, start_fen: start }, notation) {
  const doubted = new Map(doubts.map(({ ply, others }) => [ply, others]));
  const [, turn = "w", , , , number = "1"] = (start || "").split(" ");
  const first = (Number(number) - 1) * 2 + Number(turn === "b");
  const rows = [];
  san.forEach((each, index) => {
    const at = first + index;
    if (at % 2 === 0 || !rows.length) rows.push(make("li", {}, make("span", "soft", `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."}`)));
    const others = doubted.get(index + 1);
    const text = `${written(each, notation)}${others ? " ?" : ""}`;
    const title = others ? t("hallOrElse", { moves: others.map((other) => written(other, notation)).join(", ") }) : null;
    rows[rows.length - 1].append(" ", make("span", { class: others ? "doubted" : null, title }, text));
  });
  return rows;
}
