// @ts-check
/**
 * The broadcast: the token, the round, the delay, and how it stands, in words.
 *
 * A token is typed only where the connection says that nobody else can read it; it is sent once and shown nowhere.
 * What is typed stays while the state is asked for again and again.
 *
 * Refuses to know how anything is sent to Lichess.
 */
import { byId, make, write } from "./kit/dom.js";
import { ask, token } from "./access.js";
import { button, input, labelled, number, row, select } from "./fields.js";
import { createPanel } from "./panel.js";
import { plyCount, said, t } from "./kit/i18n.js";

const ASKS_MS = 3000;
const STATES = { off: "stateOff", waiting: "stateWaiting", sending: "stateSending", "up to date": "stateUpToDate", stopped: "stateStopped" };

/** A board that sends nothing. */
const NOTHING = { token: { known: false, problem: null }, broadcast: { round: null, state: "off", games: [], sent_s_ago: null } };

/** What the desk said last. */
let status = /** @type {any} */ (null);
/** The rounds that Lichess named; null: not asked yet. */
let rounds = /** @type {any[]|null} */ (null);
/** What the forms were drawn from. */
let drawn = "";

const panel = createPanel("broadcast", draw);

/** Show the panel, and ask how it stands until it is closed. */
export const open = () => panel.open(refresh, ASKS_MS);

async function refresh() {
  if (!token()) return;
  const reply = await ask("online");
  if (reply.status !== 200) return panel.told(reply);
  if (!status) panel.say("");
  status = { ...NOTHING, ...reply.told };
  const from = JSON.stringify([status.token, status.token_here, status.live, status.broadcast.round]);
  if (from !== drawn) panel.redrawSoon();
  showState();
}

function draw() {
  if (!status) return [];
  drawn = JSON.stringify([status.token, status.token_here, status.live, status.broadcast.round]);
  const { known } = status.token;
  const nodes = [stateGroup(), tokenGroup(), ...(known ? [roundGroup()] : []), ...liveGroup()];
  queueMicrotask(showState);
  return nodes;
}

// How it stands.

function stateGroup() {
  const words = make("p", "standing");
  words.id = "broadcast-state";
  words.dataset.testid = "broadcast-state";
  words.setAttribute("role", "status");
  const games = make("ul", "choices");
  games.id = "broadcast-games";
  games.dataset.testid = "broadcast-games";
  const sent = make("p", "soft");
  sent.id = "broadcast-sent";
  return make("section", "group", words, sent, games);
}

/** What changes from one question to the next is written where it stands, so that what is typed stays. */
function showState() {
  if (!byId("broadcast-state") || !status) return;
  const { round, state, problem, games, sent_s_ago: ago } = status.broadcast;
  const words = [round ? `${round.tour} · ${round.name}.` : "", t(STATES[state] ?? "stateOff"), said(problem)];
  write(byId("broadcast-state"), words.filter(Boolean).join(" "));
  byId("broadcast-state").dataset.kind = problem ? "wrong" : state;
  byId("broadcast-sent").hidden = !round;
  write(byId("broadcast-sent"), ago === null ? t("notSent") : t("sent", { seconds: ago }));
  byId("broadcast-games").replaceChildren(...(games ?? []).map(gameRow));
}

function gameRow({ white, black, moves, problem }) {
  const names = make("span", "grow", `${white || "?"} – ${black || "?"}`);
  const node = make("li", "game-state row", names, make("span", "soft", plyCount(moves)));
  if (problem) node.append(make("p", "trouble", said(problem)));
  return node;
}

// The token.

function tokenGroup() {
  const { known, problem } = status.token;
  const trouble = problem ? [make("p", "trouble", said(problem))] : [];
  const inside = known ? [make("p", "", `✓ ${t("tokenKnown")}`), row(button("forgetToken", forgetToken, "token-forget"))] : [];
  const form = status.token_here ? tokenForm() : make("p", "soft", t("tokenNowhere"));
  const needed = !known || problem ? [form] : [];
  return make("section", "group", make("h3", "", t("connectLichess")), ...trouble, ...inside, ...needed);
}

function tokenForm() {
  const secret = Object.assign(input("password", "token"), { required: true, pattern: "[A-Za-z0-9_]{1,512}" });
  const go = make("button", "main", t("tokenSet"));
  go.dataset.testid = "token-set";
  const form = make("form", "group", make("p", "soft", t("tokenHow")), row(labelled("token", secret), go));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = secret.value.trim();
    secret.value = "";
    await sent("online/token", "POST", { token: typed });
  });
  return form;
}

function forgetToken() {
  panel.sure(t("forgetTokenSure"), () => sent("online/token", "DELETE"));
}

async function sent(path, method, body = /** @type {any} */ (null)) {
  panel.say(t("sending"));
  if (panel.told(await ask(path, method, body))) await refresh();
}

// The round.

function roundGroup() {
  const { round, delay_min: minutes, delay_plies: plies, parts } = status.broadcast;
  const offered = rounds ?? (round ? [round] : []);
  const chosen = select(offered.map(({ id }) => id), round?.id ?? "", "broadcast-round", (id) => {
    const one = offered.find((each) => each.id === id);
    return `${one.tour} · ${one.name}`;
  });
  const typed = (name) => byId("broadcast-body").querySelector(`[data-testid="broadcast-${name}"]`)?.value;
  const fields = {
    minutes: number("broadcast-minutes", 0, 240, typed("minutes") ?? minutes ?? 0),
    plies: number("broadcast-plies", 0, 100, typed("plies") ?? plies ?? 0),
    parts: select(["boards", "legal"], typed("parts") ?? parts ?? "boards", "broadcast-parts", (part) => t(part)),
  };
  const choose = (id) => sent("online/broadcast", "POST", asked(id, fields));
  const start = button("startBroadcast", () => choose(chosen.value), "broadcast-start", "main");
  const stop = button("stopBroadcast", () => choose(null), "broadcast-stop", "grave");
  const none = rounds && !rounds.length ? [make("p", "soft", t("noRounds"))] : [];
  return make(
    "section",
    "group",
    make("h3", "", t("chosenRound")),
    row(button("refreshRounds", askRounds, "broadcast-rounds")),
    ...none,
    ...(offered.length ? [labelled("chosenRound", chosen)] : []),
    row(labelled("delayMinutes", fields.minutes), labelled("delayPlies", fields.plies)),
    labelled("ifIrregular", fields.parts),
    row(...(offered.length ? [start] : []), ...(round ? [stop] : [])),
  );
}

function asked(round, { minutes, plies, parts }) {
  return { round, delay_min: Number(minutes.value) || 0, delay_plies: Number(plies.value) || 0, parts: parts.value };
}

async function askRounds() {
  panel.say(t("sending"));
  const reply = await ask("online/rounds");
  if (!panel.told(reply)) return;
  panel.say("");
  rounds = Array.isArray(reply.told) ? reply.told : (reply.told.rounds ?? []);
  panel.redraw();
}

// The live folder.

function liveGroup() {
  const { live } = status;
  if (!live) return [];
  const link = make("a", "", live.url_path ?? "");
  link.href = live.url_path ?? "";
  const where = live.enabled ? make("p", "", link) : make("p", "soft", t("liveOff"));
  const trouble = live.problem ? [make("p", "trouble", said(live.problem))] : [];
  return [make("section", "group", make("h3", "", t("liveFolder")), where, ...trouble)];
}
