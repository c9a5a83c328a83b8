import { Cells, parseStamp, type Stamp } from "./cells.js";
import { parseEvents } from "./events.js";
import { publicTag } from "./tag.js";

/**
 * When a follower believes what it keeps:
 *
 * - `lease`: while it holds a lease. Announcements wait for it, so nothing older than an announced change is served.
 * - `strict`: after it has asked, once for each check. The same, and slower; a change may be announced earlier.
 * - `beat`: while its stream is open. It may be late by the time that an event travels; for browsers.
 */
export type Fresh = "lease" | "strict" | "beat";

/** A change, as the stream has it. */
export interface Change {
  seq: number;
  token: string;
  tags: string[];
  /** When the change was sealed, applied by the slowest gateway and announced: milliseconds by the server's clock. */
  sealed?: number;
  applied?: number;
  announced?: number;
  /** Everything is stale, whatever its tags are. */
  everything: boolean;
}

export interface FollowerOptions {
  /** The address of Vitrine, such as `https://api.shop.example`. */
  url: string;
  tenant: string;
  /** The stream key. It stays on servers. */
  key?: string;
  /** Gets a stream token, for browsers. The mode is then `beat`. */
  token?: () => Promise<string>;
  /** Identifies this cache among the tenant's followers. Two must not share a name. The default is random. */
  name?: string;
  /** The default is `lease` with a key and `beat` with a token. */
  fresh?: Fresh;
  /** Tags that are kept; the default is 100,000. */
  maxTags?: number;
  /** How long a check may take until it fails, in milliseconds; the default is 1,000. */
  timeout?: number;
  /**
   * Called after a change was applied. The change is acknowledged once the promise has resolved. A cache whose answers
   * take time to make waits for those that it began before the change, if later requests may join them.
   */
  settle?: () => Promise<void> | undefined;
  fetch?: typeof fetch;
  /** Receives problems that the follower recovers from. */
  onError?: (error: unknown) => void;
}

/** What a follower knows and did, for people and metrics. */
export interface State {
  fresh: Fresh;
  connected: boolean;
  trusted: boolean;
  epoch: string;
  last: number;
  /** The newest change that was acknowledged, or may be. */
  settled: number;
  /** The newest change that is known to be announced. */
  announced: number;
  tags: number;
  events: number;
  connects: number;
  asked: number;
  granted: number;
  refused: Record<string, number>;
}

export interface Follower {
  /** Follows until stop. It may be called again. */
  start(): void;
  /** Ends the stream and gives the lease back. */
  stop(): Promise<void>;
  /** Resolves once the stream has said where it begins and, in lease mode, the first lease is granted. */
  ready(timeout?: number): Promise<boolean>;
  /** Reports whether what is kept may be believed now. It never waits. */
  trusted(): boolean;
  /** Makes sure that what is kept may be believed, and waits for that up to the timeout. */
  check(): Promise<boolean>;
  /** Reports whether nothing with these tags has changed since the stamp. Call it only while trusted. */
  fresh(stamp: Pick<Stamp, "seq" | "epoch">, tags: Iterable<string>): boolean;
  /** Calls back for each change, after it was applied here. It returns a function that ends that. */
  onChange(listener: (change: Change) => void): () => void;
  /** Calls back when later changes are known to be announced. Then no other follower serves older data either. */
  onAnnounced(listener: (seq: number) => void): () => void;
  /** The newest change that has settled. What is made now has at least this stamp, also if it joins what was begun. */
  settled(): Pick<Stamp, "seq" | "epoch">;
  readonly cells: Cells;
  state(): State;
}

/** The data of the answer to a request for a lease. */
interface LeaseAnswer {
  granted: boolean;
  lease: number;
  why?: string;
  epoch?: string;
  announced?: number;
}

const silence = 35_000; // a stream sends a comment every 15 s
const quarter = 250; // of a lease, in milliseconds
const soon = 3; // from an acknowledgement to a question whether the change is announced, in milliseconds

/** Makes a follower, which start starts. */
export function createFollower(options: FollowerOptions): Follower {
  return new StreamFollower(options);
}

class StreamFollower implements Follower {
  readonly cells: Cells;
  readonly #o: FollowerOptions;
  readonly #base: string;
  readonly #fresh: Fresh;
  readonly #name: string;
  readonly #fetch: typeof fetch;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #announcedListeners = new Set<(seq: number) => void>();
  readonly #waiters = new Set<() => void>();
  readonly #refused: Record<string, number> = {};
  #all = "";
  #running: AbortController | undefined;
  #stream: AbortController | undefined;
  #loop: Promise<void> | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #synced = false; // the stream has said where it begins
  #connected = false;
  #id = "";
  #settled = { epoch: "", seq: 0 };
  #announced = { epoch: "", seq: 0 };
  #told = false; // the stream says how far changes are announced
  #until = -Infinity; // the end of the lease, by the monotonic clock
  #asking: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;
  #refusals = 0; // in a row
  #events = 0;
  #connects = 0;
  #asked = 0;
  #granted = 0;

  constructor(o: FollowerOptions) {
    if (!o.key && !o.token) throw new Error("a follower needs a stream key, or a function that gets stream tokens");
    this.#o = o;
    this.#fresh = o.fresh ?? (o.key ? "lease" : "beat");
    if (this.#fresh !== "beat" && !o.key) throw new Error(`the mode ${this.#fresh} needs a stream key`);
    this.#base = `${o.url.replace(/\/+$/, "")}/t/${encodeURIComponent(o.tenant)}/v1`;
    this.#name = o.name ?? `js-${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
    this.#fetch = o.fetch ?? ((input, init) => fetch(input, init));
    this.cells = new Cells(o.maxTags);
  }

  start(): void {
    if (this.#running) return;
    this.#running = new AbortController();
    this.#loop = this.#follow(this.#running.signal);
    if (this.#fresh !== "beat") {
      this.#ticker = setInterval(() => {
        if (this.#fresh === "lease" || this.#announcedListeners.size > 0) void this.#ask();
      }, quarter);
      (this.#ticker as { unref?: () => void }).unref?.();
    }
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#until = -Infinity;
    clearInterval(this.#ticker);
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#running.abort();
    await this.#loop;
    await this.#asking;
    this.#running = undefined;
    this.#until = -Infinity;
    if (this.#fresh !== "beat") {
      await this.#post({ edge: this.#name, leaving: true }).catch(() => {}); // else the lease ends by itself
    }
    this.#wake();
  }

  async ready(timeout = 10_000): Promise<boolean> {
    const end = performance.now() + timeout;
    while (performance.now() < end && this.#running) {
      if (this.#synced && (this.#fresh === "strict" ? await this.check() : this.trusted())) return true;
      await this.#changed(Math.min(100, end - performance.now()));
    }
    return false;
  }

  trusted(): boolean {
    if (!this.#synced || !this.#running) return false;
    switch (this.#fresh) {
      case "lease":
        return performance.now() < this.#until;
      case "beat":
        return this.#connected;
      case "strict":
        return false;
    }
  }

  async check(): Promise<boolean> {
    if (this.trusted()) return true;
    if (this.#fresh === "beat" || !this.#running) return false;
    const end = performance.now() + (this.#o.timeout ?? 1000);
    while (this.#running) {
      if (this.#synced && (await within(this.#askAgain(), end - performance.now()))) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await this.#changed(Math.min(50, left)); // the missing change is on its way
    }
    return false;
  }

  fresh(stamp: Pick<Stamp, "seq" | "epoch">, tags: Iterable<string>): boolean {
    return this.cells.fresh(stamp, tags);
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onAnnounced(listener: (seq: number) => void): () => void {
    this.#announcedListeners.add(listener);
    return () => this.#announcedListeners.delete(listener);
  }

  settled(): Pick<Stamp, "seq" | "epoch"> {
    return { ...this.#settled };
  }

  state(): State {
    return {
      fresh: this.#fresh, connected: this.#connected, trusted: this.trusted(), epoch: this.cells.epoch,
      last: this.cells.last, settled: this.#settled.seq, announced: this.#announced.seq, tags: this.cells.size,
      events: this.#events, connects: this.#connects, asked: this.#asked, granted: this.#granted,
      refused: { ...this.#refused },
    };
  }

  /** Keeps the stream open until the signal. */
  async #follow(stopped: AbortSignal): Promise<void> {
    let pause = 0;
    while (!stopped.aborted) {
      const began = performance.now();
      try {
        this.#all ||= await publicTag(this.#o.tenant, "*");
        await this.#read(stopped);
      } catch (error) {
        if (!stopped.aborted) this.#o.onError?.(error);
      }
      this.#connected = false;
      if (stopped.aborted) return;
      pause = performance.now() - began > 5000 ? 0 : Math.min(5000, Math.max(50, 2 * pause));
      await sleep(pause * (0.5 + Math.random() / 2), stopped);
    }
  }

  /** Reads one connection to its end. */
  async #read(stopped: AbortSignal): Promise<void> {
    const cut = (this.#stream = new AbortController());
    const end = () => cut.abort();
    stopped.addEventListener("abort", end, { once: true });
    let watch: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(end, silence);
      (watch as { unref?: () => void }).unref?.();
    };
    alive();
    try {
      const query = this.#o.token
        ? `?token=${encodeURIComponent(await this.#o.token())}`
        : this.#fresh === "beat" ? "" : `?edge=${encodeURIComponent(this.#name)}&announced=true`;
      const headers: Record<string, string> = { accept: "text/event-stream" };
      if (this.#o.key) headers["authorization"] = `Bearer ${this.#o.key}`;
      if (this.#synced && this.#id) headers["last-event-id"] = this.#id;
      const answer = await this.#fetch(`${this.#base}/changes${query}`, { headers, signal: cut.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) {
        await answer.body?.cancel();
        if (answer.status === 400) this.#synced = false; // the id is of no use: begin anew
        throw new Error(`the change stream answered ${answer.status}`);
      }
      this.#connects++;
      this.#connected = true;
      this.#told = false;
      for await (const e of parseEvents(answer.body)) {
        alive();
        if (e.event === "announced") {
          this.#told = true;
          const to = parseStamp((JSON.parse(e.data) as { token: string }).token);
          if (to?.tenant === this.#o.tenant) this.#hear(to.epoch, to.seq);
          continue;
        }
        if (!e.data && (e.id === this.#id || e.id === "")) continue; // a heartbeat; a resumed stream has no id at first
        const at = parseStamp(e.id);
        if (!at || at.tenant !== this.#o.tenant) throw new Error("the change stream sent an id of another form");
        this.#apply(at, e.data);
        this.#id = e.id;
        this.#synced = true;
        this.#wake();
        const settling = this.#o.settle?.();
        const { epoch, last } = this.cells;
        if (settling) void settling.then(() => this.#settle(epoch, last));
        else this.#settle(epoch, last);
      }
    } finally {
      clearTimeout(watch);
      stopped.removeEventListener("abort", end);
      cut.abort();
    }
  }

  /** Applies an event, or the id with which the stream begins. */
  #apply(at: Stamp, data: string): void {
    if (!data) {
      if (this.#synced && this.cells.epoch === at.epoch) this.cells.advance(at.seq);
      else this.cells.reset(at.epoch, at.seq);
      return;
    }
    const change = JSON.parse(data) as Change;
    if (!Array.isArray(change.tags)) throw new Error("the change stream sent an event without tags");
    change.everything = change.tags.includes(this.#all) || !this.#synced || at.epoch !== this.cells.epoch;
    this.cells.apply(at.epoch, at.seq, change.tags);
    if (change.everything) this.cells.raise(at.seq);
    this.#events++;
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#o.onError?.(error);
      }
    }
  }

  /** Acknowledges the changes up to one that has settled. */
  #settle(epoch: string, seq: number): void {
    if (epoch !== this.cells.epoch) return;
    if (this.#settled.epoch === epoch) seq = Math.max(seq, this.#settled.seq);
    this.#settled = { epoch, seq };
    if (this.#fresh !== "beat") void this.#ask().then(() => this.#askSoon(soon)); // an announcement may wait for it
  }

  /**
   * Asks again while listeners wait for the announcement of a change that was acknowledged here, if the stream does not
   * say so: gateways of earlier versions do not. The pause doubles with each question. Once it is as long as that of the
   * ticker, the ticker alone asks.
   */
  #askSoon(pause: number): void {
    const known = this.#announced.epoch === this.#settled.epoch && this.#announced.seq >= this.#settled.seq;
    if (known || this.#told || pause >= quarter || this.#announcedListeners.size === 0 || this.#soon || !this.#running) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.#ask().then(() => this.#askSoon(2 * pause));
    }, pause);
    (this.#soon as { unref?: () => void }).unref?.();
  }

  /** Notes how far changes are announced. */
  #hear(epoch: string | undefined, seq: number | undefined): void {
    if (!epoch || !seq || (this.#announced.epoch === epoch && seq <= this.#announced.seq)) return;
    this.#announced = { epoch, seq };
    for (const listener of this.#announcedListeners) {
      try {
        listener(seq);
      } catch (error) {
        this.#o.onError?.(error);
      }
    }
  }

  /** Asks for a lease, unless a request is under way. Then it asks again after it. */
  #ask(): Promise<boolean> {
    if (!this.#synced || !this.#running) return Promise.resolve(false);
    return this.#askAgain();
  }

  /** Asks with a request that begins after the call. */
  #askAgain(): Promise<boolean> {
    if (!this.#asking) {
      this.#asking = this.#askOnce().finally(() => (this.#asking = undefined));
      return this.#asking;
    }
    return (this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      return this.#askAgain();
    }));
  }

  async #askOnce(): Promise<boolean> {
    const asked = performance.now(); // the lease counts from here
    const { epoch, seq } = this.#settled;
    if (epoch !== this.cells.epoch) return false; // nothing of this epoch has settled
    this.#asked++;
    try {
      const answer = await this.#post({ edge: this.#name, epoch, applied: seq });
      this.#hear(answer.epoch, answer.announced);
      if (answer.granted && this.cells.epoch === epoch) {
        this.#granted++;
        this.#refusals = 0;
        if (this.#fresh === "lease") this.#until = Math.max(this.#until, asked + answer.lease);
        this.#wake();
        return true;
      }
      const why = answer.why ?? "epoch";
      this.#refused[why] = (this.#refused[why] ?? 0) + 1;
      if (why !== "starting" && ++this.#refusals > 8) { // the stream has stalled: resume it
        this.#refusals = 0;
        this.#stream?.abort();
      }
    } catch (error) {
      this.#refused["error"] = (this.#refused["error"] ?? 0) + 1;
      if (this.#running && !this.#running.signal.aborted) this.#o.onError?.(error);
    }
    return false;
  }

  async #post(body: object): Promise<LeaseAnswer> {
    const answer = await this.#fetch(`${this.#base}/edge/lease`, {
      method: "POST", cache: "no-store", signal: AbortSignal.timeout(900),
      headers: { authorization: `Bearer ${this.#o.key}`, "content-type": "application/json" }, body: JSON.stringify(body),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`the request for a lease was answered ${answer.status}`);
    }
    return ((await answer.json()) as { data: LeaseAnswer }).data;
  }

  /** Resolves at the next change of state, or after a time. */
  #changed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiters.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiters.add(done);
    });
  }

  #wake(): void {
    for (const waiter of [...this.#waiters]) waiter();
  }
}

function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      stopped.removeEventListener("abort", done);
      resolve();
    }
    stopped.addEventListener("abort", done, { once: true });
  });
}

/** The result of a promise, false if it takes longer. */
function within(p: Promise<boolean>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms));
    void p.then((v) => {
      clearTimeout(timer);
      resolve(v);
    });
  });
}
