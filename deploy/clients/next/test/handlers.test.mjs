import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import PageHandler from "../dist/cache-handler.js";
import { withVitrine } from "../dist/config.js";
import { openGate } from "../dist/gate.js";
import { read, stats, VitrineError } from "../dist/index.js";
import { Kept, Revalidations } from "../dist/kept.js";
import { paced } from "../dist/paced.js";
import { Incoming, Pod, setPod } from "../dist/pod.js";
import { Received } from "../dist/received.js";
import { GET } from "../dist/relay.js";
import { complete } from "../dist/settings.js";
import { pack, unpack } from "../dist/tags.js";
import functions from "../dist/use-cache-handler.js";
import { webhook } from "../dist/webhook.js";

process.env.VITRINE_URL = "http://vitrine.test";
process.env.VITRINE_TENANT = "demo";
const base = "http://vitrine.test/t/demo/v1";
const realFetch = globalThis.fetch;

/** A Vitrine that announces changes, and whose stream can be cut, stalled and doubled. */
class Fake {
  epoch = "0a1b2c3d";
  seq = 5;
  announced = 5;
  leases = true;
  stalled = false;
  events = [];
  streams = new Set();
  asked = [];

  fetch = async (url, init) => {
    if (String(url).endsWith("/edge/lease")) {
      const body = JSON.parse(init.body);
      this.asked.push(body);
      const granted = this.leases && body.epoch === this.epoch && body.applied >= this.announced;
      const why = granted ? undefined : "behind";
      const { epoch, announced } = this;
      return Response.json({ data: { granted, lease: granted ? 1000 : 0, why, epoch, announced } });
    }
    const from = init.headers["last-event-id"];
    return new Response(new ReadableStream({
      start: (out) => {
        const stream = { send: (text) => out.enqueue(new TextEncoder().encode(text)), end: () => out.close() };
        this.streams.add(stream);
        init.signal.addEventListener("abort", () => {
          if (this.streams.delete(stream)) out.error(new Error("aborted"));
        });
        if (this.stalled) return;
        if (!from) return stream.send(`id: ${this.token(this.announced)}\n\n`);
        const [, seq, epoch] = from.split(":");
        if (epoch !== this.epoch) return stream.send(this.event(this.announced, ["uvpn5kh7wzzv"]));
        for (const [n, tags] of this.events) if (n > Number(seq)) stream.send(this.event(n, tags));
      },
    }));
  };

  token(seq) {
    return `demo:${seq}:${this.epoch}`;
  }

  event(seq, tags) {
    return `id: ${this.token(seq)}\nevent: change\ndata: ${JSON.stringify({ seq, token: this.token(seq), tags })}\n\n`;
  }

  /** Proposes a change. It is announced once it was acknowledged, or at once if times is 0. */
  change(tags, times = 1) {
    const seq = ++this.seq;
    this.events.push([seq, tags]);
    if (times === 0) this.announced = seq;
    if (this.stalled) return seq;
    for (const stream of this.streams) for (let i = 0; i < times; i++) stream.send(this.event(seq, tags));
    return seq;
  }

  cut() {
    for (const stream of this.streams) stream.end();
    this.streams.clear();
  }
}

const awake = setInterval(() => {}, 1000); // the timers of a follower keep no process alive
after(() => clearInterval(awake));

let opened;
async function open(options = {}) {
  const fake = new Fake();
  const pod = new Pod({ ...complete(options), url: "http://vitrine.test", tenant: "demo", key: "k" },
    { fetch: fake.fetch, timeout: 300, onError: () => {} });
  setPod(pod);
  opened = pod;
  pod.follower.start();
  assert.equal(await pod.follower.ready(5000), true);
  return { fake, pod, change: async (tags, times) => applied(pod, fake.change(tags, times)) };
}

afterEach(async () => {
  await opened?.follower.stop();
  opened = undefined;
  setPod(undefined);
  globalThis.fetch = realFetch;
});

/** Resolves once a change was applied and has settled. */
async function applied(pod, seq) {
  while (pod.follower.settled().seq < seq) await new Promise((resolve) => setImmediate(resolve));
  return seq;
}

/** Runs something as a request of the process. */
async function request(pod, fn) {
  const incoming = new Incoming(pod, pod.follower.trusted() || (await pod.check()));
  try {
    return await pod.requests.run(incoming, () => fn(incoming));
  } finally {
    incoming.end();
  }
}

function entry(text, tags, more = {}) {
  const value = new ReadableStream({
    start(out) {
      out.enqueue(new TextEncoder().encode(text));
      out.close();
    },
  });
  const timestamp = performance.timeOrigin + performance.now();
  return Promise.resolve({ value, tags, stale: 300, timestamp, expire: 10_000, revalidate: 900, ...more });
}

/** What a function returns: what is kept, or what it makes. */
function call(pod, key, made, tags, more) {
  return request(pod, async () => {
    const found = await functions.get(key, []);
    if (found) return new Response(found.value).text();
    await functions.set(key, entry(made, tags, more));
    return made;
  });
}

const pages = new PageHandler();
const pageContext = { kind: "APP_PAGE", isFallback: false };
function page(pod, key, made, tags, cacheControl = { revalidate: false }) {
  return request(pod, async () => {
    const found = await pages.get(key, pageContext);
    if (found) return found.value.html;
    const headers = tags ? { "x-next-cache-tags": tags.join(",") } : {};
    await pages.set(key, { kind: "APP_PAGE", html: made, headers, status: 200 }, { ...pageContext, cacheControl });
    return made;
  });
}

test("a function's value is served until what it depends on changes", async () => {
  const { pod, change } = await open();
  assert.equal(await call(pod, "k", "1", ["~t:aaaaaaaaaaaa"]), "1");
  assert.equal(await call(pod, "k", "2", ["~t:aaaaaaaaaaaa"]), "1");
  await change(["bbbbbbbbbbbb"]);
  assert.equal(await call(pod, "k", "3", ["~t:aaaaaaaaaaaa"]), "1", "a change of something else");
  await change(["aaaaaaaaaaaa"]);
  assert.equal(await call(pod, "k", "4", ["~t:aaaaaaaaaaaa"]), "4");
  assert.equal(await call(pod, "k", "5", ["~t:aaaaaaaaaaaa"]), "4");
  assert.equal(pod.stats().stale, 1);
});

test("what says nothing of what it depends on is stale after any change, and failures are not kept", async () => {
  const { pod, change } = await open();
  for (const tags of [["~a"], ["~a", "~t:aaaaaaaaaaaa"], [], ["app"]]) {
    const key = tags.join();
    assert.equal(await call(pod, key, "1", tags), "1");
    assert.equal(await call(pod, key, "2", tags), "1");
    await change(["bbbbbbbbbbbb"]);
    assert.equal(await call(pod, key, "3", tags), "3", key);
  }
  assert.equal(await call(pod, "x", "1", ["~a", "~x"]), "1");
  assert.equal(await call(pod, "x", "2", ["~a", "~x"]), "2");
});

test("values without read are kept if the app says so", async () => {
  const { pod, change } = await open({ others: "keep" });
  assert.equal(await call(pod, "k", "1", ["app"]), "1");
  assert.equal(await page(pod, "/p", "1"), "1");
  await change(["uvpn5kh7wzzv"]);
  assert.equal(await call(pod, "k", "2", ["app"]), "1");
  assert.equal(await page(pod, "/p", "2"), "1");
  assert.equal(await call(pod, "v", "1", ["~a"]), "1");
  await change(["bbbbbbbbbbbb"]);
  assert.equal(await call(pod, "v", "2", ["~a"]), "2", "but what was read is followed");
});

test("a page is served until what it depends on changes, and Next.js may alter what it gets", async () => {
  const { pod, change } = await open();
  assert.equal(await page(pod, "/p", "1", ["_N_T_/p", "~t:aaaaaaaaaaaa.cccccccccccc"]), "1");
  await request(pod, async () => {
    const found = await pages.get("/p", pageContext);
    delete found.value.headers["x-next-cache-tags"];
    assert.deepEqual(found.cacheControl, { revalidate: false });
  });
  assert.equal(await page(pod, "/p", "2"), "1");
  await change(["cccccccccccc"]);
  assert.equal(await page(pod, "/p", "3", ["~t:aaaaaaaaaaaa"]), "3");
  await request(pod, async () => {
    await pages.set("/gone", null, { ...pageContext, cacheControl: { revalidate: false } });
    assert.equal((await pages.get("/gone", pageContext)).value, null);
  });
});

test("an answer of Vitrine is kept with its own tags, unless it was stale; others follow no changes", async () => {
  const { pod, change } = await open();
  const fetched = (url, headers, tags = []) => request(pod, async () => {
    const context = { kind: "FETCH", fetchUrl: url, tags, softTags: [] };
    const found = await pages.get(url, context);
    if (found) return "kept";
    const value = { kind: "FETCH", data: { headers, body: "", status: 200, url }, tags, revalidate: 31_536_000 };
    await pages.set(url, value, { fetchCache: true, fetchUrl: url, tags });
    return "made";
  });
  const tagged = { "vitrine-tags": "uvpn5kh7wzzv aaaaaaaaaaaa" };
  assert.equal(await fetched(`${base}/product/a`, tagged), "made");
  assert.equal(await fetched(`${base}/product/a`, tagged), "kept");
  assert.equal(await fetched(`${base}/product`, {}), "made");
  assert.equal(await fetched(`${base}/brand/b`, {}, ["~t:bbbbbbbbbbbb"]), "made");
  assert.equal(await fetched("https://weather.test/", {}), "made");
  assert.equal(await fetched(`${base}/stale`, { "x-stale": "1" }), "made");
  assert.equal(await fetched(`${base}/stale`, { "x-stale": "1" }), "made");
  await change(["bbbbbbbbbbbb"]);
  assert.equal(await fetched(`${base}/product/a`, tagged), "kept");
  assert.equal(await fetched(`${base}/product`, {}), "made", "without tags");
  assert.equal(await fetched(`${base}/brand/b`, {}, ["~t:bbbbbbbbbbbb"]), "made");
  assert.equal(await fetched("https://weather.test/", {}), "kept");
  await change(["aaaaaaaaaaaa"]);
  assert.equal(await fetched(`${base}/product/a`, tagged), "made");
});

test("what was begun before a change and stored after it is stale", async () => {
  const { pod, fake, change } = await open();
  await request(pod, async (incoming) => {
    assert.equal(await functions.get("k", []), undefined);
    const seq = fake.change(["aaaaaaaaaaaa"]);
    while (pod.follower.state().last < seq) await new Promise((resolve) => setImmediate(resolve));
    await functions.set("k", entry("old", ["~t:aaaaaaaaaaaa"]));
    assert.equal(incoming.stamp.seq, seq - 1);
  });
  assert.equal(await call(pod, "k", "new", ["~t:aaaaaaaaaaaa"]), "new");
  await change(["bbbbbbbbbbbb"]);
  assert.equal(await call(pod, "k", "newer", ["~t:aaaaaaaaaaaa"]), "new");
});

// An edge with a lease may lack a change that this process has applied already, and that is not announced yet.
test("an entry has the lowest stamp of the answers in it", async () => {
  const { pod, change } = await open();
  const tags = ["~t:aaaaaaaaaaaa"];
  const at = (seq, epoch = "0a1b2c3d") => `~s:${epoch}:${seq}`;
  await change(["aaaaaaaaaaaa"]); // 6
  for (const [name, make] of [["function", call], ["page", page]]) {
    assert.equal(await make(pod, name, "old", [...tags, at(5)]), "old");
    assert.equal(await make(pod, name, "new", [...tags, at(6)]), "new", `${name}: what an edge served was too old`);
    assert.equal(await make(pod, name, "newer", [...tags, at(6)]), "new");
    assert.equal(await make(pod, `${name} of two`, "old", [...tags, at(6), at(5)]), "old");
    assert.equal(await make(pod, `${name} of two`, "new", [...tags, at(6)]), "new", `${name}: the lowest counts`);
    assert.equal(await make(pod, `${name} of epochs`, "1", [...tags, at(6), at(6, "11111111")]), "1");
    assert.equal(await make(pod, `${name} of epochs`, "2", [...tags, at(6, "11111111")]), "2");
    assert.equal(await make(pod, `${name} of epochs`, "3", tags), "3", `${name}: another epoch`);
    assert.equal(await make(pod, `${name} of tomorrow`, "1", [...tags, at(99)]), "1");
  }
  await change(["aaaaaaaaaaaa"]); // 7
  assert.equal(await call(pod, "function of tomorrow", "2", tags), "2", "it may have joined what was begun before");
  assert.equal(await page(pod, "page of tomorrow", "2", tags), "2");
});

test("the stamp of a cached answer counts, until it is found fresh", async () => {
  const { pod, change } = await open();
  await change(["bbbbbbbbbbbb"]); // 6
  const fetched = (name, fields, tags = []) => request(pod, async () => {
    const url = `${base}/product/${name}`;
    const found = await pages.get(url, { kind: "FETCH", fetchUrl: url, tags, softTags: [] });
    if (found) return found.value.data.headers;
    const data = { headers: fields, body: "", status: 200, url };
    const value = { kind: "FETCH", data, tags, revalidate: 31_536_000 };
    await pages.set(url, value, { fetchCache: true, fetchUrl: url, tags });
    return "made";
  });
  const tagged = (seq, tag = "aaaaaaaaaaaa") => ({ "vitrine-tags": tag, "vitrine-stamp": `demo:${seq}:0a1b2c3d` });
  const told = ["~t:bbbbbbbbbbbb"];
  const fine = [["new", tagged(6, "bbbbbbbbbbbb")], ["told", tagged(6), told], ["other", tagged(5)]];
  for (const [name, fields, tags] of fine) {
    assert.equal(await fetched(name, fields, tags), "made");
    const { "vitrine-tags": tag } = fields;
    assert.deepEqual(await fetched(name, fields, tags), { "vitrine-tags": tag }, "what is made from it is as new");
  }
  for (const [name, fields, tags] of [["old", tagged(5, "bbbbbbbbbbbb")], ["told old", tagged(5), told],
    ["kept", { age: "3" }, told], ["hit", { "x-cache-status": "HIT" }, told],
    ["another tenant", { "vitrine-stamp": "atelier:6:0a1b2c3d" }, told],
    ["no stamp", { "vitrine-stamp": "6" }, told]]) {
    for (let i = 0; i < 2; i++) assert.equal(await fetched(name, fields, tags), "made", name);
  }
  await request(pod, async () => {
    await functions.set("k", entry("1", ["~t:aaaaaaaaaaaa", "~s:0a1b2c3d:5"]));
    assert.deepEqual((await functions.get("k", [])).tags, ["~t:aaaaaaaaaaaa"]);
  });
});

test("what is made outside a request is not kept", async () => {
  const { pod } = await open();
  await functions.set("k", entry("1", ["~a"]));
  await pages.set("/p", { kind: "APP_PAGE", html: "1", headers: {} }, pageContext);
  assert.equal(pod.stats().entries, 0);
  assert.equal(pod.stats().refused, 2);
});

test("a change is acknowledged once nothing is made that may show less, also by joining", async () => {
  const { pod, fake } = await open();
  const [inner, outer, late] = [1, 2, 3].map(() => new Incoming(pod, true));
  inner.begin("function");
  const seq = fake.change(["aaaaaaaaaaaa"]);
  while (pod.follower.state().last < seq) await new Promise((resolve) => setImmediate(resolve));
  outer.begin("page"); // it joins the function
  inner.end("function");
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(pod.follower.settled().seq, seq - 1);
  assert.equal(new Incoming(pod, true).stamp.seq, seq - 1, "what a new request makes may join the page");
  assert.ok(!fake.asked.some((a) => a.applied === seq));
  outer.end("page");
  await applied(pod, seq);
  late.begin("page");
  late.end();
  assert.equal(pod.making.size, 0);
});

test("what is made for clients that have left is waited for, but not for ever", async (t) => {
  const { pod } = await open();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [left, late, sent] = [1, 2, 3].map(() => new Incoming(pod, true));
  left.begin("a");
  left.finish(false);
  sent.begin("a");
  sent.finish(true);
  late.finish(true);
  late.begin("b"); // a task after the answer
  assert.deepEqual([...pod.making], [left, late]);
  t.mock.timers.tick(6000);
  assert.equal(pod.making.size, 0);
  t.mock.timers.reset();
});

test("changes that were missed in a cut are applied before anything is served again", async () => {
  const { pod, fake } = await open();
  assert.equal(await call(pod, "k", "1", ["~t:aaaaaaaaaaaa"]), "1");
  fake.leases = false;
  fake.cut();
  const seq = fake.change(["aaaaaaaaaaaa"], 0);
  while (pod.follower.trusted()) await new Promise((resolve) => setTimeout(resolve, 10));
  fake.leases = true;
  assert.equal(await call(pod, "k", "2", ["~t:aaaaaaaaaaaa"]), "2");
  await applied(pod, seq);
  assert.equal(await call(pod, "k", "3", ["~t:bbbbbbbbbbbb"]), "2", "what was read after the change");
});

test("with a stalled stream, what is kept is not served once the lease has ended", async () => {
  const { pod, fake } = await open();
  assert.equal(await call(pod, "k", "1", ["~t:aaaaaaaaaaaa"]), "1");
  fake.stalled = true;
  fake.change(["aaaaaaaaaaaa"], 0);
  while (pod.follower.trusted()) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(await call(pod, "k", "2", ["~t:aaaaaaaaaaaa"]), "2");
  assert.equal(await call(pod, "k", "3", ["~t:aaaaaaaaaaaa"]), "3");
  assert.ok(pod.stats().unbelieved >= 2);
  fake.stalled = false;
  await applied(pod, fake.seq); // the follower resumes the stream
  assert.equal(await call(pod, "k", "4", ["~t:aaaaaaaaaaaa"]), "4", "it was made before the change was applied here");
  assert.equal(await call(pod, "k", "5", ["~t:aaaaaaaaaaaa"]), "4");
});

test("doubled and late events do no harm", async () => {
  const { pod, fake, change } = await open();
  await change(["aaaaaaaaaaaa"], 3);
  assert.equal(await call(pod, "k", "1", ["~t:aaaaaaaaaaaa"]), "1");
  for (const stream of fake.streams) stream.send(fake.event(fake.seq, ["aaaaaaaaaaaa"]));
  await change(["bbbbbbbbbbbb"]);
  assert.equal(await call(pod, "k", "2", ["~t:aaaaaaaaaaaa"]), "1");
});

test("another epoch makes everything stale", async () => {
  const { pod, fake } = await open();
  assert.equal(await call(pod, "k", "1", ["~t:aaaaaaaaaaaa"]), "1");
  fake.epoch = "11111111";
  fake.seq = fake.announced = 5; // the same number
  fake.events = [];
  fake.cut();
  while (pod.follower.settled().epoch !== "11111111") await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await call(pod, "k", "2", ["~t:aaaaaaaaaaaa"]), "2");
  assert.equal(await call(pod, "k", "3", ["~t:aaaaaaaaaaaa"]), "2");
});

test("the app revalidates tags and paths itself, and the lives of Next.js end", async () => {
  const { pod } = await open();
  assert.equal(await call(pod, "k", "1", ["app", "~a"]), "1");
  await functions.updateTags(["app"]);
  assert.equal(await call(pod, "k", "2", ["app", "~a"]), "2");
  await functions.expireTags("other", "app"); // Next.js 15 calls this one
  assert.equal(await call(pod, "k", "3", ["app", "~a"]), "3");
  await request(pod, async () => {
    assert.ok(await functions.get("k", ["_N_T_/p"]));
    await pages.revalidateTag("_N_T_/p");
    assert.equal(await functions.get("k", ["_N_T_/p"]), undefined);
  });
  assert.equal(await functions.getExpiration([]), Infinity);
  assert.equal(await call(pod, "short", "1", ["~a"], { revalidate: 0 }), "1");
  assert.equal(await call(pod, "short", "2", ["~a"], { revalidate: 0 }), "2");
  assert.equal(await page(pod, "/short", "1", ["~a"], { revalidate: 0 }), "1");
  assert.equal(await page(pod, "/short", "2", ["~a"], { revalidate: 0 }), "2");
  assert.equal(await call(pod, "never", "1", ["~a"], { expire: 0 }), "1");
  assert.equal(await call(pod, "never", "2", ["~a"], { expire: 0 }), "2");
});

test("an entry is served for at most maxAge", async () => {
  const { pod } = await open({ maxAge: 1e-6 });
  assert.equal(await call(pod, "k", "1", ["~a"]), "1");
  assert.equal(await call(pod, "k", "2", ["~a"]), "2");
});

test("a function that fails, breaks off or is too large is not kept", async () => {
  const { pod } = await open({ maxBytes: 80_000 });
  await request(pod, async () => {
    await functions.set("k", Promise.reject(new Error("no")));
    const broken = new ReadableStream({ pull: (out) => out.error(new Error("cut")) });
    await functions.set("k", Promise.resolve({ ...(await entry("", ["~a"])), value: broken }));
    await functions.set("k", entry("x".repeat(20_000), ["~a"]));
    assert.equal(await functions.get("k", []), undefined);
  });
  assert.equal(pod.stats().refused, 3);
});

test("memory is bounded, and what was used last stays", () => {
  const kept = new Kept(80_000);
  const rest = { tags: [], follows: [], stamp: { seq: 1, epoch: "e" }, revalidation: 0, life: 1, stored: 0 };
  const make = () => ({ value: "", bytes: 5000, ...rest });
  for (let i = 0; i < 100; i++) {
    assert.ok(kept.set(`k${i}`, make()));
    kept.get("k0");
  }
  assert.ok(kept.bytes <= 80_000 && kept.size > 5 && kept.evicted > 50);
  assert.ok(kept.get("k0") && kept.get("k99") && !kept.get("k1"));
  assert.equal(kept.set("large", { ...make(), bytes: 10_001 }), false);
  kept.set("k0", make());
  for (let i = 0; i < 100; i++) kept.delete(`k${i}`);
  assert.deepEqual([kept.bytes, kept.size], [0, 0]);
  const r = new Revalidations(10);
  for (let i = 0; i < 100; i++) r.add([`t${i}`]);
  assert.equal(r.shown(99, ["t98"]), true);
  assert.equal(r.shown(98, ["t99"]), false);
  assert.equal(r.shown(5, ["t1"]), false, "forgotten ones count as revalidated");
});

test("tags survive packing, within the limits of Next.js", () => {
  const all = Array.from({ length: 500 }, (_, i) => `tag${String(i).padStart(9, "0")}`);
  const packed = pack(all);
  assert.ok(packed.length <= 64 && packed.every((tag) => tag.length <= 256 && !tag.includes(",")));
  assert.deepEqual(unpack(["app", ...packed]), { marked: true, refused: false, tags: all, from: undefined });
  assert.deepEqual(unpack(pack([...all, ...all, ...all])), { marked: true, refused: false, tags: [], from: undefined });
  assert.deepEqual(unpack(["app"]), { marked: false, refused: false, tags: [], from: undefined });
});

test("read tags what surrounds it, and stays within the tenant", async () => {
  const calls = [];
  let answer = () => Response.json({ data: 1 }, { headers: { "vitrine-tags": "aaaaaaaaaaaa bbbbbbbbbbbb" } });
  globalThis.fetch = async (url, init) => {
    calls.push([String(url), init.next?.tags]);
    return String(url).startsWith("data:") ? new Response() : answer(init);
  };
  assert.deepEqual(await read("/product/a"), { data: 1 });
  const tagged = ["~t:aaaaaaaaaaaa.bbbbbbbbbbbb"];
  assert.deepEqual(calls.splice(0), [[`${base}/product/a`, undefined], ["data:,vitrine", tagged]]);
  await read("/product/a", { tags: ["*"] });
  assert.deepEqual(calls.splice(0), [[`${base}/product/a`, ["~t:uvpn5kh7wzzv"]]]);
  const stamped = { "vitrine-tags": "aaaaaaaaaaaa", "vitrine-stamp": "demo:7:0a1b2c3d", age: "3" };
  answer = (init) => Response.json({ data: init.headers["vitrine-follower"] }, { headers: stamped });
  assert.deepEqual(await read("/product/a"), { data: "1" }, "an edge is asked for the stamp");
  assert.deepEqual(calls.splice(0)[1][1], ["~s:0a1b2c3d:7", "~t:aaaaaaaaaaaa"]);
  await read("/product/a", { tags: ["*"] });
  assert.deepEqual(calls.splice(0)[1][1], ["~s:0a1b2c3d:7"]);
  for (const fields of [{ age: "3" }, { "x-cache-status": "HIT" }, { "vitrine-stamp": "atelier:7:0a1b2c3d" }]) {
    answer = () => Response.json({ data: 1 }, { headers: fields });
    await read("/product/a", { tags: ["*"] });
    assert.deepEqual(calls.splice(0)[1][1], ["~x"], JSON.stringify(fields));
  }
  answer = () => new Response("{}", { status: 404 });
  assert.equal(await read("/product/b"), undefined);
  assert.deepEqual(calls.splice(0)[1][1], ["~a"]);
  answer = () => Response.json({ data: 1 }, { headers: { "x-stale": "1" } });
  assert.deepEqual(await read("/product/b"), { data: 1 });
  assert.deepEqual(calls.splice(0)[1][1], ["~x"]);
  answer = () => Response.json({ code: "BUSY", message: "Later." }, { status: 503 });
  await assert.rejects(read("/product/b"), (e) => e instanceof VitrineError && e.status === 503 && e.code === "BUSY");
  assert.deepEqual(calls.splice(0)[1][1], ["~x"]);
  answer = () => new Response("<html>", { status: 502 });
  await assert.rejects(read("/product/b"), /answered 502/);
  answer = () => Promise.reject(new Error("down"));
  await assert.rejects(read("/product/b"), /down/);
  const closes = () => Promise.reject(new TypeError("fetch failed"));
  const breaksOff = () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError("terminated")) }));
  for (const fails of [closes, breaksOff]) {
    for (const times of [1, 2]) {
      let left = times;
      answer = () => (left-- > 0 ? fails() : Response.json({ data: 2 }));
      assert.deepEqual(await read("/product/b"), { data: 2 }, `once more after ${times} connections closed`);
    }
    answer = fails;
    await assert.rejects(read("/product/b"), TypeError);
    assert.deepEqual(calls.at(-1)[1], ["~x"], "nothing is kept of it");
  }
  calls.splice(0);
  const up = ["/../../../t/atelier/v1/product/a", "/%2e%2e/%2e%2e/atelier/v1/x", "/../v1x/a", "/a/../../../x"];
  for (const path of ["product/a", "", "//", ...up]) {
    const [first] = await read(path).then(() => calls.splice(0), () => [["refused"]]);
    assert.ok(first[0] === "refused" || first[0].startsWith(`${base}/`), path);
    if (path !== "//") assert.equal(first[0], "refused", path);
  }
});

test("no request is served from what is kept before it was checked", async (t) => {
  for (const fresh of ["lease", "strict"]) {
    const { pod, fake } = await open({ fresh });
    const server = createServer((rq, rs) => {
      void (async () => {
        if (rq.url === "/_next/static/x.js") return rs.end(String(pod.requests.getStore()));
        const found = await pages.get("/p", pageContext);
        if (!found) {
          const headers = { "x-next-cache-tags": "~a" };
          await pages.set("/p", { kind: "APP_PAGE", html: String(fake.seq), headers }, pageContext);
        }
        rs.end(found ? `kept ${found.value.html}` : `made ${fake.seq}`);
      })();
    });
    openGate();
    openGate();
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const get = async (path) => (await realFetch(`http://127.0.0.1:${server.address().port}${path}`)).text();
    assert.equal(await get("/_next/static/x.js"), "undefined");
    assert.equal(await get("/p?/_next/static/"), "made 5");
    const before = fake.asked.length;
    assert.equal(await get("/p"), "kept 5");
    if (fresh === "strict") assert.ok(fake.asked.length > before, "it asks for each request");
    fake.leases = false;
    while (pod.follower.trusted()) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(await get("/p"), "made 5", `${fresh}: without a lease`);
    fake.leases = true;
    fake.change([]);
    await applied(pod, 6);
    assert.equal(await get("/p"), "made 6");
    assert.equal(await get("/p"), "kept 6");
    server.close();
    server.closeAllConnections();
    await pod.follower.stop();
    t.diagnostic(`${fresh}: ${JSON.stringify(pod.stats())}`);
  }
});

test("open tabs are told of changes once they are announced, and their number is bounded", async () => {
  const { pod, fake } = await open();
  const left = new AbortController();
  const answer = await GET(new Request("http://app/vitrine", { signal: left.signal }));
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await reader.read()).value, /event: hello\ndata: \{"since":\d+\}/);
  fake.change(["aaaaaaaaaaaa"]);
  await applied(pod, 6);
  fake.announced = 6;
  assert.equal((await reader.read()).value, 'event: change\ndata: {"seq":6}\n\n');
  assert.equal(stats().tabs, 1);
  left.abort();
  assert.equal((await reader.read()).done, true);
  assert.equal(stats().tabs, 0);
  const tabs = [];
  for (let i = 0; i < 1000; i++) tabs.push(await GET(new Request("http://app/vitrine")));
  assert.equal((await GET(new Request("http://app/vitrine"))).status, 503);
  for (const tab of tabs) await tab.body.cancel();
  assert.equal(stats().tabs, 0);
  setPod(undefined);
  process.env.NEXT_PHASE = "phase-production-build";
  let asked = 0; // as Next.js notices it
  const counts = { get: (of, name) => ((asked += name === "headers"), of[name]) };
  const built = new Proxy(new Request("http://app/vitrine"), counts);
  assert.equal((await GET(built)).status, 204);
  assert.equal(asked, 1, "the build would make an answer for everybody");
  assert.equal(stats(), undefined);
  delete process.env.NEXT_PHASE;
});

test("a webhook is received only if its signature is right", async () => {
  const raw = Buffer.from("0123456789abcdef0123456789abcdef");
  const changes = [];
  const secret = `whsec_${raw.toString("base64")}`;
  const post = webhook({ secret, onChange: (change) => void changes.push(change.seq) });
  const send = async (body, key = raw, text = body) => {
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", key).update(`msg_1.${at}.${body}`).digest("base64");
    const headers = { "webhook-id": "msg_1", "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
    return (await post(new Request("http://app/changes", { method: "POST", headers, body: text }))).status;
  };
  const body = '{"seq":7,"token":"demo:7:0a1b2c3d","tags":["abc"]}';
  assert.equal(await send(body), 204);
  assert.equal(await send(body, Buffer.alloc(32)), 401);
  assert.equal(await send(body, raw, `${body} `), 401);
  assert.equal(await send("x".repeat(2 << 20)), 413);
  assert.equal((await post(new Request("http://app/changes", { method: "POST" }))).status, 401);
  assert.deepEqual(changes, [7]);
});

test("a webhook that is received again changes nothing, unless the first one failed", async () => {
  const raw = Buffer.from("0123456789abcdef0123456789abcdef");
  const body = '{"seq":7,"token":"demo:7:0a1b2c3d","tags":["abc"]}';
  let calls = 0;
  let act = () => {};
  const post = webhook({ secret: `whsec_${raw.toString("base64")}`, onChange: () => (calls++, act()) });
  const now = Math.floor(Date.now() / 1000);
  const send = async (id, at = now) => {
    const signature = createHmac("sha256", raw).update(`${id}.${at}.${body}`).digest("base64");
    const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
    return (await post(new Request("http://app/changes", { method: "POST", headers, body }))).status;
  };
  assert.deepEqual([await send("a"), await send("a"), await send("a", now + 1), calls], [204, 204, 204, 1]);
  assert.deepEqual([await send("b"), calls], [204, 2]);
  act = () => Promise.reject(new Error("busy"));
  await assert.rejects(send("c"), /busy/);
  act = () => {};
  assert.deepEqual([await send("c"), await send("c"), calls], [204, 204, 4], "Vitrine sends it once more");
  for (let i = 0; i < 10_001; i++) assert.equal(await send(`later ${i}`, now + 10), 204);
  assert.equal(await send("a"), 401, "it was forgotten");
  assert.equal(await send("new", now + 12), 204);
  assert.equal(calls, 4 + 10_001 + 1);
  const received = new Received();
  let fail;
  const first = received.handle("d", now, () => new Promise((_, reject) => (fail = reject)));
  const second = received.handle("d", now, () => assert.fail("it is being handled"));
  fail(new Error("busy"));
  const both = await Promise.allSettled([first, second]);
  assert.deepEqual(both.map((one) => one.reason?.message), ["busy", "busy"], "the second one waits for the first one");
});

test("an open tab is refreshed at once, and changes that follow are one refresh", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let n = 0;
  const refresh = paced(() => n++, 100);
  refresh.call();
  assert.equal(n, 1, "the first change waits for nothing");
  for (let i = 0; i < 5; i++) refresh.call();
  t.mock.timers.tick(99);
  assert.equal(n, 1);
  t.mock.timers.tick(1);
  assert.equal(n, 2);
  t.mock.timers.tick(100);
  assert.equal(n, 2, "nothing came since");
  refresh.call();
  refresh.call();
  refresh.stop();
  t.mock.timers.tick(1000);
  assert.equal(n, 3, "a tab that is closed is not refreshed");
});

test("options are checked, and a missing setting is named", async (t) => {
  const app = mkdtempSync(join(tmpdir(), "app-"));
  t.after(() => rmSync(app, { recursive: true }));
  t.mock.method(process, "cwd", () => app);
  const install = (version) => {
    const dir = join(app, version, "node_modules", "next");
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "package.json"), JSON.stringify({ version }));
    process.cwd.mock.mockImplementation(() => join(app, version));
  };
  install("15.4.9");
  assert.throws(() => withVitrine({}), /needs Next.js 15.5 or newer, and this app has 15.4.9/);
  install("15.5.29");
  const older = withVitrine({ experimental: { useCache: true, cacheHandlers: { mine: "/x.js" } } });
  assert.deepEqual([older.cacheHandlers, older.experimental.useCache, Object.keys(older.experimental.cacheHandlers)],
    [undefined, true, ["default", "remote", "mine"]]);
  install("16.4.6");
  const made = withVitrine({ env: { A: "b" } }, { fresh: "strict" });
  const { cacheHandler, cacheHandlers, cacheMaxMemorySize, env } = made;
  for (const path of [cacheHandler, ...Object.values(cacheHandlers)]) assert.ok(existsSync(path), path);
  assert.deepEqual([Object.keys(cacheHandlers), cacheMaxMemorySize, env.A], [["default", "remote"], 0, "b"]);
  assert.equal(JSON.parse(env.VITRINE_NEXT).fresh, "strict");
  for (const bad of [{ fresh: "beat" }, { others: "x" }, { maxBytes: NaN }, { maxAge: 0 }, { maxage: 1 }]) {
    assert.throws(() => withVitrine({}, bad), /fresh|others|maxBytes|maxAge|maxage/, JSON.stringify(bad));
  }
  assert.throws(() => withVitrine({ cacheHandler: "/x.js" }), /another one/);
  await assert.rejects(withVitrine(async () => ({ cacheHandler: "/x.js" }))(), /another one/);
  process.env.NODE_ENV = "development";
  assert.deepEqual(Object.keys(withVitrine({ reactStrictMode: true })), ["reactStrictMode", "env"]);
  delete process.env.NODE_ENV;
  const url = process.env.VITRINE_URL;
  for (const bad of ["vitrine.test", "ftp://vitrine.test", "http://a:b@vitrine.test", "http://vitrine.test?x", ""]) {
    process.env.VITRINE_URL = bad;
    await assert.rejects(read("/product/a"), /VITRINE_URL/, bad);
  }
  process.env.VITRINE_URL = url;
  delete process.env.VITRINE_STREAM_KEY;
  await assert.rejects(pages.get("/p", pageContext), /VITRINE_STREAM_KEY/);
});
