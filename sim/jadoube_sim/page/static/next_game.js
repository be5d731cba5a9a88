// "New game" on the desk: the sheet of the web kit, and what hands and orders make of it.
//
// Hands set the pieces up, so the clock can start at once. What the board refuses is said by the page, as every refusal.

import { openNewGame, orders } from "/static/kit/new_game.js";

/** What a game begins with that nobody has said anything about; `null` is said in any case. */
const plain = ({ rules, control }) => ({ settings: { rules, control_text: control, hints: null, opponent: "off", level: null }, names: {} });

/** Open the sheet; with `rematch` the players have the other colours. */
export function openSheet({ send, view }, rematch = false) {
  return openNewGame({ message: view(), rematch, button: "beginNow", begin: (game) => begin(send, view(), game) });
}

async function begin(send, view, game) {
  send({ do: "new", control: game.control, rules: game.rules });
  const said = orders(game, plain(game));
  const engine = game.opponent === "off" && view.settings?.opponent !== "off" ? ["opponent off"] : [];
  const hints = game.hints === Boolean(view.settings?.hints) ? [] : [`hints ${game.hints ? "on" : "off"}`];
  for (const order of [...said.filter((each) => !each.startsWith("hints")), ...hints, ...engine]) send({ do: "order", order });
  if (game.control !== "none") send({ do: "order", order: "play" });
  return "";
}
