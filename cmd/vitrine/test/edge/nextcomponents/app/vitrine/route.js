export { GET } from "@vitrine/next/relay";
