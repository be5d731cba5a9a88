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

_TEXTS = """([selectors, first]) => {
  if (first) document.querySelector(first)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return selectors.map((selector) => {
    const node = document.querySelector(selector);
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
      selector,
      box: [box.x, box.y, box.width, box.height].map(Math.round),
      colour: node.namespaceURI.endsWith("svg") ? style.fill : style.color,
      large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
    };
  });
}"""
"""Texts with their boxes; null where nobody sees one: outside the window, behind a dialog or another part."""

_PAINT = """([selectors, colour]) => selectors.forEach((selector) => {
  const { style } = document.querySelector(selector);
  [style.color, style.fill] = [colour, colour];
})"""

_WORST = """async ([texts, ...pictures]) => {
  const draw = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const paint = canvas.getContext("2d", { willReadFrequently: true });
    paint.drawImage(image, 0, 0);
    return paint;
  };
  const [with_texts, without] = await Promise.all(pictures.map(draw));
  const one = new OffscreenCanvas(1, 1).getContext("2d");
  const linear = (part) => (part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const bright = (rgb, at) =>
    0.2126 * linear(rgb[at]) + 0.7152 * linear(rgb[at + 1]) + 0.0722 * linear(rgb[at + 2]);
  return texts.map(({ box: [left, top, width, height], colour }) => {
    const read = (each) => each.getImageData(left, top, width, height).data;
    const [seen, ground] = [with_texts, without].map(read);
    one.fillStyle = colour;
    one.fillRect(0, 0, 1, 1);
    const own = bright(one.getImageData(0, 0, 1, 1).data, 0);
    const apart = (at) =>
      [0, 1, 2].reduce((sum, part) => sum + Math.abs(seen[at + part] - ground[at + part]), 0);
    const painted = Array.from({ length: width * height }, (_, index) => apart(index * 4));
    const most = painted.reduce((one, other) => Math.max(one, other), 0);
    if (most < 12) return 1;
    const inside = (x, y) => x >= 0 && y >= 0 && x < width && y < height;
    const glyph = (x, y) => inside(x, y) && painted[y * width + x] > most / 3;
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
  });
}"""
"""The contrast to the ground under each text's letters and next to them, from pictures with and without all.

95 of 100 pixels have as much: single pixels are edges of what lies beneath. 1 if a text is not to be seen."""


def faults(page: Page, blank: Page) -> list[str]:
    """Return what is wrong on a page as it is now, a line each. Pixels are read on `blank`, an empty page."""
    page.evaluate(AXE)
    found = page.evaluate(_RUN)
    assert found["failed"] == [], "axe has given up a rule, and so has looked at nothing"
    wrong = [f"{rule}: {target}: {html}" for rule, target, html in found["violations"]]
    pending, shown = list(dict.fromkeys(target for _, target, _ in found["undecided"])), ""
    while pending:
        for text, worst in _contrasts(page, blank, pending, shown):
            if worst > 1 or text["selector"] == shown:
                pending.remove(text["selector"])
                least = 3 if text["large"] else LEAST
                wrong += [f"contrast {worst:.1f}, expected {least}: {text['selector']}"] * (worst < least)
        pending = [target for target in pending if target != shown]
        shown = pending[0] if pending else ""
    return wrong


def _contrasts(page: Page, blank: Page, targets: list[str], shown: str) -> list[tuple[dict[str, Any], float]]:
    """The contrasts of those of these texts that are to be seen, after scrolling to `shown`."""
    texts = [text for text in page.evaluate(_TEXTS, [targets, shown]) if text]
    if not texts:
        return []
    selectors = [text["selector"] for text in texts]
    pictures = [page.screenshot()]
    page.evaluate(_PAINT, [selectors, "transparent"])
    pictures.append(page.screenshot())
    page.evaluate(_PAINT, [selectors, ""])
    coded = [base64.b64encode(each).decode() for each in pictures]
    return list(zip(texts, blank.evaluate(_WORST, [texts, *coded]), strict=True))
