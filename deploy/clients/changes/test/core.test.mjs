import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Cells, createFollower, formatStamp, lowest, parseEvents, parseStamp, publicTag, verifyWebhook } from "../dist/index.js";

test("a stamp is read as Vitrine writes it", () => {
  assert.deepEqual(parseStamp("demo:42:0a1b2c3d"), { tenant: "demo", seq: 42, epoch: "0a1b2c3d" });
  assert.equal(formatStamp(parseStamp("a:0:00000000")), "a:0:00000000");
  for (const bad of ["", null, undefined, "demo", "demo:42", "demo:042:0a1b2c3d", "demo:-1:0a1b2c3d", "demo:1:0A1B2C3D",
    "demo:1:0a1b2c3d0", ":1:0a1b2c3d", "demo:99999999999999999:0a1b2c3d"]) {
    assert.equal(parseStamp(bad), undefined, String(bad));
  }
});

test("something made from several answers has the lowest stamp, and two epochs have none", () => {
  const of = (...texts) => lowest(texts.map(parseStamp));
  assert.equal(of("a:9:0a1b2c3d", "a:7:0a1b2c3d", "a:8:0a1b2c3d").seq, 7);
  assert.equal(of("a:9:0a1b2c3d", "a:7:11111111"), undefined);
  assert.equal(of("a:9:0a1b2c3d", "b:7:0a1b2c3d"), undefined);
  assert.equal(of(), undefined);
});

test("a change makes stale what carries its tag and is older", () => {
  const c = new Cells();
  c.reset("e", 10);
  const fresh = (seq, ...tags) => c.fresh({ seq, epoch: "e" }, tags);
  assert.ok(fresh(10, "x"));
  assert.ok(!fresh(9, "x"), "older than the beginning");
  c.apply("e", 11, ["x", "y"]);
  assert.ok(!fresh(10, "x"));
  assert.ok(!fresh(10, "z", "y"));
  assert.ok(fresh(10, "z"));
  assert.ok(fresh(11, "x"));
  assert.ok(!fresh(10), "without tags");
  assert.ok(fresh(11), "without tags, of the last change");
  c.raise(12);
  assert.ok(!fresh(11, "z"));
  assert.ok(fresh(12, "z"));
  c.apply("f", 3, ["x"]);
  assert.ok(!fresh(12, "z"), "another epoch");
  assert.ok(c.fresh({ seq: 3, epoch: "f" }, ["x"]));
});

test("tags are bounded, and what is dropped counts as changed", () => {
  const c = new Cells(100);
  c.reset("e", 1);
  for (let n = 2; n < 1000; n++) c.apply("e", n, [`t${n}`]);
  assert.ok(c.size <= 100);
  assert.ok(!c.fresh({ seq: 100, epoch: "e" }, ["other"]));
  assert.ok(c.fresh({ seq: 990, epoch: "e" }, ["other", "t500"]));
  assert.ok(!c.fresh({ seq: 990, epoch: "e" }, ["t999"]));
});

async function events(text, size = 1) {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(out) {
      for (let i = 0; i < bytes.length; i += size) out.enqueue(bytes.slice(i, i + size));
      out.close();
    },
  });
  const all = [];
  for await (const e of parseEvents(body, 100)) all.push(`${e.event}|${e.id}|${e.data}`);
  return all;
}

test("events are parsed in pieces of any size, and a cut one is not used", async () => {
  const text = ": listening\nid: a:1:0a1b2c3d\n\nid: a:2:0a1b2c3d\r\nevent: change\r\ndata: {ş}\r\ndata:x\r\n\r\n:\n\nid: a:3:";
  const want = ["message|a:1:0a1b2c3d|", "change|a:2:0a1b2c3d|{ş}\nx", "message|a:2:0a1b2c3d|"];
  for (const size of [1, 2, 3, 7, 1000]) assert.deepEqual(await events(text, size), want, `pieces of ${size}`);
  await assert.rejects(events("data: " + "x".repeat(1000)), /more than 100/);
});

test("a public tag is the one that Vitrine computes", async () => {
  assert.equal(await publicTag("demo", "*"), "uvpn5kh7wzzv");
  if (process.env.VITRINE_TEST_TAG) assert.equal(process.env.VITRINE_TEST_TAG, "uvpn5kh7wzzv"); // as the server has it
  assert.match(await publicTag("demo", "product:1"), /^[a-z2-7]{12}$/);
});

test("a webhook is verified, and a forged or late one is refused", async () => {
  const raw = Buffer.from("0123456789abcdef0123456789abcdef");
  const body = '{"seq":7,"token":"demo:7:0a1b2c3d","tags":["abc"]}';
  const sign = (at, text = body, key = raw) => ({ "webhook-id": "msg_1", "webhook-timestamp": String(at),
    "webhook-signature": "v1,AAAA v1," + createHmac("sha256", key).update(`msg_1.${at}.${text}`).digest("base64") });
  const secret = "whsec_" + raw.toString("base64");
  const now = 1_700_000_000;
  const got = await verifyWebhook(secret, sign(now), body, now * 1000);
  assert.deepEqual(got, { id: "msg_1", seq: 7, token: "demo:7:0a1b2c3d", tags: ["abc"] });
  await verifyWebhook(secret, new Headers(sign(now)), body, now * 1000 + 299_000);
  for (const [what, headers, text, at] of [
    ["late", sign(now), body, now * 1000 + 301_000],
    ["early", sign(now), body, now * 1000 - 301_000],
    ["another body", sign(now), body + " ", now * 1000],
    ["another key", sign(now, body, Buffer.alloc(32)), body, now * 1000],
    ["another id", { ...sign(now), "webhook-id": "msg_2" }, body, now * 1000],
    ["no signature", { ...sign(now), "webhook-signature": "" }, body, now * 1000],
    ["no time", { ...sign(now), "webhook-timestamp": "" }, body, now * 1000],
    ["another version", { ...sign(now), "webhook-signature": "v2,AAAA" }, body, now * 1000],
  ]) {
    await assert.rejects(verifyWebhook(secret, headers, text, at), Error, what);
  }
});

/** A server that plays a stream from a script, for what a real one does rarely. */
function played(script, grant) {
  const asked = [];
  const streams = [];
  const fetch = async (url, init) => {
    if (url.endsWith("/edge/lease")) {
      const body = JSON.parse(init.body);
      asked.push(body);
      return Response.json({ status: "success", data: grant(body) });
    }
    streams.push(init.headers["last-event-id"]);
    const text = script(streams.length);
    return new Response(new ReadableStream({
      start(out) {
        out.enqueue(new TextEncoder().encode(text));
        init.signal.addEventListener("abort", () => out.error(new Error("aborted")));
      },
    }));
  };
  return { fetch, asked, streams };
}

test("a follower applies before it acknowledges, and believes itself only with a lease", async () => {
  let granted = false;
  const server = played(
    () => ': listening\nid: demo:5:0a1b2c3d\n\nid: demo:6:0a1b2c3d\nevent: change\ndata: {"seq":6,"token":"demo:6:0a1b2c3d","tags":["x"]}\n\n',
    () => ({ granted, lease: granted ? 300 : 0, why: granted ? undefined : "behind" }));
  const f = createFollower({ url: "http://v", tenant: "demo", key: "k", name: "n", fetch: server.fetch, timeout: 200 });
  const seen = [];
  f.onChange((c) => seen.push([c.seq, f.fresh({ seq: 5, epoch: "0a1b2c3d" }, ["x"]), server.asked.some((a) => a.applied === 6)]));
  assert.equal(f.trusted(), false);
  f.start();
  f.start();
  assert.equal(await f.ready(300), false);
  assert.equal(await f.check(), false);
  assert.deepEqual(seen, [[6, false, false]]);
  granted = true;
  assert.equal(await f.check(), true);
  assert.equal(f.trusted(), true);
  granted = false;
  await new Promise((r) => setTimeout(r, 600));
  assert.equal(f.trusted(), false, "the lease has ended");
  assert.ok(server.asked.every((a) => a.edge === "n" && a.epoch === "0a1b2c3d"));
  await f.stop();
  assert.equal(server.asked.at(-1).leaving, true);
  assert.equal(await f.check(), false);
});

/** A server with an open stream of the tenant demo, which begins at change 5 with a text, and sends what it is given. */
function live(lease, begins = "id: demo:5:0a1b2c3d\n\n") {
  const server = { url: "", send: undefined };
  server.fetch = async (url, init) => {
    if (url.endsWith("/edge/lease")) return Response.json({ data: lease(JSON.parse(init.body)) });
    server.url = url;
    return new Response(new ReadableStream({
      start(out) {
        server.send = (text) => out.enqueue(new TextEncoder().encode(text));
        server.send(begins);
        init.signal.addEventListener("abort", () => out.error(new Error("aborted")));
      },
    }));
  };
  return server;
}

test("a change is acknowledged once what was begun before it has settled", async () => {
  const asked = [];
  const server = live(({ epoch, applied }) => {
    asked.push(applied);
    return { granted: true, lease: 1000, epoch, announced: applied };
  });
  let settle;
  const f = createFollower({ url: "http://v", tenant: "demo", key: "k", fetch: server.fetch, settle: () => settle });
  const announced = [];
  f.onAnnounced((seq) => announced.push(seq));
  f.start();
  assert.equal(await f.ready(5000), true);
  let done;
  settle = new Promise((resolve) => (done = resolve));
  const applied = new Promise((resolve) => f.onChange(resolve));
  server.send('id: demo:6:0a1b2c3d\nevent: change\ndata: {"seq":6,"token":"demo:6:0a1b2c3d","tags":["x"]}\n\n');
  await applied;
  assert.equal(f.fresh({ seq: 5, epoch: "0a1b2c3d" }, ["x"]), false, "it is applied at once");
  await f.check();
  assert.deepEqual(f.settled(), { seq: 5, epoch: "0a1b2c3d" });
  assert.ok(!asked.includes(6));
  const heard = new Promise((resolve) => f.onAnnounced((seq) => seq === 6 && resolve()));
  done();
  await heard;
  assert.deepEqual(f.settled(), { seq: 6, epoch: "0a1b2c3d" });
  assert.deepEqual(announced, [5, 6]);
  await f.stop();
});

test("an announcement is noticed before the next lease is due", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] }); // no other lease is asked for
  let asked = 0; // since the change was acknowledged
  const server = live(({ epoch, applied }) => {
    if (applied === 6) asked++;
    return { granted: true, lease: 60_000, epoch, announced: asked < 3 ? 5 : 6 };
  });
  const f = createFollower({ url: "http://v", tenant: "demo", key: "k", fetch: server.fetch });
  const heard = new Promise((resolve) => f.onAnnounced((seq) => seq === 6 && resolve()));
  f.start();
  assert.equal(await f.ready(5000), true);
  server.send('id: demo:6:0a1b2c3d\nevent: change\ndata: {"seq":6,"token":"demo:6:0a1b2c3d","tags":["x"]}\n\n');
  const awake = setTimeout(() => {}, 60_000); // the timers of a follower keep no process alive
  await heard;
  clearTimeout(awake);
  assert.equal(asked, 3);
  await f.stop();
});

test("a follower whose stream says what is announced does not ask for it", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] }); // no other lease is asked for
  const asked = [];
  const server = live(({ epoch, applied }) => {
    asked.push(applied);
    return { granted: true, lease: 60_000, epoch, announced: 5 };
  }, 'id: demo:5:0a1b2c3d\n\nevent: announced\ndata: {"seq":5,"token":"demo:5:0a1b2c3d"}\n\n');
  const f = createFollower({ url: "http://v", tenant: "demo", key: "k", name: "n", fetch: server.fetch });
  const announced = [];
  f.onAnnounced((seq) => announced.push(seq));
  const heard = new Promise((resolve) => f.onAnnounced((seq) => seq === 6 && resolve()));
  f.start();
  assert.equal(await f.ready(5000), true);
  assert.match(server.url, /\?edge=n&announced=true$/);
  server.send('id: demo:6:0a1b2c3d\nevent: change\ndata: {"seq":6,"token":"demo:6:0a1b2c3d","tags":["x"]}\n\n');
  await new Promise((resolve) => setTimeout(resolve, 200)); // a follower that asks would do so many times
  assert.deepEqual(asked.filter((n) => n === 6), [6], "it acknowledges once");
  assert.deepEqual(announced, [5]);
  server.send('event: announced\ndata: {"seq":6,"token":"other:7:0a1b2c3d"}\n\n'); // of another tenant
  server.send('event: announced\ndata: {"seq":6,"token":"demo:6:0a1b2c3d"}\n\n');
  await heard;
  assert.deepEqual(announced, [5, 6]);
  assert.equal(f.state().last, 6);
  await f.stop();
});

test("a stalled stream is resumed from the last event", async () => {
  const server = played(
    (n) => n === 1 ? ": listening\nid: demo:5:0a1b2c3d\n\n"
      : ': listening\n\n:\n\nid: demo:9:0a1b2c3d\nevent: change\ndata: {"seq":9,"token":"demo:9:0a1b2c3d","tags":["x"]}\n\n',
    (rq) => rq.applied === 9 ? { granted: true, lease: 1000 } : { granted: false, lease: 0, why: "behind" });
  const problems = [];
  const onError = (error) => problems.push(String(error));
  const f = createFollower({ url: "http://v", tenant: "demo", key: "k", fetch: server.fetch, timeout: 5000, onError });
  f.start();
  assert.equal(await f.ready(10_000), true);
  assert.deepEqual(server.streams.slice(0, 2), [undefined, "demo:5:0a1b2c3d"]);
  assert.deepEqual(problems.filter((text) => text.includes("another form")), [], "comments without an id");
  assert.ok(f.fresh({ seq: 5, epoch: "0a1b2c3d" }, ["y"]), "what was read after the beginning survives a cut");
  await f.stop();
});

test("a follower without a way in is refused", () => {
  assert.throws(() => createFollower({ url: "http://v", tenant: "demo" }), /stream key/);
  assert.throws(() => createFollower({ url: "http://v", tenant: "demo", token: async () => "", fresh: "lease" }), /stream key/);
});
