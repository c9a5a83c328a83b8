// Writes the client's types from the OpenAPI document: node generate.mjs <document> <output>.
// `make client` calls it. With the hash in the first lines, a test sees without Node.js that the document has changed.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error("usage: node generate.mjs <openapi.json> <output.ts>");
  process.exit(2);
}
const text = await readFile(from);
const doc = JSON.parse(text);
for (const [path, item] of Object.entries(doc.paths)) {
  if (item.servers) {
    delete doc.paths[path]; // health checks and the document itself are not under /v1
  }
}
// The client accepts only application/json, so it never receives application/problem+json.
for (const response of Object.values(doc.components.responses)) {
  delete response.content?.["application/problem+json"];
}
const types = astToString(await openapiTS(doc, { alphabetize: false }));
const hash = createHash("sha256").update(text).digest("hex");
await writeFile(to, `// Generated from the OpenAPI document by \`make client\`; do not edit.\n// document sha256: ${hash}\n\n${types}`);
