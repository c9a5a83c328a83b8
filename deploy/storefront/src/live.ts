// Follows the changes of the shop: each announcement is heard here, and what the page shows is read again.
import { api, atLeast, Refused, streamToken } from "./api.js";
import { find } from "./dom.js";
import { t } from "./text.js";

/** An event of the change stream. Times are milliseconds since 1970, by the clock of Postgres. */
export interface Change {
  seq: number;
  token: string;
  sealed?: number;
  applied?: number;
  announced?: number;
}

interface Listener {
  /** Called for each announcement, in order. */
  change(change: Change, heard: number): void;
  /** Called when the stream opens (true) and when it is lost. A tab that lost it may be behind. */
  open(is: boolean): void;
}

/**
 * Opens the change stream, and opens it again whenever it is lost: after a second if it was open, else ever later. It
 * returns if the API gives this page no stream token.
 */
export async function listen(to: Listener): Promise<void> {
  let last = "";
  for (let wait = 500; ;) {
    let opened = false;
    try {
      const { data } = await streamToken();
      opened = await read(data.token);
    } catch (error) {
      if (error instanceof Refused && (error.status === 401 || error.status === 403)) return to.open(false);
    } // other failures pass
    to.open(false);
    wait = opened ? 1000 : Math.min(wait * 2, 30_000);
    await new Promise((go) => setTimeout(go, wait));
  }

  /** Reads until the browser gives the stream up, such as after its token has expired. True if the stream was open. */
  function read(token: string): Promise<boolean> {
    const query = new URLSearchParams({ token, ...(last && { lastEventId: last }) });
    const source = new EventSource(`${api}/changes?${query}`);
    let opened = false;
    return new Promise((done) => {
      source.onopen = () => {
        opened = true;
        to.open(true);
      };
      source.onerror = () => {
        to.open(false);
        if (source.readyState === EventSource.CLOSED) done(opened);
      };
      source.addEventListener("change", (event) => {
        const heard = performance.timeOrigin + performance.now();
        last = event.lastEventId;
        const change = JSON.parse(event.data) as Change;
        atLeast(change.token);
        to.change(change, heard);
      });
    });
  }
}

/** Calls readAgain whenever the content may have changed. A hidden tab reads again when it is looked at. */
export function follow(readAgain: () => void): void {
  const read = () => { if (document.visibilityState === "visible") readAgain(); };
  document.addEventListener("visibilitychange", read);
  void listen({
    change: read,
    open: (is) => {
      const stamp = find(".stamp");
      stamp?.classList.toggle("lost", !is);
      stamp?.setAttribute("title", is ? "" : t("lost"));
      stamp?.setAttribute("data-stream", is ? "open" : "lost");
      if (!is) return;
      atLeast(); // the stream begins now: what was announced since the page was read is not in it
      read();
    },
  }).then(() => find(".stamp")?.setAttribute("title", t("unfollowed")));
}
