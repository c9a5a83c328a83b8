import { defineEventHandler, getRouterParam } from "h3";
import { gate, slow } from "../../kept";

export default defineEventHandler((event) => {
  gate.calls++;
  return slow(getRouterParam(event, "slug")!);
});
