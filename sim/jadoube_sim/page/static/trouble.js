// The drawer of troubles: what one breaks on purpose, and mends again.
//
// It asks the desk for faults and shows those that the desk says there are; what a fault does is the desk's affair.

import { draw, make } from "/static/kit/dom.js";

const TOOLS = ["open", "closed", "flicker", "diode"];
const LINE_FAULTS = ["cut", "ground", "supply"];
const PARTS = ["lamps", "white face", "black face", "buzzer", "reeds"];
const SIGNS = {
  open: "M3 12h6M15 12h6M9 12l6-5",
  closed: "M3 12h18M9 9h6",
  flicker: "M2 12h3l2-6 4 12 4-12 3 6h4",
  diode: "M3 12h5M16 12h5M8 6v12l8-6zM16 6v12",
};

function icon(path) {
  const svg = draw(null, "svg", { viewBox: "0 0 24 24" });
  draw(svg, "path", { d: path });
  return svg;
}

/** Which squares have which fault. */
function has(faults, kind, square) {
  if (kind === "flicker") return faults.flicker.includes(square);
  if (kind === "diode") return faults.diodes.includes(square);
  return faults.stuck[square] === kind;
}

function tools(context) {
  const { t, send } = context;
  const buttons = new Map();

  function use(kind, square) {
    const on = !has(context.desk().faults, kind, square);
    send({ do: "fault", kind, where: square, on });
    context.announce(on ? t("broken", { square, fault: t(`fault ${kind}`) }) : t("mended", { square }));
  }

  function choose(kind) {
    const chosen = context.tool()?.kind === kind ? null : kind;
    context.useTool(chosen && { kind, use: (square) => use(kind, square) });
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", name === chosen);
    hint.textContent = chosen ? `${t("using", { fault: t(`fault ${kind}`) })} ${t(`fault ${kind} does`)}` : t("break hint");
    hint.classList.toggle("using", Boolean(chosen));
  }

  const hint = make("p", { class: "hint" }, t("break hint"));
  const does = make("dl", { class: "does", "data-testid": "faults-do" }, ...TOOLS.flatMap((kind) => [make("dt", { "data-t": `fault ${kind}` }), make("dd", { "data-t": `fault ${kind} does` })]));
  for (const kind of TOOLS) {
    buttons.set(kind, make("button", { class: "tool", "aria-pressed": "false", "data-testid": `tool-${kind}`, on: { click: () => choose(kind) } },
      icon(SIGNS[kind]), make("span", { "data-t": `fault ${kind}` })));
  }
  window.addEventListener("keydown", (event) => { if (event.key === "Escape" && context.tool()) choose(context.tool().kind); });
  const root = make("section", {}, make("h2", { "data-t": "break" }), make("div", { class: "toolbox" }, ...buttons.values()), hint,
    make("details", {}, make("summary", { "data-t": "what they do" }), does));
  return { root, words: () => { if (!context.tool()) hint.textContent = t("break hint"); } };
}

function plugs(context) {
  const switches = new Map(PARTS.map((part) => {
    const box = make("input", { type: "checkbox", role: "switch", checked: true, "data-testid": `plug-${part.replace(" ", "-")}` });
    box.addEventListener("change", () => context.send({ do: "fault", kind: "unplug", where: part, on: !box.checked }));
    return [part, box];
  }));
  const labels = [...switches].map(([part, box]) => make("label", { class: "plug" }, box, make("span", { "data-t": `part ${part}` })));
  return {
    root: make("section", {}, make("h2", { "data-t": "plugs" }), make("div", { class: "plugs" }, ...labels), make("p", { class: "hint", "data-t": "plugs hint" })),
    show(faults) { for (const [part, box] of switches) box.checked = !faults.unplugged.includes(part); },
  };
}

/** The wires of the matrix: each line is sound, off, at ground or at 3.3 V. */
function wires(context) {
  const { t, send } = context;
  const line = make("select", { "data-testid": "wire", "aria-label": t("wires") });
  const states = ["sound", ...LINE_FAULTS].map((kind) => make("button", { class: "tool", "aria-pressed": "false", "data-testid": `wire-${kind}`, "data-t": `wire ${kind}`, on: { click: () => use(kind) } }));
  const bad = make("p", { class: "hint wires", "data-testid": "wires-bad" });

  function use(kind) {
    const now = context.desk().faults.lines[line.value];
    if (kind !== "sound") send({ do: "fault", kind, where: line.value, on: true });
    else if (now) send({ do: "fault", kind: now, where: line.value, on: false });
  }

  function show() {
    const { lines, faults } = context.desk();
    if (!line.length) line.append(...[...lines.columns, ...lines.rows].map(({ name, place }) => make("option", { value: name }, `${name} · ${place}`)));
    const now = faults.lines[line.value] ?? "sound";
    for (const [at, kind] of ["sound", ...LINE_FAULTS].entries()) states[at].setAttribute("aria-pressed", String(kind === now));
    bad.textContent = Object.entries(faults.lines).map(([name, kind]) => `${name}: ${t(`wire ${kind}`)}`).join(", ");
  }

  line.addEventListener("change", show);
  const root = make("section", {}, make("h2", { "data-t": "wires" }), make("div", { class: "row" }, line), make("div", { class: "toolbox wires" }, ...states), bad, make("p", { class: "hint", "data-t": "wires hint" }));
  return { root, show, words: () => { line.setAttribute("aria-label", t("wires")); if (line.length) show(); } };
}

function slider(context, key, testid, range, said) {
  const input = make("input", { type: "range", "data-testid": testid, ...range });
  const value = make("output", {});
  const name = testid.replaceAll("-", "_");
  input.addEventListener("input", () => { value.textContent = said(Number(input.value)); context.send({ do: "set", [name]: Number(input.value) }); });
  return {
    root: make("label", { class: "slider" }, make("span", { "data-t": key }), input, value),
    show(now) {
      if (document.activeElement === input && input.matches(":active")) return;
      input.value = now;
      value.textContent = said(now);
    },
  };
}

function power(context) {
  const { t, send } = context;
  const words = make("p", { class: "power-words", "data-testid": "power-words" });
  const button = make("button", { "data-testid": "power", on: { click: () => send({ do: "power", on: !context.desk().faults.power }) } });
  return {
    root: make("section", { class: "power" }, make("h2", { "data-t": "power" }), make("div", { class: "row spread" }, words, button)),
    show(on) {
      words.textContent = t(on ? "power on" : "power off");
      button.textContent = t(on ? "cut power" : "give power");
      button.className = on ? "danger" : "main";
    },
  };
}

function mendAll(context) {
  const { stuck, flicker, diodes, unplugged, lines, power: on } = context.desk().faults;
  const mend = (kind, where) => context.send({ do: "fault", kind, where, on: false });
  for (const [square, kind] of Object.entries(stuck)) mend(kind, square);
  flicker.forEach((square) => mend("flicker", square));
  diodes.forEach((square) => mend("diode", square));
  unplugged.forEach((part) => mend("unplug", part));
  for (const [line, kind] of Object.entries(lines)) mend(kind, line);
  if (!on) context.send({ do: "power", on: true });
}

export function create(root, context) {
  const box = tools(context);
  const parts = plugs(context);
  const matrix = wires(context);
  const bounce = slider(context, "bounce", "bounce-ms", { min: 0, max: 15, step: 1 }, (ms) => `${ms} ms`);
  const reach = slider(context, "reach", "reach", { min: 0.3, max: 0.7, step: 0.05 }, (far) => `${Math.round(far * 100)} %`);
  const supply = power(context);
  const mend = make("button", { "data-t": "clear faults", "data-testid": "clear-faults", on: { click: () => mendAll(context) } });
  root.append(box.root, matrix.root, parts.root, make("section", {}, make("h2", { "data-t": "magnets" }), bounce.root, reach.root), supply.root,
    make("div", { class: "row" }, mend));
  return {
    show({ faults }) {
      parts.show(faults);
      matrix.show();
      bounce.show(faults.bounce_ms);
      reach.show(faults.reach);
      supply.show(faults.power);
    },
    words: () => { box.words(); matrix.words(); },
  };
}
