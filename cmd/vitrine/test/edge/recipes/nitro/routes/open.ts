import { defineEventHandler } from "h3";
import { gate } from "../kept";

export default defineEventHandler(() => {
  gate.open();
  return "open";
});
