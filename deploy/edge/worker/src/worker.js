/**
 * A Worker in front of Vitrine that serves nothing older than an announced change, without purges. It keeps answers in
 * the cache of its data centre. For each hit it asks a Durable Object, one for each tenant, which follows the changes and
 * has a lease. README.md says what that costs.
 */
import { DurableObject } from "cloudflare:workers";
import { createFollower, parseStamp } from "@vitrine/changes";

/** Follows the changes of one tenant, and says what is fresh. */
export class Cells extends DurableObject {
  #follower;

  /** Reports whether an answer that was valid at a stamp and has these tags may be served. */
  async fresh(stamp, tags) {
    const at = parseStamp(stamp);
    if (!at) return false;
    this.#follower ??= this.#start(at.tenant);
    // The clock of a Worker stands still until something arrives. The question just has, so it is no earlier than the
    // request, and a lease that holds now held when the request began.
    return this.#follower !== undefined && this.#follower.trusted() && this.#follower.fresh(at, tags);
  }

  #start(tenant) {
    const key = JSON.parse(this.env.STREAM_KEYS)[tenant];
    if (!key) return undefined;
    const follower = createFollower({ url: this.env.ORIGIN, tenant, key, name: `worker-${this.ctx.id}` });
    follower.start();
    return follower;
  }
}

const path = /^\/t\/([^/]+)\/v1\//;

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const upstream = new Request(env.ORIGIN.replace(/\/+$/, "") + url.pathname + url.search, request);
    upstream.headers.delete("x-service-client"); // the tenant is in the path, and so in the key
    const tenant = path.exec(url.pathname)?.[1];
    if (!tenant || request.method !== "GET" || request.headers.has("authorization") || request.headers.has("x-consistency")) {
      return ask(upstream);
    }
    // A kept 404 is an error in one of two forms. No address that is kept begins like the key of the other form.
    const form = wantsProblem(request.headers.get("accept") ?? "") ? "application/problem+json" : "*/*";
    upstream.headers.set("accept", form); // Vitrine decides by the same words
    const key = url.origin + (form === "*/*" ? "" : "/problem") + url.pathname + url.search;
    const kept = await caches.default.match(key);
    if (kept) {
      const tags = (kept.headers.get("vitrine-tags") ?? "").split(" ");
      const cells = env.CELLS.get(env.CELLS.idFromName(tenant));
      const fresh = await cells.fresh(kept.headers.get("vitrine-stamp"), tags).catch(() => false);
      if (fresh) return forClient(request, kept, "HIT");
      await kept.body?.cancel();
    }
    for (const name of ["if-none-match", "if-modified-since", "range"]) upstream.headers.delete(name);
    const answer = await ask(upstream);
    const seconds = /max-age=(\d+)/.exec(answer.headers.get("surrogate-control") ?? "")?.[1];
    if (seconds && answer.headers.has("vitrine-stamp") && answer.headers.has("vitrine-tags")) {
      const copy = new Response(answer.clone().body, answer);
      copy.headers.set("x-cache-control", answer.headers.get("cache-control") ?? "no-cache");
      copy.headers.set("cache-control", `public, max-age=${seconds}`);
      for (const name of ["cdn-cache-control", "set-cookie", "vary"]) copy.headers.delete(name);
      ctx.waitUntil(caches.default.put(key, copy));
    }
    return forClient(request, answer, "MISS");
  },
};

/** Reports whether a client wants errors as application/problem+json. */
function wantsProblem(accept) {
  return accept.toLowerCase().split(",").some((part) => (
    /^\s*application\/problem\+json\s*(;|$)/.test(part) && !/;\s*q\s*=\s*0(\.0*)?\s*$/.test(part)));
}

/**
 * Asks Vitrine. If the connection is lost, a request that changes nothing is sent once more. If Vitrine cannot be
 * reached, the answer is the 503 that Vitrine itself would give.
 */
async function ask(upstream) {
  const tries = upstream.method === "GET" || upstream.method === "HEAD" ? 2 : 1;
  for (let i = 0; i < tries; i++) {
    try {
      return await fetch(upstream, { redirect: "manual" });
    } catch {
      // The next try opens another connection.
    }
  }
  const error = { status: "error", code: "UNAVAILABLE", message: "Vitrine cannot be reached. Try again.", statusCode: 503 };
  return Response.json(error, { status: 503, headers: { "cache-control": "private, no-store", "retry-after": "1" } });
}

/** An answer without what only edges need; 304 if the client has it. */
function forClient(request, answer, status) {
  const headers = new Headers(answer.headers);
  headers.set("cache-control", headers.get("x-cache-control") ?? headers.get("cache-control") ?? "no-cache");
  for (const name of ["surrogate-control", "x-accel-expires", "x-cache-control"]) headers.delete(name);
  // A follower that keeps what it reads compares these with changes, too. They name nothing that is secret.
  if (!request.headers.has("vitrine-follower")) {
    for (const name of ["vitrine-stamp", "vitrine-tags"]) headers.delete(name);
  }
  headers.set("x-cache-status", status);
  const tag = (text) => text.trim().replace(/^W\//, "");
  const etag = headers.get("etag");
  const known = (request.headers.get("if-none-match") ?? "").split(",").map(tag);
  if (answer.status === 200 && etag && (known.includes(tag(etag)) || known[0] === "*")) {
    headers.delete("content-length");
    return new Response(null, { status: 304, headers });
  }
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
