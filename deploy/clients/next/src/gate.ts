import { Server as HTTPServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server as HTTPSServer } from "node:https";
import { Incoming, pod, type Pod } from "./pod.js";

const whole = "request"; // the key of a request that is made anew as a whole
const gated = Symbol.for("@vitrine/next/gate");

/** The state of this process, with the gate in front of it. */
export function gatedPod(): Pod | undefined {
  const p = pod();
  if (p) openGate();
  return p;
}

/** Reports whether a request may make Next.js make something anew without asking the handlers: a server action. */
function revalidates(request: IncomingMessage): boolean {
  return (request.method !== "GET" && request.method !== "HEAD") || "x-prerender-revalidate" in request.headers;
}

/** Reports whether a URL is one of a file that the build made. */
function isFile(url: string | undefined): boolean {
  const path = (url ?? "").split("?", 1)[0]!;
  return path.includes("/_next/static/");
}

/**
 * Makes every HTTP server of this process check, before it passes a request on, whether what is kept may be used.
 * Next.js asks its cache handlers too late: a request joins a page that is being made without asking any.
 */
export function openGate(): void {
  for (const { prototype } of [HTTPServer, HTTPSServer] as { prototype: Gated }[]) {
    if (prototype[gated]) continue;
    const emit = prototype.emit;
    prototype[gated] = true;
    prototype.emit = function (this: unknown, event: string, ...args: unknown[]): boolean {
      const [request, response] = args as [IncomingMessage, ServerResponse];
      const p = event === "request" && !isFile(request.url) ? pod() : undefined;
      if (!p) return emit.call(this, event, ...args);
      const enter = (believed: boolean) => {
        const incoming = new Incoming(p, believed);
        if (revalidates(request)) request.once("end", () => response.destroyed || incoming.begin(whole));
        response.once("finish", () => incoming.finish(true));
        response.once("close", () => {
          incoming.end(whole);
          incoming.finish(response.writableFinished);
        });
        p.requests.run(incoming, () => emit.call(this, event, ...args));
      };
      if (p.follower.trusted()) enter(true);
      else void p.check().then(enter);
      return true;
    };
  }
}

interface Gated {
  emit(this: unknown, event: string, ...args: unknown[]): boolean;
  [gated]?: boolean;
}
