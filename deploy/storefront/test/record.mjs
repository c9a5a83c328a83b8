// Records the pictures of the README from the real page: node test/record.mjs http://127.0.0.1:8080 FOLDER.
// Run it on a quiet machine. The picture shows the edit whose total is the median of the last hundred.
import { base, finish, open, shots } from "./harness.mjs";

const edits = Number(process.env.EDITS ?? 100);
for (const scheme of ["light", "dark"]) {
  const page = await open("desk", scheme, { viewport: { width: 1280, height: 1080 } });
  await page.goto(`${base}/live`);
  await page.waitForSelector("#save");
  await page.waitForFunction(() => document.querySelector(".stamp")?.dataset.stream === "open" &&
    document.querySelector(".watch .small").textContent.includes("clock is known to"));
  const figure = async () => Number((await page.locator(".figure").textContent()).replace(/[^\d.]/g, ""));
  const seen = [];
  for (let i = 0; ; i++) {
    const before = await page.locator(".figure").getAttribute("data-seq");
    await page.locator("input[name=amount]").fill((1000 + ((i * 37) % 400) + 0.9).toFixed(2));
    await page.locator("input[name=stock]").fill(String(20 + (i % 60)));
    await page.locator("#save").click();
    await page.waitForFunction((was) => document.querySelector(".figure").dataset.seq !== was, before);
    seen.push(await figure());
    const sorted = seen.slice(-100).toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    if (i >= edits && (Math.abs(seen.at(-1) - median) < 0.05 * median || i > 2 * edits)) break;
  }
  await page.evaluate(() => document.activeElement?.blur());
  await page.waitForTimeout(1200); // the wire is drawn
  await page.screenshot({ path: `${shots}/live-${scheme}.png` });
  await page.context().close();
}
await finish();
