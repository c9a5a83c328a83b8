const base = `${process.env.VITRINE_URL}/t/${process.env.VITRINE_TENANT}/v1`;

// A product with its stock. Next.js keeps the answer, as the options say.
export async function Product({ params, next }) {
  const answer = await fetch(`${base}/product/${(await params).slug}`, { cache: "force-cache", next });
  const { data } = await answer.json();
  return <p>{`${data.slug}=${data.stock?.amount ?? 0};`}</p>;
}
