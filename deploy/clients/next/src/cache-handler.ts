import { headers } from "@vitrine/changes";
import { sizeOf } from "./kept.js";
import { noteURL } from "./note.js";
import { gatedPod } from "./gate.js";
import { place } from "./settings.js";
import { pack, packStamp, unpack } from "./tags.js";

const pageTags = "x-next-cache-tags";

/** A value of Next.js: a fetch, a page, a route or a redirect. */
interface Value {
  kind: string;
  headers?: Record<string, unknown>;
  data?: { headers?: Record<string, string>; url?: string };
  tags?: string[];
  revalidate?: number | false;
}

interface Context {
  kind?: string;
  fetchCache?: boolean;
  fetchUrl?: string;
  tags?: string[];
  softTags?: string[];
  revalidate?: number | false;
  cacheControl?: { revalidate?: number | false };
}

interface Found {
  lastModified: number;
  value: Value | null;
  cacheControl?: Context["cacheControl"];
}

function isFetch(context: Context): boolean {
  return context.kind === "FETCH" || context.fetchCache === true;
}

/** The cache handler of Next.js for pages, route handlers and `fetch`: `cacheHandler` of its configuration. */
export default class VitrineCacheHandler {
  async get(key: string, context: Context): Promise<Found | null> {
    const fetched = isFetch(context);
    if (fetched && context.fetchUrl === noteURL) return note();
    const p = gatedPod();
    if (!p) return null;
    const name = (fetched ? "fetch " : "page ") + key;
    const tags = [...(context.tags ?? []), ...(context.softTags ?? [])];
    const entry = await p.find(name, tags, lifeOf(context.revalidate));
    // find has compared its age.
    if (entry) return { ...withoutStamp(copyOf(entry.value as Found)), lastModified: Date.now() };
    if (!fetched) p.requests.getStore()?.begin(name);
    return null;
  }

  async set(key: string, value: Value | null, context: Context): Promise<void> {
    const p = gatedPod();
    const fetched = isFetch(context);
    if (!p || (fetched && context.fetchUrl === noteURL)) return;
    const name = (fetched ? "fetch " : "page ") + key;
    try {
      const tags = tagsOf(value, context);
      const found = unpack(fetched && value ? [...tags, ...dependenceOf(value, context)] : tags);
      if (found.refused) {
        p.refuse(name);
        return;
      }
      const elsewhere = fetched && !found.marked && isElsewhere(value, context);
      const follows = found.marked || (!elsewhere && p.settings.others === "stale") ? found.tags : undefined;
      const kept: Found = { lastModified: Date.now(), value };
      if (context.cacheControl !== undefined) kept.cacheControl = context.cacheControl;
      const life = lifeOf(fetched ? value?.revalidate : context.cacheControl?.revalidate);
      p.keep(name, { value: copyOf(kept), bytes: sizeOf(value), tags, follows, life }, found.from);
    } finally {
      p.requests.getStore()?.end(name);
    }
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    gatedPod()?.revalidations.add(typeof tags === "string" ? [tags] : tags);
  }

  resetRequestCache(): void {}
}

/** The life that Next.js gives to an entry, in seconds. */
function lifeOf(revalidate: number | false | undefined): number {
  return typeof revalidate === "number" ? revalidate : Infinity;
}

/** The tags of Next.js of a value. */
function tagsOf(value: Value | null, context: Context): string[] {
  if (isFetch(context)) return [...new Set([...(context.tags ?? []), ...(value?.tags ?? [])])];
  const text = value?.headers?.[pageTags];
  return typeof text === "string" ? text.split(",") : [];
}

/** What an answer of Vitrine depends on, by its own header fields, unless `read` has said it, and its stamp. */
function dependenceOf(value: Value, context: Context): string[] {
  const url = context.fetchUrl ?? value.data?.url ?? "";
  const { base, tenant } = place();
  if (!url.startsWith(`${base}/`)) return [];
  const fields = value.data?.headers ?? {};
  if (fields["x-stale"]) return ["~x"];
  const stamp = packStamp(tenant, (name) => fields[name]);
  if (unpack(context.tags ?? value.tags ?? []).marked) return stamp;
  return stamp.concat(pack(fields[headers.tags]?.split(" ").filter(Boolean) ?? []));
}

/** Reports whether a fetch was not one of Vitrine. A value of `unstable_cache` has no address: it may be one. */
function isElsewhere(value: Value | null, context: Context): boolean {
  return /^https?:/.test(context.fetchUrl ?? value?.data?.url ?? "");
}

/** A copy that Next.js may change the header fields of. */
function copyOf(found: Found): Found {
  const { value } = found;
  if (!value) return { ...found };
  return { ...found, value: value.headers ? { ...value, headers: { ...value.headers } } : { ...value } };
}

/** A fetch that was found fresh. It shows more than its stamp says, so what is made from it needs no stamp of it. */
function withoutStamp(found: Found): Found {
  const data = found.value?.data;
  if (!data?.headers?.[headers.stamp]) return found;
  const { [headers.stamp]: _, ...rest } = data.headers;
  return { ...found, value: { ...found.value!, data: { ...data, headers: rest } } };
}

/** The answer to the fetch by which `read` adds tags. */
function note(): Found {
  const value = { kind: "FETCH", data: { headers: {}, body: "", status: 200, url: noteURL }, revalidate: 31_536_000 };
  return { lastModified: Date.now(), value };
}
