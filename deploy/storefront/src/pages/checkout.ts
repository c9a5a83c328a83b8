import { get, mine, Refused, type Schemas, session } from "../api.js";
import { basket, forget, type Line, setQuantity } from "../basket.js";
import { find, h } from "../dom.js";
import { go, missing, type Page, refresh } from "../page.js";
import { picture, stepper, to } from "../parts.js";
import { amountOf, date, lower, money, t, type Word } from "../text.js";
import { field, send, signForms, wrong } from "./account.js";

/** What a line shows besides what the basket knows. */
interface Shown {
  line: Line;
  name: string;
  image: string | undefined;
  note: string;
  price: number | undefined;
  currency: string;
  available: boolean;
}

async function look(line: Line): Promise<Shown | null> {
  try {
    if (line.kind === "product") {
      const { data: p } = await get("/product/{slug}", { path: { slug: line.slug } });
      return { line, name: p.name, image: p.thumbnail ?? p.images[0], note: line.option ?? "", currency: p.price.currency ?? "",
        price: line.item?.price ?? amountOf(p.price), available: line.item?.available ?? (p.stock?.amount ?? Infinity) >= line.quantity };
    }
    const { data: e } = await get("/event/{slug}", { path: { slug: line.slug } });
    const start = e.date.start ?? "";
    return { line, name: e.name, image: e.featuredImage, note: start && `${date(start, "short")}, ${date(start, "time")}`,
      price: line.item?.price ?? amountOf(e.price), currency: e.price.currency ?? "", available: line.item?.available ?? true };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null; // not for sale any more
    throw error;
  }
}

function steps(now: "basket" | "checkout" | "confirm"): HTMLElement {
  return h("ol", { class: "steps" }, (["basket", "checkout", "confirm"] as const).map((step) =>
    h("li", { "aria-current": step === now ? "step" : null },
      step === "basket" && now === "checkout" ? h("a", { href: to("basket") }, t(step)) : t(step))));
}

function lineRow(s: Shown, editable: boolean): HTMLElement {
  let count = s.line.quantity;
  const says = h("p", { class: "small wrong", role: "alert", "data-own": true }, s.line.refused);
  const set = async (n: number) => {
    says.textContent = s.line.refused ?? "";
    try {
      await setQuantity(s.line, n);
      count = n;
      await refresh("go");
    } catch (error) {
      says.textContent = error instanceof Refused ? error.message : t("slow");
      row.querySelector("input")!.value = String(count);
    }
  };
  const row = h("li", { "data-key": s.line.refused ? `${s.line.id}: ${s.line.refused}` : s.line.id }, picture(s.image, s.name, { label: false }),
    h(editable ? "h2" : "h3", { class: "entry" }, h("a", { href: to(s.line.kind, s.line.slug) }, s.name)),
    h("p", { class: "price" }, s.price !== undefined && h("span", { "data-say": s.name }, money(s.price * s.line.quantity, s.currency))),
    h("p", { class: "small" }, [s.note, !editable && t(s.line.kind === "event" ? "ticketCount" : "pieces", { n: s.line.quantity }), !s.available && t("unavailable")]
      .filter(Boolean).join(" · ")),
    editable && h("p", { class: "row" },
      stepper(`${t("quantity")}, ${s.name}`, s.line.quantity, s.line.kind === "event" ? 10 : 99, (n) => void set(n)),
      h("button", { type: "button", class: "plain underlined", "aria-label": `${t("remove")}, ${s.name}`, click: () => void set(0) },
        t("remove"))), editable && says);
  return row;
}

function sum(all: Shown[], total: number): HTMLElement {
  const currency = all[0]?.currency;
  return h("p", { class: "sum" }, h("span", null, t("total")),
    h("span", { class: "price large" }, h("span", { class: "now", "data-say": t("total") }, money(total, currency))));
}

async function shown(): Promise<{ id: string; all: Shown[]; total: number }> {
  const { id, lines, total } = await basket();
  const all = (await Promise.all(lines.map(look))).filter((s) => s !== null);
  return { id, all, total: id ? total : all.reduce((n, s) => n + Math.round((s.price ?? 0) * 100) * s.line.quantity, 0) / 100 };
}

/** The basket. */
export async function basketPage(): Promise<Page> {
  const { all, total } = await shown();
  return { title: t("basket"), main: h("div", { class: "narrow basket", "data-page": all.length > 0 ? "basket" : "empty" }, steps("basket"),
    h("h1", null, t("basket")),
    all.length === 0 ? [h("p", null, t("basketEmpty")), h("p", null, h("a", { class: "button", href: to("search") }, t("shop")))] : [
      h("ul", { class: "lines", "data-list": true }, all.map((s) => lineRow(s, true))), sum(all, total),
      h("a", { class: "button block", href: to("checkout") }, t("toCheckout"))]) };
}

const paymentKept = "vitrine-payment";

/** The payment by card. */
export async function checkout(): Promise<Page> {
  const { id, all: lines, total } = await shown();
  const all = lines.filter((s) => !s.line.refused);
  if (all.length === 0) return basketPage();
  const live = find(".cardform");
  if (live) payable.get(live)?.(id, total);
  const main = h("div", { class: "checkout", "data-page": session() ? "checkout" : "checkout-sign" },
    h("div", null, steps("checkout"), h("h1", { class: "hidden" }, t("checkout")),
      session() ? cardForm(id, total, all[0]!.currency) : signForms(() => go(to("checkout"), "replace"))),
    h("div", { class: "summary" }, h("h2", null, t("yourBasket")),
      h("ul", { class: "lines", "data-list": true }, all.map((s) => lineRow(s, false))), sum(all, total)));
  return { title: t("checkout"), main };
}

/** What tells a card form the basket and its total as they are now. */
const payable = new WeakMap<Element, (basketId: string, total: number) => void>();

function cardForm(basketId: string, total: number, currency: string): HTMLElement {
  let count = 1;
  let known = "";
  let key = crypto.randomUUID();
  const plans = h("div", { class: "plans" });
  const button = h("button", { class: "button block", type: "submit" }, t("pay", { price: money(total, currency) }));
  const draw = (prices: Schemas["InstallmentPrice"][]) => {
    count = 1;
    button.textContent = t("pay", { price: money(prices.find((p) => p.installmentNumber === 1)?.totalPrice ?? total, currency) });
    const all = prices.length > 0 ? prices : [{ installmentNumber: 1, installmentPrice: total, totalPrice: total }];
    plans.replaceChildren(...all.map((p) => h("label", null,
      h("input", { type: "radio", name: "installment", value: p.installmentNumber, checked: p.installmentNumber === 1,
        change: () => {
          count = p.installmentNumber;
          button.textContent = t("pay", { price: money(p.totalPrice, currency) });
        } }),
      h("span", null, p.installmentNumber === 1 ? t("oneTime") : `${p.installmentNumber} ${lower(t("installments"))}`),
      h("span", null, p.installmentNumber === 1 ? money(p.totalPrice, currency)
        : `${p.installmentNumber} × ${money(p.installmentPrice, currency)}`))));
  };
  draw([]);
  const plan = async () => {
    const bin = digits().slice(0, 6);
    if (bin.length < 6 || bin === known) return;
    known = bin;
    try {
      const of = total;
      const { data } = await mine("post", "/payment/installment", { body: { amount: of, bin } });
      if (of === total && bin === known) draw(data.installmentDetails[0]?.installmentPrices ?? []);
    } catch { /* the card is paid in one */ }
  };
  const says = wrong();
  const form = h("form", { class: "cardform", "data-own": true, submit: (event: Event) => {
    event.preventDefault();
    void send(event.currentTarget as HTMLFormElement, async (value) => {
      const [month = "", year = ""] = value("expiry").split(/\s*\/\s*/);
      try {
        const { data } = await mine("post", "/payment/3ds", { headers: { "idempotency-key": key }, body: { basketId,
          cardNumber: value("cardNumber").replace(/\s/g, ""), expireMonth: month.padStart(2, "0"),
          expireYear: year.length === 2 ? `20${year}` : year, cvc: value("cvc"), cardHolderName: value("cardHolderName"),
          installment: count, expectedTotal: total } });
        const started = data as Schemas["Started"];
        sessionStorage.setItem(paymentKept, started.paymentId);
        leadTo(started.html);
      } catch (error) {
        key = crypto.randomUUID(); // another attempt is another payment
        const before = total;
        if (error instanceof Refused && error.code === "TOTAL_CHANGED") await refresh("go");
        if (total === before) throw error; // otherwise the form says the new total
      }
    });
  } },
    h("h2", null, t("card")),
    h("label", { class: "field" }, t("cardNumber"), h("input", { name: "cardNumber", required: true, inputmode: "numeric",
      autocomplete: "cc-number", maxlength: 23, input: (event: Event) => {
        const input = event.currentTarget as HTMLInputElement;
        if (input.selectionStart === input.value.length) input.value = digits().replace(/(\d{4})(?=\d)/g, "$1 ");
        void plan();
      } })),
    h("div", { class: "pair" },
      field("expiry", "expiry", { inputmode: "numeric", autocomplete: "cc-exp", placeholder: "MM / YY",
        pattern: "[0-9]{1,2} ?/ ?([0-9]{2}|[0-9]{4})" }),
      field("code", "cvc", { inputmode: "numeric", autocomplete: "cc-csc", pattern: "[0-9]{3,4}", maxlength: 4 })),
    field("cardHolder", "cardHolderName", { autocomplete: "cc-name" }),
    h("h2", null, t("installments")), h("fieldset", null, h("legend", { class: "hidden" }, t("installments")), plans),
    says, button, h("p", { class: "small" }, t("bank")), h("p", { class: "small" }, t("testCard")));
  const digits = () => form.querySelector<HTMLInputElement>("[name=cardNumber]")!.value.replace(/\D/g, "").slice(0, 19);
  payable.set(form, (id, now) => {
    basketId = id;
    if (now === total) return;
    total = now;
    known = "";
    draw([]);
    void plan();
    says.textContent = t("totalChanged", { price: money(total, currency) });
  });
  return form;
}

/** Sends the browser to the bank, as the page of the API would: with its form. */
function leadTo(html: string): void {
  const form = new DOMParser().parseFromString(html, "text/html").querySelector("form");
  if (!form) throw new TypeError(t("slow"));
  const own = h("form", { action: form.getAttribute("action"), method: "post", hidden: true },
    [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")].map((i) =>
      h("input", { type: "hidden", name: i.name, value: i.value })));
  document.body.append(own);
  own.submit();
}

const failures = new Set(["failed", "expired", "cancelled", "voided"]);
const refunds: Record<string, Word> = { refund_pending: "refunded", refunded: "refunded", partially_refunded: "partlyRefunded" };
let polling: ReturnType<typeof setTimeout>;

/** The page of a payment whose outcome is not known yet. It asks again, and offers no second payment. */
function waiting(): Page {
  return { title: t("payPending"), still: true, main: h("div", { class: "narrow paid", "data-page": "waiting" }, steps("confirm"),
    h("h1", null, t("payPending"))), shown: () => {
      const at = location.href;
      clearTimeout(polling);
      polling = setTimeout(() => { if (location.href === at) go(at, "replace"); }, 5000);
    } };
}

/** The page of a payment that this browser may not read. The status is of the URL, which anyone can write. */
function reported(status: string): Page {
  const title = status === "succeeded" ? t("bankSaysPaid") : failures.has(status) ? t("bankSaysFailed") : t("paymentOf");
  return { title, still: true, main: h("div", { class: "narrow paid", "data-page": "reported" }, steps("confirm"),
    h("h1", null, title), h("p", null, t(session() ? "otherAccount" : "signInToSee")),
    session() ? h("p", null, h("a", { class: "button", href: to("orders") }, t("orders")))
      : signForms(() => go(location.href, "replace"))) };
}

/** Where the bank sends the customer back to. */
export async function paid(_: string, query: URLSearchParams): Promise<Page> {
  const paymentId = sessionStorage.getItem(paymentKept);
  const reference = query.get("reference");
  const body = paymentId ? { paymentId } : { reference: reference ?? "" };
  const answer = await mine("post", "/payment/3ds/complete", { body }).catch((error: unknown) => {
    if (error instanceof Refused && error.code === "PAYMENT_PENDING") return null;
    if (error instanceof Refused && (error.status === 401 || error.status === 404)) return "hidden";
    throw error;
  });
  if (answer === "hidden") return reference ? reported(query.get("status") ?? "") : missing();
  const p = answer?.data as Schemas["Payment"] | undefined;
  if (!p) return waiting();
  const good = p.status === "succeeded";
  if (good) forget();
  const failed = failures.has(p.status);
  const refund = refunds[p.status];
  if (!good && !failed && !refund) return waiting();
  const title = good ? t("paid") : failed ? t("payFailed") : t(refund!);
  const order = p.order;
  return { title, still: true, main: h("div", { class: "narrow paid", "data-page": "paid" }, steps("confirm"), h("h1", null, title),
    failed && [p.reason ? h("p", null, p.reason) : "", h("p", null, h("a", { class: "button", href: to("checkout") }, t("retry")))],
    order && h("ul", { class: "rows plainrows" }, order.items.map((i) => h("li", null, h("span", null, i.name),
      h("span", null, `${i.quantity} × ${money(i.price, order.currency)}`)))),
    order && sumOf(order.total, order.currency),
    order?.items.some((i) => i.eventId) && await tickets(order.id)) };
}

function sumOf(total: number, currency: string): HTMLElement {
  return h("p", { class: "sum" }, h("span", null, t("total")), h("span", { class: "price large" }, h("span", { class: "now" }, money(total, currency))));
}

/** Tickets as slips with their QR codes: of one order, or all. */
export async function tickets(orderId: string): Promise<HTMLElement> {
  const { data } = orderId
    ? await mine("get", "/event/tickets/{orderId}", { path: { orderId }, query: { include: "image", limit: 50 } as never })
    : await mine("get", "/event/tickets", { query: { include: "image", limit: 50 } as never });
  if (data.length === 0) return h("p", null, t("ticketsEmpty"));
  return h("div", { class: "slips" }, data.map((ticket, i) => {
    const image = h("img", { alt: t("ticketCode", { name: ticket.event.name }), width: 260, height: 260 });
    if (ticket.qr?.image) image.src = `data:image/svg+xml,${encodeURIComponent(ticket.qr.image)}`;
    return h("article", { class: "ticket" },
      h("h2", null, ticket.event.name),
      h("p", null, date(ticket.event.date, "long"), ", ", date(ticket.event.date, "time")),
      h("p", { class: "heading" }, h("span", null, t("ticket", { n: i + 1, all: data.length })),
        h("span", { class: "state" }, t(ticket.status))),
      image, h("p", { class: "code" }, ticket.id.replace(/(.{6})(?=.)/g, "$1 ")));
  }));
}

