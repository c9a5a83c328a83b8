// A page with autocomplete-js.
import { autocomplete, getAlgoliaResults } from "@algolia/autocomplete-js";
import { algoliasearch } from "algoliasearch";

const { tenant, key, host } = window.config;
const client = algoliasearch(tenant, key, { hosts: [{ url: host, accept: "readWrite", protocol: "http" }] });

autocomplete({
  container: "#page",
  detachedMediaQuery: "none",
  getSources: ({ query }) => [{
    sourceId: "products",
    getItems: () => getAlgoliaResults({ searchClient: client, queries: [{ indexName: "products", params: { query } }] }),
    templates: { item: ({ item, components, html }) => html`<p class="name">${components.Highlight({ hit: item, attribute: "name" })}</p>` },
  }],
});
