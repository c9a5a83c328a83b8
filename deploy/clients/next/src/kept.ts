import type { Stamp } from "@vitrine/changes";

/** Something that is kept. */
export interface Entry {
  value: unknown;
  bytes: number;
  /** The tags of Next.js, for `revalidateTag` and `revalidatePath`. */
  tags: readonly string[];
  /** The public tags that it depends on. Empty: any change makes it stale. Undefined: changes do not concern it. */
  follows: readonly string[] | undefined;
  /** It shows every change up to this one, and perhaps later ones. */
  stamp: Pick<Stamp, "seq" | "epoch">;
  /** The revalidations of the app that it shows. */
  revalidation: number;
  /** How long Next.js keeps it, in seconds. */
  life: number;
  /** When it was stored, by the monotonic clock. */
  stored: number;
}

const overhead = 512; // of an entry, in bytes

/** The size of a text in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Map) {
    let n = 0;
    for (const [k, v] of value) n += overhead + sizeOf(k) + sizeOf(v);
    return n;
  }
  if (Array.isArray(value)) return value.reduce<number>((n, v) => n + 16 + sizeOf(v), 16);
  if (value && typeof value === "object") {
    let n = 64;
    for (const [k, v] of Object.entries(value)) n += 32 + sizeOf(k) + sizeOf(v);
    return n;
  }
  return 8;
}

/** Entries by key, the least recently used first. Their sizes stay within a limit. */
export class Kept {
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  evicted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The largest entry that is kept. One entry must not displace all others. */
  get largest(): number {
    return this.#most / 8;
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  /** Keeps an entry in place of the one that has the key. It reports false if the entry is too large. */
  set(key: string, entry: Entry): boolean {
    this.delete(key);
    entry.bytes += overhead + sizeOf(key) + sizeOf(entry.tags) + sizeOf(entry.follows);
    if (entry.bytes > this.largest) return false;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) break;
      this.delete(oldest);
      this.evicted++;
    }
    return true;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** The revalidations that the app itself asks for, numbered. At most `most` tags are remembered. */
export class Revalidations {
  readonly #most: number;
  readonly #last = new Map<string, number>();
  #floor = 0;
  #count = 0;

  constructor(most = 10_000) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  add(tags: readonly string[]): void {
    this.#count++;
    for (const tag of tags) {
      this.#last.delete(tag); // the map is ordered by the last revalidation
      this.#last.set(tag, this.#count);
    }
    for (const [tag, n] of this.#last) {
      if (this.#last.size <= this.#most) break;
      this.#last.delete(tag);
      this.#floor = n;
    }
  }

  /** Reports whether none of the tags was revalidated after a number. */
  shown(after: number, tags: Iterable<string>): boolean {
    if (after < this.#floor) return false;
    for (const tag of tags) if ((this.#last.get(tag) ?? 0) > after) return false;
    return true;
  }
}
