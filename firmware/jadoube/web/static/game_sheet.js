// @ts-check
/**
 * "New game" on the companion: the PIN if it is not known yet, the sheet, and its orders, one after the other.
 *
 * The first order that is refused ends it, and is said in the board's words; what was done before stays. Refuses to know
 * what is on the sheet (kit/new_game.js).
 */
import { openDialog } from "./kit/dialog.js";
import { make } from "./kit/dom.js";
import { t } from "./kit/i18n.js";
import { openNewGame, orders } from "./kit/new_game.js";
import { postOrder, token } from "./access.js";
import { playersLike } from "./known_players.js";
import { pinForm } from "./pin.js";

/** After so long the orders are given anyway, and the board says why not. */
const BEGINS_MS = 10_000;

/**
 * @param {{message: any}} page @param {{rematch?: boolean, lichess?: () => void}} how `rematch`: with the other colours
 */
export async function open(page, { rematch = false, lichess } = {}) {
  if (!token()) return askForPin(() => open(page, { rematch, lichess }));
  await openNewGame({ message: page.message, rematch, suggest: playersLike, now: () => page.message, begin: (game) => begin(page, game), lichess });
}

async function askForPin(then) {
  const { body } = await openDialog("new-game", t("newGame"));
  const wrong = make("p", { class: "kit-answer", role: "alert" });
  body.replaceChildren(pinForm(then, (words) => (wrong.textContent = words)), wrong);
}

async function begin(page, game) {
  if (page.message.can?.["new game"]) {
    const reply = await postOrder("new game");
    if (reply.status !== 200) return reply.words;
    await untilSettingUp(page);
  }
  for (const order of orders(game, page.message)) {
    const reply = await postOrder(order);
    if (reply.status !== 200) return reply.words;
  }
  return "";
}

/** The next game is there a moment after it was asked for: only then time and rules can be agreed on. */
function untilSettingUp(page) {
  return new Promise((done) => {
    const look = () => {
      if (page.message.phase === "setting up") end();
    };
    const end = () => {
      removeEventListener("shown", look);
      clearTimeout(late);
      done(null);
    };
    const late = setTimeout(end, BEGINS_MS);
    addEventListener("shown", look);
    look();
  });
}
