// @ts-check
/**
 * Giving orders: the PIN, then what may be done just now, and the board's answer in words.
 *
 * Whoever acts must have seen the board: its faces show the PIN. It is sent once, for a token that lives as long
 * as this tab; a token that the board does not know any more is forgotten, and the PIN asked for anew. What ends
 * or changes the game is asked for once more, in full, before it is sent. Nothing is offered that the board says
 * it would refuse; what it refuses nevertheless is said in its words.
 *
 * Decides which orders there are and how they are spelled (docs/orders.md). Refuses to know what they do.
 */
import { SIDES } from "./around.js";
import { byId, make, write } from "./kit/dom.js";
import { actAs, acting, isFor, keep, leave, number, ownOf, postOrder, roles, token } from "./access.js";
import { arbiterGroup } from "./arbiter.js";
import { button, confirmBox, input, labelled, row, select } from "./fields.js";
import { meaning } from "./meaning.js";
import { pinForm } from "./pin.js";
import { iAm, roleName } from "./role_words.js";
import { standing } from "./standing.js";
import { whenUnpressed } from "./unpressed.js";
import { figurine, isWord, pieceName, said, sideName, t, written } from "./kit/i18n.js";

const PROMOTIONS = { q: "queen", r: "rook", b: "bishop", n: "knight" };

/** The page's state; `open` is given it. */
let page = /** @type {any} */ (null);
/** An order that waits for a yes, and what people are asked. */
let [asked, askedWords] = ["", ""];
/** Whether the PIN is asked for, so that this page may be somebody else. */
let another = false;
/** What came of the last one: words, and whether they are a refusal. */
let answer = { words: "", refused: false };
/** The parts of the panel that are drawn, and what they were drawn from. */
let drawn = "";

/** Draw the panel, and draw it anew whenever the page shows something new, until it is closed. */
export function open(state) {
  page = state;
  answer = { words: "", refused: false };
  asked = "";
  another = false;
  drawn = "";
  redraw();
  addEventListener("shown", redrawSoon);
  byId("act-dialog").addEventListener("close", () => removeEventListener("shown", redrawSoon), { once: true });
}

const redrawSoon = whenUnpressed(byId("act-body"), redraw);

// The panel.

function redraw() {
  const { message, looking, settings } = page;
  const { phase, words, can, settings: set, choices, offer, doubt, promotion, standing: pieces } = message ?? {};
  const why = can?.verdict && words;
  const board = token() ? [asked, looking, phase, why, can, set, choices, offer, doubt, promotion, pieces] : [];
  const from = JSON.stringify([token(), acting(), another, settings, ...board]);
  if (from === drawn) return showAnswer();
  drawn = from;
  const body = byId("act-body");
  const putBack = typedIn(body);
  body.replaceChildren(...(token() && !another ? panel(message) : [pinForm(become, sayWrong)]));
  putBack();
  showAnswer();
}

/** What is typed and opened, and where the focus is: a function that puts it back, or on the panel's title. */
function typedIn(body) {
  const active = /** @type {HTMLInputElement|null} */ (document.activeElement);
  const focused = active?.dataset?.order;
  const open = body.querySelector("details")?.open ?? false;
  const fields = [...body.querySelectorAll("details input, details select, input[type=text]:focus")];
  const typed = fields.map(({ dataset, value }) => [dataset.order, value]);
  const around = (field) => field?.closest(".form") ?? field?.closest(".row");
  const kept = fields.includes(active) && around(active); // only the field itself knows what is selected in it
  const find = (name) => body.querySelector(`[data-order="${name}"]`);
  return () => {
    const details = body.querySelector("details");
    if (details) details.open = open;
    for (const [name, value] of typed) if (find(name)) find(name).value = value;
    if (kept) around(find(focused))?.replaceWith(kept);
    if (focused) find(focused)?.focus();
    if (!byId("act-dialog").contains(document.activeElement)) byId("act-title").focus();
  };
}

/** The board's answer stands where it always is: what is new in a part is read aloud, a part that is new is not. */
function showAnswer() {
  const node = byId("act-answer");
  node.classList.toggle("refused", answer.refused);
  write(node, answer.words && `${answer.refused ? "✕" : "✓"} ${answer.words}`);
}

function panel(told) {
  const can = ownOf(told?.can ?? {});
  const message = told && { ...told, can };
  return [
    ...(asked ? [confirmBox(askedWords, () => send(asked), forgo, make("p", "", t("sure")))] : []),
    ...verdict(message, can),
    whoGroup(),
    ...questions(message, can),
    ...standing(message, ask, () => settle(answer.words, answer.refused)),
    group("theGame", gameButtons(can)),
    ...(message ? [wrongGroup()] : []),
    ...SIDES.map((side) => group("", sideButtons(side, can), sideName(side))).filter(hasButtons),
    ...settingsGroup(message, can),
    ...(isFor("arbiter", "owner") ? arbiterGroup(page, ask) : []),
  ];
}

/** Who this page is, so that nobody acts for another by mistake; and how to be somebody else. */
function whoGroup() {
  const names = roles();
  const others = names.length > 1 ? [labelled("actAs", roleChoice(names))] : [button("anotherRole", () => ((another = true), settle("")), "another-role")];
  const me = make("p", { "data-testid": "who" }, make("strong", "", iAm(acting())));
  const called = make("p", { class: "soft", "data-testid": "who-number" }, t("phoneNumber", { number: number() }));
  return make("section", "group who-acts", me, called, row(...others, button("forget", forget, "forget")));
}

function roleChoice(names) {
  const field = select(names, acting(), "act-as", roleName);
  field.addEventListener("change", () => {
    actAs(field.value);
    settle("");
  });
  return field;
}

function group(key, nodes, title = key && t(/** @type {any} */ (key))) {
  return make("section", "group", make("h3", "", title), row(...nodes));
}

function hasButtons(node) {
  return node.querySelector("button") !== null;
}

/** What an illegal move costs: the clocks stand until the arbiter has said it, so it stands first. */
function verdict(message, can) {
  if (!can.verdict) return [];
  const answers = [orderButton(t("illegalCosts"), "verdict penalty"), orderButton(t("illegalIsFree"), "verdict none")];
  for (const node of answers) node.classList.add("large");
  return [make("section", "group", make("h3", "", t("verdict")), make("p", "", said(message.words)), row(...answers))];
}

/** What the board asks: which piece, which reading. */
function questions(message, can) {
  const { promotion, doubt } = message ?? {};
  const parts = [];
  if (can.promote && promotion) parts.push(group("promote", [..."qrbn"].map((piece) => promotionButton(piece, promotion.piece))));
  const takes = (doubt?.candidates ?? []).map(takeButton);
  if (can.alternative) parts.push(group("reading", [orderButton(t("alternative"), "alternative"), ...takes]));
  return parts;
}

function takeButton(san) {
  const words = t("otherReading", { move: written(san, page.settings.notation) });
  return orderButton(words, `take ${san}`, words);
}

function promotionButton(piece, chosen) {
  const node = orderButton(`${figurine(piece)} ${pieceName(piece)}`, `promote ${PROMOTIONS[piece]}`);
  node.setAttribute("aria-pressed", String(chosen?.toLowerCase() === piece));
  return node;
}

/**
 * A button that sends an order; with `asking` it is asked for once more, in these words.
 * @param {string} words @param {string} order @param {string} [asking]
 */
function orderButton(words, order, asking = "", name = "") {
  const node = make("button", name, words);
  node.dataset.testid = `order-${order.replaceAll(" ", "-")}`;
  node.dataset.order = order;
  node.addEventListener("click", () => (asking ? ask(order, asking) : send(order)));
  return node;
}

function gameButtons(can) {
  return [
    can.undo && orderButton(t("undo"), "undo"),
    can.hint && orderButton(t("hint"), "hint"),
    can.pause && orderButton(t("pause"), "pause"),
    can.play && orderButton(t("play"), "play"),
    can["take back"] && orderButton(t("takeBack"), "take back", t("takeBack")),
    can.reopen && orderButton(t("reopen"), "reopen", t("reopen"), "grave"),
    can["new game"] && orderButton(t("newGame"), "new game", t("newGame"), "grave"),
  ].filter(Boolean);
}

/** Whoever sees that something was read wrong marks the instant; that is never refused. */
function wrongGroup() {
  return make("section", "group", row(orderButton(t("wrong"), "wrong")), make("p", "soft", t("wrongMeans")));
}

/** What a side may say: what the board and the tables of words call it, and its order. */
const SAYS = /** @type {const} */ ([
  ["offer", "draw offer"],
  ["accept", "draw accept"],
  ["decline", "draw decline"],
  ["claim", "draw claim"],
  ["resign", "resign"],
]);

function sideButtons(side, can) {
  return SAYS.filter(([kind]) => can[kind]?.includes(side)).map(([kind, order]) => {
    const asking = kind === "decline" ? "" : `${sideName(side)}${t("says")}${t(kind)}`;
    return orderButton(t(kind), `${order} ${side}`, asking, kind === "resign" ? "grave" : "");
  });
}

// Settings.

function settingsGroup(message, can) {
  const { settings, choices } = message ?? {};
  const may = can.settings ?? [];
  if (!settings || !may.length) return [];
  const fields = may.filter(isWord).map((name) => settingField(name, settings, choices));
  const later = may.includes("control") ? [] : [make("p", "soft", t("settingsLater"))];
  return [make("section", "group", make("h3", "", t("settings")), ...fields, ...later)];
}

/** A setting by what its value is: yes or no is ticked, a number is slid, a name is chosen. */
function settingField(name, settings, choices) {
  if (name === "control") return controlForm(settings, choices);
  if (typeof settings[name] === "boolean") return checkbox(name, settings[name]);
  const values = choices?.[name] ?? [settings[name]];
  return values.every(followsOn) ? slider(name, settings, values) : chooser(name, settings, values);
}

function followsOn(value, at, values) {
  return typeof value === "number" && value === values[0] + at;
}

const CALLED = { off: "nobody", white: "white", black: "black" };

/** Where a name does not say all that it is for, the words do. */
function chooser(name, settings, values) {
  const called = (value) => (value in CALLED ? t(CALLED[value]) : isWord(`${name} ${value}`) ? t(`${name} ${value}`) : String(value));
  const field = select(values, settings[name], `set-${name}`, called);
  field.addEventListener("change", () => send(`${name} ${field.value}`));
  return row(labelled(name, field));
}

/** The control that is agreed on has its text, the others have their names; what it means is said before it is set. */
function controlForm(settings, choices) {
  const now = settings.control === "-" ? "none" : "";
  const values = [...(now ? [] : [""]), ...(choices?.control ?? [])];
  const called = (value) => (value === "none" ? t("noClock") : value || settings.control_text);
  const chosen = select(values, now, "set-control", called);
  const other = input("text", "set-control-text", settings.control_text);
  other.size = 9;
  other.placeholder = "15+10";
  const means = meaning(other);
  chosen.addEventListener("change", () => {
    other.value = chosen.value || settings.control_text;
    other.dispatchEvent(new Event("input"));
  });
  other.addEventListener("input", () => (chosen.value = other.value === chosen.value ? chosen.value : now));
  const set = button("set", () => other.value.trim() && send(`control ${other.value.trim()}`), "set-control-send");
  return make("div", "group form", row(labelled("control", chosen), labelled("controlOther", other), set), means);
}

function checkbox(name, on) {
  const box = input("checkbox", `set-${name}`);
  box.checked = on;
  box.addEventListener("change", () => send(`${name} ${box.checked ? "on" : "off"}`));
  return make("label", "row", box, t(name));
}

/** The values are whole numbers that follow each other. */
function slider(name, settings, values) {
  const range = input("range", `set-${name}`, String(settings[name]));
  Object.assign(range, { min: String(values[0]), max: String(values[values.length - 1]), step: "1" });
  range.value = String(settings[name]);
  range.addEventListener("change", () => send(`${name} ${range.value}`));
  return labelled(name, range);
}

// Asking once more, sending.

function ask(order, words) {
  asked = order;
  askedWords = words;
  redraw();
  byId("act-dialog").scrollTop = 0;
  /** @type {HTMLElement|null} */ (byId("act-body").querySelector("[data-testid=confirm-yes]"))?.focus();
}

/** The order is not sent; the focus goes back to where it was asked for. */
function forgo() {
  const order = asked;
  settle(answer.words, answer.refused);
  /** @type {HTMLElement|null} */ (byId("act-body").querySelector(`[data-order="${order}"]`))?.focus();
}

function settle(words, refused = false) {
  asked = "";
  answer = { words, refused };
  drawn = "";
  redraw();
}

async function send(order) {
  settle(t("sending"));
  const reply = await postOrder(order);
  if (reply.status === 401) keep("");
  answer = { words: reply.words, refused: reply.status !== 200 }; // what is asked for meanwhile stays
  if (answer.refused) drawn = ""; // what was chosen is not so; what was accepted comes with the board's message
  redrawSoon();
}

// The PIN.

function forget() {
  leave();
  become();
}

/** Whoever this page is now, it starts with nothing said. */
function become() {
  another = false;
  settle("");
}

function sayWrong(words) {
  answer = { words, refused: true };
  showAnswer();
}
