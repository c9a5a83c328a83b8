// Builds elements, and brings what is on the page up to date with as few changes as possible.
import { t } from "./text.js";

type Value = string | number | boolean | null | undefined | ((event: never) => void);
export type Child = Node | string | number | false | null | undefined | Child[];

/** Makes an element. A function is a listener, true an empty attribute; false, null and undefined are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes?: Record<string, Value> | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an element of a drawing. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes?: Record<string, Value> | null,
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill<E extends Element>(node: E, attributes: Record<string, Value> | null | undefined, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") {
      node.addEventListener(name.replace(/^on/, ""), value as EventListener);
    } else if (value !== false && value != null) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(node, children);
  return node;
}

/** Appends children. Two neighbouring texts stay two nodes, so each is updated by itself. */
export function append(node: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(node, child);
    } else if (child instanceof Node) {
      node.append(child);
    } else if (child !== false && child != null) {
      node.append(document.createTextNode(String(child)));
    }
  }
}

/** How a page is updated: "go" after a step of the visitor, "live" after a change of the content. */
export type Mode = "go" | "live";

/** What a live update did. */
export class Repaint {
  /** The elements whose text differs now. */
  readonly moved = new Set<Element>();
  /** A list has other members or another order. It stays as it is until the visitor asks for it. */
  reordered = false;
  constructor(readonly mode: Mode) {}
}

/**
 * Brings live up to date with fresh, which was drawn from newer content. Only text nodes and attributes that differ are
 * written. Fields keep what was typed. In a live update, the members of a list ([data-list], members have data-key) do
 * not move: members that are gone are marked, and the rest waits. Members of a steady list keep their order also after a
 * step of the visitor; new ones come last.
 */
export function update(live: Element, fresh: Element, paint: Repaint): void {
  const follow = live instanceof HTMLInputElement && fresh instanceof HTMLInputElement && follows(live, fresh, paint.mode);
  attributes(live, fresh);
  if (follow) follow();
  if (live.hasAttribute("data-own")) {
    return;
  }
  if (live.hasAttribute("data-list")) {
    members(live, fresh, paint);
    return;
  }
  const now = [...live.childNodes];
  const next = [...fresh.childNodes];
  next.forEach((node, i) => {
    const old = now[i];
    if (!old) {
      live.append(node);
      if (node instanceof Element) paint.moved.add(node);
    } else if (!alike(old, node)) {
      old.replaceWith(node);
      paint.moved.add(node instanceof Element ? node : live);
    } else if (old instanceof Element) {
      update(old, node as Element, paint);
    } else if (old.nodeValue !== node.nodeValue) {
      old.nodeValue = node.nodeValue;
      paint.moved.add(live);
    }
  });
  for (const old of now.slice(next.length)) {
    old.remove();
  }
}

/**
 * Returns what brings the value of a field up to date. After a step of the visitor a field shows what the address says; in
 * a live update it keeps what was typed or ticked.
 */
function follows(live: HTMLInputElement, fresh: HTMLInputElement, mode: Mode): (() => void) | false {
  const { checked, value } = fresh; // of the new drawing
  const own = live.checked !== live.defaultChecked || live.value !== live.defaultValue;
  if (own && mode === "live") return false;
  return () => {
    live.checked = checked;
    if (fresh.hasAttribute("value")) live.value = value;
  };
}

function alike(a: Node, b: Node): boolean {
  return a.nodeName === b.nodeName && key(a) === key(b);
}

function key(node: Node): string | null {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/** Attributes that belong to the visitor, not to the content. */
const visitors = new Set(["open", "data-gone", "class"]);

function attributes(live: Element, fresh: Element): void {
  for (const { name, value } of [...fresh.attributes]) {
    if (name === "style") {
      const { style } = live as HTMLElement;
      if (style.cssText !== (fresh as HTMLElement).style.cssText) {
        style.cssText = (fresh as HTMLElement).style.cssText; // by script, because the policy forbids the attribute
      }
    } else if (!visitors.has(name) && live.getAttribute(name) !== value) {
      live.setAttribute(name, value);
    }
  }
  for (const { name } of [...live.attributes]) {
    if (!visitors.has(name) && name !== "style" && !fresh.hasAttribute(name)) {
      live.removeAttribute(name);
    }
  }
  if (fresh.className !== live.className && !live.classList.contains("moved")) {
    live.className = fresh.className;
  }
}

function members(live: Element, fresh: Element, paint: Repaint): void {
  const now = [...live.children];
  const next = [...fresh.children];
  const known = new Map(now.map((node) => [key(node), node]));
  if (live.getAttribute("data-list") === "steady") {
    const place = new Map(now.map((node, i) => [key(node), i]));
    const at = (node: Element) => place.get(key(node)) ?? now.length;
    next.sort((a, b) => at(a) - at(b));
  }
  const same = now.length === next.length && now.every((node, i) => key(node) === key(next[i]!));
  if (paint.mode === "go" && !same) {
    const focus = document.activeElement;
    live.replaceChildren(...next.map((node) => {
      const old = known.get(key(node));
      if (old && alike(old, node)) {
        update(old, node, paint);
        return old;
      }
      return node;
    }));
    if (focus instanceof HTMLElement && focus !== document.activeElement && live.contains(focus)) {
      focus.focus({ preventScroll: true }); // a node that is moved loses it
    }
    return;
  }
  const left = new Set(now);
  for (const node of next) {
    const old = known.get(key(node));
    if (old) {
      left.delete(old);
      old.removeAttribute("data-gone");
      update(old, node, paint);
    }
  }
  for (const node of left) {
    if (!node.hasAttribute("data-gone")) {
      node.setAttribute("data-gone", "");
      node.append(h("span", { class: "gone" }, t("leftList"))); // the next update with the member removes it
      paint.moved.add(node);
    }
  }
  paint.reordered ||= !same;
}

const flashes = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Shows for 2.4 s that an element has just changed. */
export function flash(node: Element): void {
  clearTimeout(flashes.get(node));
  node.classList.add("moved");
  flashes.set(node, setTimeout(() => node.classList.remove("moved"), 2400));
}

/** The first element that matches. */
export function find<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E | null {
  return within.querySelector<E>(selector);
}
