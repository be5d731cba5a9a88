// @ts-check
/**
 * Letting a phone in: who it shall be, and the code that it scans.
 *     openInvite()      shows the dialog
 *
 * The board draws the code and says what is in it (`/api/v1/codes`); here it is only shown. A code is for one phone and
 * ten minutes, so each choice asks for a new one. Without a token there is nothing to give but where to look. Below stands
 * who has joined (phones.js).
 */
import { post, roles, signed, token } from "./access.js";
import { button, row } from "./fields.js";
import { byId, make, svgImage, write } from "./kit/dom.js";
import { t } from "./kit/i18n.js";
import { createPhones } from "./phones.js";
import { pinForm } from "./pin.js";
import { roleName } from "./role_words.js";

/** The role that is shown; empty until one is chosen. */
let chosen = "";

const phones = createPhones();

export function openInvite() {
  chosen = "";
  redraw();
  phones.open(byId("invite-dialog"));
}

function redraw(shown = /** @type {Node[]} */ ([])) {
  const names = ["spectator", ...roles()];
  const others = token() ? [] : [button("anotherRole", askForPin, "another-role")];
  byId("invite-body").replaceChildren(make("p", "", t("inviteWho")), row(...names.map(roleButton), ...others), ...shown, phones.node);
}

/** Who may act gives more roles than looking on. */
function askForPin() {
  chosen = "";
  const wrong = make("p", { class: "answer refused", role: "status" });
  const say = (words) => write(wrong, words && `✕ ${words}`);
  byId("invite-body").replaceChildren(wrong, pinForm(() => (redraw(), phones.refresh()), say));
}

function roleButton(name) {
  const attributes = { "data-testid": `invite-${name}`, "aria-pressed": String(name === chosen) };
  return make("button", { ...attributes, on: { click: () => show(name) } }, roleName(name));
}

async function show(name) {
  chosen = name;
  redraw(); // a code that was shown before may be used up
  const reply = await post("codes", { role: name }, token() ? signed() : {});
  if (chosen !== name) return;
  redraw(reply.status === 200 ? code(reply.told) : [make("p", "answer refused", `✕ ${reply.words}`)]);
  /** @type {HTMLElement|null} */ (byId("invite-body").querySelector("[aria-pressed=true]"))?.focus();
}

function code({ address, qr_svg, here_only, lasts_s }) {
  const image = svgImage(qr_svg, { alt: t("inviteCode"), "data-testid": "invite-code" });
  image.addEventListener("load", () => image.scrollIntoView({ block: "nearest" }));
  const words = make("figcaption", "", t(lasts_s ? "inviteOnce" : "inviteOften"));
  const link = make("a", { href: address, "data-testid": "invite-address" }, address.split("#")[0]);
  const warning = here_only ? [make("p", "trouble", t("inviteHere"))] : [];
  return [...warning, make("figure", "code", image, words), make("p", "soft", link)];
}
