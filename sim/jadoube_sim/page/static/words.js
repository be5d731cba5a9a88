// What the page says in English, the other languages when they are wanted, and the elements that bear the words.
//
// All languages have the same keys; a test holds that. What the board says comes in each language from the
// board. An element with `data-t` bears the words of that key, one with `data-t-label` is called by them.

const WORDS = { en: {
  "time": "time",
  "sound": "sound",
  "theme": "light or dark",
  "language": "Français",
  "help": "help",
  "companion": "companion",
  "board": "The board. Arrow keys move over the squares, Enter lifts and sets down, P leaves a piece hanging, Shift with an arrow slides.",
  "sheet": "scoresheet",
  "hands": "Hands",
  "trouble": "Trouble",
  "below": "Below",
  "game": "Game",
  "connected": "connected",
  "connecting": "connecting",
  "lost": "the board does not answer; trying again",
  "mode free": "your hands",
  "mode hands": "hands play",
  "mode replay": "a sensor log",
  "no power": "no power",
  "box": "the box",
  "empty": "empty",
  "cursor": "{0}: {1}",
  "nothing here": "nothing to lift here",
  "lifted": "{0} lifted",
  "stands": "{0}: {1}",
  "hangs": "{0} hangs in the air",
  "held elsewhere": "another page holds this piece",
  "too long": "Too long: the desk reads a million letters at most.",
  "piece P": "white pawn",
  "piece N": "white knight",
  "piece B": "white bishop",
  "piece R": "white rook",
  "piece Q": "white queen",
  "piece K": "white king",
  "piece p": "black pawn",
  "piece n": "black knight",
  "piece b": "black bishop",
  "piece r": "black rook",
  "piece q": "black queen",
  "piece k": "black king",
  "piece ?": "a piece",
  "button white": "White's lever",
  "button black": "Black's lever",
  "button back": "back",
  "button minus": "minus",
  "button play": "play",
  "button plus": "plus",
  "button ok": "ok",
  "player white": "White",
  "player black": "Black",
  "white": "White",
  "black": "Black",
  // the scoresheet
  "no moves": "No moves yet. Move a piece.",
  "which": "Which was it?",
  "copy": "Copy",
  "copied": "Copied",
  "save": "Save",
  "pgn": "PGN",
  // hands
  "hands play": "Let hands play a game",
  "game opera": "Morphy at the opera, 1858",
  "game special": "Every special move",
  "game own": "your PGN",
  "pgn here": "Paste a PGN here, or drop a file",
  "open file": "Open…",
  "which game": "game",
  "manner": "manner",
  "speed": "speed",
  "presses": "presses the lever",
  "play it": "Play it",
  "playing now": "Now playing",
  "pause": "Pause",
  "go": "Go on",
  "step": "Step",
  "take over": "Take over",
  "take over hint": "Or simply take a piece.",
  "of": "{0} of {1}",
  "done": "done",
  "sensor log": "Sensor log",
  "log hint": "All that reeds and buttons did, to replay it here or with jadoube replay.",
  "save log": "Save",
  "replay log": "Replay…",
  // trouble
  "break": "Break a reed",
  "break hint": "Choose a fault, then squares; once more mends it. Escape puts the tool away.",
  "fault open": "dead: always open",
  "fault closed": "welded: always closed",
  "fault flicker": "flickers",
  "fault diode": "diode missing",
  "using": "{0}: click squares",
  "broken": "{0}: {1}",
  "mended": "{0} is mended",
  "wires": "Wires of the matrix",
  "wire sound": "sound",
  "wire cut": "off its pin",
  "wire ground": "touches ground",
  "wire supply": "touches 3.3 V",
  "plugs": "Plugs",
  "part lamps": "lamps",
  "part white face": "White's face",
  "part black face": "Black's face",
  "part buzzer": "buzzer",
  "part reeds": "reeds",
  "magnets": "Reeds and magnets",
  "bounce": "bounce",
  "reach": "magnets",
  "weak": "weak",
  "strong": "strong",
  "power": "Power",
  "power on": "The board has power",
  "power off": "The power is cut",
  "cut line": "{0}, GPIO {1}: cut the wire, or mend it",
  "cut power": "Cut the power",
  "give power": "Power on",
  "clear faults": "Mend everything",
  // below the surface
  "reeds": "Reeds",
  "reeds closed": "closed",
  "reeds raw": "read",
  "reeds settled": "believed",
  "matrix": "Matrix",
  "matrix hint": "One row after the other is driven low; a closed reed pulls its column low. Click a line's name to cut its wire.",
  "ghost": "read, and no piece there",
  "missed": "a piece, and not read",
  "sweep": "sweep",
  "hypotheses": "Hypotheses",
  "no hypotheses": "None.",
  "rank": "rank",
  "fits": "fits the board",
  "latency": "From edge to lamp",
  "last": "last",
  "median": "median",
  "worst": "worst",
  "notes": "What the board said",
  "no notes": "Nothing yet.",
  // the game
  "new game": "New game",
  "opponent": "Opponent",
  "engine plays": "a chess engine plays",
  "engine off": "nobody",
  "engine white": "White",
  "engine black": "Black",
  "elo": "strength (Elo)",
  "opponent hint": "Make its move where the lamps are lit; then it is your turn. With a clock, press your lever after your move.",
  "time control": "time control",
  "own control": "or typed, such as 3+2 or 90 min + 30 s",
  "rule set": "rules",
  "fide-blitz": "fide-blitz (rapid and blitz)",
  "as before": "as before",
  "begin": "Set up and begin",
  "position": "Position",
  "fen": "FEN",
  "set up": "Set up",
  "castling": "Castling",
  "promotion": "Promotion",
  "start position": "Start",
  "endgame": "An endgame",
  "arrange": "As the reading says",
  "arrange hint": "Puts every piece where the board believes it is.",
  "orders": "Said in words",
  "order": "an order, such as result 1-0",
  "say": "Say it",
  "take back": "Take back",
  "undo": "Undo",
  "give hint": "Hint",
  "reopen": "Reopen the game",
  "verdict": "Illegal move:",
  "verdict penalty": "Penalty",
  "verdict none": "No penalty",
  "order resign": "{0} resigns",
  "order offer": "{0} offers a draw",
  "order accept": "{0} accepts",
  "order decline": "{0} declines",
  "order claim": "{0} claims a draw",
  "tidies": "A captured piece is taken off first and goes to the box",
  "tidies hint": "Without it, what is set down on a piece pushes it aside, and the reed never opens.",
  // help
  "help title": "How to play on it",
  "help lift": "Press on a piece to lift it; let go to set it down, on the board or beside it.",
  "help slide": "Hold Shift to slide it on the surface: it passes over the reeds on its way.",
  "help hang": "The right button, a long touch or P leaves a piece hanging in the air; press it to take it again. So two pieces can be in the air.",
  "help exact": "Hold Alt to let go exactly there, between squares too.",
  "help keyboard": "On the board: arrows move, Enter or Space lifts and sets down, Shift with an arrow slides.",
  "help levers": "1 and 2 are White's and Black's lever.",
  "help keys": "3 to 7 are the keys back, minus, play, plus, ok. Held counts.",
  "help trouble": "Under Trouble you break it on purpose; under Below you see what it reads.",
  "close": "Close",
} };

/** The other languages: each is loaded when somebody reads it. */
const OTHERS = { fr: () => import("./french.js") };

async function learn(name) {
  WORDS[name] ??= (await OTHERS[name]()).default;
}

const asked = () => [new URLSearchParams(location.search).get("lang"), localStorage.getItem("jadoube.lang"), navigator.language]
  .map((name) => (name ?? "").slice(0, 2)).find((name) => name in WORDS || name in OTHERS);

let language = asked() ?? "en";
await learn(language);

export const languageNow = () => language;

/** French as it is printed: curved apostrophes, and no break before high signs. */
const printed = (text) => (language === "fr" ? text.replaceAll("'", "’").replace(/ (?=[;:?!])/g, "\u00a0") : text);

/** The words of a key, its places filled in. */
export const t = (key, ...values) => printed(WORDS[language][key] ?? key).replace(/\{(\d)\}/g, (_, at) => values[at] ?? "");

/** What the board said in both languages, in that of the page: a text, or several. */
export const said = (both) => [both?.[language] ?? both?.en ?? []].flat().map(printed).join("; ");

const FRENCH_LETTERS = { N: "C", B: "F", R: "T", Q: "D", K: "R" };

/** A ply in the letters of the page's language. */
export const sanNow = (san) => (language === "fr" ? san.replace(/[NBRQK]/g, (letter) => FRENCH_LETTERS[letter]) : san);

/** Give all elements below a root the words that they bear. */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.tLabel);
  }
  for (const element of root.querySelectorAll("[data-t-placeholder]")) element.placeholder = t(element.dataset.tPlaceholder);
}

/** Take the other language, and remember it. */
export async function switchLanguage() {
  const other = language === "en" ? "fr" : "en";
  await learn(other);
  language = other;
  localStorage.setItem("jadoube.lang", language);
  document.documentElement.lang = language;
  translate();
}

/** Make an element: attributes, `on` for listeners by event, children that are elements or text. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  if (attributes["data-t"]) element.textContent = t(attributes["data-t"]);
  element.append(...children);
  return element;
}
