import { headers, publicTag } from "@vitrine/changes";
import { noteURL } from "./note.js";
import { keepsNothing, place } from "./settings.js";
import { notKept, pack, packStamp } from "./tags.js";

/** An answer of Vitrine that is neither a success nor a 404. */
export class VitrineError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "VitrineError";
    this.status = status;
    this.code = code;
  }
}

export interface ReadOptions {
  /**
   * What the answer depends on, such as `product:ID`. Without it, the answer says it if an edge of the kind `cells` is
   * declared; else any change of the tenant makes stale what is made from the answer.
   */
  tags?: string[];
}

const timeout = 20_000; // Vitrine answers within 15 s
const pauses = [50, 250]; // before the second and the third attempt, in ms

/** The fetch of Next.js, which takes tags. */
type NextFetch = (url: string, init: RequestInit & { next?: { tags?: string[] } }) => Promise<Response>;

/**
 * Reads a path of the tenant's API, such as `/product/SLUG`, in a server component, a route handler or a function with
 * `'use cache'`. It adds to whatever surrounds it what the answer depends on. It returns the body, undefined for 404.
 */
export async function read<T = unknown>(path: string, options: ReadOptions = {}): Promise<T | undefined> {
  const { tenant, base } = place();
  const url = addressOf(base, path);
  const told = options.tags && pack(await Promise.all(options.tags.map((tag) => publicTag(tenant, tag))));
  const fetch = globalThis.fetch as NextFetch;
  if (keepsNothing() && process.env.NODE_ENV === "development") {
    return bodyOf<T>(await fetch(url, { cache: "no-store" }));
  }
  let settled = false;
  const limit = new AbortController();
  // AbortSignal.timeout would keep what the page is made from in memory until the time is over.
  const timer = setTimeout(() => limit.abort(new DOMException("no answer in time", "TimeoutError")), timeout);
  try {
    const init: Parameters<NextFetch>[1] = {
      cache: "force-cache", signal: limit.signal, headers: { [headers.follower]: "1" },
    };
    if (told) init.next = { tags: told };
    const [answer, body] = await fetched<T>(fetch, url, init);
    if (answer.headers.get("x-stale")) return body; // Vitrine cannot reach Postgres
    const tags = packStamp(tenant, (name) => answer.headers.get(name));
    if (!told) tags.push(...pack(answer.headers.get(headers.tags)?.split(" ").filter(Boolean) ?? []));
    if (tags.length > 0) await tag(fetch, tags);
    settled = true;
    return body;
  } finally {
    clearTimeout(timer);
    if (!settled) await tag(fetch, [notKept]);
  }
}

/**
 * Fetches an answer and its body, up to twice more if the connection closes, as when a gateway is restarted. All
 * connections that are kept open then close at once, and the next attempt may get another one of them.
 */
async function fetched<T>(
  fetch: NextFetch,
  url: string,
  init: Parameters<NextFetch>[1],
): Promise<[Response, T | undefined]> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(url, init);
      return [answer, await bodyOf<T>(answer)];
    } catch (error) {
      const pause = pauses[tries];
      if (pause === undefined || !(error instanceof TypeError)) throw error;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}

/** Adds tags to the page or function that is being made. */
async function tag(fetch: NextFetch, tags: string[]): Promise<void> {
  await (await fetch(noteURL, { cache: "force-cache", next: { tags } })).text();
}

/** The address of a path. It must not lead out of the tenant. */
function addressOf(base: string, path: string): string {
  const url = URL.canParse(base + path) ? new URL(base + path).href : "";
  if (!path.startsWith("/") || !url.startsWith(`${base}/`)) {
    throw new Error(`${JSON.stringify(path)} is not a path of the API such as "/product/SLUG"`);
  }
  return url;
}

async function bodyOf<T>(answer: Response): Promise<T | undefined> {
  if (answer.status === 404) {
    await answer.body?.cancel();
    return undefined;
  }
  if (answer.ok) return (await answer.json()) as T;
  const said = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new VitrineError(answer.status, said.code ?? "", said.message ?? `Vitrine answered ${answer.status}`);
}
