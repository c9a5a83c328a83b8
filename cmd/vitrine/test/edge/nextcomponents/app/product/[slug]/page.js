// The page of docs/edge/nextjs.md: a frame that the build makes, and a part from a function that Next.js keeps.
import { Suspense } from "react";
import { read } from "@vitrine/next";

async function product(slug) {
  "use cache";
  return read(`/product/${encodeURIComponent(slug)}`);
}

async function Product({ params }) {
  const answer = await product((await params).slug);
  return <p>{answer ? `${answer.data.slug}=${answer.data.stock?.amount ?? 0};` : "There is no such product."}</p>;
}

export default function Page({ params }) {
  return (
    <Suspense>
      <Product params={params} />
    </Suspense>
  );
}
