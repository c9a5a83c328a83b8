const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The opaque form of a tag of a tenant, as events and answers have it: 12 characters of a hash. `*` is the tag of
 * everything, `product:ID` that of one record, `product/slug=SLUG` that of a slug; docs/concepts.md lists them.
 */
export async function publicTag(tenant: string, tag: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${tenant}\0${tag}`)));
  let text = "";
  for (let i = 0; i < 12; i++) {
    let five = 0;
    for (let bit = 5 * i; bit < 5 * i + 5; bit++) five = (five << 1) | ((sum[bit >> 3]! >> (7 - (bit & 7))) & 1);
    text += alphabet[five];
  }
  return text;
}
