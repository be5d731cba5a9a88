// @ts-check
/**
 * What a message says of the board, and what stands around it: both sides with their clocks, the scoresheet,
 * how things stand.
 *
 * A clock shows what the last message said, and what has passed since: nothing is counted here that the message
 * does not say, and nothing moves while no clock runs. Times are rounded as on the board's own faces: up, so that
 * 0 is shown only when nothing is left; those that count up, down. A row of the scoresheet is drawn anew only
 * when it says something else, so that 300 plies cost what one costs.
 *
 * Refuses to know where messages come from, and which ply is looked at: it is told.
 */
import { timeText, timesAfter } from "./kit/board.js";
import { byId, make, write } from "./kit/dom.js";
import { figurine, pieceName, said, sideName, spoken, t, written } from "./kit/i18n.js";

/** @typedef {"white"|"black"} Side */
export const SIDES = /** @type {Side[]} */ (["white", "black"]);

// What is read aloud.

/** Who played the ply of this number. */
export function sideOf(game, ply) {
  return game.plies[ply - 1].side;
}

const SPOKEN_MOST = 4;

/** What there is to be read aloud, now that it stands otherwise. */
export function newsOf(before, message) {
  const [old, plies] = [before.game.plies, message.game.plies];
  const same = plies.findIndex((ply, index) => ply.move !== old[index]?.move);
  const from = same < 0 ? Math.min(plies.length, old.length) : same;
  const moves = plies.slice(from).slice(-SPOKEN_MOST).map((ply, index, all) => {
    const number = plies.length - all.length + index + 1;
    return `${sideName(sideOf(message.game, number))}${t("says")}${spoken(ply.san)}`;
  });
  const anew = !plies.length && (before.phase === "over" || old.length > 1);
  const back = from < old.length && !moves.length ? [t(anew ? "newGame" : "takenBack")] : [];
  const words = said(message.words);
  const pressing = words !== said(before.words) && byId("status").dataset.kind !== "turn";
  return [...back, ...moves, ...(pressing ? [words] : [])].join(". ");
}

// Clocks.

/**
 * Both sides: names, clocks, and what is to be said of each. `passed()` is how many ms ago the message was true.
 * @param {() => number} passed
 */
export function createSides(passed) {
  let message = null;
  let frame = 0;

  function tick() {
    const { clock } = message;
    cancelAnimationFrame(frame);
    if (!clock) return;
    const times = timesAfter(clock, passed());
    for (const side of SIDES) writeTime(side, clock, times);
    if (clock.running) frame = requestAnimationFrame(tick);
  }

  return {
    /** @param {object} shown @param {{[square: string]: string}} position what is on the board that is looked at */
    show(shown, position, answers) {
      message = shown;
      for (const side of SIDES) showSide(side, shown, position);
      if (answers) tick();
    },
    /** Leave the times as they are: nobody says that they go on. */
    freeze() {
      cancelAnimationFrame(frame);
    },
  };
}

function writeTime(side, clock, times) {
  const node = byId(`side-${side}`);
  const own = clock[side] ?? {};
  const rises = own.rises ?? false;
  write(node.querySelector(".time"), timeText(times[side], own.tenths_below_s ?? 0, rises));
  const low = clock.running === side && !rises && times[side] < (own.tenths_below_s ?? 0) * 1000;
  node.classList.toggle("low", low);
  const delay = node.querySelector(".delay");
  const delayed = clock.running === side && times.delay > 0;
  if (delay) write(delay, delayed ? t("delayed", { seconds: Math.ceil(times.delay / 1000) }) : "");
}

/** The signs before a time: its flag fell, it runs, it is stopped. */
export const SIGNS = { fallen: "⚑", running: "▶", paused: "❚❚", toMove: "●", "": "" };

function showSide(side, message, position) {
  const node = byId(`side-${side}`);
  const { clock, game } = message;
  const state = stateOf(side, message);
  node.dataset.state = state;
  node.setAttribute("aria-label", sideName(side));
  write(node.querySelector(".name"), nameOf(side, message));
  node.querySelector(".clock").classList.toggle("none", !clock);
  node.querySelector(".clock").setAttribute("aria-label", t("clockOf", { side: sideName(side) }));
  if (!clock) write(node.querySelector(".time"), "");
  write(node.querySelector(".sign"), SIGNS[state]);
  write(node.querySelector(".state"), stateWords(state));
  write(node.querySelector(".score"), score(side, game.result));
  showNotes(node.querySelector(".notes"), side, message, position);
}

/** Who has this side: title and name, else the side's own name. @param {Side} side */
export function nameOf(side, { names, game }) {
  const player = names?.[side] ?? {};
  const name = player.name || game.tags?.[side === "white" ? "White" : "Black"];
  return name && name !== "?" ? [player.title, name].filter(Boolean).join(" ") : sideName(side);
}

/** How a side's clock is, by the names of `SIGNS`. @param {Side} side */
export function stateOf(side, { clock, game, phase }) {
  if (clock?.fallen === side) return "fallen";
  if (clock?.running) return clock.running === side ? "running" : "";
  if (phase === "over" || game.turn !== side) return "";
  return phase === "paused" ? "paused" : "toMove";
}

export const stateWords = (state) => (state === "fallen" ? t("flagFell") : state ? t(state) : "");

function score(side, result) {
  if (result === "1/2-1/2") return "½";
  if (result !== "1-0" && result !== "0-1") return "";
  return (result === "1-0") === (side === "white") ? "1" : "0";
}

function showNotes(node, side, { clock, offer, names }, position) {
  const own = clock?.[side] ?? {};
  const notes = names?.[side]?.rating ? [make("span", "rated", String(names[side].rating))] : [];
  if (offer === side) notes.push(make("span", "chip offer", `½ ${t("offersDraw")}`));
  if (own.periods) notes.push(make("span", "chip", t("periods", { count: own.periods })));
  if (own.moves_to_go) notes.push(make("span", "chip", t("movesToGo", { count: own.moves_to_go })));
  if (own.delay_ms) notes.push(make("span", "chip delay"));
  const more = surplus(side, position);
  if (more) notes.push(unread(make("span", "surplus", more)));
  node.replaceChildren(...notes);
}

/** What eyes take in at once, and ears do not need. */
function unread(node) {
  node.setAttribute("aria-hidden", "true");
  return node;
}

const WORTH = { P: 1, N: 3, B: 3, R: 5, Q: 9, K: 0 };

/** What this side has more than the other: its pieces, and by how much they are worth more. */
function surplus(side, position) {
  const letters = Object.values(position);
  const count = (letter) => letters.filter((each) => each === letter).length;
  const more = (kind) => (count(kind) - count(kind.toLowerCase())) * (side === "white" ? 1 : -1);
  const kinds = Object.keys(WORTH);
  const sum = kinds.reduce((total, kind) => total + WORTH[kind] * more(kind), 0);
  const pieces = ["Q", "R", "B", "N", "P"].map((kind) => figurine(kind).repeat(Math.max(0, more(kind)))).join("");
  return pieces + (sum > 0 ? ` +${sum}` : "");
}

// The scoresheet.

/** The plies by rows of White's and Black's: [number, white ply or null, black ply or null]. */
function rowsOf(game) {
  const rows = [];
  game.plies.forEach((ply, index) => {
    const [last] = rows.slice(-1);
    const column = ply.side === "white" ? 0 : 1;
    const fits = last && last.number === ply.number && !last.plies[column] && !last.plies[1];
    if (!fits) rows.push({ number: ply.number, plies: [null, null] });
    rows[rows.length - 1].plies[column] = { ...ply, number: index + 1 };
  });
  return rows;
}

/** What stands before a ply: "12." or "12...". */
export function numbered(game, ply, notation) {
  const { number, side, san } = game.plies[ply - 1];
  return `${number}${side === "black" ? "..." : "."} ${written(san, notation)}`;
}

/** Where a scoresheet is drawn: in these parts of the page. */
const parts = () => ({ sheet: byId("sheet"), list: byId("rows"), none: byId("no-moves"), ending: byId("ending") });

/** @param {(ply: number) => void} look what to do when a ply is chosen */
export function createSheet(look, { sheet, list, none, ending } = parts()) {
  let current = -1;
  list.addEventListener("click", (event) => {
    const ply = /** @type {HTMLElement} */ (event.target).closest(".ply");
    if (ply) look(Number(/** @type {HTMLElement} */ (ply).dataset.ply));
  });

  /** @type {Element|null} */
  let chosen = null;
  let past = false;
  /** Whoever scrolled up is left there. */
  let atEnd = true;
  sheet.addEventListener("scroll", () => (atEnd = sheet.scrollHeight - sheet.scrollTop - sheet.clientHeight < 60));
  new ResizeObserver(() => (past || atEnd) && scrollTo(sheet, chosen, !past)).observe(sheet);

  return {
    show(game, looking, notation) {
      const moves = rowsOf(game).map((row) => ({ key: rowKey(row, notation), draw: () => drawRow(row, notation) }));
      const rows = [...openingRow(game), ...moves];
      const focused = list.contains(document.activeElement);
      rows.forEach(({ key, draw }, index) => drawWhereNew(list, index, key, draw));
      while (list.children.length > rows.length) list.lastElementChild?.remove();
      none.hidden = rows.length > 0;
      showEnding(ending, game);
      const shown = looking ?? game.plies.length;
      chosen = markCurrent(list, shown, looking !== null);
      if (focused) chosen?.focus({ preventScroll: true });
      const back = past && looking === null;
      past = looking !== null;
      if (back || (shown !== current && (past || atEnd))) scrollTo(sheet, chosen, !past);
      current = shown;
    },
  };
}

function rowKey(row, notation) {
  const plies = row.plies.map((ply) => ply && [ply.san, ply.irregular, ply.used_ms, ply.doubts, said(ply.acts), ply.mark]);
  return JSON.stringify([notation, t("mayBe"), row.number, plies]);
}

function drawWhereNew(list, index, key, draw) {
  const there = /** @type {HTMLElement|undefined} */ (list.children[index]);
  if (there?.dataset.key === key) return;
  const row = draw();
  row.dataset.key = key;
  if (there) there.replaceWith(row);
  else list.append(row);
}

/** What was done before the first ply. */
function openingRow(game) {
  const acts = actsOf(game);
  return acts.length ? [{ key: acts.join("|"), draw: () => make("li", "row", drawActs(acts)) }] : [];
}

function actsOf(thing) {
  const acts = said(thing?.acts ?? []);
  return Array.isArray(acts) ? acts : [acts].filter(Boolean);
}

function drawActs(acts) {
  return make("p", "acts", acts.join(" · "));
}

function drawRow({ number, plies }, notation) {
  const row = make("li", "row", make("span", "number", `${number}.`));
  const [white, black] = plies;
  row.append(white ? drawPly(white, number, "white", notation) : make("span", "ply", "…"));
  if (black) row.append(drawPly(black, number, "black", notation));
  const acts = [white, black].flatMap((ply) => (ply ? actsOf(ply) : []));
  if (acts.length) row.append(drawActs(acts));
  return row;
}

function drawPly(ply, number, side, notation) {
  const button = make("button", "ply plain", make("span", "san", written(ply.san, notation)));
  button.dataset.testid = `ply-${ply.number}`;
  button.dataset.ply = String(ply.number);
  button.tabIndex = -1;
  const doubts = (ply.doubts ?? []).map((san) => written(san, notation));
  const mayBe = doubts.length ? t("mayBe", { moves: doubts.join(", ") }) : "";
  if (mayBe) button.append(make("span", "doubt-sign", "?"));
  if (ply.mark) button.append(make("span", "assessed", ply.mark.sign));
  if (ply.used_ms != null) {
    button.append(make("span", "used", timeText(ply.used_ms, 0, true).replace(/^0/, "")));
    button.style.setProperty("--thought", `${thought(ply.used_ms)}%`);
  }
  if (mayBe) button.append(make("span", "may-be", mayBe));
  button.classList.toggle("doubted", Boolean(mayBe));
  if (ply.irregular) button.append(make("span", "irregular", t("irregular")));
  const said = ply.irregular ? t("irregular") : spoken(ply.san);
  const words = [`${number}. ${sideName(side)}${t("says")}${said}`, ...(ply.mark ? [ply.mark.words] : [])].join(", ");
  button.setAttribute("aria-label", mayBe ? `${words}, ${mayBe}` : words);
  return button;
}

/** How long the bar of a ply's time is, in per cent: each tenfold time adds as much, and ten minutes are all of it. */
const thought = (ms) => Math.round(Math.min(1, Math.log10(1 + ms / 1000) / Math.log10(601)) * 100);

/** Mark the ply that is shown; of all it is the one that Tab comes to, at the start the first. */
function markCurrent(list, ply, past) {
  for (const old of list.querySelectorAll("[tabindex='0']")) {
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
  }
  const chosen = list.querySelector(`[data-ply="${ply}"]`);
  chosen?.setAttribute("aria-current", past ? "location" : "step");
  const reached = chosen ?? list.querySelector("[data-ply]");
  if (reached) reached.tabIndex = 0;
  return chosen;
}

/** Scroll the sheet alone, never the page. */
function scrollTo(sheet, chosen, toEnd) {
  if (toEnd || !chosen) {
    sheet.scrollTop = toEnd ? sheet.scrollHeight : 0;
    return;
  }
  const [box, here] = [sheet.getBoundingClientRect(), chosen.getBoundingClientRect()];
  if (here.top < box.top || here.bottom > box.bottom) sheet.scrollTop += here.top - box.top - box.height / 2;
}

const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "*": "–" };
const WINS = { "1-0": "whiteWins", "0-1": "blackWins", "1/2-1/2": "drawn" };

function showEnding(node, { result, over }) {
  node.hidden = !over;
  if (over) write(node, `${RESULTS[result] ?? result} · ${withoutResult(said(over))}`);
}

/** The result in figures and words; nothing while there is none. */
export const resultOf = ({ phase, game }) =>
  phase === "over" && game.result in WINS ? `${RESULTS[game.result]} · ${t(WINS[game.result])}` : "";

/** Why a game is over: the result stands beside it. */
export const withoutResult = (words) => words.replace(/^[\d/-]+\s*:\s*/, "");

// How things stand.

/** @param {string[][]} lit [square, lamp] of the game's own squares */
export function showStatus(message, lit, position, notation) {
  const kind = kindOf(message, lit);
  byId("status").dataset.kind = kind;
  const words = said(message.words) || t(message.game.turn === "white" ? "whiteToMove" : "blackToMove");
  write(byId("words"), message.phase === "over" ? withoutResult(words) : words);
  byId("words").classList.toggle("sentence", !/^[a-h][1-8x]/.test(words));
  const result = resultOf(message);
  byId("result").hidden = !result;
  write(byId("result"), result);
  const todo = [...promotionChips(message), ...candidateChips(message, notation), ...piecesChips(lit, position)];
  byId("todo").hidden = !todo.length;
  byId("todo").replaceChildren(...todo);
}

/** What is most pressing: it decides how the status looks. */
function kindOf({ phase, doubt, reason, promotion, offer }, lit) {
  const lamps = new Set(lit.map(([, lamp]) => lamp));
  if (phase === "over") return "over";
  if (reason || (lamps.has("too-much") && phase !== "setting up")) return "wrong";
  const asked = ["candidate", "missing", "too-much"].some((lamp) => lamps.has(lamp));
  if (asked || doubt?.offered || promotion || offer) return "note";
  return phase === "paused" ? "paused" : "turn";
}

const CHIPS_MOST = 8;

/** What is to be done with the pieces, square by square; of many the words and the board say enough. */
function piecesChips(lit, position) {
  const wrong = lit.filter(([, lamp]) => lamp === "missing" || lamp === "too-much");
  if (wrong.length > CHIPS_MOST) return [];
  return wrong.map(([square, lamp]) => {
    if (lamp === "too-much") return make("li", "chip too-much", `✕ ${t("tooMuch", { square })}`);
    const piece = `${pieceName(position[square] ?? "")} ${square}`.trim();
    return make("li", "chip missing", `↓ ${t("missing", { piece })}`);
  });
}

function candidateChips({ doubt }, notation) {
  const candidates = doubt?.candidates ?? [];
  return candidates.map((san) => {
    const offered = doubt.offered?.san === san;
    const chip = make("li", "chip candidate", `${offered ? "▸" : "?"} ${written(san, notation)}`);
    chip.classList.toggle("chosen", offered);
    return chip;
  });
}

function promotionChips({ promotion, game }) {
  if (!promotion) return [];
  return [..."qrbn"].map((piece) => {
    const chosen = promotion.piece?.toLowerCase() === piece;
    const chip = make("li", "chip promotion", `${figurine(piece)} ${chosen ? pieceName(piece) : ""}`.trim());
    chip.classList.toggle("chosen", chosen);
    chip.setAttribute("aria-label", pieceName(piece) + (chosen ? " ✓" : ""));
    return chip;
  });
}
