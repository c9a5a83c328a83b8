import { get, root } from "../api.js";
import { h } from "../dom.js";
import { tree } from "../frame.js";
import type { Page } from "../page.js";
import { cards, eventRows, heading, picture, post, rich, to } from "../parts.js";
import { language, number, t, until } from "../text.js";

/** The first page: a campaign, what is new, the departments, workshops, events, questions, the journal. */
export async function home(): Promise<Page> {
  const [top, fresh, filters, brands, events, questions, posts, departments] = await Promise.all([
    hero(),
    get("/product/new", { query: { language, limit: 4 } }),
    get("/product/filters", { query: { language } }),
    get("/brand", { query: { limit: 4 } }),
    get("/event/upcoming", { query: { language, limit: 5 } }),
    get("/faq", { query: { language, limit: 5 } }),
    get("/blog/new", { query: { language, limit: 3 } }),
    tree(),
  ]);
  const counts = new Map(filters.data.categories.map((c) => [c.slug, c.count]));
  const sold = new Map(filters.data.brands.map((b) => [b.slug, b.count])); // a description may be in another language
  const main = h("div", { class: "home", "data-page": "home" },
    top,
    h("section", null, heading(t("newest"), `${root}/search?sort=createdAt&order=desc`), cards(fresh.data)),
    departments.length > 0 && h("section", { class: "index", "data-key": "index" }, h("h2", { class: "label" }, t("departments")),
      h("ul", null, departments.map((c) => h("li", null, h("a", { href: to("category", c.slug) }, c.name),
        h("sup", null, number(counts.get(c.slug) ?? 0)))))),
    brands.data.length > 0 && h("section", { "data-key": "brands" }, heading(t("brands"), to("brand")),
      h("ul", { class: "cards brands", "data-list": true }, brands.data.map((b) => h("li", { class: "card", "data-key": b.id },
        picture(b.image, b.name, { shape: "wide" }), h("h3", { class: "entry" }, h("a", { href: to("brand", b.slug) }, b.name)),
        h("p", { class: "maker" }, t("count", { n: number(sold.get(b.slug) ?? 0) })))))),
    h("div", { class: events.data.length > 0 && questions.data.length > 0 ? "two" : "one" },
      events.data.length > 0 && h("section", { "data-key": "events" }, heading(t("nextEvents"), to("event")), eventRows(events.data)),
      questions.data.length > 0 && h("section", { "data-key": "faq" }, heading(t("faq"), to("faq")),
        h("div", { class: "questions", "data-list": true },
          questions.data.map((q, i) => h("details", { name: "faq", open: i === 0, "data-key": q._id },
            h("summary", null, q.question), rich(q.answer)))))),
    posts.data.length > 0 && h("section", { "data-key": "posts" }, heading(t("blog"), to("blog")),
      h("ul", { class: "posts", "data-list": true }, posts.data.map((p) => post(p)))));
  return { title: "", main };
}

/** The first campaign of the language that leads to a collection; without one, the first collection. */
async function hero(): Promise<HTMLElement | false> {
  const [campaigns, all] = await Promise.all([
    get("/campaign/active", { query: { language } }),
    get("/collections", { query: { language, limit: 20 } }),
  ]);
  const known = new Map(all.data.map((c) => [c.slug, c]));
  const campaign = campaigns.data.find((c) => known.has(target(c.url)));
  const chosen = campaign ? known.get(target(campaign.url)) : all.data[0];
  if (!chosen) return false;
  const { data } = await get("/collections/{slug}", { path: { slug: chosen.slug } });
  const shown = data.products.filter((p) => p.image).slice(0, 4);
  const href = to("collections", data.slug);
  const prose = rich(data.description).children[1]?.textContent ?? "";
  return h("section", { class: "hero" },
    h("div", null,
      campaign && h("p", { class: "label" }, [campaign.title, campaign.endDate ? until(campaign.endDate) : ""]
        .filter(Boolean).join(", ")),
      h("h1", null, data.brief ?? data.title),
      h("p", { class: "lead" }, prose),
      h("a", { class: "button", href }, t("view", { name: data.title }))),
    h("ul", { class: "montage", "data-list": true }, shown.map((p, i) => h("li", { "data-key": p.id ?? i },
      h("a", { href: to("product", p.slug) }, picture(p.image, p.name, { alt: p.name, eager: true, label: false }))))));
}

function target(url: string | undefined): string {
  return /^\/collections\/([^/?#]+)$/.exec(url ?? "")?.[1] ?? "";
}
