// @ts-check
/**
 * The names of the game: who plays, with what is known of them, event, site, round and board.
 *
 * What was changed is sent as orders, one after the other; the first that is refused ends it, and is said in the
 * board's words. Players that the board remembers, of the archive and of the pairing list are offered while somebody types. What is typed
 * stays, whatever the board says meanwhile.
 *
 * Refuses to know how names are kept, and who is shown as N. N.
 */
import { SIDES } from "./around.js";
import { byId, make } from "./kit/dom.js";
import { postOrder } from "./access.js";
import { button, input, labelled, row } from "./fields.js";
import { mayKnow, playersLike } from "./known_players.js";
import { createPanel } from "./panel.js";
import { knownPlayers, pairingsGroup } from "./pairings.js";
import { playerText } from "./kit/players.js";
import { sideName, t } from "./kit/i18n.js";

const GAME = /** @type {const} */ ([
  ["event", "event"],
  ["site", "site"],
  ["round", "round"],
  ["board", "boardNumber"],
]);
const MORE = /** @type {const} */ (["title", "rating", "fide_id", "federation"]);
const LABELS = { fide_id: "fideId" };
const NOBODY = { name: "", title: "", rating: "", fide_id: "", federation: "", private: false };

let page = /** @type {any} */ (null);
/** The names of the board when the form was drawn, as texts of orders. */
let before = /** @type {{[order: string]: string}} */ ({});
/** @type {Map<string, any>} players that are offered, by name */
let offered = new Map();
/** The board's names when something was sent: a message with these is older than what was set. */
let outdated = "";

const panel = createPanel("names", () => [form(), ...(mayKnow() ? [pairingsGroup(panel, choose)] : [])]);

/** Show the form, and what the board says now as long as nobody has typed. */
export function open(state) {
  page = state;
  outdated = "";
  panel.say("");
  panel.redraw();
  addEventListener("shown", refresh);
  byId("names-dialog").addEventListener("close", () => removeEventListener("shown", refresh), { once: true });
}

function refresh() {
  if (!byId("names-body").querySelector("form.names")) return; // whoever types the PIN is left there, too
  const now = boardNames();
  if (now === outdated) return;
  outdated = "";
  if (now === JSON.stringify(before) || changed().length || busy()) return;
  panel.redrawSoon();
}

const boardNames = () => JSON.stringify(ordersOf(namesOf(page.message)));

/** Whoever is in a field is left there. */
function busy() {
  return byId("names-body").contains(document.activeElement) && document.activeElement instanceof HTMLInputElement;
}

/** The names that a message has: newer boards tell them in full, older ones as tags. */
function namesOf(message) {
  if (message?.names) return message.names;
  const tags = message?.game?.tags ?? {};
  const known = (tag) => (tags[tag] && tags[tag] !== "?" ? tags[tag] : "");
  const player = (side) => ({ ...NOBODY, name: known(side) });
  return { white: player("White"), black: player("Black"), event: known("Event"), site: known("Site"), round: known("Round"), board: known("Board") };
}

// The form.

function form() {
  const names = namesOf(page.message);
  const game = GAME.map(([name, words]) => labelled(words, field(name, names[name] ?? "")));
  const set = make("button", "main", t("setNames"));
  set.dataset.testid = "names-set";
  const list = make("datalist");
  list.id = "known-players";
  const fields = [playerFields("white", names), swapRow(), playerFields("black", names), row(...game.slice(0, 2)), row(...game.slice(2)), row(set), list];
  const node = make("form", "group names", ...fields);
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    send(changed());
  });
  before = ordersOf(names);
  suggest("", list);
  return node;
}

function field(name, value, type = "text") {
  return Object.assign(input(type, `names-${name}`, value === null ? "" : String(value)), { name });
}

function playerFields(side, names) {
  const player = { ...NOBODY, ...names[side] };
  const name = field(side, player.private ? "" : player.name);
  name.setAttribute("list", "known-players");
  if (player.private) name.placeholder = "N. N.";
  name.addEventListener("input", () => typedName(side, name.value));
  const more = MORE.map((part) => labelled(LABELS[part] ?? part, moreField(side, part, player.private ? "" : player[part])));
  const hidden = Object.assign(input("checkbox", `names-${side}-private`), { checked: player.private, name: `${side}-private` });
  const tick = make("label", "row", hidden, t("private"));
  const note = player.private ? [make("p", "soft", t("privateName"))] : [];
  const details = make("details", "more-of", make("summary", "", t("moreOf", { side: sideName(side) })), row(...more), tick);
  return make("section", "group", labelled(side, name), ...note, details);
}

function moreField(side, part, value) {
  const node = field(`${side}-${part}`, value, part === "rating" ? "number" : "text");
  if (part === "rating") Object.assign(node, { min: "1", max: "3999", inputMode: "numeric" });
  if (part === "title") Object.assign(node, { maxLength: 4, size: 4, pattern: "[A-Za-z]{0,4}" });
  if (part === "federation") Object.assign(node, { maxLength: 3, size: 4, pattern: "[A-Za-z]{3}" });
  if (part === "fide_id") Object.assign(node, { maxLength: 10, inputMode: "numeric", pattern: "[0-9]{0,10}" });
  return node;
}

function swapRow() {
  const node = button("swapNames", swap, "names-swap");
  node.type = "button";
  node.prepend(make("span", "", "⇅"));
  return row(node);
}

/** Both players as they are in the form; the board swaps them if nothing else was typed. */
function swap() {
  if (!changed().length) return send(["swap names"]);
  const parts = ["", ...MORE.map((part) => `-${part}`)];
  for (const part of parts) {
    const [white, black] = SIDES.map((side) => typed(`${side}${part}`));
    [white.value, black.value] = [black.value, white.value];
  }
  const [white, black] = SIDES.map((side) => typed(`${side}-private`));
  [white.checked, black.checked] = [black.checked, white.checked];
}

/** @returns {HTMLInputElement} */
function typed(name) {
  return /** @type {HTMLInputElement} */ (byId("names-body").querySelector(`[data-testid="names-${name}"]`));
}

// What is typed, and what is sent.

/** The orders that make these names, by what they set. */
function ordersOf(names) {
  const players = SIDES.map((side) => [side, `name ${side} ${playerText(names[side] ?? NOBODY)}`]);
  return Object.fromEntries([...players, ...GAME.map(([name]) => [name, `${name} ${names[name] || "-"}`])]);
}

/** The names as they are in the form; a hidden player that was left alone stays as he is. */
function typedNames() {
  const now = namesOf(page.message);
  const player = (side) => {
    const hidden = typed(`${side}-private`).checked;
    const name = typed(side).value.trim();
    if (!name && now[side]?.private && hidden) return now[side];
    const more = MORE.map((part) => [part, typed(`${side}-${part}`).value.trim()]);
    const { title, federation, ...others } = Object.fromEntries(more);
    return { name, title: title.toUpperCase(), ...others, federation: federation.toUpperCase(), private: hidden };
  };
  const game = GAME.map(([name]) => [name, typed(name).value.trim()]);
  return { white: player("white"), black: player("black"), ...Object.fromEntries(game) };
}

/** The orders for what was changed. */
function changed() {
  if (!byId("names-body").querySelector("form.names")) return [];
  const now = ordersOf(typedNames());
  return Object.keys(now).filter((what) => now[what] !== before[what]).map((what) => now[what]);
}

async function send(orders) {
  if (!orders.length) return panel.say(t("unchanged"));
  panel.say(t("sending"));
  outdated = boardNames();
  const done = [];
  for (const order of orders) {
    const reply = await postOrder(order);
    if (!panel.told(reply)) return;
    done.push(reply.words);
  }
  before = ordersOf(typedNames());
  panel.say(done.length > 2 ? t("doneNothing") : done.join(" · "));
  refresh(); // if the board's message has come before the answer
}

/** A pairing of the list becomes the game's names, by one tap. */
function choose(pairing, list) {
  const orders = SIDES.map((side) => `name ${side} ${playerText(pairing[side])}`);
  const game = { event: list.event, site: list.site, round: pairing.round, board: pairing.board };
  const known = Object.entries(game).filter(([, text]) => text).map(([what, text]) => `${what} ${text}`);
  send([...orders, ...known]);
}

// Players that are known.

/** Whose name is known brings along what is known of him, also when it comes after the name: but over nothing that was typed since. */
async function typedName(side, name) {
  const more = () => JSON.stringify([side, ...MORE.map((part) => `${side}-${part}`)].map((part) => typed(part)?.value));
  const typedBefore = more();
  const known = offered.get(name) ?? (await suggest(name, byId("known-players"))).get(name);
  if (!known || more() !== typedBefore) return;
  for (const part of MORE) typed(`${side}-${part}`).value = String(known[part] ?? "");
  if (known.private) typed(`${side}-private`).checked = true;
}

/** Offer who is known by this beginning of a name, and return them; of several answers the last question's is offered. */
async function suggest(prefix, list) {
  const question = (suggest.last += 1);
  const all = [...knownPlayers(), ...(await playersLike(prefix))];
  const found = new Map(all.filter(({ name }) => name).map((player) => [player.name, player]));
  if (question !== suggest.last) return found;
  offered = found;
  const options = [...found.values()].slice(0, 50).map((player) => {
    const option = new Option("", player.name);
    option.label = [player.title, player.rating].filter(Boolean).join(" ");
    return option;
  });
  list.replaceChildren(...options);
  return found;
}
suggest.last = 0;
