// Reads and writes the API, with the types of the TypeScript client (deploy/clients/typescript).
import type { components, paths } from "../../clients/typescript/src/schema.js";

/** The records of the API by name: Schemas["ProductCard"]. */
export type Schemas = components["schemas"];

const { tenant = "", base = "" } = document.documentElement.dataset;

/** The path of the shop, "" or "/t/TENANT". */
export const root = base;

/** The path of the API. The URL names the tenant, so that every cache on the way sees it. */
export const api = `/t/${tenant}/v1`;

type Answer<T> = T extends { content: { "application/json": infer R } } ? R : unknown;
type Success<O> = O extends { responses: infer R }
  ? 200 extends keyof R ? Answer<R[200]> : 201 extends keyof R ? Answer<R[201]> : unknown
  : never;
type Method = "get" | "post" | "patch" | "delete";
type Operation<P extends keyof paths, M extends Method> = Exclude<paths[P][M], undefined>;
type Query<O> = O extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : Record<string, never>;
type Slots<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | Slots<R> : never;
type Body<O> = O extends { requestBody?: { content: { "application/json": infer B } } } ? B : undefined;

interface Options<P extends keyof paths, M extends Method> {
  path?: Record<Slots<P>, string>;
  query?: Query<Operation<P, M>>;
  body?: Body<Operation<P, M>>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An error that the API answered with. Its message is a sentence for customers. */
export class Refused extends Error {
  readonly code: string;
  readonly fields: Schemas["Error"]["errors"];
  constructor(readonly status: number, body: Partial<Schemas["Error"]>) {
    super(body.message ?? `HTTP ${status}`);
    this.code = body.code ?? "";
    this.fields = body.errors;
  }
}

/** The change number up to which an answer is complete; 0 before the first answer. */
export let seen = 0;

/** Watchers of seen. */
export const onSeen: ((seq: number) => void)[] = [];

/** The token of the newest announcement. Reads that carry it are at least that new, also at another gateway. */
let consistency = "";

/** How often the content may have changed since the tab was opened: announcements, and openings of the stream. */
export let heard = 0;

/** Makes all further reads at least as new as an announcement. Without a token, announcements may have been missed. */
export function atLeast(token = consistency): void {
  heard++;
  consistency = token;
}

/** Reads a public record or list. It sends no credentials: the answer is the same for everyone. */
export function get<P extends keyof paths>(path: P, options: Options<P, "get"> = {}) {
  return call<P, "get">("get", path, options, consistency ? { "x-consistency": consistency } : {});
}

/** Requests a stream token. It sends no credentials: the access token of a customer is no stream key. */
export function streamToken() {
  return call("post", "/changes/token", {}, {});
}

/** Calls an endpoint of the customer, with the access token if there is one. */
export async function mine<P extends keyof paths, M extends Method>(method: M, path: P, options: Options<P, M> = {}) {
  const send = async () => {
    const token = await access();
    return call<P, M>(method, path, options, token ? { authorization: `Bearer ${token}` } : {});
  };
  try {
    return await send();
  } catch (error) {
    if (error instanceof Refused && error.code === "UNAUTHENTICATED" && session()) {
      leave(); // the session was ended elsewhere
    }
    throw error;
  }
}

async function call<P extends keyof paths, M extends Method>(
  method: M,
  path: P,
  options: Options<P, M>,
  more: Record<string, string>,
): Promise<Success<Operation<P, M>>> {
  const url = api + String(path).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((options.path as Record<string, string>)[name] ?? "")) + search(options.query ?? {});
  const headers: Record<string, string> = { accept: "application/json", ...more, ...options.headers };
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: "same-origin" };
  if (options.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  if (options.signal) init.signal = options.signal;
  let response = await fetch(url, init);
  if (response.status === 503 && method === "get") { // busy: one more try, when the gateway says
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((done) => setTimeout(done, Math.min(seconds, 3) * 1000));
    response = await fetch(url, init);
  }
  const version = Number(response.headers.get("X-Version"));
  if (version > seen) {
    seen = version;
    for (const tell of onSeen) tell(seen);
  }
  const body = response.status === 204 ? {} : await response.json().catch(() => {
    throw new Refused(response.status, {}); // not of the API: such as the page of a proxy
  });
  if (!response.ok) {
    throw new Refused(response.status, body);
  }
  return body;
}

/** The query string of parameters. Lists repeat the name; empty values are left out. */
function search(query: object): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") q.append(name, String(one));
    }
  }
  const text = q.toString();
  return text && `?${text}`;
}

// The session of the customer. A production shop keeps the refresh token out of reach of scripts, on a server of its own.

const kept = `vitrine-session-${tenant}`;

/** The signed-in customer. */
export interface Session {
  user: Schemas["User"];
  tokens: Schemas["Tokens"];
}

/** Returns the session, null if nobody is signed in. */
export function session(): Session | null {
  const text = localStorage.getItem(kept);
  return text ? JSON.parse(text) : null;
}

/** Keeps a session after a sign-in. */
export function enter(next: Partial<Session>): boolean {
  if (!next.user || !next.tokens) return false; // the shop verifies addresses first
  localStorage.setItem(kept, JSON.stringify({ user: next.user, tokens: next.tokens }));
  return true;
}

/** Forgets the session. */
export function leave(): void {
  localStorage.removeItem(kept);
}

let renewing: Promise<string> | null = null;

/** Returns an access token that is valid for half a minute or more, "" if nobody is signed in. */
async function access(): Promise<string> {
  const now = session();
  if (!now || Date.parse(now.tokens.access.expires) > Date.now() + 30_000) {
    return now?.tokens.access.token ?? "";
  }
  renewing ??= renew(now).finally(() => { renewing = null; });
  return renewing;
}

async function renew(old: Session): Promise<string> {
  try {
    const { data } = await call<"/auth/refresh-tokens", "post">("post", "/auth/refresh-tokens",
      { body: { refreshToken: old.tokens.refresh.token } }, {});
    enter({ user: old.user, tokens: data.tokens });
    return data.tokens.access.token;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) leave();
    return "";
  }
}
