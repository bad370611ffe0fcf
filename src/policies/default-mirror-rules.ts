import { invalid, required } from "../domain/field/error.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { isCombining } from "../domain/policies/conflict-mode.ts";
import { isSet } from "./parts.ts";
import { caution, mistake, type Remark } from "./remark.ts";
import type { PolicySpec } from "./schema.ts";
import type { Registry } from "./schema-containerd.ts";

/** The upstream that stands for all that have no directory of their own. */
const DEFAULT_UPSTREAM = "_default";

/**
 * Mirrors for everything that fall back to the internet: containerd asks `server` after all hosts, and where that is
 * unset the upstream of the image itself.
 * Source: OperatingSystemConfig contract, section 3.6, and section 8, P3.
 */
export function defaultMirrorRemarks({ registries, conflict }: PolicySpec): readonly Remark[] {
  const remarks = (registries ?? []).flatMap((registry, index) =>
    registry.upstream === DEFAULT_UPSTREAM ? [defaultMirror(registry, ["spec", "registries", index])] : [],
  );
  const isCombined = remarks.length > 0 && isCombining(conflict);
  return [...(isCombined ? [caution(invalid(["spec", "conflict"], conflict, KEPT))] : []), ...remarks.flat()];
}

const KEPT =
  "keeps the server of an entry for _default that is there already, which may be on the internet; use replace";

function defaultMirror({ server, hosts }: Registry, path: FieldPath): readonly Remark[] {
  const [first] = hosts ?? [];
  if (first === undefined) {
    return [mistake(required(at(path, "hosts"), "_default needs a mirror to ask"))];
  }
  if (!isSet(server)) {
    const detail = `without it containerd falls back to the internet; write ${JSON.stringify(first.url)}`;
    return [mistake(required(at(path, "server"), detail))];
  }
  const urls = (hosts ?? []).map(({ url }) => normalised(url));
  const detail = `must be one of the hosts, since containerd asks it last; write ${JSON.stringify(first.url)}`;
  return urls.includes(normalised(server)) ? [] : [mistake(invalid(at(path, "server"), server, detail))];
}

const SCHEME_AND_HOST = /^[^/]*\/\/[^/]*/;

/** A URL with scheme and host in lower case, and without one slash at its end. */
function normalised(url: string): string {
  return url.replace(SCHEME_AND_HOST, (text) => text.toLowerCase()).replace(/\/$/, "");
}
