// What surrounds every page: head, menu, foot, stamp.
import { again } from "./again.js";
import { get, heard, onSeen, root, type Schemas, seen } from "./api.js";
import { basketCount } from "./basket.js";
import { flash, h, Repaint, update } from "./dom.js";
import { onGo, onRepaint, refresh } from "./page.js";
import { to } from "./parts.js";
import { icon, openSearch, searchBox, watchSlash } from "./search.js";
import { language, number, speak, t } from "./text.js";

const { name: shopName = "", editor } = document.documentElement.dataset;

type Tree = Schemas["CategoryNode"][];

let grown: { since: number; tree: Promise<Tree> } | null = null;

/** The tree of product categories. It is read once after each change of the content. */
export function tree(): Promise<Tree> {
  if (grown?.since !== heard) {
    const read = { since: heard, tree: get("/category/tree", { query: { type: "product", language } }).then((a) => a.data) };
    read.tree.catch(() => { if (grown === read) grown = null; });
    grown = read;
  }
  return grown.tree;
}

/** The way to a category: itself last. */
export async function wayTo(match: (c: Schemas["CategoryNode"]) => boolean): Promise<Schemas["CategoryNode"][]> {
  const search = (nodes: Schemas["CategoryNode"][]): Schemas["CategoryNode"][] => {
    for (const node of nodes) {
      if (match(node)) return [node];
      const below = search(node.children);
      if (below.length > 0) return [node, ...below];
    }
    return [];
  };
  return search(await tree());
}

/** Puts head and foot around the place of the pages, and returns that place. */
export function frame(): HTMLElement {
  const main = h("main", { id: "main", tabindex: -1 });
  const nav = h("ul");
  const search = h("button", { type: "button", class: "find", "aria-haspopup": "dialog", "aria-label": t("search"),
    click: () => openSearch(search) }, icon(), h("span", null, t("search")), h("kbd", { "aria-hidden": "true" }, "/"));
  const menu = h("dialog", { class: "sheet menu", "aria-label": t("departments"), click: (event: MouseEvent) => {
    if (event.target === menu || (event.target as Element).closest("a")) menu.close();
  } });
  const n = h("b", null, number(basketCount()));
  addEventListener("basket", () => { n.textContent = number(basketCount()); });
  document.body.prepend(
    h("a", { class: "skip", href: "#main", click: (event: Event) => { event.preventDefault(); main.focus(); } }, t("main")),
    h("header", { class: "top" },
      h("a", { class: "shop", href: `${root}/` }, shopName),
      h("nav", { class: "departments", "aria-label": t("departments") }, nav),
      h("button", { type: "button", class: "plain burger", "aria-haspopup": "dialog", click: () => menu.showModal() },
        t("departments")),
      search,
      h("a", { class: "tobasket", href: to("basket") }, t("basket"), " ", n)),
    main, foot(), searchBox, menu);
  watchSlash(search);
  void readMenus("live");
  onGo.push(markHere);
  return main;
}

/** Marks the links that lead to the page itself, and those of the department or section that it belongs to. */
function markHere(): void {
  const here = location.pathname;
  const top = document.querySelector<HTMLAnchorElement>("main .trail a")?.pathname;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".departments a, .foot a")) {
    const { pathname } = link;
    if (pathname === here) link.setAttribute("aria-current", "page");
    else if (pathname === top || here.startsWith(`${pathname}/`)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Brings a part of the frame up to date. */
function repaint(live: Element, fresh: Element): void {
  const paint = new Repaint("live");
  const filled = live.childElementCount > 0;
  update(live, fresh, paint);
  if (filled) paint.moved.forEach(flash);
  markHere();
}

/** Reads the departments again, and fills the menus with them. */
export const readMenus = again(async () => {
  const all = await tree();
  const nav = document.querySelector(".departments > ul")!;
  const menu = document.querySelector<HTMLDialogElement>("dialog.menu")!;
  const others: [string, string][] = [[t("events"), to("event")], [t("blog"), to("blog")]];
  repaint(nav, h("ul", null,
    all.slice(0, 8).map((c) => h("li", null, h("a", { href: to("category", c.slug) }, c.name))),
    others.map(([name, href]) => h("li", { class: "keep" }, h("a", { href }, name)))));
  repaint(menu, h("dialog", { class: "sheet menu", "aria-label": t("departments") },
    h("div", { class: "sheethead" }, h("h2", null, t("departments")),
      h("button", { type: "button", class: "plain", click: () => menu.close() }, t("close"))),
    h("ul", { class: "tree" }, all.map((c) => h("li", null, h("a", { href: to("category", c.slug) }, c.name),
      h("ul", null, c.children.map((d) => h("li", null, h("a", { href: to("category", d.slug) }, d.name)))))),
      others.map(([name, href]) => h("li", null, h("a", { href }, name))))));
  return true;
});

function foot(): HTMLElement {
  const other = language === "tr" ? "en" : "tr";
  const stamp = h("p", { class: "stamp" }, h("i", { "aria-hidden": "true" }), h("span", null, t("change", { n: number(seen) })));
  onSeen.push((n) => { stamp.lastElementChild!.textContent = t("change", { n: number(n) }); });
  return h("footer", { class: "foot" },
    h("ul", null,
      ([["brand", "brands"], ["faq", "faq"], ["dictionary", "dictionary"], ["account", "account"], ["orders", "orders"],
        ["tickets", "tickets"]] as const).map(([path, word]) => h("li", null, h("a", { href: to(path) }, t(word))))),
    h("ul", { id: "pages" }),
    h("ul", null,
      h("li", null, h("button", { type: "button", class: "plain", lang: other, click: () => speak(other) },
        other === "tr" ? "Türkçe" : "English")),
      editor && h("li", null, h("a", { href: "/live", target: "_self" }, t("liveEdit"))),
      h("li", null, h("a", { href: "/docs", target: "_self" }, "API")),
      h("li", null, h("a", { href: "/status", target: "_self" }, "Status"))),
    stamp);
}

/** Reads the shop's own pages again, and fills the foot with them. */
export const readFoot = again(async () => {
  const { data } = await get("/page", { query: { language, limit: 6 } });
  repaint(document.getElementById("pages")!, h("ul", { id: "pages" },
    data.map((p) => h("li", null, h("a", { href: to("page", p.slug) }, p.title)))));
  return true;
});

/** Shows what changed: the value in the colour of changes, a rule below it, one sentence for screen readers. */
export function showChanges(): void {
  const say = h("p", { class: "hidden", role: "status" });
  const notice = h("div", { role: "status" }); // it is filled later, so that its text is read out
  const reordered = h("p", { class: "notice" }, t("reordered"), ", ",
    h("button", { type: "button", class: "plain", click: () => { reordered.remove(); void refresh("go"); } }, t("reload")));
  document.body.append(say, notice);
  let spoken = -2000; // ms
  let later: ReturnType<typeof setTimeout>;
  const announce = (text: string) => {
    clearTimeout(later);
    later = setTimeout(() => {
      spoken = performance.now();
      say.textContent = text;
    }, Math.max(0, spoken + 2000 - performance.now())); // at most one in 2 s, and the last one always
  };
  onGo.push(() => { reordered.remove(); });
  onRepaint.push((paint) => {
    if (paint.mode !== "live") return;
    if (paint.reordered) notice.append(reordered);
    for (const node of paint.moved) {
      flash(node);
    }
    const named = [...paint.moved].map((node) => node.closest("[data-say]")).find((node) => node !== null);
    if (named) announce(t("changed", { what: named.getAttribute("data-say")!, value: named.textContent ?? "" }));
  });
}
