// The drawer below the surface: reeds in three layers, the matrix and its lines, hypotheses, latency, notes.
//
// All of it is measured or told by the desk. Nothing is worked out here but where layers differ, and the sweep,
// which is shown a thousand times slower than it is.

import { draw } from "/static/kit/dom.js";
import { make } from "/static/kit/dom.js";

const LAYERS = ["closed", "raw", "settled"];
const SWEEP_MS = 420;
const SQUARES = 64;

/** A 64-bit set as the desk writes it, as 64 booleans, a1 first. */
function bits(text) {
  const set = BigInt(`0x${text}`);
  return Array.from({ length: SQUARES }, (_, square) => Boolean((set >> BigInt(square)) & 1n));
}

/** On which squares a piece stands near enough to its reed, as one can see from above. */
function standing({ pieces, faults }) {
  const stands = Array(SQUARES).fill(false);
  for (const { x, y, up } of pieces) {
    const [file, rank] = [Math.floor(x), Math.floor(y)];
    const near = Math.hypot(x - file - 0.5, y - rank - 0.5) <= faults.reach;
    if (!up && near && file >= 0 && file < 8 && rank >= 0 && rank < 8) stands[rank * 8 + file] = true;
  }
  return stands;
}

function smallBoard() {
  const svg = draw(null, "svg", { viewBox: "-1 -1 82 82", class: "small-board" });
  draw(svg, "rect", { class: "ground", x: -1, y: -1, width: 82, height: 82, rx: 3 });
  const cells = Array.from({ length: SQUARES }, (_, square) =>
    draw(svg, "circle", { cx: (square % 8) * 10 + 5, cy: (7 - Math.floor(square / 8)) * 10 + 5, r: 3.1, class: "reed" }));
  return { svg, cells };
}

function reedBoards() {
  const boards = LAYERS.map((layer) => ({ layer, ...smallBoard() }));
  const figures = boards.map(({ layer, svg }) =>
    make("figure", { "data-testid": `reeds-${layer}` }, svg, make("figcaption", { "data-t": `reeds ${layer}` })));
  let last = null;
  return {
    root: make("section", {}, make("h2", { "data-t": "reeds" }), make("div", { class: "layers" }, ...figures)),
    show(reeds) {
      const now = LAYERS.map((layer) => reeds[layer]).join();
      if (now === last) return;
      last = now;
      const sets = LAYERS.map((layer) => bits(reeds[layer]));
      boards.forEach(({ cells }, at) => cells.forEach((cell, square) => {
        cell.classList.toggle("on", sets[at][square]);
        cell.classList.toggle("differs", at > 0 && sets[at][square] !== sets[at - 1][square]);
      }));
    },
  };
}

// The matrix

const short = (name) => name.split("_").pop();

/** The square of a crossing, from the names of its lines; null for the buttons. */
function crossing(row, column) {
  const [rank, file] = [Number(short(row.name)) - 1, "abcdefgh".indexOf(short(column.name))];
  return short(column.name).length === 1 ? rank * 8 + file : null;
}

/** The name of a line, which is a knife at its wire. */
function lineName(line, scope, cut) {
  const buttons = short(line.name).length > 1;
  const knife = make("button", { "data-testid": `line-${line.name}`, on: { click: () => cut(line) } },
    make("b", { class: buttons ? "dot" : null }, buttons ? "" : short(line.name)), make("i", {}, String(line.bcm)));
  return { line, knife, head: make("th", { scope }, knife) };
}

function matrixTable(lines, cut) {
  const columns = lines.columns.map((line) => lineName(line, "col", cut));
  const names = lines.rows.map((line) => lineName(line, "row", cut));
  const rows = names.map(({ head }) => make("tr", {}, head, ...columns.map(() => make("td", {}, make("span")))));
  const head = make("thead", {}, make("tr", {}, make("td"), ...columns.map((each) => each.head)));
  const table = make("table", { class: "matrix", "data-testid": "matrix" }, head, make("tbody", {}, ...rows));
  return { table, rows, names: [...names, ...columns] };
}

function matrix({ t, send, desk: latest }) {
  const place = make("div", {});
  const sweeps = make("input", { type: "checkbox", checked: true, "data-testid": "sweep" });
  const sign = (key) => make("span", {}, make("i", { class: key }), make("span", { "data-t": key }));
  const legend = make("p", { class: "hint legend" }, sign("ghost"), sign("missed"));
  const root = make("section", {}, make("h2", { "data-t": "matrix" }), make("p", { class: "hint", "data-t": "matrix hint" }), place,
    make("div", { class: "row spread" }, legend, make("label", { class: "check" }, sweeps, make("span", { "data-t": "sweep" }))));
  let drawn = null;
  let last = null;
  let driven = 0;

  setInterval(() => {
    if (!root.isConnected || !drawn) return;
    driven = (driven + 1) % drawn.rows.length;
    drawn.rows.forEach((row, at) => row.classList.toggle("driven", sweeps.checked && at === driven));
  }, SWEEP_MS);

  const cut = ({ name }) => {
    const now = latest().faults.lines[name];
    send({ do: "fault", kind: now ?? "cut", where: name, on: !now });
  };

  function showCell(cell, read, square, stands) {
    cell.classList.toggle("on", read);
    cell.classList.toggle("ghost", read && square !== null && !stands[square]);
    cell.classList.toggle("missed", !read && square !== null && stands[square]);
  }

  function words() {
    for (const { line, knife } of drawn?.names ?? []) {
      knife.title = t("cut line", { line: line.name, pin: line.bcm });
      knife.setAttribute("aria-label", knife.title);
    }
  }

  return {
    root,
    words,
    show(desk) {
      const stands = standing(desk);
      const now = [desk.lines.read, stands, Object.keys(desk.faults.lines)].join();
      if (now === last) return;
      last = now;
      if (!drawn) { drawn = matrixTable(desk.lines, cut); words(); place.replaceChildren(drawn.table); }
      for (const { line, head } of drawn.names) head.classList.toggle("cut", line.name in desk.faults.lines);
      drawn.rows.forEach((row, r) => desk.lines.columns.forEach((column, c) =>
        showCell(row.children[c + 1], desk.lines.read[r][c] === "1", crossing(desk.lines.rows[r], column), stands)));
    },
  };
}

// What the board makes of it

function hypotheses(t) {
  const list = make("ol", { class: "hypotheses", "data-testid": "hypotheses" });
  let last = null;

  function item(each, worst) {
    const weight = make("meter", { min: 0, max: 1, value: Math.max(0.03, 1 - each.rank / worst), "aria-hidden": "true" });
    const classes = [each.fits ? "fits" : "", each.doubt ? "doubt" : ""].join(" ").trim();
    return make("li", { class: classes, title: t(each.fits ? "fits" : "rank") },
      make("div", { class: "line" }, make("b", {}, each.line || "–"), make("span", { class: "rank" }, each.rank.toFixed(1))),
      weight, make("p", { class: "evidence" }, each.evidence));
  }

  return {
    root: make("section", {}, make("h2", { "data-t": "hypotheses" }), list),
    show(all) {
      const now = JSON.stringify(all);
      if (now === last) return;
      last = now;
      const worst = Math.max(10, ...all.map((each) => each.rank)) * 1.1;
      list.replaceChildren(...all.map((each) => item(each, worst)));
      if (!all.length) list.append(make("li", { class: "none" }, t("no hypotheses")));
    },
  };
}

function latency() {
  const values = new Map(["last", "median", "worst"].map((key) => [key, make("b", {}, "–")]));
  const spark = draw(null, "svg", { viewBox: "0 0 120 28", preserveAspectRatio: "none", class: "spark-line" });
  const path = draw(spark, "path", {});
  const seen = [];
  let count = 0;
  return {
    root: make("section", { "data-testid": "latency" }, make("h2", { "data-t": "latency" }),
      make("div", { class: "latency" }, ...[...values].map(([key, value]) => make("p", {}, value, make("span", { "data-t": key }))), spark)),
    show(now) {
      for (const [key, value] of values) value.textContent = now?.count ? `${Math.round(now[`${key}_ms`])} ms` : "–";
      if (!now?.count || now.count === count) return;
      count = now.count;
      seen.push(now.last_ms);
      if (seen.length > 40) seen.shift();
      const top = Math.max(40, ...seen);
      path.setAttribute("d", seen.map((ms, at) => `${at ? "L" : "M"}${(at * 120) / 39} ${27 - (ms / top) * 25}`).join(""));
    },
  };
}

function notesList(t) {
  const list = make("ol", { class: "notes", "data-testid": "notes", tabindex: 0 });
  let last = null;
  return {
    root: make("section", {}, make("h2", { "data-t": "notes" }), list),
    show(lines) {
      const now = lines.join("\n");
      if (now === last) return;
      last = now;
      list.replaceChildren(...(lines.length ? lines : [t("no notes")]).map((line) => make("li", {}, line)));
      list.scrollTop = list.scrollHeight;
    },
  };
}

export function create(root, context) {
  const { t } = context;
  const [reeds, lines, guesses, edge, notes] = [reedBoards(), matrix(context), hypotheses(t), latency(), notesList(t)];
  root.append(reeds.root, lines.root, guesses.root, edge.root, notes.root);
  return {
    words: lines.words,
    show(desk) {
      if (!root.isConnected) return;
      reeds.show(desk.reeds);
      lines.show(desk);
      guesses.show(desk.hypotheses);
      edge.show(desk.latency);
      notes.show(desk.notes);
    },
  };
}
