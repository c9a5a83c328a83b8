import type { APIContext } from "astro";

export async function GET({ cache, url }: APIContext) {
  await cache.invalidate({ path: url.searchParams.get("path")! });
  return new Response("dropped");
}
