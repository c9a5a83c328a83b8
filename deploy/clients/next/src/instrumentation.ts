/**
 * Starts to follow the tenant's changes, once in a process. Export it from `instrumentation.ts`. Next.js serves
 * requests after it has returned. It waits for the first lease for at most 5 s, and throws if a setting is missing.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "edge") return;
  const { gatedPod } = await import("./gate.js");
  await gatedPod()?.follower.ready(5000);
}
