// @ts-check
/**
 * The reader's language: the words of the pages, and the board's own words as they are printed in it.
 *
 *     await setLanguage("de");          a language that is not there is English
 *     t("newPlies", { count: 3 })       what stands in braces is filled in
 *     plyCount(1)                       "1 ply", "3 plies"
 *     said({ en: "…", fr: "…" })        the board's own words, in the language that was chosen
 *     spoken("Nxf3+")                   a move as it is read aloud: "cavalier prend f3, échec"
 *     inWords({ e1: "K", e8: "k" })     a position as it is read aloud
 *     written("Nxf3+", "letters")       as it is written: "Cxf3+"; with "figurines": "♘xf3+"
 *
 * A language is one file in `languages/`, loaded when somebody reads it. To add one, write the file on the model of
 * `en.js` and name it here. Refuses to know where on a page a word stands.
 */

/** The languages by their codes, as each calls itself. */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" };

/** With the sign that asks for a letter and not for a coloured picture. */
const FIGURINES = { K: "♔\ufe0e", Q: "♕\ufe0e", R: "♖\ufe0e", B: "♗\ufe0e", N: "♘\ufe0e", P: "♙\ufe0e" };

/** @typedef {typeof import("./languages/en.js").default} Table */
/** @type {{code: string, table: Table, words: {[key: string]: string}}} */
let chosen = { code: "en", table: /** @type {any} */ ({ print: (text) => text, pieces: {}, letters: {} }), words: {} };
let asked = "";

/** The code of a language that is there: by its first two letters, else English. @param {string} wanted */
const codeOf = (wanted) => (Object.hasOwn(LANGUAGES, wanted.slice(0, 2).toLowerCase()) ? wanted.slice(0, 2).toLowerCase() : "en");

/**
 * Take a language; of several that are asked for at once, the last. One that cannot be loaded now is not taken.
 * @param {string} wanted a code such as "fr" or "fr-CH" @param {"desk"|"hall"|""} [page] the page's own section of the table
 */
export async function setLanguage(wanted, page = "") {
  const code = codeOf(wanted);
  asked = code;
  const table = await import(`./languages/${code}.js`).then((module) => module.default, () => null);
  if (asked !== code || !table) return;
  chosen = { code, table, words: { ...table.words, ...table[page] } };
  document.documentElement.lang = code;
}

export const language = () => chosen.code;

/** The language after this one, in their order. */
export function nextLanguage() {
  const codes = Object.keys(LANGUAGES);
  return codes[(codes.indexOf(chosen.code) + 1) % codes.length];
}

/** Whether the page has a word for what the board names; else it does not show it. @param {string} name */
export const isWord = (name) => Object.hasOwn(chosen.words, name);

/** The words of a key. @param {string} key @param {{[name: string]: string|number}} [filled] */
export const t = (key, filled = {}) =>
  chosen.table.print(chosen.words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(filled[name] ?? ""));

/** So many plies, in the language's singular or plural. @param {number} count */
export const plyCount = (count) => t(new Intl.PluralRules(chosen.code).select(count) === "one" ? "onePly" : "plies", { count });

/** The board's own words, by language, each a text or several; or already a text. */
export function said(words) {
  if (!words || typeof words === "string") return words ?? "";
  const text = words[chosen.code] ?? words.en ?? "";
  return Array.isArray(text) ? text.map(chosen.table.print) : chosen.table.print(text);
}

/** What the lamps mean, by their names. */
export const lamps = () => chosen.table.lamps;

/** @param {"white"|"black"} side */
export const sideName = (side) => chosen.table.print(chosen.table.words[side]);

/** @param {string} letter of a FEN, either case */
export const pieceName = (letter) => chosen.table.pieces[letter.toUpperCase()] ?? "";

/** @param {string} letter of a FEN, either case */
export const figurine = (letter) => FIGURINES[letter.toUpperCase()] ?? "";

const ORDER = "KQRBNP";

/** Who stands where, a sentence a side. @param {{[square: string]: string}} position squares and letters of a FEN */
export function inWords(position) {
  return ["white", "black"].map((side) => {
    const own = Object.entries(position).filter(([, piece]) => (piece === piece.toUpperCase()) === (side === "white"));
    own.sort(([, one], [, other]) => ORDER.indexOf(one.toUpperCase()) - ORDER.indexOf(other.toUpperCase()));
    const pieces = own.map(([square, piece]) => `${pieceName(piece)} ${square}`).join(", ");
    return pieces && t("withPieces", { side: sideName(/** @type {any} */ (side)), pieces });
  }).filter(Boolean);
}

/** A move as it is written, with figurines or with the language's letters; "--" is a reading that has no move there. */
export function written(san, notation = "letters") {
  if (san === "--") return t("noMove");
  const letters = notation === "figurines" ? FIGURINES : chosen.table.letters;
  return san.replace(/[KQRBN]/g, (letter) => letters[letter] ?? letter);
}

const SAN = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?/;

/** A move as it is read aloud. */
export function spoken(san) {
  const ends = san.endsWith("#") ? [t("checkmate")] : san.endsWith("+") ? [t("check")] : [];
  if (san.startsWith("O-O")) return [t(san.startsWith("O-O-O") ? "castlesLong" : "castlesShort"), ...ends].join(", ");
  const found = SAN.exec(san);
  if (!found) return written(san);
  const [, piece = "P", from, takes, square, promoted] = found;
  const mover = [pieceName(piece), from].filter(Boolean).join(" ");
  const goes = takes || from ? t(takes ? "captures" : "goesTo", { piece: mover, square }) : `${mover} ${square}`;
  return [goes, ...(promoted ? [t("promotesTo", { piece: pieceName(promoted) })] : []), ...ends].join(", ");
}

/** Fill in all words below a root: `data-t` is a text, `data-label` a name and a tip, `data-placeholder` an example. */
export function fill(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-placeholder]")) node.placeholder = t(node.dataset.placeholder);
  for (const node of root.querySelectorAll("[data-label]")) {
    const words = t(node.dataset.label);
    node.setAttribute("aria-label", words);
    if (node.matches("button, a")) node.title = words;
  }
}
