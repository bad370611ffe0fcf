import { type Output, readOutput } from "./report-options.ts";

/** What `preview` shall tell. */
export interface PreviewOptions {
  /** Configuration document; undefined for the defaults, without facts and policies. */
  readonly config: string | undefined;
  /** Directory of policies, instead of the configuration's. */
  readonly policies: string | undefined;
  /** Directory of facts, instead of the configuration's. */
  readonly facts: string | undefined;
  /** File with the objects as they are stored; `-` is standard input. */
  readonly oldFile: string | undefined;
  /** The node that is asked about; undefined for all. */
  readonly hostName: string | undefined;
  /** Whether the user data of `provision` OSCs is to be told, instead of all else in text. */
  readonly userData: boolean;
  readonly output: Output;
  /** No files means standard input, as the file `-` does. */
  readonly files: readonly string[];
}

/** Reads the options of `preview`; a text tells what is wrong with them. */
export function readPreviewOptions(
  values: ReadonlyMap<string, string>,
  switches: ReadonlySet<string>,
  operands: readonly string[],
): PreviewOptions | string {
  const files = operands.length === 0 ? ["-"] : operands;
  const oldFile = values.get("old");
  if ([...files, oldFile].filter((file) => file === "-").length > 1) {
    return "standard input can be read only once; name a FILE besides --old -";
  }
  return {
    config: values.get("config"),
    policies: values.get("policies"),
    facts: values.get("facts"),
    oldFile,
    hostName: values.get("host"),
    userData: switches.has("user-data"),
    output: readOutput(values),
    files,
  };
}
