// @ts-check
/**
 * The devices that may act, for the owner: which role each has, since when, and ending the right of one.
 *
 *     const list = createPhones();
 *     list.open(dialog);     asks for them now, and again until the dialog is closed
 *     list.node              stands in the dialog
 *
 * Refuses to know how a device gets its right, and what it may order.
 */
import { ask, roles } from "./access.js";
import { button, confirmBox } from "./fields.js";
import { make } from "./kit/dom.js";
import { t } from "./kit/i18n.js";
import { roleName } from "./role_words.js";
import { whenUnpressed } from "./unpressed.js";

const EVERY_MS = 3000;

export function createPhones() {
  const node = make("section", { class: "group phones", "data-testid": "phones" });
  let phones = /** @type {any[]} */ ([]);
  /** What came of the last one that was ended, if it failed. */
  let wrong = "";
  /** The number of the one that waits for a yes; 0: none. */
  let asked = 0;
  let shown = "";

  async function refresh() {
    if (!roles().includes("owner")) return redraw();
    const reply = await ask("phones");
    if (reply.status === 200) phones = reply.told.phones;
    redrawSoon();
  }

  const redrawSoon = whenUnpressed(node, redraw);

  /** Drawn anew only where something else is to be seen, so that the focus stays. */
  function redraw() {
    const lines = phones.map((phone) => [phone.number, since(phone)]);
    const now = JSON.stringify([lines, asked, wrong, roles()]);
    if (now === shown) return;
    shown = now;
    const others = wrong ? [make("p", { class: "answer refused", role: "status" }, `✕ ${wrong}`)] : [];
    node.hidden = !roles().includes("owner") || !phones.length;
    node.replaceChildren(make("h3", "", t("phones")), ...others, make("ul", "games", ...phones.map(phoneRow)));
  }

  function phoneRow(phone) {
    const kind = phone.kind === "Macintosh" ? "Mac" : phone.kind || t("phoneUnknown");
    const words = t("phone", { number: phone.number, role: roleName(phone.role), kind });
    const about = make("span", "about soft", since(phone));
    const line = make("div", "game", make("strong", "players", words), about);
    const tested = { "data-testid": `phone-${phone.number}` };
    if (phone.number === asked) return make("li", tested, confirmBox(t("phoneEndSure", { number: phone.number }), () => endRight(phone.number), () => choose(0)));
    return make("li", { class: "game-row", ...tested }, line, ...(phone.is_this ? [] : [endButton(phone.number, words)]));
  }

  function endButton(number, words) {
    const end = button("phoneEnd", () => choose(number), `phone-end-${number}`, "plain");
    end.setAttribute("aria-label", `${t("phoneEnd")}: ${words}`);
    return end;
  }

  function choose(number) {
    asked = number;
    wrong = "";
    redraw();
    /** @type {HTMLElement|null} */ (node.querySelector("[data-testid=confirm-yes]"))?.focus();
  }

  async function endRight(number) {
    asked = 0;
    const reply = await ask(`phones/${number}`, "DELETE");
    wrong = reply.status === 200 ? "" : reply.words;
    await refresh();
  }

  return {
    node,
    refresh,
    /** @param {HTMLElement} dialog */
    open(dialog) {
      [asked, wrong, shown] = [0, "", ""];
      refresh();
      const asking = setInterval(() => document.hidden || refresh(), EVERY_MS);
      dialog.addEventListener("close", () => clearInterval(asking), { once: true });
    },
  };
}

/** How long ago a device has joined, and whether it is this one. */
function since({ joined_s: seconds, is_this: own }) {
  const minutes = Math.floor(seconds / 60);
  const long = minutes < 60 ? t("phoneMinutes", { count: minutes }) : t("phoneHours", { count: Math.floor(minutes / 60) });
  return [minutes ? long : t("phoneNow"), ...(own ? [t("phoneThis")] : [])].join(" · ");
}
