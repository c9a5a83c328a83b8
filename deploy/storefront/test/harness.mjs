// What the browser tests share: a Chromium, pages that record what goes wrong, and expectations.
import { mkdir } from "node:fs/promises";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { args, executablePath } from "./chromium.mjs";

/** The address of a running Vitrine, the folder for screenshots of failures, and parts of names of tests; none: all. */
export const [base, shots, ...chosen] = process.argv.slice(2);
if (!base) {
  console.error("usage: node test/NAME.mjs http://127.0.0.1:8080 [folder]");
  process.exit(2);
}

const browser = await chromium.launch({ executablePath, args });

let failures = 0;

/** Reports a failure if what holds is false. */
export function expect(what, text) {
  if (what) return;
  failures++;
  console.log(`FAILED: ${text}`);
}

const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 }, narrow: { width: 320, height: 640 } };

/** Opens a tab. Its problems are console errors, exceptions, and requests to other hosts. */
export async function open(size, scheme, more = {}) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, locale: "tr-TR",
    hasTouch: size !== "desk", reducedMotion: "reduce", ...more });
  await context.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((all) => {
      for (const e of all.getEntries()) if (!e.hadRecentInput) window.shift += e.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (m) => { if (m.type() === "error") page.problems.push(m.text()); });
  page.on("pageerror", (e) => page.problems.push(String(e)));
  page.on("request", (r) => {
    if (!r.url().startsWith(base) && !r.url().startsWith("data:")) page.problems.push(`requested ${r.url()}`);
  });
  page.setDefaultTimeout(20_000);
  return page;
}

/** Opens an address and waits until it is drawn. */
export async function visit(page, path) {
  await page.goto(base + path);
  await page.waitForFunction(() => document.querySelector("main:not([aria-busy]) > [data-page]") &&
    document.querySelector("#pages li") && [...document.images].every((i) => i.loading === "lazy" || i.complete));
}

/** Checks what every page must hold: nothing wrong in the console, no shift, no sideways scrolling. */
export async function sound(page, name) {
  expect(page.problems.length === 0, `${name}: ${page.problems.join("; ")}`);
  page.problems = [];
  const { shift, wide } = await page.evaluate(() => ({ shift: window.shift,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth }));
  expect(shift < 0.03, `${name}: the layout shifted by ${shift}`);
  expect(wide <= 0, `${name}: ${wide} px wider than its window`);
}

/** Checks a page with axe-core: no violation. */
export async function accessible(page, name) {
  await page.evaluate(axe.source); // by the debugger: the page's policy allows no such script
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const v of violations) {
    expect(false, `${name}: axe ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " +
      (n.any[0]?.message ?? "")).join(" | ")}`);
  }
}

/** Runs one test. A screenshot of the tab is kept if it fails. */
export async function test(name, page, work) {
  if (chosen.length > 0 && !chosen.some((c) => name.includes(c))) return;
  const before = failures;
  const start = Date.now();
  try {
    await work(page);
  } catch (error) {
    expect(false, `${name}: ${error.message.split("\n").slice(0, 6).join(" ")}`);
  }
  if (failures > before && shots) {
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name.replace(/\W+/g, "-")}.png` }).catch(() => {});
  }
  await page.context().close();
  console.log(`${failures > before ? "FAIL" : "ok  "} ${name} (${Date.now() - start} ms)`);
}

/** Ends the run. */
export async function finish() {
  await browser.close();
  process.exit(failures > 0 ? 1 : 0);
}

/** Changes the content as a CMS does. The test program in Go executes the statements at the address SQL. */
export async function sql(text) {
  const answer = await fetch(process.env.SQL, { method: "POST", body: text });
  if (!answer.ok) throw new Error(`${text}: ${await answer.text()}`);
}

/** Reads data of the API. */
export async function api(path) {
  return (await (await fetch(`${base}/t/demo/v1${path}`)).json()).data;
}

/** Waits until something holds of what the API answers: then the change is announced, or about to be. */
export async function answers(path, holds) {
  for (const end = Date.now() + 20_000; !holds(await api(path));) {
    if (Date.now() > end) throw new Error(`${path} never holds ${holds}`);
    await new Promise((go) => setTimeout(go, 20));
  }
}

/** Waits until the page follows changes. */
export async function following(page) {
  await page.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open");
}

/** Waits until the text of the first element that matches is this. */
export async function shows(page, selector, text) {
  await page.waitForFunction(([s, want]) => document.querySelector(s)?.textContent === want, [selector, text])
    .catch(async () => { throw new Error(`${selector} shows ${await page.evaluate((s) =>
      document.querySelector(s)?.textContent, selector)}, want ${text}`); });
}

/** Holds the first request of an address: its answer is made when it is sent, and arrives when release is called. */
export async function hold(page, address) {
  let release;
  let sent;
  const gate = new Promise((go) => { release = go; });
  const answered = new Promise((go) => { sent = go; });
  let first = true;
  await page.route(address, async (route) => {
    if (!first) return route.continue();
    first = false;
    const response = await route.fetch();
    sent();
    await gate;
    await route.fulfill({ response });
  });
  return { answered, release };
}
