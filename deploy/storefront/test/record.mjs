// Records the pictures of the README from the real page: node test/record.mjs http://127.0.0.1:8080 FOLDER.
// Run it on a quiet machine. It makes EDITS edits, 100 if not given. The picture shows an edit whose total is the median
// of the last hundred. The times are printed, for the words beside the picture.
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { edit, ready, start, until } from "./pipe.mjs";

const [base, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node test/record.mjs http://127.0.0.1:8080 FOLDER");
  process.exit(2);
}
const edits = Number(process.env.EDITS ?? 100);
for (const scheme of ["light", "dark"]) {
  const { open, end } = await start();
  const live = await open(`${base}/live`, 1400);
  await live.send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 1400, deviceScaleFactor: 1, mobile: false });
  await live.send("Emulation.setScrollbarsHidden", { hidden: true }); // the wire is drawn for the width of the picture
  await live.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme },
    { name: "prefers-reduced-motion", value: "reduce" }] }); // the wire is there at once
  await until(live, ready);
  await live(edit, 3); // the first edits of a process are slower
  await live(() => document.documentElement.style.setProperty("scrollbar-gutter", "auto"));
  const totals = (await live(edit, edits)).map((row) => row[4]);
  for (let more = 0; more < 2 * edits; more++) {
    const [[, , , , total]] = await live(edit, 1);
    totals.push(total);
    const sorted = totals.slice(-100).toSorted((a, b) => a - b);
    if (Math.abs(total - sorted[Math.floor(sorted.length / 2)]) < .02 * total) break;
  }
  const height = await live(() => Math.ceil(document.querySelector(".live").getBoundingClientRect().bottom + scrollY + 28));
  const { data } = await live.send("Page.captureScreenshot", { captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: 1280, height, scale: 2 } });
  await writeFile(`${folder}/live-${scheme}.png`, data, "base64");
  console.log(`${scheme}, load ${loadavg()[0].toFixed(1)}: ${await live(() => [document.querySelector(".figure"),
    ...document.querySelectorAll(".histogram figcaption")].map((e) => e.innerText.replace(/\n/g, " ")).join("; "))}`);
  await end();
}
