// @ts-check
/**
 * Joining by a code that was scanned: it stands behind # in the address, where no log sees it.
 *     await join(code)      "" when this page has a token now, else why it has none, in words
 *
 * The code is used up by it, so it is taken out of the address. Refuses to know who the page becomes.
 */
import { admit, post } from "./access.js";

export async function join(code) {
  history.replaceState(null, "", location.pathname + location.search);
  const reply = await post("join", { code });
  if (reply.status !== 200) return reply.words;
  admit(reply.told);
  return "";
}
