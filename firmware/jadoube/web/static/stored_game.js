// @ts-check
/**
 * One stored game: its board, its scoresheet, its times, and what is known of it.
 *
 * Open to whoever has its address. Refuses to know the rules: each ply comes with the squares that it changes.
 */
import { createAnalysis } from "./analysis.js";
import { createCorrection, tellCorrections } from "./correction.js";
import { WALK_KEYS, createBoard, marksOf, positionAfter, timeText } from "./kit/board.js";
import { SIDES, createSheet, numbered } from "./around.js";
import { loadPart } from "./kit/connection.js";
import { byId, make, toast, write } from "./kit/dom.js";
import { onSwipe } from "./kit/swipe.js";
import { ask } from "./access.js";
import { bothPlayers, shownPlayer } from "./kit/players.js";
import { inWords, sideName, spoken, t } from "./kit/i18n.js";

let stored = /** @type {any} */ (null);
let looking = 0;
let flipped = false;
let notation = "figurines";
let board = /** @type {any} */ (null);
let sheet = /** @type {any} */ (null);
let analysis = /** @type {any} */ (null);
let correction = /** @type {any} */ (null);
/** The game as it would be if it was corrected so; null: it is shown as it is. */
let tried = /** @type {any} */ (null);

const shownGame = () => tried ?? stored.game;

/** Show the game of this id, from its end, or from the ply in the address (`#12`). */
export async function open(id, settings) {
  ({ notation, flipped } = { flipped: false, ...settings });
  const reply = await ask(`games/${id}`);
  if (reply.status !== 200) return missing(reply);
  stored = reply.told;
  const { plies } = stored.game;
  looking = Math.min(Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? plies.length), plies.length);
  tellCorrections(stored.game);
  board = createBoard(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("board"))));
  sheet = createSheet(lookAt);
  analysis = createAnalysis(id, stored.game, { look: lookAt, changed: show });
  correction = createCorrection(id, stored.game, { preview, saved });
  const download = /** @type {HTMLAnchorElement} */ (byId("download"));
  download.href = `/api/v1/games/${id}.pgn`;
  download.download = `${id}.pgn`;
  for (const [name, does] of Object.entries(DOES)) byId(name).addEventListener("click", does);
  document.addEventListener("keydown", pressed);
  onSwipe(byId("board"), (steps) => lookAt(looking + steps));
  showWhatIsKnown();
  show();
}

/** Show how the game would be, null as it is, at this ply. */
function preview(game, ply) {
  tried = game;
  lookAt(ply);
}

/** The game is another one now: all of it is asked for anew. */
function saved(ply) {
  location.hash = `#${ply}`;
  location.reload();
}

/** In words, in the place of the game. */
function missing({ status, words }) {
  const line = make("p", "standing", status === 404 ? t("noSuchGame") : words);
  line.dataset.testid = "missing";
  byId("stage").replaceChildren(byId("stage").querySelector(".bar") ?? "", line);
  byId("stage").className = "library";
}

function showWhatIsKnown() {
  const { event, site, round, board: number, date, eco, opening, result, game } = stored;
  const place = [event, site !== event && site, round && `${t("round")} ${round}`, number && `${t("boardNumber")} ${number}`];
  const when = date && !date.startsWith("?") ? date : "";
  write(byId("event"), [...place, when].filter(Boolean).join(" · "));
  write(byId("words"), [RESULTS[result] ?? result, endingOf(game.tags?.Termination ?? "")].filter(Boolean).join(" · "));
  write(byId("opening"), [eco, opening].filter(Boolean).join(" "));
  byId("opening").hidden = !eco && !opening;
  for (const side of SIDES) {
    write(byId(`side-${side}`).querySelector(".name"), shownPlayer(stored[side], sideName(side)));
    write(byId(`side-${side}`).querySelector(".score"), scoreOf(side, result));
    write(byId(`side-${side}`).querySelector(".notes"), [stored[side]?.rating, stored[side]?.federation].filter(Boolean).join(" · "));
  }
  document.title = bothPlayers(stored);
}

/** Why a game is over, by PGN's own words; what others have written there is shown as it is. */
const ENDINGS = {
  adjudication: "endedByArbiter",
  "time forfeit": "endedOnTime",
  "rules infraction": "endedByIllegal",
  abandoned: "endedByLeaving",
  unterminated: "notEnded",
};

const endingOf = (termination) => (termination === "normal" ? "" : termination in ENDINGS ? t(ENDINGS[termination]) : termination);

const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "*": "–" };

function scoreOf(side, result) {
  if (result === "1/2-1/2") return "½";
  return result === "1-0" || result === "0-1" ? String(Number((result === "1-0") === (side === "white"))) : "";
}

function show() {
  const game = shownGame();
  const position = positionAfter(game, looking);
  board.setTurned(flipped);
  board.setPosition(position);
  board.setMarks(marksOf(game, looking, []));
  byId("stage").classList.toggle("black-below", flipped);
  const where = looking ? t("after", { move: numbered(game, looking, "letters") }) : t("start");
  board.describe(t("at", { where }));
  byId("pieces").replaceChildren(...inWords(position).map((line) => make("p", "", line)));
  sheet.show(game, looking === game.plies.length ? null : looking, notation);
  if (!tried) analysis.show(looking, notation);
  if (!tried) correction.show(looking, notation);
  for (const side of SIDES) showTime(side, game);
  for (const id of ["first", "previous"]) byId(id).toggleAttribute("disabled", looking === 0);
  for (const id of ["next", "last"]) byId(id).toggleAttribute("disabled", looking === game.plies.length);
}

/** What a side's clock showed after its last ply, as far as the game says it. */
function showTime(side, game) {
  const last = game.plies.slice(0, looking).filter((ply) => ply.side === side && ply.left_ms !== null).pop();
  const clock = byId(`side-${side}`).querySelector(".clock");
  clock?.classList.toggle("none", !last);
  write(clock?.querySelector(".time"), last ? timeText(last.left_ms, 0, false) : "");
}

/** @param {number|null} ply */
function lookAt(ply) {
  const length = shownGame().plies.length;
  looking = Math.max(0, Math.min(ply ?? length, length));
  show();
  if (looking) byId("live").textContent = spoken(shownGame().plies[looking - 1].san);
}

async function share() {
  const parts = await loadPart(new URL("./share.js", import.meta.url), () => toast(t("notLoaded")));
  parts?.openShare(`games/${stored.id}`);
}

const DOES = {
  share,
  first: () => lookAt(0),
  previous: () => lookAt(looking - 1),
  next: () => lookAt(looking + 1),
  last: () => lookAt(null),
  flip: () => {
    flipped = !flipped;
    show();
  },
};

const KEYS = { ...WALK_KEYS, f: "flip" };

function pressed(event) {
  const does = DOES[KEYS[event.key]];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  does();
}
