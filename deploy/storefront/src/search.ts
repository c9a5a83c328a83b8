// The search box: a dialog with a combobox, whose list box holds groups of suggestions.
import { root } from "./api.js";
import { h } from "./dom.js";
import { go } from "./page.js";
import { picture, price, to } from "./parts.js";
import { type Found, type Part, suggest, type Suggestions } from "./suggest.js";
import { number, t } from "./text.js";

const field = h("input", {
  type: "text", inputmode: "search", role: "combobox", "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list",
  autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", input: () => void ask(),
  keydown: (event: KeyboardEvent) => press(event),
});
const options = h("div", { id: "found", role: "listbox", "aria-label": t("search") });
const status = h("p", { class: "hint", role: "status" });
const foot = h("p", { class: "searchfoot" });
const box = h("dialog", { class: "search", "aria-label": t("search"), close: () => opener?.focus(), click: outside },
  h("form", { role: "search", submit: send },
    h("label", { class: "hidden", for: "q" }, t("search")), icon(), field,
    h("button", { type: "button", class: "plain", click: () => box.close() }, t("close"), " ", h("kbd", null, "esc"))),
  status, options, foot);
field.id = "q";

let opener: HTMLElement | null = null;
let active = -1;
let asked: AbortController | null = null;

/** The dialog, to be put into the document. */
export const searchBox = box;

/** The glass. */
export function icon(): SVGSVGElement {
  const glass = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  glass.setAttribute("viewBox", "0 0 16 16");
  glass.setAttribute("aria-hidden", "true");
  glass.setAttribute("class", "glass");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", "M11 6.5a4.5 4.5 0 1 1-9 0a4.5 4.5 0 0 1 9 0ZM10 10l4.2 4.2");
  glass.append(line);
  return glass;
}

/** Opens the search box. The focus returns to from when it is closed. */
export function openSearch(from: HTMLElement): void {
  if (box.open) return;
  opener = from;
  field.value = new URLSearchParams(location.search).get("q") ?? field.value;
  box.showModal();
  field.select();
  void ask();
}

/** "/" opens the search box from anywhere but a field. */
export function watchSlash(from: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !target.closest("input, textarea, select, dialog[open]")) {
      event.preventDefault();
      openSearch(from);
    }
  });
}

function outside(event: MouseEvent): void {
  if (event.target === box) box.close();
  const link = (event.target as Element).closest("a");
  if (link) box.close();
}

function send(event: Event): void {
  event.preventDefault();
  const q = field.value.trim();
  const link = all()[active];
  box.close();
  if (link) go(link.href);
  else if (q) go(results(q));
}

async function ask(): Promise<void> {
  asked?.abort();
  const q = field.value.trim();
  const mine = asked = new AbortController();
  if (!q) {
    show(null, "");
    return;
  }
  try {
    const answer = await suggest(q, mine.signal);
    if (!mine.signal.aborted) show(answer, q);
  } catch {
    if (!mine.signal.aborted) status.textContent = t("slow");
  }
}

function show(found: Suggestions | null, q: string): void {
  active = -1;
  field.removeAttribute("aria-activedescendant");
  const names = (all: Found[]) => all.map((one) => option(to(...one.path), "name", marked(one.name)));
  const side = found ? [
    group(t("queries"), found.queries.map((parts) => option(results(parts.map((p) => p.text).join("")), "name", marked(parts)))),
    group(t("departments"), names(found.categories)),
    group(t("brands"), names(found.brands)),
    group(t("others"), names(found.others)),
  ].filter((g) => g !== null) : [];
  const products = found && group(t("products"), found.products.map((p) => option(
    to(...p.path), "hit", picture(p.image, p.text, { label: false }), h("span", { class: "title" }, marked(p.name)), price(p.price))));
  options.replaceChildren(...(side.length ? [h("div", { class: "side", role: "presentation" }, ...side)] : []),
    ...(products ? [products] : []));
  const n = all().length;
  all().forEach((one, i) => { one.id = `found-${i}`; });
  field.setAttribute("aria-expanded", String(n > 0));
  const other = found && found.searched !== q ? found.searched : "";
  status.replaceChildren(...(!found ? [] : n === 0 && found.total === 0 ? [t("noResult", { q })] : [
    other ? meant(q, other) : "", h("span", { class: "hidden" }, ` ${t("offers", { n: number(n) })}`)]));
  foot.replaceChildren(...(found && found.total > 0 ? [
    h("span", { class: "keys", "aria-hidden": "true" }, h("kbd", null, "↑"), h("kbd", null, "↓"), ` ${t("walk")}`,
      h("kbd", null, "↵"), ` ${t("open")}`),
    h("a", { href: results(q) }, t("allResults", { n: number(found.total) })),
  ] : []));
}

/** The address of the results of a text. */
export function results(q: string): string {
  return `${root}/search?q=${encodeURIComponent(q)}`;
}

/** Says that another text was searched than the one that was typed. */
export function meant(q: string, other: string): HTMLElement {
  const [before = "", after = ""] = t("meant", { q, other: "\n" }).split("\n");
  return h("span", null, before, h("b", null, other), after);
}

function group(name: string, members: HTMLElement[]): HTMLElement | null {
  if (members.length === 0) return null;
  const id = `group-${name}`.replace(/\s/g, "-");
  return h("div", { role: "group", "aria-labelledby": id }, h("p", { class: "label", id, role: "presentation" }, name), members);
}

function option(href: string, look: string, ...children: Node[] | (Node | Node[])[]): HTMLAnchorElement {
  return h("a", { role: "option", href, tabindex: -1, class: look, "aria-selected": "false" }, ...children.flat());
}

function marked(parts: Part[]): HTMLElement {
  return h("span", null, parts.map((p) => p.hit ? h("mark", null, p.text) : p.text));
}

function all(): HTMLAnchorElement[] {
  return [...options.querySelectorAll<HTMLAnchorElement>("[role=option]")];
}

function press(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const every = all();
  if (!step || every.length === 0) return;
  event.preventDefault();
  every[active]?.setAttribute("aria-selected", "false");
  active = active + step;
  if (active >= every.length) active = -1; // back to the letters
  if (active < -1) active = every.length - 1;
  const now = every[active];
  if (!now) {
    field.removeAttribute("aria-activedescendant");
    return;
  }
  now.setAttribute("aria-selected", "true");
  field.setAttribute("aria-activedescendant", now.id);
  now.scrollIntoView({ block: "nearest" });
}
