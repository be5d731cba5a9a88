// @ts-check
/**
 * What this browser remembers of how its reader wants the pages: language, light or dark, notation, which side is below.
 *
 * A browser that keeps nothing forgets it with the page.
 */

const KEPT = "jadoube";

/** What was kept; nothing at first. @returns {{[name: string]: any}} */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep all of these settings. @param {{[name: string]: any}} settings */
export function remember(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // It is forgotten with the page.
  }
}
