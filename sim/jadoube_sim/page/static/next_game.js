// "New game" on the desk: the sheet of the web kit, and what hands and orders make of it.
//
// Hands set the pieces up, so the clock can start at once. A board that is set up anew has forgotten names, hints and
// opponent: what was chosen is compared with the new game. What the board refuses is said by the page, as every refusal.

import { openNewGame, orders } from "/static/kit/new_game.js";

/** Open the sheet; with `rematch` the players have the other colours. */
export function openSheet(context, rematch = false) {
  const lichess = () => context.openAsOwner("lichess"); // its panel is on the board's page
  return openNewGame({ message: context.view(), rematch, button: "beginNow", begin: (game) => begin(context, game), lichess });
}

async function begin({ send, view, until }, game) {
  const before = view().game_id;
  send({ do: "new", control: game.control, rules: game.rules });
  await until(({ game_id: now }) => now !== before);
  for (const order of orders(game, view())) send({ do: "order", order });
  if (game.control !== "none") send({ do: "order", order: "play" });
  return "";
}
