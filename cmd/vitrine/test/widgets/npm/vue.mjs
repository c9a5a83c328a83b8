// A page with Vue InstantSearch.
import { createApp, h, onMounted, ref } from "vue";
import { AisClearRefinements, AisHits, AisInstantSearch, AisRefinementList, AisSearchBox } from "vue-instantsearch/vue3/es";
import { algoliasearch } from "algoliasearch";
import { changeStream, refreshOnChange } from "./refresh.js";

const { tenant, key, host, url, token } = window.config;
const client = algoliasearch(tenant, key, { hosts: [{ url: host, accept: "readWrite", protocol: "http" }] });

createApp({
  setup() {
    const page = ref();
    onMounted(() => refreshOnChange(page.value.instantSearchInstance, changeStream(url, async () => token)));
    return () => h(AisInstantSearch, { ref: page, searchClient: client, indexName: "products" }, () => [
      h(AisSearchBox), h(AisClearRefinements), h(AisRefinementList, { attribute: "brand", limit: 200 }),
      h(AisHits, null, { item: ({ item }) => h("p", { class: "name" }, item.name) }),
    ]);
  },
}).mount("#page");
