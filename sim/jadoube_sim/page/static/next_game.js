// "New game" on the desk: the sheet of the web kit, and what hands and orders make of it.
//
// Hands set the pieces up, so the clock can start at once. A board that is set up anew has forgotten names, hints and
// opponent: what was chosen is compared with the new game. The first thing that is refused ends it, and the sheet says it
// in the board's words. Refuses to know what is on the sheet.

import { byId } from "/static/kit/dom.js";
import { openNewGame, orders } from "/static/kit/new_game.js";

/** Open the sheet; with `rematch` the players have the other colours. */
export async function openSheet(context, rematch = false) {
  const { view, watchLine } = context;
  const lichess = () => context.openAsOwner("lichess"); // its panel is on the board's page
  const button = (timed) => (timed ? "beginNow" : "beginUntimed");
  const sheet = await openNewGame({ message: view(), rematch, button, now: view, watchLine, begin: (game) => begin(context, game), lichess });
  sheet.addEventListener("close", keepFocus, { once: true });
}

/** The button that opened the sheet may be gone with the game that was over: then keys go to the board. */
function keepFocus() {
  if (document.activeElement === document.body) byId("board").focus();
}

async function begin(context, game) {
  const refused = await setUp(context, game);
  return refused || game.control === "none" ? refused : context.ask({ do: "order", order: "play" });
}

/** Set up the pieces for this game, and agree on it; gives what was refused, in words, or "". */
export async function setUp({ ask, view, until }, game) {
  const before = view().game_id;
  const refused = await ask({ do: "new", control: game.control, rules: game.rules });
  if (refused) return refused;
  await until(({ game_id: now }) => now !== before);
  for (const order of orders(game, view())) {
    const why = await ask({ do: "order", order });
    if (why) return why;
  }
  return "";
}
