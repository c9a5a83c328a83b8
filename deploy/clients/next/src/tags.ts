// Tags of Next.js carry what an entry depends on, from where it is read to the handlers: Next.js adds the tags of a
// fetch to the functions and pages around it. A tag of Next.js has at most 256 characters and no comma.
//
//	~t:aaaaaaaaaaaa.bbbbbbbbbbbb  public tags of Vitrine
//	~a                            any change of the tenant
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

/** What tags of Next.js say about an entry. */
export interface Dependence {
  /** Something in it was read with `read`. */
  marked: boolean;
  /** It must not be kept. */
  refused: boolean;
  /** The public tags that it depends on. Empty: any change concerns it. */
  tags: string[];
}

/** Reads tags of Next.js. */
export function unpack(tags: readonly string[]): Dependence {
  const found = new Set<string>();
  let marked = false;
  let any = false;
  let refused = false;
  for (const tag of tags) {
    if (tag === anyChange) marked = any = true;
    else if (tag === notKept) marked = refused = true;
    else if (tag.startsWith("~t:")) {
      marked = true;
      for (const one of tag.slice(3).split(".")) if (one) found.add(one);
    }
  }
  return { marked, refused, tags: any ? [] : [...found] };
}
