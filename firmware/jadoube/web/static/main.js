// @ts-check
/**
 * The companion: the board beside the real one, on a phone or full-screen on a television.
 *
 * One state, `state`, and one function that shows it, `show`. A message of the board replaces the one before;
 * which ply is looked at, and how the page looks, are the page's own. Whoever looks at a past ply is left there,
 * whatever is played. The page never says that it shows what is, when it does not hear the board.
 *
 * Decides what is looked at and what is read aloud. Refuses to know how a board is drawn
 * (board.js), what stands around it (around.js), and what may be ordered (act.js). What is not needed at first
 * is loaded when it is asked for: so twelve requests are enough for the first paint.
 */
import { WALK_KEYS, createBoard, createWalk, litSquares, marksOf, positionAfter } from "./kit/board.js";
import { boardTime, loadPart, watchBoard } from "./kit/connection.js";
import * as around from "./around.js";
import { numbered } from "./around.js";
import { byId, make, toast, write } from "./kit/dom.js";
import { LANGUAGES, fill, inWords, language, nextLanguage, said, setLanguage, spoken, t } from "./kit/i18n.js";
import { remember, remembered } from "./kit/remember.js";

const VERSION = 1;

const state = {
  /** @type {any} the last message */
  message: null,
  /** @type {"connecting"|"live"|"lost"} */
  connection: "connecting",
  /** The ply that is looked at; null: the last one, whichever that is. */
  get looking() {
    return walk.looking();
  },
  settings: { language: "", theme: "auto", notation: "figurines", sounds: "off", flipped: false },
};

const board = createBoard(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("board"))));
const time = boardTime();
const sides = around.createSides(() => time.passed(state.message.at_ms));
const walk = createWalk(lookedAt);
const sheet = around.createSheet(walk.lookAt);

// What is shown.

function show() {
  const { message } = state;
  write(byId("connection").lastElementChild, t(state.connection === "live" ? "live" : "connecting"));
  byId("connection").dataset.state = state.connection;
  byId("lost").hidden = state.connection !== "lost";
  write(byId("lost"), t("lost"));
  byId("stage").classList.toggle("silent", state.connection === "lost");
  if (message) showMessage(message);
  dispatchEvent(new Event("shown"));
}

function showMessage(message) {
  const { game } = message;
  const { notation } = state.settings;
  const last = game.plies.length;
  const position = positionAfter(game, walk.shown());
  const lit = litSquares(message);
  showBoard(message, position, lit);
  sides.show(message, position, state.connection === "live");
  around.showStatus(message, lit, positionAfter(game, last), notation);
  showPast(game, notation);
  sheet.show(game, walk.looking(), notation);
  showMachine(message);
  showOpening(message.opening);
  document.title = titleOf(message, notation);
  share(message);
}

function showBoard({ game, turned }, position, lit) {
  const past = walk.looking() !== null;
  const ply = walk.shown();
  const blackBelow = Boolean(turned) !== state.settings.flipped;
  board.setTurned(blackBelow);
  board.setPosition(position);
  board.setMarks(marksOf(game, ply, past ? [] : lit));
  byId("stage").classList.toggle("black-below", blackBelow);
  byId("stage").classList.toggle("looking-back", past);
  const pieces = inWords(position);
  const where = ply ? t("after", { move: numbered(game, ply, "letters") }) : t("start");
  board.describe(t("at", { where }));
  const there = byId("pieces");
  if (there.textContent !== pieces.join("")) there.replaceChildren(...pieces.map((line) => make("p", "", line)));
}

function showPast(game, notation) {
  const looking = walk.looking();
  byId("past").hidden = looking === null;
  const more = walk.news();
  const where = looking ? t("past", { move: numbered(game, looking, notation) }) : t("pastStart");
  write(byId("past").firstElementChild, where + (more > 0 ? ` (${t("newPlies", { count: more })})` : ""));
  for (const id of ["first", "previous"]) byId(id).toggleAttribute("disabled", walk.shown() === 0);
  for (const id of ["next", "last"]) byId(id).toggleAttribute("disabled", looking === null);
}

function showMachine({ health, program, settings, game, names }) {
  const wrong = [...(health?.troubles ?? []), ...(health?.reeds ?? [])];
  byId("health").hidden = !wrong.length;
  write(byId("health").lastElementChild, t("troubles", { count: wrong.length }));
  byId("health").setAttribute("aria-label", t("troubles", { count: wrong.length }));
  const lines = wrong.map((each) => make("li", "trouble", `⚠\ufe0e ${said(each)}`));
  byId("troubles").replaceChildren(...(lines.length ? lines : [make("li", "", `✓ ${t("inPlace")}`)]));
  const about = [program, settings?.control_text, settings?.rules];
  write(byId("about"), about.filter((text) => text && text !== "-").join(" · "));
  const event = names?.event || game.tags?.Event;
  write(byId("event"), event && event !== "?" ? event : "");
}

function showOpening(opening) {
  byId("opening").hidden = !opening;
  write(byId("opening"), opening ? `${opening.eco} ${opening.name}` : "");
}

function titleOf({ game, names: called }, notation) {
  const both = [called?.white.name || game.tags?.White, called?.black.name || game.tags?.Black];
  const names = both.every((name) => name && name !== "?") ? both.join(" – ") : "J’adoube";
  return game.plies.length ? `${numbered(game, game.plies.length, notation)} · ${names}` : names;
}

// Walking through the game.

/** @param {number} ply */
function lookedAt(ply) {
  show();
  if (walk.looking()) byId("live").textContent = spoken(state.message.game.plies[ply - 1].san);
}

// What the board says.

function receive(message) {
  if (message?.version > VERSION) return open("old-dialog");
  if (!Array.isArray(message?.game?.plies)) return;
  const before = state.message;
  time.hear(message.at_ms);
  state.message = message;
  walk.take(message.game.plies.length);
  show();
  const news = before ? around.newsOf(before, message) : "";
  if (news) byId("live").textContent = news.replaceAll("\u00a0", " ");
  if (state.settings.sounds === "on") sound(before, message);
}

async function sound(before, message) {
  const sounds = await later("./kit/sounds.js");
  sounds?.play(sounds.soundOf(before, message));
}

/** How the line to the board is. @param {"connecting"|"live"|"lost"} line */
function lineChanged(line) {
  const was = state.connection;
  state.connection = line === "connecting" && was === "lost" ? "lost" : line;
  if (line === "live" && was === "lost") followSwipes(); // if their module did not come before
  if (line === "live") return; // the message that comes is shown
  sides.freeze();
  if (line === "connecting") time.forget();
  show();
}

const line = watchBoard({ receive, changed: lineChanged });

// How the page looks.

function set(name, value) {
  state.settings[name] = value;
  remember(state.settings);
  dress();
}

/** Give the page its language and its looks. */
async function dress() {
  const { theme, notation, sounds } = state.settings;
  await setLanguage(state.settings.language || navigator.language);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  fill(document);
  const values = { language: language(), theme, notation, sounds };
  for (const button of document.querySelectorAll(".choice button")) {
    const { setting = "" } = /** @type {HTMLElement} */ (button.parentElement).dataset;
    button.setAttribute("aria-pressed", String(values[setting] === /** @type {HTMLElement} */ (button).dataset.value));
  }
  show();
}

function languageButton([code, name]) {
  return make("button", { "data-value": code, "data-testid": `language-${code}`, lang: code }, name);
}

async function toggleTv(on = !document.documentElement.classList.contains("tv")) {
  if (on !== document.documentElement.classList.contains("tv")) (await later("./more.js"))?.showTv(on);
}

// Keys, buttons, dialogs.

function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  if (!dialog.open) dialog.showModal();
}

function closeAll() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

async function copyPgn() {
  const more = await later("./more.js");
  if (more) toast(await more.copyPgn());
}

async function help() {
  const more = await later("./more.js");
  closeAll();
  more?.showLegend();
  open("help-dialog");
}

/** The panels for who has the PIN. */
const PANELS = {
  act: "./act.js",
  names: "./names.js",
  broadcast: "./broadcast.js",
  lichess: "./lichess.js",
};

async function openPanel(name) {
  const panel = await later(PANELS[name]);
  if (!panel) return;
  closeAll();
  panel.open(state);
  open(`${name}-dialog`);
}

/** A dialog that lets another phone in. */
async function invite() {
  const inviting = await later("./invite.js");
  if (!inviting) return;
  closeAll();
  inviting.openInvite();
  open("invite-dialog");
}

/** Join by the code in the address, if one was scanned; else be who this page was before. */
async function joinOrStay() {
  const code = location.hash.slice(1);
  if (code) {
    const joining = await later("./join.js");
    const why = await joining?.join(code);
    if (why) toast(why);
    else if (joining) await openPanel("act");
  } else if (keptRole()) (await later("./access.js"))?.dress();
  const wanted = new URLSearchParams(location.search);
  if (wanted.has("invite")) await invite();
  if (wanted.has("lichess")) await openPanel("lichess");
}

function keptRole() {
  try {
    return sessionStorage.getItem("jadoube-token");
  } catch {
    return "";
  }
}

/** Before a game and after it: the next one; after it how to take it along, too. */
async function share({ game, phase }) {
  const over = phase === "over";
  const played = over && game.plies.length > 0;
  byId("next-game").hidden = !over && phase !== "setting up";
  byId("rematch").hidden = !over;
  write(byId("new-game"), t(over ? "nextGame" : "newGame"));
  byId("share").hidden = !played;
  if (played) (await later("./share.js"))?.showShare(byId("share"), state.message);
}

async function newGame(rematch = false) {
  const sheet = await later("./game_sheet.js");
  closeAll();
  sheet?.open(state, { rematch, lichess: () => openPanel("lichess") });
}

/** A module that is loaded when it is asked for; null if it does not come. @param {string} name of its file */
const later = (name) => loadPart(new URL(name, import.meta.url), () => toast(t("notLoaded")));

const DOES = {
  ...walk.steps,
  "live-button": walk.steps.last,
  flip: () => set("flipped", !state.settings.flipped),
  copy: copyPgn,
  "new-game": () => newGame(),
  rematch: () => (state.message?.server ? openPanel("lichess") : newGame(true)), // there it is asked for
  act: () => openPanel("act"),
  names: () => openPanel("names"),
  broadcast: () => openPanel("broadcast"),
  lichess: () => openPanel("lichess"),
  invite,
  more: () => open("more-dialog"),
  health: () => open("more-dialog"),
  help,
  tv: () => {
    closeAll();
    toggleTv();
  },
  "leave-tv": () => toggleTv(false),
  reload: () => location.reload(),
};

const KEYS = {
  ...Object.fromEntries(Object.entries(WALK_KEYS).map(([key, step]) => [key, walk.steps[step]])),
  f: DOES.flip,
  t: DOES.tv,
  Escape: DOES["leave-tv"],
  a: DOES.act,
  n: DOES.names,
  l: () => set("language", nextLanguage()),
  "?": help,
};

function pressed(event) {
  const typing = event.target.closest?.("input, select, textarea, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const does = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  does();
}

function clicked(event) {
  const chosen = event.target.closest(".choice button");
  if (chosen) set(chosen.parentElement.dataset.setting, chosen.dataset.value);
  const beside = event.target.matches("dialog") && event.target.id !== "old-dialog";
  if (beside || event.target.closest("[data-close]")) event.target.closest("dialog").close();
}

async function begin() {
  const asked = new URLSearchParams(location.search);
  Object.assign(state.settings, remembered());
  if (asked.has("lang")) state.settings.language = asked.get("lang") ?? "";
  if (asked.has("tv")) document.documentElement.classList.add("tv");
  for (const [id, does] of Object.entries(DOES)) byId(id).addEventListener("click", does);
  byId("old-dialog").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  document.body.classList.remove("waits"); // from now on a click is heard
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? toggleTv(false));
  byId("languages").replaceChildren(...Object.entries(LANGUAGES).map(languageButton));
  await dress();
  line.connect();
  addEventListener("hashchange", joinOrStay);
  joinOrStay();
  requestAnimationFrame(() => setTimeout(followSwipes)); // after the first paint
}

let followed = false;

async function followSwipes() {
  if (followed) return;
  followed = true;
  const swipe = await later("./kit/swipe.js");
  swipe?.onSwipe(byId("board"), walk.step);
  followed = Boolean(swipe);
}

begin();
