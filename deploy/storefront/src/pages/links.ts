// The two pages that links in emails lead to. A token is kept in memory only, and leaves the address bar at once.
import { leave, mine, Refused, session } from "../api.js";
import { type Child, h } from "../dom.js";
import type { Page } from "../page.js";
import { to } from "../parts.js";
import { t, type Word } from "../text.js";
import { field, send, wrong } from "./account.js";

/** Returns the token of a link, and removes it from the address bar. */
function take(query: URLSearchParams): string {
  if (location.search) history.replaceState(history.state, "", location.pathname);
  return query.get("token") ?? "";
}

function linkPage(title: Word, ...content: Child[]): Page {
  return { title: t(title), still: true, main: h("div", { class: "narrow", "data-page": "link" },
    h("div", { class: "title" }, h("h1", null, t(title))), ...content) };
}

/** Shows what became of a link, in place of its form or forms. */
function show(form: HTMLElement, what: Word, ...more: HTMLElement[]): void {
  const says = h("p", { class: "lead", role: "status", tabindex: -1 }, t(what));
  (form.closest(".two") ?? form).replaceWith(says, ...more);
  says.focus();
}

function button(word: Word, path: string): HTMLElement {
  return h("p", { class: "below" }, h("a", { class: "button", href: to(path) }, t(word)));
}

/** A form of a link. A link that is not valid any more ends it. */
function linkForm(newLink: HTMLElement, work: (form: HTMLFormElement, value: (name: string) => string) => Promise<void>,
  ...content: Child[]): HTMLFormElement {
  return h("form", { submit: (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void send(form, (value) => work(form, value).catch((error: unknown) => {
      if (!(error instanceof Refused) || !/^(VERIFY|RESET)_TOKEN_INVALID$/.test(error.code)) throw error;
      show(form, "linkGone", newLink);
    }));
  } }, ...content);
}

/** Reports whether the session is still valid. Without a session, a link would end what was set before. */
function signedIn(): Promise<boolean> {
  return mine("get", "/auth/me").then(() => true, (error: unknown) => {
    if (session()) throw error;
    return false;
  });
}

/** Verifies an address. Without a session, it asks for the password: see "The first proof of an address". */
export async function verifyEmail(_: string, query: URLSearchParams): Promise<Page> {
  const token = take(query);
  if (!token) return linkPage("verifyEmail", h("p", { class: "lead" }, t("linkAgain")), button("account", "account"));
  const known = session() !== null && await signedIn();
  const verify = async (form: HTMLElement, password: string) => {
    const { data } = await mine("post", "/auth/verify-email", { query: { token }, body: password ? { password } : {} });
    if (data.resetToken) show(form, "verified", passwordForm(data.resetToken));
    else show(form, "verified", known ? button("account", "account") : button("signIn", "account"));
  };
  const form = linkForm(button("account", "account"), (it, value) => verify(it, value("password")),
    !known && [h("p", null, t("verifyHint")),
      field("password", "password", { type: "password", autocomplete: "current-password" })], wrong(),
    h("button", { class: "button", type: "submit" }, t("verify")));
  const other = linkForm(button("account", "account"), (it) => verify(it, ""),
    h("p", null, t("verifyOtherHint")), wrong(),
    h("button", { class: "button second", type: "submit" }, t("verifyOther")));
  if (known) return { ...linkPage("verifyEmail", form), shown: () => form.requestSubmit() };
  return linkPage("verifyEmail", h("div", { class: "two" }, form, other));
}

/** The form that sets a password with the token of a link. It ends every session, so this browser's ends too. */
function passwordForm(token: string): HTMLElement {
  return linkForm(button("newLink", "reset-password"), async (form, value) => {
    await mine("post", "/auth/reset-password", { query: { token }, body: { password: value("password") } });
    leave();
    show(form, "passwordSet", button("signIn", "account"));
  }, field("newPassword", "password", { type: "password", autocomplete: "new-password", minlength: 8 }), wrong(),
    h("button", { class: "button", type: "submit" }, t("save")));
}

/** The form that requests a link. */
function requestForm(): HTMLElement {
  return linkForm(button("newLink", "reset-password"), async (form, value) => {
    await mine("post", "/auth/forgot-password", { body: { email: value("email"), method: "email" } });
    show(form, "linkSent");
  }, field("email", "email", { type: "email", autocomplete: "email" }), wrong(),
    h("button", { class: "button", type: "submit" }, t("sendLink")));
}

/** Sets a new password. Without a token, it requests a link. */
export async function resetPassword(_: string, query: URLSearchParams): Promise<Page> {
  const token = take(query);
  return linkPage("resetPassword", token ? passwordForm(token) : requestForm());
}
