import { enter, leave, mine, Refused, session } from "../api.js";
import { forget, moveIn } from "../basket.js";
import { h } from "../dom.js";
import { go, type Page } from "../page.js";
import { facts, to } from "../parts.js";
import { date, language, money, t, type Word } from "../text.js";
import { tickets as ticketSlips } from "./checkout.js";

/** A field with its label. */
export function field(word: Word, name: string, more: Record<string, string | number | boolean> = {}): HTMLElement {
  return h("label", { class: "field" }, t(word), h("input", { name, required: true, ...more }));
}

/** Sends a form, and shows an error of the API as the sentence that it is, beside the field that it is about. */
export async function send(form: HTMLFormElement, work: (value: (name: string) => string) => Promise<void>): Promise<void> {
  const data = new FormData(form);
  const says = form.querySelector<HTMLElement>(".wrong")!;
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")!;
  says.textContent = "";
  for (const bad of form.querySelectorAll("[aria-invalid]")) bad.removeAttribute("aria-invalid");
  button.disabled = true;
  try {
    await work((name) => String(data.get(name) ?? "").trim());
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof TypeError)) throw error;
    const about = error instanceof Refused ? error.fields?.[0] : undefined;
    says.textContent = about?.message ? `${error.message} ${about.message}` : error.message;
    const input = about?.field ? form.elements.namedItem(about.field) : null;
    if (input instanceof HTMLElement) {
      input.setAttribute("aria-invalid", "true");
      input.focus();
    }
  } finally {
    button.disabled = false;
  }
}

/** The sentence of an error. */
export function wrong(): HTMLElement {
  return h("p", { class: "wrong", role: "alert" });
}

/** The forms to sign in and to sign up. then is called with a session. */
export function signForms(then: () => void): HTMLElement {
  const after = async () => {
    await moveIn();
    then();
  };
  return h("div", { class: "two" },
    h("form", { submit: (event: Event) => {
      event.preventDefault();
      void send(event.currentTarget as HTMLFormElement, async (value) => {
        enter((await mine("post", "/auth/login", { body: { email: value("email"), password: value("password") } })).data);
        await after();
      });
    } }, h("h2", null, t("haveAccount")), field("email", "email", { type: "email", autocomplete: "email" }),
      field("password", "password", { type: "password", autocomplete: "current-password" }), wrong(),
      h("button", { class: "button second", type: "submit" }, t("signIn")),
      h("p", { class: "hint" }, h("a", { href: to("reset-password") }, t("forgotPassword")))),
    h("form", { submit: (event: Event) => {
      event.preventDefault();
      void send(event.currentTarget as HTMLFormElement, async (value) => {
        enter((await mine("post", "/auth/signup", { body: { email: value("email"), password: value("password"), language,
          name: { first: value("first"), last: value("last") }, contact: { mobileNumber: [] } } })).data);
        await after();
      });
    } }, h("h2", null, t("newAccount")), field("email", "email", { type: "email", autocomplete: "email" }),
      h("div", { class: "pair" }, field("first", "first", { autocomplete: "given-name" }),
        field("last", "last", { autocomplete: "family-name" })),
      field("newPassword", "password", { type: "password", autocomplete: "new-password", minlength: 8 }), wrong(),
      h("button", { class: "button", type: "submit" }, t("signUp"))));
}

/** Sign-in, sign-up, and who is signed in. */
export async function account(): Promise<Page> {
  const now = session();
  const title = now ? t("account") : t("signIn");
  return { title, still: true, main: h("div", { class: "narrow", "data-page": now ? "account" : "sign" },
    h("div", { class: "title" }, h("h1", null, title)),
    now ? [
      facts([[t("first"), `${now.user.name?.first ?? ""} ${now.user.name?.last ?? ""}`], [t("email"), now.user.email]]),
      h("p", { class: "row" }, h("a", { class: "button second", href: to("orders") }, t("orders")),
        h("a", { class: "button second", href: to("tickets") }, t("tickets")),
        h("button", { type: "button", class: "button second", click: () => void out() }, t("signOut"))),
    ] : signForms(() => go(to("account"), "replace"))) };
}

async function out(): Promise<void> {
  const now = session();
  if (now) await mine("post", "/auth/logout", { body: { refreshToken: now.tokens.refresh.token } }).catch(() => undefined);
  leave();
  forget();
  go(to("account"), "replace");
}

function first(title: Word): Page {
  return { title: t(title), still: true, main: h("div", { class: "narrow", "data-page": "sign" },
    h("div", { class: "title" }, h("h1", null, t(title))), signForms(() => go(location.href, "replace"))) };
}

/** What became of an order that was paid; nothing if it stands. */
const orderStates: Record<string, string> = { PARTIALLY_REFUNDED: t("partlyRefunded"), REFUNDED: t("refunded"),
  CANCELLED: t("cancelled") };

/** The customer's orders. */
export async function orders(): Promise<Page> {
  if (!session()) return first("orders");
  const { data } = await mine("get", "/order", { query: { limit: 50, order: "desc" } });
  return { title: t("orders"), still: true, main: h("div", { class: "narrow", "data-page": "orders" },
    h("div", { class: "title" }, h("h1", null, t("orders"))),
    data.length === 0 && h("p", null, t("ordersEmpty")),
    h("ul", { class: "orders" }, data.map((o) => h("li", null,
      h("div", { class: "heading" }, h("h2", null, date(o.createdAt, "day")), h("b", null, [orderStates[o.status], money(o.total, o.currency)].filter(Boolean).join(", "))),
      h("ul", { class: "rows plainrows" }, o.items.map((i) => h("li", null,
        h("a", { href: to(i.eventId ? "event" : "product", i.slug) }, i.name), h("span", null, `${i.quantity} × ${money(i.price, o.currency)}`)))),
      o.items.some((i) => i.eventId) && h("p", null, h("a", { href: to("tickets", o.id) }, t("tickets"))))))) };
}

/** The customer's tickets, or those of one order. */
export async function tickets(orderId: string): Promise<Page> {
  if (!session()) return first("tickets");
  return { title: t("tickets"), still: true, main: h("div", { class: "narrow", "data-page": "tickets" },
    h("div", { class: "title" }, h("h1", null, t("tickets"))), await ticketSlips(orderId)) };
}
