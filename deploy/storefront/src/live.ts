// Keeps the page up to date: a tab that was hidden reads again when it is looked at.
import { refresh } from "./page.js";

/** Begins to follow changes. */
export function follow(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void refresh("live");
  });
}
