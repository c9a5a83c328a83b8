/** For Nuxt 4 and Nitro 2: a cached function whose values are served only while they are true. */
import { AsyncLocalStorage } from "node:async_hooks";
import { defineCachedFunction } from "nitropack/runtime";
import type { CacheOptions } from "nitropack/types";
import { check, fresh, make, use, type Made } from "./vitrine";

/** Those of Nitro that do not decide what is served. `maxAge` is 60 s: a scheduled record appears without a change. */
type Options<A extends unknown[]> = Pick<CacheOptions<unknown, A>,
  "name" | "getKey" | "integrity" | "group" | "base" | "maxAge">;

const calls = new AsyncLocalStorage<{ own: boolean }>();

/** Makes a function whose values Nitro keeps in the storage `cache`: in memory, in Redis or elsewhere. */
export function cached<A extends unknown[], T>(
  fn: (...args: A) => T | Promise<T>, options: Options<A> = {},
): (...args: A) => Promise<T> {
  const kept = defineCachedFunction<Made<T>, A>((...args) => {
    const call = calls.getStore();
    if (call) call.own = true;
    return make(() => fn(...args));
  }, {
    name: fn.name || "_", maxAge: 60, ...options,
    integrity: options.integrity ?? String(fn), // another version of the function has other values
    swr: false, // it would serve the old value once more
    validate: (entry, ..._: A) => entry.value !== undefined && fresh(entry.value),
  });
  return async (...args) => {
    if (!(await check())) return use(await make(() => fn(...args)));
    const call = { own: false };
    const made = await calls.run(call, () => kept(...args));
    // Nitro lets a call join one that began earlier, and so perhaps before a change.
    return use(call.own || fresh(made) ? made : await make(() => fn(...args)));
  };
}
