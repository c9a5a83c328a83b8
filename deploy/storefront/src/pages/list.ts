import { get, root, type Schemas } from "../api.js";
import { type Child, h } from "../dom.js";
import { tree, wayTo } from "../frame.js";
import { go, type Page } from "../page.js";
import { cards, idOf, pager, picture, rich, to, trail, words } from "../parts.js";
import { meant, results } from "../search.js";
import { corrected } from "../suggest.js";
import { capital, language, list as listed, lower, money, number, t } from "../text.js";

/** What a list of products is narrowed by: the parameters of the address, which are those of the API. */
interface Filters {
  attributes: string[];
  brand: string[];
  minPrice: string;
  maxPrice: string;
}

const size = 24;
const sorts = [["", "sortDefault"], ["price-asc", "priceUp"], ["price-desc", "priceDown"],
  ["createdAt-desc", "newestFirst"]] as const;

/** A category with its facets. */
export async function category(slug: string, query: URLSearchParams): Promise<Page> {
  const { data } = await get("/category/{slug}", { path: { slug } });
  const way = await wayTo((c) => c.slug === data.slug);
  const steps = way.slice(0, -1).map((c): [string, string] => [c.name, to("category", c.slug)]);
  const below = way.at(-1)?.children ?? [];
  const top = [
    steps.length > 0 && trail(...steps),
    below.length > 0 && h("ul", { class: "below" }, below.map((c) =>
      h("li", null, h("a", { href: to("category", c.slug) }, c.name)))),
  ];
  return products({ page: `category-${data.slug}`, title: data.name, scope: { category: [data.slug] }, query,
    above: top[0], under: top[1] });
}

/** All products that match a text. */
export async function search(_: string, query: URLSearchParams): Promise<Page> {
  const q = query.get("q")?.trim() ?? "";
  return products({ page: "search", title: q ? t("results", { q }) : t("products"), scope: q ? { search: q } : {}, query });
}

/** A brand and its products. */
export async function brand(slug: string, query: URLSearchParams): Promise<Page> {
  const { data } = await get("/brand/{slug}", { path: { slug } });
  return products({ page: `brand-${data.slug}`, title: data.name, scope: { brand: [data.slug] }, query,
    above: [picture(data.image, data.name, { shape: "banner", eager: true }),
      trail([t("brands"), to("brand")])],
    under: data.description && rich(data.description) });
}

/** A collection that an editor has chosen. */
export async function collection(slug: string): Promise<Page> {
  const { data } = await get("/collections/{slug}", { path: { slug } });
  return { title: data.title, main: h("div", { "data-page": `collection-${data.slug}` },
    picture(data.banner, data.title, { shape: "banner", eager: true }),
    h("div", { class: "title" }, h("h1", null, data.title), h("p", { class: "n" }, t("count", { n: number(data.products.length) }))),
    rich(data.description),
    h("ul", { class: "cards", "data-list": true }, data.products.map((p, i) => h("li", { class: "card", "data-key": p.id },
      picture(p.image, p.name, { eager: i < 4 }),
      h("h2", { class: "entry" }, h("a", { href: to("product", p.slug) }, p.name)),
      h("p", { class: "price" }, p.price == null ? h("span", { class: "none" }, t("askPrice"))
        : h("span", { class: "now" }, money(p.price, p.currency ?? undefined))))))) };
}

interface Listing {
  page: string;
  title: string;
  scope: { category?: string[]; brand?: string[]; search?: string };
  query: URLSearchParams;
  above?: Child;
  under?: Child;
}

async function products({ page, title, scope, query, above, under }: Listing): Promise<Page> {
  const filters: Filters = { attributes: query.getAll("attributes"), brand: query.getAll("brand"),
    minPrice: query.get("minPrice") ?? "", maxPrice: query.get("maxPrice") ?? "" };
  const ask = asked(filters, scope);
  const sort = query.get("sort");
  const direction = query.get("order") === "desc" ? "desc" : "asc";
  const sorted = sort ? `${sort}-${direction}` : "";
  const at = Number(query.get("page")) || 1;
  const [answer, facets, colours] = await Promise.all([
    get("/product", { query: { ...ask, limit: size, page: at, ...(sort ? { sort, order: direction } : {}) } as never }),
    get("/product/filters", { query: { ...ask, ...(sort ? { sort } : {}) } as never }),
    get("/attribute", {}),
  ]);
  const total = answer.pagination.totalRecords;
  const chosen = chips(filters, facets.data);
  const empty = total === 0 && chosen.length > 0 ? await without(chosen, filters, scope) : null;
  const form = facetForm(facets.data, filters, scope, colourMap(colours.data));
  const nothing = total === 0 && chosen.length === 0;
  const main = h("div", { class: "listing", "data-page": page },
    above,
    h("div", { class: "title" }, h("h1", null, title), h("p", { class: "n", role: "status" }, t("count", { n: number(total) }))),
    under ?? (scope.search && how(scope.search, answer.meta, answer.data.map((p) => p.name))),
    !nothing && h("div", { class: "bar" },
      h("ul", { class: "chips", "data-list": true },
        chosen.map((c) => h("li", { "data-key": c.key }, h("a", { href: address(c.rest), rel: "nofollow",
          click: narrow, "aria-label": t("removed", { what: c.name }) }, c.name, h("span", { "aria-hidden": "true" }, " ×")))),
        chosen.length > 0 && h("li", { "data-key": "all" }, h("a", { class: "clear", href: address(none), click: narrow },
          t("clear")))),
      h("label", { class: "sorter" }, h("span", null, t("sort")), order(sorted))),
    nothing ? h("div", { class: "nothing", "data-key": "none" }, await elsewhere(scope, answer.meta)) : h("div", { class: "shelf" },
      aside(form, total),
      total > 0 ? h("div", { "data-key": "found" }, cards(answer.data, 3, "h2"),
        pager(answer.pagination, (n) => address(filters, n)))
        : h("div", { class: "nothing", "data-key": "nothing" }, empty)),
    !nothing && dock(chosen.length, sorted));
  return { title, main };
}

type Meta = { didYouMean?: string; relaxed?: string[] } | undefined;

/** Says in words how a text was searched: that another one was meant, or that words are not in every product. */
function how(q: string, meta: Meta, names: string[]): HTMLElement | null {
  const other = corrected(q, meta, names);
  const left = meta?.relaxed ?? [];
  if (!other && left.length === 0) return null;
  return h("p", { class: "lead" }, other && [meant(q, other), " "],
    left.length > 0 && t("relaxed", { words: listed(left.map((w) => `“${w}”`)) }));
}

/** Where to go from a list without products: to the text that was meant, or to the departments. */
async function elsewhere(scope: Listing["scope"], meta: Meta): Promise<Child[]> {
  const other = scope.search ? corrected(scope.search, meta) : "";
  const departments = await tree();
  return [h("h2", null, scope.search ? t("noResult", { q: scope.search }) : t("noProducts")),
    other && h("p", null, t("tryText"), " ", h("a", { href: results(other) }, other)),
    h("ul", { class: "below" }, departments.map((c) => h("li", null, h("a", { href: to("category", c.slug) }, c.name))))];
}

const none: Filters = { attributes: [], brand: [], minPrice: "", maxPrice: "" };

/** The parameters for the API. */
function asked(filters: Filters, scope: Listing["scope"]): object {
  const brand = filters.brand.length > 0 ? filters.brand : scope.brand;
  return { ...scope, ...filters, brand: brand ?? [], language };
}

/** This page's address with other filters. */
function address(filters: Filters, page = 1): string {
  const q = new URLSearchParams(location.search);
  for (const name of ["attributes", "brand", "minPrice", "maxPrice", "page"]) q.delete(name);
  for (const a of filters.attributes) q.append("attributes", a);
  for (const b of filters.brand) q.append("brand", b);
  if (filters.minPrice) q.set("minPrice", filters.minPrice);
  if (filters.maxPrice) q.set("maxPrice", filters.maxPrice);
  if (page > 1) q.set("page", String(page));
  const text = q.toString();
  return location.pathname + (text && `?${text}`);
}

function narrow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go((event.currentTarget as HTMLAnchorElement).href, "replace");
}

interface Chip {
  key: string;
  name: string;
  rest: Filters;
}

function chips(filters: Filters, facets: Schemas["ProductFacets"]): Chip[] {
  const all: Chip[] = filters.attributes.map((a) => ({ key: a, name: a.slice(a.indexOf(":") + 1),
    rest: { ...filters, attributes: filters.attributes.filter((b) => b !== a) } }));
  for (const slug of filters.brand) {
    all.push({ key: `brand:${slug}`, name: facets.brands.find((b) => b.slug === slug)?.name ?? slug,
      rest: { ...filters, brand: filters.brand.filter((b) => b !== slug) } });
  }
  if (filters.minPrice || filters.maxPrice) {
    all.push({ key: "price", rest: { ...filters, minPrice: "", maxPrice: "" },
      name: band(filters.minPrice, filters.maxPrice) });
  }
  return all;
}

/** The words for a range of prices: "1.000–2.600 TL", "en az 1.000 TL". */
function band(min: string, max: string): string {
  const { currency } = document.documentElement.dataset;
  const of = (text: string) => money(Number(text), currency);
  if (min && max) return t("between", { n: number(Number(min)), from: of(min), to: of(max) });
  return min ? t("atLeast", { price: of(min) }) : t("atMost", { price: of(max) });
}

/** Of an empty list: which one filter to remove, and how many products are left then. */
async function without(chosen: Chip[], filters: Filters, scope: Listing["scope"]): Promise<HTMLElement> {
  const left = await Promise.all(chosen.map(async (c) => ({ c,
    n: (await get("/product", { query: { ...asked(c.rest, scope), limit: 1 } as never })).pagination.totalRecords })));
  const some = left.filter(({ n }) => n > 0);
  const names = listed(chosen.map((c, i) => i === 0 || c.key === "price" || /^[A-Z0-9]{1,4}$/.test(c.name) ? c.name : lower(c.name)));
  return h("div", null, h("h2", null, capital(t("emptyTitle", { what: names }))),
    some.length > 0 && h("p", null, t("emptyHint")),
    some.length > 0 && h("ul", { class: "rows plainrows" }, some.map(({ c, n }) => h("li", null,
      h("a", { href: address(c.rest), click: narrow }, t("removed", { what: c.name })), h("span", null, t("count", { n: number(n) }))))),
    h("p", null, h("a", { class: "button second", href: address(none), click: narrow }, t("clearAll"))));
}

function colourMap(sets: Schemas["AttributeSet"][]): Map<string, string> {
  return new Map(sets.filter((s) => s.type === "COLOR").flatMap((s) => s.options ?? [])
    .map((o) => [String(o.label), String(o.value)]));
}

function facetForm(f: Schemas["ProductFacets"], filters: Filters, scope: Listing["scope"], colours: Map<string, string>) {
  const form = h("form", { class: "facetform", "data-list": "steady", change: () => apply(form), submit: (e: Event) => { e.preventDefault(); apply(form); } },
    prices(f.priceRange, filters),
    withChosen(f.attributes, filters).map((a) => {
      const chosen = filters.attributes.filter((v) => v.startsWith(`${a.name}:`)).map((v) => v.slice(a.name.length + 1));
      const options = (a.options ?? []).map((o) => ({ value: String(o.value), label: String(o.label), count: o.count ?? 0 }));
      for (const value of chosen) {
        if (!options.some((o) => o.value === value)) options.push({ value, label: value, count: 0 });
      }
      const short = options.every((o) => o.label.length <= 3);
      const sizes = ["XXS", "XS", "S", "M", "L", "XL", "XXL"];
      if (short) options.sort((x, y) => sizes.indexOf(x.label) - sizes.indexOf(y.label));
      return facet(a.label ?? a.name, chosen.length, short ? "sizes" : "checks", options.map((o) =>
        check("attributes", `${a.name}:${o.value}`, o.label, o.count, chosen.includes(o.value),
          a.type === "COLOR" ? colours.get(o.label) : undefined)));
    }),
    !scope.brand && f.brands.length > 1 && facet(t("brand"), filters.brand.length, "checks",
      f.brands.slice(0, 12).map((b) => check("brand", b.slug, b.name, b.count, filters.brand.includes(b.slug)))));
  return form;
}

/** Facets with what is chosen, also where nothing matches it. */
function withChosen(all: Schemas["FacetAttribute"][], filters: Filters): Schemas["FacetAttribute"][] {
  const lost = new Set(filters.attributes.map((a) => a.slice(0, a.indexOf(":"))));
  for (const a of all) lost.delete(a.name);
  return [...all, ...[...lost].map((name) => ({ name, label: name, type: "TEXT" as const, options: [] }))];
}

function facet(name: string, chosen: number, look: string, members: HTMLElement[]): HTMLElement {
  return h("details", { open: true, class: "facet", "data-key": name },
    h("summary", null, h("span", null, name), h("span", { class: "n" }, chosen > 0 ? t("selected", { n: chosen }) : "")),
    h("div", { class: look, role: "group", "aria-label": name, "data-list": "steady" }, members));
}

function check(name: string, value: string, label: string, count: number, on: boolean, colour?: string): HTMLElement {
  const box = h("input", { type: "checkbox", name, value, checked: on, disabled: count === 0 && !on });
  const dot = h("i", { "aria-hidden": "true" });
  if (colour) dot.style.background = colour;
  return h("label", { "data-key": value, class: count === 0 ? "zero" : "" }, box, colour ? dot : "",
    h("span", null, label), h("span", { class: "n" }, number(count)));
}

function prices({ min, max }: { min?: number | null; max?: number | null }, filters: Filters): HTMLElement | null {
  if (min == null || max == null || min === max) return null;
  const low = Math.floor(min);
  const high = Math.ceil(max);
  const from = Number(filters.minPrice) || low;
  const upTo = Number(filters.maxPrice) || high;
  const bounds = { min: Math.min(low, from), max: Math.max(high, upTo), step: 10 };
  const currency = document.documentElement.dataset.currency === "TRY" ? "TL" : document.documentElement.dataset.currency ?? "";
  const fields = [
    h("input", { type: "number", name: "minPrice", inputmode: "numeric", min: 0, value: filters.minPrice || low, "data-empty": low }),
    h("input", { type: "number", name: "maxPrice", inputmode: "numeric", min: 0, value: filters.maxPrice || high, "data-empty": high }),
  ] as const;
  const slide = (i: 0 | 1, label: string, value: number) => h("input", { type: "range", "aria-label": label, ...bounds, value,
    input: (event: Event) => { fields[i].value = (event.currentTarget as HTMLInputElement).value; draw(); } });
  const ranges = [slide(0, t("from", { currency }), from), slide(1, t("to", { currency }), upTo)] as const;
  const track = h("div", { class: "range" }, ranges[0], ranges[1]);
  const draw = () => {
    const span = bounds.max - bounds.min || 1;
    track.style.setProperty("--from", String((Number(ranges[0].value) - bounds.min) / span));
    track.style.setProperty("--to", String((Number(ranges[1].value) - bounds.min) / span));
  };
  draw();
  return h("details", { open: true, class: "facet", "data-key": "price" },
    h("summary", null, h("span", null, t("price")), h("span", { class: "n" })),
    track, h("div", { class: "pair" },
      h("label", null, t("from", { currency }), fields[0]), h("label", null, t("to", { currency }), fields[1])));
}

/** Goes to the address of what is chosen in the form. */
function apply(form: HTMLFormElement): void {
  const data = new FormData(form);
  const price = (name: string) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    return !field || field.value === "" || field.value === field.dataset.empty ? "" : field.value;
  };
  go(address({ attributes: data.getAll("attributes").map(String), brand: data.getAll("brand").map(String),
    minPrice: price("minPrice"), maxPrice: price("maxPrice") }), "replace");
}

/** The order of the list, to be chosen. */
function order(now: string): HTMLSelectElement {
  const choose = h("select", { "aria-label": t("sort"), change: () => {
    const q = new URLSearchParams(location.search);
    const [sort, order] = choose.value.split("-");
    for (const name of ["sort", "order", "page"]) q.delete(name);
    if (sort && order) {
      q.set("sort", sort);
      q.set("order", order);
    }
    go(`${location.pathname}?${q}`, "replace");
  } }, sorts.map(([value, word]) => h("option", { value, selected: value === now }, t(word))));
  return choose;
}

/** The filters: beside the list, or on a telephone a sheet above it. */
function aside(form: HTMLElement, total: number): HTMLElement {
  const close = { type: "button", popovertarget: "filters", popovertargetaction: "hide" };
  return h("aside", { class: "facets", id: "filters", popover: "auto", "aria-label": t("filter") },
    h("div", { class: "sheethead" }, h("h2", null, t("filter")), h("button", { class: "plain", ...close }, t("close"))),
    form,
    h("div", { class: "sheetfoot" }, h("button", { class: "button", ...close }, t("show", { n: number(total) }))));
}

/** On a telephone, the buttons for the sheet and the order. */
function dock(chosen: number, now: string): HTMLElement {
  return h("div", { class: "dock" },
    h("button", { type: "button", popovertarget: "filters" }, t("filter"), " ",
      h("span", { class: "n" }, chosen > 0 ? number(chosen) : "")),
    h("label", null, h("span", { "aria-hidden": "true" }, t("sort")), order(now)));
}

/** All brands. */
export async function brands(_: string, query: URLSearchParams): Promise<Page> {
  const page = Number(query.get("page")) || 1;
  const { data, meta } = await get("/brand", { query: { limit: size, page, sort: "name", order: "asc" } });
  return { title: t("brands"), main: h("div", { "data-page": "brands" },
    h("div", { class: "title" }, h("h1", null, t("brands")), h("p", { class: "n" }, number(meta.totalRecords))),
    h("ul", { class: "cards brands", "data-list": true }, data.map((b) => h("li", { class: "card", "data-key": idOf(b) },
      picture(b.image, b.name, { shape: "wide" }), h("h2", { class: "entry" }, h("a", { href: to("brand", b.slug) }, b.name)),
      h("p", { class: "maker clip" }, words(b.description))))),
    pager(meta, (n) => `${root}/brand?page=${n}`)) };
}
