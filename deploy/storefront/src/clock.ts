// The tab's clock, compared with the clock of Postgres.
import { api } from "./api.js";

/** The difference to the clock of Postgres, and how wrong it may be: half of the quickest round trip. */
export interface Offset {
  ms: number;
  within: number;
}

const rounds = 32;

/** Now, by the tab's clock. Browsers round it to 0.1 ms. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Compares the clocks in 32 round trips. The quickest one counts. */
export async function compare(progress: (done: number) => void): Promise<Offset> {
  let best: Offset = { ms: 0, within: Infinity };
  for (let i = 1; i <= rounds; i++) {
    const sent = now();
    const answer = await fetch(api.replace(/^\/t\/[^/]+/, "") + "/time", { cache: "no-store" });
    const back = now();
    const { data } = await answer.json() as { data: { time: number } };
    const within = (back - sent) / 2;
    if (within < best.within) best = { ms: data.time - (sent + within), within };
    progress(i);
  }
  return best;
}

/**
 * Resolves with the time after the frame that shows what was just changed was handed over: a task queued from inside
 * requestAnimationFrame runs after that frame. The callback's own time is before the paint, and is not used. A display
 * adds up to one frame more, which a page cannot see.
 */
export function painted(): Promise<number> {
  return new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(now());
    port2.postMessage(null);
  }));
}
