// @ts-check
/**
 * A panel for who has the PIN: its answer, the PIN's form where there is no token yet, and asking once more.
 *
 *     const panel = createPanel("names", draw);    draw() gives the nodes of its body
 *     panel.redraw();    panel.say("…", refused);    panel.sure(words, does);
 *     panel.redrawSoon();    for what the board says: not under a finger
 *
 * Refuses to know what is in a panel, and what is sent.
 */
import { byId, write } from "./kit/dom.js";
import { token } from "./access.js";
import { confirmBox } from "./fields.js";
import { pinForm } from "./pin.js";
import { whenUnpressed } from "./unpressed.js";

/** @param {string} name of its parts in the page @param {() => Node[]} draw */
export function createPanel(name, draw) {
  const body = byId(`${name}-body`);
  /** What waits for a yes: its words, and what is done then. */
  let asked = /** @type {{words: string, does: () => void}|null} */ (null);

  function say(words, refused = false) {
    const node = byId(`${name}-answer`);
    node.classList.toggle("refused", refused);
    write(node, words && `${refused ? "✕" : "✓"} ${words}`);
  }

  function redraw() {
    const focused = body.contains(document.activeElement);
    if (token()) body.replaceChildren(...(asked ? [confirmBox(asked.words, agree, settle)] : []), ...draw());
    else body.replaceChildren(pinForm(() => (say(""), redraw()), (words) => say(words, true)));
    if (focused) document.getElementById(`${name}-title`)?.focus();
  }

  function settle() {
    asked = null;
    redraw();
  }

  function agree() {
    const { does } = /** @type {{does: () => void}} */ (asked);
    settle();
    does();
  }

  let asking = /** @type {ReturnType<typeof setInterval>|undefined} */ (undefined);

  return {
    say,
    redraw,
    redrawSoon: whenUnpressed(body, redraw),
    /** Show the panel, and ask how it stands until it is closed. */
    open(refresh, everyMs) {
      say("");
      redraw();
      refresh();
      clearInterval(asking);
      asking = setInterval(() => token() && !document.hidden && refresh(), everyMs);
      byId(`${name}-dialog`).addEventListener("close", () => clearInterval(asking), { once: true });
    },
    /** Say what came of something; without a token the PIN is asked for anew. */
    told(reply) {
      say(reply.words, reply.status !== 200);
      if (!token()) redraw();
      return reply.status === 200;
    },
    /** Ask once more, in these words, before something is done. */
    sure(words, does) {
      asked = { words, does };
      redraw();
      const yes = /** @type {HTMLElement|null} */ (body.querySelector("[data-testid=confirm-yes]"));
      yes?.scrollIntoView({ block: "nearest" });
      yes?.focus();
    },
    forgo: settle,
  };
}
