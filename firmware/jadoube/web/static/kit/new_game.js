// @ts-check
/**
 * "New game" as one sheet: who plays, how much time, which rules, and one button.
 *
 *     openNewGame({ message, suggest, begin, rematch, lichess })
 *
 * `message` is the board's last one. `begin(game)` gets what was chosen, and says in words what was refused, or "" if the
 * game is there. `suggest(prefix)` gives players who are known. `rematch` fills in the other colours. `lichess` opens what
 * plays there, if the page has it. `orders(game, message)` is the same as orders, each only if it changes something;
 * `termsOf(message)` is the game that there is, and `gameRuns(message)` says whether one would be ended.
 *
 * A time is minutes and seconds, as people say it; the board explains it (`GET /api/v1/control`) before it is taken, and
 * one that it does not understand begins no game. Refuses to know how a page gives orders.
 */
import { explainControl } from "./control.js";
import { confirmed, openDialog } from "./dialog.js";
import { make, write } from "./dom.js";
import { isWord, t } from "./i18n.js";
import { playerText } from "./players.js";

/** The four that most people play, as the board names them. */
const PRESETS = ["blitz 3+2", "rapid 10+5", "rapid 15+10", "classical 90+30"];
const NO_CLOCK = "none";
const SIDES = /** @type {const} */ (["white", "black"]);

/**
 * @typedef {object} Game what was chosen
 * @property {string} control a time control as people type it
 * @property {string} rules @property {boolean} hints
 * @property {import("./players.js").Player} white @property {import("./players.js").Player} black
 * @property {string} opponent the engine's side: "white", "black" or "off" @property {string} level in Elo
 */

/**
 * @typedef {object} Page
 * @property {any} message @property {(game: Game) => Promise<string>} begin
 * @property {(prefix: string) => Promise<import("./players.js").Player[]>} [suggest]
 * @property {boolean} [rematch] @property {() => void} [lichess]
 * @property {(timed: boolean) => string} [button] the key of the button's words
 * @property {() => any} [now] the board's message of now: a game that runs is ended only after a question
 * @property {(tell: (there: boolean) => void) => () => void} [watchLine] tells whether the board is there, now and
 *     whenever that changes; gives what ends it
 */

/** @param {Page} page @returns {Promise<HTMLDialogElement>} the sheet, open */
export async function openNewGame(page) {
  const chosen = page.rematch ? otherSides(termsOf(page.message)) : termsOf(page.message);
  const { dialog, body } = await openDialog("new-game", t("newGame"));
  const answer = make("p", { class: "kit-answer", role: "alert", "data-testid": "new-answer" });
  const button = make("button", { class: "main", "data-testid": "new-game" });
  const may = allowed(button);
  const fit = (/** @type {boolean} */ fits) => {
    button.dataset.t = page.button?.(chosen.control !== NO_CLOCK) ?? "beginGame";
    write(button, t(button.dataset.t));
    may({ fits });
  };
  const form = make("form", { class: "kit-form", method: "dialog" },
    players(page, chosen), time(page, chosen, fit), more(page, chosen), answer,
    make("div", "kit-foot", button));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (gameRuns(page.now?.()) && !(await confirmed(t("endsGame")))) return;
    may({ idle: false });
    const refused = await page.begin(chosen);
    may({ idle: true });
    write(answer, refused && `✕ ${refused}`);
    if (!refused) dialog.close();
  });
  body.replaceChildren(form);
  const leave = page.watchLine?.((there) => may({ there }));
  if (leave) dialog.addEventListener("close", leave, { once: true });
  button.focus({ preventScroll: true });
  return dialog;
}

/** A button that may be pressed while all that was told of it is so. */
function allowed(button) {
  const so = {};
  return (/** @type {{[name: string]: boolean}} */ told) => button.toggleAttribute("disabled", Object.values(Object.assign(so, told)).includes(false));
}

/** Whether something was played in a game that is not over. */
export const gameRuns = (message) => Boolean(message?.game.plies.length) && message.phase !== "over";

/** What is there now, so that one button begins the next game on the same terms. @returns {Game} */
export function termsOf(message) {
  const { settings = {}, names = {} } = message ?? {};
  const control = settings.control === "-" ? NO_CLOCK : settings.control_text ?? "";
  const { white = {}, black = {} } = names;
  const [rules, opponent, level] = [settings.rules ?? "", settings.opponent ?? "off", String(settings.level ?? "")];
  return { control, rules, hints: Boolean(settings.hints), white, black, opponent, level };
}

/** Whoever had White has Black, also an engine. @param {Game} game */
function otherSides(game) {
  const opponent = { white: "black", black: "white" }[game.opponent] ?? game.opponent;
  return { ...game, white: game.black, black: game.white, opponent };
}

// Who plays.

function players(page, chosen) {
  const list = make("datalist", { id: "new-players" });
  const fields = Object.fromEntries(SIDES.map((side) => [side, nameField(side, chosen, page, list)]));
  const swap = make("button", { type: "button", class: "kit-swap", "aria-label": t("swapNames"), title: t("swapNames"), "data-testid": "new-swap" }, "⇄");
  const who = make("div", "kit-players", fields.white.label, swap, fields.black.label);
  const engine = engineFields(page, chosen, () => show());

  function show() {
    const kind = chosen.opponent === "off" ? "people" : "engine";
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.kind === kind));
    engine.hidden = kind === "people";
    for (const side of SIDES) fields[side].show();
    /** @type {any} */ (engine).show();
  }

  const choose = { people: () => (chosen.opponent = "off"), engine: () => (chosen.opponent = chosen.opponent === "off" ? "black" : chosen.opponent) };
  const kinds = make("div", { class: "kit-choice", role: "group", "aria-label": t("whoPlays") },
    ...(/** @type {const} */ (["people", "engine"])).filter((kind) => kind === "people" || page.message?.choices?.opponent)
      .map((kind) => make("button", { type: "button", "data-kind": kind, "data-testid": `new-${kind}`, "data-t": kind, on: { click: () => (choose[kind](), show()) } })),
    ...(page.lichess ? [make("button", { type: "button", "data-testid": "new-lichess", translate: "no", on: { click: (event) => (event.target.closest("dialog").close(), page.lichess()) } }, "Lichess")] : []));
  swap.addEventListener("click", () => {
    Object.assign(chosen, otherSides(chosen));
    show();
  });
  show();
  return make("fieldset", {}, make("legend", { "data-t": "whoPlays" }), kinds, who, engine, list);
}

function nameField(side, chosen, page, list) {
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "text", maxlength: 80, autocomplete: "off", list: list.id, "data-testid": `new-${side}` }));
  /** @type {Map<string|undefined, import("./players.js").Player>} who was chosen brings along what is known of him */
  const offered = new Map();
  let typed = /** @type {import("./players.js").Player|null} */ (null);
  const suggest = async () => {
    const known = (await page.suggest?.(field.value)) ?? [];
    known.forEach((player) => offered.set(player.name, player));
    if (typed && chosen[side] === typed) chosen[side] = offered.get(typed.name) ?? typed; // he may be known only after his name was typed
    list.replaceChildren(...known.map(({ name }) => new Option("", name)));
  };
  field.addEventListener("focus", suggest, { once: true });
  field.addEventListener("input", () => {
    const name = field.value.trim();
    typed = offered.get(name) ?? { name };
    chosen[side] = typed;
    suggest();
  });
  return {
    label: make("label", "kit-field", make("span", { "data-t": side }), field),
    show() {
      const engine = chosen.opponent === side;
      const player = chosen[side];
      field.value = engine || player.private ? "" : player.name ?? "";
      field.disabled = engine;
      field.placeholder = engine ? t("theEngine") : player.private ? "N. N." : t("nameHere");
    },
  };
}

/** Which side the engine has, and how strong it is. */
function engineFields({ message }, chosen, changed) {
  const levels = message?.choices?.level ?? [];
  const side = make("select", { "data-testid": "new-engine-side" }, ...SIDES.map((each) => new Option(t(each), each)));
  const level = make("select", { "data-testid": "new-level" }, ...levels.map((each) => new Option(String(each), String(each))));
  side.addEventListener("change", () => {
    chosen.opponent = /** @type {HTMLSelectElement} */ (side).value;
    changed();
  });
  level.addEventListener("change", () => (chosen.level = /** @type {HTMLSelectElement} */ (level).value));
  const node = make("div", "kit-row", labelled("engineSide", side), labelled("engineLevel", level));
  return Object.assign(node, {
    show() {
      /** @type {HTMLSelectElement} */ (side).value = chosen.opponent;
      /** @type {HTMLSelectElement} */ (level).value = chosen.level;
    },
  });
}

const labelled = (key, field) => make("label", "kit-field", make("span", { "data-t": key }), field);

// How much time.

/** @param {(fits: boolean) => void} told whether a game can begin with it */
function time(page, chosen, told) {
  const named = page.message?.choices?.control ?? [];
  const means = make("p", { class: "kit-means", "aria-live": "polite", "data-testid": "new-means" });
  const presets = PRESETS.filter((name) => named.includes(name)).map((name) => presetButton(name, () => take(textOf(name))));
  const none = make("button", { type: "button", class: "kit-none", "data-t": "withoutClock", "data-testid": "new-none", on: { click: () => take(NO_CLOCK) } });
  const [minutes, seconds] = ["new-minutes", "new-seconds"].map((name) =>
    /** @type {HTMLInputElement} */ (make("input", { type: "number", min: 0, max: 600, step: "any", inputmode: "decimal", "data-testid": name })));
  const own = /** @type {HTMLInputElement} */ (make("input", { type: "text", spellcheck: "false", list: "new-controls", "data-testid": "new-own" }));
  const list = make("datalist", { id: "new-controls" }, ...named.map((name) => new Option("", name)));
  for (const field of [minutes, seconds]) field.addEventListener("input", () => take(`${minutes.value || 0}+${seconds.value || 0}`, field));
  own.addEventListener("input", () => take(own.value.trim(), own));

  async function take(text, from = null) {
    chosen.control = text;
    const plain = /^(\d+(?:\.\d+)?)\+(\d+)$/.exec(text);
    if (from !== minutes && from !== seconds) [minutes.value, seconds.value] = plain ? [plain[1], plain[2]] : ["", ""];
    if (from !== own) own.value = text === NO_CLOCK ? "" : text;
    for (const button of presets) button.setAttribute("aria-pressed", String(textOf(button.dataset.preset ?? "") === text));
    none.setAttribute("aria-pressed", String(text === NO_CLOCK));
    const answer = text ? await explainControl(text) : { fits: false, words: "" };
    if (chosen.control !== text) return;
    told(answer?.fits ?? true);
    write(means, answer?.words ?? "");
  }

  take(chosen.control);
  return make("fieldset", {}, make("legend", { "data-t": "howMuchTime" }), make("div", "kit-presets", ...presets),
    make("div", "kit-row", labelled("minutesEach", minutes), labelled("secondsAMove", seconds), none), means,
    make("details", {}, make("summary", { "data-t": "otherControl" }), labelled("otherControlHow", own), list));
}

/** What people call it: `blitz 3+2` is 3+2, and below it what kind of game that is. */
const textOf = (name) => name.split(" ").slice(-1)[0];

function presetButton(name, does) {
  const kind = name.split(" ")[0];
  return make("button", { type: "button", "data-preset": name, "data-testid": `new-preset-${textOf(name)}`, on: { click: does } },
    make("b", {}, textOf(name)), make("span", {}, isWord(kind) ? t(kind) : kind));
}

// Which rules.

function more({ message }, chosen) {
  const rules = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": t("rules"), "data-testid": "new-rules" },
    ...(message?.choices?.rules ?? []).map((name) => new Option(isWord(`rules ${name}`) ? t(`rules ${name}`) : name, name))));
  rules.value = chosen.rules;
  rules.addEventListener("change", () => (chosen.rules = rules.value));
  const hints = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "data-testid": "new-hints" }));
  hints.checked = chosen.hints;
  hints.addEventListener("change", () => (chosen.hints = hints.checked));
  return make("fieldset", {}, make("legend", { "data-t": "rules" }), rules,
    make("label", "kit-check", hints, make("span", { "data-t": "hints" })));
}

// As orders.

/**
 * The orders that make this game out of what the board has now (docs/orders.md), in the order in which they are taken.
 * @param {Game} game @param {any} message @returns {string[]}
 */
export function orders(game, message) {
  const { settings = {}, names = {} } = message ?? {};
  const control = settings.control === "-" ? NO_CLOCK : settings.control_text;
  return [
    game.rules !== settings.rules && `rules ${game.rules}`,
    game.control !== control && `control ${game.control}`,
    game.hints !== Boolean(settings.hints) && `hints ${game.hints ? "on" : "off"}`,
    ...SIDES.map((side) => {
      const player = game.opponent === side ? engineSeat(side, settings, names) : game[side];
      return isOther(player, names[side]) && `name ${side} ${playerText(player)}`;
    }),
    game.opponent !== (settings.opponent ?? "off") && `opponent ${game.opponent}`,
    game.opponent !== "off" && game.level !== String(settings.level) && `level ${game.level}`,
  ].filter((order) => typeof order === "string");
}

/** Where the engine comes to a side, whoever had it leaves: the engine names itself. Where it stays it keeps its name. */
const engineSeat = (side, settings, names) => (settings.opponent === side ? names[side] ?? {} : {});

const isOther = (player, before) => playerText(player) !== playerText(before ?? {});
