import { duplicate } from "../field/error.ts";
import { at } from "../field/path.ts";
import { type Finding, finding } from "../rules/finding.ts";
import { type Listed, unitsWith } from "./listed-elements.ts";
import type { OperatingSystemConfig, Unit } from "./types.ts";

/**
 * Units of one name, which gardener-node-agent merges: OSC-V-41 warns of two in one list, OSC-V-42 refuses two drop-ins of
 * one name in what they are merged to. Only names that some unit under review has are looked at.
 * Source: OperatingSystemConfig contract, section 2.4.
 */
export function unitRepeatFindings(osc: OperatingSystemConfig, asked: readonly Listed<Unit>[]): readonly Finding[] {
  const names = new Set(asked.map(({ element }) => element.name ?? ""));
  names.delete("");
  const concerned = unitsWith(osc, ({ name = "" }) => names.has(name));
  return [...repeatedUnits(concerned), ...repeatedDropIns(concerned)];
}

function repeatedUnits(units: readonly Listed<Unit>[]): readonly Finding[] {
  const seen = new Set<string>();
  return units.flatMap(({ element: { name = "" }, path, isExtension }) => {
    // The OS extension adds drop-ins to units of the spec under their names, which is as it should be.
    const place = `${isExtension ? "status" : "spec"} ${name}`;
    if (!seen.has(place)) {
      seen.add(place);
      return [];
    }
    const detail = "gardener-node-agent merges units of one name; write them as one";
    return [finding("OSC-V-41", duplicate(at(path, "name"), name, detail), name)];
  });
}

function repeatedDropIns(units: readonly Listed<Unit>[]): readonly Finding[] {
  const seen = new Map<string, Set<string>>();
  return units.flatMap(({ element: { name: unit = "", dropIns }, path }) => {
    const names = seen.get(unit) ?? new Set();
    seen.set(unit, names);
    return dropIns.flatMap(({ name = "" }, index) => {
      if (name === "" || !names.has(name)) {
        names.add(name);
        return [];
      }
      const detail = "the unit has a drop-in of this name already, and one would overwrite the other; rename it";
      return [finding("OSC-V-42", duplicate(at(path, "dropIns", index, "name"), name, detail), unit, name)];
    });
  });
}
