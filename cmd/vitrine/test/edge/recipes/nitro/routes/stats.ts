import { defineEventHandler } from "h3";
import { gate } from "../kept";
import { stats } from "../../product";

export default defineEventHandler(async () => ({ ...(await stats()), calls: gate.calls, waiting: gate.waiting }));
