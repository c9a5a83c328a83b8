import { cached } from "../recipes/src/nitro";
import { count, product } from "../product";

export const one = cached(async (slug: string) => (await product(slug)).text, { name: "one" });

/** Made from what is kept itself. */
export const two = cached(async (slug: string) => {
  count();
  return `${await one(slug)} again`;
}, { name: "two" });

export const gate = { calls: 0, waiting: 0, open: () => {}, opened: Promise.resolve() };
gate.opened = new Promise((resolve) => (gate.open = resolve));

/** Takes until the gate opens, after it has read. */
export const slow = cached(async (slug: string) => {
  const { text } = await product(slug);
  gate.waiting++;
  await gate.opened;
  return text;
}, { name: "slow" });
