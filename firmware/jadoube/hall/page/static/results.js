// @ts-check
/**
 * The results that an arbiter says: of a pairing without a board, and instead of a game's. Those of an earlier round stand
 * in a table of their own, beside its files. Refuses to know which result counts.
 */
import { make } from "/static/kit/dom.js";
import { t } from "/static/kit/i18n.js";
import { acting, ask } from "/static/access.js";

/** A result as it is read. @param {string} result */
export const shown = (result) => (result || "").replace("1/2-1/2", "½-½");

/** Where an arbiter says the result of a pairing. @param {any} each @param {(each: any, result: string) => void} record */
export function resultCell(each, record, testid = `result-${each.number}`) {
  const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": `${t("hallResult")} ${each.number}`, "data-testid": testid },
    ...["", "1-0", "0-1", "1/2-1/2"].map((result) => new Option(shown(result) || "–", result, false, result === each.result))));
  select.addEventListener("change", () => {
    select.blur();
    record(each, select.value);
  });
  return make("td", "ended", select);
}

/** The results of an earlier round, each to be corrected. @param {string} round @param {(each: any, result: string) => void} record */
export async function earlierRound(round, record) {
  const reply = acting() ? await ask(`hall/round?${new URLSearchParams({ round })}`) : { status: 0 };
  if (reply.status !== 200) return [];
  const cell = (text) => make("td", {}, text || "–");
  const rows = reply.told.boards.map((each) =>
    make("tr", {}, make("th", { scope: "row" }, each.number), cell(each.white), cell(each.black), resultCell(each, record, `earlier-${each.number}`)));
  const heads = ["boardNumber", "white", "black", "hallResult"].map((key) => make("th", { scope: "col" }, t(key)));
  const caption = make("caption", {}, `${t("round")} ${round}`);
  return [make("table", { "data-testid": "earlier-round" }, caption, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))];
}
