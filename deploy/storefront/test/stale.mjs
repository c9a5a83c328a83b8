// Tests that no page stays older than an announced change, also if a read or the stream is late:
// SQL=http://127.0.0.1:PORT node test/stale.mjs http://127.0.0.1:8080 [folder for screenshots of failures].
import { answers, api, base, expect, finish, following, hold, open, shows, sound, sql, test, visit } from "./harness.mjs";

const slug = "mavi-keten-gomlek";
const name = "Mavi Keten Gömlek";
const rename = (text) => sql(`UPDATE product SET name = '${text}', title = '${text}' WHERE tenant_id = 'demo' AND slug = '${slug}'`);
const named = (text) => answers(`/product/${slug}`, (p) => p.name === text);

/** Notes each text that an element shows, from now on and in later documents. */
async function watch(page, selector) {
  await page.addInitScript((s) => {
    window.texts = [];
    new MutationObserver(() => {
      const text = document.querySelector(s)?.textContent;
      if (text !== undefined && window.texts.at(-1) !== text) window.texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, selector);
}

await test("an edit before the stream opens", await open("desk", "light"), async (page) => {
  await rename("A1");
  await named("A1");
  const token = await hold(page, "**/v1/changes/token");
  await page.goto(`${base}/product/${slug}`);
  await shows(page, ".product h1", "A1");
  await rename("A2");
  await named("A2");
  token.release();
  await shows(page, ".product h1", "A2");
  expect((await page.title()).startsWith("A2"), `the title is ${await page.title()}`);
  await sound(page, "an edit before the stream opens");
});

await test("a stream that ends again and again", await open("desk", "light"), async (page) => {
  await page.addInitScript(() => {
    window.waits = [];
    const later = window.setTimeout.bind(window);
    window.setTimeout = (f, ms, ...more) => {
      if (ms >= 1000) window.waits.push(ms);
      return later(f, ms >= 1000 ? 10 : ms, ...more);
    };
  });
  let opened = 0; // it opens, ends, and is refused when the browser opens it again: its token has expired
  await page.route("**/v1/changes?*", (route) => route.fulfill(opened++ % 2 ? { status: 401 } :
    { contentType: "text/event-stream", body: "retry: 10\n\n" }));
  await page.goto(`${base}/product/${slug}`);
  await page.waitForFunction(() => window.waits.length >= 5);
  const waits = await page.evaluate(() => window.waits);
  expect(waits.every((ms) => ms < 4000), `it is opened again after ${waits} ms`);
});

await test("an edit during a click", await open("desk", "light"), async (page) => {
  await rename("B1");
  await named("B1");
  await watch(page, ".product h1");
  await visit(page, "/search?q=B1");
  await following(page);
  const read = await hold(page, `**/v1/product/${slug}`);
  await page.locator(".card .entry a", { hasText: "B1" }).click();
  await read.answered;
  const before = await page.locator(".stamp span").textContent();
  await rename("B2");
  await page.waitForFunction((was) => document.querySelector(".stamp span").textContent !== was, before); // it was heard
  read.release();
  await shows(page, ".product h1", "B2");
  const texts = await page.evaluate(() => window.texts);
  expect(!texts.includes("B1"), `the page showed ${texts} after the announcement`);
  await sound(page, "an edit during a click");
});

await test("an edit while a page is read again", await open("desk", "light"), async (page) => {
  await rename("C1");
  await named("C1");
  await watch(page, ".product h1");
  await visit(page, `/product/${slug}`);
  await following(page);
  const read = await hold(page, `**/v1/product/${slug}`);
  await rename("C2");
  await read.answered;
  await rename("C3");
  await named("C3");
  read.release();
  await shows(page, ".product h1", "C3");
  const texts = await page.evaluate(() => window.texts);
  expect(texts.join() === [...texts].sort().join(), `the page showed ${texts}, in this order`);
});

await test("departments and pages are renamed", await open("desk", "light"), async (page) => {
  const department = (await api("/category/tree?type=product&language=tr"))[0];
  const own = (await api("/page?language=tr&limit=6"))[0];
  const both = (a, b) => sql(`UPDATE category SET name = '${a}' WHERE tenant_id = 'demo' AND slug = '${department.slug}';
    UPDATE page SET title = '${b}' WHERE tenant_id = 'demo' AND slug = '${own.slug}'`);
  await visit(page, "/");
  await following(page);
  await both("Yeni reyon", "Yeni sayfa");
  await shows(page, ".departments li a", "Yeni reyon");
  await shows(page, ".menu .tree li a", "Yeni reyon");
  await shows(page, ".index li a", "Yeni reyon");
  await shows(page, `#pages a[href$="/${own.slug}"]`, "Yeni sayfa");
  await both(department.name, own.title);
  await shows(page, ".index li a", department.name);
  await shows(page, `#pages a[href$="/${own.slug}"]`, own.title);
  await sound(page, "departments and pages are renamed");
});

await test("a foot that cannot be read", await open("desk", "light"), async (page) => {
  await rename("D1");
  await named("D1");
  await page.route("**/v1/page?*", (route) => route.abort());
  await page.goto(`${base}/product/${slug}`);
  await shows(page, ".product h1", "D1");
  await following(page);
  await rename("D2");
  await shows(page, ".product h1", "D2");
  await page.unroute("**/v1/page?*");
  await page.waitForSelector("#pages li"); // it is read again without another change
});

await test("an older answer on the page /live", await open("desk", "light"), async (page) => {
  await rename("E1");
  await named("E1");
  await watch(page, ".record h1");
  await page.goto(`${base}/live`);
  await page.waitForFunction(() => document.querySelector(".watch .small")?.textContent.includes("clock is known to"));
  const read = await hold(page, `**/v1/product/${slug}`);
  await page.evaluate(() => { document.dispatchEvent(new Event("visibilitychange")); });
  await read.answered;
  await rename("E2");
  await named("E2");
  await page.waitForTimeout(500); // where nothing waits, the newer answer is shown now
  read.release();
  await shows(page, ".record h1", "E2");
  await page.waitForTimeout(500);
  const texts = await page.evaluate(() => window.texts);
  expect(texts.join() === [...texts].sort().join(), `the open tab showed ${texts}, in this order`);
});

await test("an edit while the search box is open", await open("desk", "light"), async (page) => {
  const price = (amount) => sql(`UPDATE product SET amount = ${amount}, list_price = ${amount} WHERE tenant_id = 'demo' AND slug = '${slug}'`);
  await rename("Fuska F1");
  await price(101);
  await named("Fuska F1");
  await visit(page, "/");
  await following(page);
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("fuska");
  const option = `#found .hit[href$="/product/${slug}"]`;
  await page.waitForSelector(option);
  const chosen = () => page.evaluate((o) => document.querySelector(o)?.getAttribute("aria-selected") === "true" &&
    document.querySelector("[role=combobox]").getAttribute("aria-activedescendant") === document.querySelector(o).id, option);
  for (let i = 0; i < 40 && !(await chosen()); i++) await page.keyboard.press("ArrowDown");
  await price(102);
  await shows(page, `${option} .now`, "102\u00a0TL");
  expect(await chosen(), "the chosen option stays chosen");
  expect(await page.locator(`${option} .now`).evaluate((e) => e.classList.contains("moved")), "the price is shown as changed");
  await rename("F2");
  await page.waitForSelector(option, { state: "detached" });
  await page.waitForFunction(() => document.querySelector(".search [role=status]").textContent.includes("fuska"));
  await rename("Fuska F3");
  await page.waitForSelector(option);
  await sound(page, "an edit while the search box is open");
});

await rename(name);
await finish();
