"""Axe in a page: what it finds wrong for people who hear pages, use keys, or see little contrast.

Where axe cannot tell a contrast (a gradient, a picture behind the text), it is computed here from pixels.
"""

import base64
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

AXE: Final = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")

LEAST: Final = 4.5
"""The contrast of text to its ground (WCAG 2.2, 1.4.3); of large text, 3."""

_RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations", "incomplete"] });
  const nodes = (rules) => rules.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => [id, target.join(" "), html.slice(0, 120)]));
  const contrast = found.incomplete.filter(({ id }) => id === "color-contrast");
  return { violations: nodes(found.violations), undecided: nodes(contrast) };
}"""

_TEXT = """(selector) => {
  const node = document.querySelector(selector);
  const isText = (each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim();
  const words = node && [...node.childNodes].find(isText);
  const range = document.createRange();
  if (words) range.selectNodeContents(words);
  const box = words && range.getBoundingClientRect();
  const modal = document.querySelector("dialog:modal");
  const inside = box && box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0
    && box.right <= innerWidth && box.bottom <= innerHeight && (!modal || modal.contains(node));
  const seenAt = ([x, y]) => {
    const over = document.elementFromPoint(x, y);
    return over && (node.contains(over) || over.contains(node) || node.ownerSVGElement?.contains(over));
  };
  const corners = inside && [[box.x + 1, box.y + 1], [box.right - 1, box.bottom - 1]];
  if (!corners || !corners.every(seenAt)) return null;
  const style = getComputedStyle(node);
  const size = parseFloat(style.fontSize);
  return {
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    colour: node.namespaceURI.endsWith("svg") ? style.fill : style.color,
    large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
  };
}"""
"""A text and its own box; null where nobody sees it: outside the window, behind a dialog or another part."""

_PAINT = """([selector, colour]) => {
  const { style } = document.querySelector(selector);
  [style.color, style.fill] = [colour, colour];
}"""

_WORST = """async ([colour, png]) => {
  const canvas = document.createElement("canvas");
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  [canvas.width, canvas.height] = [image.width, image.height];
  const paint = canvas.getContext("2d");
  paint.drawImage(image, 0, 0);
  const ground = paint.getImageData(0, 0, image.width, image.height).data;
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  const text = paint.getImageData(0, 0, 1, 1).data;
  const linear = (part) => (part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const bright = (rgb, at) =>
    0.2126 * linear(rgb[at]) + 0.7152 * linear(rgb[at + 1]) + 0.0722 * linear(rgb[at + 2]);
  const own = bright(text, 0);
  const all = [];
  for (let at = 0; at < ground.length; at += 4) {
    const other = bright(ground, at);
    all.push((Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length / 20)];
}"""
"""The contrast that 95 of 100 pixels of the ground have: single pixels are edges of what lies beneath."""


def faults(page: Page, blank: Page) -> list[str]:
    """Return what is wrong on a page as it is now, a line each. Pixels are read on `blank`, an empty page."""
    page.evaluate(AXE)
    found = page.evaluate(_RUN)
    wrong = [f"{rule}: {target}: {html}" for rule, target, html in found["violations"]]
    for _, target, _ in found["undecided"]:
        contrast = _contrast(page, blank, target)
        if contrast:
            wrong.append(contrast)
    return wrong


def _contrast(page: Page, blank: Page, target: str) -> str:
    """What is wrong with the contrast of a text that axe left undecided; nothing if it is not to be seen."""
    text: dict[str, Any] | None = page.evaluate(_TEXT, target)
    if text is None:
        return ""
    page.evaluate(_PAINT, [target, "transparent"])
    png = page.screenshot(clip=text["box"])
    page.evaluate(_PAINT, [target, ""])
    worst = blank.evaluate(_WORST, [text["colour"], base64.b64encode(png).decode()])
    least = 3 if text["large"] else LEAST
    return "" if worst >= least else f"contrast {worst:.1f}, expected {least}: {target}"
