import { defineEventHandler, getRouterParam } from "h3";
import { one } from "../../kept";

export default defineEventHandler((event) => one(getRouterParam(event, "slug")!));
