import { withVitrine } from "@vitrine/next/config";

export default withVitrine({ cacheComponents: true, partialPrefetching: true });
