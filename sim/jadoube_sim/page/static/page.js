// The simulator page: sockets, the bar on top, the drawers, and who is told what.
//
// Two sockets feed it: the desk's (/sim/socket: pieces, wires, faults) and the board's own view (words, scoresheet).
// Both come back by themselves (kit/connection.js). The first paint needs the board alone; the clock and the drawers are loaded after it.

import { WIDE_LAYOUT, createBoard, squareAt } from "./board.js";
import { createHands } from "./grip.js";
import { keepLine, watchBoard } from "/static/kit/connection.js";
import { byId as $, write } from "/static/kit/dom.js";
import { LANGUAGES, fill, inWords, language, nextLanguage, said as saidOnce, setLanguage, sideName, spoken, t } from "/static/kit/i18n.js";

const NOTICE_MS = 6000;
const VIEW_MS = 10_000;
const WIDE = 700;

/** Letters of a message that the desk reads at all. */
const LONGEST = 1_000_000;

/** So many numbers the desk tells apart. */
const NUMBERS = 10_000;

const state = { desk: null, view: null, tool: null, showing: [], asked: 0 };

/** Who waits for an answer of the desk, by its number; and who wants to know whether the desk is there. */
const [waiting, watching] = [new Map(), new Set()];

/** What the board said, in the page's language: a text, or several as one line. */
const said = (words) => [saidOnce(words)].flat().join("; ");

// What everything else is given

const context = {
  t,
  said,
  desk: () => state.desk,
  view: () => state.view,
  tool: () => state.tool,
  useTool(tool) { state.tool = tool; $("board").classList.toggle("tooled", Boolean(tool)); },
  tidies: () => localStorage.getItem("jadoube.tidies") !== "no",
  connected: () => line.isOpen(),
  watchLine,
  send,
  ask,
  fits,
  announce(text) { $("live").textContent = text; },
  say(key, values) { context.announce(t(key, values)); },
  pieceName: (piece) => t(`piece ${piece?.kind ?? "?"}`),
  notice,
  newGame,
  openAsOwner,
  until,
};

const line = keepLine("/sim/socket", { take: takeDesk, changed: lineChanged });
const board = createBoard($("board"));
const hands = createHands(board, context);
context.board = board;

function send(message) {
  const text = JSON.stringify(message);
  if (context.connected() && fits(text.length)) line.send(text);
}

/** Send a message, and wait for what is refused of it, in words; "" when it is done. */
function ask(message) {
  if (!context.connected()) return Promise.resolve(t("lost"));
  const number = (state.asked = (state.asked + 1) % NUMBERS);
  return new Promise((done) => {
    waiting.set(number, done);
    send({ ...message, number });
  });
}

function answered({ answer, refused }) {
  waiting.get(answer)?.(refused ? said(refused) : "");
  waiting.delete(answer);
}

/** Tell whether the desk is there, now and whenever that changes; gives what ends it. */
function watchLine(tell) {
  tell(context.connected());
  watching.add(tell);
  return () => watching.delete(tell);
}

/** Whether the desk reads so many letters; if not, it is said. */
function fits(letters) {
  if (letters > LONGEST) notice(t("too long"));
  return letters <= LONGEST;
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  clearTimeout(state.noticed);
  state.noticed = setTimeout(() => ($("notice").hidden = true), NOTICE_MS);
}

// The layout: a phone has its own, upright and lying, which is loaded there only

const PHONES = { tall: matchMedia("(max-width: 600px)"), lying: matchMedia("(max-height: 500px) and (max-width: 1000px)") };

/** Lay the desk out as the window is now; it is asked anew when that turns. */
async function layOut() {
  const wanted = () => Object.keys(PHONES).find((name) => PHONES[name].matches) ?? "wide";
  const name = wanted();
  if (name !== "wide") state.phones ??= (await import("./narrow.js")).createLayouts(board);
  if (name !== wanted()) return;
  document.body.dataset.layout = name;
  moveSettings(name !== "wide");
  if (board.layout().name !== name) board.layOut(state.phones?.[name] ?? WIDE_LAYOUT);
}

/** What a phone's first line has no room for stands below the words. */
function moveSettings(below) {
  if (below) return $("below-words").append($("settings"), $("guide"), $("hints"));
  $("tools").prepend($("settings"));
  $("new-game").after($("guide"), $("hints"));
}

for (const phone of Object.values(PHONES)) phone.addEventListener("change", layOut);

/** Wait until the board's view is so, or for so long that it will not be. */
function until(holds) {
  return new Promise((done) => {
    const late = setTimeout(end, VIEW_MS);
    const part = { showView(view) { if (holds(view)) end(); } };
    function end() {
      clearTimeout(late);
      state.showing = state.showing.filter((each) => each !== part);
      done();
    }
    state.showing.push(part);
  });
}

// Sockets

/** How the desk's line is. What is held in the air falls where the line breaks. */
function lineChanged(how) {
  if (how === "connecting") return; // it stays lost until the desk has said something
  setLink(how === "live" ? "connected" : "lost");
  for (const tell of watching) tell(how === "live");
  if (how === "live") return;
  hands.drop();
  for (const number of waiting.keys()) answered({ answer: number, refused: t("lost") });
}

function setLink(how) {
  $("link").dataset.state = how;
  $("link").lastElementChild.textContent = t(how);
  document.body.classList.toggle("cut", how === "lost");
}

async function takeDesk(text) {
  const message = JSON.parse(text);
  if ("answer" in message) return answered(message);
  if (message.refused) { hands.refused(); return notice(said(message.refused)); }
  if (!message.desk) return;
  await board.ready;
  const first = !state.desk;
  state.desk = message.desk;
  show();
  $("speed").disabled = false; // from now on the desk hears it
  if (first) requestAnimationFrame(() => setTimeout(furnish));
}

function takeView(view) {
  const news = state.view ? newsOf(state.view, view) : "";
  if (news) context.announce(news);
  state.view = view;
  showView();
}

/** What is to be heard: new plies as they are read aloud, and what is to be done then; else how things stand now. */
function newsOf(before, view) {
  const words = said(view.words);
  const plies = view.game.plies.slice(before.game.plies.length);
  if (!plies.length) return words === said(before.words) ? "" : words;
  const moves = plies.map(({ side, san }) => `${sideName(side)}${t("says")}${spoken(san)}`);
  const toMove = plies.at(-1).san.endsWith("#") ? "" : t(view.game.turn === "white" ? "whiteToMove" : "blackToMove");
  const then = view.phase === "over" ? said(view.game.over) : /^\d/.test(words) ? toMove : words;
  return [...moves, then].filter(Boolean).join(". ");
}

// Showing

function show() {
  const { desk } = state;
  board.show(desk);
  hands.check();
  document.body.classList.toggle("powerless", !desk.faults.power);
  if (document.activeElement !== $("speed")) chooseSpeed(desk.speed);
  $("mode").textContent = desk.faults.power ? t(`mode ${desk.mode}`) : t("no power");
  $("mode").dataset.mode = desk.faults.power ? desk.mode : "dark";
  showWords();
  tellPieces(desk.pieces);
  for (const part of state.showing) part.show?.(desk);
}

/** What stands on the board, for who cannot see it. */
function tellPieces(pieces) {
  const standing = pieces.filter(({ up, x, y }) => !up && squareAt(x, y));
  write($("pieces"), inWords(Object.fromEntries(standing.map(({ kind, x, y }) => [squareAt(x, y), kind]))).join(" "));
}

function chooseSpeed(speed) {
  const select = $("speed");
  const value = String(speed);
  if (![...select.options].some((option) => option.value === value)) select.add(new Option(`× ${value}`, value));
  select.value = value;
}

function showWords() {
  const { desk, view } = state;
  const dark = desk && !desk.faults.power;
  $("words").textContent = dark ? t("no power") : said(view?.words);
  $("words").classList.toggle("wrong", !dark && Boolean(view?.reason || view?.health?.troubles?.length));
}

function showView() {
  showWords();
  showHints(state.view);
  for (const part of state.showing) part.showView?.(state.view);
}

function showAll() {
  if (state.desk) show();
  if (state.view) showView();
}

// After the first paint: the clock, the scoresheet, a drawer

async function furnish() {
  watchBoard({ receive: takeView, changed() {}, may: () => context.connected() && state.desk.faults.power }).connect();
  const [{ createConsole }, { createMarks }, { createSheet }] = await Promise.all([import("./console.js"), import("./marks.js"), import("./sheet.js")]);
  state.showing.push(createConsole(board.clock, context, board), createMarks(board.marks), createSheet($("sheet"), context));
  if (innerWidth >= WIDE) await openDrawer(localStorage.getItem("jadoube.drawer") ?? "hands");
  reword();
}

const drawers = new Map();

async function openDrawer(name) {
  const tab = document.querySelector(`[data-drawer="${name}"]`) ?? document.querySelector("[data-drawer]");
  for (const each of $("tabs").children) {
    each.setAttribute("aria-selected", each === tab);
    each.tabIndex = each === tab ? 0 : -1;
  }
  $("drawer").setAttribute("aria-labelledby", tab.id);
  localStorage.setItem("jadoube.drawer", tab.dataset.drawer);
  const part = drawers.get(tab.dataset.drawer) ?? (await loadDrawer(tab.dataset.drawer));
  if (tab.getAttribute("aria-selected") === "true") $("drawer").replaceChildren(part.root);
  showAll();
}

async function loadDrawer(name) {
  const { create } = await import(`./${name}.js`);
  if (drawers.has(name)) return drawers.get(name);
  const root = document.createElement("div");
  root.className = `drawer ${name}`;
  const part = create(root, context);
  fill(root);
  drawers.set(name, { root, ...part });
  state.showing.push(drawers.get(name));
  return drawers.get(name);
}

function turnTab(event) {
  const tabs = [...$("tabs").children];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  openDrawer(next.dataset.drawer);
}

// The bar

function reword() {
  fill(document);
  for (const { root } of drawers.values()) fill(root);
  $("language").textContent = LANGUAGES[nextLanguage()];
  $("link").lastElementChild.textContent = t($("link").dataset.state === "wait" ? "connecting" : $("link").dataset.state);
  for (const part of state.showing) part.words?.();
  showAll();
}

/** Take a language, and remember it. */
async function speak(code) {
  await setLanguage(code, "desk");
  localStorage.setItem("jadoube.lang", language());
  reword();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("jadoube.theme", theme);
}

function themeNow() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

async function switchSound() {
  const { createSound } = await import("./sound.js");
  state.sound ??= createSound();
  if (!state.showing.includes(state.sound)) state.showing.push(state.sound);
  const on = $("sound").getAttribute("aria-pressed") !== "true";
  $("sound").setAttribute("aria-pressed", on);
  state.sound.switch(on);
}

/** Open the board's page with one of its dialogs, as the owner: who sits at the desk needs no PIN. */
async function openAsOwner(dialog) {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"role": "owner"}' };
  const answer = await fetch("/sim/codes", asked).then((found) => found.json(), () => ({}));
  if (answer.address) open(`/join?${dialog}#${answer.address.split("#")[1]}`, "_blank", "noopener");
}

/** The sheet of a new game; it needs to know the board's settings, which come soon after the pieces. */
async function newGame(rematch = false) {
  if (!state.view) await until((view) => view);
  if (!state.view) return;
  const { openSheet } = await import("./next_game.js");
  await openSheet(context, rematch);
}

async function openGuide() {
  if (!state.view) await until((view) => view);
  const { createGuide } = await import("./guide.js");
  state.guide ??= createGuide(context);
  if (!state.showing.includes(state.guide)) state.showing.push(state.guide);
  state.guide.begin();
}

/** Whether lamps show where a lifted piece may go. */
function showHints({ settings, can }) {
  $("hints").hidden = !settings || !can?.settings?.includes("hints");
  $("hints").setAttribute("aria-pressed", String(Boolean(settings?.hints)));
}

async function openHelp() {
  const { fillHelp } = await import("./help.js");
  fillHelp($("help"), t);
  $("help").showModal();
}

function listen() {
  $("speed").addEventListener("change", (event) => { context.send({ do: "set", speed: Number(event.target.value) }); event.target.blur(); });
  $("theme").addEventListener("click", () => setTheme(themeNow() === "dark" ? "light" : "dark"));
  $("language").addEventListener("click", () => speak(nextLanguage()));
  $("sound").addEventListener("click", switchSound);
  $("new-game").addEventListener("click", () => newGame());
  $("guide").addEventListener("click", openGuide);
  $("hints").addEventListener("click", () => send({ do: "order", order: `hints ${state.view.settings.hints ? "off" : "on"}` }));
  $("help-open").addEventListener("click", openHelp);
  $("phones").addEventListener("click", (event) => { event.preventDefault(); openAsOwner("invite"); });
  $("tabs").addEventListener("click", (event) => event.target.dataset.drawer && openDrawer(event.target.dataset.drawer));
  $("tabs").addEventListener("keydown", turnTab);
  window.addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.closest("input, textarea, select, dialog")) openHelp();
  });
  document.body.classList.remove("waits"); // from now on a click is heard
}

const remembered = localStorage.getItem("jadoube.theme");
if (remembered) setTheme(remembered);
await setLanguage(new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("jadoube.lang") ?? navigator.language, "desk");
listen();
await layOut();
reword();
line.connect();
