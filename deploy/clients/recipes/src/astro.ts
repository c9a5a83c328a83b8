/** For Astro 7: a cache provider that serves a page only while it is true. */
import type { CacheProviderFactory } from "astro";
import { check, Kept, make, opaque } from "./vitrine";

/** A page that is kept. */
interface Page {
  path: string;
  headers: [string, string][];
  body: ArrayBuffer;
}

/** Makes the provider. At most `max` pages are kept; the default is 1,000. */
const provider: CacheProviderFactory<{ max?: number }> = (config) => {
  const kept = new Kept<Page>(config?.max ?? 1000);
  return {
    name: "vitrine",

    async onRequest({ request, url }, next) {
      if (request.method !== "GET" || !(await check())) return next();
      const name = url.origin + url.pathname + url.search;
      const found = kept.get(name);
      if (found) return answer(found.value, "HIT");
      const { value, ...made } = await make(async () => {
        const response = await next();
        // Components are rendered while the body is read, and what they read belongs to the page.
        return { response, body: lifeOf(response) > 0 ? await response.arrayBuffer() : undefined };
      });
      const { response, body } = value;
      if (!body) return response;
      const page = { path: url.pathname, headers: headersOf(response), body };
      const told = await opaque(tagsOf(response)); // for reads without tags
      const tags = { tags: [...made.tags, ...told], untagged: made.untagged && told.length === 0 };
      kept.set(name, { ...made, ...tags, value: page }, lifeOf(response));
      return answer(page, "MISS");
    },

    async invalidate({ path, tags = [] }) {
      const told = await opaque([tags].flat());
      kept.drop((_, made) => made.value.path === path || told.some((tag) => made.tags.includes(tag)));
    },
  };
};

export default provider;

/** The seconds for which `Astro.cache.set` permits to keep a response. One for a visitor is not kept. */
function lifeOf(response: Response): number {
  const cookies = Reflect.get(response, Symbol.for("astro.cookies")) as { headers(): Iterator<string> } | undefined;
  if (response.status !== 200 || response.headers.has("vary") || response.headers.has("set-cookie")) return 0;
  if (cookies && !cookies.headers().next().done) return 0;
  return Number(/max-age=(\d+)/.exec(response.headers.get("cdn-cache-control") ?? "")?.[1] ?? 0);
}

function tagsOf(response: Response): string[] {
  return (response.headers.get("cache-tag") ?? "").split(",").map((tag) => tag.trim()).filter(Boolean);
}

function headersOf(response: Response): [string, string][] {
  return [...response.headers].filter(([name]) => name !== "cdn-cache-control" && name !== "cache-tag");
}

function answer(page: Page, status: string): Response {
  const response = new Response(page.body.slice(0), { headers: page.headers });
  response.headers.set("X-Astro-Cache", status);
  return response;
}
