// @ts-check
/**
 * The arbiter's hand: time, moves, period and counter as they shall be, a penalty, the position shown, the result.
 *
 * Each is asked for once more, in words, before it is sent. What needs a clock is not there without one, and after
 * the game there is the result alone. Refuses to know what the board carries out.
 */
import { SIDES, numbered } from "./around.js";
import { make } from "./kit/dom.js";
import { button, input, labelled, number, row, select } from "./fields.js";
import { sideName, t } from "./kit/i18n.js";

/** Asks once more, in these words; `arbiterGroup` is given it. @type {(order: string, words: string) => void} */
let ask = () => {};

/** The group, closed until it is opened. @param {any} page @param {typeof ask} asking */
export function arbiterGroup(page, asking) {
  const { message } = page;
  if (!message) return [];
  ask = asking;
  const over = message.phase === "over";
  return [
    make(
      "details",
      "group arbiter",
      make("summary", "", t("arbiter")),
      ...(over || !message.clock ? [] : clockForms()),
      ...(over ? [] : [valueForm("counter", number("counter-move", 1, 9999, 1)), restoreRow(page)]),
      valueForm("result", select(["1-0", "0-1", "1/2-1/2", "*"], "1-0", "result-value")),
    ),
  ];
}

function clockForms() {
  return [
    sideForm("setTime", "time", "asTime", clockTime()),
    timeForm("plusTime", "time", 60, (seconds) => (seconds < 0 ? String(seconds) : `+${seconds}`)),
    timeForm("penalty", "penalty", 120),
    sideForm("moves", "moves", "howMany", number("moves-number", 0, 9999, 0)),
    sideForm("period", "period", "which", number("period-number", 1, 99, 1)),
  ];
}

/** A side and what is set for it, in an order of this name; `called` is the word above the field. */
function sideForm(key, name, called, field) {
  const side = select([...SIDES], "white", `${key}-side`, sideName);
  const words = () => `${t(key)} ${whose(side)}${t("says")}${field.value}`;
  const set = setButton(key, () => `${name} ${side.value} ${field.value.trim()}`, words);
  return row(labelled(key, side), labelled(called, field), set);
}

/** A time in hours, minutes and seconds. */
function clockTime() {
  return Object.assign(input("text", "time-set", "1:00:00"), { pattern: "[0-9]{1,2}:[0-5][0-9]:[0-5][0-9]", size: 8 });
}

/** A side and its seconds, in an order of this name; `signed` is how the number stands in it. */
function timeForm(key, name, usual, signed = String) {
  const side = select([...SIDES], "white", `${name}-side`, sideName);
  const seconds = number(`${name}-seconds`, name === "time" ? -86399 : 1, 86399, usual);
  const amount = () => signed(Number(seconds.value));
  const words = () => `${t(key)} ${whose(side)}${t("says")}${amount()} ${t("seconds")}`;
  const set = setButton(name, () => `${name} ${side.value} ${amount()}`, words);
  return row(labelled(key, side), labelled("seconds", seconds), set);
}

function whose(side) {
  return sideName(/** @type {"white"|"black"} */ (side.value));
}

/** A value that the arbiter sets: its order has the name of its words. */
function valueForm(name, field) {
  const words = () => `${t(name)} ${field.value}`;
  return row(labelled(name, field), setButton(name, () => `${name} ${field.value}`, words));
}

function setButton(name, order, words) {
  return button("set", () => ask(order(), words()), `arbiter-${name}`);
}

/** Back to the ply that is looked at: whoever restores has seen it. */
function restoreRow({ message, looking, settings }) {
  const { game } = message;
  if (looking === null) return make("p", "soft", t("restoreHow"));
  const where = looking ? t("after", { move: numbered(game, looking, settings.notation) }) : t("start");
  const node = make("button", "", t("restore", { where }));
  node.dataset.testid = `order-restore-${looking}`;
  node.dataset.order = `restore ${looking}`;
  node.addEventListener("click", () => ask(`restore ${looking}`, t("restore", { where })));
  return row(node);
}
