// @ts-check
/**
 * "As it stands": the position on the board becomes the game's, by the arbiter's hand.
 *
 * The board says which pieces it cannot tell, one question after the other. Decides how they are asked: one at a
 * time, the likeliest piece first. Refuses to know how the board finds the position.
 */
import { make } from "./kit/dom.js";
import { figurine, pieceName, sideName, t } from "./kit/i18n.js";

/** The answers so far, and the question that they belong to. */
let said = /** @type {string[]} */ ([]);
let from = "";

/**
 * The button, or the next question. `ask` gets the whole order and its words, `again` shows the next question.
 * @param {any} message @param {(order: string, words: string) => void} ask @param {() => void} again
 */
export function standing(message, ask, again) {
  if (!message?.can?.stands) return [];
  const now = JSON.stringify([message.standing, message.game.fen]);
  if (now !== from) said = [];
  from = now;
  const asked = said.reduce((question, answer) => question?.pieces[answer.split("=")[1]], message.standing);
  return [section(asked ? questions(asked, ask, again) : [button(t("asItStands"), "now", () => finish(ask))])];
}

function section(nodes) {
  const row = make("div", "row", ...nodes);
  return make("section", "group", make("h3", "", t("asItStands")), row);
}

function questions({ square, pieces }, ask, again) {
  return Object.entries(pieces).map(([letter, next]) => {
    const kind = letter.toLowerCase();
    const whose = sideName(letter === kind ? "black" : "white");
    const words = `${square}: ${figurine(kind)} ${pieceName(kind)} (${whose})`;
    return button(words, `${square}-${letter}`, () => {
      said.push(`${square}=${letter}`);
      if (next) again();
      else finish(ask);
    });
  });
}

function finish(ask) {
  const order = ["stands", ...said].join(" ");
  said = [];
  ask(order, [t("asItStands"), ...order.split(" ").slice(1)].join(" "));
}

function button(words, testid, does) {
  const node = make("button", "", words);
  node.dataset.testid = `stands-${testid}`;
  node.dataset.order = `stands-${testid}`;
  node.addEventListener("click", does);
  return node;
}
