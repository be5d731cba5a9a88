// @ts-check
/**
 * The game to take home: a code to scan, the PGN, and Lichess.
 *     showShare(element, message)      puts a button into the element; a tap opens what there is
 *     openShare("games/0123456789ab")  the same of a stored game
 *
 * Loaded at the end of a game. The board says what is in the code and where Lichess is (`/api/v1/share`). Nothing is
 * asked of Lichess before a tap: then this browser sends it the game, and nothing else. Refuses to know the game.
 */
import { openDialog } from "./kit/dialog.js";
import { make, svgImage } from "./kit/dom.js";
import { said, t } from "./kit/i18n.js";

const LICHESS_MS = 20_000;

/**
 * Offer the game of this message. It may be called for each message: what is there already stays.
 * @param {HTMLElement} element @param {any} _message
 */
export function showShare(element, _message) {
  let button = element.querySelector("button");
  if (!button) {
    button = /** @type {HTMLButtonElement} */ (make("button", "main"));
    button.dataset.testid = "share-open";
    button.addEventListener("click", () => openShare());
    element.replaceChildren(button);
  }
  if (button.textContent !== t("shareGame")) button.textContent = t("shareGame");
}

/** @param {string} [game] the path of a stored game; empty: the game of now */
export async function openShare(game = "") {
  const { body } = await openDialog("share", t("shareGame"));
  body.replaceChildren(); // what it had before may be of another game
  body.replaceChildren(make("div", "share kit-form", ...(await parts(game))));
}

/** All that the dialog has; a sentence if the board does not answer. */
async function parts(game) {
  let shared;
  try {
    const answer = await fetch(`/api/v1/${game && `${game}/`}share`);
    if (!answer.ok) throw new Error(answer.statusText);
    shared = await answer.json();
  } catch {
    return [make("p", "", t("failed"))];
  }
  const notes = shared.notes.map((note) => make("p", "share-note", said(note)));
  return [...code(shared), ...notes, links(shared, game), ...importing(shared.lichess)];
}

function code({ kind, qr_svg }) {
  if (!qr_svg) return [];
  const image = svgImage(qr_svg, { alt: t("shareCode"), "data-testid": "share-code" });
  return [make("figure", "code", image, make("figcaption", "", t(kind === "moves" ? "shareCodeMoves" : "shareCodeAddress")))];
}

function links({ lichess }, game) {
  const pgn = link(`/api/v1/${game || "game"}.pgn`, t("shareDownload"), "share-pgn");
  pgn.download = "game.pgn";
  return make("div", "row", pgn, ...(lichess.open ? [elsewhere(lichess.open, t("shareOpen"), "share-lichess")] : []));
}

function link(href, text, testid) {
  const made = /** @type {HTMLAnchorElement} */ (make("a", "button grow", text));
  made.href = href;
  made.dataset.testid = testid;
  return made;
}

function elsewhere(href, text, testid) {
  const made = link(href, text, testid);
  Object.assign(made, { target: "_blank", rel: "noopener noreferrer" });
  return made;
}

function importing(lichess) {
  if (!lichess.import) return [];
  const button = /** @type {HTMLButtonElement} */ (make("button", "grow", t("shareImport")));
  button.dataset.testid = "share-import";
  const answer = make("p", "answer");
  answer.setAttribute("role", "status");
  answer.dataset.testid = "share-answer";
  button.addEventListener("click", async () => {
    button.disabled = true;
    answer.replaceChildren(t("shareSending"));
    const told = await send(lichess);
    button.disabled = told.length > 1; // it is there: once is enough
    answer.replaceChildren(...told);
  });
  return [make("div", "group", make("div", "row", button), make("p", "soft", t("shareAbout")), answer)];
}

/** Send the game to Lichess, without cookies; what came of it. */
async function send(lichess) {
  try {
    const answer = await fetch(lichess.import, {
      method: "POST",
      body: new URLSearchParams({ pgn: lichess.pgn }),
      headers: { Accept: "application/json" },
      credentials: "omit",
      signal: AbortSignal.timeout(LICHESS_MS),
    });
    if (answer.status === 429) return [t("shareOften")];
    const { url } = answer.ok ? await answer.json() : { url: "" };
    if (!answer.ok || new URL(url).origin !== new URL(lichess.import).origin) return [t("shareRefused")];
    return [`${t("shareDone")} `, elsewhere(url, t("shareOpen"), "share-imported")];
  } catch {
    return [t("shareAway")];
  }
}
