// A page without parameters, which the build makes already.
import { read } from "@vitrine/next";

export default async function Page() {
  const { data } = await read("/product?limit=12");
  return <p>{data.map((p) => `${p.slug}=${p.stockAmount ?? 0};`).join(" ")}</p>;
}
