// Draws the stopwatch: the ruler with its marks, and the histograms on the ruler's own scale.
import { h, s } from "./dom.js";

/** One measured edit. All are milliseconds after the seal, inside COMMIT. */
export interface Edit {
  seq: number;
  sealed: number;
  applied: number;
  announced: number;
  heard: number;
  fetched: number;
  painted: number;
  within: number;
}

const scales = [40, 200, 1000, 2000, 10_000];
let width = 750;
const left = 6; // as wide as half a mark
const heap = 30; // the place beside the scale, for what is over it

/** The smallest scale that holds a time. */
export function scaleFor(ms: number): number {
  return scales.find((scale) => ms <= scale) ?? Math.ceil(ms / 10_000) * 10_000;
}

/** Writes milliseconds: 24.2, 1,456. */
export function ms(n: number): string {
  return n >= 1000 ? Math.round(n).toLocaleString("en") : n.toFixed(1);
}

/** The ruler. One tick is a fortieth of the scale: with 40 ms, one tick is one millisecond. */
export function ruler(edit: Edit | null, scale: number): SVGElement {
  width = innerWidth < 1000 ? Math.max(280, innerWidth - 40) - heap : 750; // one unit is about a pixel
  const x = (t: number) => left + (t / scale) * (width - 2 * left);
  const y = 74;
  const marks: [name: string, at: number, row: number][] = edit ? [
    ["applied", edit.applied, 0], ["announced", edit.announced, edit.announced - edit.applied < scale * .12 ? 1 : 0],
    ["repainted", edit.painted, edit.painted - edit.announced < scale * .12 ? 2 : 0]] : [];
  const narrow = width < 600;
  const late = (edit?.painted ?? 0) > scale / 2; // the wire goes up on the right
  const metres = 60_000 * ((width - 2 * left) / scale) * 0.0254 / 96;
  return s("svg", { class: "ruler", viewBox: `0 0 ${width + heap} 150`, role: "img",
    "aria-label": edit ? marks.map(([name, at]) => `${name} after ${ms(at)} ms`).join(", ") : "No edit yet" },
    s("path", { class: "tick", d: `M${x(0)} ${y}H${x(scale)}` + Array.from({ length: 41 }, (_, i) =>
      `M${x(scale * i / 40)} ${y}v${i % 10 === 0 ? 12 : i % 5 === 0 ? 9 : 5}`).join("") }),
    s("text", { x: x(0), y: y + 28 }, "COMMIT"),
    [1, 2, 3, 4].map((i) => s("text", { x: x(scale * i / 4), y: y + 28, "text-anchor": i === 4 ? "end" : "middle" },
      (scale * i / 4).toLocaleString("en") + (i === 4 ? " ms" : ""))),
    s("text", { y: 12, ...(late ? { x: x(0) + 12 } : { x: x(scale), "text-anchor": "end" }) }, narrow
      ? `a 60 s TTL ends at ${Math.round(metres)} m →` : `On this scale a 60-second TTL ends ${Math.round(metres)} m to the right →`),
    !narrow && scale <= 40 && s("path", { class: "tick", d: `M${x(0)} ${y + 37}v6m0-3H${x(1000 / 60)}m0-3v6` }),
    !narrow && scale <= 40 && s("text", { x: x(1000 / 60) + 8, y: y + 44 }, "one frame of a 60 Hz screen"),
    edit && [
      s("path", { class: "run", d: `M${x(0)} ${y}H${x(edit.painted)}` }),
      s("path", { class: "ink", d: `M${x(edit.applied)} ${y + 66}v8m0-4H${x(scale)}m-5-4l5 4l-5 4` }),
      s("text", { class: "strong", x: Math.max(0, Math.min(x(edit.applied) + 6, width - 270)), y: y + 62 }, "from here on, every read returns the new value"),
      marks.map(([name, at, row]) => [
        s("path", { class: name === "repainted" ? "run thin" : "ink", d: `M${x(at)} ${y}V${20 + row * 14}` }),
        s("text", { class: name === "repainted" ? "sig" : "strong", x: at > scale * .8 ? x(at) - 6 : x(at) + 6, y: 28 + row * 14,
          "text-anchor": at > scale * .8 ? "end" : "start" }, `${name} ${ms(at)}`)]),
      s("path", { class: "run thin", d: `M${x(Math.max(0, edit.painted - edit.within))} ${y - 9}v6m0-3H${x(Math.min(scale, edit.painted + edit.within))}m0-3v6` }),
      [0, edit.applied, edit.announced].map((at) => s("circle", { class: "ring", cx: x(at), cy: y, r: 4.5 })),
      s("circle", { class: "dot", cx: x(edit.painted), cy: y, r: 5.5 }),
    ]);
}

/** A histogram: one dot is one edit. What is over the scale stands in a heap at the end, and is never cut off. */
export function histogram(name: string, all: number[], latest: number | undefined, scale: number): HTMLElement {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const bin = scale / 160;
  const heaps = new Map<number, number>();
  const dots = all.map((value, i) => {
    const slot = value > scale ? 165 : Math.floor(value / bin);
    const n = heaps.get(slot) ?? 0;
    heaps.set(slot, n + 1);
    return { slot, n, now: i === all.length - 1 && value === latest };
  });
  const most = Math.max(6, ...heaps.values());
  const step = Math.min(5, 110 / most);
  const height = Math.max(40, most * step + 6);
  const over = all.filter((value) => value > scale).length;
  const words = all.length > 0 ? `median ${ms(at(.5)!)}, p99 ${ms(at(.99)!)} ms` : "no edit yet";
  return h("figure", { class: "histogram" },
    s("svg", { viewBox: `0 0 ${width + heap} ${height}`, role: "img", "aria-label": `${name}: ${words}` },
      s("path", { class: "base", d: `M0 ${height - .5}H${width + heap}` }),
      dots.map((d) => s("circle", { class: d.now ? "dot" : "", r: Math.min(2.2, step / 2.2),
        cx: left + (Math.min(d.slot, 163) + .5) * (width - 2 * left) / 160, cy: height - 4 - d.n * step }))),
    h("figcaption", null, h("b", null, name), h("span", null, words), h("span", null, over > 0 && `${over} over ${scale.toLocaleString("en")} ms`)));
}
