// @ts-check
/**
 * One board alone: position, clocks, moves and doubts as large as fits, the way to its own page, and an arbiter's acts.
 *
 * The card comes with all others; the moves are asked for when it says that there are others. Who steps through them is
 * left where he is, whatever is played. Refuses to know what an act does.
 */
import { WALK_KEYS, createBoard, createWalk, marksOf, positionAfter } from "/static/kit/board.js";
import { loadPart } from "/static/kit/connection.js";
import { openDialog } from "/static/kit/dialog.js";
import { draw, make, write } from "/static/kit/dom.js";
import { inWords, sideName, spoken, t } from "/static/kit/i18n.js";
import { onSwipe } from "/static/kit/swipe.js";
import { acting, ask } from "/static/access.js";
import { createSheet, numbered } from "/static/around.js";
import { SIDES, boardName, gameOf, isHere, lastMove, needWords, resultOf, standOf, timeTexts } from "./card.js";
import { createSide } from "./side.js";

const CLOCKS_MS = 250;
const NO_GAME = "8/8/8/8/8/8/8/8";
/** The drawings of the buttons that step through the moves. */
const STEPS = { first: "M6 5v14M19 5l-9 7 9 7z", previous: "m16 5-9 7 9 7z", next: "m8 5 9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z" };

/** What ends the view before this one: a board may be chosen while another one is shown. */
let leave = () => {};

/**
 * Open it; what is returned shows it anew when a card has come.
 * @param {string} id @param {any} page @param {() => void} closed
 */
export async function openBoard(id, page, closed) {
  const { dialog, body } = await openDialog("board", id);
  leave();
  dialog.classList.add("one");
  const svg = /** @type {SVGSVGElement} */ (draw(null, "svg"));
  const board = createBoard(svg, { testids: false });
  const sides = Object.fromEntries(SIDES.map((side) => [side, createRatedSide(side)]));
  const [stand, pieces, heard] = [make("p", { class: "one-stand", "data-testid": "one-stand" }), make("div", "unseen"), make("div", { class: "unseen", "aria-live": "polite" })];
  const walk = createWalk((ply) => {
    show();
    write(heard, walk.looking() ? spoken(game.plies[ply - 1].san) : "");
  });
  const moves = createMoves(walk);
  const link = /** @type {HTMLAnchorElement} */ (make("a", { class: "button", target: "_blank", rel: "noreferrer", "data-testid": "one-page" }, t("ownPage")));
  const acts = make("div", "one-acts");
  body.replaceChildren(make("div", "one-board", svg, pieces, heard, moves.nav),
    make("div", "one-side", sides.black.node, stand, moves.node, sides.white.node, make("div", "act-row", link), acts));
  let game = /** @type {any} */ ({ plies: [] });
  let asked = "";
  let isActing = false;
  let left = false;

  async function load(card) {
    const wanted = String(card.seq ?? "");
    if (wanted === asked) return;
    asked = wanted;
    const reply = await ask(`hall/boards/${encodeURIComponent(id)}`);
    if (left || wanted !== asked) return;
    if (reply.status !== 200) return void (asked = "");
    const { game_id, start, fen, plies } = reply.told;
    if (game_id !== game.game_id) walk.take(0); // another game: nobody looks back in it
    game = { game_id, start, fen, plies };
    walk.take(plies.length);
    show();
  }

  function show() {
    const card = page.cards.get(id);
    if (left || !card) return;
    showPosition(card);
    moves.show(game, page.settings.notation);
    write(/** @type {Element} */ (dialog.querySelector("h2")), [boardName(card), gameOf(card), card.number && (card.name || card.id)].filter(Boolean).join(" · "));
    write(stand, standWords(card));
    dialog.dataset.stand = standOf(card);
    for (const side of SIDES) sides[side].show(card);
    link.hidden = !card.page;
    if (card.page) link.href = card.page;
    load(card);
    tick();
    if (isActing !== Boolean(acting())) showActs();
  }

  /** What is played is shown as the card says; what was, as the moves do. */
  function showPosition(card) {
    const ply = walk.looking();
    const shown = ply === null ? { fen: card.fen || NO_GAME, start: NO_GAME, plies: [{ move: card.move }] } : game;
    const position = positionAfter(shown, ply ?? 1);
    board.setPosition(position);
    board.setMarks(marksOf(shown, ply ?? 1, []));
    const move = ply === null ? lastMove(card, "letters") : ply && numbered(game, ply, "letters");
    board.describe(t("at", { where: move ? t("after", { move }) : t("start") }));
    write(pieces, inWords(position).join(" "));
  }

  async function showActs() {
    const part = await loadPart(new URL("./act.js", import.meta.url), () => acts.replaceChildren(make("p", { role: "status" }, t("notLoaded"))));
    if (left || !part) return;
    isActing = Boolean(acting());
    acts.replaceChildren(...(isActing ? [part.boardActs(page, id)] : []));
  }

  function tick() {
    const card = page.cards.get(id);
    if (!card?.clock) return;
    const texts = timeTexts(card, page.counted(card.clock.at_ms));
    for (const side of SIDES) sides[side].showTime(texts[side]);
  }

  function pressed(event) {
    const step = WALK_KEYS[event.key];
    if (!step || event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    walk.steps[step]();
  }

  const counting = setInterval(tick, CLOCKS_MS);
  document.addEventListener("keydown", pressed);
  onSwipe(svg, walk.step);
  leave = () => {
    left = true;
    clearInterval(counting);
    document.removeEventListener("keydown", pressed);
  };
  dialog.addEventListener("close", () => {
    leave();
    closed();
  }, { once: true });
  show();
  return show;
}

/** The moves, and how one steps through them. @param {ReturnType<typeof createWalk>} walk */
function createMoves(walk) {
  const [none, list, ending] = [make("p", "soft one-none", t("noMoves")), make("ol", { "data-testid": "one-moves" }), make("p")];
  const sheetNode = make("section", { class: "sheet", "aria-label": t("sheet") }, none, list);
  const sheet = createSheet(walk.lookAt, { sheet: sheetNode, list, none, ending });
  const buttons = Object.fromEntries(Object.entries(STEPS).map(([name, path]) => [name, stepButton(name, path, walk.steps[name])]));
  const where = make("span");
  const past = make("p", { class: "past", hidden: true, "data-testid": "one-past" }, where,
    make("button", { type: "button", "data-testid": "one-live", on: { click: walk.steps.last } }, t("backToLive")));
  return {
    node: sheetNode,
    nav: make("div", "one-walk", make("nav", { class: "walk", "aria-label": t("walk") }, ...Object.values(buttons)), past),
    show(game, notation) {
      const [looking, news] = [walk.looking(), walk.news()];
      sheet.show(game, looking, notation);
      past.hidden = looking === null;
      const shown = looking ? t("past", { move: numbered(game, looking, notation) }) : t("pastStart");
      write(where, shown + (news ? ` (${t("newPlies", { count: news })})` : ""));
      for (const name of ["first", "previous"]) buttons[name].disabled = walk.shown() === 0;
      for (const name of ["next", "last"]) buttons[name].disabled = looking === null;
    },
  };
}

function stepButton(name, path, does) {
  const icon = draw(null, "svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  draw(icon, "path", { d: path });
  return /** @type {HTMLButtonElement} */ (make("button", { class: "plain", type: "button", "data-testid": `one-${name}`, "aria-label": t(name), title: t(name), on: { click: does } }, icon));
}

function standWords(card) {
  const needs = (card.calls ?? []).map((call) => needWords(call.need));
  const away = isHere(card) ? "" : card.state === "lost" ? needWords("lost") : t("hallOff");
  return [resultOf(card), ...needs, away, card.clock?.control].filter(Boolean).join(" · ");
}

/** A side with its rating; its clock is read out. */
function createRatedSide(side) {
  const rating = make("span", "soft");
  const { node, clock, show, showTime } = createSide(side, `one-time-${side}`, rating);
  clock.setAttribute("role", "timer");
  clock.setAttribute("aria-label", t("clockOf", { side: sideName(side) }));
  return {
    node,
    show(card) {
      show(card);
      write(rating, String(card[side]?.rating ?? ""));
    },
    showTime,
  };
}
