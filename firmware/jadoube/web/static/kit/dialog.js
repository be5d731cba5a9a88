// @ts-check
/**
 * A dialog that looks alike on every page: a title, a way to close it, and what is in it.
 *
 *     const { dialog, body } = await openDialog("new-game", t("newGame"));
 *     body.replaceChildren(...);
 *     if (await confirmed(t("endsGame"))) ...                a question, with yes and no
 *
 * It is made when it is first opened, with its style sheet, and is found by `data-testid="NAME-dialog"`. Escape and a
 * press beside it close it. Refuses to know what is in it.
 */
import { make } from "./dom.js";
import { t } from "./i18n.js";

/** @type {Promise<void>|null} */
let styled = null;

/** The style sheet is there before the first dialog is seen. */
function style() {
  styled ??= new Promise((done) => {
    const link = make("link", { rel: "stylesheet", href: "/static/kit/kit.css", on: { load: () => done(), error: () => done() } });
    document.head.append(link);
  });
  return styled;
}

/**
 * Open the dialog of this name. One that is open already is filled anew.
 * @param {string} name @param {string} title
 * @returns {Promise<{dialog: HTMLDialogElement, body: HTMLElement}>}
 */
export async function openDialog(name, title) {
  await style();
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector(`[data-testid="${name}-dialog"]`) ?? made(name));
  const heading = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
  heading.textContent = title;
  /** @type {HTMLElement} */ (dialog.querySelector("[data-shuts]")).setAttribute("aria-label", t("close"));
  if (!dialog.open) dialog.showModal();
  heading.focus();
  return { dialog, body: /** @type {HTMLElement} */ (dialog.querySelector(".kit-body")) };
}

/** Ask before something is done; a dialog that is closed is a no. @param {string} words @returns {Promise<boolean>} */
export async function confirmed(words) {
  const { dialog, body } = await openDialog("confirm", words);
  return new Promise((done) => {
    const answer = (/** @type {"yes"|"no"} */ what) => ({ "data-testid": `confirm-${what}`, on: { click: () => dialog.close(what) } });
    const yes = make("button", { class: "main", ...answer("yes") }, t("yes"));
    dialog.returnValue = "";
    body.replaceChildren(make("div", "kit-row", yes, make("button", answer("no"), t("cancel"))));
    yes.focus();
    dialog.addEventListener("close", () => (body.replaceChildren(), done(dialog.returnValue === "yes")), { once: true });
  });
}

function made(name) {
  const close = make("button", { type: "button", class: "kit-close", "data-shuts": true, "data-testid": `${name}-close` }, "✕");
  const title = make("h2", { id: `${name}-title`, tabindex: -1 });
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "kit", "data-testid": `${name}-dialog`, "aria-labelledby": `${name}-title` },
    make("div", "kit-head", title, close), make("div", "kit-body")));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}
