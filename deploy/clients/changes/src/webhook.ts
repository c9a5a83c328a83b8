/** The header fields of a webhook, lower case. A `Headers` object serves too. */
export type WebhookHeaders = Headers | Record<string, string | undefined>;

function field(headers: WebhookHeaders, name: string): string {
  return (headers instanceof Headers ? headers.get(name) : headers[name]) ?? "";
}

/**
 * Checks the signature of a webhook of Vitrine (Standard Webhooks): its secret, that it is at most five minutes old or
 * early, and its form. It returns the id, with which a receiver drops repetitions, and throws otherwise.
 *
 * @param secret as `vitrine tenant webhook add` printed it: `whsec_…`
 * @param body the bytes of the body exactly as they were received
 */
export async function verifyWebhook(
  secret: string, headers: WebhookHeaders, body: string, now: number = Date.now(), tolerance = 5 * 60_000,
): Promise<{ id: string; seq: number; token: string; tags: string[] }> {
  const id = field(headers, "webhook-id");
  const at = field(headers, "webhook-timestamp");
  if (!id || !/^[0-9]{1,15}$/.test(at)) throw new Error("the webhook has no id or no timestamp");
  if (Math.abs(now - Number(at) * 1000) > tolerance) throw new Error("the webhook is too old, or of the future");
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (c) => c.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
  let valid = false;
  for (const given of field(headers, "webhook-signature").split(" ").slice(0, 10)) {
    const [version, text] = given.split(",", 2);
    if (version !== "v1" || !text) continue;
    let mac: Uint8Array<ArrayBuffer>;
    try {
      mac = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    } catch {
      continue;
    }
    if (await crypto.subtle.verify("HMAC", key, mac, signed)) valid = true;
  }
  if (!valid) throw new Error("the signature of the webhook is wrong");
  const { seq, token, tags } = JSON.parse(body) as { seq: number; token: string; tags: string[] };
  return { id, seq, token, tags };
}
