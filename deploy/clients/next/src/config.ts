import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { complete, variable, type Options } from "./settings.js";

export type { Options } from "./settings.js";

type Handlers = Record<string, string | undefined>;

interface NextConfig {
  cacheHandler?: string | undefined;
  cacheHandlers?: Handlers | undefined;
  experimental?: { cacheHandlers?: Handlers | undefined } | undefined;
  cacheMaxMemorySize?: number | undefined;
  env?: Record<string, string | undefined> | undefined;
}

/**
 * Configures Next.js to keep pages, fetches and functions with this package. It takes what `next.config` may export. In
 * `next dev` nothing is kept. It throws for Next.js before 15.5, whose handlers for `'use cache'` have another form.
 */
export function withVitrine<C extends object>(config: C, options: Options = {}): C {
  if (typeof config === "function") {
    const make = config as unknown as (...args: unknown[]) => object | Promise<object>;
    return (async (...args: unknown[]) => withVitrine(await make(...args), options)) as unknown as C;
  }
  const given = config as C & NextConfig;
  if (given.cacheHandler) throw new Error("withVitrine sets cacheHandler, and the configuration has another one");
  const version = nextVersion();
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 15 || (major === 15 && minor < 5)) {
    throw new Error(`@vitrine/next needs Next.js 15.5 or newer, and this app has ${version}`);
  }
  const text = JSON.stringify(complete(options));
  process.env[variable] = text;
  const all: NextConfig = { ...given, env: { ...given.env, [variable]: text } };
  if (process.env.NODE_ENV !== "development") {
    all.cacheHandler = file("./cache-handler.js");
    all.cacheMaxMemorySize = 0; // else Next.js keeps entries in front of the handlers
    const functions = file("./use-cache-handler.js");
    const handlers = { default: functions, remote: functions };
    if (major > 15) all.cacheHandlers = { ...handlers, ...given.cacheHandlers };
    else all.experimental = { ...given.experimental, cacheHandlers: { ...handlers, ...given.experimental?.cacheHandlers } };
  }
  return all as C;
}

/** The path of a module beside this one. */
function file(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The version of the app's Next.js. */
function nextVersion(): string {
  const { version } = createRequire(join(process.cwd(), "package.json"))("next/package.json") as { version: string };
  return version;
}
