// @ts-check
/**
 * The pairing list: read from a file, its problems by line, and its pairings to be chosen.
 *
 * Refuses to know how a file is read, and what is done with a pairing.
 */
import { make } from "./kit/dom.js";
import { ask } from "./access.js";
import { button, input, labelled, row, select } from "./fields.js";
import { bothPlayers } from "./kit/players.js";
import { said, t } from "./kit/i18n.js";

export const FILE_MOST = 2 << 20;

/** The last list that came; null: there is none. */
let list = /** @type {any} */ (null);
let round = "";

/** The players of the list. */
export const knownPlayers = () => list?.players ?? [];

/** @param {any} panel @param {(pairing: any, list: any) => void} choose what a tap on a pairing does */
export function pairingsGroup(panel, choose) {
  const body = make("div", "group");
  body.dataset.testid = "pairings";
  const file = fileButton("readPairings", "pairings-file", ".pgn,.csv,.txt,.trf,.tsv", (chosen) => read(chosen, panel, show));
  const node = make("section", "group", make("h3", "", t("listOfPairings")), row(file), body);

  function show() {
    body.replaceChildren(...(list ? drawn(list, panel, choose, show) : [make("p", "soft", t("noPairings"))]));
  }

  ask("pairings").then(({ status, told }) => {
    if (status === 200) list = told?.pairings ? told : null;
    show();
  });
  return node;
}

/** A button that opens the browser's choice of files. */
export function fileButton(words, testid, kinds, does) {
  const file = Object.assign(input("file", testid), { accept: kinds });
  file.hidden = true;
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) does(chosen);
    file.value = "";
  });
  const opener = button(words, () => file.click(), `${testid}-open`);
  opener.type = "button";
  return make("span", "file", opener, file);
}

async function read(file, panel, show) {
  if (file.size > FILE_MOST) return panel.say(t("tooBig"), true);
  panel.say(t("sending"));
  const reply = await ask("pairings", "POST", file);
  if (!panel.told(reply)) return;
  panel.say("");
  list = reply.told;
  round = "";
  show();
}

function drawn(found, panel, choose, show) {
  const rounds = [...new Set(found.pairings.map((each) => each.round))];
  if (!rounds.includes(round)) round = rounds.includes(found.due) ? found.due : (rounds[0] ?? "");
  const chooser = select(rounds, round, "pairings-round", (name) => name || "–");
  chooser.addEventListener("change", () => {
    round = chooser.value;
    show();
  });
  const pairings = found.pairings.filter((each) => each.round === round);
  const clear = button("clearPairings", async () => {
    if (panel.told(await ask("pairings", "DELETE"))) list = null;
    show();
  }, "pairings-clear");
  return [
    make("p", "", make("strong", "", [found.event, found.site].filter(Boolean).join(" · ") || found.name || "")),
    ...problemList((found.problems ?? []).map(({ words }) => said(words)), "pairings-problems"),
    ...(rounds.length > 1 ? [row(labelled("round", chooser))] : []),
    ...(found.boards_proposed ? [make("p", "soft", t("pairingsProposed"))] : []),
    make("ul", "choices", ...pairings.map((each, index) => make("li", "", pairingButton(each, index, () => choose(each, found))))),
    row(clear),
  ];
}

function pairingButton(pairing, index, does) {
  const names = make("span", "grow", bothPlayers(pairing));
  const node = make("button", "choice-row", make("span", "number", pairing.board || "·"), names, make("span", "soft", pairing.result || ""));
  node.dataset.testid = `pairing-${index}`;
  node.addEventListener("click", does);
  return node;
}

const SHOWN = 20;

/**
 * What of a file could not be read, a line each, in the board's words.
 * @param {string[]} lines @param {string} testid
 */
export function problemList(lines, testid) {
  if (!lines.length) return [];
  const shown = lines.slice(0, SHOWN).map((line) => make("li", "", line));
  if (lines.length > SHOWN) shown.push(make("li", "", t("tooManyShown", { count: lines.length - SHOWN })));
  return [make("ul", { class: "problems trouble", "data-testid": testid }, ...shown)];
}
