import { verifyWebhook } from "@vitrine/changes";
import { Received } from "./received.js";

export interface WebhookOptions {
  /** The secret that `vitrine tenant webhook add` printed: `whsec_…` */
  secret: string;
  /** Called for each webhook whose signature is right, such as to call `revalidateTag`. */
  onChange: (change: { seq: number; token: string; tags: string[] }) => void | Promise<void>;
}

const most = 1 << 20; // of a body, in bytes

/**
 * Makes a route handler that receives webhooks of Vitrine, for apps that keep the caches of Next.js:
 * `export const POST = webhook({ secret, onChange })`. It answers 401 to what is forged or older than five minutes. For
 * a webhook that this process has received already, `onChange` is not called again.
 */
export function webhook(options: WebhookOptions): (request: Request) => Promise<Response> {
  const received = new Received();
  return async (request) => {
    const body = await textOf(request);
    if (body === undefined) return new Response(null, { status: 413 });
    let change;
    try {
      change = await verifyWebhook(options.secret, request.headers, body);
    } catch {
      return new Response(null, { status: 401 });
    }
    const { id, ...rest } = change;
    const at = Number(request.headers.get("webhook-timestamp")); // it was verified
    const accepted = await received.handle(id, at, () => options.onChange(rest));
    return new Response(null, { status: accepted ? 204 : 401 });
  };
}

/** The body as text, undefined if it is too large. */
async function textOf(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return text + decoder.decode();
    bytes += piece.value.byteLength;
    if (bytes > most) {
      await reader?.cancel();
      return undefined;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
}
