import { z } from "zod";
import { struct, text } from "./field-shapes.ts";

/** What gardengate reads of an object's metadata. */
export interface ObjectMeta {
  /** Empty where the object relies on `generateName`. */
  readonly name: string;
  /** Empty for objects without a namespace. */
  readonly namespace: string;
  /** Counts the changes of `spec`; 0 where the server did not set it. */
  readonly generation: number;
  /** Opaque; empty for an object that was never stored. */
  readonly resourceVersion: string;
}

/** A count that null and absence leave at 0. */
export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

/** `metadata` of any object. */
export const objectMeta: z.ZodType<ObjectMeta> = struct({
  name: text,
  namespace: text,
  generation: count,
  resourceVersion: text,
});
