/** What a Cluster is called, and the Shoot in it. */
interface ShootIdentity {
  /** Name of the Cluster: the technical ID of the shoot. */
  readonly name: string;
  readonly shootName: string;
  readonly shootNamespace: string;
}

/** Neither names of projects nor those of shoots can hold two hyphens in a row. */
const TECHNICAL_ID = /^shoot--(?<project>[^-]+(?:-[^-]+)*)--./;

const PROJECT_NAMESPACE = /^garden-(?<project>.+)$/;

/**
 * The project of a shoot: from its technical ID `shoot--<project>--<name>`, or from a legacy one,
 * `shoot-<project>-<name>`, which can be told apart by the shoot's name only; else from its namespace
 * `garden-<project>`, as for shoots that host themselves. Undefined where nothing tells.
 * Source: OperatingSystemConfig contract, section 1.7; github.com/gardener/gardener/pkg/utils/gardener/shoot.go.
 */
export function projectOf(identity: ShootIdentity): string | undefined {
  return (
    TECHNICAL_ID.exec(identity.name)?.groups?.["project"] ??
    projectOfLegacyId(identity) ??
    PROJECT_NAMESPACE.exec(identity.shootNamespace)?.groups?.["project"]
  );
}

function projectOfLegacyId({ name, shootName }: ShootIdentity): string | undefined {
  const [start, end] = ["shoot-", `-${shootName}`];
  const isLegacy =
    shootName !== "" &&
    name.startsWith(start) &&
    !name.startsWith("shoot--") &&
    name.endsWith(end) &&
    name.length > start.length + end.length;
  return isLegacy ? name.slice(start.length, -end.length) : undefined;
}
