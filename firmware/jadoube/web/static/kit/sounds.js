// @ts-check
/**
 * The sounds of a game for who looks on: a move, a capture, a check, the end. Off until somebody wants them.
 *
 *     soundOf(before, message)     what there is to be heard: "move", "capture", "check", "end" or ""
 *     play("capture")
 *
 * They are made here, from a few tones, so that nothing is loaded. A browser wants a press on the page before the first
 * one. Refuses to know whether they are wanted.
 */

/** For each sound its tones: frequency in Hz, when it begins and how long it lasts, in seconds. */
const TONES = /** @type {const} */ ({
  move: [[220, 0, 0.07]],
  capture: [[220, 0, 0.06], [165, 0.05, 0.09]],
  check: [[440, 0, 0.08], [587, 0.09, 0.12]],
  end: [[392, 0, 0.14], [330, 0.16, 0.14], [262, 0.32, 0.3]],
});
const LOUD = 0.12;

/** @type {AudioContext|null} */
let air = null;

/** @param {any} before the message before, or null @param {any} message @returns {keyof typeof TONES|""} */
export function soundOf(before, message) {
  const [old, plies] = [before?.game.plies ?? [], message.game.plies];
  if (before && before.phase !== "over" && message.phase === "over") return "end";
  const last = plies[plies.length - 1];
  if (!before || !last || plies.length <= old.length) return "";
  if (last.san.endsWith("+") || last.san.endsWith("#")) return "check";
  return last.san.includes("x") ? "capture" : "move";
}

/** @param {keyof typeof TONES|""} sound */
export function play(sound) {
  if (!sound) return;
  air ??= new AudioContext();
  air.resume();
  for (const [hz, begins, lasts] of TONES[sound]) tone(air, hz, air.currentTime + begins, lasts);
}

/** A tone that fades, as a piece of wood does. */
function tone(context, hz, at, lasts) {
  const gain = new GainNode(context, { gain: LOUD });
  gain.gain.setValueAtTime(LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  const source = new OscillatorNode(context, { type: "triangle", frequency: hz });
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + lasts);
}
