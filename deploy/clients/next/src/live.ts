"use client";
import { useRouter } from "next/navigation.js";
import { useEffect } from "react";
import { followTab } from "./tab.js";

export interface LiveProps {
  /** The path of the route that exports `GET` of `@vitrine/next/relay`; the default is `/vitrine`. */
  path?: string;
}

/** Refreshes an open tab when records change. Put it into a layout. It shows nothing. */
export function Live({ path = "/vitrine" }: LiveProps): null {
  const router = useRouter();
  useEffect(() => followTab(path, () => router.refresh()), [path, router]);
  return null;
}
