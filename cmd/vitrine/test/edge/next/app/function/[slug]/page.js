// A page that is made for each request, from a function that Next.js keeps.
import { read } from "@vitrine/next";

export const dynamic = "force-dynamic";

async function product(slug) {
  "use cache";
  const { data } = await read(`/product/${slug}`);
  return `${data.slug}=${data.stock?.amount ?? 0};`;
}

export default async function Page({ params }) {
  return <p>{await product((await params).slug)}</p>;
}
