import { defineEventHandler, getRouterParam } from "h3";
import { two } from "../../kept";

export default defineEventHandler((event) => two(getRouterParam(event, "slug")!));
