// Runs a table of cases through the real client libraries. Each client is driven by algoliasearch-helper, as all
// versions of InstantSearch drive it. The expected values come from the tenant's own lists: GET /v1/product.
//
//   node cases.mjs '{"url": "http://127.0.0.1:8080", "tenants": {"demo": "KEY", "atelier": "KEY"}}'

import assert from "node:assert/strict";
import algoliasearch4 from "algoliasearch4";
import { algoliasearch } from "algoliasearch";
import helperOf from "algoliasearch-helper";
import { clients as meilisearch } from "./meilisearch.mjs";

const { url, tenants, shapes } = JSON.parse(process.argv[2]);
const at = new URL(url);

// Each client is a function of the tenant. sorted is the name of an index in another order.
const algolia = {
  "algoliasearch 4": (tenant) =>
    algoliasearch4(tenant, tenants[tenant], {
      hosts: [{ url: `${at.host}/t/${tenant}`, accept: 3, protocol: "http" }],
    }),
  "algoliasearch 5": (tenant) =>
    algoliasearch(tenant, tenants[tenant], {
      hosts: [{ url: `${at.host}/t/${tenant}`, accept: "readWrite", protocol: "http" }],
    }),
};

const all = {
  algolia: { clients: algolia, sorted: (by, order) => `products_${by}_${order}` },
  meilisearch: { clients: meilisearch(url, tenants), sorted: (by, order) => `products:${by}:${order}` },
};

// own reads a list of the tenant as any reader does.
async function own(path, tenant = "demo") {
  const response = await fetch(`${url}/t/${tenant}/v1${path}`);
  assert.equal(response.status, 200, path);
  return response.json();
}

const total = async (query) => (await own(`/product?limit=1&${query}`)).pagination.totalRecords;
const filters = async (query = "") => (await own(`/product/filters?${query}`)).data;

function countsOf(list) {
  const counts = {};
  for (const { name, label, count } of list) counts[name ?? label] = (counts[name ?? label] ?? 0) + count;
  return counts;
}

const valuesOf = (results, facet) =>
  Object.fromEntries(results.getFacetValues(facet, { sortBy: ["name:asc"] }).map((v) => [v.name, v.count]));

// search runs a helper once.
function search(client, index, options, change = (h) => h) {
  const helper = helperOf(client, index, { maxValuesPerFacet: 1000, ...options });
  change(helper);
  return new Promise((resolve, reject) => {
    helper.on("result", ({ results }) => resolve(results));
    helper.on("error", ({ error }) => reject(error));
    helper.search();
  });
}

const colour = "attributes.Renk";
const paths = { name: "menu", attributes: ["categories.lvl0", "categories.lvl1", "categories.lvl2"] };

const cases = {
  async "a text finds what the list finds, in its order"({ client }) {
    const results = await search(client, "products", { hitsPerPage: 5 }, (h) => h.setQuery("gomlek"));
    const want = await own("/product?search=gomlek&limit=5");
    assert.equal(results.nbHits, want.pagination.totalRecords);
    assert.deepEqual(results.hits.map((h) => h.objectID), want.data.map((r) => r._id));
    for (const [i, hit] of results.hits.entries()) {
      assert.equal(hit.name, want.data[i].name);
      assert.deepEqual(hit.price, want.data[i].price);
    }
  },

  async "a conjunctive facet"({ client }) {
    const results = await search(client, "products", { facets: [colour] }, (h) =>
      h.addFacetRefinement(colour, "Mavi"));
    assert.equal(results.nbHits, await total("attributes=Renk:Mavi"));
    const values = valuesOf(results, colour);
    assert.equal(values.Mavi, results.nbHits);
    assert.ok(results.getFacetValues(colour).find((v) => v.name === "Mavi").isRefined);
  },

  async "two values of a disjunctive facet, and two such facets"({ client }) {
    const results = await search(client, "products", { disjunctiveFacets: ["brand", colour] }, (h) =>
      h.addDisjunctiveFacetRefinement("brand", "Velturna").addDisjunctiveFacetRefinement("brand", "Tuvanda")
        .addDisjunctiveFacetRefinement(colour, "Mavi"));
    const query = "brand=velturna,tuvanda&attributes=Renk:Mavi";
    assert.equal(results.nbHits, await total(query));
    const want = await filters(query);
    assert.deepEqual(valuesOf(results, "brand"), countsOf(want.brands));
    const colours = want.attributes.find((a) => a.name === "Renk").options;
    assert.deepEqual(valuesOf(results, colour), countsOf(colours));
    assert.ok(Object.keys(valuesOf(results, "brand")).length > 2, "the other brands are counted too");
  },

  async "a colon in a value"({ client }) {
    const results = await search(client, "products", { disjunctiveFacets: ["attributes.Oran", "brand"] }, (h) =>
      h.addDisjunctiveFacetRefinement("attributes.Oran", "16:9 : geniş"));
    assert.equal(results.nbHits, 1);
    assert.equal(valuesOf(results, "attributes.Oran")["16:9 : geniş"], 1);
    const quoted = await search(client, "products", { disjunctiveFacets: ["brand"] }, (h) =>
      h.addDisjunctiveFacetRefinement("brand", 'Ölçü: "A\\B" \'C\''));
    assert.equal(quoted.nbHits, 1);
    assert.equal(valuesOf(quoted, "brand")['Ölçü: "A\\B" \'C\''], 1);
  },

  async "numbers"({ client }) {
    const results = await search(client, "products", { disjunctiveFacets: ["price", "year"] }, (h) =>
      h.addNumericRefinement("price", ">=", 200).addNumericRefinement("price", "<=", 450.5));
    assert.equal(results.nbHits, await total("minPrice=200&maxPrice=450.5"));
    const all = await filters();
    const stats = results.getFacetStats("price");
    assert.equal(stats.min, all.priceRange.min);
    assert.equal(stats.max, all.priceRange.max);
    const year = await search(client, "products", { facets: ["year"] }, (h) => h.addNumericRefinement("year", "=", 2025));
    assert.equal(year.nbHits, await total("year=2025"));
  },

  async "a hierarchical menu"({ client }) {
    const results = await search(client, "products", { hierarchicalFacets: [paths] }, (h) =>
      h.toggleFacetRefinement("menu", "Giyim > Erkek"));
    assert.equal(results.nbHits, await total("category=erkek"));
    const menu = results.getFacetValues("menu");
    const open = menu.data.find((v) => v.name === "Giyim");
    assert.ok(open.isRefined);
    const men = open.data.find((v) => v.name === "Erkek");
    assert.ok(men.isRefined && men.count === results.nbHits, JSON.stringify(men));
    assert.ok(open.data.length > 1 && menu.data.length > 1, "the neighbours are counted too");
    assert.ok(men.data.length > 0 && men.data.every((v) => v.path.startsWith("Giyim > Erkek > ")));
  },

  async "the values of a facet by a text"({ client, shape }) {
    const helper = helperOf(client, "products", { disjunctiveFacets: ["brand"] });
    const got = await helper.searchForFacetValues("brand", "ve", 10);
    const want = (await filters()).brands.filter((b) => /^ve/i.test(b.name));
    assert.ok(want.length > 0);
    assert.deepEqual(Object.fromEntries(got.facetHits.map((v) => [v.value, v.count])), countsOf(want));
    // Meilisearch's clients mark no values.
    if (shape === "algolia") assert.match(got.facetHits[0].highlighted, /__ais-highlight__Ve|<em>Ve/);
  },

  async "an order"({ client, sorted }) {
    for (const order of ["asc", "desc"]) {
      const results = await search(client, sorted("price", order), { hitsPerPage: 10 });
      const want = await own(`/product?sort=price&order=${order}&limit=10`);
      assert.deepEqual(results.hits.map((h) => h._id), want.data.map((r) => r._id));
    }
  },

  async "pages"({ client }) {
    const seen = new Set();
    const count = await total("search=gomlek");
    for (let page = 0; page * 10 < count; page++) {
      const results = await search(client, "products", { hitsPerPage: 10 }, (h) => h.setQuery("gomlek").setPage(page));
      assert.equal(results.page, page);
      results.hits.forEach((h) => seen.add(h._id));
    }
    assert.equal(seen.size, count);
  },

  async "a text that finds nothing"({ client }) {
    const results = await search(client, "products", { facets: ["*"] }, (h) => h.setQuery("qxzwvk qxzwvk"));
    assert.equal(results.nbHits, 0);
    assert.deepEqual(results.hits, []);
  },

  async "highlights"({ client }) {
    const results = await search(client, "products",
      { highlightPreTag: "__ais-highlight__", highlightPostTag: "__/ais-highlight__" },
      (h) => h.setQuery("gomlek"));
    const marked = results.hits.map((h) => h._highlightResult.name.value).filter((v) => v.includes("__ais-highlight__"));
    assert.ok(marked.length > 0, JSON.stringify(results.hits[0]._highlightResult));
    assert.match(marked[0], /__ais-highlight__Gömlek__\/ais-highlight__/);
  },

  async "two tenants"({ of, sorted }) {
    const ids = {};
    for (const tenant of Object.keys(tenants)) {
      const results = await search(of(tenant), "products", { hitsPerPage: 100 });
      assert.ok(results.hits.length > 0, tenant);
      ids[tenant] = new Set(results.hits.map((h) => h._id));
      const want = await own("/product?limit=100", tenant);
      assert.deepEqual([...ids[tenant]].sort(), want.data.map((r) => r._id).sort());
    }
    const [a, b] = Object.values(ids);
    assert.ok([...a].every((id) => !b.has(id)), "a record of one tenant is in an answer of the other");
  },
};

let ran = 0;
for (const [shape, { clients, sorted }] of Object.entries(all)) {
  if (!shapes.includes(shape)) continue;
  for (const [name, of] of Object.entries(clients)) {
    for (const [what, run] of Object.entries(cases)) {
      try {
        await run({ client: of("demo"), of, sorted, shape });
        ran++;
      } catch (error) {
        console.error(`FAILED: ${name}: ${what}\n${error.stack ?? JSON.stringify(error)}`);
        process.exitCode = 1;
      }
    }
  }
}
console.log(`${ran} cases passed`);
process.exit();
