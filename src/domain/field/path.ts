/**
 * Where in an object a finding lies: member names and list indexes from the object's root.
 * A path is a plain list, so that rules can extend one without sharing state.
 */
export type FieldPath = readonly (string | number)[];

/** Extends a path by member names and list indexes: `at(spec, "machineTypes", 2, "name")`. */
export function at(path: FieldPath, ...segments: readonly (string | number)[]): FieldPath {
  return [...path, ...segments];
}

/**
 * Prints a path as Kubernetes does: `spec.machineTypes[2].capabilities.tpm[0]`. Names are printed verbatim, an empty
 * name as `[]`.
 * Source: k8s.io/apimachinery/pkg/util/validation/field/path.go.
 */
export function pathText(path: FieldPath): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number" || segment === "") {
      text += `[${segment}]`;
    } else {
      text += text === "" ? segment : `.${segment}`;
    }
  }
  return text;
}

/**
 * Orders paths as the document is read: list entries by index, members by name (the order in which kubectl prints
 * them, whatever order they were sent in), a parent before its children.
 */
export function comparePaths(a: FieldPath, b: FieldPath): number {
  const shared = Math.min(a.length, b.length);
  for (let position = 0; position < shared; position += 1) {
    const order = compareSegments(a[position] as string | number, b[position] as string | number);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function compareSegments(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  if (typeof a !== typeof b) {
    return typeof a === "number" ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
