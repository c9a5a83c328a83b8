// A page with React InstantSearch.
import { createElement as h, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { ClearRefinements, Hits, InstantSearch, RefinementList, SearchBox, useInstantSearch } from "react-instantsearch";
import { algoliasearch } from "algoliasearch";
import { changeStream, refreshOnChange } from "./refresh.js";

const { tenant, key, host, url, token } = window.config;
const client = algoliasearch(tenant, key, { hosts: [{ url: host, accept: "readWrite", protocol: "http" }] });

function Fresh() {
  const { refresh } = useInstantSearch();
  useEffect(() => refreshOnChange({ refresh }, changeStream(url, async () => token)), [refresh]);
  return null;
}

createRoot(document.getElementById("page")).render(
  h(InstantSearch, { searchClient: client, indexName: "products" },
    h(Fresh), h(SearchBox), h(ClearRefinements), h(RefinementList, { attribute: "brand", limit: 200 }),
    h(Hits, { hitComponent: ({ hit }) => h("p", { className: "name" }, hit.name) })));
