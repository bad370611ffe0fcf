import { at, type FieldPath } from "../field/path.ts";
import { type GoUrl, parseGoUrl } from "./go-url.ts";
import type { Registry, RegistryHost } from "./types.ts";

/** A registry under review, with its URLs read. */
export interface ReviewedRegistry {
  readonly registry: Registry;
  readonly path: FieldPath;
  /** Empty where it is missing. */
  readonly upstream: string;
  /** Undefined where there is no server, or none that can be read. */
  readonly server: GoUrl | undefined;
  readonly hosts: readonly ReviewedHost[];
}

/** A host of a registry under review, with its URL read. */
export interface ReviewedHost {
  readonly host: RegistryHost;
  readonly path: FieldPath;
  /** As written; empty where it is missing. */
  readonly text: string;
  /** Undefined where it cannot be read. */
  readonly url: GoUrl | undefined;
}

/** Reads the URLs of a registry that stands at `path`. */
export function reviewedRegistry(registry: Registry, path: FieldPath): ReviewedRegistry {
  const { upstream = "", server, hosts } = registry;
  return {
    registry,
    path,
    upstream,
    server: server === undefined ? undefined : parseGoUrl(server),
    hosts: hosts.map((host, index) => {
      const { url: text = "" } = host;
      return { host, path: at(path, "hosts", index), text, url: parseGoUrl(text) };
    }),
  };
}
