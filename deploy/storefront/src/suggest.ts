// What the search box offers while something is typed. This module alone knows which endpoints answer that.
import { get, type Schemas } from "./api.js";
import { language, lower } from "./text.js";

/** A part of a text; hit says that it matches what was typed. */
export interface Part {
  text: string;
  hit: boolean;
}

/** What is offered. */
export interface Suggestions {
  categories: { name: Part[]; slug: string; count: number }[];
  brands: { name: Part[]; slug: string; count: number }[];
  products: { product: Schemas["ProductCard"]; name: Part[] }[];
  total: number;
}

/** Returns suggestions for a text of one letter or more. */
export async function suggest(q: string, signal: AbortSignal): Promise<Suggestions> {
  const [found, filters] = await Promise.all([
    get("/product", { query: { search: q, language, limit: 8 }, signal }),
    get("/product/filters", { query: { search: q, language }, signal }),
  ]);
  const words = fold(q).split(/\s+/).filter(Boolean);
  const named = (all: { name: string; slug: string; count: number }[], most: number) => all
    .map((one) => ({ ...one, name: mark(one.name, words) }))
    .filter((one) => one.count > 0)
    .sort((a, b) => Number(hits(b.name)) - Number(hits(a.name)) || b.count - a.count)
    .slice(0, most);
  return {
    categories: named(filters.data.categories.filter((c) => hits(mark(c.name, words))), 4),
    brands: named(filters.data.brands, 3),
    products: found.data.map((product) => ({ product, name: mark(product.name, words) })),
    total: found.pagination.totalRecords,
  };
}

function hits(parts: Part[]): boolean {
  return parts.some((p) => p.hit);
}

/** Folds case, dots and marks, one letter for each letter: "GÖMLEK" and "gömlek" become "gomlek". */
function fold(text: string): string {
  return [...text].map((c) => [...lower(c).normalize("NFD").replace(/\p{M}/gu, "").replace("ı", "i")][0] ?? " ").join("");
}

/** Marks the beginnings of words that were typed. */
function mark(name: string, words: string[]): Part[] {
  const letters = [...name];
  const out: Part[] = [];
  const folded = fold(letters.join(""));
  let i = 0;
  const add = (text: string, hit: boolean) => {
    const last = out.at(-1);
    if (last && last.hit === hit) last.text += text;
    else out.push({ text, hit });
  };
  while (i < letters.length) {
    const begins = i === 0 || !/[\p{L}\p{N}]/u.test(letters[i - 1]!);
    const word = begins ? words.find((w) => folded.startsWith(w, i)) : undefined;
    const length = word ? [...word].length : 1;
    add(letters.slice(i, i + length).join(""), word !== undefined);
    i += length;
  }
  return out;
}
