// What the apps show of a product, and how often they made it.
import { check, follower, read } from "./recipes/src/vitrine";

let made = 0;

/** Notes that something was made. */
export function count(): void {
  made++;
}

interface Product {
  data: { id: string; slug: string; stock?: { amount: number } };
}

/** Reads a product. Without tags, the answer says what they are. */
export async function product(slug: string, tags?: string[]): Promise<{ id: string; text: string }> {
  count();
  const answer = await read<Product>(`/product/${slug}`, tags);
  if (!answer) throw new Error(`no product ${slug}`);
  return { id: answer.data.id, text: `${slug}=${answer.data.stock?.amount ?? 0};` };
}

export async function stats(): Promise<{ made: number; trusted: boolean; events: number }> {
  await check();
  return { made, trusted: follower().trusted(), events: follower().state().events };
}
