// @ts-check
/**
 * The line to a board: its messages come in over a WebSocket, and a line that breaks is made anew.
 *
 *     const line = watchBoard({ receive, changed });    receive(message), changed("connecting" | "live" | "lost")
 *     line.connect();
 *
 * A socket may be dead and not know it: where the board has been silent, it is asked. Refuses to know what is in a
 * message.
 */
import { readMessage } from "./board.js";

const RETRY_MS = [500, 1000, 2000, 3500, 5000];
/** So long without a message, and the page asks whether the board is still there. */
const SILENCE_MS = 20_000;
const ASKS_MS = 5000;

/** @typedef {"connecting"|"live"|"lost"} State */

/** @param {{receive: (message: any) => void, changed: (state: State) => void}} page */
export function watchBoard({ receive, changed }) {
  /** @type {WebSocket|null} */
  let socket = null;
  let tries = 0;
  let heard = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let retry;

  function connect() {
    clearTimeout(retry);
    leave();
    changed("connecting");
    const opened = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/socket?deltas=1`);
    socket = opened;
    heard = performance.now();
    let told = /** @type {any} */ (null); // a patch says what is new in it
    opened.onmessage = ({ data }) => {
      tries = 0;
      heard = performance.now();
      told = readMessage(data, told); // a new socket begins with a whole message
      if (told) take(told);
      else lose();
    };
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  }

  function take(message) {
    changed("live");
    receive(message);
  }

  /** Let go of the socket that is there, without a word. */
  function leave() {
    const old = socket;
    socket = null;
    old?.close();
  }

  function lose() {
    leave();
    changed("lost");
    clearTimeout(retry);
    retry = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  }

  async function ask() {
    if (!socket || document.hidden || performance.now() - heard < SILENCE_MS) return;
    const asked = socket;
    try {
      const answer = await fetch("/api/v1/view", { signal: AbortSignal.timeout(ASKS_MS) });
      if (!answer.ok) throw new Error(answer.statusText);
      heard = performance.now();
      if (asked === socket) take(readMessage(await answer.text()));
    } catch {
      if (asked === socket) lose();
    }
  }

  function wake() {
    const silent = performance.now() - heard > SILENCE_MS;
    if (!document.hidden && (silent || socket?.readyState !== WebSocket.OPEN)) connect();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", connect);
  addEventListener("offline", lose);
  addEventListener("pageshow", (event) => event.persisted && connect());
  setInterval(ask, ASKS_MS);
  return { connect };
}
