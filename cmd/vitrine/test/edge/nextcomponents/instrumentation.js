export { register } from "@vitrine/next/instrumentation";
