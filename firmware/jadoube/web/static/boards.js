// @ts-check
/**
 * The page of several boards: which ones are shown, and the line to each.
 *
 * Which boards is in the page's own address (`/boards?at=HOST:PORT&at=…`), so it can be kept and sent; without one, those
 * that this browser showed last, else the board that serves the page. Behind `#` stands the board that is shown alone.
 * Each board is watched as its own page watches it; what it refuses, or is away, is said on its tile.
 *
 * Refuses to know what is on a tile (grid.js).
 */
import { createGrid } from "./grid.js";
import { boardTime, loadPart, watchBoard } from "./kit/connection.js";
import { openDialog } from "./kit/dialog.js";
import { byId, make, toast, write } from "./kit/dom.js";
import { fill, setLanguage, spoken, t } from "./kit/i18n.js";
import { remember, remembered } from "./kit/remember.js";

/** As many as the server lets the page connect to (boards_page.py). */
const MOST = 48;
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?$/i;

const settings = { language: "", theme: "auto", notation: "figurines", boards: [], ...remembered() };

/** HOST:PORT of what somebody typed or pasted: an address of a page, or of the board's menu; null if it is none. */
function hostOf(text) {
  const host = text.trim().replace(/^https?:\/\//i, "").replace(/\/.*$/, "").toLowerCase();
  if (!HOST.test(host)) return null;
  return /:[0-9]+$/.test(host) || !location.port ? host : `${host}:${location.port}`;
}

/** @param {string[]} hosts */
const addressOf = (hosts) => `/boards?${hosts.map((host) => `at=${host}`).join("&")}`;

function boardsAsked() {
  const asked = new URLSearchParams(location.search).getAll("at").map(hostOf);
  return [...new Set(asked.filter((host) => host !== null))].slice(0, MOST);
}

// What is shown.

function watchAll(hosts) {
  const grid = createGrid(byId("grid"), { notation: settings.notation, choose });

  function choose(key) {
    if (chosen() === key) history.length > 1 && cameHere ? history.back() : (location.hash = "");
    else {
      cameHere = true;
      location.hash = key;
    }
  }

  function enlarge() {
    const key = hosts.includes(chosen() ?? "") ? chosen() : null;
    grid.enlarge(key);
    byId("all").hidden = key === null;
    byId("own").hidden = key === null;
    /** @type {HTMLAnchorElement} */ (byId("own")).href = `${location.protocol}//${key}/`;
  }

  for (const host of hosts) watch(grid, host);
  byId("all").addEventListener("click", () => choose(chosen()));
  addEventListener("hashchange", enlarge);
  addEventListener("keydown", (event) => event.key === "Escape" && chosen() && !document.fullscreenElement && choose(chosen()));
  enlarge();
}

/** Whether the page itself went to the board that is shown alone: then *back* leads to all. */
let cameHere = false;

const chosen = () => decodeURIComponent(location.hash.slice(1)) || null;

function watch(grid, host) {
  const time = boardTime();
  let message = /** @type {any} */ (null);
  let line = /** @type {"connecting"|"live"|"lost"} */ ("connecting");

  function show() {
    grid.show(host, { message, line, passed: () => time.passed(message.at_ms) });
  }

  function tell(words) {
    if (!chosen() || chosen() === host) byId("live").textContent = `${grid.nameOf(host)}${t("says")}${words}`;
  }

  watchBoard({
    at: host,
    receive(came) {
      if (!Array.isArray(came?.game?.plies)) return;
      const before = message?.game.plies.length ?? Infinity;
      time.hear(came.at_ms);
      message = came;
      show();
      const last = came.game.plies.at(-1);
      if (last && came.game.plies.length > before) tell(spoken(last.san));
    },
    changed(now) {
      const was = line;
      line = now === "connecting" && was === "lost" ? "lost" : now;
      if (now === "connecting") time.forget();
      if (now === "live") return; // the message that comes is shown
      show();
      if (line === "lost" && was !== "lost") tell(t("lost"));
    },
  }).connect();
}

// Which boards.

async function choosing() {
  const { dialog, body } = await openDialog("boards", t("boardsWhich"));
  const answer = make("p", { class: "kit-answer", role: "status", "data-testid": "boards-answer" });
  const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { class: "boards-field", rows: 6, spellcheck: "false", autocapitalize: "off", "data-testid": "boards-field" }));
  field.value = boardsAsked().join("\n");
  const label = make("label", "kit-field", make("span", {}, t("boardsHow")), field);
  const take = () => {
    const typed = field.value.split(/[\s,;]+/).filter(Boolean);
    const wrong = typed.find((text) => hostOf(text) === null);
    if (wrong) return write(answer, t("boardsBad", { address: wrong }));
    if (typed.length > MOST) return write(answer, t("boardsMost", { count: MOST }));
    const hosts = [...new Set(typed.map(hostOf))].filter((host) => host !== null);
    remember({ ...remembered(), boards: hosts });
    dialog.close();
    location.assign(addressOf(hosts.length ? hosts : [location.host]));
  };
  body.replaceChildren(make("div", "kit-form", label, answer,
    make("button", { class: "main", "data-testid": "boards-show", on: { click: take } }, t("boardsShow"))));
  field.focus();
}

async function begin() {
  await setLanguage(new URLSearchParams(location.search).get("lang") || settings.language || navigator.language);
  if (settings.theme !== "auto") document.documentElement.dataset.theme = settings.theme;
  fill(document);
  document.title = `${t("severalBoards")} · J’adoube`;
  const asked = boardsAsked();
  const kept = Array.isArray(settings.boards) ? settings.boards.map(hostOf).filter((host) => host !== null) : [];
  if (!asked.length) return location.replace(addressOf(kept.length ? kept : [location.host]));
  remember({ ...remembered(), boards: asked });
  byId("which").addEventListener("click", choosing);
  for (const id of ["tv", "leave-tv"]) byId(id).addEventListener("click", () => full(id === "tv"));
  for (const id of ["which", "tv"]) byId(id).hidden = false; // from now on a click is heard
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? full(false));
  watchAll(asked);
  if (asked.length === 1) byId("which").classList.replace("plain", "main");
}

async function full(on) {
  if (on === document.documentElement.classList.contains("tv")) return;
  (await loadPart(new URL("./more.js", import.meta.url), () => toast(t("notLoaded"))))?.showTv(on);
}

begin();
