// Tests what the shop does when records, answers and baskets are unusual:
// SQL=http://127.0.0.1:PORT node test/faults.mjs http://127.0.0.1:8080 [folder for screenshots of failures].
import { accessible, answers, api, base, expect, finish, following, open, shows, sound, sql, test, visit } from "./harness.mjs";

const slug = "mavi-keten-gomlek";
const product = (set) => sql(`UPDATE product SET ${set} WHERE tenant_id = 'demo' AND slug = '${slug}'`);

const password = "correct horse battery";

/** Signs up on the page of the account, and returns the address. */
async function signUp(page) {
  const email = `ada.${Date.now()}@example.com`;
  await visit(page, "/account");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Hesap aç" }) });
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Ad", { exact: true }).fill("Ada");
  await form.getByLabel("Soyad").fill("Lovelace");
  await form.getByLabel(/^Parola/).fill(password);
  await form.getByRole("button").click();
  await page.waitForSelector("[data-page=account]");
  return email;
}

async function signIn(page, email) {
  const form = page.locator("form", { has: page.getByRole("button", { name: "Giriş yap" }) });
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel(/^Parola/).fill(password);
  await form.getByRole("button").click();
  await page.waitForSelector("[data-page=account]");
}

async function put(page) {
  await page.getByRole("button", { name: "Sepete ekle" }).click();
  await page.getByText("Sepete eklendi").waitFor();
}

const inHead = (page) => page.locator(".tobasket b").textContent();

await test("the basket after an expired session", await open("desk", "light"), async (page) => {
  await product("stock = 50");
  const email = await signUp(page);
  await visit(page, `/product/${slug}`);
  await page.getByRole("button", { name: "+1" }).click();
  await put(page);
  expect((await inHead(page)) === "2", `the head counts ${await inHead(page)}`);
  await page.evaluate(() => localStorage.removeItem("vitrine-session-demo"));
  await visit(page, `/product/${slug}`);
  await put(page);
  expect((await inHead(page)) === "3", `without a session the head counts ${await inHead(page)}`);
  await visit(page, "/account");
  await signIn(page, email);
  expect((await inHead(page)) === "3", `after the sign-in the head counts ${await inHead(page)}`);
  await page.evaluate(() => localStorage.removeItem("vitrine-session-demo"));
  await visit(page, `/product/${slug}`);
  await put(page);
  await product("stock = 3");
  await answers(`/product/${slug}`, (p) => p.stock.amount === 3);
  await visit(page, "/account");
  await signIn(page, email);
  await visit(page, "/basket");
  await page.locator(".lines .wrong", { hasText: /./ }).waitFor();
  expect((await inHead(page)) === "3", `the head counts ${await inHead(page)} with a line that was refused`);
  await accessible(page, "a line that was refused");
  await page.locator(".lines li", { has: page.locator(".wrong", { hasText: /./ }) }).getByRole("button", { name: /^Kaldır/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 1);
  await page.getByRole("button", { name: /^\+1/ }).click();
  await page.locator(".lines .wrong", { hasText: /./ }).waitFor();
  expect((await page.locator(".lines input").inputValue()) === "3", "a quantity that was refused goes back");
  page.problems = page.problems.filter((p) => !/40\d/.test(p));
  await sound(page, "the basket after an expired session");
  await product("stock = 50");
});

await test("a price that changes during the payment", await open("desk", "light"), async (page) => {
  await product("stock = 50, amount = 100, list_price = 100");
  await answers(`/product/${slug}`, (p) => p.price.amount === 100);
  await page.route("**/v1/changes*", (route) => route.abort()); // the page hears of no change
  await signUp(page);
  await visit(page, `/product/${slug}`);
  await put(page);
  await visit(page, "/checkout");
  await page.getByLabel("Kart numarası").fill("5528790000000008");
  await page.getByLabel("Son kullanma").fill("12/40");
  await page.getByLabel("Güvenlik kodu").fill("123");
  await page.getByLabel("Kartın üstündeki ad").fill("Ada Lovelace");
  await product("amount = 90");
  await answers(`/product/${slug}`, (p) => p.price.amount === 90);
  await page.getByRole("button", { name: /öde$/ }).click();
  await page.getByText("Fiyat değişti. Yeni toplam 90\u00a0TL.").waitFor();
  await page.getByRole("button", { name: "90\u00a0TL öde" }).click();
  await page.locator("input[name=code]").waitFor();
  let asked = 0;
  await page.route("**/v1/payment/3ds/complete", (route) => ++asked < 3 ? route.fulfill({ status: 409, contentType: "application/json",
    body: JSON.stringify({ status: "error", code: "PAYMENT_PENDING", message: "The bank has not confirmed the payment yet." }) })
    : route.continue());
  await page.locator("input[name=code]").fill(await page.locator("#code").textContent());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Bankanın yanıtı bekleniyor." }).waitFor();
  expect((await page.locator("main .button").count()) === 0, "no second payment is offered while the bank is asked");
  await page.getByRole("heading", { name: "Ödeme alındı." }).waitFor();
});

await test("stock that is not counted", await open("desk", "light"), async (page) => {
  await product("stock = NULL");
  await answers(`/product/${slug}`, (p) => p.stock?.amount === undefined);
  await visit(page, `/product/${slug}`);
  expect(!(await page.locator(".offer").textContent()).includes("Tükendi"), "it is not sold out");
  await put(page);
  await visit(page, "/basket");
  expect(!(await page.locator(".lines").textContent()).includes("Bu adet yok"), "it can be bought");
  await page.goto(`${base}/live`);
  await page.waitForSelector("#save");
  await page.locator("input[name=name]").fill("Sayılmayan");
  await page.locator("#save").click();
  await shows(page, ".record h1", "Sayılmayan");
  expect((await api(`/product/${slug}`)).stock?.amount === undefined, "Save does not write a stock");
  expect(!(await page.locator(".record").textContent()).includes("Tükendi"), "the open tab says nothing of a stock");
  await product("stock = 50, name = 'Mavi Keten Gömlek', title = 'Mavi Keten Gömlek'");
});

await test("events that are over, cancelled or free", await open("desk", "light"), async (page) => {
  const e = (await api("/event/upcoming?language=tr&limit=50")).find((one) => one.price.amount > 0 && one.status === "PUBLISHED");
  const event = (set) => sql(`UPDATE event SET ${set} WHERE tenant_id = 'demo' AND slug = '${e.slug}'`);
  await visit(page, `/event/${e.slug}`);
  await following(page);
  for (const [status, text] of [["CANCELLED", "İptal edildi"], ["PASSED", "Geçti"], ["SOLD_OUT", "Tükendi"]]) {
    await event(`status = '${status}'`);
    await shows(page, ".slip .stock", text);
    expect(await page.getByRole("button", { name: "Bilet al" }).isDisabled(), `no ticket is sold: ${status}`);
  }
  await event("status = 'PUBLISHED', amount = 0, list_price = NULL, ends_at = NULL");
  await shows(page, ".slip .price .now", "Ücretsiz");
  const time = await page.locator(".slip .facts dd").nth(1).textContent();
  expect(/^\d\d:\d\d$/.test(time), `the time of an event without an end is ${time}`);
});

await test("descriptions of brands are HTML", await open("desk", "light"), async (page) => {
  const brand = (await api(`/product/${slug}`)).brand;
  await sql(`UPDATE brand SET description = '<p>Bir <b>iki</b></p><p>üç</p>' WHERE tenant_id = 'demo'`);
  await answers(`/brand/${brand.slug}`, (b) => b.description?.includes("<b>iki</b>"));
  for (const path of ["/brand", `/brand/${brand.slug}`, `/product/${slug}`]) {
    await visit(page, path);
    const text = await page.locator("main").textContent();
    expect(text.includes("Bir iki") && !text.includes("<p>"), `${path} shows a description as text`);
  }
});

await test("a filter that was removed", await open("desk", "light"), async (page) => {
  await visit(page, "/category/elbiseler");
  const ask = () => new URL(page.url()).searchParams;
  const box = (name) => page.getByRole("checkbox", { name: new RegExp(`^${name} \\d`) });
  const chips = (n) => page.waitForFunction((want) => document.querySelectorAll(".chips li:not([data-key=all])").length === want, n);
  await box("Keten").check();
  await chips(1);
  await page.locator("input[name=minPrice]").fill("1500");
  await page.locator("input[name=minPrice]").press("Enter");
  await chips(2);
  await page.locator(".chips li:not([data-key=all]) a").first().click();
  await chips(1);
  expect(!(await box("Keten").isChecked()), "the box of a removed filter is not ticked");
  await page.locator(".chips li:not([data-key=all]) a").first().click();
  await chips(0);
  await box("Pamuk").check();
  await chips(1);
  expect(ask().getAll("attributes").join() === "Kumaş:Pamuk" && !ask().has("minPrice"), `the address is ${page.url()}`);
  await sound(page, "a filter that was removed");
});

await test("answers that are not of the API", await open("desk", "light"), async (page) => {
  const html = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
  await page.route(`**/v1/product/${slug}`, (route) => route.fulfill(html));
  await page.goto(`${base}/product/${slug}`);
  await shows(page, "main h1", "Şu anda okunamıyor.");
  expect((await page.locator("main").getAttribute("aria-busy")) === null, "the page is not busy");
  await following(page); // the page is read again when its stream opens, and must not be whole before the click
  await page.waitForSelector("main:not([aria-busy])");
  await page.unroute(`**/v1/product/${slug}`);
  await page.getByRole("button", { name: "Yeniden dene" }).click();
  await page.waitForSelector(".offer");
  page.problems = page.problems.filter((p) => !p.includes("502"));
  await page.goto(`${base}/category/%E0`);
  await page.waitForSelector(".departments li");
  await page.waitForSelector("main:not([aria-busy]) > [data-page=missing], main:not([aria-busy]) > [data-page=failed]");
  await page.waitForSelector("#pages li");
  await page.goto("about:blank"); // the page is read no more
  page.problems = page.problems.filter((p) => !/40\d/.test(p));
  await page.route(`**/v1/product/${slug}`, (route) => route.fulfill(html), { times: 1 });
  await page.goto(`${base}/live`);
  await page.waitForSelector("#save"); // it began again
  await page.route("**/live/edit", (route) => route.fulfill(html), { times: 1 });
  await page.locator("#save").click();
  await page.locator(".editor .wrong", { hasText: /./ }).waitFor();
  await page.route("**/live/edit", (route) => route.abort(), { times: 1 });
  await page.locator("#save").click();
  await page.getByText("The edit was not answered").waitFor();
  page.problems = page.problems.filter((p) => !/502|ERR_FAILED/.test(p));
  await sound(page, "answers that are not of the API");
});

await test("a list whose members leave, on a telephone", await open("phone", "dark"), async (page) => {
  await visit(page, "/category/elbiseler");
  await following(page);
  const last = page.locator(".card").nth(3);
  const gone = (await last.locator("a").getAttribute("href")).split("/").pop();
  await sql(`UPDATE product SET status = 'DRAFT' WHERE tenant_id = 'demo' AND slug = '${gone}'`);
  await last.getByText("Artık bu listede değil").waitFor();
  const notice = page.locator("[role=status] .notice");
  await notice.waitFor();
  const [box, dock] = [await notice.boundingBox(), await page.locator(".dock").boundingBox()];
  expect(box.y + box.height <= dock.y, `the notice covers the dock: ${JSON.stringify([box, dock])}`);
  await page.waitForFunction(() => !document.querySelector(".moved"));
  await accessible(page, "a list whose members leave");
  await sql(`UPDATE product SET status = 'PUBLISHED' WHERE tenant_id = 'demo' AND slug = '${gone}'`);
  await page.waitForFunction(() => !document.querySelector("main .gone"));
});

await test("what is read out", await open("desk", "light"), async (page) => {
  await visit(page, `/product/${slug}`);
  await following(page);
  const says = page.locator("p.hidden[role=status]");
  const end = (text) => page.waitForFunction((want) => document.querySelector("p.hidden[role=status]").textContent.includes(want), text);
  await product("amount = 81, list_price = 81");
  await end("81");
  await product("amount = 82, list_price = 82");
  await end("82"); // within 2 s of the one before
  expect((await says.textContent()).startsWith("Fiyat"), `read out is ${await says.textContent()}`);
  const names = await page.locator(".stepper button").evaluateAll((all) => all.map((b) => b.getAttribute("aria-label")));
  expect(names.join("|") === "−1, Adet|+1, Adet", `the buttons are named ${names}`);
  await sql(`UPDATE campaign SET ends_at = '2031-10-02T09:00:00Z' WHERE tenant_id = 'demo'`);
  await visit(page, "/");
  await page.waitForFunction(() => document.querySelector(".hero .label").textContent.includes("2 Ekim’e kadar"));
});

await finish();
