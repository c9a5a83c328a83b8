// Refreshes an open InstantSearch page when the tenant's records change. The clients of InstantSearch keep every answer
// in memory for the life of the page; refresh() clears that memory and searches again.

/**
 * A source of changes: it calls changed for each one until it is closed.
 * @typedef {(changed: () => void) => (() => void)} Source
 */

/**
 * Refreshes a search a moment after each change. A row of changes causes one refresh, at the latest after a while.
 * @param {{ refresh(): void }} search an InstantSearch instance, or what useInstantSearch() returns
 * @param {Source} source
 * @param {{ quiet?: number, most?: number }} [options] milliseconds without a change before a refresh, and the longest
 *   wait while changes go on
 * @returns {() => void} stops it
 */
export function refreshOnChange(search, source, { quiet = 100, most = 1000 } = {}) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let first = 0; // when the first change arrived that is not shown yet; 0: none
  const refresh = () => {
    first = 0;
    search.refresh();
  };
  const close = source(() => {
    const now = Date.now();
    first ||= now;
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.max(0, Math.min(quiet, first + most - now)));
  });
  return () => {
    clearTimeout(timer);
    close();
  };
}

/**
 * The change stream as a source, for browsers. A stream that cannot be resumed with its token is opened with a new one.
 * A stream that begins without the id of an earlier change counts as a change: there may have been one just before.
 * @param {string} url the address of the tenant, such as https://shop.example/t/demo
 * @param {() => Promise<string>} token gets a stream token from a server that has the stream key
 * @param {{ retry?: number }} [options] milliseconds before a new token is asked for
 * @returns {Source}
 */
export function changeStream(url, token, { retry = 2000 } = {}) {
  return (changed) => {
    /** @type {EventSource | undefined} */
    let stream;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let last = "";
    let closed = false;
    const again = () => {
      if (!closed) timer = setTimeout(open, retry);
    };
    const open = async () => {
      /** @type {string} */
      let value;
      try {
        value = await token();
      } catch {
        return again();
      }
      if (closed) return;
      const query = new URLSearchParams({ token: value, ...(last && { lastEventId: last }) });
      const opened = new EventSource(`${url}/v1/changes?${query}`);
      stream = opened;
      opened.onopen = () => {
        if (!last) changed();
      };
      opened.addEventListener("change", (event) => {
        last = event.lastEventId || last;
        changed();
      });
      opened.onerror = () => {
        if (opened.readyState === EventSource.CLOSED) again(); // otherwise the browser resumes it by itself
      };
    };
    void open();
    return () => {
      closed = true;
      clearTimeout(timer);
      stream?.close();
    };
  };
}
