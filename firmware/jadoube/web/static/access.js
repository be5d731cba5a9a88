// @ts-check
/**
 * The way to the board for who may act: a token, its roles, and what is posted with it.
 *
 * The token is had for the PIN or a join code, and is kept as long as the tab: another tab asks again, and a board that
 * was started anew knows it no more. The board says which roles it has and what each may order; one of them is who this
 * page is, and what is ordered is signed with it. Refuses to know which orders there are.
 */
import { said, t } from "./kit/i18n.js";

const KEPT = "jadoube-token";
const WHO = "jadoube-who";

/** The token; empty if there is none. */
export function token() {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return keep.only;
  }
}

/** Keep a token; an empty one forgets it, and who this page was. */
export function keep(value) {
  keep.only = value;
  if (!value) keep.who = null;
  try {
    sessionStorage.setItem(KEPT, value);
    sessionStorage.setItem(WHO, JSON.stringify(keep.who));
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
  dress();
}
keep.only = "";
keep.who = /** @type {{role: string, as: string, number: number, roles: any}|null} */ (null);

// Who this page is.

/** Take what the board has said to the PIN or to a code. @param {{token: string, role: string, number: number, roles: any}} told */
export function admit({ token: given, role, number, roles: table }) {
  keep.who = { role, as: role, number, roles: table };
  keep(given);
}

/** Who this page is: the role of its token, the one in which it acts, and what each may order; null: not known. */
function who() {
  try {
    keep.who ??= JSON.parse(sessionStorage.getItem(WHO) ?? "null");
  } catch {
    // As above.
  }
  return token() ? keep.who : null;
}

/** The role in which this page acts; empty without a token. */
export const acting = () => who()?.as ?? "";

/** The number of this device among those that may act; 0 without a token. */
export const number = () => who()?.number ?? 0;

/** The roles that it may have. */
export const roles = () => Object.keys(who()?.roles ?? {});

/** Act in another of its roles from now on. */
export function actAs(role) {
  if (keep.who) keep.who.as = role;
  keep(token());
}

/** Whether this page may show what belongs to these roles; without a token all is shown, and the PIN asked for. */
export const isFor = (...names) => !acting() || names.includes(acting());

/** What of that which can be ordered now belongs to this page's role. @param {any} can as in a message */
export function ownOf(can) {
  const may = who()?.roles[acting()];
  const own = ([name, value]) => [name, Array.isArray(value) ? value.filter((each) => (may[name] ?? value).includes(each)) : value && (may[name] ?? true)];
  return may ? Object.fromEntries(Object.entries(can).map(own)) : can;
}

/** Have the page's style know the role: what is another's is hidden. */
export function dress() {
  document.documentElement.dataset.role = acting();
}

/** Make the token void, here and on the board. */
export function leave() {
  fetch("/api/v1/token", { method: "DELETE", headers: signed() }).catch(() => {}); // one that is lost ends with the board
  keep("");
}

/** What stands in the head of a request, so that the board knows whose it is. */
export const signed = () => ({ Authorization: `Bearer ${token()}` });

/** Send an order by its one spelling, in this page's role. One that is not answered may have been carried out all the same. */
export async function postOrder(order) {
  const { role, as } = who() ?? {};
  const reply = await post("orders", { order: as === role ? order : `by ${as} ${order}` }, signed());
  return reply.status ? reply : { ...reply, words: t("unanswered") };
}

/**
 * Ask for something of the library, with the token: the status, 0 without an answer, its words, and all that it said.
 * @param {string} path @param {string} [method] @param {object|Blob|null} [body] JSON, or a file as it is
 */
export async function ask(path, method = "GET", body = null) {
  const file = body instanceof Blob;
  const headers = { ...signed(), ...(body && !file && { "Content-Type": "application/json" }) };
  try {
    const sent = file ? body : body && JSON.stringify(body);
    const response = await fetch(`/api/v1/${path}`, { method, headers, body: sent, signal: AbortSignal.timeout(180000) });
    if (response.status === 401) keep("");
    return replied(response, await response.json().catch(() => ({})));
  } catch {
    return { status: 0, words: t("failed"), told: {}, wait: 0 };
  }
}

/**
 * Post a file, and hear how far it is; the answer is as that of `ask`.
 * @param {string} path @param {Blob} file @param {(done: number, of: number) => void} progress
 */
export async function askLong(path, file, progress) {
  try {
    const response = await fetch(`/api/v1/${path}`, { method: "POST", headers: signed(), body: file });
    if (response.status === 401) keep("");
    if (!response.ok || !response.body) return replied(response, await response.json().catch(() => ({})));
    const told = await lastLine(response.body.pipeThrough(new TextDecoderStream()).getReader(), progress);
    if (told.refused) return { status: 409, words: said(told.refused), told: {}, wait: 0 };
    if ("ok" in told) return { status: 200, words: t("doneNothing"), told: told.ok ?? {}, wait: 0 };
  } catch {
    // As without an answer.
  }
  return { status: 0, words: t("failed"), told: {}, wait: 0 };
}

/** Each line is an object: how far it is, and at last what came of it. */
async function lastLine(reader, progress) {
  let rest = "";
  let told = /** @type {any} */ ({});
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      told = JSON.parse(line);
      if (told.progress) progress(told.progress.done, told.progress.of);
    }
  }
  return told;
}

/** Post to the board: the status, 0 if it does not answer, its words, and all that it said. */
export async function post(path, body, headers = {}) {
  try {
    const response = await fetch(`/api/v1/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15000),
    });
    return replied(response, await response.json().catch(() => ({})));
  } catch {
    return { status: 0, words: t("failed"), told: {}, wait: 0 };
  }
}

function replied(response, told) {
  const done = typeof told.done === "object" ? told.done : null;
  const words = said(told.error ?? done) || (response.ok ? t("doneNothing") : `${response.status}`);
  return { status: response.status, words, told, wait: Number(response.headers.get("Retry-After")) || 0 };
}
