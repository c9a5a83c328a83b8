// A process that serves one page of a tenant from its own cache, kept true by a follower. A test runs several.
import { createServer } from "node:http";
import { createFollower, headers, parseStamp, publicTag } from "../dist/index.js";

const { VITRINE_TEST_URL: url, VITRINE_TEST_TENANT: tenant, VITRINE_TEST_STREAM_KEY: key, PAGE: page, FRESH: fresh } = process.env;
let stalled = 0;

/** fetch, but a stream brings nothing while it is stalled, though it stays open. */
async function stallable(input, init) {
  const answer = await fetch(input, init);
  if (!String(input).includes("/changes")) return answer;
  const gate = new TransformStream({
    transform(chunk, out) {
      if (performance.now() > stalled) out.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(gate), answer);
}

const follower = createFollower({ url, tenant, key, fresh, fetch: stallable });
follower.start();

let kept;
async function read() {
  const believed = await follower.check();
  if (believed && kept && follower.fresh(kept.stamp, kept.tags)) return { ...kept, hit: true };
  const epoch = follower.cells.epoch; // before the read
  const answer = await fetch(`${url}/t/${tenant}/v1${page}`);
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  const { data } = await answer.json();
  const stamp = parseStamp(answer.headers.get(headers.stamp)) ?? { seq: Number(answer.headers.get(headers.version)), epoch };
  kept = { version: data.stock.amount, stamp, tags: [await publicTag(tenant, `product:${data.id}`)] };
  return { ...kept, hit: false };
}

const server = createServer(async (rq, rs) => {
  try {
    if (rq.url === "/stall") {
      stalled = performance.now() + 2500;
      rs.end("{}");
    } else if (rq.url === "/state") {
      rs.end(JSON.stringify(follower.state()));
    } else {
      rs.end(JSON.stringify(await read()));
    }
  } catch (error) {
    rs.statusCode = 500;
    rs.end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => console.log(`listening ${server.address().port}`));
process.stdin.on("end", () => process.exit()).resume();
