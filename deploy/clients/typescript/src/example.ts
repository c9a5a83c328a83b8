// Reads the most expensive blue products of a tenant, one product, and a brand that does not exist.
// Run it with `npm run example -- http://127.0.0.1:8080`.
import { createVitrine, type Schemas } from "./index.js";

declare const process: { argv: string[] }; // Node.js

const vitrine = createVitrine({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080", tenant: "demo" });

const list = await vitrine.GET("/product", {
  params: { query: { attributes: ["Renk:Mavi"], minPrice: 100, sort: "price", order: "desc", limit: 3 } },
});
if (list.error) {
  throw new Error(`${list.error.code}: ${list.error.message}`);
}
const cards: Schemas["ProductCard"][] = list.data.data;
for (const card of cards) {
  console.log(`${card.name}: ${card.price.amount} ${card.price.currency}`);
}
console.log(`${list.data.pagination.totalRecords} products`);

const one = await vitrine.GET("/product/{slug}", { params: { path: { slug: "mavi-keten-gomlek" } } });
const product = one.data?.data;
console.log(product?.name, product?.stock?.amount, "in stock at change", one.response.headers.get("X-Version"));

const none = await vitrine.GET("/brand/{slug}", { params: { path: { slug: "nobody" } } });
console.log(none.response.status, none.error?.code);
