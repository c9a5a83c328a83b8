import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  cache: { provider: { name: "vitrine", entrypoint: new URL("../recipes/src/astro.ts", import.meta.url) } },
});
