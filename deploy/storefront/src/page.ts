// What a page is, and how the shop goes from one to the next.
import { again as rereads } from "./again.js";
import { heard, onSeen, Refused, root, seen } from "./api.js";
import { h, Repaint, update } from "./dom.js";
import { t } from "./text.js";

/** A drawn page. */
export interface Page {
  title: string;
  main: HTMLElement;
  /** Nothing on the page is the content of an editor, so changes do not concern it. */
  still?: boolean;
  /** Called once, after the page was put on the screen. */
  shown?(): void;
}

/** Reads what a page shows, and draws it. It is called again after each change. */
export type Draw = (name: string, query: URLSearchParams) => Promise<Page>;

const routes: [pattern: RegExp, kind: string, draw: Draw][] = [];

/** Adds a page. The first group of the pattern is the name given to draw. */
export function route(pattern: RegExp, draw: Draw): void {
  routes.push([pattern, pattern.source, draw]);
}

let place = document.createElement("main");
let shopName = "";
let kind = "";
let address = "";
let running = 0;
let current: { page: Page; again: () => Promise<Page> } | null = null;

/** Watchers of live updates: the elements that changed. */
export const onRepaint: ((paint: Repaint, seq: number) => void)[] = [];
/** Watchers of the address. */
export const onGo: ((path: string) => void)[] = [];

/** Starts the shop: links lead to pages without loading the document again. */
export function start(into: HTMLElement, name: string): Promise<void> {
  place = into;
  shopName = name;
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey ||
      link.target || link.origin !== location.origin || !find(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
  addEventListener("popstate", () => void open("back"));
  history.scrollRestoration = "manual";
  return open("new");
}

/** Goes to an address of the shop. */
export function go(href: string, how: "new" | "replace" = "new"): void {
  if (how === "replace") history.replaceState(null, "", href);
  else {
    history.replaceState({ top: scrollY }, "");
    history.pushState(null, "", href);
  }
  void open(how);
}

function find(pathname: string): [kind: string, draw: Draw, name: string] | null {
  if (!pathname.startsWith(root)) return null;
  const path = pathname.slice(root.length) || "/";
  for (const [pattern, source, draw] of routes) {
    const m = pattern.exec(path);
    if (m) return [source, draw, decode(m[1] ?? "")];
  }
  return null;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function open(how: "new" | "replace" | "back"): Promise<void> {
  const found = find(location.pathname);
  const [next, draw, name] = found ?? ["", async () => missing(), ""];
  const query = new URLSearchParams(location.search);
  const run = ++running;
  const again = () => draw(name, query).catch((error: unknown) => failed(error));
  place.setAttribute("aria-busy", "true");
  let since = heard;
  let page = await again();
  if (since !== heard && run === running) { // what was read may be older than what was announced meanwhile
    since = heard;
    page = await again();
  }
  if (run !== running) return; // the visitor went on meanwhile
  place.removeAttribute("aria-busy");
  const same = next === kind && how === "replace";
  const moved = address !== "" && !same;
  kind = next;
  address = location.href;
  current = { page, again };
  document.title = titled(page);
  if (same && place.firstElementChild) {
    update(place.firstElementChild, page.main, new Repaint("go"));
  } else {
    place.replaceChildren(page.main);
  }
  for (const tell of onGo) tell(location.pathname.slice(root.length));
  page.shown?.();
  if (moved) {
    const top = how === "back" ? (history.state as { top?: number } | null)?.top ?? 0 : 0;
    scrollTo({ top, behavior: "instant" });
    if (how === "new") place.focus({ preventScroll: true });
  }
  if (since !== heard) void refresh("live");
}

/** Reads the page again, and updates what differs. */
export const refresh = rereads(async (mode) => {
  const was = current;
  const live = place.firstElementChild;
  if (!was || was.page.still || !live) return true;
  const page = await was.again();
  if (current !== was || live !== place.firstElementChild) return true;
  if (page.main.dataset.page === "failed") return false; // what is shown stays, and is read again soon
  const paint = new Repaint(mode);
  document.title = titled(page);
  if (live.getAttribute("data-page") === page.main.getAttribute("data-page")) update(live, page.main, paint);
  else {
    place.replaceChildren(page.main); // such as a product that is no longer published
    page.shown?.();
  }
  for (const tell of onRepaint) tell(paint, seen);
  return true;
});

function titled(page: Page): string {
  return page.title ? `${page.title} · ${shopName}` : shopName;
}

/** The page of an address that has nothing. */
export function missing(): Page {
  return { title: t("notFound"), main: h("div", { class: "narrow note", "data-page": "missing" },
    h("h1", null, t("notFound")), h("p", null, t("notFoundHint")),
    h("p", null, h("a", { class: "button", href: root + "/" }, t("shop")))) };
}

function failed(error: unknown): Page {
  if (error instanceof Refused && error.status === 404) return missing();
  if (!(error instanceof Refused) && !(error instanceof TypeError)) reportError(error); // a fault of the shop
  return { title: t("slow"), main: h("div", { class: "narrow note", "data-page": "failed" }, h("h1", null, t("slow")),
    h("p", null, error instanceof Error ? error.message : ""),
    h("p", null, h("button", { type: "button", class: "button", click: () => void open("replace") }, t("retry")))) };
}

export { onSeen };
