import { gatedPod } from "./gate.js";
import { sizeOf } from "./kept.js";
import type { Pod } from "./pod.js";
import { unpack, withoutStamps } from "./tags.js";

/** An entry of a function with `'use cache'`. */
interface CacheEntry {
  value: ReadableStream<Uint8Array>;
  tags: string[];
  stale: number;
  timestamp: number;
  expire: number;
  revalidate: number;
}

type Saved = Omit<CacheEntry, "value"> & { chunks: Uint8Array[] };

const rootParam = "_N_RP_"; // Next.js stores under such tags which root parameters a function reads, and no value
const pending = new Map<string, Promise<void>>();

/** The cache handler of Next.js for `'use cache'`: one of `cacheHandlers` of its configuration. */
const handler = {
  async get(key: string, softTags: string[]): Promise<CacheEntry | undefined> {
    const p = gatedPod();
    if (!p) return undefined;
    await pending.get(key);
    const name = `function ${key}`;
    const entry = await p.find(name, softTags);
    if (entry) {
      const { chunks, ...rest } = entry.value as Saved;
      return { ...rest, tags: withoutStamps(rest.tags), value: streamOf(chunks) };
    }
    p.requests.getStore()?.begin(name);
    return undefined;
  },

  async set(key: string, pendingEntry: Promise<CacheEntry>): Promise<void> {
    const p = gatedPod();
    if (!p) return;
    const saving = save(p, key, pendingEntry);
    pending.set(key, saving);
    await saving;
    if (pending.get(key) === saving) pending.delete(key);
  },

  async refreshTags(): Promise<void> {},

  /** Infinity: get receives the tags of the path, and compares them itself. */
  async getExpiration(): Promise<number> {
    return Infinity;
  },

  async updateTags(tags: string[]): Promise<void> {
    gatedPod()?.revalidations.add(tags);
  },

  /** What Next.js 15 calls instead of updateTags. */
  async expireTags(...tags: string[]): Promise<void> {
    gatedPod()?.revalidations.add(tags);
  },
};

export default handler;

/** Keeps what a function returned. It never rejects: what cannot be kept is made again. */
async function save(p: Pod, key: string, pendingEntry: Promise<CacheEntry>): Promise<void> {
  const name = `function ${key}`;
  try {
    const { value, ...rest } = await pendingEntry;
    const { refused, marked, tags, from } = unpack(rest.tags);
    if (refused || rest.expire === 0) {
      await value.cancel();
      p.refuse(name);
      return;
    }
    const chunks = await chunksOf(value, p.kept.largest);
    if (!chunks) {
      p.refuse(name);
      return;
    }
    const redirects = rest.tags.length > 0 && rest.tags.every((tag) => tag.startsWith(rootParam));
    const follows = marked || (!redirects && p.settings.others === "stale") ? tags : undefined;
    const began = performance.timeOrigin + performance.now() - rest.timestamp; // Next.js counts its life from then
    const life = Math.min(rest.revalidate, rest.expire) - began / 1000;
    const made = { value: { ...rest, chunks } satisfies Saved, bytes: sizeOf(chunks), tags: rest.tags, follows, life };
    p.keep(name, made, from);
  } catch {
    p.refuse(name);
  } finally {
    p.requests.getStore()?.end(name);
  }
}

/** Reads a stream to its end. It returns undefined if it has more bytes than are kept. */
async function chunksOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array[] | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(out) {
      for (const chunk of chunks) out.enqueue(chunk);
      out.close();
    },
  });
}
