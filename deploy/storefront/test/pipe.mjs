// A Chromium that gets few commands, for times: a debugger that watches the network, or asks at each frame whether
// something holds, takes 10 ms of each edit.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { args, executablePath } from "./chromium.mjs";

/** The marks of the stopwatch after COMMIT, in order. */
export const steps = ["applied", "announced", "heard", "fetched", "painted"];

/** Starts Chromium. open(url) opens a tab and end() ends the browser. */
export async function start() {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-stopwatch-"));
  const chromium = spawn(executablePath, [...args, "--headless=new", "--remote-debugging-pipe", `--user-data-dir=${folder}`,
    "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => chromium.on("close", done));

  // Commands and their answers are JSON, each with a zero byte at its end.
  const commands = chromium.stdio[3];
  const answers = chromium.stdio[4].setEncoding("utf8");
  const sent = new Map();
  let rest = "";
  let last = 0;
  answers.on("data", (text) => {
    const all = (rest + text).split("\0");
    rest = all.pop();
    for (const { id, result, error } of all.map((one) => JSON.parse(one))) {
      const command = sent.get(id); // events have none
      sent.delete(id);
      if (error) command?.reject(new Error(error.message));
      else command?.resolve(result);
    }
  });
  void ended.then(() => sent.forEach(({ reject }) => reject(new Error("Chromium ended."))));

  function send(method, params, sessionId) {
    return new Promise((resolve, reject) => {
      sent.set(++last, { resolve, reject });
      commands.write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
    });
  }

  /** Opens a tab in a window of its own, because a browser draws no frames of a covered one. Returns a function that
   * calls a function in the tab. Its member send sends any other command. */
  async function open(url, height = 900) {
    const { targetId } = await send("Target.createTarget", { url, newWindow: true, width: 1280, height });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const tab = async (work, ...values) => {
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", { awaitPromise: true, returnByValue: true,
        expression: `(${work})(...${JSON.stringify(values)})` });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    tab.send = (method, params) => send(method, params, sessionId);
    return tab;
  }

  async function end() {
    chromium.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 20 }); // its other processes may still be writing
  }
  return { open, end };
}

/** Waits until a function returns true in the tab. */
export async function until(tab, holds) {
  for (const end = Date.now() + 60_000; !(await tab(holds));) {
    if (Date.now() > end) throw new Error(`not within a minute: ${holds}`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

/** Runs in the tab: reports whether the page /live hears of edits and knows its clock. */
export function ready() {
  return document.querySelector(".stamp")?.dataset.stream === "open" &&
    (document.querySelector(".watch .small")?.textContent.includes("clock is known to") ?? false);
}

/** Runs in the tab: makes edits one after the other, and returns what the stopwatch shows of each. */
export async function edit(n) {
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const rows = [];
  for (let i = 0; i < n; i++) {
    const figure = document.querySelector(".figure");
    const before = figure.dataset.seq;
    const amount = document.querySelector("input[name=amount]");
    const next = (1001.01 + i * 1.11 + (Date.now() % 97)).toFixed(2);
    amount.value = Number(amount.value) === Number(next) ? Number(next) + 1 : next; // the same amount is no change
    document.querySelector("#save").click();
    for (const end = Date.now() + 20_000; figure.dataset.seq === before; await pause(20)) {
      if (Date.now() > end) throw new Error(`edit ${i} is not painted within 20 s`);
    }
    rows.push([...document.querySelectorAll(".marks td:last-child")].slice(1)
      .map((cell) => Number(cell.textContent.replace(/[^\d.]/g, ""))));
    await pause(50);
  }
  return rows;
}
