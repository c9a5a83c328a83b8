import { AsyncLocalStorage } from "node:async_hooks";
import { createFollower, type Follower, type FollowerOptions, type Stamp, type State } from "@vitrine/changes";
import { Kept, Revalidations, type Entry } from "./kept.js";
import { keepsNothing, settings, type Settings } from "./settings.js";

/** What a process keeps and did, for people and metrics. */
export interface Stats {
  /** The state of the follower. */
  follower: State;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
  /** Entries that were found and were stale. */
  stale: number;
  /** Requests that found the process without a lease, and what it kept unusable. */
  unbelieved: number;
  /** Values that were not kept: too large, made from a failure, or outside a request. */
  refused: number;
  evicted: number;
  /** Requests that waited until what was begun before them was made. */
  slow: number;
  /** Changes that were acknowledged though a page that was begun before them was not made within 10 s. */
  impatient: number;
  /** Open tabs that follow this process. */
  tabs: number;
}

const early = 100; // before Next.js finds that the life of an entry has ended, in milliseconds
const abandoned = 5000; // how long Next.js may go on with what it makes after a request, in milliseconds
const patience = 10_000; // for what was begun before a change, in milliseconds

// A value that was begun before a change may be part of one that was begun later and joined it: a function within a
// function within a page. Each round waits for what is being made when it begins.
const rounds = 4;

/** A request that a process serves. Next.js makes pages and functions in its context. */
export class Incoming {
  /** What the process kept may be used. */
  readonly believed: boolean;
  /**
   * Whatever is made in this request from a gateway's answers shows every change up to this one, also if it joins what
   * others began. An answer of an edge may show less: its own stamp says so.
   */
  readonly stamp: Pick<Stamp, "seq" | "epoch">;
  readonly revalidation: number;
  readonly #pod: Pod;
  readonly #making = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #finished = false;

  constructor(pod: Pod, believed: boolean) {
    this.#pod = pod;
    this.believed = believed;
    this.stamp = pod.follower.settled();
    this.revalidation = pod.revalidations.count;
  }

  /** Notes that the value of a key is being made. Next.js lets later requests join that. */
  begin(key: string): void {
    this.#making.add(key);
    this.#pod.making.add(this);
    if (this.#finished) this.#abandon();
  }

  /** Notes that the answer was sent, or else that the client has left. Next.js may go on with what it makes. */
  finish(sent: boolean): void {
    this.#finished = true;
    if (sent) this.end();
    else if (this.#making.size > 0) this.#abandon();
  }

  /** Waits no longer than a time for what is being made. */
  #abandon(): void {
    setTimeout(() => this.end(), abandoned).unref();
  }

  /** Notes that a value was made, or all if no key is given. */
  end(key?: string): void {
    if (key === undefined) this.#making.clear();
    else this.#making.delete(key);
    if (this.#making.size > 0) return;
    this.#pod.making.delete(this);
    for (const done of this.#waiting.splice(0)) done();
  }

  /** Resolves once nothing is being made. */
  made(): Promise<void> {
    return new Promise((resolve) => (this.#making.size === 0 ? resolve() : this.#waiting.push(resolve)));
  }
}

/** The state of one process: what it keeps, and the follower that knows what of it is stale. */
export class Pod {
  readonly settings: Settings;
  readonly follower: Follower;
  readonly kept: Kept;
  readonly revalidations = new Revalidations();
  readonly requests = new AsyncLocalStorage<Incoming>();
  readonly making = new Set<Incoming>();
  readonly tabs = new Set<() => void>();
  /** When the last change was applied, by the monotonic clock. */
  changed = -Infinity;
  hits = 0;
  misses = 0;
  stale = 0;
  unbelieved = 0;
  refused = 0;
  slow = 0;
  impatient = 0;
  #problem = "";

  constructor(s: Settings, more: Partial<FollowerOptions> = {}) {
    this.settings = s;
    this.kept = new Kept(s.maxBytes);
    this.follower = createFollower({
      url: s.url, tenant: s.tenant, key: s.key, fresh: s.fresh, settle: () => this.settle(),
      onError: (error) => this.#report(error), ...more,
    });
    this.follower.onChange(() => (this.changed = performance.now()));
  }

  /** Resolves once nothing is made that may show less than now. It is undefined if nothing is being made. */
  settle(): Promise<void> | undefined {
    return this.making.size === 0 ? undefined : this.#settled();
  }

  async #settled(): Promise<void> {
    const end = performance.now() + patience;
    for (let round = 0; round < rounds && this.making.size > 0; round++) {
      const all = Promise.all([...this.making].map((one) => one.made()));
      if (!(await within(all, end - performance.now()))) {
        this.impatient++;
        return;
      }
    }
  }

  /** Makes sure that what is kept may be used. Otherwise it waits for what Next.js would let a new request join. */
  async check(): Promise<boolean> {
    if (await this.follower.check()) return true;
    this.unbelieved++;
    const settling = this.settle();
    if (settling) {
      this.slow++;
      await settling;
    }
    return false;
  }

  /**
   * Finds an entry that may be served. More tags are those by which the app may have revalidated it. A life is what
   * Next.js gives it, in seconds: after that it is made anew. Next.js would serve it, and make it in the background.
   */
  async find(key: string, more: readonly string[] = [], life = Infinity): Promise<Entry | undefined> {
    const entry = this.kept.get(key);
    if (!entry) {
      this.misses++;
      return undefined;
    }
    const incoming = this.requests.getStore();
    const believed = entry.follows === undefined || (incoming?.believed ?? (await this.follower.check()));
    if (!believed || !this.#fresh(entry, more, Math.min(life, entry.life))) {
      if (believed) {
        this.stale++;
        this.kept.delete(key);
      }
      this.misses++;
      return undefined;
    }
    this.hits++;
    return entry;
  }

  #fresh(entry: Entry, more: readonly string[], life: number): boolean {
    const { revalidation, tags, follows, stamp } = entry;
    const age = performance.now() - entry.stored;
    if (age > 1000 * life - early) return false;
    if (!this.revalidations.shown(revalidation, tags) || !this.revalidations.shown(revalidation, more)) return false;
    if (follows === undefined) return true;
    return age < 1000 * this.settings.maxAge && this.follower.fresh(stamp, follows);
  }

  /**
   * Keeps what was made in the current request, from answers with this lowest stamp, if they had one. What was made
   * elsewhere has no stamp, and is not kept; nor is what was made from answers of another epoch.
   */
  keep(key: string, made: Pick<Entry, "value" | "bytes" | "tags" | "follows" | "life">, from?: Entry["stamp"]): void {
    const incoming = this.requests.getStore();
    const known = incoming?.stamp.epoch && (!from || from.epoch === incoming.stamp.epoch);
    if (incoming && (known || !made.follows)) {
      const { revalidation } = incoming;
      const stamp = from && from.seq < incoming.stamp.seq ? from : incoming.stamp;
      if (this.kept.set(key, { ...made, stamp, revalidation, stored: performance.now() })) return;
    }
    this.refused++;
  }

  /** Keeps nothing under a key: what was made must not be served again. */
  refuse(key: string): void {
    this.refused++;
    this.kept.delete(key);
  }

  stats(): Stats {
    const { hits, misses, stale, unbelieved, refused, slow, impatient } = this;
    return { follower: this.follower.state(), entries: this.kept.size, bytes: this.kept.bytes, hits, misses, stale,
      unbelieved, refused, evicted: this.kept.evicted, slow, impatient, tabs: this.tabs.size };
  }

  /** Prints a problem that the follower recovers from, once in a row. */
  #report(error: unknown): void {
    const text = String(error);
    if (text === this.#problem) return;
    this.#problem = text;
    console.error(`@vitrine/next: ${text}. Until Vitrine answers, pages are read anew.`);
  }
}

/** Reports whether a promise resolves within a time. */
function within(p: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms));
    void p.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

// Next.js loads a module several times in a process, and the state belongs to the process.
const shared = globalThis as typeof globalThis & { [key: symbol]: Pod | undefined };
const at = Symbol.for("@vitrine/next");

/** The state of this process. It is undefined where nothing is kept. The first call starts the follower. */
export function pod(): Pod | undefined {
  if (shared[at] || keepsNothing()) return shared[at];
  const made = (shared[at] = new Pod(settings()));
  made.follower.start();
  return made;
}

/** Replaces the state of this process, for tests. */
export function setPod(p: Pod | undefined): void {
  shared[at] = p;
}
