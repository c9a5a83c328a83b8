// Reads again what is on the screen.
import type { Mode } from "./dom.js";

const pause = 3000; // ms

/**
 * Returns a function that runs work. Calls during a run cause one further run, so the last run begins after the last
 * call. A step of the visitor ("go") wins over a change ("live"). Work that answers false or fails runs again after 3 s.
 */
export function again(work: (mode: Mode) => Promise<boolean>): (mode: Mode) => Promise<void> {
  let running: Promise<void> | null = null;
  let wanted: Mode | null = null;
  let later: ReturnType<typeof setTimeout>;
  const run = async () => {
    while (wanted) {
      const mode: Mode = wanted;
      wanted = null;
      clearTimeout(later);
      const good = await work(mode).catch((error: unknown) => {
        console.warn(error);
        return false;
      });
      if (!good) later = setTimeout(() => void start(mode), pause);
    }
    running = null; // at once: a call before the next task must start a run
  };
  const start = (mode: Mode) => {
    wanted = wanted === "go" ? "go" : mode;
    running ??= run();
    return running;
  };
  return start;
}
