/** What `withVitrine` takes. */
export interface Options {
  /**
   * `lease`, the default: each process has a lease, and announcements wait for it. `strict`: each request first asks
   * Vitrine which changes are announced.
   */
  fresh?: "lease" | "strict";
  /** The most that a process keeps, in bytes; the default is 64 MiB. */
  maxBytes?: number;
  /**
   * The longest time that an entry is served, in seconds; the default is 60. A record that is scheduled appears or
   * disappears without a change.
   */
  maxAge?: number;
  /**
   * What happens to pages and cached functions that called no `read`. `stale`, the default: any change of the tenant
   * makes them stale. `keep`: changes do not concern them.
   */
  others?: "stale" | "keep";
}

/** The options with their defaults, and where Vitrine is. */
export interface Settings extends Required<Options> {
  url: string;
  tenant: string;
  key: string;
}

/** The variable by which `withVitrine` passes its options on. The configuration of a standalone server has it. */
export const variable = "VITRINE_NEXT";

const defaults: Required<Options> = { fresh: "lease", maxBytes: 64 << 20, maxAge: 60, others: "stale" };

/** Checks options and adds the defaults. */
export function complete(o: Options): Required<Options> {
  for (const name of Object.keys(o)) {
    if (name in defaults) continue;
    throw new Error(`@vitrine/next has no option ${name}: there are ${Object.keys(defaults).join(", ")}`);
  }
  const all = { ...defaults, ...o };
  oneOf("fresh", all.fresh, ["lease", "strict"]);
  oneOf("others", all.others, ["stale", "keep"]);
  if (!(all.maxBytes >= 0)) throw new Error(`maxBytes is ${all.maxBytes}: use a number of bytes`);
  if (!(all.maxAge > 0)) throw new Error(`maxAge is ${all.maxAge}: use a number of seconds`);
  return all;
}

function oneOf(name: string, value: string, values: string[]): void {
  if (!values.includes(value)) throw new Error(`${name} is ${JSON.stringify(value)}: use one of ${values.join(", ")}`);
}

/** Reads the options that `withVitrine` passed on. */
function options(): Required<Options> {
  let text = process.env["VITRINE_NEXT"];
  if (!text) {
    const standalone = process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"];
    text = standalone && (JSON.parse(standalone) as { env?: Record<string, string> }).env?.[variable];
  }
  return complete(text ? (JSON.parse(text) as Options) : {});
}

/** The address of a tenant's API: VITRINE_URL and VITRINE_TENANT. */
export function place(): { url: string; tenant: string; base: string } {
  const url = process.env["VITRINE_URL"]?.replace(/\/+$/, "");
  const tenant = process.env["VITRINE_TENANT"];
  if (!url || !tenant) throw new Error("set VITRINE_URL and VITRINE_TENANT for @vitrine/next");
  const base = URL.canParse(url) ? new URL(`${url}/t/${encodeURIComponent(tenant)}/v1`) : undefined;
  if (!base || !/^https?:$/.test(base.protocol) || base.username || base.search || base.hash) {
    throw new Error("VITRINE_URL is not an address such as http://127.0.0.1:8080, without user and query");
  }
  return { url, tenant, base: base.href };
}

/** Reads all settings from the environment. */
export function settings(): Settings {
  const key = process.env["VITRINE_STREAM_KEY"];
  if (!key) throw new Error("set VITRINE_STREAM_KEY for @vitrine/next: `vitrine tenant stream-key TENANT` makes one");
  const { url, tenant } = place();
  return { ...options(), url, tenant, key };
}

/** Reports whether this process keeps nothing: `next build`, `next dev` and the edge runtime. */
export function keepsNothing(): boolean {
  return process.env.NEXT_RUNTIME === "edge" || process.env.NODE_ENV === "development" ||
    process.env["NEXT_PHASE"] === "phase-production-build";
}
