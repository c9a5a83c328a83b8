import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, operations, paths } from "./schema.js";

/** The records and errors of the API by name: Schemas["ProductCard"]. */
export type Schemas = components["schemas"];

/** Where the API is and which shop is meant; the rest is openapi-fetch's. */
export interface VitrineOptions extends Omit<ClientOptions, "baseUrl" | "headers"> {
  /** Without /v1: "https://api.example". */
  baseUrl: string;
  /** The shop, sent as x-service-client. */
  tenant: string;
}

/** A client for one shop. Its GET takes the paths of the document, with their parameters and answers typed. */
export function createVitrine({ baseUrl, tenant, ...rest }: VitrineOptions): Client<paths> {
  return createClient<paths>({
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, "") + "/v1",
    headers: { "x-service-client": tenant },
  });
}
