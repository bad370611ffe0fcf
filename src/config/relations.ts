import { assertNever } from "../domain/assert-never.ts";
import { type FieldError, forbidden, invalid, notSupported, required } from "../domain/field/error.ts";
import { nearestName } from "../domain/field/nearest-name.ts";
import { at, type FieldPath } from "../domain/field/path.ts";
import { isRuleId, RULES, ruleOf } from "../domain/rules/catalogue.ts";
import { OTHER_IDS } from "../domain/rules/explanations/other-ids.ts";
import type { WebhookRoles } from "./defaults.ts";
import { duplicateErrors } from "./issues.ts";
import { type ConfigDocument, UserDataBytes } from "./schema.ts";
import type { Settings } from "./settings.ts";

/** A configuration whose parts fit the schema, as written and as completed. */
export interface RelationInput {
  readonly document: ConfigDocument;
  readonly settings: Settings;
  /** Names of all webhooks that are built. */
  readonly webhookNames: readonly string[];
  readonly webhookRoles: WebhookRoles;
}

/** A mistake that needs more than one value to be seen. */
export interface RelationError {
  readonly error: FieldError;
  /** The values involved; when one of them is malformed anyway, the mistake is not reported. */
  readonly involves: readonly FieldPath[];
}

/** Finds what the schema cannot see: contradicting values, unknown names, rules that cannot be switched. */
export function relationErrors(input: RelationInput): readonly RelationError[] {
  return [
    ...listenerErrors(input),
    ...limitErrors(input),
    ...unusedKeyErrors(input),
    ...unwatchedErrors(input),
    ...userDataErrors(input),
    ...roleErrors(input),
    ...alone(nameErrors(input)),
  ];
}

function alone(errors: readonly FieldError[]): readonly RelationError[] {
  return errors.map((error) => ({ error, involves: [error.path] }));
}

function listenerErrors({ settings: { server } }: RelationInput): readonly RelationError[] {
  const port: FieldPath = ["server", "port"];
  const operationsPort: FieldPath = ["server", "operationsPort"];
  return server.port !== 0 && server.port === server.operationsPort
    ? [
        {
          error: invalid(operationsPort, server.operationsPort, "must differ from server.port"),
          involves: [port, operationsPort],
        },
      ]
    : [];
}

function limitErrors({ settings: { server } }: RelationInput): readonly RelationError[] {
  const { bodyBytes, inFlightBytes } = server.limits;
  const limits: FieldPath = ["server", "limits"];
  return bodyBytes > inFlightBytes
    ? [
        {
          error: invalid(
            at(limits, "inFlightBytes"),
            inFlightBytes,
            `must be at least server.limits.bodyBytes (${bodyBytes}), or the largest body could never be read`,
          ),
          involves: [at(limits, "bodyBytes"), at(limits, "inFlightBytes")],
        },
      ]
    : [];
}

const OSC_LIMITS: FieldPath = ["operatingSystemConfigs", "limits"];

/** Limits of single providers, and an overhead that leaves no room for user data. */
function userDataErrors({ document, settings }: RelationInput): readonly RelationError[] {
  const byProvider = at(OSC_LIMITS, "userDataBytesByProvider");
  const limits = Object.entries(document.operatingSystemConfigs?.limits?.userDataBytesByProvider ?? {});
  const malformed = limits.flatMap(([provider, bytes]) => byteErrors(at(byProvider, provider), bytes));
  const { userDataBytes, osOverheadBytes } = settings.operatingSystemConfigs.limits;
  const detail = `must be less than operatingSystemConfigs.limits.userDataBytes (${userDataBytes}), or no user data fits`;
  const path = at(OSC_LIMITS, "osOverheadBytes");
  return osOverheadBytes < userDataBytes
    ? alone(malformed)
    : [
        ...alone(malformed),
        { error: invalid(path, osOverheadBytes, detail), involves: [path, at(OSC_LIMITS, "userDataBytes")] },
      ];
}

function byteErrors(path: FieldPath, bytes: unknown): readonly FieldError[] {
  const checked = UserDataBytes.safeParse(bytes, { reportInput: true });
  return checked.success ? [] : checked.error.issues.map(({ message }) => invalid(path, bytes, message));
}

/** Keys that another key makes meaningless: refused, because their author expects an effect. */
function unusedKeyErrors({ document, settings }: RelationInput): readonly RelationError[] {
  const errors: RelationError[] = [];
  const refuse = (path: FieldPath, value: unknown, selector: string, wanted: string): void => {
    if (value !== undefined && value !== null) {
      const selectorPath = at(path.slice(0, -1), selector);
      errors.push({
        error: forbidden(path, `has a meaning only with ${selectorPath.join(".")}: ${wanted}`),
        involves: [path, selectorPath],
      });
    }
  };
  if (settings.facts.source === "kubernetes") {
    refuse(["facts", "directory"], document.facts?.directory, "source", "directory");
  } else {
    refuse(["facts", "kubeconfig"], document.facts?.kubeconfig, "source", "kubernetes");
  }
  if (settings.server.certificates.mode === "files") {
    refuse(["server", "certificates", "hosts"], document.server?.certificates?.hosts, "mode", "selfSigned");
  }
  return errors;
}

/** Rules about what shoots use, switched on where no Shoot is known. */
function unwatchedErrors({ document, settings }: RelationInput): readonly RelationError[] {
  const { inUse, overrides } = document.rules ?? {};
  const isInForce = (mode: unknown) => mode !== undefined && mode !== null && mode !== "off";
  const ids = Object.entries(overrides ?? {}).filter(
    ([id, mode]) => isRuleId(id) && ruleOf(id).group === "inUse" && isInForce(mode),
  );
  const paths: readonly FieldPath[] = [
    ...(isInForce(inUse) ? [["rules", "inUse"]] : []),
    ...ids.map(([id]) => ["rules", "overrides", id]),
  ];
  const detail = "has a meaning only with facts.shoots: watch";
  return settings.facts.shoots === "watch"
    ? []
    : paths.map((path) => ({ error: forbidden(path, detail), involves: [path, ["facts", "shoots"]] }));
}

/**
 * A role that a named webhook does not have; and facts from one API server for the webhooks of two, of which it serves
 * the kinds of one only, so that the server would never become ready.
 */
function roleErrors({ document, settings, webhookRoles }: RelationInput): readonly RelationError[] {
  const path: FieldPath = ["webhooks", "role"];
  const involves = [["webhooks", "enabled"], ["facts", "source"], path];
  const { role } = document.webhooks ?? {};
  const roles = new Set(settings.webhooks.enabled.flatMap((name) => webhookRoles.get(name) ?? []));
  if (role && ![...roles].every((other) => other === role)) {
    return [
      {
        error: invalid(path, role, "webhooks.enabled names webhooks of the other role; leave one of the two out"),
        involves,
      },
    ];
  }
  return settings.facts.source === "kubernetes" && roles.size > 1
    ? [
        {
          error: required(
            path,
            "say garden or seed: the API server that facts come from serves the kinds of one of them",
          ),
          involves,
        },
      ]
    : [];
}

function nameErrors({ document, webhookNames }: RelationInput): readonly FieldError[] {
  const overrides = Object.entries(document.rules?.overrides ?? {});
  return [
    ...webhookErrors(document.webhooks?.enabled, webhookNames),
    ...overrides.flatMap(([id, mode]) => overrideErrors(id, mode)),
  ];
}

function webhookErrors(enabled: readonly string[] | null | undefined, known: readonly string[]): readonly FieldError[] {
  const path: FieldPath = ["webhooks", "enabled"];
  if (enabled === undefined || enabled === null) {
    return [];
  }
  if (enabled.length === 0) {
    return [required(path, "name at least one webhook, or leave the key out to serve all of them")];
  }
  const unknown = enabled.flatMap((name, index) =>
    known.includes(name) ? [] : [notSupported(at(path, index), name, known)],
  );
  return [...unknown, ...duplicateErrors(path, enabled)];
}

function overrideErrors(id: string, mode: unknown): readonly FieldError[] {
  const path: FieldPath = ["rules", "overrides", id];
  if (!isRuleId(id)) {
    return [forbidden(path, noRuleDetail(id))];
  }
  const { mark } = ruleOf(id);
  switch (mark) {
    case "G":
      return [forbidden(path, "Gardener enforces this rule (mark G), so it cannot be switched here")];
    case "P":
      return [forbidden(path, "the provider extension enforces this rule (mark P), so it cannot be switched here")];
    case "W":
      return modeErrors(path, mode, ["enforce", "warn", "off"]);
    case "Ww":
      return modeErrors(path, mode, ["warn", "off"], "this rule only ever warns (mark Ww)");
    default:
      return assertNever(mark);
  }
}

/** Contracts have ids that are another name of a rule, or of none. */
function noRuleDetail(id: string): string {
  const other = OTHER_IDS.get(id);
  if (other !== undefined) {
    return [
      "no finding has this id",
      ...(other.rules.length === 0 ? [] : [`it goes by ${other.rules.join(" and ")}`]),
    ].join("; ");
  }
  const nearest = nearestName(id, Object.keys(RULES));
  return nearest === undefined ? "unknown rule" : `unknown rule; did you mean ${JSON.stringify(nearest)}?`;
}

function modeErrors(path: FieldPath, mode: unknown, allowed: readonly string[], hint = ""): readonly FieldError[] {
  return mode === null || allowed.some((word) => word === mode) ? [] : [notSupported(path, mode, allowed, hint)];
}
