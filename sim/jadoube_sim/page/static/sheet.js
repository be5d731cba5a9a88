// The scoresheet on its paper: the plies as the board reads them now, its doubts, the result, the PGN.

import { make } from "/static/kit/dom.js";
import { written } from "/static/kit/i18n.js";

const PGN_MS = 300;

function cell(ply, at, doubted) {
  const name = ply ? `ply-${at + 1}` : null;
  const mark = ply && (doubted.has(at + 1) || ply.doubts.length);
  return make("td", { "data-testid": name, class: mark ? "doubted" : null }, ply ? `${written(ply.san)}${ply.irregular ? " †" : ""}` : "");
}

function actsRow(ply, said) {
  const acts = said(ply.acts);
  return acts ? [make("tr", { class: "acts" }, make("td"), make("td", { colspan: 2 }, acts))] : [];
}

/** The plies by rows of White's and Black's; the sides need not move in turn. */
function pairs(game) {
  const all = [];
  game.plies.forEach((ply, at) => {
    const [last] = all.slice(-1);
    const column = ply.side === "white" ? 0 : 1;
    const fits = last && last.number === ply.number && !last.pair[column] && !last.pair[1];
    if (!fits) all.push({ number: ply.number, pair: [null, null] });
    all[all.length - 1].pair[column] = { ply, at };
  });
  return all;
}

function rows(game, doubted, said) {
  return pairs(game).flatMap(({ number, pair }) => [
    make("tr", {}, make("th", { scope: "row" }, `${number}.`), ...pair.map((each) => each ? cell(each.ply, each.at, doubted) : make("td"))),
    ...pair.flatMap((each) => (each ? actsRow(each.ply, said) : [])),
  ]);
}

/** What the board asks: what an illegal move costs; or about a doubt, where each candidate is a button that takes it. */
function candidates({ can, doubt }, { t, send }) {
  const button = (name, order, words) => make("button", { "data-testid": name, on: { click: () => send({ do: "order", order }) } }, words);
  const verdict = (order) => button(`order-${order.replace(" ", "-")}`, order, t(order));
  const take = (san) => button(`candidate-${san}`, `take ${san}`, written(san));
  if (can?.verdict) return [t("verdict"), verdict("verdict penalty"), verdict("verdict none")];
  return doubt?.candidates.length ? [t("which"), ...doubt.candidates.map(take)] : [];
}

/** What has to change before the sheet is written anew. */
const fingerprint = ({ can, game, doubt, phase }) =>
  JSON.stringify([game.plies.map((ply) => [ply.san, ply.irregular, ply.doubts, ply.acts]), doubt, can?.verdict, game.result, game.start, game.tags, phase]);

function download(name, text) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function createSheet(root, context) {
  const { t, said } = context;
  const names = make("p", { class: "players" });
  const body = make("tbody");
  const list = make("div", { class: "plies", tabindex: 0 }, make("table", {}, body));
  const asked = make("p", { class: "candidates", "data-testid": "candidates" });
  const result = make("p", { class: "result", "data-testid": "result" });
  const again = make("button", { class: "main", "data-t": "rematch", "data-testid": "rematch", on: { click: () => context.newGame(true) } });
  const other = make("button", { "data-t": "nextGame", "data-testid": "next-game", on: { click: () => context.newGame() } });
  const next = make("p", { class: "next", hidden: true }, again, other);
  const pgn = make("pre", { "data-testid": "pgn", tabindex: 0 });
  const copy = make("button", { "data-t": "copy", "data-testid": "pgn-copy", on: { click: copyPgn } });
  const save = make("button", { "data-t": "save", "data-testid": "pgn-save", on: { click: () => download("game.pgn", pgn.textContent) } });
  const notes = make("details", {}, make("summary", { "data-t": "pgn", "data-testid": "pgn-open" }), pgn);
  root.append(names, list, asked, result, next, make("div", { class: "pgn-row" }, notes, copy, save));
  let written = null;
  let fetching = null;

  async function copyPgn() {
    try {
      await navigator.clipboard.writeText(pgn.textContent);
      copy.textContent = t("copied");
      setTimeout(() => (copy.textContent = t("copy")), 1500);
    } catch {
      notes.open = true;
      getSelection().selectAllChildren(pgn);
    }
  }

  /** A long name leaves room for the other; both stand in full in the title. */
  function showNames({ White, Black }) {
    const both = [White && White !== "?" ? White : t("player white"), " – ", Black && Black !== "?" ? Black : t("player black")];
    names.replaceChildren(...both.map((text) => make("span", {}, text)));
    names.title = both.join("");
  }

  function fetchPgn() {
    clearTimeout(fetching);
    const own = setTimeout(async () => {
      if (!context.connected()) return;
      const answer = await fetch("/api/v1/game.pgn").catch(() => null);
      const text = answer?.ok ? await answer.text() : null;
      if (text !== null && own === fetching) pgn.textContent = text; // else a later one is asked for
    }, PGN_MS);
    fetching = own;
  }

  function showView(view) {
    const now = fingerprint(view) + document.documentElement.lang;
    if (now === written) return;
    written = now;
    showNames(view.game.tags ?? {});
    body.replaceChildren(...rows(view.game, new Set(view.doubt?.plies), said));
    if (!view.game.plies.length) body.append(make("tr", {}, make("td", { class: "none" }, t("no moves"))));
    asked.replaceChildren(...candidates(view, context));
    result.textContent = view.game.result === "*" ? "" : said(view.game.over) || view.game.result;
    next.hidden = view.phase !== "over";
    list.scrollTop = list.scrollHeight;
    fetchPgn();
  }

  return { showView };
}
