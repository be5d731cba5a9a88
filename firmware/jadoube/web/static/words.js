// @ts-check
/**
 * The page's own words, in each language; a table for each, with the same keys (a test compares them).
 *     setLanguage("fr");
 *     t("newPlies", { count: 3 })       what stands in braces is filled in
 *     said({ en: "…", fr: "…" })        the board's own words, in the language that was chosen
 *     spoken("Nxf3+")                   a move as it is read aloud: "cavalier prend f3, échec"
 *     written("Nxf3+", "letters")       as it is written: "Cxf3+"; with "figurines": "♘xf3+"
 * French typography: a no-break space stands before double signs, in the board's words as in the page's.
 * Refuses to know where on the page a word stands.
 */

/** @typedef {"en"|"fr"} Language */
const EN = {
  act: "Act",
  accept: "Accept the draw",
  after: "after {move}",
  alternative: "Show another reading",
  arbiter: "Arbiter’s hand",
  asTime: "as h:mm:ss",
  at: "Position {where}.",
  backToLive: "Back to live",
  black: "Black",
  blackToMove: "Black to move",
  board: "Board",
  broadcast: "Broadcast",
  brightness: "Brightness of the lamps",
  cancel: "No",
  captures: "{piece} takes {square}",
  goesTo: "{piece} to {square}",
  castlesLong: "castles queenside",
  castlesShort: "castles kingside",
  check: "check",
  checkmate: "checkmate",
  claim: "Claim a draw",
  click: "Sound of each press",
  clockOf: "{side}’s clock",
  close: "Close",
  connecting: "connecting",
  control: "Time control",
  controlOther: "or another",
  copied: "The PGN is copied.",
  copyFailed: "This browser does not let the PGN be copied: download it.",
  copyPgn: "Copy the PGN",
  counter: "The next move is number",
  decline: "Decline the draw",
  delayed: "delay {seconds} s",
  doneNothing: "done",
  downloadPgn: "Download the PGN",
  failed: "The board does not answer.",
  fideBlitz: "fide-blitz (rapid and blitz)",
  first: "To the start",
  flagFell: "flag fell",
  flip: "Turn the board round",
  forget: "Forget the PIN",
  helpEnds: "to the start, to live",
  helpLanguage: "English or French",
  helpWalk: "a ply back, a ply on",
  howMany: "how many",
  hints: "Hints: lamps where a lifted piece may go",
  hurry: "The PIN was wrong. Wait {seconds} s.",
  inPlace: "Everything answers: reeds, lamps and faces.",
  keyEnd: "End",
  keyHome: "Home",
  keys: "Keys and signs",
  language: "Language",
  last: "To live",
  leaveTv: "Leave the full screen",
  letters: "Nf3",
  level: "Strength of the engine, in Elo",
  library: "Library",
  live: "live",
  lost: "The board does not answer; trying again.",
  machine: "The board",
  mayBe: "or {moves}",
  missing: "Put back {piece}",
  more: "More",
  moves: "Moves made by",
  movesToGo: "moves to go: {count}",
  names: "Names",
  needsPin: "Looking is open to all. To give orders, type the PIN that the board shows.",
  newGame: "New game",
  newPlies: "{count} new",
  next: "A ply on",
  noClock: "none",
  nobody: "nobody",
  noMove: "no move",
  noMoves: "No move yet.",
  notation: "Moves are written",
  offer: "Offer a draw",
  offersDraw: "offers a draw",
  opponent: "A chess engine plays",
  teacher: "A teacher warns after a blunder",
  old: "This page is older than the board",
  oldWhy: "The board has been renewed and speaks a language that this page does not know yet.",
  otherReading: "It was {move}",
  past: "You are looking at {move}.",
  pastStart: "You are looking at the start.",
  pause: "Stop the clocks",
  paused: "paused",
  penalty: "Penalty for",
  period: "Period of",
  pin: "PIN",
  pinWhere: "Where it is: stop the clock, press ok for the menu, go to PAGE with plus and minus, press ok. The two faces show address and PIN.",
  play: "Let the clocks run",
  illegalCosts: "Penalty",
  illegalIsFree: "No penalty",
  plusTime: "More time for",
  previous: "A ply back",
  promote: "Promotion",
  promotesTo: "promotes to {piece}",
  reading: "Reading",
  reload: "Reload",
  reopen: "Reopen the game",
  resign: "Resign",
  restore: "Back to the position {where}",
  restoreHow: "To go back to another position, walk to it on the page first.",
  result: "The result is",
  rules: "Rules",
  running: "running",
  seconds: "seconds",
  says: ": ",
  sending: "Sending…",
  set: "Set",
  setTime: "Clock of",
  settings: "Settings",
  settingsLater: "What is not offered here can be chosen before a game.",
  sheet: "Scoresheet",
  signs: "Signs on the squares",
  sound: "Sound",
  start: "at the start",
  status: "How things stand",
  sure: "Send this order to the board?",
  takeBack: "Take back",
  asItStands: "As it stands",
  irregular: "irregular",
  takenBack: "taken back",
  theGame: "The game",
  theme: "Light or dark",
  themeAuto: "Automatic",
  themeDark: "Dark",
  themeLight: "Light",
  periods: "byo-yomi: {count}",
  toMove: "to move",
  tooMuch: "Take away {square}",
  troubles: "Trouble: {count}",
  tv: "Full screen for a television",
  unanswered: "The board did not answer. Look whether it was done.",
  undo: "Undo the last order",
  hint: "A hint: a good move",
  wrong: "That was wrong",
  wrongMeans: "The board has read something wrong: this marks the instant for the bug report, and changes nothing.",
  unlock: "Unlock",
  verdict: "The arbiter’s verdict",
  walk: "Walk through the game",
  which: "which one",
  white: "White",
  whiteToMove: "White to move",
  withPieces: "{side}: {pieces}.",
  yes: "Yes",
};

/** @type {typeof EN} */
const FR = {
  act: "Agir",
  accept: "Accepter la nulle",
  after: "après {move}",
  alternative: "Montrer une autre lecture",
  arbiter: "Main de l’arbitre",
  asTime: "en h:mm:ss",
  at: "Position {where}.",
  backToLive: "Revenir au direct",
  black: "Noirs",
  blackToMove: "Trait aux Noirs",
  board: "Échiquier",
  broadcast: "Retransmission",
  brightness: "Luminosité des lampes",
  cancel: "Non",
  captures: "{piece} prend {square}",
  goesTo: "{piece} en {square}",
  castlesLong: "grand roque",
  castlesShort: "petit roque",
  check: "échec",
  checkmate: "échec et mat",
  claim: "Réclamer la nulle",
  click: "Son de chaque appui",
  clockOf: "Pendule : {side}",
  close: "Fermer",
  connecting: "connexion",
  control: "Cadence",
  controlOther: "ou une autre",
  copied: "Le PGN est copié.",
  copyFailed: "Ce navigateur ne permet pas de copier le PGN : téléchargez-le.",
  copyPgn: "Copier le PGN",
  counter: "Le prochain coup porte le numéro",
  decline: "Refuser la nulle",
  delayed: "délai {seconds} s",
  doneNothing: "c’est fait",
  downloadPgn: "Télécharger le PGN",
  failed: "L’échiquier ne répond pas.",
  fideBlitz: "fide-blitz (rapide et blitz)",
  first: "Au début",
  flagFell: "drapeau tombé",
  flip: "Retourner l’échiquier",
  forget: "Oublier le code",
  helpEnds: "au début, au direct",
  helpLanguage: "anglais ou français",
  helpWalk: "un demi-coup en arrière, en avant",
  howMany: "combien",
  hints: "Aides : lampes là où la pièce levée peut aller",
  hurry: "Le code était faux. Attendez {seconds} s.",
  inPlace: "Tout répond : contacts, lampes et afficheurs.",
  keyEnd: "Fin",
  keyHome: "Début",
  keys: "Touches et signes",
  language: "Langue",
  last: "Au direct",
  leaveTv: "Quitter le plein écran",
  letters: "Cf3",
  level: "Force du moteur, en Elo",
  library: "Bibliothèque",
  live: "en direct",
  lost: "L’échiquier ne répond pas ; nouvel essai en cours.",
  machine: "L’échiquier",
  mayBe: "ou {moves}",
  missing: "Remettre {piece}",
  more: "Plus",
  moves: "Coups des",
  movesToGo: "coups à jouer : {count}",
  names: "Noms",
  needsPin: "Regarder est permis à tous. Pour donner des ordres, tapez le code que montre l’échiquier.",
  newGame: "Nouvelle partie",
  newPlies: "{count} de plus",
  next: "Un demi-coup en avant",
  noClock: "aucune",
  nobody: "personne",
  noMove: "aucun coup",
  noMoves: "Aucun coup pour l’instant.",
  notation: "Les coups s’écrivent",
  offer: "Proposer la nulle",
  offersDraw: "nulle proposée",
  opponent: "Un moteur d’échecs joue",
  teacher: "Un professeur signale les gaffes",
  old: "Cette page est plus ancienne que l’échiquier",
  oldWhy: "L’échiquier a été renouvelé et parle une langue que cette page ne connaît pas encore.",
  otherReading: "C’était {move}",
  past: "Vous regardez {move}.",
  pastStart: "Vous regardez le début.",
  pause: "Arrêter la pendule",
  paused: "en pause",
  penalty: "Pénalité aux",
  period: "Période des",
  pin: "Code",
  pinWhere: "Où le trouver : arrêtez la pendule, appuyez sur ok pour le menu, allez à PAGE avec plus et moins, appuyez sur ok. Les deux afficheurs montrent l’adresse et le code.",
  play: "Remettre la pendule en marche",
  illegalCosts: "Pénalité",
  illegalIsFree: "Pas de pénalité",
  plusTime: "Ajouter aux",
  previous: "Un demi-coup en arrière",
  promote: "Promotion",
  promotesTo: "promu en {piece}",
  reading: "Lecture",
  reload: "Recharger",
  reopen: "Rouvrir la partie",
  resign: "Abandonner",
  restore: "Revenir à la position {where}",
  restoreHow: "Pour revenir à une autre position, affichez-la d’abord sur la page.",
  result: "Le résultat est",
  rules: "Règlement",
  running: "en marche",
  seconds: "secondes",
  says: " : ",
  sending: "Envoi…",
  set: "Régler",
  setTime: "Pendule des",
  settings: "Réglages",
  settingsLater: "Ce qui n’est pas proposé ici se choisit avant une partie.",
  sheet: "Feuille de partie",
  signs: "Signes sur les cases",
  sound: "Son",
  start: "au début",
  status: "Où en est la partie",
  sure: "Envoyer cet ordre à l’échiquier ?",
  takeBack: "Reprendre le coup",
  asItStands: "Position telle quelle",
  irregular: "irrégulier",
  takenBack: "coup repris",
  theGame: "La partie",
  theme: "Clair ou sombre",
  themeAuto: "Automatique",
  themeDark: "Sombre",
  themeLight: "Clair",
  periods: "byo-yomi : {count}",
  toMove: "au trait",
  tooMuch: "Libérer {square}",
  troubles: "Problèmes : {count}",
  tv: "Plein écran pour un téléviseur",
  unanswered: "L’échiquier n’a pas répondu. Voyez s’il l’a fait.",
  undo: "Annuler le dernier ordre",
  hint: "Un conseil : un bon coup",
  wrong: "C’était faux",
  wrongMeans: "L’échiquier a mal lu : marque l’instant pour le rapport d’erreur, et ne change rien.",
  unlock: "Déverrouiller",
  verdict: "Décision de l’arbitre",
  walk: "Parcourir la partie",
  which: "laquelle",
  white: "Blancs",
  whiteToMove: "Trait aux Blancs",
  withPieces: "{side} : {pieces}.",
  yes: "Oui",
};

const PIECES = {
  en: { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" },
  fr: { K: "roi", Q: "dame", R: "tour", B: "fou", N: "cavalier", P: "pion" },
};
const FRENCH_LETTERS = { K: "R", Q: "D", R: "T", B: "F", N: "C" };
/** With the sign that asks for a letter and not for a coloured picture. */
const FIGURINES = { K: "♔\ufe0e", Q: "♕\ufe0e", R: "♖\ufe0e", B: "♗\ufe0e", N: "♘\ufe0e", P: "♙\ufe0e" };

/** @type {{[language in Language]: typeof EN}} */
const TABLES = { en: EN, fr: FR };

/** @type {Language} */
let chosen = "en";

/** @param {string} language @returns {Language} one that is there */
export function setLanguage(language) {
  chosen = language.toLowerCase().startsWith("fr") ? "fr" : "en";
  document.documentElement.lang = chosen;
  return chosen;
}

export const language = () => chosen;

/** Take the words of a part that is loaded later: a table for each language. */
export function addWords(english, french) {
  Object.assign(EN, english);
  Object.assign(FR, french);
}

/** Whether the page has a word for what the board names; else it does not show it. @param {string} name */
export const isWord = (name) => Object.hasOwn(EN, name);

/** @param {string} key @param {{[name: string]: string|number}} [filled] */
export const t = (key, filled = {}) =>
  typeset(TABLES[chosen][key].replace(/\{(\w+)\}/g, (_, name) => String(filled[name] ?? "")));

/** The board's own words: {en, fr}, each a text or several; or already a text. */
export function said(words) {
  if (!words || typeof words === "string") return words ?? "";
  const text = words[chosen] ?? words.en ?? "";
  return Array.isArray(text) ? text.map(typeset) : typeset(text);
}

/** French has a space beside double signs, at which no line may end; and apostrophes are curved. */
function typeset(text) {
  if (chosen !== "fr") return text;
  return text.replace(/ ([:;?!»])/g, "\u00a0$1").replaceAll("« ", "«\u00a0").replaceAll("'", "’");
}

/** @param {"white"|"black"} side */
export const sideName = (side) => t(side);

/** @param {string} letter of a FEN, either case */
export const pieceName = (letter) => PIECES[chosen][letter.toUpperCase()] ?? "";

/** @param {string} letter of a FEN, either case */
export const figurine = (letter) => FIGURINES[letter.toUpperCase()] ?? "";

/** A move as it is written; "--" is a reading that has no move there. */
export function written(san, notation) {
  if (san === "--") return t("noMove");
  const letters = notation === "figurines" ? FIGURINES : chosen === "fr" ? FRENCH_LETTERS : {};
  return san.replace(/[KQRBN]/g, (letter) => letters[letter] ?? letter);
}

const SAN = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?/;

/** A move as it is read aloud. */
export function spoken(san) {
  const ends = san.endsWith("#") ? [t("checkmate")] : san.endsWith("+") ? [t("check")] : [];
  if (san.startsWith("O-O")) return [t(san.startsWith("O-O-O") ? "castlesLong" : "castlesShort"), ...ends].join(", ");
  const found = SAN.exec(san);
  if (!found) return written(san, "letters");
  const [, piece = "P", from, takes, square, promoted] = found;
  const mover = [pieceName(piece), from].filter(Boolean).join(" ");
  const goes = takes || from ? t(takes ? "captures" : "goesTo", { piece: mover, square }) : `${mover} ${square}`;
  return [goes, ...(promoted ? [t("promotesTo", { piece: pieceName(promoted) })] : []), ...ends].join(", ");
}

/** Fill in all words of a part of the page: `data-t` is a text, `data-label` a name and a tip. */
export function fill(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-label]")) {
    const words = t(node.dataset.label);
    node.setAttribute("aria-label", words);
    if (node.matches("button, a")) node.title = words;
  }
}
