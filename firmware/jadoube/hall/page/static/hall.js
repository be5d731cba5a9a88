// @ts-check
/**
 * The hall's page: what comes over the line goes to tiles, calls and troubles; what is searched for, and what is open.
 *
 * The hall sends all of it as named parts, then each part that has changed (hall/page/show.py). Behind `#` stands the
 * board that is shown alone. Refuses to know how parts are drawn, and what an arbiter can do.
 */
import { boardTime, keepLine, loadPart } from "/static/kit/connection.js";
import { byId, make, toast, write } from "/static/kit/dom.js";
import { fill, setLanguage, t } from "/static/kit/i18n.js";
import { remember, remembered } from "/static/kit/remember.js";
import { acting, ask } from "/static/access.js";
import { isHere, isPlaying, plain, resultOf, searchText, told } from "./card.js";
import { createCalls } from "./calls.js";
import { createPainter } from "./mini.js";
import { LARGE, ROWS, createTiles } from "./tiles.js";

const SOCKET = "/api/v1/hall/socket?deltas=1";
/** The hall says something each ten seconds; after so long the line is dead. */
const SILENT_MS = 25_000;
/** So long a line says what has happened, such as a board that came back. */
const NEWS_MS = 60_000;
const BOARD = "board/";
const VIEWS = [LARGE, "small", ROWS];

const FILTERS = {
  all: () => true,
  playing: isPlaying,
  calls: (card) => Boolean(card.calls?.length),
  over: (card) => Boolean(card.over || resultOf(card)),
  away: (card) => !isHere(card),
};

const settings = { language: "", theme: "auto", notation: "figurines", hallView: LARGE, hallSound: false, arbiter: "", ...remembered() };

/** All that came, by the names of parts. */
const cards = /** @type {Map<string, any>} */ (new Map());
const parts = /** @type {{[name: string]: any}} */ ({ round: null, calls: [], troubles: [], notices: [], away: null });
const time = boardTime();
const passed = (at_ms) => time.passed(at_ms);
/** So far a clock is counted on: while nothing is heard of boards, no further. */
const counted = (at_ms) => (parts.away ? parts.away.at_ms - at_ms : passed(at_ms));
const tell = (words) => (byId("live").textContent = words);

function keepSetting(name, value) {
  settings[name] = value;
  remember({ ...remembered(), [name]: value });
}

async function begin() {
  await setLanguage(new URLSearchParams(location.search).get("lang") || settings.language || navigator.language, "hall");
  if (settings.theme !== "auto") document.documentElement.dataset.theme = settings.theme;
  fill(document);
  const painter = await createPainter();
  const tiles = createTiles(byId("tiles"), { painter, choose, passed: counted, notation: settings.notation });
  const calls = createCalls(byId("calls"), { go: choose, see, passed, tell, isLoud: () => settings.hallSound });
  const page = { cards, parts, passed, counted, settings, keepSetting, tell, changed: () => dress() };
  let pending = 0;

  function choose(id) {
    if (id) location.hash = encodeURIComponent(id);
    else openRound();
  }

  async function see(board, key) {
    if (!acting()) return openActs();
    const reply = await ask("hall/seen", "POST", { board, key, by: settings.arbiter });
    if (reply.status !== 200) tell(reply.words);
    dress();
    if (reply.status === 401) openActs();
  }

  // What comes.

  function take(text) {
    const message = JSON.parse(text);
    time.hear(message.at_ms);
    if (message.whole) {
      parts.away = null;
      parts.calls = [];
      const named = new Set(Object.keys(message.parts));
      for (const id of cards.keys()) if (!named.has(BOARD + id)) drop(id);
    }
    for (const [name, part] of Object.entries(message.parts)) {
      if (!name.startsWith(BOARD)) parts[name] = part;
      else if (part) cards.set(part.id, part), tiles.show(part);
      else drop(name.slice(BOARD.length));
    }
    pending ||= requestAnimationFrame(summarize);
  }

  function drop(id) {
    cards.delete(id);
    tiles.remove(id);
  }

  /** What is said of all boards together. */
  function summarize() {
    pending = 0;
    calls.show(cards.values(), parts.calls);
    document.documentElement.dataset.boards = parts.away ? "unheard" : "";
    showHead();
    showTroubles();
    page.opened?.();
  }

  const line = keepLine(SOCKET, {
    take,
    changed(state) {
      byId("line").hidden = state === "live" || (state === "connecting" && !cards.size);
      write(byId("line"), state === "live" ? "" : t("hallLost"));
      document.documentElement.dataset.line = state;
      if (state === "lost") time.forget(), calls.forget();
    },
  });
  setInterval(showTroubles, 10_000); // what has happened grows old
  setInterval(() => line.isOpen() && line.silentMs() > SILENT_MS && line.lose(), 5000);

  // What is looked at.

  const search = /** @type {HTMLInputElement} */ (byId("search"));
  const filter = /** @type {HTMLSelectElement} */ (byId("filter"));
  filter.append(...Object.keys(FILTERS).map((name) => new Option(t(`filter ${name}`), name)));

  function narrow() {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    const isWanted = FILTERS[filter.value];
    tiles.filter((card) => isWanted(card) && isFound(card, words));
  }

  search.addEventListener("input", narrow);
  filter.addEventListener("change", narrow);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    const [found] = [...cards.values()].filter((card) => isFound(card, words));
    if (found) choose(found.id);
  });

  function setView(name) {
    byId("tiles").dataset.view = VIEWS.includes(name) ? name : VIEWS[0];
    tiles.redraw();
  }

  byId("view").addEventListener("click", () => {
    keepSetting("hallView", VIEWS[(VIEWS.indexOf(settings.hallView) + 1) % VIEWS.length]);
    setView(settings.hallView);
  });
  setView(settings.hallView);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tiles.redraw());

  // What can be done.

  const openActs = async () => (await later("./act.js"))?.openActs(page);
  const openRound = async () => (await later("./round.js"))?.openRound(page);

  function dress() {
    write(byId("act"), acting() ? t("act") : t("hallArbiter"));
    byId("sound").setAttribute("aria-pressed", String(settings.hallSound));
    document.documentElement.dataset.arbiter = String(Boolean(acting()));
  }

  byId("sound").addEventListener("click", () => {
    keepSetting("hallSound", !settings.hallSound);
    dress();
  });
  byId("act").addEventListener("click", openActs);
  byId("round").addEventListener("click", openRound);
  byId("settings").addEventListener("click", async () => (await later("./settings.js"))?.openSettings(page));
  for (const id of ["tv", "leave-tv"]) byId(id).addEventListener("click", () => full(id === "tv"));
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? full(false));

  async function showChosen() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id) return;
    const one = await later("./one.js");
    page.opened = await one?.openBoard(id, page, () => {
      page.opened = null;
      if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    });
  }
  addEventListener("hashchange", showChosen);

  dress();
  for (const each of document.querySelectorAll("header.bar [hidden]")) each.hidden = false; // from now on a click is heard
  line.connect();
  showChosen();
}

const isFound = (card, words) => {
  const text = words.length ? searchText(card) : "";
  return words.every((word) => text.includes(word));
};

function showHead() {
  const { event, round } = parts.round ?? {};
  showTitle(event, round && `${t("round")} ${round}`);
  const all = [...cards.values()];
  const playing = all.filter(isPlaying).length;
  const over = all.filter((card) => card.over).length;
  const away = all.filter((card) => !isHere(card)).length;
  const said = [t("hallPlaying", { count: playing }), t("hallOver", { count: over }), away && t("hallAway", { count: away })];
  write(byId("counts"), said.filter(Boolean).join(" · "));
}

/** Where there is no room for all, the event is cut and the round stays. */
function showTitle(event, round) {
  const title = [event, round].filter(Boolean).join(" · ") || t("hallTitle");
  document.title = `${title} · J’adoube`;
  const root = byId("title");
  if (root.textContent === title) return;
  root.replaceChildren(...(event && round ? [make("span", "of-event", event), make("span", "of-round", ` · ${round}`)] : [title]));
}

/** So many lines are shown at once; if there are more, one line less, and how many more. */
const LINES_MOST = 4;
let shownTroubles = "";

/** What is wrong now, and below it what has happened a short while ago. */
function showTroubles() {
  const own = [...cards.values()].flatMap((card) => (card.troubles ?? []).map((words) => [told(words), card.id]));
  const now = [...parts.troubles.map((words) => [told(words), ""]), ...own];
  const known = new Set(now.map(([words]) => words));
  const news = parts.notices.filter(({ at_ms }) => passed(at_ms) < NEWS_MS).map((notice) => [told(notice.said), notice.board]).filter(([words]) => !known.has(words));
  const text = JSON.stringify([now, news]);
  if (text === shownTroubles) return;
  shownTroubles = text;
  const root = byId("troubles");
  root.hidden = !now.length && !news.length;
  const all = [...new Map([...now, ...news.reverse()])].map(([words, id]) =>
    make("li", { "data-board": id || null }, id && cards.has(id) ? make("a", { href: `#${encodeURIComponent(id)}` }, words) : words));
  const first = all.splice(0, all.length > LINES_MOST ? LINES_MOST - 1 : LINES_MOST);
  const more = make("details", { open: Boolean(root.querySelector("details")?.open) }, make("summary", {}, t("hallMoreCalls", { count: all.length })), make("ul", {}, ...all));
  root.replaceChildren(make("ul", {}, ...first), ...(all.length ? [more] : []));
}

/** A part of the page that is asked for; null, and said, if it does not come. @param {string} name of its file */
const later = (name) => loadPart(new URL(name, import.meta.url), () => toast(t("notLoaded")));

async function full(on) {
  if (on === document.documentElement.classList.contains("tv")) return;
  (await later("/static/more.js"))?.showTv(on);
}

begin();
