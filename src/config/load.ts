import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorText, type FieldError } from "../domain/field/error.ts";
import { comparePaths, type FieldPath } from "../domain/field/path.ts";
import type { WebhookRoles } from "./defaults.ts";
import { withDefaults } from "./defaults.ts";
import { configErrors } from "./issues.ts";
import { relationErrors } from "./relations.ts";
import { ConfigDocument } from "./schema.ts";
import type { Settings } from "./settings.ts";
import { parseYaml } from "./yaml-document.ts";

/** What reading a configuration depends on besides its text. */
export interface ConfigContext {
  /** The file as the user named it; messages begin with it. */
  readonly file: string;
  /** Absolute path of the working directory, for a relative `file`. */
  readonly cwd: string;
  /** Names of all webhooks that are built, in the order of the registry. */
  readonly webhookNames: readonly string[];
  /** Where the API server of each webhook lives; webhooks that are missing here are of no role. */
  readonly webhookRoles?: WebhookRoles;
}

/** The settings, or everything that is wrong: one line per problem, `FILE:LINE: path: Type: …`, in document order. */
export type ConfigOutcome =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads and checks a configuration file. Problems of every kind come back as text; nothing is thrown. */
export async function loadConfig(context: ConfigContext): Promise<ConfigOutcome> {
  let text: string;
  try {
    text = await readFile(resolve(context.cwd, context.file), "utf8");
  } catch (error) {
    return { ok: false, problems: [`${context.file}: ${readProblem(error)}`] };
  }
  return parseConfig(text, context);
}

function readProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EISDIR":
      return "is a directory; name the configuration file in it";
    case "EACCES":
      return "permission denied";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** Checks the text of a configuration and completes it with defaults; relative paths start at the file's directory. */
export function parseConfig(text: string, context: ConfigContext): ConfigOutcome {
  const yaml = parseYaml(text);
  if (!yaml.ok) {
    return { ok: false, problems: yaml.problems.map(({ line, message }) => `${context.file}:${line}: ${message}`) };
  }
  const { value, lineOf } = yaml.document;
  const checked = checkDocument(value ?? {}, context);
  if (checked.ok) {
    return checked;
  }
  const problems = [...checked.errors]
    .sort((a, b) => lineOf(a.path) - lineOf(b.path) || comparePaths(a.path, b.path))
    .map((error) => `${context.file}:${lineOf(error.path)}: ${errorText(error)}`);
  return { ok: false, problems };
}

type Checked =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

function checkDocument(value: unknown, context: ConfigContext): Checked {
  const first = ConfigDocument.safeParse(value, { reportInput: true });
  const malformed = first.success ? [] : configErrors(first.error.issues);
  const document = first.success ? first.data : wellFormedRest(value, malformed);
  const directory = dirname(resolve(context.cwd, context.file));
  const { webhookNames, webhookRoles = new Map() } = context;
  const webhooks = { webhookNames, webhookRoles };
  const settings = withDefaults(document, {
    resolvePath: (path) => resolve(directory, path),
    ...webhooks,
  });
  const contradicting = relationErrors({ document, settings, ...webhooks })
    .filter(({ involves }) => !involves.some((path) => malformed.some((error) => overlaps(error.path, path))))
    .map(({ error }) => error);
  const errors = [...malformed, ...contradicting];
  return errors.length === 0 ? { ok: true, settings } : { ok: false, errors };
}

function overlaps(a: FieldPath, b: FieldPath): boolean {
  const shared = Math.min(a.length, b.length);
  return a.slice(0, shared).every((segment, index) => segment === b[index]);
}

/** What remains of a document without its malformed values, so that one mistake does not hide the others. */
function wellFormedRest(value: unknown, malformed: readonly FieldError[]): ConfigDocument {
  const rest = ConfigDocument.safeParse(
    without(
      value,
      malformed.map(({ path }) => path),
    ),
  );
  return rest.success ? rest.data : {};
}

function without(value: unknown, paths: readonly FieldPath[]): unknown {
  if (paths.some((path) => path.length === 0)) {
    return null;
  }
  if (Array.isArray(value)) {
    // Entries stay in their places, so that the paths of the others stay true; a list with a malformed entry goes whole.
    return null;
  }
  if (paths.length === 0 || typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const below = paths.filter((path) => path[0] === key);
      if (below.length === 0) {
        return [[key, member]];
      }
      return below.some((path) => path.length === 1)
        ? []
        : [
            [
              key,
              without(
                member,
                below.map((path) => path.slice(1)),
              ),
            ],
          ];
    }),
  );
}
