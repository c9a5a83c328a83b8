// A page that a webhook revalidates: its next visitor sees the old one.
import { Product } from "../../read.js";

export function generateStaticParams() {
  return [];
}

export default function Page({ params }) {
  return <Product params={params} next={{ tags: ["max"] }} />;
}
