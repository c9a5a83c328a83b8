// Reads a shop's blue things, the dearest first, one of them, and an error. `npm run example -- http://127.0.0.1:8080` runs it.
import { createVitrine, type Schemas } from "./index.js";

declare const process: { argv: string[] }; // of Node

const shop = createVitrine({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080", tenant: "demo" });

const list = await shop.GET("/product", {
  params: { query: { attributes: ["Renk:Mavi"], minPrice: 100, sort: "price", order: "desc", limit: 3 } },
});
if (list.error) {
  throw new Error(`${list.error.code}: ${list.error.message}`);
}
const cards: Schemas["ProductCard"][] = list.data.data;
for (const card of cards) {
  console.log(`${card.name}: ${card.price.amount} ${card.price.currency}`);
}
console.log(`${list.data.pagination.totalRecords} in all`);

const one = await shop.GET("/product/{slug}", { params: { path: { slug: "mavi-keten-gomlek" } } });
console.log(one.data?.data.name, one.data?.data.stock.amount, "there, as of change", one.response.headers.get("X-Version"));

const none = await shop.GET("/brand/{slug}", { params: { path: { slug: "nobody" } } });
console.log(none.response.status, none.error?.code);
