// @ts-check
/**
 * The way to the board for who may act: a token, and what is posted with it.
 *
 * The token is had for the PIN, and is kept as long as the tab: another tab asks for the PIN again, and a board that
 * was started anew knows it no more. Refuses to know which orders there are.
 */
import { said, t } from "./kit/i18n.js";

const KEPT = "jadoube-token";

/** The token; empty if there is none. */
export function token() {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return keep.only;
  }
}

/** Keep a token; an empty one forgets it. */
export function keep(value) {
  keep.only = value;
  try {
    sessionStorage.setItem(KEPT, value);
  } catch {
    // A browser that keeps nothing has it until the page is left.
  }
}
keep.only = "";

/** Send an order by its one spelling. One that is not answered may have been carried out all the same. */
export async function postOrder(order) {
  const reply = await post("orders", { order }, { Authorization: `Bearer ${token()}` });
  return reply.status ? reply : { ...reply, words: t("unanswered") };
}

/**
 * Ask for something of the library, with the token: the status, 0 without an answer, its words, and all that it said.
 * @param {string} path @param {string} [method] @param {object|Blob|null} [body] JSON, or a file as it is
 */
export async function ask(path, method = "GET", body = null) {
  const file = body instanceof Blob;
  const headers = { Authorization: `Bearer ${token()}`, ...(body && !file && { "Content-Type": "application/json" }) };
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
    const headers = { Authorization: `Bearer ${token()}` };
    const response = await fetch(`/api/v1/${path}`, { method: "POST", headers, body: file });
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
