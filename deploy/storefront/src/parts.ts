// Pieces that several pages are made of: pictures, prices, cards, rows, texts of editors.
import { api, root, type Schemas } from "./api.js";
import { type Child, h } from "./dom.js";
import { amountOf, cut, date, initial, money, number, t } from "./text.js";

/** The address of a page of the shop. */
export function to(...parts: string[]): string {
  return `${root}/${parts.map(encodeURIComponent).join("/")}`;
}

/** Records of lists name themselves _id, others id. */
export function idOf(record: { id?: string; _id?: string }): string {
  return record._id ?? record.id ?? "";
}

interface Look {
  alt?: string;
  eager?: boolean;
  shape?: "square" | "wide" | "banner";
  label?: boolean;
}

/** Addresses of pictures that could not be loaded. A page that is read again does not try them again. */
const broken = new Set<string>();

/** A picture with its place reserved. Without one, the initial of the name stands there, and the picture says so. */
export function picture(src: string | null | undefined, name: string, look: Look = {}): HTMLElement {
  const [width, height] = { square: [400, 400], wide: [800, 500], banner: [1200, 480] }[look.shape ?? "square"] as [
    number, number];
  const box = h("span", { class: `pic ${look.shape ?? "square"}` });
  const none = () => box.replaceChildren(
    h("span", { class: "initial", "aria-hidden": "true" }, initial(name)),
    look.label === false ? "" : h("span", { class: "nopic" }, t("noPicture")));
  if (!src || !local(src) || broken.has(src)) {
    none();
    return box;
  }
  const image = h("img", { alt: look.alt ?? "", width, height, decoding: "async",
    loading: look.eager ? "eager" : "lazy", fetchpriority: look.eager ? "high" : null, error: () => {
      broken.add(src);
      none();
    } });
  image.src = src; // last, so that the other attributes hold when it begins to load
  box.append(image);
  return box;
}

/** Reports whether the page's policy allows a picture: it comes from this host. */
function local(src: string): boolean {
  return new URL(src, location.href).origin === location.origin;
}

/** What a product or event costs, what it cost before, and what was cut. */
export function price(of: Schemas["Price"] | undefined, large = false): HTMLElement {
  const now = amountOf(of);
  const box = h("p", { class: large ? "price large" : "price" });
  if (of === undefined || now === undefined) {
    box.append(h("span", { class: "none" }, t("askPrice")));
    return box;
  }
  box.append(h("span", { class: "now", "data-say": t("price") }, money(now, of.currency)));
  if (of.list !== undefined && of.list > now) {
    const percent = Math.round((1 - now / of.list) * 100);
    box.append(" ", h("span", { class: "hidden" }, t("oldPrice")), h("s", null, money(of.list, of.currency)));
    if (percent > 0) box.append(" ", h("span", { class: "cut" }, cut(percent)));
  }
  return box;
}

/** At most one badge, and none for a sale: the price says that. Its colour is the editor's, so it is only a dot. */
function badge(all: unknown[] | undefined): HTMLElement | null {
  const one = (all as { code?: string; label?: string; color?: string }[] | undefined)?.find((b) => b.code !== "sale" && b.label);
  if (!one) return null;
  const dot = h("i");
  if (one.color && CSS.supports("color", one.color)) dot.style.background = one.color;
  return h("span", { class: "badge" }, dot, one.label ?? "");
}

/** The level of a heading: below another heading, or directly below the title. */
export type Level = "h2" | "h3";

/** A product in a list. Its title is the only link, and covers the card. */
export function card(p: Schemas["ProductCard"], eager = false, level: Level = "h3"): HTMLElement {
  const left = p.stockAmount;
  const out = p.status === "OUT_OF_STOCK" || left === 0;
  return h("li", { class: out ? "card out" : "card", "data-key": p._id },
    picture(p.thumbnail, p.name, { eager }), badge(p.badges),
    h("p", { class: "maker" }, p.brand?.name ?? p.merchant?.name ?? "\u00a0"),
    h(level, { class: "entry" }, h("a", { href: to("product", p.slug) }, p.name)),
    out ? h("p", { class: "price" }, h("span", { class: "none" }, t("outOfStock"))) : price(p.price),
    !out && left !== undefined && left <= 4 && h("p", { class: "left" }, t("lastOnes", { n: left })));
}

/** A list of products. */
export function cards(all: Schemas["ProductCard"][], eager = 0, level: Level = "h3"): HTMLElement {
  return h("ul", { class: "cards", "data-list": true }, all.map((p, i) => card(p, i < eager, level)));
}

/** A heading with a link to everything. */
export function heading(text: string, href?: string, link = t("all")): HTMLElement {
  return h("div", { class: "heading" }, h("h2", null, text), href && h("a", { href }, link));
}

/** Why no tickets of an event are sold; "" if they are. */
export function eventState(e: { status: string }): string {
  const words: Record<string, string> = { CANCELLED: t("cancelled"), PASSED: t("past"), SOLD_OUT: t("outOfStock") };
  return words[e.status] ?? "";
}

/** What an event costs, or why no tickets are sold. */
export function eventPrice(e: { status: string; price: Schemas["Price"] }): HTMLElement {
  const now = amountOf(e.price);
  const state = eventState(e);
  return h("span", { class: state ? "none" : "" }, state || (now ? money(now, e.price.currency) : t("free")));
}

/** Events as rows: day, name, place, price. */
export function eventRows(all: Schemas["EventCard"][], level: Level = "h3"): HTMLElement {
  return h("ul", { class: "rows", "data-list": true }, all.map((e) =>
    h("li", { "data-key": e._id },
      h("time", { datetime: e.date.start }, date(e.date.start ?? "", "short")),
      h(level, { class: "entry" }, h("a", { href: to("event", e.slug) }, e.name)),
      h("span", { class: "where" }, e.place?.name ?? t("placeOpen")),
      eventPrice(e))));
}

/** A blog post in a list. */
export function post(p: Schemas["BlogCard"], level: Level = "h3"): HTMLElement {
  return h("li", { class: "post", "data-key": p.id },
    picture(p.coverImage, p.title, { shape: "wide" }),
    h(level, { class: "entry" }, h("a", { href: to("blog", p.slug) }, p.title)),
    h("p", null, p.summary ?? ""));
}

/** Names above a title that lead back. */
export function trail(...steps: [name: string, href: string][]): HTMLElement {
  return h("nav", { class: "trail", "aria-label": t("way") },
    h("ol", null, steps.map(([name, href]) => h("li", null, h("a", { href }, name)))));
}

/** Names and values, such as the properties of a product. */
export function facts(all: [name: string, value: Child][]): HTMLElement {
  return h("dl", { class: "facts" }, all.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

/** A number between two buttons. */
export function stepper(label: string, value: number, most: number, changed: (n: number) => void): HTMLElement {
  const field = h("input", { type: "number", value, min: 1, max: most, inputmode: "numeric", "aria-label": label,
    change: () => set(Number(field.value)) });
  const set = (n: number) => {
    const next = Math.min(Math.max(1, Math.round(n) || 1), most);
    field.value = String(next);
    changed(next);
  };
  return h("span", { class: "stepper", "data-own": true },
    h("button", { type: "button", "aria-label": `−1, ${label}`, click: () => set(Number(field.value) - 1) }, "−"), field,
    h("button", { type: "button", "aria-label": `+1, ${label}`, click: () => set(Number(field.value) + 1) }, "+"));
}

const allowed = new Set(("P H2 H3 H4 UL OL LI STRONG B EM I A BLOCKQUOTE BR HR CODE PRE TABLE THEAD TBODY TR TH TD IMG " +
  "FIGURE FIGCAPTION DL DT DD SUP SUB").split(" "));
const dropped = new Set("SCRIPT STYLE TEMPLATE IFRAME OBJECT NOSCRIPT".split(" "));

/** A text of an editor, as elements. Only known elements pass, and of their attributes only safe addresses. */
export function rich(html: string | undefined): HTMLElement {
  const box = h("div", { class: "prose" });
  copy(new DOMParser().parseFromString(html ?? "", "text/html").body, box);
  return box;
}

/** The words of a text of an editor. */
export function words(html: string | undefined): string {
  return [...rich(html).childNodes].map((node) => node.textContent?.trim()).filter(Boolean).join(" ");
}

function copy(from: Node, into: Element): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) {
      into.append(node.data);
    } else if (node instanceof HTMLElement && !dropped.has(node.tagName)) {
      const tag = node.tagName === "H1" ? "H2" : node.tagName;
      const copied = allowed.has(tag) ? document.createElement(tag) : null;
      if (copied instanceof HTMLAnchorElement) {
        const href = node.getAttribute("href") ?? "";
        if (/^(https?:|mailto:|tel:|[/#?])/i.test(href)) copied.href = href;
        if (copied.origin !== location.origin) copied.rel = "noreferrer";
      } else if (copied instanceof HTMLImageElement) {
        const src = node.getAttribute("src") ?? "";
        if (!local(src)) continue;
        if (broken.has(src)) {
          into.append(picture(null, node.getAttribute("alt") ?? "", { shape: "wide" }));
          continue;
        }
        copied.src = src;
        copied.alt = node.getAttribute("alt") ?? "";
        copied.loading = "lazy";
        for (const side of ["width", "height"]) { // reserves its place
          const n = node.getAttribute(side) ?? "";
          if (/^\d{1,4}$/.test(n)) copied.setAttribute(side, n);
        }
        copied.addEventListener("error", () => {
          broken.add(src);
          copied.replaceWith(picture(null, copied.alt, { shape: "wide" }));
        });
      }
      if (copied) into.append(copied);
      copy(node, copied ?? into);
    }
  }
}

/** The pages before and after this one. */
export function pager(meta: { totalPages: number; currentPage: number }, at: (page: number) => string): HTMLElement | null {
  const { totalPages: all, currentPage: now } = meta;
  if (all < 2) return null;
  return h("nav", { class: "pager", "aria-label": `${number(now)} / ${number(all)}` },
    now > 1 && h("a", { href: at(now - 1), rel: "prev" }, t("previous")),
    h("span", null, `${number(now)} / ${number(all)}`),
    now < all && h("a", { href: at(now + 1), rel: "next" }, t("more")));
}

/** The address of a ticket's QR code. */
export function ticketImage(id: string): string {
  return `${api}/event/tickets/${encodeURIComponent(id)}/image`;
}
