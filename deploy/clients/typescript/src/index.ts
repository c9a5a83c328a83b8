import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, operations, paths } from "./schema.js";

/** The records and errors of the API by name: Schemas["ProductCard"]. */
export type Schemas = components["schemas"];

/** The address of the API and the tenant. The other options are those of openapi-fetch. */
export interface VitrineOptions extends Omit<ClientOptions, "baseUrl" | "headers"> {
  /** The address without /v1, such as "https://api.example". */
  baseUrl: string;
  /** The tenant, sent as the header x-service-client. */
  tenant: string;
}

/** Creates a client for one tenant. Its methods are typed by the paths of the OpenAPI document. */
export function createVitrine({ baseUrl, tenant, ...rest }: VitrineOptions): Client<paths> {
  return createClient<paths>({
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, "") + "/v1",
    headers: { "x-service-client": tenant },
  });
}
