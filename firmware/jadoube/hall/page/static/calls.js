// @ts-check
/**
 * Calls for the arbiter, at the top of the page: the most urgent first, then the oldest; those that one has seen at the end.
 *
 *     const calls = createCalls(byId("calls"), { go, see, passed, isLoud });
 *     calls.show(cards, hall);     those on the boards' cards, and those of the hall itself
 *
 * A new call sounds, where somebody wants to hear it. Refuses to know how a call is seen to.
 */
import { make } from "/static/kit/dom.js";
import { t } from "/static/kit/i18n.js";
import { play } from "/static/kit/sounds.js";
import { ageText, fullName, namesOf, needWords, told } from "./card.js";

/** As the hall's server orders them (hall/page/calls.py). */
const URGENCY = ["illegal", "flag", "help", "claim", "lost", "seat", "nowhere", "doubt", "machine"];
/** Pairings without a board: a call of the hall itself. */
const NOWHERE = "nowhere";
const SHOWN_MOST = 24;
const AGES_MS = 10_000;

const urgency = ({ need }) => (URGENCY.indexOf(need) + 1 || URGENCY.length + 1);

/**
 * @param {HTMLElement} root
 * @param {{go: (id: string) => void, see: (id: string, key: string) => void, passed: (at_ms: number) => number, isLoud: () => boolean, tell: (words: string) => void}} page
 */
export function createCalls(root, { go, see, passed, isLoud, tell }) {
  let heard = /** @type {Set<string>|null} */ (null); // what came with the page is not new
  let drawn = "";
  let now = /** @type {{card: any, call: any}[]} */ ([]);
  const list = make("ul", "call-list");
  const more = make("p", "soft");
  root.append(list, more);

  function row({ card, call }) {
    const need = call.need === NOWHERE ? "" : needWords(call.need); // there the words say all
    const words = [need, told(call.said)].filter(Boolean);
    const who = make("span", "call-names", namesOf(card));
    const open = make("button", { class: "call-open", "data-testid": `call-${card.id || "hall"}`, on: { click: () => go(card.id) } },
      make("b", "call-number", fullName(card)), ...words.map((text, at) => make("span", at ? "call-said" : "call-words", text)), who,
      make("span", "call-age", call.seen_by ? t("hallSeenBy", { name: call.seen_by }) : ageText(passed(call.since_ms))));
    const done = make("button", { class: "call-see plain", "data-testid": `see-${card.id || "hall"}`, "aria-label": `${t("hallSee")}: ${[fullName(card), ...words].join(", ")}`, on: { click: () => see(card.id, call.key) } }, t("hallSee"));
    done.hidden = Boolean(call.seen_by);
    return make("li", { class: "call", "data-need": call.need, "data-seen": Boolean(call.seen_by) }, open, done);
  }

  function draw() {
    const text = JSON.stringify(now.map(({ card, call }) => [card.id, call, namesOf(card), fullName(card), ageText(passed(call.since_ms))]));
    if (text === drawn) return;
    drawn = text;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.testid;
    root.hidden = !now.length;
    list.replaceChildren(...now.slice(0, SHOWN_MOST).map(row));
    more.textContent = now.length > SHOWN_MOST ? t("hallMoreCalls", { count: now.length - SHOWN_MOST }) : "";
    if (focused) /** @type {HTMLElement|null} */ (root.querySelector(`[data-testid="${focused}"]`))?.focus();
  }

  /** Say and sound what has come since the last time. */
  function announce() {
    const keys = new Set(now.filter(({ call }) => !call.seen_by).map(({ card, call }) => `${card.id} ${call.key}`));
    const news = now.filter(({ card, call }) => heard && !call.seen_by && !heard.has(`${card.id} ${call.key}`));
    heard = keys;
    if (!news.length) return;
    tell(news.map(({ card, call }) => `${fullName(card)}: ${needWords(call.need)}`).join(". "));
    if (isLoud()) play("check");
  }

  setInterval(draw, AGES_MS);

  return {
    /** @param {Iterable<any>} cards @param {any[]} hall */
    show(cards, hall) {
      now = [...cards, { id: "", name: t("round"), calls: hall }].flatMap((card) => (card.calls ?? []).map((call) => ({ card, call })));
      now.sort((one, other) => Number(Boolean(one.call.seen_by)) - Number(Boolean(other.call.seen_by))
        || urgency(one.call) - urgency(other.call) || one.call.since_ms - other.call.since_ms);
      announce();
      draw();
    },
    /** The line was lost: what comes next is not new. */
    forget: () => (heard = null),
  };
}
