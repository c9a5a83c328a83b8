/** For React Router: a loader whose data is kept on the server, and open tabs that load anew after a change. */
import type { Change, Follower } from "@vitrine/changes";
import type { LoaderFunctionArgs } from "react-router";
import { check, Kept, make, use } from "./vitrine";

/** The most that a loader keeps, and for how long: a scheduled record appears without a change. */
interface Options<A> {
  /** The name of what is kept. The default is path and query: add what else the data depends on. */
  key?: (args: A) => string;
  /** Values; the default is 1,000. */
  most?: number;
  /** Seconds; the default is 60. */
  maxAge?: number;
}

/** Wraps a loader. All visitors get the same data, so do not wrap one that reads cookies. */
export function kept<A extends LoaderFunctionArgs, T>(
  loader: (args: A) => T | Promise<T>, { key = address, most = 1000, maxAge = 60 }: Options<A> = {},
): (args: A) => Promise<T> {
  const all = new Kept<T>(most);
  return async (args) => {
    const found = (await check()) ? all.get(key(args)) : undefined;
    if (found) return use(found);
    const made = await make(() => loader(args));
    if (!(made.value instanceof Response)) all.set(key(args), made, maxAge); // a body is read once
    return use(made);
  };
}

function address({ url }: LoaderFunctionArgs): string {
  return url.pathname + url.search;
}

/**
 * Loads the data of an open tab anew after changes; those that arrive meanwhile need one more load. The router is the
 * result of `useRevalidator()`. The follower has a stream token: see the README of @vitrine/changes.
 */
export function revalidateOnChange(
  follower: Pick<Follower, "onChange">, router: { revalidate: () => Promise<void> },
  concerns: (change: Change) => boolean = () => true,
): () => void {
  let wanted = 0;
  return follower.onChange(async (change) => {
    if (!concerns(change) || wanted++ > 0) return;
    for (let done = 0; done < wanted; ) {
      done = wanted;
      await router.revalidate().catch(() => {});
    }
    wanted = 0;
  });
}
