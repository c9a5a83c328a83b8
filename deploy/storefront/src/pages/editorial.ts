import { get, root, type Schemas } from "../api.js";
import { h } from "../dom.js";
import type { Page } from "../page.js";
import { eventRows, idOf, pager, picture, post, rich, to, trail } from "../parts.js";
import { date, language, number, t } from "../text.js";

const size = 24;

function titled(text: string, n?: number): HTMLElement {
  return h("div", { class: "title" }, h("h1", null, text), n !== undefined && h("p", { class: "n" }, number(n)));
}

/** Coming events. */
export async function events(_: string, query: URLSearchParams): Promise<Page> {
  const { data, meta } = await get("/event/upcoming", { query: { language, limit: size, page: Number(query.get("page")) || 1 } });
  return { title: t("events"), main: h("div", { "data-page": "events" }, titled(t("events"), meta.totalRecords),
    data.length > 0 ? eventRows(data, "h2") : h("p", null, t("eventsEmpty")),
    pager(meta, (n) => `${root}/event?page=${n}`)) };
}

/** The journal. */
export async function blog(_: string, query: URLSearchParams): Promise<Page> {
  const { data, meta } = await get("/blog/new", { query: { language, limit: size, page: Number(query.get("page")) || 1 } });
  return { title: t("blog"), main: h("div", { "data-page": "blog" }, titled(t("blog"), meta.totalRecords),
    data.length > 0 ? h("ul", { class: "posts", "data-list": true }, data.map((p) => post(p, "h2"))) : h("p", null, t("blogEmpty")),
    pager(meta, (n) => `${root}/blog?page=${n}`)) };
}

/** One post. */
export async function article(slug: string): Promise<Page> {
  const { data: p } = await get("/blog/{slug}", { path: { slug } });
  const prose = rich(p.content);
  const words = (prose.textContent ?? "").split(/\s+/).length;
  const first = prose.firstElementChild;
  if (first?.textContent?.trim() === p.summary?.trim()) first?.remove(); // the summary stands above the picture
  return { title: p.title, main: h("article", { class: "article", "data-page": `post-${p.id}` },
    h("header", null,
      h("p", { class: "label" }, [t("blog"), p.category?.[0]?.label].filter(Boolean).join(", ")),
      h("h1", null, p.title), h("p", { class: "lead" }, p.summary ?? "")),
    picture(p.coverImage, p.title, { shape: "wide", eager: true }),
    h("div", { class: "byline" }, p.author && picture(p.author.image, p.author.name ?? "", { label: false }),
      h("p", null, [p.author?.name, p.author?.title].filter(Boolean).join(", "), h("br"),
        [p.publishedAt && date(p.publishedAt, "day"), t("minutes", { n: Math.max(1, Math.round(words / 180)) })]
          .filter(Boolean).join(", "))),
    prose) };
}

/** All questions, by group. */
export async function faq(_: string, query: URLSearchParams): Promise<Page> {
  const { data, meta } = await get("/faq", { query: { language, limit: 100, page: Number(query.get("page")) || 1 } });
  const groups = new Map<string, Schemas["FAQRecord"][]>();
  for (const q of data) {
    const name = q.group?.title ?? t("faq");
    groups.set(name, [...groups.get(name) ?? [], q]);
  }
  return { title: t("faq"), main: h("div", { class: "narrow", "data-page": "faq" }, titled(t("faq"), meta.totalRecords),
    [...groups].map(([name, all]) => h("section", { "data-key": name }, h("h2", null, name),
      h("div", { class: "questions", "data-list": true }, all.map((q) => h("details", { "data-key": q._id },
        h("summary", null, q.question), rich(q.answer)))))), pager(meta, (n) => `${root}/faq?page=${n}`)) };
}

/** The dictionary, by initial letter. */
export async function dictionary(_: string, query: URLSearchParams): Promise<Page> {
  const letter = query.get("letter") ?? "";
  const alphabet = language === "tr" ? "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const { data, meta } = await get("/dictionary", { query: { language, limit: 40, page: Number(query.get("page")) || 1,
    ...(letter ? { letter } : {}) } });
  const at = (l: string, page = 1) => `${root}/dictionary?${new URLSearchParams({ ...(l && { letter: l }),
    ...(page > 1 && { page: String(page) }) })}`;
  return { title: t("dictionary"), main: h("div", { class: "narrow", "data-page": "dictionary" },
    titled(t("dictionary"), meta.totalRecords),
    h("nav", { class: "letters", "aria-label": t("dictionary") }, ["", ...alphabet].map((l) =>
      h("a", { href: at(l), "aria-current": l === letter ? "true" : null }, l || t("all")))),
    data.length > 0 ? h("dl", { class: "terms", "data-list": true }, data.map((w) => h("div", { "data-key": w.id },
      h("dt", null, h("a", { href: to("dictionary", w.slug) }, w.term)), h("dd", null, rich(w.definition)))))
      : h("p", null, t("termsEmpty")),
    pager(meta, (n) => at(letter, n))) };
}

/** One term. */
export async function term(slug: string): Promise<Page> {
  const { data: w } = await get("/dictionary/{slug}", { path: { slug } });
  const related = w.relatedTerms ?? [];
  return { title: w.term, main: h("article", { class: "narrow", "data-page": `term-${w.id}` },
    trail([t("dictionary"), to("dictionary")]), titled(w.term), rich(w.definition),
    related.length > 0 && h("section", null, h("h2", { class: "label" }, t("related")), h("ul", { class: "below" },
      related.map((r) => h("li", null, r.slug ? h("a", { href: to("dictionary", r.slug) }, r.term) : r.term))))) };
}

/** A page of the shop. */
export async function page(slug: string): Promise<Page> {
  const { data: p } = await get("/page/{slug}", { path: { slug } });
  return { title: p.title, main: h("article", { class: "narrow", "data-page": `page-${idOf(p)}` }, titled(p.title),
    rich(p.content)) };
}
