// Tests the landing page of a gateway without a storefront: node test/landing.mjs http://127.0.0.1:8080.
import { accessible, base, expect, finish, open, sound, test } from "./harness.mjs";

for (const [size, scheme] of [["desk", "light"], ["phone", "dark"], ["narrow", "light"]]) {
  await test(`landing page, ${size}, ${scheme}`, await open(size, scheme), async (page) => {
    await page.goto(`${base}/`);
    expect((await page.locator("h1").count()) === 1, "it has one h1");
    for (const href of await page.locator("a").evaluateAll((all) => all.map((a) => a.href))) {
      expect((await fetch(href)).ok, `${href} is there`);
    }
    await accessible(page, `landing page, ${scheme}`);
    await sound(page, `landing page, ${size}`);
  });
}
await finish();
