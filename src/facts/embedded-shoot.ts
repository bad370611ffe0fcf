import { brotliDecompressSync } from "node:zlib";
import { invalid, required, typeInvalid } from "../domain/field/error.ts";
import { type Parsed, parsed, unparsed } from "../domain/parsed.ts";
import type { RawObject } from "../wire/admission-review.ts";
import { asObject } from "../wire/json-object.ts";

/** Largest Shoot that is unpacked, in bytes: ten times what etcd stores, so that a few bytes cannot fill the memory. */
const SHOOT_BYTES = 16 * 1024 * 1024;

const PLAIN = ["spec", "shoot"];
const COMPRESSED = ["spec", "compressedShoot"];

/**
 * The Shoot inside of a Cluster, in either form: as it is (`spec.shoot`), or as JSON that is compressed with Brotli and
 * encoded in base64 (`spec.compressedShoot`), which counts where there are both. Errors: Required where there is
 * neither, TypeInvalid for other JSON types, Invalid for what cannot be unpacked.
 * Source: OperatingSystemConfig contract, section 1.6; github.com/gardener/gardener, issue 15627.
 */
export function embeddedShoot(cluster: RawObject): Parsed<RawObject> {
  const spec = asObject(cluster["spec"]);
  const packed = spec?.["compressedShoot"] ?? "";
  if (packed !== "") {
    return typeof packed === "string" ? unpackedShoot(packed) : unparsed([typeInvalid(COMPRESSED, undefined, TEXT)]);
  }
  const plain = spec?.["shoot"] ?? undefined;
  const shoot = asObject(plain);
  if (shoot !== undefined) {
    return parsed(shoot);
  }
  return unparsed([
    plain === undefined ? required(PLAIN, "must be set") : typeInvalid(PLAIN, undefined, "must be an object"),
  ]);
}

const TEXT = "must be a text in base64";

function unpackedShoot(packed: string): Parsed<RawObject> {
  const text = unpackedText(packed);
  if (!text.ok) {
    return text;
  }
  const shoot = asObject(parsedJson(text.value));
  return shoot === undefined ? unreadable("is no JSON object after decompression") : parsed(shoot);
}

function unpackedText(packed: string): Parsed<string> {
  try {
    const bytes = brotliDecompressSync(Buffer.from(packed, "base64"), { maxOutputLength: SHOOT_BYTES });
    return parsed(bytes.toString("utf8"));
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return unreadable(
      isTooLarge
        ? `is larger than ${SHOOT_BYTES} bytes after decompression`
        : "is not Brotli-compressed data in base64",
    );
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value itself is not shown: nobody could read it. */
function unreadable(detail: string): Parsed<never> {
  return unparsed([invalid(COMPRESSED, undefined, detail)]);
}
