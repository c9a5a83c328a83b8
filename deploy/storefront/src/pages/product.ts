import { get, Refused, type Schemas } from "../api.js";
import { add } from "../basket.js";
import { find, h } from "../dom.js";
import { wayTo } from "../frame.js";
import type { Page } from "../page.js";
import { cards, eventState, facts, heading, picture, price, rich, stepper, to, trail } from "../parts.js";
import { amountOf, date, money, number, t } from "../text.js";

interface Variant {
  sku?: string;
  stock?: number;
  options?: { name: string; value: string }[];
}

/** What the visitor chose on the page of a product or event. It outlives updates of the page. */
const choice = { of: "", value: "", quantity: 1 };

/** Writes the stock of the chosen variant, as of the newest drawing of the page. */
let writeStock = () => {};

function begin(id: string): void {
  if (choice.of !== id) Object.assign(choice, { of: id, value: "", quantity: 1 });
}

/** One product. */
export async function product(slug: string): Promise<Page> {
  const { data: p } = await get("/product/{slug}", { path: { slug } });
  begin(p.id);
  const [way, similar] = await Promise.all([
    wayTo((c) => c.id === p.category?.[0]?.value),
    get("/product/{slug}/similar", { path: { slug }, query: { limit: 4 } }),
  ]);
  const name = p.name;
  const images = p.images.length > 0 ? p.images : [undefined];
  const main = h("div", { class: "product", "data-page": `product-${p.id}` },
    trail(...way.map((c): [string, string] => [c.name, to("category", c.slug)])),
    h("div", { class: "gallery", tabindex: images.length > 1 ? 0 : null, role: "group", "aria-label": name },
      images.slice(0, 5).map((src, i) => picture(src, name, { alt: i === 0 ? name : "", eager: i === 0 }))),
    h("div", { class: "offer" },
      p.brand && h("p", { class: "maker" }, h("a", { href: to("brand", p.brand.slug ?? "") }, p.brand.name)),
      h("h1", null, name),
      h("p", { class: "lead" }, p.brief ?? ""),
      price(p.price, true),
      p.price.lowestPrice30Days !== undefined && p.price.list !== undefined &&
        h("p", { class: "small" }, t("lowest", { price: money(p.price.lowestPrice30Days, p.price.currency) })),
      buy(p),
      p.merchant && h("p", { class: "small" }, t("sender", { name: p.merchant.name ?? "" })),
      facts([...((p.properties ?? []) as { name: string; value: string }[]).map((x): [string, string] => [x.name, x.value]),
        ...(p.sku ? [[t("sku"), p.sku] as [string, string]] : [])]),
      p.description && rich(p.description),
      p.brand?.description && h("div", { class: "workshop" }, picture(p.brand.image, p.brand.name ?? "", { label: false }),
        h("div", null, h("h2", null, h("a", { href: to("brand", p.brand.slug ?? "") }, p.brand.name)),
          rich(p.brand.description)))),
    h("section", { class: "across" }, similar.data.length > 0 && heading(t("similar")), cards(similar.data)));
  return { title: name, main };
}

/** Variants, stock, how many, and the button. */
function buy(p: Schemas["ProductDetail"]): HTMLElement {
  const variants = (p.variants ?? []) as Variant[];
  const all = p.stock?.amount ?? Infinity; // not counted: sold without a limit
  const label = variants[0]?.options?.[0]?.name ?? "";
  const valueOf = (v: Variant) => v.options?.[0]?.value ?? v.sku ?? "";
  choice.value ||= valueOf(variants.find((v) => (v.stock ?? Infinity) > 0) ?? {});
  const left = () => {
    if (variants.length === 0) return all;
    const one = variants.find((v) => valueOf(v) === choice.value);
    return one ? one.stock ?? Infinity : 0;
  };
  const chosen = h("b", null, choice.value);
  const says = () => {
    const n = left();
    return n === Infinity ? "" : n > 0 ? t("stock", { n: number(n) }) : t("outOfStock");
  };
  const stock = h("p", { class: "stock" }, h("span", { "data-say": t("stock", { n: "" }).trim() }, says()));
  writeStock = () => { find(".buy .stock span")!.firstChild!.nodeValue = says(); };
  const done = h("p", { class: "small", role: "status", "data-own": true });
  const out = p.status === "OUT_OF_STOCK" || all <= 0 || amountOf(p.price) === undefined;
  return h("form", { class: "buy", submit: (event: Event) => {
    event.preventDefault();
    void put(event.currentTarget as HTMLFormElement, { kind: "product", id: p.id, slug: p.slug,
      ...(choice.value ? { option: choice.value } : {}) }, done);
  } },
    variants.length > 0 && h("fieldset", null, h("legend", null, `${label}: `, chosen),
      h("div", { class: "sizes" }, variants.map((v) => h("label", { "data-key": valueOf(v) },
        h("input", { type: "radio", name: "option", value: valueOf(v), checked: valueOf(v) === choice.value,
          disabled: (v.stock ?? Infinity) <= 0, change: () => {
            choice.value = valueOf(v);
            find(".buy legend b")!.textContent = choice.value;
            writeStock();
          } }), h("span", null, valueOf(v)))))),
    stock,
    h("div", { class: "row" }, stepper(t("quantity"), choice.quantity, 99, (n) => { choice.quantity = n; }),
      h("button", { class: "button", type: "submit", disabled: out }, t("add"))),
    done);
}

/** Puts what is chosen into the basket, and says so. */
async function put(form: HTMLFormElement, what: { kind: "product" | "event"; id: string; slug: string; option?: string },
  done: HTMLElement): Promise<void> {
  const say = form.querySelector<HTMLElement>("[role=status]") ?? done;
  try {
    await add({ ...what, quantity: choice.quantity });
    say.replaceChildren(`${t("added")}. `, h("a", { href: to("basket") }, t("basket")));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say.replaceChildren(error.message);
  }
}

/** One event, and its tickets. */
export async function event(slug: string): Promise<Page> {
  const { data: e } = await get("/event/{slug}", { path: { slug } });
  begin(e.id);
  const similar = await get("/event/{slug}/similar", { path: { slug }, query: { limit: 12 } });
  const others = similar.data.filter((o) => o.status !== "PASSED" && Date.parse(o.date.end ?? o.date.start ?? "") > Date.now());
  const { start = "", end } = e.date;
  const free = e.capacity?.max !== undefined ? e.capacity.max - e.attendees : undefined;
  const priced = amountOf(e.price) !== undefined;
  const state = eventState(e) || ((free ?? 1) <= 0 ? t("outOfStock") : "");
  const done = h("p", { class: "small", role: "status", "data-own": true });
  const main = h("div", { class: "event", "data-page": `event-${e.id}` },
    picture(e.featuredImage, e.name, { shape: "banner", eager: true, alt: e.name }),
    h("header", null, h("p", { class: "label" }, e.category?.[0]?.label ?? t("event")), h("h1", null, e.name)),
    h("div", { class: "about" },
      e.content ? rich(e.content) : h("p", { class: "lead" }, e.abstract),
      (e.rules?.length ?? 0) > 0 && h("div", { class: "prose" }, h("h2", null, t("rules")),
        h("ul", null, e.rules!.map((r) => h("li", null, r))))),
    h("form", { class: "slip", submit: (ev: Event) => {
      ev.preventDefault();
      void put(ev.currentTarget as HTMLFormElement, { kind: "event", id: e.id, slug: e.slug }, done);
    } },
      facts([[t("day"), start && date(start, "long")],
        [t("time"), start && date(start, "time") + (end && end !== start ? `–${date(end, "time")}` : "")],
        [t("place"), e.place ? [e.place.name, e.place.city].filter(Boolean).join(", ") : t("placeOpen")],
        ...((e.attributes ?? []) as { name: string; value: string }[]).map((a): [string, string] => [a.name, a.value])]),
      amountOf(e.price) ? h("div", { class: "perperson" }, price(e.price, true), h("span", null, t("perPerson")))
        : h("p", { class: "price large" }, h("span", { class: "now" }, t("free"))),
      h("p", { class: "stock" }, state || free !== undefined && t("seats", { all: number(e.capacity!.max!), n: number(free) })),
      priced && h("div", { class: "row" }, stepper(t("quantity"), choice.quantity, 10, (n) => { choice.quantity = n; }),
        h("button", { class: "button", type: "submit", disabled: state !== "" }, t("buy"))),
      done),
    others.length > 0 && h("section", { class: "across" }, heading(t("otherEvents"), to("event")),
      h("ul", { class: "posts", "data-list": true }, others.slice(0, 3).map((o) => h("li", { class: "post", "data-key": o._id },
        picture(o.featuredImage, o.name, { shape: "wide" }),
        h("h3", { class: "entry" }, h("a", { href: to("event", o.slug) }, o.name)),
        h("p", null, date(o.date.start ?? "", "day")))))));
  return { title: e.name, main };
}
