import { headers, parseStamp, type Stamp } from "@vitrine/changes";

// Tags of Next.js carry what an entry depends on, from where it is read to the handlers: Next.js adds the tags of a
// fetch to the functions and pages around it. A tag of Next.js has at most 256 characters and no comma.
//
//	~t:aaaaaaaaaaaa.bbbbbbbbbbbb  public tags of Vitrine
//	~a                            any change of the tenant
//	~s:0a1b2c3d:42                the epoch and change number of an answer that it was made from
//	~x                            made from a failure or a stale answer: it must not be kept

const perTag = 19;

/** Anything that changes in the tenant. */
export const anyChange = "~a";
/** Must not be kept. */
export const notKept = "~x";

/** Packs public tags into tags of Next.js. None stand for any change. */
export function pack(tags: readonly string[]): string[] {
  if (tags.length === 0) return [anyChange];
  const packed: string[] = [];
  for (let i = 0; i < tags.length; i += perTag) packed.push(`~t:${tags.slice(i, i + perTag).join(".")}`);
  return packed.length <= 64 ? packed : [anyChange];
}

/**
 * Packs the stamp of an answer into a tag of Next.js. An answer without one that a cache has kept may be of any age: it
 * must not be kept again. Without cache and stamp it comes from a gateway, and shows every change that has settled.
 */
export function packStamp(tenant: string, field: (name: string) => string | null | undefined): string[] {
  const text = field(headers.stamp);
  if (!text) return field("age") || field("x-cache-status") === "HIT" ? [notKept] : [];
  const at = parseStamp(text);
  return [at?.tenant === tenant ? `~s:${at.epoch}:${at.seq}` : notKept];
}

/**
 * Tags without the stamps in them. What was kept and is found fresh shows every change that has settled. So what is
 * made from it needs no lower stamp.
 */
export function withoutStamps(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith("~s:"));
}

/** What tags of Next.js say about an entry. */
export interface Dependence {
  /** Something in it was read with `read`. */
  marked: boolean;
  /** It must not be kept. */
  refused: boolean;
  /** The public tags that it depends on. Empty: any change concerns it. */
  tags: string[];
  /** The lowest stamp of the answers in it that had one. */
  from: Pick<Stamp, "seq" | "epoch"> | undefined;
}

/** Reads tags of Next.js. */
export function unpack(tags: readonly string[]): Dependence {
  const found = new Set<string>();
  let marked = false;
  let any = false;
  let refused = false;
  let from: Dependence["from"];
  for (const tag of tags) {
    if (tag === anyChange) marked = any = true;
    else if (tag === notKept) marked = refused = true;
    else if (tag.startsWith("~s:")) {
      const [, epoch, seq] = tag.split(":");
      if (from && from.epoch !== epoch) refused = true; // two epochs have no lowest stamp
      if (!from || Number(seq) < from.seq) from = { epoch: epoch!, seq: Number(seq) };
    } else if (tag.startsWith("~t:")) {
      marked = true;
      for (const one of tag.slice(3).split(".")) if (one) found.add(one);
    }
  }
  return { marked, refused, tags: any ? [] : [...found], from };
}
