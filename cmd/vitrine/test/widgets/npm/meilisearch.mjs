// The clients of Meilisearch's own library for InstantSearch. npm calls 1.0.0 the latest, but 0.31.3 is the newer code.
import * as current from "@meilisearch/instant-meilisearch";
import * as former from "instant-meilisearch-1";

export function clients(url, tenants) {
  const one = (library) => (tenant) => {
    const made = library.instantMeiliSearch(`${url}/t/${tenant}`, tenants[tenant], { finitePagination: true });
    return made.searchClient ?? made;
  };
  return { "instant-meilisearch 0.31.3": one(current), "instant-meilisearch 1.0.0": one(former) };
}
