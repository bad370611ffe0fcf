import type { RawObject } from "../wire/admission-review.ts";
import { asObject } from "../wire/json-object.ts";
import type { KubeClient, Query } from "./client.ts";
import { KubeTransportError } from "./errors.ts";
import { resourceVersionOf } from "./watch-event.ts";

/** A collection as it was at one moment. */
export interface Collection<Item> {
  readonly items: readonly Item[];
  /** Where a watch of what happens next begins. */
  readonly resourceVersion: string;
}

/** Which objects are listed, and how many at a time: a page is held in memory as text and as objects. */
export interface Listing {
  /** `/apis/core.gardener.cloud/v1beta1/cloudprofiles`. */
  readonly path: string;
  readonly pageSize: number;
}

/**
 * Lists a collection page by page, as of now and consistently; each object is reduced by `read` before the next page
 * is asked for. Rejects with a KubeStatusError of 410 when the server forgot the moment between two pages.
 */
export async function listAll<Item>(
  client: KubeClient,
  { path, pageSize }: Listing,
  signal: AbortSignal,
  read: (object: RawObject) => Item,
): Promise<Collection<Item>> {
  const items: Item[] = [];
  const limit = String(pageSize);
  let query: Query = { limit };
  for (;;) {
    const page = asObject(await client.readJson(path, query, signal));
    const entries = page?.["items"] ?? [];
    const metadata = asObject(page?.["metadata"]);
    const resourceVersion = page === undefined ? "" : resourceVersionOf(page);
    if (!Array.isArray(entries) || resourceVersion === "") {
      throw new KubeTransportError(`the API server answered ${path} with something that is not a list`);
    }
    items.push(...objectsOf(entries).map(read));
    const next = metadata?.["continue"];
    if (typeof next !== "string" || next === "") {
      return { items, resourceVersion };
    }
    query = { limit, continue: next };
  }
}

function objectsOf(entries: readonly unknown[]): readonly RawObject[] {
  return entries.map(asObject).filter((entry) => entry !== undefined);
}
