// Tests how an open tab follows its stream: node --test test/, after npm run build.
import assert from "node:assert/strict";
import { test } from "node:test";
import { followTab } from "../dist/tab.js";

/** A stream as browsers have it, without a network. */
class Stream extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  static all = [];
  readyState = Stream.CONNECTING;
  constructor(path) {
    super();
    this.path = path;
    Stream.all.push(this);
  }
  close() { this.readyState = Stream.CLOSED; }
  /** Opens, and says for how long the process has followed the changes, in milliseconds. */
  hello(since) {
    this.readyState = Stream.OPEN;
    this.dispatchEvent(new MessageEvent("hello", { data: JSON.stringify({ since }) }));
  }
  change() { this.dispatchEvent(new MessageEvent("change", { data: "{}" })); }
  fails(readyState) {
    this.readyState = readyState;
    this.onerror?.();
  }
}

test("a tab opens a stream again that the browser has given up", (t) => {
  globalThis.EventSource = Stream;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let refreshed = 0;
  const end = followTab("/vitrine", () => refreshed++);
  const [first] = Stream.all;
  first.hello(1e9);
  assert.equal(refreshed, 0, "a page of now is refreshed");
  first.change();
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
  Stream.all[2].hello(1e9);
  assert.equal(refreshed, 2, "changes while there was no stream are not shown");

  Stream.all[2].fails(Stream.CLOSED);
  end();
  t.mock.timers.tick(5000);
  assert.equal(Stream.all.length, 3, "a tab that has ended opens a stream");
});
