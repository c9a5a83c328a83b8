// Tests the links of emails, the return of a payment without a session, and the shop of a tenant that is not of the
// demo. MAIL is the address of the caught emails.
import { accessible, base, expect, finish, following, open, shows, sound, sql, test, visit } from "./harness.mjs";

const post = async (tenant, path, body) => {
  const answer = await fetch(`${base}/t/${tenant}/v1${path}`, { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json" } });
  return { ...(await answer.json()), status: answer.status };
};

const signUp = async (tenant, email) => {
  const { status } = await post(tenant, "/auth/signup", { email, password: "correct horse battery", language: "tr",
    name: { first: "Ada", last: "Lovelace" }, contact: { mobileNumber: [] } });
  expect(status < 300, `the sign-up of ${email}: ${status}`);
};

/** Waits for the email with a link to a page, and returns the path of the link. */
const link = async (email, page) => {
  for (let i = 0; i < 200; i++) {
    for (const m of (await (await fetch(process.env.MAIL)).json()) ?? []) {
      const found = m.to === email && new RegExp(`http://[^/\\s]+(/${page}\\?token=\\S+)`).exec(m.text);
      if (found) return found[1];
    }
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`no email to ${email} links to ${page}`);
};

const lead = ".narrow .lead";

for (const [tenant, size, scheme] of [["demo", "desk", "light"], ["atelier", "phone", "dark"]]) {
  await test(`links of emails, ${tenant}`, await open(size, scheme), async (page) => {
    await page.addInitScript(() => localStorage.setItem("vitrine-language", "tr"));
    const email = `ada.${Date.now()}@example.com`;
    await signUp(tenant, email);
    const path = await link(email, "verify-email");
    await visit(page, path);
    expect(page.url() === `${base}/t/${tenant}/verify-email`, `the token is not in the address bar: ${page.url()}`);
    await accessible(page, "verify-email");
    await page.getByLabel("Parola", { exact: true }).fill("wrong horse battery");
    await page.getByRole("button", { name: "Doğrula", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    page.problems = page.problems.filter((p) => !p.includes("401"));
    await page.getByLabel("Parola", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Doğrula", exact: true }).click();
    await shows(page, lead, "E-posta adresiniz doğrulandı.");
    await accessible(page, "verified");
    await sound(page, "verified");

    await page.getByRole("link", { name: "Giriş yap" }).click();
    await page.getByRole("link", { name: "Parolamı unuttum" }).click();
    await page.getByLabel("E-posta").fill(email);
    await page.getByRole("button", { name: "Bağlantıyı gönder" }).click();
    await page.locator(lead).waitFor();
    const reset = await link(email, "reset-password");
    await visit(page, reset);
    expect(page.url() === `${base}/t/${tenant}/reset-password`, `the token is not in the address bar: ${page.url()}`);
    await accessible(page, "reset-password");
    await page.getByLabel(/^Parola/).fill("staple battery horse");
    await page.getByRole("button", { name: "Kaydet" }).click();
    await shows(page, lead, "Yeni parolanız kaydedildi. Bütün oturumlarınız kapandı.");
    const login = await post(tenant, "/auth/login", { email, password: "staple battery horse" });
    expect(login.status === 200, `the new password signs in: ${login.status}`);
    await sound(page, "reset-password");

    await visit(page, reset);
    await page.getByLabel(/^Parola/).fill("another battery horse");
    await page.getByRole("button", { name: "Kaydet" }).click();
    await shows(page, lead, "Bu bağlantı geçersiz, kullanılmış ya da süresi geçmiş.");
    page.problems = page.problems.filter((p) => !p.includes("401"));
    await sound(page, "a used link");
  });
}

await test("an address is verified without its password", await open("desk", "dark"), async (page) => {
  const email = `grace.${Date.now()}@example.com`;
  await signUp("demo", email);
  await visit(page, await link(email, "verify-email"));
  await page.getByRole("button", { name: "Parolasız doğrula" }).click();
  await shows(page, lead, "E-posta adresiniz doğrulandı.");
  await page.getByLabel(/^Parola/).fill("staple battery horse");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await page.getByText("Yeni parolanız kaydedildi.").waitFor();
  await sound(page, "verified without a password");
});

await test("an address is verified by a session", await open("desk", "light"), async (page) => {
  const email = `joan.${Date.now()}@example.com`;
  await signUp("demo", email);
  const path = await link(email, "verify-email");
  await visit(page, "/account");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Giriş yap" }) });
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Parola", { exact: true }).fill("correct horse battery");
  await form.getByRole("button").click();
  await page.waitForSelector("[data-page=account]");
  await visit(page, path);
  await shows(page, lead, "E-posta adresiniz doğrulandı.");
  await visit(page, path);
  await shows(page, lead, "Bu bağlantı geçersiz, kullanılmış ya da süresi geçmiş.");
  await visit(page, "/account");
  await page.waitForSelector("[data-page=account]"); // a used link does not end the session
  await visit(page, "/");
  await following(page);
  await visit(page, "/account");
  await page.waitForSelector("[data-page=account]"); // nor does the stream token of a page
});

for (const [status, title] of [["succeeded", "Bankaya göre ödeme alındı."], ["failed", "Bankaya göre ödeme alınmadı."],
  ["<b>", "Ödemenizin sonucu"]]) {
  await test(`the return of a payment without a session, ${status}`, await open("phone", "light"), async (page) => {
    await visit(page, `/t/demo/paid?reference=0123456789abcdef01234567&status=${encodeURIComponent(status)}`);
    const shown = await page.locator("h1").textContent();
    expect(shown === title, `the title is ${shown}`);
    expect((await page.getByRole("button", { name: "Giriş yap" }).count()) === 1, "the page offers to sign in");
    page.problems = page.problems.filter((p) => !p.includes("404"));
    await accessible(page, "the return of a payment");
    await sound(page, "the return of a payment");
  });
}

await sql("INSERT INTO tenant (id, name) VALUES ('own', 'My store')");
for (let i = 0; i < 100 && (await fetch(`${base}/t/own/`)).status !== 200; i++) {
  await new Promise((go) => setTimeout(go, 100));
}

await test("a tenant that is not of the demo follows changes", await open("desk", "light"), async (page) => {
  await visitEmpty(page);
  await following(page);
  expect(page.problems.length === 0, page.problems.join("; "));
});

await test("a page without the right to follow asks once", await open("desk", "light"), async (page) => {
  let asked = 0;
  await page.route("**/v1/changes/token", (route) => {
    asked++;
    return route.fulfill({ status: 401, json: { status: "error", code: "UNAUTHENTICATED", message: "No." } });
  });
  await visitEmpty(page);
  await page.waitForFunction(() => document.querySelector(".stamp")?.title === "Bu sayfa değişiklikleri izlemiyor");
  await new Promise((go) => setTimeout(go, 3000));
  expect(asked === 1, `the page asked ${asked} times`);
});

/** Opens the shop of a tenant without content. */
async function visitEmpty(page) {
  await page.addInitScript(() => localStorage.setItem("vitrine-language", "tr"));
  await page.goto(`${base}/t/own/`);
  await page.waitForSelector("main:not([aria-busy]) > [data-page]");
}

await finish();
