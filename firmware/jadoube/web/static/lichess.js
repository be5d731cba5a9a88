// @ts-check
/**
 * Play on Lichess: who is looked for, who waits, and the opponent who is there.
 *
 * What is typed stays while the state is asked for again and again: a part is drawn anew only if it has changed.
 * Moves, offers and resignation are the board's own orders. Refuses to know how anything is sent to Lichess.
 */
import { byId, make, write } from "./kit/dom.js";
import { ask, token } from "./access.js";
import { button, input, labelled, number, row, select } from "./fields.js";
import { createPanel } from "./panel.js";
import { said, t } from "./kit/i18n.js";

const ASKS_MS = 1500;
const STATES = { seeking: "lichessSeeking", challenging: "lichessChallenging", playing: "lichessPlaying", "no-network": "lichessAway", "no-token": "lichessNoToken", refused: "lichessNoToken" };

const SIDES = { random: "lichessByLot", white: "lichessWhite", black: "lichessBlack" };

/** What the desk said last. */
let status = /** @type {any} */ (null);
/** What the parts were drawn from. */
let drawn = "";

const panel = createPanel("lichess", draw);

/** Show the panel, and ask how it stands until it is closed. */
export const open = () => panel.open(refresh, ASKS_MS);

async function refresh() {
  if (!token()) return;
  const reply = await ask("online/play");
  if (reply.status !== 200) return panel.told(reply);
  show(reply.told);
}

function show(told) {
  status = told;
  const { state, game, challenges } = status;
  const from = JSON.stringify([state, game?.id, game?.result, game?.gone_s !== null, game?.joined, game?.moves < 2, game?.rated, challenges]);
  if (from !== drawn) panel.redrawSoon();
  drawn = from;
  showState();
}

function draw() {
  if (!status) return [];
  const { state, game } = status;
  const plays = game && !game.result;
  const searches = state === "seeking" || state === "challenging";
  queueMicrotask(showState);
  return [
    stateGroup(),
    ...(status.challenges.length ? [challengesGroup()] : []),
    ...(game ? [gameGroup(game)] : []),
    ...(searches ? [row(button("cancel", () => doIt("cancel"), "lichess-cancel"))] : []),
    ...(plays || searches ? [] : [seekGroup()]),
  ];
}

// How it stands.

function stateGroup() {
  const words = make("p", "standing");
  words.id = "lichess-state";
  words.dataset.testid = "lichess-state";
  words.setAttribute("role", "status");
  return make("section", "group", words);
}

/** What changes from one question to the next is written where it stands. */
function showState() {
  if (!byId("lichess-state") || !status) return;
  const { state, game, problem } = status;
  const playing = game && !game.result;
  const words = [
    playing ? t(game.joined ? "lichessAgainst" : "lichessSetUp", { who: opponentName(game) }) : t(STATES[state] ?? "lichessIdle"),
    game?.result ? t("lichessOver", { result: game.result, who: opponentName(game) }) : "",
    playing && game.asks_back ? t("lichessAsksBack") : "",
    playing && game.offers_draw ? t("lichessOffersDraw") : "",
    said(problem),
  ];
  write(byId("lichess-state"), words.filter(Boolean).join(" "));
  byId("lichess-state").dataset.kind = problem ? "wrong" : state;
  const lines = byId("lichess-chat");
  if (lines) lines.replaceChildren(...status.chat.map(({ who, text }) => make("li", "", make("strong", "", `${who} `), text)));
}

function opponentName({ opponent: { name, title, rating, ai_level: level } }) {
  if (level !== null) return t("lichessComputer", { level });
  return [title, name, rating ? `(${rating})` : ""].filter(Boolean).join(" ");
}

// Challenges.

function challengesGroup() {
  return make("section", "group", make("h3", "", t("lichessChallenges")), ...status.challenges.map(challengeRow));
}

function challengeRow({ id, who, title, rating, control, rated, playable }) {
  const words = [title, who, rating ? `(${rating})` : "", control, t(rated ? "lichessRated" : "lichessCasual")];
  const accept = button("lichessAccept", () => doIt("accept", { id }), `lichess-accept-${id}`, "main");
  accept.disabled = !playable;
  return row(make("span", "grow", words.filter(Boolean).join(" ")), accept, button("lichessDecline", () => doIt("decline", { id }), `lichess-decline-${id}`));
}

// A game.

function gameGroup(game) {
  const chat = make("ul", "choices");
  chat.id = "lichess-chat";
  chat.dataset.testid = "lichess-chat";
  const text = Object.assign(input("text", "lichess-text"), { maxLength: 140 });
  const form = make("form", "group", row(labelled("lichessChat", text), make("button", "", t("lichessSend"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = text.value.trim();
    text.value = "";
    if (typed) await doIt("chat", { text: typed });
  });
  const deeds = game.result
    ? [...(game.repeatable ? [button("lichessRematch", () => doIt("rematch"), "lichess-rematch", "main")] : [])]
    : [
        ...(game.gone_s === null ? [] : [button("lichessClaim", () => doIt("claim", { what: "victory" }), "lichess-claim", "main")]),
        ...(game.joined || game.moves < 2 ? [] : [button("lichessResign", () => doIt("resign"), "lichess-resign", "grave")]),
        ...(game.moves < 2 ? [button("lichessAbort", () => doIt("abort"), "lichess-abort", "grave")] : []),
      ];
  const how = game.result ? [] : [make("p", "soft", t("lichessHow"))];
  return make("section", "group", ...how, ...(deeds.length ? [row(...deeds)] : []), chat, ...(game.opponent.ai_level === null ? [form] : []));
}

// Somebody to play.

function seekGroup() {
  const typed = (name, otherwise) => byId("lichess-body").querySelector(`[data-testid="lichess-${name}"]`)?.value ?? otherwise;
  const fields = {
    minutes: number("lichess-minutes", 0, 180, typed("minutes", "15")),
    increment: number("lichess-increment", 0, 60, typed("increment", "10")),
    side: select(["random", "white", "black"], typed("side", "random"), "lichess-side", (side) => t(SIDES[side])),
    rated: select(["no", "yes"], typed("rated", "no"), "lichess-rated", (rated) => t(rated === "yes" ? "lichessRated" : "lichessCasual")),
    user: input("text", "lichess-user", typed("user", "")),
    level: number("lichess-level", 1, 8, typed("level", "3")),
  };
  const asked = () => ({ minutes: Number(fields.minutes.value) || 0, increment: Number(fields.increment.value) || 0, rated: fields.rated.value === "yes", side: fields.side.value });
  return make(
    "section",
    "group",
    make("h3", "", t("lichessFind")),
    row(labelled("lichessMinutes", fields.minutes), labelled("lichessIncrement", fields.increment)),
    row(labelled("lichessSide", fields.side), labelled("lichessKind", fields.rated)),
    row(button("lichessSeek", () => doIt("seek", asked()), "lichess-seek", "main grow")),
    make("p", "soft", t("lichessSlow")),
    row(labelled("lichessUser", fields.user), button("lichessChallenge", () => doIt("challenge", { ...asked(), user: fields.user.value.trim() }), "lichess-challenge")),
    row(labelled("lichessLevel", fields.level), button("lichessAi", () => doIt("ai", { ...asked(), level: Number(fields.level.value) || 1 }), "lichess-ai")),
    make("p", "soft", t("lichessToken")),
  );
}

async function doIt(what, told = {}) {
  panel.say(t("sending"));
  const reply = await ask("online/play", "POST", { do: what, with: told });
  if (!panel.told(reply)) return;
  panel.say("");
  show(reply.told);
}
