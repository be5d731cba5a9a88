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
  const broken = found.incomplete.filter(({ error }) => error);
  const failed = broken.map(({ id, message }) => `${id}: ${message}`);
  return { violations: nodes(found.violations), undecided: nodes(contrast), failed };
}"""

_TEXT = """(selector) => {
  const node = document.querySelector(selector);
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const isText = (each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim();
  const words = node && [...node.childNodes].find(isText);
  const range = document.createRange();
  if (words) range.selectNodeContents(words);
  const box = words && range.getBoundingClientRect();
  const modal = document.querySelector("dialog:modal");
  const inside = box && node.checkVisibility()
    && box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0
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

_WORST = """async ([colour, ...pictures]) => {
  const read = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const paint = canvas.getContext("2d", { willReadFrequently: true });
    paint.drawImage(image, 0, 0);
    return [paint, paint.getImageData(0, 0, image.width, image.height)];
  };
  const [[, with_text], [paint, without]] = await Promise.all(pictures.map(read));
  const [{ data: seen, width, height }, { data: ground }] = [with_text, without];
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  const text = paint.getImageData(0, 0, 1, 1).data;
  const linear = (part) => (part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const bright = (rgb, at) =>
    0.2126 * linear(rgb[at]) + 0.7152 * linear(rgb[at + 1]) + 0.0722 * linear(rgb[at + 2]);
  const apart = (at) =>
    [0, 1, 2].reduce((sum, part) => sum + Math.abs(seen[at + part] - ground[at + part]), 0);
  const painted = Array.from({ length: width * height }, (_, index) => apart(index * 4));
  const most = painted.reduce((one, other) => Math.max(one, other), 0);
  if (most < 12) return 1;
  const inside = (x, y) => x >= 0 && y >= 0 && x < width && y < height;
  const glyph = (x, y) => inside(x, y) && painted[y * width + x] > most / 3;
  const own = bright(text, 0);
  const all = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (![-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => glyph(x + dx, y + dy)))) continue;
      const other = bright(ground, (y * width + x) * 4);
      all.push((Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
    }
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length / 20)];
}"""
"""The contrast to the ground under a text's letters and next to them, from a picture with it and one without.

95 of 100 pixels have as much: single pixels are edges of what lies beneath. 1 if no text is to be seen."""


def faults(page: Page, blank: Page) -> list[str]:
    """Return what is wrong on a page as it is now, a line each. Pixels are read on `blank`, an empty page."""
    page.evaluate(AXE)
    found = page.evaluate(_RUN)
    assert found["failed"] == [], "axe has given up a rule, and so has looked at nothing"
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
    pictures = [page.screenshot(clip=text["box"])]
    page.evaluate(_PAINT, [target, "transparent"])
    pictures.append(page.screenshot(clip=text["box"]))
    page.evaluate(_PAINT, [target, ""])
    worst = blank.evaluate(_WORST, [text["colour"], *(base64.b64encode(each).decode() for each in pictures)])
    least = 3 if text["large"] else LEAST
    return "" if worst >= least else f"contrast {worst:.1f}, expected {least}: {target}"
