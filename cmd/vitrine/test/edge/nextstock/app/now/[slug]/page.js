// A page that a webhook drops: its next visitor waits for a new one.
import { Product } from "../../read.js";

export function generateStaticParams() {
  return [];
}

export default function Page({ params }) {
  return <Product params={params} next={{ tags: ["now"] }} />;
}
