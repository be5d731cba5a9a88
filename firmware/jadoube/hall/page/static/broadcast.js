// @ts-check
/**
 * Lichess: which round is sent to which round there, after how long, and whether it arrives, in one line.
 *
 * The token is neither shown nor typed here: everybody in the room may read what this page sends. Refuses to know how
 * anything is sent to Lichess.
 */
import { openDialog } from "/static/kit/dialog.js";
import { make, write } from "/static/kit/dom.js";
import { plyCount, said, t } from "/static/kit/i18n.js";
import { acting, ask } from "/static/access.js";
import { answers, button, field } from "./act.js";

const ASKS_MS = 3000;
const STATES = { off: "stateOff", waiting: "stateWaiting", sending: "stateSending", "up to date": "stateUpToDate", stopped: "stateStopped" };
/** The id of a round is the end of its address. */
const ID = /([A-Za-z0-9]{8})\/?$/;

export async function openBroadcast(page) {
  const { dialog, body } = await openDialog("broadcast", "Lichess");
  const answer = answers(page);
  const state = make("p", { class: "broadcast-state", role: "status", "data-testid": "broadcast-state" });
  const targets = make("ul", { class: "broadcast-targets", "data-testid": "broadcast-targets" });
  const token = make("p", { class: "soft", "data-testid": "broadcast-token" });
  body.replaceChildren(make("div", "kit-form", state, targets, form(page, answer, send), answer.node, token));
  let drawn = "";

  function show(told) {
    const words = [told.holds ? t(STATES[told.state] ?? "stateOff") : t("hallOtherSends"), arrived(told), said(told.problem)];
    write(state, words.filter(Boolean).join(" "));
    state.dataset.kind = told.problem ? "wrong" : told.state;
    write(token, t(told.token ? "hallToken" : "hallNoToken"));
    const text = JSON.stringify([told.targets, told.round]);
    if (text !== drawn) targets.replaceChildren(...told.targets.map((each) => targetRow(each, told.round)));
    drawn = text;
  }

  async function look() {
    const reply = await ask("hall/lichess");
    if (reply.status === 200) show(reply.told);
    else write(state, reply.status ? reply.words : t("hallLost"));
  }

  /** @param {string} path @param {string} method @param {any} sent */
  async function send(path, method, sent) {
    answer.say(t("hallSending"));
    const reply = await ask(path, method, sent);
    if (reply.status === 401) page.changed();
    answer.say(reply.status === 200 ? "" : reply.status ? reply.words : t("hallLost"));
    if (reply.status === 200) show(reply.told);
  }

  const asking = setInterval(() => acting() && look(), ASKS_MS);
  dialog.addEventListener("close", () => clearInterval(asking), { once: true });
  await look();
}

/** @param {any} page @param {ReturnType<typeof answers>} answer @param {(path: string, method: string, sent: any) => void} send */
function form(page, answer, send) {
  const { round: now = "", names = [], names_event: of = "" } = page.parts.round ?? {};
  const input = (testid, more) => /** @type {HTMLInputElement} */ (make("input", { type: "text", "data-testid": testid, ...more }));
  const round = /** @type {HTMLSelectElement} */ (make("select", { "data-testid": "broadcast-round" }, ...names.map((each) => new Option(each, each, false, each === now))));
  const id = input("broadcast-id", { required: true, spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: "AbCdEfGh" });
  const minutes = input("broadcast-minutes", { type: "number", min: 0, max: 240, value: 15 });
  const plies = input("broadcast-plies", { type: "number", min: 0, max: 100, value: 0 });
  /** @param {{round?: string}} which without a round: all */
  const end = (which) => send(`hall/lichess?${new URLSearchParams({ by: page.settings.arbiter, ...which })}`, "DELETE", null);
  const endOne = () => {
    const which = { round: round.value };
    answer.ask(t("hallSureSendNone", which), () => end(which));
  };
  const node = make("form", "kit-form",
    make("div", "act-row grow", field(t("round"), round), field(t("hallLichessRound"), id)),
    make("div", "act-row grow", field(t("delayMinutes"), minutes), field(t("delayPlies"), plies)),
    make("div", "act-row", make("button", { class: "main", "data-testid": "broadcast-send" }, t("hallSendRound")),
      button(t("hallSendNone"), "broadcast-off", endOne),
      button(t("hallSendNoneAll"), "broadcast-off-all", () => answer.ask(t("hallSureSendNoneAll"), () => end({})))));
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    const lichess = ID.exec(id.value.trim())?.[1] ?? id.value.trim();
    send("hall/lichess", "POST", { event: of, round: round.value, lichess, minutes: Number(minutes.value), plies: Number(plies.value), by: page.settings.arbiter });
  });
  return node;
}

/** When something arrived there last; nothing of it where nothing is sent. */
const arrived = ({ round, sent_s_ago: ago }) => (round ? (ago === null ? t("notSent") : t("sent", { seconds: ago })) : "");

function targetRow({ round, lichess, minutes, plies }, now) {
  const delay = [minutes && t("hallMinutes", { count: minutes }), plies && plyCount(plies)].filter(Boolean).join(", ");
  const words = `${t("round")} ${round} → lichess.org/…/${lichess}`;
  return make("li", { class: lichess === now ? "now" : null }, make("span", { translate: "no" }, words), ...(delay ? [make("span", "soft", ` · ${delay}`)] : []));
}
