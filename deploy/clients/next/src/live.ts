"use client";
import { useRouter } from "next/navigation.js";
import { useEffect } from "react";
import { paced } from "./paced.js";

export interface LiveProps {
  /** The path of the route that exports `GET` of `@vitrine/next/relay`; the default is `/vitrine`. */
  path?: string;
}

const pause = 100; // between two refreshes, in milliseconds
const margin = 1000; // how much older than its navigation a page may be, in milliseconds

/** Refreshes an open tab when records change. Put it into a layout. It shows nothing. */
export function Live({ path = "/vitrine" }: LiveProps): null {
  const router = useRouter();
  useEffect(() => {
    let known = false;
    const refresh = paced(() => router.refresh(), pause);
    const source = new EventSource(path);
    source.addEventListener("change", refresh.call);
    source.addEventListener("hello", (e) => {
      const { since } = JSON.parse((e as MessageEvent<string>).data) as { since: number };
      if (known || since < performance.now() + margin) refresh.call();
      known = true;
    });
    return () => {
      source.close();
      refresh.stop();
    };
  }, [path, router]);
  return null;
}
