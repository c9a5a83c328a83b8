// Tests how an open tab follows its stream: node --test test/, after npm run build.
import assert from "node:assert/strict";
import { test } from "node:test";
import { followTab } from "../dist/tab.js";
import { Stream } from "./stream.mjs";

test("a tab opens a stream again that the browser has given up", (t) => {
  globalThis.EventSource = Stream;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let refreshed = 0;
  const end = followTab("/vitrine", () => refreshed++);
  const [first] = Stream.all;
  first.opens();
  first.sends("hello", { since: 1e9 });
  assert.equal(refreshed, 0, "a page of now is refreshed");
  first.sends("change", {});
  assert.equal(refreshed, 1);
  t.mock.timers.tick(200);

  first.fails(Stream.CONNECTING);
  t.mock.timers.tick(5000);
  assert.equal(Stream.all.length, 1, "the browser resumes a stream that was cut");

  first.fails(Stream.CLOSED);
  t.mock.timers.tick(2000);
  assert.equal(Stream.all.length, 2, "a stream that was given up is not opened again");
  Stream.all[1].fails(Stream.CLOSED);
  t.mock.timers.tick(2000);
  Stream.all[2].opens();
  Stream.all[2].sends("hello", { since: 1e9 });
  assert.equal(refreshed, 2, "changes while there was no stream are not shown");

  Stream.all[2].fails(Stream.CLOSED);
  end();
  t.mock.timers.tick(5000);
  assert.equal(Stream.all.length, 3, "a tab that has ended opens a stream");
});
