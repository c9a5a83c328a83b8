// The basket. Before a sign-in it is kept in the browser; a sign-in moves it to the account.
import { mine, Refused, type Schemas, session } from "./api.js";

/** A line of the basket. */
export interface Line {
  kind: "product" | "event";
  id: string;
  slug: string;
  quantity: number;
  /** The chosen variant, for people. The API sells products, not variants. */
  option?: string;
  /** How many of them are in the account's basket already: a sign-in does not add them again. */
  mirrored?: number;
  /** Why the account's basket did not take the line, as a sentence of the API. */
  refused?: string;
  /** The line at the server, with its price. */
  item?: Schemas["BasketItem"];
}

const kept = `vitrine-basket-${document.documentElement.dataset.tenant}`;
const keptOptions = `${kept}-options`;

function local(): Line[] {
  return JSON.parse(localStorage.getItem(kept) ?? "[]");
}

function keep(lines: Line[]): void {
  localStorage.setItem(kept, JSON.stringify(lines));
  dispatchEvent(new Event("basket"));
}

function options(): Record<string, string> {
  return JSON.parse(localStorage.getItem(keptOptions) ?? "{}");
}

/** The number of pieces, as last known. */
export function basketCount(): number {
  return local().reduce((n, line) => n + (line.refused ? 0 : line.quantity), 0);
}

/** Returns the basket. id is the server's; without a session there is none. */
export async function basket(): Promise<{ id: string; lines: Line[]; total: number; currency: string }> {
  if (!session()) return { id: "", lines: local(), total: 0, currency: "" };
  return read((await mine("get", "/basket")).data);
}

function read({ id, items, total, currency }: Schemas["Basket"]) {
  const option = options();
  const lines = items.map((item): Line => {
    const of = item.productId ?? item.eventId ?? "";
    return { kind: item.productId ? "product" : "event", id: of, slug: item.slug ?? "", quantity: item.quantity, item,
      ...(option[of] ? { option: option[of] } : {}) };
  });
  const refused = local().filter((line) => line.refused);
  keep([...lines.map(({ item: _, ...line }) => ({ ...line, mirrored: line.quantity })), ...refused]);
  return { id, lines: [...lines, ...refused], total: total ?? 0, currency: currency ?? "" };
}

/** Puts something into the basket. */
export async function add(line: Line): Promise<void> {
  if (line.option) {
    localStorage.setItem(keptOptions, JSON.stringify({ ...options(), [line.id]: line.option }));
  }
  if (session()) {
    read((await put(line)).data);
    return;
  }
  const lines = local();
  const old = lines.find((l) => l.id === line.id);
  if (old) Object.assign(old, line, { quantity: old.quantity + line.quantity });
  else lines.push(line);
  keep(lines);
}

function put(line: Line) {
  const of = line.kind === "product" ? { productId: line.id } : { eventId: line.id };
  return mine("post", "/basket/items", { body: { ...of, quantity: line.quantity } });
}

/** Changes how many; 0 removes the line. */
export async function setQuantity(line: Line, quantity: number): Promise<void> {
  if (line.item) {
    const path = { id: line.item.id };
    read((quantity > 0 ? await mine("patch", "/basket/items/{id}", { path, body: { quantity } })
      : await mine("delete", "/basket/items/{id}", { path })).data);
    return;
  }
  const same = (l: Line) => l.id === line.id && l.refused === line.refused;
  keep(local().map((l) => same(l) ? { ...l, quantity } : l).filter((l) => l.quantity > 0));
  if (line.refused && session()) await moveIn();
}

/** Moves the basket of the browser to the account. What the account's basket does not take stays behind, with the reason. */
export async function moveIn(): Promise<void> {
  const behind: Line[] = [];
  for (const { refused: _, mirrored = 0, ...line } of local()) {
    const quantity = line.quantity - mirrored;
    if (quantity <= 0) continue;
    try {
      await put({ ...line, quantity });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      behind.push({ ...line, quantity, refused: error.message });
    }
  }
  keep(behind);
  await basket();
}

/** Forgets the basket after a payment or a sign-out. */
export function forget(): void {
  localStorage.removeItem(keptOptions);
  keep([]);
}
