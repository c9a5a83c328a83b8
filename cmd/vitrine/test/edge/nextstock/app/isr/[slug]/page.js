// A page that is one second old at most when Next.js begins to make it anew.
import { Product } from "../../read.js";

export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

export default function Page({ params }) {
  return <Product params={params} next={{ revalidate: 1 }} />;
}
