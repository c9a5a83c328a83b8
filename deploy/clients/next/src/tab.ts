import { paced } from "./paced.js";

const pause = 100; // between two refreshes, in milliseconds
const margin = 1000; // how much older than its navigation a page may be, in milliseconds
const reopen = 1000; // before a stream is opened again, in milliseconds; as much again at random

/**
 * Refreshes a tab when records change, by the events of a route that exports `GET` of `@vitrine/next/relay`. It also
 * refreshes the tab when the stream opens and something may have changed since the page was made. A browser resumes a
 * stream that was cut, but gives it up when another answer comes, such as 502 of a proxy while a process restarts. Then
 * it is opened again. The function that is returned ends it.
 */
export function followTab(path: string, refreshNow: () => void): () => void {
  const refresh = paced(refreshNow, pause);
  let known = false;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("change", refresh.call);
    source.addEventListener("hello", (e) => {
      const { since } = JSON.parse((e as MessageEvent<string>).data) as { since: number };
      if (known || since < performance.now() + margin) refresh.call();
      known = true;
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopen * (1 + Math.random()));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
    refresh.stop();
  };
}
