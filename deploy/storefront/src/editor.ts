// The page /live: an editor beside an open tab, and a stopwatch from COMMIT to the repaint of that tab.
import { get, onSeen, Refused, seen, type Schemas } from "./api.js";
import { compare, now, type Offset, painted } from "./clock.js";
import { flash, h, Repaint, s, update } from "./dom.js";
import { type Change, listen } from "./live.js";
import { facts, picture, price } from "./parts.js";
import { type Edit, histogram, ms, ruler, scaleFor } from "./ruler.js";

const { tenant = "", name: shopName = "" } = document.documentElement.dataset;
const kept = 100;
const edits: Edit[] = [];
let product: Schemas["ProductDetail"] | null = null;
let slug = new URLSearchParams(location.search).get("product") ?? "mavi-keten-gomlek";
let offset: Offset | null = null;
let state = "";
let hint = ""; // what to do before the first edit
let awaited = 0; // saves that are not painted yet
let shown = 0; // the change up to which the open tab was complete when it last moved
let replayed: Element | null = null; // the value that the wire leads to

const tab = h("div", { class: "tab" });
const stamp = h("p", { class: "stamp" }, h("i", { "aria-hidden": "true" }), h("span", null, ""));
const figure = h("p", { class: "figure", role: "status" });
const meaning = h("p", { class: "lead" });
const steps = h("table", { class: "marks" });
const note = h("p", { class: "small" });
const plots = h("div", { class: "plots" });
const wire = s("svg", { class: "wire", "aria-hidden": "true" });
const says = h("p", { class: "wrong", role: "alert" });
const form = h("form", { class: "editor", submit: (event: Event) => { event.preventDefault(); void save({ op: "save", ...fields() }); } });
const page = h("div", { class: "live" });

function field(label: string, name: string, value: string | number, more: Record<string, string | number | boolean> = {}) {
  return h("label", { class: "field" }, label, h("input", { name, value, ...more }));
}

/** Fills the form with the record, as a CMS does when it opens one. The price is already another, so that the first
 * press of Save is an edit. */
function openForm(p: Schemas["ProductDetail"]): void {
  const amount = p.price.amount ?? 0;
  const list = p.price.list ?? amount;
  const step = list - amount >= 1 || amount <= 1 ? 1 : -1; // never above the list price
  const currency = p.price.currency ?? "";
  hint = `Press Save: it ${step > 0 ? "raises" : "lowers"} the price by 1 ${currency}.`;
  const button = (label: string, work: () => object) =>
    h("button", { type: "button", class: "button second", click: () => void save(work()) }, label);
  form.replaceChildren(
    h("div", { class: "heading" }, h("h2", { class: "label" }, h("b", null, "Editor"), " product")),
    field("Title", "name", p.name, { required: true, maxlength: 200 }),
    h("div", { class: "pair" },
      field(`Price, ${currency}`, "amount", (amount + step).toFixed(2), { inputmode: "decimal", required: true }),
      field(`List price, ${currency}`, "list", Math.max(list, amount + step).toFixed(2), { inputmode: "decimal", required: true })),
    h("div", { class: "pair" }, field("Stock", "stock", p.stock?.amount ?? "", { type: "number", min: 0, placeholder: "not counted" }),
      h("label", { class: "switch" }, "Published", h("input", { type: "checkbox", role: "switch", name: "published",
        checked: true }))),
    h("div", { class: "row saverow" }, h("button", { type: "submit", class: "button", id: "save" }, "Save"),
      h("span", { class: "small" }, h("kbd", null, "Ctrl"), " ", h("kbd", null, "↵"), " one UPDATE, one COMMIT")),
    says,
    h("details", { class: "more" }, h("summary", null, "More edits"), h("div", { class: "row" },
      button("To the top of its lists", () => ({ op: "first" })),
      button("Copy as a new product", () => ({ op: "copy" })),
      button("Its category −1 %", () => ({ op: "category", percent: -1 })),
      button("Its category +1 %", () => ({ op: "category", percent: 1 })))));
}

function fields(): object {
  const data = new FormData(form);
  return { name: data.get("name"), amount: data.get("amount"), list: data.get("list"), stock: data.get("stock") === "" ? null : Number(data.get("stock")),
    published: data.get("published") !== null };
}

/** Sends one edit. The server runs it as SQL, as a CMS would, and answers after COMMIT. */
async function save(edit: object): Promise<void> {
  tell("");
  awaited++; // its announcement may come before the answer
  let body;
  try {
    const answer = await fetch("/live/edit", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ tenant, slug, ...edit }) });
    body = await answer.json().catch(() => ({}));
    if (!answer.ok || !body.data) throw new Refused(answer.status, body);
  } catch (error) {
    settle();
    tell(error instanceof Refused ? error.message : "The edit was not answered. It may have been committed.");
    return;
  }
  if (body.data.rows > 0) return;
  settle();
  tell("The record has these values, so nothing was committed. Change one, then save.", "small");
}

/** Notes that a save was painted, or will not be. */
function settle(): void {
  awaited = Math.max(0, awaited - 1);
}

/** Writes under Save what came of an edit. */
function tell(text: string, look = "wrong"): void {
  says.className = look;
  says.textContent = text;
}

/** The open tab: what a visitor has on the screen. */
function drawTab(p: Schemas["ProductDetail"] | null): HTMLElement {
  if (!p) return h("div", { class: "record", "data-page": "gone" }, h("h1", null, "Burada bir şey yok."));
  const stock = p.stock?.amount;
  return h("div", { class: "record", "data-page": p.id },
    picture(p.thumbnail, p.name, { alt: p.name, eager: true }),
    h("div", null, h("p", { class: "maker" }, p.brand?.name ?? ""), h("h1", null, p.name), h("p", { class: "lead" }, p.brief ?? ""),
      h("p", { class: "stock" }, h("span", { "data-say": "Stok" }, stock === undefined ? "" : stock > 0 ? `${stock} adet var` : "Tükendi")),
      facts(((p.properties ?? []) as { name: string; value: string }[]).slice(0, 2).map((x) => [x.name, x.value])),
      price(p.price, true)));
}

async function read(): Promise<Schemas["ProductDetail"] | null> {
  try {
    return (await get("/product/{slug}", { path: { slug } })).data;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null; // not published
    throw error;
  }
}

/** Brings the open tab up to date, and says which elements differ. */
function repaint(next: Schemas["ProductDetail"] | null): Repaint {
  const paint = new Repaint("live");
  const fresh = drawTab(next);
  const live = tab.firstElementChild;
  if (live && live.getAttribute("data-page") === fresh.getAttribute("data-page")) update(live, fresh, paint);
  else {
    tab.replaceChildren(fresh);
    paint.moved.add(fresh);
  }
  product = next;
  if (paint.moved.size > 0) shown = seen;
  return paint;
}

let queue = Promise.resolve();

function changed(change: Change, heardAt: number): void {
  queue = queue.then(() => measure(change, heardAt)).catch(() => {
    show();
    setTimeout(reread, 3000);
  });
}

/** Reads the tab again, after what is being read: an older answer never replaces a newer one. */
function reread(): void {
  queue = queue.then(async () => { repaint(await read()); }).catch(() => { setTimeout(reread, 3000); });
}

/** Follows one announcement to the repaint, and takes the times of all steps. */
async function measure(change: Change, heardAt: number): Promise<void> {
  const next = await read();
  const fetchedAt = now();
  const paint = repaint(next);
  paint.moved.forEach(flash);
  if (paint.moved.size === 0) { // a change of something else, or of what an earlier read has shown
    if (awaited === 0 || change.seq > shown) return;
    settle();
    state = "The last edit has no figure: a read after an earlier change showed it before it was announced.";
    return show();
  }
  settle();
  if (document.visibilityState !== "visible") {
    state = "Announced. A hidden tab draws no frames, so “repainted” is not claimed, and the edit is left out.";
    return show();
  }
  const paintedAt = await painted();
  if (!offset || change.sealed === undefined || change.applied === undefined || change.announced === undefined) return show();
  const after = (at: number) => at + offset!.ms - change.sealed!;
  edits.push({ seq: change.seq, sealed: change.sealed, applied: change.applied - change.sealed,
    announced: change.announced - change.sealed, heard: after(heardAt), fetched: after(fetchedAt), painted: after(paintedAt),
    within: offset.within });
  if (edits.length > kept) edits.shift();
  state = "";
  show();
  draw([...paint.moved].sort((a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom)[0]);
}

/** Shows the latest edit and the last hundred. Nothing is trimmed. */
function show(): void {
  const last = edits.at(-1) ?? null;
  figure.replaceChildren(last ? ms(last.painted) : "", h("span", null, last ? "ms" : "No edit yet"));
  figure.classList.toggle("none", !last);
  figure.dataset.seq = String(last?.seq ?? "");
  meaning.textContent = last ? "from COMMIT to the new value painted in this tab" : hint;
  const rows: [string, number | undefined][] = [["applied on every gateway", last?.applied], ["announced", last?.announced],
    ["heard by this tab", last?.heard], ["fetched", last?.fetched], ["painted", last?.painted]];
  steps.replaceChildren(h("tbody", null, h("tr", null, h("th", { scope: "row" }, "COMMIT, sealed"), h("td", null, ""),
    h("td", null, last ? new Date(last.sealed).toISOString().slice(11, 23) : "–")),
    rows.map(([name, at], i) => h("tr", null, h("th", { scope: "row" }, name),
      h("td", null, at === undefined ? "" : `+${ms(at - (rows[i - 1]?.[1] ?? 0))}`),
      h("td", null, at === undefined ? "–" : `${ms(at)} ms`)))));
  note.textContent = state || (offset ? `Zero is the seal, inside COMMIT, on the clock of Postgres. The tab's clock is known to ± ${
    offset.within.toFixed(1)} ms. A display adds up to one frame more, which a page cannot see. One dot is one edit; the orange one is this.`
    : "");
  const scale = scaleFor(last?.painted ?? 0);
  plots.replaceChildren(ruler(last, scale),
    histogram("applied on every gateway", edits.map((e) => e.applied), last?.applied, scale),
    histogram("announced", edits.map((e) => e.announced), last?.announced, scale),
    histogram("repainted in this tab", edits.map((e) => e.painted), last?.painted, scale));
}

/** Draws the wire from Save along the ruler to the value that moved. It is a replay, made after the figure is final. */
function draw(value: Element | undefined): void {
  replayed = value ?? null;
  wire.replaceChildren();
  route();
}

/** Lays the wire, or lays it again after the page has changed its size. It crosses no text: it leaves Save by the margin,
 * and comes to the price from below, and to what stands above the price from the gap beside the picture. */
function route(): void {
  const from = form.querySelector("#save")?.getBoundingClientRect();
  const line = plots.querySelector(".run")?.getBoundingClientRect();
  const to = replayed?.isConnected ? replayed.getBoundingClientRect() : undefined;
  const words = (replayed?.closest(".record > div") ?? replayed)?.getBoundingClientRect();
  const origin = page.getBoundingClientRect();
  if (!from || !line || !to || !words || innerWidth <= 1000) {
    wire.replaceChildren();
    return;
  }
  const x = (n: number) => Math.round(n - origin.left);
  const y = (n: number) => Math.round(n - origin.top);
  const middle = y(plots.getBoundingClientRect().top) - 14;
  const end = x(line.right);
  const save = y(from.top + from.height / 2);
  const below = Math.min(Math.max(end, x(to.left) + 12), x(to.right) - 4);
  const beside = `H${x(words.left) - 22}V${y(to.top + to.height / 2)}H${x(words.left) - 8}m-7-5l7 5l-7 5`;
  const last = to.bottom > words.bottom - 12;
  const paths = [`M${x(from.left)} ${save}H${x(from.left) - 18}V${middle}H${x(line.left)}V${y(line.top)}`,
    `M${end} ${y(line.top) - 6}V${middle + 6}${last ? `H${below}V${y(to.bottom) + 8}m-5 7l5-7l5 7` : beside}`];
  if (!wire.firstChild) wire.append(s("circle", { r: 4 }), ...paths.map(() => s("path", { pathLength: 1 })));
  wire.querySelector("circle")!.setAttribute("cx", String(x(from.left)));
  wire.querySelector("circle")!.setAttribute("cy", String(save));
  wire.querySelectorAll("path").forEach((path, i) => { path.setAttribute("d", paths[i]!); });
}

async function compareClocks(): Promise<void> {
  const first = offset === null;
  try {
    offset = await compare((done) => {
      if (first) {
        state = `Comparing clocks, ${done} of 32.`;
        note.textContent = state;
      }
    });
    state = "";
  } catch {
    state = "The clocks could not be compared; this is done again within a minute.";
  }
  show();
}

async function begin(): Promise<void> {
  document.body.replaceChildren(
    h("header", { class: "vitrine" }, h("a", { class: "mark", href: "/" }, s("svg", { viewBox: "0 0 20 22", width: 20, height: 22,
      "aria-hidden": "true" }, s("path", { class: "box", d: "M2 2h16v14H2z" }), s("path", { class: "slit", d: "M8 5v8" }),
      s("path", { class: "ticks", d: "M3 19v2M8 19v2M12.5 19v2M17 19v2" })), "Vitrine"), h("span", null, "Live edit"),
      h("nav", { "aria-label": "Vitrine" }, h("a", { href: "/" }, "Shop"), h("a", { href: "/status" }, "Status"), h("a", { href: "/docs" }, "API"))),
    h("main", null, page));
  const parts = [form,
    h("section", { class: "open", "aria-label": "Open tab" }, h("div", { class: "heading" },
      h("p", { class: "label" }, h("b", null, "Open tab"), ` ${shopName}`), stamp), tab),
    h("section", { class: "watch", "aria-label": "Stopwatch" }, figure, meaning, steps, note), plots, wire];
  onSeen.push((n) => { stamp.lastElementChild!.textContent = `at change ${n.toLocaleString("en")}`; });
  product = await read();
  if (!product) { // renamed or unpublished: any other will do
    slug = (await get("/product", { query: { limit: 1 } })).data[0]?.slug ?? slug;
    product = await read();
  }
  repaint(product);
  if (product) openForm(product);
  show();
  page.append(...parts); // at once, so that nothing moves
  new ResizeObserver(route).observe(page);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });
  const again = () => {
    if (document.visibilityState !== "visible") return;
    reread();
    void compareClocks();
  };
  document.addEventListener("visibilitychange", again);
  void listen({ change: changed, open: (is) => {
    stamp.classList.toggle("lost", !is);
    stamp.dataset.stream = is ? "open" : "lost";
    figure.classList.toggle("lost", !is);
    state = is ? "" : "The stream is lost; trying again. This tab may show an older value, and is read again as soon as it can be.";
    note.textContent = state;
    if (is) again();
  } });
  setInterval(() => void compareClocks(), 60_000);
}

function start(): void {
  begin().catch((error: unknown) => {
    document.body.replaceChildren(h("main", null, h("p", { class: "wrong", role: "alert" }, error instanceof Error ? error.message : "",
      " This page is read again in a moment.")));
    setTimeout(start, 3000);
  });
}

start();
