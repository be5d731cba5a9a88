// @ts-check
/**
 * The list of stored games, for who has the PIN: search, open, save, import, delete, and forget a person.
 *
 * What removes something asks once, and says what it does. Refuses to know how games are stored and found.
 */
import { byId, make } from "./kit/dom.js";
import { ask, askLong, token } from "./access.js";
import { button, input, labelled, row } from "./fields.js";
import { createPanel } from "./panel.js";
import { FILE_MOST, fileButton, problemList } from "./pairings.js";
import { bothPlayers } from "./kit/players.js";
import { plyCount, said, t } from "./kit/i18n.js";

const TYPING_MS = 250;

let search = "";
let games = /** @type {any[]} */ ([]);
let more = false;
/** Why games of the last import were not taken. */
let unread = /** @type {string[]} */ ([]);
let asked = false;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let typing;

const panel = createPanel("games", draw);

export function open() {
  search = new URLSearchParams(location.search).get("search") ?? "";
  panel.redraw();
}

function draw() {
  if (!asked) load();
  const list = make("div", "group");
  list.id = "game-list";
  queueMicrotask(showList);
  return [tools(), ...problemList(unread, "import-problems"), list, forgetGroup()];
}

/** What needs a file or gives one, and the search. */
function tools() {
  const field = Object.assign(input("search", "search", search), { placeholder: t("searchHint") });
  field.addEventListener("input", () => {
    search = field.value.trim();
    clearTimeout(typing);
    typing = setTimeout(load, TYPING_MS);
  });
  const file = fileButton("importGames", "import", ".pgn", takeIn);
  return make("section", "group", labelled("search", field), row(file, button("exportGames", save, "export")));
}

// The list.

/** Of several questions the last one's answer is shown. */
async function load(before = "") {
  asked = true;
  const question = (load.last += 1);
  const query = new URLSearchParams({ search, ...(before && { before }) });
  const reply = await ask(`games?${query}`);
  if (question !== load.last) return;
  asked = reply.status === 200; // with the PIN it is asked for again
  if (reply.status !== 200) return panel.told(reply);
  games = before ? [...games, ...reply.told.games] : reply.told.games;
  more = Boolean(reply.told.more);
  showList();
}
load.last = 0;

function showList() {
  const place = document.getElementById("game-list");
  if (!place || !token()) return;
  const nothing = make("p", "soft", t(search ? "noGamesFound" : "noGames"));
  const rows = make("ul", "games", ...games.map(gameRow));
  const further = button("moreGames", () => load(games[games.length - 1].id), "more-games");
  place.replaceChildren(games.length ? rows : nothing, ...(more ? [row(further)] : []));
}

const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½" };

function gameRow(game) {
  const players = make("strong", "players", bothPlayers(game));
  const when = game.date?.startsWith("?") ? "" : game.date;
  const place = [when, game.event, game.round && `${t("round")} ${game.round}`].filter(Boolean).join(" · ");
  const what = [game.eco, game.opening].filter(Boolean).join(" ");
  const about = make("span", "about soft", [place, what, plyCount(game.plies)].filter(Boolean).join(" · "));
  const link = make("a", "game", players, make("span", "result-of", RESULTS[game.result] ?? "*"), about);
  link.href = `/game/${encodeURIComponent(game.id)}`;
  link.dataset.testid = `game-${game.id}`;
  const remove = make("button", "plain", cross());
  remove.dataset.testid = `delete-${game.id}`;
  remove.title = t("deleteGame");
  remove.setAttribute("aria-label", `${t("deleteGame")}: ${players.textContent}`);
  remove.addEventListener("click", () => panel.sure(`${players.textContent} · ${t("deleteSure")}`, () => removeGame(game.id)));
  return make("li", "game-row", link, remove);
}

function cross() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5");
  svg.append(path);
  return svg;
}

async function removeGame(id) {
  if (panel.told(await ask(`games/${encodeURIComponent(id)}`, "DELETE"))) await load();
}

// Files.

async function takeIn(file) {
  if (file.size > FILE_MOST) return panel.say(t("tooBig"), true);
  panel.say(t("sending"));
  const reply = await askLong("games?progress=1", file, (done, of) => panel.say(t("importing", { done, of: of || "?" })));
  if (!panel.told(reply)) return;
  const { refused = 0, problems = [] } = reply.told;
  panel.say([t("importDone", reply.told), ...(refused ? [t("importRefused", { refused })] : [])].join(" "), refused > 0);
  unread = problems.map(({ words }) => said(words));
  panel.redraw();
  await load();
}

/** The games that are found, as a file: the request needs the token, which a plain link would not send. */
async function save() {
  panel.say(t("sending"));
  try {
    const headers = { Authorization: `Bearer ${token()}` };
    const response = await fetch(`/api/v1/games.pgn?${new URLSearchParams({ search })}`, { headers });
    if (!response.ok) throw new Error(response.statusText);
    const link = make("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = "games.pgn";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    panel.say("");
  } catch {
    panel.say(t("failed"), true);
  }
}

// People.

function forgetGroup() {
  const name = input("text", "forget-name");
  const go = button("forgetPerson", () => {
    const typed = name.value.trim();
    if (typed) panel.sure(`${t("forgetSure", { name: typed })} ${t("forgetMeans")}`, () => forget(typed));
  }, "forget", "grave");
  const means = make("p", "soft", t("forgetMeans"));
  return make("details", "group arbiter", make("summary", "", t("forgetPerson")), means, row(labelled("personName", name), go));
}

async function forget(name) {
  const reply = await ask("players/forget", "POST", { name });
  const board = reply.told.board;
  if (panel.told(board ? { ...reply, words: said(board) } : reply)) await load();
}
