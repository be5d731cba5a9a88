// @ts-check
/**
 * The analysis of a stored game: to begin it, how far it is, to stop it; its graph, and what is thought of a ply.
 *
 *     const analysis = createAnalysis(id, game, { look, changed });    look(ply) shows a ply, changed() all anew
 *     analysis.show(ply, notation);
 *
 * While it is made it is asked for again and again. No meaning is told by its colour alone. Refuses to know the
 * engine and the rules: each position comes with its figures and its line.
 */
import { numbered } from "./around.js";
import { byId, draw, make, write } from "./kit/dom.js";
import { ask, token } from "./access.js";
import { button, row } from "./fields.js";
import { pinForm } from "./pin.js";
import { said, sideName, t, written } from "./kit/i18n.js";

const ASKS_MS = 1000;
const [WIDE, HIGH] = [1000, 1000];

/** From which share of the chances, in thousandths, a side is said to stand so (a guess). */
const STANDS = /** @type {[number, string][]} */ ([[700, "winning"], [300, "muchBetter"], [100, "littleBetter"]]);
const ASSESSED = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/**
 * @param {string} id @param {any} game
 * @param {{look: (ply: number) => void, changed: () => void}} page
 */
export function createAnalysis(id, game, { look, changed }) {
  const path = `games/${id}/analysis`;
  const place = byId("analysis");
  const words = make("p", "thought");
  words.dataset.testid = "analysis-words";
  let standing = /** @type {any} */ (null);
  let shown = 0;
  let notation = "figurines";
  let graph = /** @type {SVGSVGElement|null} */ (null);
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let waiting;

  /** Take how it stands; draw all of it anew. */
  function take(told) {
    const far = standing && `${standing.state}${standing.positions.length}`;
    standing = told;
    clearTimeout(waiting);
    if (told.state === "running") waiting = setTimeout(refresh, ASKS_MS);
    if (told.state === "running" && far === "running0") return drawProgress();
    game.plies.forEach((ply, index) => {
      const mark = told.positions[index + 1]?.mark;
      ply.mark = mark && { sign: mark, words: t(ASSESSED[mark]) };
    });
    draw();
    changed();
  }

  async function refresh() {
    const reply = await ask(path);
    if (reply.status === 200) take(reply.told);
    else if (standing) waiting = setTimeout(refresh, 5 * ASKS_MS);
  }

  async function order(method) {
    if (!token()) return askPin(() => order(method));
    const reply = await ask(path, method);
    if (reply.status === 200) take(reply.told);
    else if (reply.status === 401) askPin(() => order(method));
    else draw(reply.words);
  }

  /** The PIN's form in the place of all else, until it is said. */
  function askPin(then) {
    const why = make("p", "answer");
    const form = make("div", "panel", why, pinForm(then, (wrong) => write(why, wrong)));
    place.replaceChildren(form, row(button("close", () => draw(), "analysis-close")));
  }

  function draw(refusal = "") {
    const { state, done, of, problem } = standing;
    const why = refusal || said(problem ?? {});
    graph = standing.positions.length ? drawGraph(standing.positions, look) : null;
    const nodes = graph ? [graph, words] : [];
    if (state === "running") nodes.push(row(progressOf(done, of), button("giveUp", () => order("DELETE"), "analysis-stop")));
    if (state === "stopped") nodes.push(row(make("span", "soft", t("positionsDone", { done, of })), button("goOn", () => order("POST"), "analyse")));
    if (state === "none") nodes.push(row(button("analyse", () => order("POST"), "analyse")));
    if (state === "done") nodes.push(row(make("span", "soft", standing.by), download()));
    const told = make("p", "trouble", Array.isArray(why) ? why.join(" ") : why);
    told.dataset.testid = "analysis-problem";
    told.setAttribute("role", "status");
    place.replaceChildren(...nodes, ...(why ? [told] : []));
    place.hidden = false;
    mark();
  }

  function drawProgress() {
    const there = place.querySelector(".far");
    there?.replaceWith(progressOf(standing.done, standing.of));
  }

  function download() {
    const link = make("a", "button", t("analysedPgn"));
    Object.assign(link, { href: `/api/v1/${path}.pgn`, download: `${id}-analysed.pgn` });
    link.dataset.testid = "analysis-pgn";
    return link;
  }

  /** Mark the ply that is shown, and say what is thought of it. */
  function mark() {
    if (!graph) return;
    const text = thought(standing.positions, game, shown, notation);
    write(words, text);
    const at = String(across(shown, standing.positions.length));
    graph.querySelector(".shown")?.setAttribute("d", `M${at} 0V${HIGH}`);
    const value = { valuemin: 0, valuemax: standing.positions.length - 1, valuenow: shown, valuetext: text };
    for (const [name, each] of Object.entries(value)) graph.setAttribute(`aria-${name}`, String(each));
  }

  refresh();
  return {
    /** @param {number} ply @param {string} way of writing moves */
    show(ply, way) {
      [shown, notation] = [ply, way];
      mark();
    },
  };
}

function progressOf(done, of) {
  const bar = /** @type {HTMLProgressElement} */ (make("progress"));
  if (of) Object.assign(bar, { max: of, value: done });
  bar.setAttribute("aria-label", t("analysis"));
  const node = make("span", "far", bar, make("span", "soft", of ? t("positionsDone", { done, of }) : ""));
  node.dataset.testid = "analysis-progress";
  return node;
}

// What is thought of a ply.

/** In words: how it stands, how the ply is assessed, and what would be best or better. */
function thought(positions, game, ply, notation) {
  const here = positions[ply];
  if (!here) return t("notYet");
  const before = here.mark ? positions[ply - 1] : null;
  const assessed = here.mark && `${numbered(game, ply, notation)}${here.mark} ${t(ASSESSED[here.mark])}`;
  const better = before?.line.length ? t("better", { line: lineOf(before.line.slice(0, 8), notation) }) : "";
  const best = here.line.length ? t("best", { line: lineOf(here.line, notation) }) : "";
  return [stands(here), assessed, better, best].filter(Boolean).join(" · ");
}

function stands({ cp, mate, chances_permille: chances }) {
  const side = sideName(chances < 0 ? "black" : "white");
  if (mate === 0) return t("checkmate");
  if (mate !== null) return `#${mate} ${t("matesIn", { side, count: Math.abs(mate) })}`;
  const figure = (cp / 100).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, signDisplay: "exceptZero" });
  const [, key] = STANDS.find(([least]) => Math.abs(chances) >= least) ?? [];
  return `${figure} ${key ? t(key, { side }) : t("balanced")}`;
}

function lineOf(line, notation) {
  return line.map((word) => written(word, notation)).join(" ").replaceAll(". ", ".\u00a0");
}

// The graph.

const across = (ply, count) => (count > 1 ? (WIDE * ply) / (count - 1) : 0);
const up = ({ chances_permille: chances }) => (HIGH * (1000 - chances)) / 2000;

/** The chances by ply, White's above; what is not analysed yet is a gap. A press or a drag chooses a ply. */
function drawGraph(positions, look) {
  const attributes = { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "slider", tabindex: "0" };
  const named = { "aria-label": t("graph"), "data-testid": "analysis-graph" };
  const svg = /** @type {SVGSVGElement} */ (draw(null, "svg", { ...attributes, ...named }));
  const points = positions.map((each, ply) => each && [across(ply, positions.length), up(each)]);
  const there = points.filter(Boolean);
  const line = there.map(([x, y]) => `${x} ${y}`).join("L");
  const [[first], [last]] = [there[0], there[there.length - 1]];
  svg.append(
    shape("ground", `M0 0H${last}V${HIGH}H0z`),
    shape("whites", `M${first} ${HIGH}L${line}L${last} ${HIGH}z`),
    shape("middle", `M0 ${HIGH / 2}H${WIDE}`),
    shape("shown", ""),
  );
  positions.forEach((each, ply) => {
    if (each?.mark) svg.append(shape(`bad ${ASSESSED[each.mark]}`, `M${points[ply][0]} ${points[ply][1]}h0`));
  });
  const choose = (event) => {
    if (!event.buttons) return;
    const box = svg.getBoundingClientRect();
    look(Math.round(((event.clientX - box.left) / box.width) * (positions.length - 1)));
  };
  svg.addEventListener("pointerdown", choose);
  svg.addEventListener("pointermove", choose);
  return svg;
}

const shape = (name, d) => draw(null, "path", { class: name, d });
