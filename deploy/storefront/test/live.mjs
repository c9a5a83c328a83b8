// Tests the page /live: node test/live.mjs http://127.0.0.1:8080 [folder for screenshots of failures].
// It prints the times of its edits. A debugger takes part of them: stopwatch.mjs measures without it.
import { accessible, answers, base, expect, finish, open, sound, test } from "./harness.mjs";

const edits = 10;
const slug = "mavi-keten-gomlek";

/** Opens /live and waits until it follows changes and knows its clock. */
async function ready(page) {
  await page.goto(`${base}/live`);
  await page.waitForSelector("#save");
  await page.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open" &&
    document.querySelector(".watch .small").textContent.includes("clock is known to"));
}

/** Fills in a price, saves it, and waits until the stopwatch shows that edit. */
async function save(page, price) {
  const before = await page.locator(".figure").getAttribute("data-seq");
  await page.locator("input[name=amount]").fill(price);
  await page.locator("#save").click();
  await page.waitForFunction((was) => document.querySelector(".figure").dataset.seq !== was, before);
  await page.waitForFunction((p) => document.querySelector(".record .now").textContent.replace(/[^\d]/g, "") === p,
    price.replace(".", "").replace(/00$/, ""));
}

/** Reads the marks of the stopwatch: milliseconds from COMMIT until applied, announced, heard, fetched, painted. */
async function marks(page) {
  return (await page.locator(".marks td:last-child").allTextContents()).slice(1)
    .map((text) => Number(text.replace(/[^\d.]/g, "")));
}

await test("the first press of Save is an edit", await open("desk", "light"), async (page) => {
  await ready(page);
  expect((await page.locator(".figure").textContent()) === "No edit yet", "the stopwatch shows no figure");
  const was = await page.locator(".record .now").textContent();
  await page.locator("#save").click();
  await page.waitForFunction(() => document.querySelector(".figure").dataset.seq !== "");
  expect((await page.locator(".record .now").textContent()) !== was, "the price is another");
  await page.locator("#save").click();
  await page.locator(".editor .small", { hasText: "nothing was committed" }).waitFor();
  expect((await page.locator(".editor .wrong").count()) === 0, "that is no error");
});

await test("an edit that an earlier read has shown has no figure", await open("desk", "light"), async (page) => {
  await ready(page);
  let reads = 0;
  let go;
  const edited = new Promise((done) => { go = done; });
  await page.route(`**/v1/product/${slug}`, async (route) => {
    if (reads++ === 0) await edited; // the read after the first edit waits for the second
    await route.continue();
  });
  for (const price of [901.05, 902.05]) {
    await page.locator("input[name=amount]").fill(String(price));
    await page.locator("#save").click();
    await answers(`/product/${slug}`, (p) => p.price.amount === price);
  }
  go();
  await page.locator(".watch .small", { hasText: "has no figure" }).waitFor();
  expect((await page.locator(".record .now").textContent()).startsWith("902,05"), "the tab shows the second edit");
  expect((await page.locator(".figure").getAttribute("data-seq")) !== "", "the first edit has its figure");
  await page.unroute(`**/v1/product/${slug}`);
  await save(page, "903.05"); // and the next one has one too
});

const live = await open("desk", "light");
await test("an edit in one tab is seen in another, and its time is read from the stopwatch", live, async (page) => {
  const other = await open("desk", "light"); // in a window of its own: a browser slows frames of a covered tab
  await other.goto(`${base}/product/${slug}`);
  await other.waitForSelector(".offer .now");
  await other.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open");
  await ready(page);
  await page.bringToFront();
  const all = [];
  for (let i = 0; i < edits; i++) {
    const price = (1001.01 + i * 1.11 + (Date.now() % 97)).toFixed(2);
    await save(page, price.endsWith("0") ? price.slice(0, -1) + "1" : price);
    all.push(await marks(page));
    const now = await page.locator(".record .now").textContent();
    await other.waitForFunction((text) => document.querySelector(".offer .now").textContent === text, now);
  }
  const wrong = all.filter((row) => row.length !== 5 || row.some((ms, i) => !(ms > 0 && ms >= (row[i - 1] ?? 0) - 3)));
  expect(wrong.length === 0, `the marks are in order, but for the error of the clock: ${wrong.join(" | ")}`);
  const at = (share, of) => {
    const sorted = all.map(of).toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  };
  const figures = (of) => `p50 ${at(.5, of).toFixed(1)} ms, p99 ${at(.99, of).toFixed(1)} ms`;
  ["applied", "announced", "heard", "fetched", "painted"].forEach((name, i) =>
    console.log(`${edits} edits, COMMIT to ${name}: ${figures((row) => row[i])}`));
  console.log(`${edits} edits, applied to announced: ${figures((row) => row[1] - row[0])}`);
  await accessible(page, "live");
  await sound(page, "live");
});

await test("stock, title, publishing and a bulk change", await open("desk", "dark"), async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${base}/product/${slug}`);
  await other.waitForSelector(".offer .now");
  await other.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open");
  await ready(page);
  await page.locator("input[name=stock]").fill("77");
  await page.locator("input[name=name]").fill("Mavi Keten Gömlek, yeni");
  await page.keyboard.press("Control+Enter");
  await other.waitForFunction(() => document.querySelector("h1").textContent === "Mavi Keten Gömlek, yeni" &&
    document.querySelector(".offer .stock").textContent === "77 adet var");
  await page.getByRole("switch").uncheck();
  await page.locator("#save").click();
  await other.waitForFunction(() => document.querySelector("h1").textContent === "Burada bir şey yok.");
  await page.waitForSelector("[data-page=gone]");
  await page.getByRole("switch").check();
  await page.locator("input[name=name]").fill("Mavi Keten Gömlek");
  await page.locator("#save").click();
  await other.waitForFunction(() => document.querySelector("h1").textContent === "Mavi Keten Gömlek");
  const before = await other.locator(".offer .now").textContent();
  await page.locator(".more summary").click();
  await page.getByRole("button", { name: "Its category −1 %" }).click();
  await other.waitForFunction((was) => document.querySelector(".offer .now").textContent !== was, before);
  await page.locator("input[name=amount]").fill("much");
  await page.locator("#save").click();
  await page.getByRole("alert").filter({ hasText: "A price is a number" }).waitFor();
  page.problems = page.problems.filter((p) => !p.includes("400") && !p.includes("404")); // the refused edit, the draft
  await accessible(page, "live, dark");
  await sound(page, "live, dark");
});

await test("a page stays while it cannot be read again", await open("desk", "light"), async (page) => {
  await page.goto(`${base}/product/${slug}`);
  await page.waitForSelector(".offer .now");
  await page.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open");
  const before = await page.locator(".offer .now").textContent();
  let refused = 0;
  await page.route(`**/v1/product/${slug}`, (route) => {
    refused++;
    return route.fulfill({ status: 503, headers: { "retry-after": "1" }, contentType: "application/json",
      body: JSON.stringify({ status: "error", code: "UNAVAILABLE", message: "The server is busy." }) });
  });
  const edited = await page.evaluate(async ([tenant, slug]) => (await fetch("/live/edit", { method: "POST",
    headers: { "content-type": "application/json" }, body: JSON.stringify({ tenant, slug, op: "category", percent: 3 }) })).status,
  ["demo", slug]);
  expect(edited === 200, `the edit is answered ${edited}`);
  for (const end = Date.now() + 20_000; refused < 2 && Date.now() < end;) await page.waitForTimeout(50); // read, and once more
  expect(refused >= 2, "the page was read again");
  await page.waitForTimeout(200);
  expect((await page.locator(".offer .now").textContent()) === before, "what was shown is still there");
  await page.unroute(`**/v1/product/${slug}`);
  await page.waitForFunction((was) => document.querySelector(".offer .now").textContent !== was, before);
  page.problems = page.problems.filter((p) => !p.includes("503"));
  await sound(page, "a page that could not be read");
});

await test("live on a telephone", await open("narrow", "light"), async (page) => {
  await ready(page);
  await sound(page, "live at 320 px");
});

for (const scheme of ["light", "dark"]) {
  await test(`status, ${scheme}`, await open(scheme === "light" ? "desk" : "narrow", scheme), async (page) => {
    await page.goto(`${base}/status`);
    await page.waitForSelector("figure svg");
    expect(/applied all/.test(await page.locator("h1").textContent()), "the headline says what is applied");
    await accessible(page, `status, ${scheme}`);
    await sound(page, `status, ${scheme}`);
  });
}

await finish();
