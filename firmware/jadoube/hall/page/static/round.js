// @ts-check
/**
 * The round: its pairings with the boards that play them, the list that is read from a file, results and downloads.
 *
 * Who looks on sees pairings and results; an arbiter reads lists, chooses the round and says which board plays what: he
 * types its id, or drags a board to a pairing. Refuses to know how a list is read.
 */
import { openDialog } from "/static/kit/dialog.js";
import { make } from "/static/kit/dom.js";
import { said, t } from "/static/kit/i18n.js";
import { acting, ask } from "/static/access.js";
import { answers, button, field, seatRound, startRound } from "./act.js";
import { earlierRound, resultCell, shown } from "./results.js";

const FILE_MOST = 2 << 20;
/** It is asked what is meant: the answers that there are, each with its words. */
const ASKS = 428;
const ANSWERS = { next: "hallIsNext", anew: "hallAnew", on: "hallGoesOn", same: "hallIsSame", yes: "yes" };
const KINDS = ".pgn,.csv,.txt,.trf,.tsv";

export async function openRound(page) {
  const { dialog, body } = await openDialog("round", t("round"));
  dialog.classList.add("wide");
  let list = /** @type {any} */ (null);
  let drawn = "";
  const answer = answers(page);
  let names = "";
  let typed = /** @type {string|null} */ (null); // the time control that is to be sent; null: the one that was
  const [head, table, free] = [make("div", "kit-form"), make("div", { class: "round-table", tabindex: 0 }), make("div", { class: "round-free", "data-testid": "round-free" })];
  const [files, earlier] = [make("div", "act-row"), make("div", { class: "round-table", "data-testid": "earlier" })];
  const known = make("datalist", { id: "known-boards" });
  body.replaceChildren(make("div", "kit-form", head, answer.node, table, free, files, earlier, known));

  /** `again` sends it with what an answer says, where it is asked what is meant. */
  async function send(path, sent, again = (/** @type {any} */ _says) => {}) {
    const reply = await ask(`hall/${path}`, "POST", sent);
    if (reply.status === 401) page.changed();
    if (reply.status === ASKS) return askMeant(reply, again);
    answer.say(reply.status === 200 ? "" : reply.words);
  }

  /** Whatever is answered, the field shows the board that counts then; where others play at a board, it is asked first. */
  async function assign(pairing, board, says = /** @type {{[name: string]: string}} */ ({})) {
    await send(`assign?${new URLSearchParams(says)}`, { pairing, board, by: page.settings.arbiter }, (agreed) => assign(pairing, board, agreed));
    drawn = "";
  }

  /** What a game says is not replaced by a slip; whatever is answered, the table is drawn as it is then. */
  function record(each, result, drawAgain = () => void (drawn = "")) {
    const does = async () => {
      await send("result", { pairing: each.id, result, by: page.settings.arbiter });
      drawAgain();
    };
    if (!each.result || !each.board) return does();
    answer.ask(t("hallSureResult", { result: shown(result) || "–" }), does);
    drawAgain();
  }

  /** Ask what is meant; each answer goes on with what it says. @param {any} reply @param {(says: any) => void} goOn */
  function askMeant(reply, goOn) {
    const [[words, act], ...others] = reply.told.answers.map((each) => [t(ANSWERS[each.answer]), () => goOn(each.says)]);
    answer.ask(reply.words, act, words, ...others);
  }

  async function showEarlier(name) {
    earlier.replaceChildren(...(name ? await earlierRound(name, (each, result) => record(each, result, () => showEarlier(name))) : []));
  }

  async function read(file, says = /** @type {{[name: string]: string}} */ ({})) {
    if (file.size > FILE_MOST) return answer.say(t("tooBig"));
    answer.say(t("hallSending"));
    const reply = await ask(`hall/pairings?${new URLSearchParams({ name: file.name, by: page.settings.arbiter, ...says })}`, "POST", file);
    if (reply.status === ASKS) return askMeant(reply, (meant) => read(file, meant));
    if (reply.status !== 200) return answer.say(reply.words);
    list = reply.told;
    answer.say("");
    showHead();
  }

  function showHead() {
    const may = acting();
    head.replaceChildren(...(may ? [listRow(), ...problems(list?.problems ?? [])] : []));
  }

  function listRow() {
    const file = /** @type {HTMLInputElement} */ (make("input", { type: "file", accept: KINDS, hidden: true, "aria-label": t("readPairings"), "data-testid": "pairings-file" }));
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) read(chosen);
      file.value = "";
    });
    const { names = [], names_event: event = "", control: sent = "" } = page.parts.round ?? {};
    const chooser = roundChooser(page.parts.round ?? {}, "rounds");
    chooser.addEventListener("change", () => chooser.value && send("round", { event, round: chooser.value, by: page.settings.arbiter }));
    const control = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: 40, placeholder: "90+30", "data-testid": "round-control" }));
    control.value = typed ?? sent;
    const forget = () => ((typed = null), (control.value = page.parts.round?.control ?? "")); // the field shows what counts
    control.addEventListener("input", () => (typed = control.value));
    return make("div", "act-row", file, button(t("readPairings"), "pairings-open", () => file.click()),
      ...(names.length ? [field(t("round"), chooser)] : []), field(t("control"), control),
      button(t("hallSeat"), "round-seat", seatRound(page, answer, () => control.value, forget)),
      button(t("hallStart"), "round-start", startRound(page, answer), "main"));
  }

  function show() {
    const now = page.parts.round ?? { boards: [] };
    const ids = [...page.cards.keys()].sort();
    const place = JSON.stringify([now.event, now.round]);
    const rounds = JSON.stringify([place, now.control, now.names, now.names_event, acting()]);
    if (rounds !== names) {
      if (names && JSON.parse(names)[0] !== place) typed = null; // it was for another round
      showHead();
      files.replaceChildren(...downloads(now, showEarlier));
      showEarlier("");
    }
    names = rounds;
    const seats = seatsOf(now, page.cards);
    const text = JSON.stringify([now, ids, acting(), seats]);
    if (text === drawn || table.contains(document.activeElement)) return;
    drawn = text;
    known.replaceChildren(...ids.map((id) => new Option(id, id)));
    table.replaceChildren(now.boards.length ? pairingTable(now, seats, assign, record) : make("p", "soft", t(acting() ? "noPairings" : "hallNoRound")));
    const taken = new Set(now.boards.map((each) => each.board));
    free.replaceChildren(...(acting() && now.boards.length ? freeBoards(ids.filter((id) => !taken.has(id))) : []));
  }

  if (acting()) {
    const reply = await ask("hall/pairings");
    if (reply.status === 200) list = reply.told;
  }
  show();
  const looking = setInterval(show, 500);
  dialog.addEventListener("close", () => clearInterval(looking), { once: true });
}

/**
 * The rounds that can be chosen. The one that is played is one of them only if it is of the same event: else it stands
 * apart and is no choice, so that one of its name can be chosen, and the only one, too.
 *
 * @param {any} now @param {string} testid
 */
function roundChooser(now, testid) {
  const { event = "", round = "", names = [], names_event: of = "" } = now;
  const listed = isListed(now);
  const words = (name) => (round && event !== of ? ofEvent(of, name) : name);
  const choices = names.map((each) => new Option(words(each), each, false, listed && each === round));
  if (!listed) choices.unshift(new Option(round ? t("hallNowPlayed", { round: ofEvent(event, round) }) : "–", "", false, true));
  return /** @type {HTMLSelectElement} */ (make("select", { "data-testid": testid }, ...choices));
}

/** Whether the round that is played can be chosen. @param {any} now */
const isListed = ({ event = "", round = "", names = [], names_event = "" }) => event === names_event && names.includes(round);

const ofEvent = (event, round) => [event, round].filter(Boolean).join(" · ");

/** The files of a round: of the one that is played, or of another one that is chosen for them and its results alone. */
function downloads(now, showEarlier) {
  const link = (words, testid) => /** @type {HTMLAnchorElement} */ (make("a", { class: "button", download: true, "data-testid": testid }, words));
  const [results, games] = [link(t("hallResults"), "results-csv"), link(t("hallPgn"), "round-pgn")];
  const chooser = roundChooser(now, "files-round");
  const isOther = () => chooser.value && !(isListed(now) && chooser.value === now.round);
  const lead = () => {
    const which = isOther() ? `?${new URLSearchParams({ round: chooser.value })}` : "";
    results.href = `/api/v1/hall/results.csv${which}`;
    games.href = `/api/v1/hall/round.pgn${which}`;
  };
  chooser.addEventListener("change", () => {
    lead();
    showEarlier(isOther() ? chooser.value : "");
  });
  lead();
  return [...(now.names?.length && chooser.options.length > 1 ? [field(t("round"), chooser)] : []), results, games];
}

/** How it stands with the seating of each board that plays a pairing; empty: nothing was sent to it. */
const seatsOf = (now, cards) =>
  Object.fromEntries(now.boards.filter((each) => each.board).map((each) => [each.board, cards.get(each.board)?.seat ?? ""]));

/** @param {any} now @param {{[board: string]: string}} seats @param {(pairing: string, board: string) => void} assign @param {(each: any, result: string) => void} record */
function pairingTable(now, seats, assign, record) {
  const heads = ["boardNumber", "white", "black", "hallResult", "hallBoardId"].map((key) => make("th", { scope: "col" }, t(key)));
  const rows = now.boards.map((each) => pairingRow(each, seats[each.board] ?? "", assign, record));
  return make("table", {}, ...seatedLine(seats), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

/** How many boards have taken what was sent to them. */
function seatedLine(seats) {
  const told = Object.values(seats).filter(Boolean);
  const count = told.filter((seat) => seat === "taken").length;
  return told.length ? [make("caption", { "data-testid": "seated" }, t("hallSeated", { count, of: told.length }))] : [];
}

function pairingRow(each, seat, assign, record) {
  const cell = (text, name = "") => make("td", name, text || "–");
  const player = (name, side) => make("td", `by-${side}`, make("i", `swatch ${side}`), name || "–");
  const row = make("tr", { "data-testid": `pairing-${each.number}` }, make("th", { scope: "row" }, each.number || "·"),
    player(each.white, "white"), player(each.black, "black"), acting() && (!each.board || each.result) ? resultCell(each, record) : cell(shown(each.result), "ended"),
    acting() ? boardCell(each, seat, assign) : cell(each.board, "where"));
  row.addEventListener("dragover", (event) => event.preventDefault());
  row.addEventListener("drop", (event) => {
    event.preventDefault();
    const board = event.dataTransfer?.getData("text/plain");
    if (board && acting()) assign(each.id, board);
  });
  return row;
}

function boardCell(each, seat, assign) {
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", list: "known-boards", value: each.board, spellcheck: "false", autocapitalize: "off", "aria-label": `${t("hallBoardId")} ${each.number}`, "data-testid": `assign-${each.number}` }));
  input.addEventListener("change", () => {
    input.blur();
    assign(each.id, input.value.trim());
  });
  return make("td", "where", make("div", "seat-cell", input, ...seatSign(each, seat)));
}

/** Whether the board has taken its seating. */
function seatSign({ number }, seat) {
  if (!seat) return [];
  const taken = seat === "taken";
  const words = t(taken ? "hallTaken" : seat === "later" ? "hallSeatLater" : "hallUnseated");
  const sign = make("span", { class: "seat", "data-seat": seat, "data-testid": `seat-${number}`, title: words }, taken ? "✓" : words);
  if (taken) sign.setAttribute("aria-label", words), sign.setAttribute("role", "img");
  return [sign];
}

/** The boards that play no pairing: each can be dragged to one. */
function freeBoards(ids) {
  if (!ids.length) return [];
  const chips = ids.map((id) => {
    const chip = make("span", { class: "chip", draggable: "true" }, id);
    chip.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", id));
    return chip;
  });
  return [make("span", "soft", t("hallFree")), ...chips];
}

function problems(lines) {
  return lines.length ? [make("ul", { class: "round-problems", "data-testid": "pairings-problems" }, ...lines.slice(0, 20).map((words) => make("li", {}, said(words))))] : [];
}
