import { withVitrine } from "@vitrine/next/config";

export default withVitrine({ compress: false, experimental: { useCache: true } }, { fresh: process.env.VITRINE_TEST_FRESH ?? "lease" });
