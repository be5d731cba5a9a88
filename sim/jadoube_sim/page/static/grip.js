// The hands: what pointers and keys do to the pieces on the desk.
//
// Pressing a piece lifts it, letting go sets it down; Shift slides it on the surface; the right button, a long
// press or P leaves it hanging in the air. Who presses and lets go without moving keeps it in the hand: the next
// press says where it goes. The whole square takes the pointer. A piece is drawn where the hand is at once, the desk is told, and what
// the desk then says wins. It knows no rules of chess: pieces go wherever hands put them.

import { centre, slotFor, squareAt, FILES, TRAYS, TRAY_ROWS } from "./board.js";

const CARRY_MS = 50;
const SLIDE_MS = 8;
const SLIDE_STEP = 1 / 8;
const LONG_PRESS_MS = 650;
const SETTLE_MS = 700;
const TIDY_MS = 450;
/** How far a pointer moves before it carries, in squares; a finger is never quite still. */
const MOVED = 0.12;
const FINGER_MOVED = 0.25;

/** How far above a finger a carried piece is drawn, in pixels of the page. */
const FINGER_PX = 60;

const within = (value, low, high) => Math.min(high, Math.max(low, value));

/** Where the keyboard's cursor can be: the tray, the files, the tray. */
const COLUMNS = [...TRAYS.left.toReversed(), ...Array.from(FILES, (_, file) => file + 0.5), ...TRAYS.right];
const RANKS = Array.from(FILES, (_, rank) => rank + 0.5);

/** Pushes pieces along the surface by small steps, in step with time, so that no reed is jumped over. */
function createSlider(send) {
  const ways = new Map();
  let timer = null;

  function tick() {
    for (const [id, way] of ways) {
      const far = Math.hypot(way.to.x - way.x, way.to.y - way.y);
      const part = far > SLIDE_STEP ? SLIDE_STEP / far : 1;
      way.x += (way.to.x - way.x) * part;
      way.y += (way.to.y - way.y) * part;
      if (far > 0.001) send({ do: "slide", piece: id, x: way.x, y: way.y });
      if (part === 1 && way.ends) { ways.delete(id); way.ends(); }
    }
    if (!ways.size) { clearInterval(timer); timer = null; }
  }

  return {
    /** Push a piece from where it stands to a place; when it is there and that was the last, call `ends`. */
    to(id, from, to, ends = null) {
      const way = ways.get(id) ?? { x: from.x, y: from.y };
      ways.set(id, Object.assign(way, { to, ends }));
      timer ??= setInterval(tick, SLIDE_MS);
    },
    stop: (id) => ways.delete(id),
  };
}

/** Draws pieces that were let go where they were let go, until the desk shows them there, or too long. */
function createSettling(board) {
  const settling = new Map();
  const forget = (id) => { clearTimeout(settling.get(id)?.timer); settling.delete(id); board.release(id); };
  return {
    begin(id, x, y, up) {
      forget(id);
      board.hold(id, board.toView({ x, y }), up);
      settling.set(id, { x, y, up, timer: setTimeout(() => forget(id), SETTLE_MS) });
    },
    forget,
    /** Where a piece is shown that the desk does not show there yet; undefined if there is none such. */
    place: (id) => settling.get(id),
    drop(id) { clearTimeout(settling.get(id)?.timer); settling.delete(id); },
    all() { [...settling.keys()].forEach(forget); },
    check() {
      for (const [id, way] of settling) {
        const piece = board.piece(id);
        if (piece && piece.up === way.up && Math.hypot(piece.x - way.x, piece.y - way.y) < 0.6) forget(id);
      }
    },
  };
}

/** Lays pieces that were taken off into the box, as soon as one has seen it. */
function createTidying(context, board) {
  const pushed = new Map();
  function put(id) {
    const piece = board.piece(id);
    pushed.delete(id);
    if (!piece?.up || (piece.by && piece.by !== context.desk().you)) return;
    context.send({ do: "put", piece: id, ...slotFor(piece.kind, board.pieces()), exact: true });
  }
  return {
    expect: (id) => pushed.set(id, null),
    forget(id) { clearTimeout(pushed.get(id)); pushed.delete(id); },
    check() {
      for (const [id, timer] of pushed) {
        if (timer === null && board.piece(id)?.up) pushed.set(id, setTimeout(() => put(id), TIDY_MS));
      }
    },
  };
}

/** Give the page its hands; `context` sends, says and translates (page.js). */
export function createHands(board, context) {
  const grips = new Map();
  const { send } = context;
  const slider = createSlider(send);
  const settling = createSettling(board);
  const tidying = createTidying(context, board);
  const cursor = { column: 6, row: 3, pressed: false };
  const gripOf = (id) => [...grips.values()].find((grip) => grip.id === id);
  const nameOf = (at) => squareAt(at.x, at.y) ?? context.t("box");
  const inHand = () => grips.get("tap");

  function world(grip) {
    const at = board.toWorld(grip);
    return { x: within(at.x, -2, 10), y: within(at.y, -0.5, 8.5) };
  }

  // What a hand does with the piece that it holds

  function take(key, piece, at, { slides = false, finger = false } = {}) {
    if (context.desk().mode !== "free") send({ do: "takeover" });
    tidying.forget(piece.id);
    const shown = settling.place(piece.id) ?? piece;
    settling.drop(piece.id);
    slider.stop(piece.id);
    const { x, y } = board.toView(shown);
    const [dx, dy] = finger ? [0, 0] : [x - at.x, y - at.y];
    const grip = { key, id: piece.id, x, y, dx, dy, began: at, pointer: at, finger, up: !slides || shown.up, told: 0 };
    grips.set(key, grip);
    if (grip.up) send({ do: "lift", piece: piece.id });
    show(grip);
    return grip;
  }

  /** Draw what a hand holds; where it would stand is ringed for a finger, and while it waits in the hand. */
  function show(grip) {
    const rings = grip.up && (grip.finger || grip.key === "tap");
    const square = squareAt(grip.pointer.x, grip.pointer.y);
    const ring = !rings ? null : square ? centre(square) : grip.moved ? null : grip;
    board.hold(grip.id, grip, grip.up, { ring, lift: grip.finger && grip.moved && grip.up ? board.squares(FINGER_PX) : 0 });
  }

  /** Keep in the hand what was pressed and let go: the next press sets it down. */
  function keep(grip) {
    letGo(grip);
    grip.key = "tap";
    grips.set(grip.key, grip);
    show(grip);
    context.say("lifted", { piece: context.pieceName(board.piece(grip.id)) });
  }

  /** What is in the hand goes on with another pointer, to where that is. */
  function handOver(grip, key, at, finger) {
    letGo(grip);
    Object.assign(grip, { key, began: at, pointer: at, finger, dx: 0, dy: 0, second: true });
    grips.set(key, grip);
    show(grip);
    return grip;
  }

  function carry(grip, last = false) {
    const now = performance.now();
    clearTimeout(grip.later);
    if (last || now - grip.told >= CARRY_MS) {
      grip.told = now;
      send({ do: "carry", piece: grip.id, ...world(grip) });
    } else {
      grip.later = setTimeout(() => carry(grip, true), CARRY_MS);
    }
  }

  function setUp(grip, up) {
    if (up === grip.up) return;
    const at = world(grip);
    slider.stop(grip.id);
    grip.up = up;
    send(up ? { do: "lift", piece: grip.id } : { do: "put", piece: grip.id, ...at, exact: true });
    grip.stood = at;
  }

  const hasMoved = ({ began, finger }, at) => Math.hypot(at.x - began.x, at.y - began.y) > (finger ? FINGER_MOVED : MOVED);

  function move(grip, at, slides) {
    const from = world(grip);
    grip.moved ||= hasMoved(grip, at);
    if (!grip.moved && (grip.finger || grip.second)) return;
    Object.assign(grip, { x: at.x + grip.dx, y: at.y + grip.dy, pointer: at });
    if (grip.moved) clearTimeout(grip.long);
    setUp(grip, !slides);
    show(grip);
    if (grip.up) carry(grip);
    else slider.to(grip.id, grip.stood ?? from, world(grip));
  }

  function letGo(grip) {
    grips.delete(grip.key);
    clearTimeout(grip.later);
    clearTimeout(grip.long);
  }

  function loseHold(grip) {
    letGo(grip);
    board.release(grip.id);
  }

  /** What the desk does not show in this hand any more is not there: pieces were set up anew, or another took it. */
  function checkHand() {
    const grip = inHand();
    const piece = grip && board.piece(grip.id);
    const mine = piece?.up && piece.by === context.desk().you;
    if (grip?.seen && !mine) loseHold(grip);
    else if (grip) grip.seen = mine;
  }

  function hang(grip) {
    setUp(grip, true);
    letGo(grip);
    send({ do: "hang", piece: grip.id, ...world(grip) });
    settling.begin(grip.id, world(grip).x, world(grip).y, true);
    context.say("hangs", { piece: context.pieceName(board.piece(grip.id)) });
  }

  /** Where a piece goes that is let go: what a pointer points at counts, not where it took the piece. */
  function landing(grip, exact) {
    const at = grip.up && !exact ? board.toWorld(grip.pointer) : world(grip);
    const square = squareAt(at.x, at.y);
    if (!square) return { ...board.slot(at, grip.id), exact: true };
    return exact ? { ...at, exact: true } : centre(square);
  }

  /** Take what stands there off before, as tidy hands do; where the player does not want that it is pushed aside. */
  function clear(grip, at) {
    const stands = (each) => each.id !== grip.id && !each.up && !gripOf(each.id) && Math.hypot(each.x - at.x, each.y - at.y) < 0.5;
    const victim = squareAt(at.x, at.y) && board.pieces().find(stands);
    if (!victim || !context.tidies()) return;
    send({ do: "lift", piece: victim.id });
    tidying.expect(victim.id);
  }

  function put(grip, exact = false) {
    letGo(grip);
    const at = landing(grip, exact);
    if (grip.up) {
      clear(grip, at);
      send({ do: "put", piece: grip.id, ...at });
      settling.begin(grip.id, at.x, at.y, false);
    } else {
      slider.to(grip.id, grip.stood ?? world(grip), at, () => settling.begin(grip.id, at.x, at.y, false));
      board.hold(grip.id, board.toView(at), false);
    }
    context.say("stands", { piece: context.pieceName(board.piece(grip.id)), where: nameOf(at) });
  }

  function useTool(square) {
    if (square) context.tool().use(square);
  }

  // Pointers

  /** Presses on a piece while another one is in the hand: they are not known yet to be a tap or a drag. */
  const undecided = new Map();

  const elsewhere = (piece) => piece.by && piece.by !== context.desk().you;

  function down(event) {
    const at = board.pointer(event);
    cursor.pressed = true;
    setTimeout(() => (cursor.pressed = false));
    if (event.button === 1) return;
    if (context.tool()) return useTool(squareAt(at.x, at.y));
    board.point(null);
    const tap = inHand();
    const piece = board.under(at, (each) => each.id === tap?.id || !gripOf(each.id));
    if (!piece && !tap) return;
    if (!tap && elsewhere(piece)) return context.say("held elsewhere");
    event.preventDefault();
    board.svg.focus({ preventScroll: true });
    board.svg.setPointerCapture(event.pointerId);
    const how = { slides: event.shiftKey, finger: event.pointerType !== "mouse" };
    const another = tap && piece && piece.id !== tap.id;
    if (another && event.button === 0) return undecided.set(event.pointerId, { piece, began: at, ...how });
    const grip = tap && !another ? handOver(tap, event.pointerId, at, how.finger) : take(event.pointerId, piece, at, how);
    grip.hangs = event.button === 2;
    if (how.finger && !grip.second) grip.long = setTimeout(() => grips.has(grip.key) && hang(grip), LONG_PRESS_MS);
  }

  /** It moves: so it is a drag of the piece that was pressed, and what is in the hand stays there. */
  function decide(event) {
    const press = undecided.get(event.pointerId);
    if (!press || !hasMoved(press, board.pointer(event))) return;
    undecided.delete(event.pointerId);
    if (!gripOf(press.piece.id) && !elsewhere(press.piece)) take(event.pointerId, press.piece, press.began, press);
  }

  function moved(event) {
    decide(event);
    const grip = grips.get(event.pointerId);
    if (!grip) return;
    if (!grip.hangs && event.buttons & 2) return hang(grip);
    for (const each of event.shiftKey ? event.getCoalescedEvents?.() ?? [] : []) move(grip, board.pointer(each), true);
    move(grip, board.pointer(event), event.shiftKey);
  }

  function up(event) {
    const tap = inHand();
    if (undecided.delete(event.pointerId)) {
      if (tap && event.type !== "pointercancel") put(handOver(tap, event.pointerId, board.pointer(event), false), event.altKey);
      return;
    }
    const grip = grips.get(event.pointerId);
    if (!grip) return;
    if (event.type === "pointercancel" || grip.hangs) hang(grip);
    else if (grip.up && !grip.moved && !grip.second && !tap) keep(grip);
    else put(grip, event.altKey);
  }

  /** A finger on squares, pieces, levers and keys, or beside a piece in the hand, neither scrolls nor clicks; others do. */
  function hold(event) {
    if (grips.size || event.target.closest?.(".squares, .piece, .button")) event.preventDefault();
  }

  // Keys

  const rows = () => (squareAt(COLUMNS[cursor.column], 0) ? RANKS : TRAY_ROWS);
  const here = () => ({ x: COLUMNS[cursor.column], y: rows()[cursor.row] });

  function tellCursor() {
    const at = here();
    const piece = board.pieces().find((each) => !gripOf(each.id) && Math.hypot(each.x - at.x, each.y - at.y) < 0.5);
    context.say("cursor", { where: nameOf(at), what: piece ? context.pieceName(piece) : context.t("empty") });
  }

  function walk(dx, dy) {
    cursor.column = Math.min(COLUMNS.length - 1, Math.max(0, cursor.column + dx));
    cursor.row = Math.min(rows().length - 1, Math.max(0, cursor.row + dy));
    board.point(here());
    const grip = grips.get("keys");
    if (grip) move(grip, board.toView(here()), false);
    tellCursor();
  }

  function push(dx, dy) {
    const piece = board.pieceIn(here().x, here().y);
    const from = { x: piece?.x, y: piece?.y };
    walk(dx, dy);
    if (!piece || piece.up || !squareAt(here().x, here().y)) return;
    const to = here();
    board.hold(piece.id, board.toView(to), false);
    slider.to(piece.id, from, to, () => settling.begin(piece.id, to.x, to.y, false));
  }

  function liftOrPut() {
    const grip = grips.get("keys");
    if (grip) return put(grip);
    const { x, y } = here();
    if (context.tool()) return useTool(squareAt(x, y));
    const piece = board.pieceIn(x, y);
    if (!piece || gripOf(piece.id)) return context.say("nothing here");
    take("keys", piece, board.toView({ x, y }));
    context.say("lifted", { piece: context.pieceName(piece) });
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".key")) return;
    const arrow = ARROWS[event.key];
    if (!arrow && ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    board.point(here());
    if (!arrow) liftOrPut();
    else if (event.shiftKey && !grips.has("keys")) push(...arrow);
    else walk(...arrow);
  }

  function park(event) {
    if (event.key.toLowerCase() !== "p" || event.target.closest("input, textarea, select")) return;
    [...grips.values()].forEach(hang);
  }

  board.svg.addEventListener("pointerdown", down);
  board.svg.addEventListener("pointermove", moved);
  board.svg.addEventListener("pointerup", up);
  board.svg.addEventListener("pointercancel", up);
  board.svg.addEventListener("touchstart", hold, { passive: false });
  board.svg.addEventListener("contextmenu", (event) => event.preventDefault());
  board.svg.addEventListener("keydown", key);
  board.svg.addEventListener("focus", () => !cursor.pressed && board.point(here()));
  board.svg.addEventListener("blur", () => board.point(null));
  window.addEventListener("keydown", park);

  return {
    /** The desk has spoken: what it says wins over what was let go. */
    check() { settling.check(); tidying.check(); checkHand(); },
    /** Something was refused, or the desk is gone: nothing is held any more. */
    drop() { settling.all(); [...grips.values()].forEach(loseHold); },
    refused() { settling.all(); if (inHand() && !inHand().seen) loseHold(inHand()); },
  };
}
