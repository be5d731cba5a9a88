// @ts-check
/**
 * The arbiters' log: who did what, when, to which boards, and what these answered; the newest first.
 *
 * It is asked for again and again while it is open. Refuses to know what an act does.
 */
import { openDialog } from "/static/kit/dialog.js";
import { make } from "/static/kit/dom.js";
import { t } from "/static/kit/i18n.js";
import { acting, ask } from "/static/access.js";
import { boardName, ownName } from "./card.js";

const ASKS_MS = 5000;
/** So many boards of an act are named. */
const NAMED_MOST = 8;

export async function openLog(page) {
  const { dialog, body } = await openDialog("log", t("hallLog"));
  dialog.classList.add("wide");
  const [said, rows] = [make("p", { role: "status", class: "soft" }), make("ol", { class: "log", "data-testid": "log" })];
  body.replaceChildren(said, rows);
  let drawn = "";

  async function show() {
    const reply = await ask("hall/acts");
    if (reply.status !== 200) return void (said.textContent = reply.status ? reply.words : t("hallLost"));
    const { acts } = reply.told;
    said.textContent = acts.length ? "" : t("hallNothingDone");
    const text = JSON.stringify(acts);
    if (text !== drawn) rows.replaceChildren(...acts.map((act) => row(act, page.cards)));
    drawn = text;
  }

  const asking = setInterval(() => acting() && show(), ASKS_MS);
  dialog.addEventListener("close", () => clearInterval(asking), { once: true });
  await show();
}

function row({ at_s, who, what, boards, answer }, cards) {
  const at = new Date(at_s * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleString(undefined, { timeStyle: "medium", hourCycle: "h23", ...(isToday ? {} : { dateStyle: "short" }) });
  const known = boards.map((id) => cards.get(id) ?? { id });
  const named = known.length > NAMED_MOST ? t("hallBoards", { count: known.length }) : known.map(ownName).join(", ");
  const where = make("span", { class: "log-boards", title: known.map(boardName).join(", ") }, ...(known.length ? [`→ ${named}`] : []));
  const done = answer ? [make("p", "log-answer", answer)] : [];
  return make("li", {}, make("time", { class: "soft", datetime: at.toISOString() }, time), make("b", {}, who || "–"), make("span", { class: "log-what", translate: "no" }, what), where, ...done);
}
