// @ts-check
/**
 * Correcting a stored game, for the arbiter and who has the PIN: a ply was another one than was read.
 *
 *     const correction = createCorrection(id, game, { preview, saved });
 *     correction.show(ply, notation);    offers it for the ply that is shown
 *
 * The board says what may have been played, and which later ply does not fit then: that is asked for next. `preview` shows
 * the game as it would be, null as it is; `saved` is called when it stands so. Refuses to know the rules.
 */
import { ask, isFor, token } from "./access.js";
import { numbered } from "./around.js";
import { button, row, select } from "./fields.js";
import { byId, make } from "./kit/dom.js";
import { t, written } from "./kit/i18n.js";
import { pinForm } from "./pin.js";

/**
 * @param {string} id @param {any} game
 * @param {{preview: (game: any, ply: number) => void, saved: (ply: number) => void}} page
 */
export function createCorrection(id, game, { preview, saved }) {
  const place = byId("correction");
  /** What was played, by the number of the ply; empty: not known yet. */
  let wanted = /** @type {{[ply: string]: string}} */ ({});
  let begun = 0;
  let shown = 0;
  let notation = "figurines";

  const move = (ply) => numbered(game, ply, notation);

  /** What the board says to the plies so far; with `save` it shall stand so. */
  async function submit(save = false) {
    if (!token()) return askPin(() => submit(save));
    const [plies, ply] = [wanted, begun];
    const reply = await ask(`games/${id}/correction`, "POST", { plies, save });
    if (save && reply.status === 200) return saved(ply);
    if (plies !== wanted) return; // it was given up meanwhile
    if (reply.status === 401) return askPin(() => submit(save));
    if (reply.status !== 200) return draw(make("p", { class: "answer refused", role: "status" }, `✕ ${reply.words}`), cancelRow());
    const { changed, stuck } = reply.told;
    if (!changed.length && !stuck) return end();
    preview(changed.length ? reply.told.game : null, stuck ? stuck.ply - 1 : begun);
    if (stuck) draw(...question(stuck));
    else draw(...summary(reply.told));
  }

  function askPin(then) {
    const why = make("p", "answer");
    draw(why, pinForm(then, (wrong) => (why.textContent = wrong)), cancelRow());
  }

  /** What was played in the place of a ply. */
  function question({ ply, choices }) {
    const key = ply === begun ? "insteadOf" : choices.length ? "doesNotFit" : "overBefore";
    const words = make("p", { "data-testid": "correction-question" }, make("strong", "", t(key, { move: move(ply) })));
    const likely = choices.filter((each) => each.likely).map(({ san }) => choiceButton(ply, san));
    const others = choices.filter((each) => !each.likely).map(({ san }) => san).sort();
    return [words, row(...likely), ...(others.length ? [row(otherChoice(ply, others))] : []), cancelRow()];
  }

  function choiceButton(ply, san) {
    return make("button", { "data-testid": `played-${san}`, on: { click: () => choose(ply, san) } }, written(san, notation));
  }

  function otherChoice(ply, sans) {
    const field = select(["", ...sans], "", "played-other", (san) => (san ? written(san, notation) : t("otherMove")));
    field.setAttribute("aria-label", t("otherMove"));
    field.addEventListener("change", () => field.value && choose(ply, field.value));
    return field;
  }

  function choose(ply, san) {
    wanted[ply] = san;
    submit();
  }

  /** Every ply that will be another one, before it is done. */
  function summary({ changed, game: corrected }) {
    const lines = changed.map(({ ply, san, read }) => {
      const key = !read ? "asReadAgain" : read === san ? "fromElsewhere" : "insteadRead";
      return make("li", "", t(key, { move: numbered(corrected, ply, notation), read: written(read, notation) }));
    });
    const yes = button("correctGame", () => submit(true), "correction-save", "main");
    return [make("ul", { class: "changes", "data-testid": "correction-changes" }, ...lines), row(yes, cancelButton()), make("p", "soft", t("correctMeans"))];
  }

  const cancelButton = () => button("giveUp", end, "correction-cancel");
  const cancelRow = () => row(cancelButton());

  function end() {
    wanted = {};
    begun = 0;
    preview(null, shown);
    offer();
  }

  function draw(...nodes) {
    place.replaceChildren(...nodes);
    place.hidden = false;
    /** @type {HTMLElement|null} */ (place.querySelector("button, select, input"))?.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }

  function begin() {
    begun = shown;
    wanted = { [shown]: "" };
    submit();
  }

  /** The button, for a ply that can be corrected. */
  function offer() {
    const ply = game.plies[shown - 1];
    place.hidden = !ply || ply.irregular || !isFor("arbiter", "owner");
    if (place.hidden) return place.replaceChildren();
    const words = t("notPlayed", { move: move(shown) });
    place.replaceChildren(make("button", { "data-testid": "correction-open", on: { click: begin } }, words));
  }

  return {
    /** @param {number} ply @param {string} way of writing moves */
    show(ply, way) {
      if (begun) return;
      [shown, notation] = [ply, way];
      offer();
    },
  };
}

/** Tell in the scoresheet which plies were corrected, and by whom. */
export function tellCorrections(game) {
  for (const ply of game.plies) {
    if (!ply.corrected) continue;
    const { read, by } = ply.corrected;
    const key = by === "arbiter" ? "correctedByArbiter" : by === "owner" ? "correctedByOwner" : "corrected";
    ply.acts = { en: [t(key, { read: written(read, "letters") })] };
  }
}
