// @ts-check
/**
 * The roles in words: how one is called, and how a page says that it is one.
 *
 * Refuses to know what a role may order: the board says it.
 */
import { t } from "./kit/i18n.js";

const CALLED = { spectator: "looksOn", owner: "everybody", white: "white", black: "black", arbiter: "theArbiter" };
const I_AM = { owner: "youAreOwner", white: "youAreWhite", black: "youAreBlack", arbiter: "youAreArbiter" };

/** What a role is called; one that this page does not know by its own name. @param {string} role */
export const roleName = (role) => (role in CALLED ? t(CALLED[role]) : role);

/** A sentence that says who one is. @param {string} role */
export const iAm = (role) => (role in I_AM ? t(I_AM[role]) : role);
