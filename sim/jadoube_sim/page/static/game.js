// The drawer of the game: a new one, any position, and what players and arbiter say in words.

import { make } from "/static/kit/dom.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITIONS = {
  "start position": START,
  "castling": "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
  "promotion": "8/4P2k/8/8/8/8/p7/4K3 w - - 0 1",
  "endgame": "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
};
const SAID = { resign: "resign", offer: "draw offer", accept: "draw accept", decline: "draw decline", claim: "draw claim" };

/** Orders without a side, and what the button says. */
const PLAIN = { "undo": "undo", "hint": "give hint", "take back": "take back", "pause": "pause", "play": "go", "reopen": "reopen" };

const field = (key, input) => make("label", { class: "field" }, make("span", { "data-t": key }), input);

function newGame({ newGame: open }) {
  const button = make("button", { class: "main", "data-t": "open new game", "data-testid": "drawer-new-game", on: { click: () => open() } });
  return make("section", {}, make("h2", { "data-t": "new game" }), make("p", { class: "hint", "data-t": "new game hint" }), make("div", { class: "row" }, button));
}

/** Which side a chess engine plays, and how strong: orders, so that a choice stands at once. */
function opponent({ send }) {
  const side = make("select", { "data-testid": "opponent" });
  const level = make("select", { "data-testid": "level" });
  const follow = (name, select) => select.addEventListener("change", () => send({ do: "order", order: `${name} ${select.value}` }));
  follow("opponent", side);
  follow("level", level);
  const fill = (select, values, chosen, named) => {
    if (!select.childElementCount) select.replaceChildren(...values.map(named));
    if (document.activeElement !== select || select.value !== String(chosen)) select.value = String(chosen);
  };
  return {
    root: make("section", {}, make("h2", { "data-t": "opponent" }),
      make("div", { class: "row fields" }, field("engine plays", side), field("elo", level)),
      make("p", { class: "hint", "data-t": "opponent hint" })),
    showView({ choices, settings, can }) {
      if (!choices?.opponent || !settings) return;
      fill(side, choices.opponent, settings.opponent, (value) => make("option", { value, "data-t": `engine ${value}` }));
      fill(level, choices.level, settings.level, (value) => make("option", { value }, String(value)));
      side.disabled = !can?.settings?.includes("opponent");
    },
  };
}

function position({ send, view, tidies }) {
  const fen = make("input", { type: "text", spellcheck: "false", "data-testid": "fen", "data-label": "fen", placeholder: START });
  const setUp = (text) => send({ do: "setup", fen: text });
  const presets = Object.entries(POSITIONS).map(([key, text]) =>
    make("button", { "data-t": key, "data-testid": `setup-${key.split(" ")[0]}`, on: { click: () => { fen.value = text; setUp(text); } } }));
  const arrange = make("button", { "data-t": "arrange", "data-testid": "arrange", on: { click: () => send({ do: "arrange" }) } });
  const tidy = make("input", { type: "checkbox", role: "switch", checked: tidies(), "data-testid": "tidies" });
  tidy.addEventListener("change", () => localStorage.setItem("jadoube.tidies", tidy.checked ? "yes" : "no"));
  return make("section", {}, make("h2", { "data-t": "position" }),
    make("form", { class: "row", on: { submit: (event) => { event.preventDefault(); setUp(fen.value || view()?.game.fen || START); } } }, fen,
      make("button", { "data-t": "set up", "data-testid": "setup" })),
    make("div", { class: "row" }, ...presets, arrange),
    make("p", { class: "hint", "data-t": "arrange hint" }),
    make("label", { class: "plug" }, tidy, make("span", { "data-t": "tidies" })),
    make("p", { class: "hint", "data-t": "tidies hint" }));
}

function orders({ t, send }) {
  const possible = make("div", { class: "row" });
  const text = make("input", { type: "text", spellcheck: "false", "data-testid": "order", "data-placeholder": "order", "data-label": "order" });
  const say = (order) => send({ do: "order", order });
  const submit = (event) => { event.preventDefault(); say(text.value); text.select(); };
  let last = null;
  return {
    root: make("section", {}, make("h2", { "data-t": "orders" }), possible,
      make("form", { class: "row", on: { submit } }, text, make("button", { "data-t": "say", "data-testid": "say" }))),
    showView({ can }) {
      const now = JSON.stringify(can) + t("say");
      if (!can || now === last) return;
      last = now;
      const plain = Object.entries(PLAIN).filter(([order]) => can[order]).map(([order, key]) =>
        make("button", { "data-testid": `order-${order.replace(" ", "-")}`, on: { click: () => say(order) } }, t(key)));
      possible.replaceChildren(...plain, ...Object.entries(SAID).flatMap(([key, words]) => (can[key] ?? []).map((side) =>
        make("button", { "data-testid": `order-${key}-${side}`, on: { click: () => say(`${words} ${side}`) } }, t(`order ${key}`, { side: t(side) })))));
    },
  };
}

export function create(root, context) {
  const engine = opponent(context);
  const words = orders(context);
  root.append(newGame(context), engine.root, position(context), words.root);
  return {
    showView(view) {
      engine.showView(view);
      words.showView(view);
    },
  };
}
