// @ts-check
/**
 * How a reader wants the page: language, light or dark, how moves are written. It is kept in the browser.
 *
 * The page begins anew with what was chosen. Refuses to know what is shown.
 */
import { openDialog } from "/static/kit/dialog.js";
import { make } from "/static/kit/dom.js";
import { LANGUAGES, language, t } from "/static/kit/i18n.js";

/** @param {any} page */
export async function openSettings({ settings, keepSetting }) {
  const { body } = await openDialog("settings", t("settings"));

  function group(name, words, choices, now) {
    const buttons = Object.entries(choices).map(([value, text]) =>
      make("button", { type: "button", "aria-pressed": String(value === now), "data-testid": `${name}-${value}`, lang: name === "language" ? value : null,
        on: { click: () => choose(name, value) } }, text));
    return make("fieldset", {}, make("legend", {}, words), make("div", "kit-choice", ...buttons));
  }

  function choose(name, value) {
    keepSetting(name, value);
    location.reload();
  }

  body.replaceChildren(make("div", "kit-form",
    group("language", t("language"), LANGUAGES, language()),
    group("theme", t("theme"), { auto: t("themeAuto"), light: t("themeLight"), dark: t("themeDark") }, settings.theme),
    group("notation", t("notation"), { figurines: "♘f3", letters: t("letters") }, settings.notation)));
}
