// @ts-check
/**
 * What an arbiter does to boards: the PIN first, then orders for one board or for all, and what each board has answered.
 *
 * What touches all boards is asked about once more. Refuses to know what a board makes of an order.
 */
import { loadPart } from "/static/kit/connection.js";
import { make } from "/static/kit/dom.js";
import { openDialog } from "/static/kit/dialog.js";
import { t } from "/static/kit/i18n.js";
import { acting, admit, ask, leave, post } from "/static/access.js";
import { ageText, byNumber, fullName, isHere, isPlaying, labelOf, told } from "./card.js";

/** How long a message stands on the faces, and how many characters these have. */
const SECONDS = 15;
const TEXT_MOST = 16;
/** What was typed cannot be read. */
const REFUSED = 400;

/** A button with words. @param {string} words @param {() => void} does */
export const button = (words, testid, does, name = "") =>
  make("button", { class: name || null, type: "button", "data-testid": testid, on: { click: does } }, words);

/** A field with its words above. */
export const field = (words, input) => make("label", "kit-field", make("span", {}, words), input);

/** The dialog of the arbiter; without the PIN it asks for that. */
export async function openActs(page) {
  const { dialog, body } = await openDialog("acts", t("hallArbiter"));
  const show = () => body.replaceChildren(acting() ? allActs(page, show) : pinForm(page, () => {
    page.changed();
    show();
  }));
  show();
  return dialog;
}

function pinForm(page, done) {
  const name = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: 40, autocomplete: "name", required: true, "data-testid": "arbiter-name" }));
  name.value = page.settings.arbiter;
  const pin = /** @type {HTMLInputElement} */ (make("input", { type: "text", inputmode: "numeric", pattern: "[0-9]{6}", maxlength: 6, autocomplete: "off", required: true, "data-testid": "pin" }));
  const answer = make("p", { class: "kit-answer", role: "status", "data-testid": "pin-answer" });
  const go = /** @type {HTMLButtonElement} */ (make("button", { class: "main", "data-testid": "unlock" }, t("unlock")));
  const form = make("form", "kit-form", make("p", {}, t("hallPin")), field(t("hallName"), name), field(t("pin"), pin), answer, go);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    page.keepSetting("arbiter", name.value.trim());
    go.disabled = true;
    const reply = await post("unlock", { pin: pin.value });
    go.disabled = false;
    pin.value = "";
    if (reply.status === 200) return admit(reply.told), done();
    answer.textContent = reply.wait ? t("hurry", { seconds: reply.wait }) : reply.words;
    pin.focus();
  });
  setTimeout(() => (name.value ? pin : name).focus());
  return form;
}

/** What can be done to all boards at once. */
function allActs(page, show) {
  const answer = answers(page);
  const present = () => [...page.cards.values()].filter(isHere);
  const ids = (cards) => cards.map((card) => card.id);
  const later = (name) => loadPart(new URL(name, import.meta.url), () => answer.say(t("notLoaded")));
  const sure = (words, does) => () => answer.ask(words(), does);
  const pauseAll = () => answer.post("orders", { boards: ids(present().filter(isPlaying)), order: "pause" });
  const words = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: TEXT_MOST, "data-testid": "say-text" }));
  const tellAll = () => answer.post("say", { boards: ids(present()), text: words.value, seconds: SECONDS });
  const askAll = () => words.value.trim() && answer.ask(t("hallSureSay", { text: words.value.trim(), count: present().length }), tellAll);
  return make("div", "kit-form",
    make("div", "act-row",
      button(t("hallSeat"), "seat", seatRound(page, answer, () => page.parts.round?.control ?? "")),
      button(t("hallStart"), "start", startRound(page, answer), "main"),
      button(t("hallPauseAll"), "pause-all", sure(() => t("hallSurePause", { count: present().filter(isPlaying).length }), pauseAll))),
    make("div", "act-row grow", field(t("hallSay", { most: TEXT_MOST }), words), button(t("hallSend"), "say-all", askAll)),
    answer.node,
    make("div", "act-row", button(t("hallLog"), "log-open", async () => (await later("./log.js"))?.openLog(page)),
      button("Lichess", "broadcast-open", async () => (await later("./broadcast.js"))?.openBroadcast(page))),
    notices(page),
    make("div", "act-row", make("span", "soft", t("hallActsAs", { name: page.settings.arbiter || t("hallArbiter") })),
      button(t("hallLeave"), "leave", () => {
        leave();
        page.changed();
        show();
      }, "plain")));
}

/** What the hall has told, the newest first. */
function notices(page) {
  const lines = [...page.parts.notices].reverse().map(({ at_ms, said: words }) =>
    make("li", {}, make("span", "soft", ageText(page.passed(at_ms))), ` ${told(words)}`));
  return make("details", {}, make("summary", {}, t("hallNotices")), make("ul", { class: "notices", tabindex: 0, "data-testid": "notices" }, ...lines));
}

/** What can be done to one board. @param {any} page @param {string} id */
export function boardActs(page, id) {
  const answer = answers(page);
  const order = (text) => answer.post("orders", { boards: [id], order: text });
  const choose = (testid, options) => /** @type {HTMLSelectElement} */ (make("select", { "data-testid": testid }, ...options.map(([value, words]) => new Option(words, value))));
  const sides = () => [["white", t("white")], ["black", t("black")]];
  const side = choose("time-side", sides());
  const seconds = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: -3600, max: 3600, step: 10, value: 60, "data-testid": "time-seconds" }));
  const result = choose("result", ["1-0", "0-1", "1/2-1/2", "*"].map((each) => [each, each]));
  const named = choose("name-side", sides());
  const name = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: 80, "data-testid": "name-text" }));
  const words = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: TEXT_MOST, "data-testid": "say-text" }));
  const addTime = () => Number(seconds.value) && order(`time ${side.value} ${Number(seconds.value) > 0 ? "+" : ""}${Number(seconds.value)}`);
  return make("div", "kit-form board-acts",
    make("div", "act-row", button(t("hallPause"), "pause", () => order("pause")), button(t("hallPlay"), "play", () => order("play"))),
    make("div", "act-row grow", field(t("hallTime"), side), field(t("hallSeconds"), seconds), button(t("hallGive"), "time", addTime)),
    make("div", "act-row grow", field(t("result"), result), button(t("hallSet"), "set-result", () => answer.ask(t("hallSureResult", { result: result.value }), () => order(`result ${result.value}`)))),
    make("div", "act-row grow", field(t("hallNameOf"), named), field(t("hallName"), name), button(t("hallSet"), "set-name", () => name.value.trim() && order(`name ${named.value} ${name.value.trim()}`))),
    make("div", "act-row grow", field(t("hallSay", { most: TEXT_MOST }), words), button(t("hallSend"), "say", () => words.value.trim() && answer.post("say", { boards: [id], text: words.value, seconds: SECONDS }))),
    answer.node);
}

/** Send the seatings, with this time control; empty: with none. @param {() => string} control @param {() => void} refused */
export const seatRound = (page, answer, control, refused = () => {}) => ofRound(page, answer, "seat", refused, (names) => {
  const sent = control().trim();
  return [t(sent ? "hallSureSeat" : "hallSureSeatOwn", { ...names, count: page.parts.round?.seats ?? 0, control: sent }), { control: sent }];
});

/** Start the clocks of the boards whose pairings have no result. */
export const startRound = (page, answer) => ofRound(page, answer, "start", () => {}, (names) => {
  const open = (page.parts.round?.boards ?? []).filter((each) => each.board && !each.result);
  return [t("hallSureStart", { ...names, count: open.length }), {}];
});

/** An act on the whole round, asked about first: on the one that is shown now, be another one played by then. */
const ofRound = (page, answer, path, refused, asks) => () => {
  const { event = "", round = "" } = page.parts.round ?? {};
  const [words, more] = asks({ round: round || "–" });
  answer.ask(words, () => answer.post(path, { event, round, ...more }, refused));
};

/** Where an arbiter is asked whether he means it, and reads what boards have answered. */
export function answers(page) {
  const node = make("div", { class: "act-answers", role: "status", "data-testid": "answers" });
  const say = (words) => node.replaceChildren(make("p", {}, words));

  /** Ask; `others` are further answers, each its words and what it does. @param {string} words @param {() => void} does @param {any[]} others */
  function confirm(words, does, yesWords = t("yes"), ...others) {
    const yes = button(yesWords, "confirm-yes", does, "main");
    const no = button(t("cancel"), "confirm-no", () => node.replaceChildren());
    node.replaceChildren(make("div", { class: "act-ask", role: "alertdialog", "aria-label": words }, make("p", {}, words),
      make("div", "act-row", yes, ...others.map(([other, act], at) => button(other, `confirm-other${at || ""}`, act)), no)));
    (others.length ? no : yes).focus(); // of several answers none is given by Enter alone
  }

  /** `refused` is done where what is sent cannot be read. */
  async function send(path, body, refused = () => {}) {
    say(t("hallSending"));
    const reply = await ask(`hall/${path}`, "POST", { ...body, by: page.settings.arbiter });
    if (reply.status === 401) page.changed();
    if (reply.status === REFUSED) refused();
    if (!reply.status) return say(t("hallLost"));
    if (reply.status !== 200 || !reply.told.answers) return say(reply.words);
    node.replaceChildren(...answerLines(page, reply.told.answers));
  }

  return { node, ask: confirm, say, post: send };
}

/** How many boards have done it, and a line for each that has not, or has something to say; those that say the same share it. */
function answerLines(page, answered) {
  const all = Object.entries(answered).map(([id, answer]) => ({ card: page.cards.get(id) ?? { id }, answer }));
  all.sort((one, other) => byNumber(one.card, other.card));
  const lines = /** @type {Map<string, any[]>} */ (new Map());
  for (const { card, answer } of all) {
    const why = answer ? told(answer.why) : t("hallNoAnswer");
    if (!answer?.ok || why) lines.set(why, [...(lines.get(why) ?? []), card]);
  }
  const count = all.filter(({ answer }) => answer?.ok).length;
  const items = [...lines].map(([why, cards]) => make("li", { "data-testid": `answer-${cards[0].id}` }, make("b", {}, boardsName(cards)), ` ${why}`));
  return [make("p", {}, t("hallDone", { count, of: all.length })), make("ul", {}, ...items)];
}

/** Several boards as they are spoken of. */
const boardsName = (cards) => (cards.length > 1 ? `${t("hallBoards", { count: cards.length })} (${cards.map(labelOf).join(", ")}):` : fullName(cards[0]));
