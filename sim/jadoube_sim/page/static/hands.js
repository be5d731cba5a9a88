// The drawer of hands: a PGN and how it is to be played, what is playing now, and sensor logs.

import { make } from "/static/kit/dom.js";

const OPERA = `[White "Morphy, Paul"]
[Black "Duke of Brunswick and Count Isouard"]
[Date "1858.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;
const SPECIAL = `[Event "Every special move, made up"]

1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Nf6 5. gxh8=R Qd6 6. b4 Be6 7. b5 O-O-O 8. bxc6 d4 9. c4 dxc3 10. Nf3 c2
11. Be2 cxb1=N 12. O-O Rd7 13. cxb7+ Kb8 14. Ba3 Nxa3 15. Rxf8+ Kxb7 16. Re1 c5 17. h4 c4 18. g4 h5 19. gxh5 c3
20. h6 c2 21. h7 cxd1=B 22. h8=Q Bxe2 23. Rxe2 *
`;
const GAMES = { opera: OPERA, special: SPECIAL };
const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 20, 50];
const LOG = "jadoube-sensor-log";

/** The manners that most people want to see; they stand first. */
const USUAL = ["club", "blitz", "tidy"];

/** The text of a file, or nothing where it is more than the desk reads: then it is not opened at all. */
const textOf = async (file, { fits }) => (file && fits(file.size) ? file.text() : null);

/** A button that opens a file, and gives its text. */
function opener(context, key, testid, accept, take) {
  const input = make("input", { type: "file", accept, class: "unseen", tabindex: -1, "data-testid": `${testid}-file`, "aria-hidden": "true" });
  input.addEventListener("change", async () => {
    const text = await textOf(input.files[0], context);
    input.value = "";
    if (text) take(text);
  });
  return [make("button", { "data-t": key, "data-testid": testid, on: { click: () => input.click() } }), input];
}

const field = (key, ...inputs) => make("label", { class: "field" }, make("span", { "data-t": key }), ...inputs);

function playForm(context) {
  const named = { "data-placeholder": "pgn here", "data-label": "pgn here" };
  const text = make("textarea", { rows: 4, spellcheck: "false", "data-testid": "hands-pgn", ...named });
  const choice = make("select", { "data-testid": "hands-choice", "data-label": "hands play" },
    ...["opera", "special", "own"].map((name) => make("option", { value: name, "data-t": `game ${name}` })));
  const game = make("input", { type: "number", min: 1, value: 1, "data-testid": "hands-game" });
  const manner = make("select", { "data-testid": "hands-manner" });
  const means = make("p", { class: "hint", "aria-live": "polite", "data-testid": "manner-means" });
  const explain = () => { means.textContent = manner.value && context.t(`manner ${manner.value}`); };
  manner.addEventListener("change", explain);
  const speed = make("select", { "data-testid": "hands-speed" }, ...SPEEDS.map((each) => make("option", { value: each }, `× ${each}`)));
  const presses = make("input", { type: "checkbox", checked: true, "data-testid": "hands-presses" });
  const own = () => { choice.value = "own"; };
  const load = (pgn) => { text.value = pgn; game.value = 1; };
  choice.addEventListener("change", () => load(GAMES[choice.value] ?? ""));
  text.addEventListener("input", own);
  speed.value = "5";
  load(OPERA);

  function play() {
    const how = { manner: manner.value, speed: Number(speed.value), presses: presses.checked };
    context.send({ do: "hands", pgn: text.value, game: Number(game.value), ...how });
  }

  const root = make("section", {}, make("h2", { "data-t": "hands play" }),
    make("div", { class: "row" }, choice, ...opener(context, "open file", "hands-open", ".pgn,.txt", (pgn) => { load(pgn); own(); })), text,
    make("div", { class: "row fields" }, field("manner", manner), field("speed", speed), field("which game", game)), means,
    make("div", { class: "row" }, make("label", { class: "check" }, presses, make("span", { "data-t": "presses" })),
      make("button", { class: "main", "data-t": "play it", "data-testid": "hands-play", on: { click: play } })));

  return {
    root,
    take(pgn) { load(pgn); own(); },
    manners(names) {
      if (manner.options.length === names.length) return;
      const others = names.filter((name) => !USUAL.includes(name));
      const group = (key, all) => make("optgroup", { label: context.t(key) }, ...all.map((name) => make("option", {}, name)));
      manner.replaceChildren(group("usual manners", USUAL.filter((name) => names.includes(name))), group("other manners", others));
      manner.value = names.includes("club") ? "club" : names[0];
      explain();
    },
    words() {
      const [usual, other] = manner.querySelectorAll("optgroup");
      if (!usual) return;
      [usual.label, other.label] = [context.t("usual manners"), context.t("other manners")];
      explain();
    },
  };
}

function playing(context) {
  const { t, send } = context;
  const name = make("p", { class: "name", "data-testid": "play-name" });
  const bar = make("progress", { max: 1, value: 0, "data-label": "playing now" });
  const far = make("p", { class: "far", "data-testid": "play-ply" });
  const hold = make("button", { "data-testid": "play-pause", on: { click: () => send({ do: context.desk().play?.paused ? "go" : "pause" }) } });
  const step = make("button", { "data-t": "step", "data-testid": "play-step", on: { click: () => send({ do: "step" }) } });
  const over = make("button", { class: "main", "data-t": "take over", "data-testid": "takeover", on: { click: () => send({ do: "takeover" }) } });
  const hint = make("p", { class: "hint", "data-t": "take over hint" });
  const root = make("section", { class: "playing", hidden: true }, make("h2", { "data-t": "playing now" }), name, bar, far,
    make("div", { class: "row" }, hold, step, over), hint);

  return {
    root,
    show(play) {
      root.hidden = !play;
      if (!play) return;
      name.textContent = play.name;
      bar.max = Math.max(1, play.of);
      bar.value = play.ply;
      far.textContent = [t("of", { done: play.ply, all: play.of }), play.manner, `× ${play.speed}`, play.done ? t("done") : ""].filter(Boolean).join(" · ");
      hold.textContent = t(play.paused ? "go" : "pause");
      hold.disabled = step.disabled = over.disabled = play.done;
      hint.hidden = play.done;
    },
  };
}

function logs(context) {
  const replay = (log) => context.send({ do: "replay", log });
  return make("section", {}, make("h2", { "data-t": "sensor log" }), make("p", { class: "hint", "data-t": "log hint" }),
    make("div", { class: "row" },
      make("a", { class: "button-like", href: "/sim/log", download: "desk.log", "data-t": "save log", "data-testid": "log-save" }),
      ...opener(context, "replay log", "log-replay", ".log,.txt", replay)));
}

export function create(root, context) {
  const now = playing(context);
  const form = playForm(context);
  root.append(now.root, form.root, logs(context));
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", async (event) => {
    event.preventDefault();
    const text = await textOf(event.dataTransfer.files[0], context);
    if (text?.startsWith(LOG)) context.send({ do: "replay", log: text });
    else if (text) form.take(text);
  });
  return {
    words: form.words,
    show(desk) {
      form.manners(desk.manners);
      now.show(desk.play);
    },
  };
}
