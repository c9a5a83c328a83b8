/**
 * Keeps the caches of Next.js as fresh as Vitrine: no process serves a page that is older than an announced change.
 *
 * `@vitrine/next/config` configures the cache handlers, `@vitrine/next/instrumentation` starts them.
 */
export { read, VitrineError, type ReadOptions } from "./read.js";
export type { Stats } from "./pod.js";

import { pod, type Stats } from "./pod.js";

/** What this process keeps and did. It is undefined where nothing is kept, such as in `next dev`. */
export function stats(): Stats | undefined {
  return pod()?.stats();
}
