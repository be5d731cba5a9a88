// The guided first minute: a card that says what to do next, and sees when it is done.
//
// Each step names what it points at, may prepare the desk, and tells by the desk and the board's view that it is done: also
// where the game has gone past it. It begins a game of its own, after a question if another one runs; a step can be skipped,
// the guide left and begun again at any time. Whoever leaves it has a new game on the terms from before, where the guide has
// changed them; after a question if there are plies. A game that somebody has agreed on meanwhile is left alone.
// It refuses to know how pieces are moved and what the board makes of it.

import { confirmed } from "/static/kit/dialog.js";
import { byId, make } from "/static/kit/dom.js";
import { gameRuns, termsOf } from "/static/kit/new_game.js";
import { setUp } from "./next_game.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CHECK = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1";
const BROKEN = "e2";

/** So long what a step has led to is seen before the next one. */
const SEEN_MS = 1500;
/** A step that has been prepared just now is not judged by what was there before. */
const SETTLES_MS = 600;

const isUp = (desk, kind) => desk.pieces.some((piece) => piece.up && piece.kind === kind);
const stands = (desk, kind, file, rank) =>
  desk.pieces.some((piece) => !piece.up && piece.kind === kind && Math.floor(piece.x) === file && Math.floor(piece.y) === rank);
const played = (view, count) => view.game.plies.length >= count;
const isBroken = (desk) => BROKEN in desk.faults.stuck;

const setReed = (send, broken) => send({ do: "fault", kind: "closed", where: BROKEN, on: broken });

function breakReed(send) {
  send({ do: "setup", fen: START });
  setReed(send, true);
}

/** In their order: its words, what it points at, what it does before, when it is done, and after so many plies at the latest. */
const STEPS = [
  { key: "start", points: ["lever-black"], prepare: (send) => send({ do: "new", control: "15+10" }), done: (_, view) => view.clock?.running === "white", plies: 1 },
  { key: "lift", points: ["sq-e2"], done: (desk) => isUp(desk, "P"), plies: 1, seenMs: 0 }, // the hand goes on
  { key: "put", points: ["sq-e4"], done: (desk, view) => played(view, 1) && !isUp(desk, "P") },
  { key: "press", points: ["lever-white"], done: (_, view) => view.clock?.running === "black", plies: 2 },
  { key: "illegal", points: ["sq-a8", "sq-a5"], done: (_, view) => Boolean(view.reason) || view.words.en.startsWith("no legal move") },
  { key: "right", points: ["sq-a8"], done: (desk, view) => !view.reason && !isUp(desk, "r") && view.lamps[56] !== "missing" },
  { key: "check", points: ["sq-d2", "sq-e2"], prepare: (send) => send({ do: "setup", fen: CHECK }), done: (_, view) => Boolean(view.game.check) },
  { key: "break", points: ["sq-e2", "sq-e4"], prepare: breakReed, done: (desk) => stands(desk, "P", 4, 3) },
  { key: "reply", points: ["sq-e7", "sq-e5"], done: (_, view) => played(view, 2) },
  { key: "found", points: [], done: null },
];

/** What tells one game's terms from another's; hints are switched at any time. */
const agreed = ({ control, rules, white, black, opponent }) => JSON.stringify([control, rules, white, black, opponent]);

/** Begin the guide; `context` sends, translates and knows the desk and the view (page.js). */
export function createGuide(context) {
  const { send, t } = context;
  let at = -1;
  let before = null; // the terms on which the guide took the board over
  let replaced = null; // the game that was there then
  let made = null; // the terms of the guide's own games, when the first is there
  let prepared = 0;
  let seen = 0;
  const title = make("h2", { id: "guide-title" });
  const text = make("p", { "data-testid": "guide-text", "aria-live": "polite" });
  const far = make("p", { class: "far", "data-testid": "guide-step" });
  const next = make("button", { class: "main", "data-testid": "guide-next", on: { click: () => go(at + 1) } });
  const end = make("button", { "data-testid": "guide-end", on: { click: leave } });
  const card = make("section", { class: "guide", role: "complementary", "aria-labelledby": "guide-title", "data-testid": "guide", hidden: true },
    title, text, make("div", { class: "row" }, next, end, far));
  document.body.append(card);

  async function begin() {
    const view = context.view();
    if (!view || (gameRuns(view) && !(await confirmed(t("endsGame"))))) return;
    if (at < 0 || !isOwn()) [before, replaced, made] = [termsOf(view), view.game_id, null];
    go(0);
  }

  /** Whether nobody has agreed on another game since the guide took the board over. */
  const isOwn = () => !made || agreed(termsOf(context.view())) === agreed(made);

  function go(step) {
    clearTimeout(seen);
    seen = 0;
    card.classList.remove("done");
    at = step;
    if (at >= STEPS.length || (STEPS[at].prepare && !isOwn())) return leave();
    STEPS[at].prepare?.(send);
    prepared = performance.now();
    setTimeout(show, SETTLES_MS + 50); // the desk may have nothing more to say by then
    words();
    show();
  }

  function leave() {
    clearTimeout(seen);
    at = -1;
    const hadFocus = card.contains(document.activeElement); // whoever writes elsewhere goes on
    card.hidden = true;
    point([]);
    if (hadFocus) byId("guide").focus();
    restore();
  }

  /** Mend what was broken; where that or other terms were the guide's, the next game is set up without them. */
  async function restore() {
    const broken = isBroken(context.desk());
    if (broken) setReed(send, false);
    const changed = broken || JSON.stringify(made) !== JSON.stringify(before);
    if (!changed || !isOwn()) return;
    if (gameRuns(context.view()) && !(await confirmed(t("endsGame")))) return;
    const refused = await setUp(context, before);
    if (refused) context.notice(refused);
  }

  function point(names) {
    for (const node of document.querySelectorAll(".pointed")) node.classList.remove("pointed");
    for (const name of names) document.querySelector(`[data-testid="${name}"]`)?.classList.add("pointed");
  }

  function words() {
    if (at < 0) return;
    const { key, done } = STEPS[at];
    const last = at === STEPS.length - 1;
    title.textContent = t("guide");
    text.textContent = t(`guide ${key}`);
    next.textContent = t(last ? "guide end" : done ? "guide skip" : "guide next");
    end.textContent = t("guide leave");
    end.hidden = last;
    far.textContent = t("of", { done: at + 1, all: STEPS.length });
  }

  function show() {
    if (at < 0) return;
    card.hidden = false;
    const [desk, view] = [context.desk(), context.view()];
    if (view.game_id !== replaced) made ??= termsOf(view);
    if (seen) return;
    const { points, done, plies = Infinity } = STEPS[at];
    point(points);
    if (!done || performance.now() - prepared < SETTLES_MS) return;
    if (!done(desk, view) && !played(view, plies)) return;
    card.classList.add("done");
    point([]);
    seen = setTimeout(() => go(at + 1), STEPS[at].seenMs ?? SEEN_MS);
  }

  return { begin, show, showView: show, words };
}
