// Tests when an open page searches again: node --test deploy/clients/instantsearch/test/refresh.test.mjs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Stream } from "../../next/test/stream.mjs";

// The file has no package.json that says what it is.
const text = await readFile(new URL("../refresh.js", import.meta.url), "utf8");
const { changeStream, refreshOnChange } = await import(`data:text/javascript,${encodeURIComponent(text)}`);

/** Lets what waits for a promise go on. */
const turn = () => new Promise((go) => setImmediate(go));

test("an open page searches again when something has changed, or may have", async (t) => {
  globalThis.EventSource = Stream;
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let searched = 0, tokens = 0;
  const stop = refreshOnChange({ refresh: () => searched++ }, changeStream("http://shop/t/demo", async () => `t${++tokens}`));
  await turn();
  const [first] = Stream.all;
  first.opens();
  t.mock.timers.tick(1000);
  assert.equal(searched, 1, "a change between the search and the stream is not shown");

  first.sends("change", {}, "demo:7:e");
  first.sends("change", {}, "demo:8:e");
  t.mock.timers.tick(1000);
  assert.equal(searched, 2, "a row of changes causes one search");

  first.fails(Stream.CLOSED); // its token has expired
  t.mock.timers.tick(2000);
  await turn();
  assert.equal(new URL(Stream.all[1].url).searchParams.get("lastEventId"), "demo:8:e");
  assert.equal(new URL(Stream.all[1].url).searchParams.get("token"), "t2");
  Stream.all[1].opens();
  t.mock.timers.tick(1000);
  assert.equal(searched, 2, "a stream that goes on sends what is missing by itself");

  Stream.all[1].sends("change", {}, "demo:9:e");
  stop();
  t.mock.timers.tick(5000);
  assert.equal(searched, 2, "a page that has stopped searches again");
});
