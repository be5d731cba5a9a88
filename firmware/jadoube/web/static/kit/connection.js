// @ts-check
/**
 * The line to a board: its messages come in over a WebSocket, and a line that breaks is made anew.
 *
 *     const line = watchBoard({ receive, changed });    receive(message), changed("connecting" | "live" | "lost")
 *     line.connect();
 *     const line = keepLine("/sim/socket", { take, changed });    take(text): any socket of the page's own server
 *     line.send(text);
 *     const time = boardTime();                         time.hear(message.at_ms); time.passed(message.at_ms)
 *     const part = await loadPart(url, failed);         a module of the page, when it is asked for
 *
 * `at` is HOST:PORT of another board, which shows itself to pages of its own network. A socket may be dead and not know
 * it: where the board has been silent, it is asked. Refuses to know what a message means.
 */

const RETRY_MS = [500, 1000, 2000, 3500, 5000];
/** So long without a message, and the page asks whether the board is still there. */
const SILENCE_MS = 20_000;
const ASKS_MS = 5000;
/** So soon what did not come of a module is asked for again. */
const AGAIN_MS = 1000;

/** @typedef {"connecting"|"live"|"lost"} State */

/**
 * A socket that is made anew, later and later, whenever it ends; at once when the network or the reader comes back.
 * @param {string} path or a whole address
 * @param {{take: (text: string) => void, changed: (state: State) => void, may?: () => boolean}} page `may`: whether
 *     there is somebody at the other end now
 */
export function keepLine(path, { take, changed, may = () => true }) {
  /** @type {WebSocket|null} */
  let socket = null;
  /** @type {State|""} */
  let state = "";
  let tries = 0;
  let heard = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let retry;

  function tell(/** @type {State} */ now) {
    if (now === state) return;
    state = now;
    changed(now);
  }

  function connect() {
    clearTimeout(retry);
    leave();
    if (!may()) return void (retry = setTimeout(connect, RETRY_MS[0]));
    tell("connecting");
    const opened = new WebSocket(new URL(path, location.href).href.replace("http", "ws"));
    socket = opened;
    heard = performance.now();
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return;
      tries = 0;
      heard = performance.now();
      tell("live");
      take(data);
    };
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  }

  /** Let go of the socket that is there, without a word. */
  function leave() {
    const old = socket;
    socket = null;
    old?.close();
  }

  function lose() {
    leave();
    tell("lost");
    clearTimeout(retry);
    retry = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  }

  const silentMs = () => performance.now() - heard;

  function wake() {
    if (!document.hidden && (silentMs() > SILENCE_MS || socket?.readyState !== WebSocket.OPEN)) connect();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", connect);
  addEventListener("offline", lose);
  addEventListener("pageshow", (event) => event.persisted && connect());
  return {
    connect,
    lose,
    silentMs,
    /** The socket that there is now, to see whether it is still the same one later. */
    socket: () => socket,
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    /** @param {string} text */
    send: (text) => socket?.send(text),
    /** Who is at the other end has been heard in another way. */
    hear: () => (heard = performance.now()),
  };
}

/** The modules that came when they were asked for, by their addresses. @type {Map<string, any>} */
const parts = new Map();

/**
 * Load a module when it is asked for. One that did not come is asked for once more; null if it did not come then either,
 * after `failed` was called.
 *
 * It is imported only when it and all that it imports could be fetched: many browsers keep a failed import, and the page
 * would have to be loaded anew (whatwg/html issue 6768).
 * @param {URL} url of its file @param {() => void} failed @returns {Promise<any>} the module, or null
 */
export async function loadPart({ href }, failed) {
  if (parts.has(href)) return parts.get(href);
  const load = () => fetchImported(href, modulesHere()).then(() => import(href));
  const again = () => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(load);
  try {
    parts.set(href, await load().catch(again));
  } catch {
    failed();
    return null;
  }
  return parts.get(href);
}

/** The addresses of the modules that this page has. A failed one is not among them: it was fetched before. */
const modulesHere = () =>
  new Set(performance.getEntriesByType("resource").filter((one) => one.initiatorType !== "fetch").map((one) => one.name));

/** Fetch a module and what it imports, without those that are in `here`. @param {string} url @param {Set<string>} here */
async function fetchImported(url, here) {
  if (here.has(url)) return;
  here.add(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const imported = (await answer.text()).matchAll(/\bfrom "([./][^"]+)"/g);
  await Promise.all(Array.from(imported, ([, path]) => fetchImported(new URL(path, url).href, here)));
}

/** Clocks are set anew where a message is so much later than the quickest one was. */
const JITTER_MS = 250;

/** How long ago a message was true: the quickest one says best what time it is on the board. */
export function boardTime() {
  let ahead = NaN; // what `performance.now()` is ahead of the board's own time
  return {
    /** A message came; one that is much later says that time was lost. */
    hear(at_ms) {
      const now = performance.now() - at_ms;
      ahead = Math.abs(now - ahead) < JITTER_MS ? Math.min(ahead, now) : now;
    },
    passed: (at_ms) => performance.now() - ahead - at_ms,
    forget: () => (ahead = NaN),
  };
}

/** @param {{receive: (message: any) => void, changed: (state: State) => void, may?: () => boolean, at?: string}} page */
export function watchBoard({ receive, changed, may, at = location.host }) {
  const board = `${location.protocol}//${at}/api/v1/`;
  let told = /** @type {any} */ (null); // a patch says what is new in it

  function take(text) {
    told = readMessage(text, told);
    if (told) receive(told);
    else line.lose();
  }

  const line = keepLine(`${board}socket?deltas=1`, {
    take,
    changed(state) {
      if (state === "connecting") told = null; // a new socket begins with a whole message
      changed(state);
    },
    may,
  });

  async function ask() {
    const asked = line.socket();
    if (!asked || document.hidden || line.silentMs() < SILENCE_MS) return;
    try {
      const answer = await fetch(`${board}view`, { signal: AbortSignal.timeout(ASKS_MS) });
      if (!answer.ok) throw new Error(answer.statusText);
      line.hear();
      const message = readMessage(await answer.text());
      if (asked === line.socket()) receive(message);
    } catch {
      if (asked === line.socket()) line.lose();
    }
  }

  setInterval(ask, ASKS_MS);
  return line;
}

/** What a message says; of a patch, what it makes of the message before. Null of what is neither. */
function readMessage(text, before = null) {
  try {
    const came = JSON.parse(text);
    return Array.isArray(came) ? patched(before, came) : came;
  } catch {
    return null;
  }
}

/**
 * The message that a patch makes of the one before (RFC 6902, of which boards send `add`, `remove`, `replace`). The
 * one before stays as it is: what is new is made beside it.
 * @param {any} message
 * @param {{op: string, path: string, value?: any}[]} patch
 */
function patched(message, patch) {
  const own = new Set();
  const owned = (value) => {
    if (own.has(value)) return value;
    if (typeof value !== "object" || !value) throw new TypeError("the patch is of another message");
    const copy = Array.isArray(value) ? [...value] : { ...value };
    own.add(copy);
    return copy;
  };
  let whole = owned(message);
  for (const { op, path, value } of patch) {
    const names = path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop();
    if (last === undefined) {
      whole = value;
      continue;
    }
    let at = whole;
    for (const name of names) at = at[name] = owned(at[name]);
    if (op === "remove") Array.isArray(at) ? at.splice(Number(last), 1) : delete at[last];
    else if (op === "add" && Array.isArray(at)) at.splice(last === "-" ? at.length : Number(last), 0, value);
    else at[last] = value;
  }
  return whole;
}
