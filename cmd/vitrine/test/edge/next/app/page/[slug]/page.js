// A page that Next.js keeps as a whole, with the answer that it is made from.
import { notFound } from "next/navigation";
import { read } from "@vitrine/next";

export function generateStaticParams() {
  return [];
}

export default async function Page({ params }) {
  const answer = await read(`/product/${(await params).slug}`);
  if (!answer) notFound();
  return <p>{`${answer.data.slug}=${answer.data.stock?.amount ?? 0};`}</p>;
}
