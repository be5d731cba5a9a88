// @ts-check
/**
 * The page of stored games: `/games` lists them, `/game/ID` shows one.
 *
 * The language and the looks are those that were chosen on the companion. Decides which of the two is shown.
 * Refuses to know what is on either (game_list.js, stored_game.js).
 */
import { byId, make } from "./kit/dom.js";
import { fill, setLanguage, t } from "./kit/i18n.js";
import { remembered } from "./kit/remember.js";

async function begin() {
  const settings = { language: "", theme: "auto", notation: "figurines", ...remembered() };
  await setLanguage(new URLSearchParams(location.search).get("lang") || settings.language || navigator.language);
  if (settings.theme !== "auto") document.documentElement.dataset.theme = settings.theme;
  fill(document);
  const [, id] = /^\/game\/([\w-]+)$/.exec(location.pathname) ?? [];
  document.title = `${t("library")} · J’adoube`;
  byId(id ? "stage" : "library").hidden = false;
  try {
    if (id) await (await import("./stored_game.js")).open(id, settings);
    else (await import("./game_list.js")).open();
    document.body.classList.remove("waits"); // from now on a click is heard
  } catch {
    document.body.append(make("p", "toast", t("failed")));
  }
}

begin();
