// Serves the Worker by workerd: node serve.mjs ORIGIN STREAM_KEYS. It prints its address.
import { readFileSync, readdirSync } from "node:fs";
import { Miniflare } from "miniflare";

const [origin, keys] = process.argv.slice(2);
const changes = new URL("node_modules/@vitrine/changes/dist/", import.meta.url);
const modules = [
  { type: "ESModule", path: "worker.js", contents: readFileSync(new URL("src/worker.js", import.meta.url), "utf8")
    .replace('"@vitrine/changes"', '"./changes/index.js"') },
  ...readdirSync(changes).filter((name) => name.endsWith(".js")).map((name) => (
    { type: "ESModule", path: `changes/${name}`, contents: readFileSync(new URL(name, changes), "utf8") })),
];
const mf = new Miniflare({
  modules, modulesRoot: ".", compatibilityDate: "2025-01-01", host: "127.0.0.1", port: 0,
  bindings: { ORIGIN: origin, STREAM_KEYS: keys }, durableObjects: { CELLS: "Cells" }, cache: true,
});
console.log(String(await mf.ready));
process.on("SIGTERM", () => void mf.dispose().then(() => process.exit(0)));
