// What the search box offers while something is typed. This module alone knows which endpoints answer that.
import { get, type Schemas } from "./api.js";
import { language, lower } from "./text.js";

/** A part of a text; hit says that it matches what was typed. */
export interface Part {
  text: string;
  hit: boolean;
}

/** A record with a page of its own. path is that of the page: ["product", "mavi-keten-gomlek"]. */
export interface Found {
  name: Part[];
  text: string;
  path: [page: string, slug: string];
  image?: string | undefined;
  price?: Schemas["Price"] | undefined;
}

/** What is offered. */
export interface Suggestions {
  /** The text that was searched: another one, if what was typed is in no name. */
  searched: string;
  /** Texts that go on from what was typed. Each is in a name, so each finds something. */
  queries: Part[][];
  categories: Found[];
  brands: Found[];
  products: Found[];
  others: Found[];
  /** How many products the text finds. */
  total: number;
}

const most = { queries: 4, categories: 4, brands: 3, products: 8, others: 4 };
const others = new Set(["event", "blog", "dictionary", "page", "collections"]);

/**
 * Returns suggestions for a text of one letter or more. A suggestion completes words as they are typed and corrects none:
 * if there is none, the list of products says which text was meant, and that is completed instead.
 */
export async function suggest(q: string, signal: AbortSignal): Promise<Suggestions> {
  const complete = async (text: string) =>
    (await get("/suggest", { query: { q: text, limit: 20 }, signal })).data.suggestions;
  const [typed, found] = await Promise.all([complete(q),
    get("/product", { query: { search: q, language, limit: 4 }, signal })]);
  const meant = typed.length === 0 ? corrected(q, found.meta, found.data.map((p) => p.name)) : "";
  const all = (meant ? await complete(meant) : typed).map(read);
  const of = (page: string) => all.filter((s) => s.path[0] === page);
  const products = of("product");
  return {
    searched: meant || q,
    queries: queries(meant || q, products).slice(0, most.queries),
    categories: of("category").slice(0, most.categories),
    brands: of("brand").slice(0, most.brands),
    products: products.slice(0, most.products),
    others: all.filter((s) => others.has(s.path[0])).slice(0, most.others),
    total: found.pagination.totalRecords,
  };
}

/** The text that was searched instead of q; "" if that is q. Its words are spelled as in the names that it finds. */
export function corrected(q: string, meta: { didYouMean?: string } | undefined, names: string[] = []): string {
  const meant = meta?.didYouMean ?? "";
  if (fold(meant) === fold(q)) return "";
  const words = names.flatMap((name) => lower(name).split(/\s+/)).sort((a, b) => a.length - b.length);
  return meant.split(" ").map((word) => words.find((w) => fold(w).startsWith(fold(word)))?.slice(0, word.length) ?? word).join(" ");
}

function read(s: Schemas["Suggestion"]): Found {
  const [, page = "", slug = ""] = s.path.split("/");
  return { name: marked(s.highlight), text: s.text, path: [page, decodeURIComponent(slug)], image: s.image, price: s.price };
}

/** The parts of a highlighted name. The API escapes everything but <mark>. */
function marked(html: string): Part[] {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return [...body.childNodes].map((node) => ({ text: node.textContent ?? "", hit: node.nodeName === "MARK" }));
}

/**
 * Texts that the names of products make likely: what was typed with its last word complete, and with the word beside it.
 * The most frequent come first.
 */
function queries(q: string, products: Found[]): Part[][] {
  const typed = fold(q).split(/\s+/).filter(Boolean);
  const last = typed.at(-1) ?? "";
  const counts = new Map<string, number>();
  for (const { text } of products) {
    const words = lower(text).split(/\s+/);
    const at = words.findIndex((w) => fold(w).startsWith(last));
    if (at < 0 || !typed.slice(0, -1).every((w) => words.some((x) => fold(x) === w))) continue;
    const known = (w: string | undefined) => w === undefined || typed.includes(fold(w));
    const texts = [words[at]!,
      ...(known(words[at - 1]) ? [] : [`${words[at - 1]} ${words[at]}`]),
      ...(known(words[at + 1]) ? [] : [`${words[at]} ${words[at + 1]}`])];
    const before = typed.slice(0, -1).map((w) => words.find((x) => fold(x) === w)).join(" ");
    for (const one of texts.map((x) => `${before} ${x}`.trim())) {
      if (fold(one) !== fold(q)) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1])
    .map(([text]) => text.split(/( )/).map((word) => ({ text: word, hit: typed.some((w) => fold(word).startsWith(w)) })));
}

/** Folds case, dots and marks: "GÖMLEK" and "gömlek" become "gomlek". */
export function fold(text: string): string {
  return lower(text).normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i");
}
