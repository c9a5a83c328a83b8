// The search box: a dialog with a combobox, whose list box holds groups of suggestions.
import { again } from "./again.js";
import { root } from "./api.js";
import { type Child, flash, h, Repaint, update } from "./dom.js";
import { go } from "./page.js";
import { picture, price, to } from "./parts.js";
import { type Found, type Part, suggest, type Suggestions } from "./suggest.js";
import { number, t } from "./text.js";

const field = h("input", {
  type: "text", inputmode: "search", role: "combobox", "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list",
  autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", input: () => void ask(),
  keydown: (event: KeyboardEvent) => press(event),
});
const options = listbox();
const status = hint();
const foot = keys();
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

/** Reads the suggestions of an open box again, after a change of the content. The option that is chosen stays chosen. */
export const readSuggestions = again(async () => !box.open || ask("live"));

/** Asks what to offer for the text in the field. It reports false if there is no answer. */
async function ask(why: "typed" | "live" = "typed"): Promise<boolean> {
  asked?.abort();
  const q = field.value.trim();
  const mine = asked = new AbortController();
  if (!q) {
    show(null, "", why);
    return true;
  }
  try {
    const answer = await suggest(q, mine.signal);
    if (!mine.signal.aborted) show(answer, q, why);
    return true;
  } catch {
    if (mine.signal.aborted) return true; // another text is asked for
    if (why === "typed") status.textContent = t("slow");
    return false;
  }
}

function show(found: Suggestions | null, q: string, why: "typed" | "live"): void {
  const chosen = why === "live" ? all()[active]?.href : undefined;
  const names = (all: Found[]) => all.map((one) => option(to(...one.path), "name", marked(one.name)));
  const side = found ? [
    group(t("queries"), found.queries.map((parts) => option(results(parts.map((p) => p.text).join("")), "name", marked(parts)))),
    group(t("departments"), names(found.categories)),
    group(t("brands"), names(found.brands)),
    group(t("others"), names(found.others)),
  ].filter((g) => g !== null) : [];
  const products = found && group(t("products"), found.products.map((p) => option(
    to(...p.path), "hit", picture(p.image, p.text, { label: false }), h("span", { class: "title" }, marked(p.name)), price(p.price))));
  const paint = new Repaint("go");
  update(options, listbox(side.length > 0 && h("div", { class: "side", role: "presentation", "data-key": "side" }, side),
    products), paint);
  if (why === "live") {
    for (const node of paint.moved) if (node.closest("[role=option]")) flash(node);
  }
  const n = all().length;
  all().forEach((one, i) => { one.id = `found-${i}`; });
  choose(all().findIndex((one) => one.href === chosen));
  field.setAttribute("aria-expanded", String(n > 0));
  const other = found && found.searched !== q ? found.searched : "";
  update(status, hint(!found ? [] : n === 0 && found.total === 0 ? t("noResult", { q }) : [
    other ? meant(q, other) : "", h("span", { class: "hidden" }, ` ${t("offers", { n: number(n) })}`)]), paint);
  update(foot, keys(found && found.total > 0 && [
    h("span", { class: "keys", "aria-hidden": "true" }, h("kbd", null, "↑"), h("kbd", null, "↓"), ` ${t("walk")}`,
      h("kbd", null, "↵"), ` ${t("open")}`),
    h("a", { href: results(q) }, t("allResults", { n: number(found.total) })),
  ]), paint);
}

// The parts of the box that show writes. Each is drawn anew, and only what differs is written: a screen reader says
// nothing again.

function listbox(...children: Child[]): HTMLElement {
  return h("div", { id: "found", role: "listbox", "aria-label": t("search") }, children);
}

function hint(...children: Child[]): HTMLElement {
  return h("p", { class: "hint", role: "status" }, children);
}

function keys(...children: Child[]): HTMLElement {
  return h("p", { class: "searchfoot" }, children);
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
  return h("div", { role: "group", "aria-labelledby": id, "data-key": name, "data-list": true },
    h("p", { class: "label", id, role: "presentation" }, name), members);
}

function option(href: string, look: string, ...children: Node[] | (Node | Node[])[]): HTMLAnchorElement {
  return h("a", { role: "option", href, tabindex: -1, class: look, "aria-selected": "false", "data-key": href }, ...children.flat());
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
  const next = active + step;
  choose(next >= every.length ? -1 : next < -1 ? every.length - 1 : next); // -1: back to the letters
  every[active]?.scrollIntoView({ block: "nearest" });
}

/** Chooses the option at a place, none at -1. */
function choose(at: number): void {
  const every = all();
  every[active]?.setAttribute("aria-selected", "false");
  active = at;
  every[at]?.setAttribute("aria-selected", "true");
  if (every[at]) field.setAttribute("aria-activedescendant", every[at].id);
  else field.removeAttribute("aria-activedescendant");
}
