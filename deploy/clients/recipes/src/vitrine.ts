/** Reads from Vitrine, and knows whether what was made from the answers is still true. The other files need it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createFollower, headers, lowest, parseStamp, publicTag, type Follower, type Stamp } from "@vitrine/changes";

/** Something that was made, and what it was made from. It survives JSON. */
export interface Made<T> {
  value: T;
  /** The lowest stamp of the answers. Without one, nothing is known about the value, and it must not be kept. */
  stamp?: Stamp | undefined;
  /** The opaque tags of the answers. */
  tags: string[];
  /** An answer had no tags, so any change of the tenant makes the value stale. */
  untagged: boolean;
}

/** What was read while something is made. */
interface Reads {
  open: number; // reads that have not brought an answer with a stamp
  stamps: Stamp[];
  tags: Set<string>;
  untagged: boolean;
}

const reading = new AsyncLocalStorage<Reads>();

function setting(name: string): string {
  const text = process.env[name];
  if (!text) throw new Error(`${name} is not set`);
  return text;
}

// A development server loads files again.
const shared = globalThis as typeof globalThis & { vitrineFollower?: Follower };

/** The follower of this process. The first call starts it. */
export function follower(): Follower {
  return (shared.vitrineFollower ??= started());
}

function started(): Follower {
  let last = "";
  const onError = (error: unknown) => {
    if (last !== String(error)) console.error(`vitrine: ${(last = String(error))}`); // once in a row
  };
  const f = createFollower({ url: setting("VITRINE_URL"), tenant: setting("VITRINE_TENANT"),
    key: setting("VITRINE_STREAM_KEY"), onError });
  f.start();
  return f;
}

/** Makes sure that what is kept may be used, and waits up to a second for that. If not, make everything anew. */
export function check(): Promise<boolean> {
  return follower().check();
}

/** Reports whether a value is still true. Without a lease, none is. */
export function fresh(made: Made<unknown>): boolean {
  const f = follower();
  return made.stamp !== undefined && f.trusted() && f.fresh(made.stamp, made.untagged ? [] : made.tags);
}

/** Makes a value, and notes what is read for it. */
export async function make<T>(f: () => T | Promise<T>): Promise<Made<T>> {
  const reads: Reads = { open: 0, stamps: [], tags: new Set(), untagged: false };
  const value = await reading.run(reads, async () => f());
  const stamp = reads.open === 0 ? lowest(reads.stamps) : undefined;
  return { value, stamp, tags: [...reads.tags], untagged: reads.untagged };
}

/** The value of what was made. What is made around it depends on the same. */
export function use<T>(made: Made<T>): T {
  const reads = reading.getStore();
  if (!reads) return made.value;
  if (made.stamp) reads.stamps.push(made.stamp);
  else reads.open++;
  for (const tag of made.tags) reads.tags.add(tag);
  reads.untagged ||= made.untagged;
  return made.value;
}

/** The opaque forms of tags such as `product:ID`. */
export function opaque(tags: string[]): Promise<string[]> {
  return Promise.all(tags.map((tag) => publicTag(setting("VITRINE_TENANT"), tag)));
}

/**
 * Reads a path of the tenant's API, such as `/product/SLUG`. It returns the body, undefined for 404. Tags such as
 * `product:ID` name what the answer depends on; without them, the answer of an edge with cells says it.
 */
export async function read<T>(path: string, tags?: string[]): Promise<T | undefined> {
  const reads = reading.getStore();
  if (reads) reads.open++; // a read that fails stays open
  const tenant = setting("VITRINE_TENANT");
  const base = `${(process.env["VITRINE_EDGE"] || setting("VITRINE_URL")).replace(/\/+$/, "")}/t/${tenant}/v1`;
  const url = new URL(base + path).href;
  if (!url.startsWith(`${base}/`)) throw new Error(`${path} is not a path of the API such as /product/SLUG`);
  const before = reads && follower().settled(); // a gateway shows every change that a follower has applied
  const answer = await fetch(url, { headers: { [headers.follower]: "1" }, signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) await answer.body?.cancel();
  if (!answer.ok && answer.status !== 404) throw new Error(`Vitrine answered ${answer.status}`);
  const body = answer.ok ? ((await answer.json()) as T) : undefined;
  const cache = answer.headers.has("age") || answer.headers.get("x-cache-status") === "HIT"; // it may be of any age
  const stamp = parseStamp(answer.headers.get(headers.stamp)) ?? (before && !cache ? { tenant, ...before } : undefined);
  if (!reads || !stamp || answer.headers.has("x-stale")) return body; // x-stale: Vitrine cannot reach Postgres
  const told = tags ? await opaque(tags) : (answer.headers.get(headers.tags)?.split(" ").filter(Boolean) ?? []);
  reads.open--;
  return use({ value: body, stamp, tags: told, untagged: told.length === 0 });
}

/** Values by name, for at most `life` seconds. The one that was not used for longest makes room. */
export class Kept<T> {
  readonly #made = new Map<string, { made: Made<T>; until: number }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** A value that is still true. */
  get(name: string): Made<T> | undefined {
    const found = this.#made.get(name);
    if (!found || performance.now() > found.until || !fresh(found.made)) return undefined;
    this.#made.delete(name);
    this.#made.set(name, found); // it was used last
    return found.made;
  }

  set(name: string, made: Made<T>, life: number): void {
    this.#made.delete(name);
    if (!made.stamp) return;
    this.#made.set(name, { made, until: performance.now() + 1000 * life });
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value!);
  }

  /** Drops values. */
  drop(which: (name: string, made: Made<T>) => boolean): void {
    for (const [name, { made }] of this.#made) if (which(name, made)) this.#made.delete(name);
  }
}
