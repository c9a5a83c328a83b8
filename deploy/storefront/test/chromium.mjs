// The Chromium that is installed, and how the tests start it: without a request to any other host.
import { existsSync } from "node:fs";

export const executablePath = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
  ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map((dir) => dir + name)).find((path) => existsSync(path));

export const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];
