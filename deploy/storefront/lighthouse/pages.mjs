// Runs Lighthouse with its settings of a telephone on each kind of page: node pages.mjs http://127.0.0.1:8080.
// Accessibility, best practices, layout shift and bytes are judged. FIGURES=1 also judges performance, which is
// worked out from times and needs a quiet machine.
import { existsSync } from "node:fs";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

const [base] = process.argv.slice(2);
if (!base) {
  console.error("usage: node pages.mjs http://127.0.0.1:8080");
  process.exit(2);
}
const least = 0.95; // of each category
const mostBytes = 300_000; // that a page and its pictures transfer
const judged = ["accessibility", "best-practices", ...(process.env.FIGURES ? ["performance"] : [])];

const first = async (path) => (await (await fetch(`${base}/t/demo/v1${path}`)).json()).data[0].slug;
const pages = { home: "/", category: "/category/elbiseler", product: "/product/hardal-cizgili-pamuk-gomlek-elbise",
  search: "/search?q=keten", event: `/event/${await first("/event/upcoming?language=tr&limit=1")}`,
  post: `/blog/${await first("/blog/new?language=tr&limit=1")}` };

const executablePath = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
  ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map((dir) => dir + name)).find((path) => existsSync(path));
const browser = await puppeteer.launch({ executablePath, protocolTimeout: 300_000, timeout: 120_000,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"] });
const port = Number(new URL(browser.wsEndpoint()).port);

let failed = false;
for (const [name, path] of Object.entries(pages)) {
  const { lhr } = await lighthouse(base + path, { port, logLevel: "error", disableFullPageScreenshot: true,
    onlyCategories: ["performance", "accessibility", "best-practices"], maxWaitForLoad: 120_000 });
  const { audits, categories } = lhr;
  const expect = (what, text) => {
    if (what) return;
    failed = true;
    console.log(`FAILED: ${name}: ${text}`);
  };
  const scores = Object.values(categories).map((c) => `${c.id} ${Math.round(c.score * 100)}`).join(", ");
  const shift = audits["cumulative-layout-shift"].numericValue;
  const bytes = audits["total-byte-weight"].numericValue;
  console.log(`${name}: ${scores}, layout shift ${shift}, ${Math.round(bytes / 1000)} kB, largest paint ${
    audits["largest-contentful-paint"].displayValue}`);
  expect(!lhr.runtimeError, `Lighthouse could not load it: ${lhr.runtimeError?.message}`);
  for (const id of judged) {
    const bad = categories[id].auditRefs.filter((r) => r.weight > 0 && audits[r.id].score !== null && audits[r.id].score < 0.9)
      .map((r) => `${r.id} ${audits[r.id].displayValue ?? ""}`);
    expect(categories[id].score >= least, `${id} is ${categories[id].score}, want at least ${least}: ${bad.join("; ")}`);
  }
  expect(shift === 0, `the layout shifts by ${shift}`);
  expect(bytes <= mostBytes, `${bytes} bytes are transferred, want at most ${mostBytes}`);
}
await browser.close();
process.exit(failed ? 1 : 0);
