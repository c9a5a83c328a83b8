import { pod, type Pod } from "./pod.js";

const most = 1000; // open tabs of a process
const beat = 15_000; // between comments, in milliseconds
const backlog = 64; // events that a tab may leave unread

/**
 * A route handler that tells open tabs of changes, once they are announced. Export it from a route such as
 * `app/vitrine/route.ts`; `<Live/>` connects to it.
 */
export async function GET(request: Request): Promise<Response> {
  void request.headers; // with cacheComponents, the build would else make an answer for everybody
  const p = pod();
  if (!p) return new Response(null, { status: 204 }); // a tab does not connect again
  if (p.tabs.size >= most) return new Response(null, { status: 503, headers: { "retry-after": "10" } });
  return new Response(stream(p, request.signal), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
  });
}

/** The events of one tab. */
function stream(p: Pod, gone: AbortSignal): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let leave = () => {};
  return new ReadableStream<Uint8Array>({
    start(out) {
      let open = true;
      const send = (event: string) => {
        if ((out.desiredSize ?? 0) < -backlog) leave(); // it connects again
        else out.enqueue(text.encode(event));
      };
      const tell = (seq: number) => send(`event: change\ndata: ${JSON.stringify({ seq })}\n\n`);
      const stopListening = p.follower.onAnnounced(tell);
      const timer = setInterval(() => send(": \n\n"), beat);
      timer.unref();
      const end = (leave = () => {
        if (!open) return;
        open = false;
        clearInterval(timer);
        stopListening();
        p.tabs.delete(end);
        try {
          out.close();
        } catch {
          // the client has left
        }
      });
      p.tabs.add(end);
      gone.addEventListener("abort", end, { once: true });
      // A page that was made before the last change and shown after it: the tab compares this with its own age.
      const since = Math.min(Math.round(performance.now() - p.changed), Number.MAX_SAFE_INTEGER);
      send(`retry: 2000\nevent: hello\ndata: ${JSON.stringify({ since })}\n\n`);
    },
    cancel() {
      leave();
    },
  });
}
