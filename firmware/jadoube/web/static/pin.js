// @ts-check
/**
 * Asking for the PIN: its form, and the wait after wrong ones.
 *
 * The PIN is sent once, for a token that lives as long as this tab. Refuses to know what the token is for.
 */
import { make } from "./kit/dom.js";
import { admit, post } from "./access.js";
import { input, labelled, row } from "./fields.js";
import { t } from "./kit/i18n.js";

/** @type {ReturnType<typeof setInterval>|undefined} */
let counting;

/**
 * The form. `done` is called when there is a token, `say` gets what is wrong in words.
 * @param {() => void} done @param {(words: string) => void} say
 */
export function pinForm(done, say) {
  const pin = input("text", "pin");
  Object.assign(pin, { inputMode: "numeric", pattern: "[0-9]{4}", maxLength: 4, required: true, id: "pin" });
  const go = /** @type {HTMLButtonElement} */ (make("button", "main", t("unlock")));
  go.dataset.testid = "unlock";
  const [why, where] = [make("p", "", t("needsPin")), make("p", "soft", t("pinWhere"))];
  const form = make("form", "group", why, row(labelled("pin", pin), go), where);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    unlock(pin, go, done, say);
  });
  setTimeout(() => pin.focus());
  return form;
}

async function unlock(pin, go, done, say) {
  go.disabled = true;
  const reply = await post("unlock", { pin: pin.value });
  go.disabled = false;
  if (reply.status === 200) {
    admit(reply.told);
    return done();
  }
  pin.value = "";
  pin.focus();
  say(reply.words);
  if (reply.wait) countDown(go, reply.wait, say);
}

/** Say how long it still takes until another PIN is heard. */
function countDown(go, seconds, say) {
  clearInterval(counting);
  let left = seconds;
  const tick = () => {
    go.disabled = left > 0;
    say(left > 0 ? t("hurry", { seconds: left }) : "");
    if (left-- <= 0) clearInterval(counting);
  };
  counting = setInterval(tick, 1000);
  tick();
}
