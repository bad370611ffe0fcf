import { describe, expect, it } from "vitest";
import { bootstrapFindings } from "../../../src/domain/osc/bootstrap-rules.ts";
import { cgroupFindings } from "../../../src/domain/osc/cgroup-rules.ts";
import { fileFindings } from "../../../src/domain/osc/file-rules.ts";
import type { OscReview } from "../../../src/domain/osc/review.ts";
import { sizeFindings } from "../../../src/domain/osc/size-rules.ts";
import { unitFindings } from "../../../src/domain/osc/unit-rules.ts";
import { updateFindings } from "../../../src/domain/osc/update-rules.ts";
import { renderUserData } from "../../../src/domain/rendering/user-data.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import { clearTextFile, oscView, plainFile, provisionOsc, reconcileOsc, reviewOf } from "../../support/osc-builders.ts";

const RULES = [unitFindings, fileFindings, bootstrapFindings, updateFindings, sizeFindings];
const COUNT = 5000;

function count(object: RawObject): number {
  return RULES.reduce((sum, rule) => sum + rule(reviewOf(object, object)).length, 0);
}

function times<T>(length: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length }, (_, index) => make(index));
}

/** What would take minutes if it were compared pair by pair, or with a pattern that goes back and forth. */
describe("takes its time only once", () => {
  it("for files of one path", () => {
    const files = times(COUNT, (index) => plainFile("/etc/a", "a", { hostName: `h${index % 2500}` }));
    expect(count(reconcileOsc({ files, units: [] }, { name: "other" }))).toBe(2500);
  });

  it("for runtimes that stray from the cgroup driver", () => {
    const plugins = times(COUNT, (index) => ({
      path: ["io.containerd.grpc.v1.cri", "containerd", "runtimes", `r${index}`],
      values: { runtime_type: "io.containerd.runc.v2" },
    }));
    const containerd = { sandboxImage: "pause:1", plugins };
    const object = reconcileOsc({ criConfig: { name: "containerd", cgroupDriver: "systemd", containerd } });
    let reads = 0;
    const { osc, ...rest } = reviewOf(object);
    const counted = osc.spec.criConfig?.containerd?.plugins.map((plugin) => ({
      ...plugin,
      get path() {
        reads += 1;
        return plugin.path;
      },
    }));
    const criConfig = { ...osc.spec.criConfig, containerd: { ...osc.spec.criConfig?.containerd, plugins: counted } };
    const review = { ...rest, osc: { ...osc, spec: { ...osc.spec, criConfig } } } as OscReview;
    expect(cgroupFindings(review)).toHaveLength(COUNT);
    expect(reads).toBeLessThan(100 * COUNT);
  });

  it("for units and drop-ins of one name", () => {
    const dropIns = [{ name: "a.conf", content: "a" }];
    const filePaths = ["/nowhere"];
    const units = times(COUNT, () => ({ name: "a.service", dropIns, filePaths }));
    expect(count(reconcileOsc({ units, files: [] }, { name: "other" }))).toBe(3 * COUNT - 2);
  });

  it("for texts that almost fit", () => {
    const long = `${"a-".repeat(200_000)}!`;
    const files = [plainFile(`/${long}`, long, { hostName: long }), clearTextFile("/a", "\nEOFF".repeat(100_000))];
    const object = reconcileOsc({ files, units: [{ name: `${long}.service` }] }, { name: "other" });
    const rules = RULES.flatMap((rule) => rule(reviewOf(object))).map(({ rule }) => rule);
    expect(rules).toEqual(["OSC-V-37", "OSC-V-45", "OSC-V-49", "OSC-V-57", "OSC-V-61"]);
  });

  it("for clear text that is full of delimiters", () => {
    const lines = times(50_000, (index) => `EOF${index === 0 ? "" : index}`).join("\n");
    const boundaries = times(50_000, (index) => `==BOUNDARY${index === 0 ? "" : index}`).join("");
    const files = [clearTextFile("/a", lines), clearTextFile("/b", `${boundaries}${"=".repeat(100_000)}`)];
    const message = renderUserData(oscView(provisionOsc({ type: "memoryone-chost", files })));
    expect(message).toContain('cat << EOF50000 > "/a"');
  });

  it("for plugin values that are nested deeper than the call stack, as far as they are only measured", () => {
    const values = JSON.parse(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`);
    const containerd = { sandboxImage: "a", plugins: [{ path: ["a"], values }] };
    const object = reconcileOsc({ criConfig: { name: "containerd", containerd } });
    const deleted = {
      ...object,
      metadata: { ...(object["metadata"] as RawObject), deletionTimestamp: "2026-10-31T00:00:00Z" },
    };
    expect(updateFindings(reviewOf(deleted, object))).toEqual([]);
  });

  it("for names of members of objects", () => {
    const names = ["__proto__", "constructor", "toString"];
    const files = names.map((name) => plainFile(name, "a", { hostName: name }));
    const units = names.map((name) => ({ name, command: name, filePaths: [name], dropIns: [{ name, content: "a" }] }));
    expect(count(reconcileOsc({ files, units }, { name: "other" }))).toBe(14);
  });
});
