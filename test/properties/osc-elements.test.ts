import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bootstrapFindings } from "../../src/domain/osc/bootstrap-rules.ts";
import { fileFindings } from "../../src/domain/osc/file-rules.ts";
import { base64Bytes } from "../../src/domain/osc/inline-content.ts";
import { nodeSecretBound } from "../../src/domain/osc/node-secret-bound.ts";
import { sizeFindings } from "../../src/domain/osc/size-rules.ts";
import { unitFindings } from "../../src/domain/osc/unit-rules.ts";
import { updateFindings } from "../../src/domain/osc/update-rules.ts";
import { nodeSecretBytes, nodeSecretText } from "../../src/domain/preview/node-secret.ts";
import { renderIgnition } from "../../src/domain/rendering/ignition.ts";
import { renderUserData } from "../../src/domain/rendering/user-data.ts";
import { yamlText } from "../../src/domain/rendering/yaml-text.ts";
import { type Finding, markOf } from "../../src/domain/rules/finding.ts";
import type { RawObject } from "../../src/wire/admission-review.ts";
import {
  mutationReviewOf,
  oscLines,
  oscView,
  plainFile,
  provisionOsc,
  reconcileOsc,
  reviewOf,
} from "../support/osc-builders.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "a", "/etc/a", "a.service", "b.conf"),
);
const optional = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { nil: undefined });

const unit: fc.Arbitrary<RawObject> = fc.record({
  name: optional(text),
  command: optional(fc.constantFrom("start", "stop", "reload")),
  enable: optional(fc.boolean()),
  content: optional(text),
  dropIns: fc.array(fc.record({ name: optional(text), content: optional(text) }), { maxLength: 3 }),
  filePaths: fc.array(text, { maxLength: 2 }),
});

const file: fc.Arbitrary<RawObject> = fc.record({
  path: optional(text),
  permissions: optional(fc.oneof(fc.integer(), fc.double())),
  hostName: optional(fc.constantFrom("a", "b", "A")),
  content: optional(
    fc.record({
      inline: optional(fc.record({ encoding: optional(fc.constantFrom("", "b64", "gzip")), data: optional(text) })),
      secretRef: optional(fc.record({ name: optional(text), dataKey: optional(text) })),
      imageRef: optional(fc.record({ image: optional(text) })),
      transmitUnencoded: optional(fc.boolean()),
    }),
  ),
});

const spec = fc.record({
  type: optional(fc.constantFrom("flatcar", "ubuntu", "memoryone-chost", "gardenlinux")),
  purpose: optional(fc.constantFrom("provision", "reconcile")),
  units: fc.array(unit, { maxLength: 4 }),
  files: fc.array(file, { maxLength: 5 }),
  providerConfig: optional(fc.object({ maxDepth: 2 })),
});

const status = fc.record({
  extensionUnits: fc.array(unit, { maxLength: 2 }),
  extensionFiles: fc.array(file, { maxLength: 2 }),
});

const RULES = [unitFindings, fileFindings, bootstrapFindings, updateFindings, sizeFindings];

describe("any units and files", () => {
  it("are reviewed and rendered without an exception, the same every time", () => {
    fc.assert(
      fc.property(spec, status, (written, extension) => {
        const object = { ...reconcileOsc(written), status: extension };
        const answer = () => RULES.flatMap((rule) => oscLines(rule(reviewOf(object, object))));
        expect(answer()).toEqual(answer());
        expect(renderUserData(oscView(object))).toBe(renderUserData(oscView(object)));
        JSON.parse(renderIgnition(oscView(object)));
      }),
    );
  });

  it("are not told by their index in logical keys: in another order the same mistakes are found", () => {
    const kinds = (findings: readonly Finding[]) => findings.map(({ rule, key }) => `${rule} ${key}`).toSorted();
    const REPEATS = ["OSC-V-41", "OSC-V-42", "OSC-V-50"];
    fc.assert(
      fc.property(spec, (written) => {
        const turned = { ...written, units: written.units.toReversed(), files: written.files.toReversed() };
        const [one, other] = [written, turned].map((each) =>
          [unitFindings, fileFindings]
            .flatMap((rule) => rule(reviewOf(reconcileOsc(each))))
            .filter(({ rule }) => !REPEATS.includes(rule)),
        );
        expect(kinds(one ?? [])).toEqual(kinds(other ?? []));
      }),
    );
  });

  it("are all looked at where our own mutation touched all, and none where it touched none", () => {
    fc.assert(
      fc.property(spec, (written) => {
        const object = reconcileOsc(written);
        const nothing = reconcileOsc({ ...written, units: [], files: [] });
        const all = { files: [...written.files.keys()], units: [...written.units.keys()] };
        for (const rule of [unitFindings, fileFindings]) {
          expect(rule(mutationReviewOf(nothing, object, all))).toEqual(rule(reviewOf(object)));
          expect(rule(mutationReviewOf(object, object, {}))).toEqual([]);
        }
      }),
    );
  });
});

describe("OSC-V-50", () => {
  const hosts = fc.array(fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }), { minLength: 1, maxLength: 6 });

  it("finds something exactly where not all files of a path have hosts that differ", () => {
    fc.assert(
      fc.property(hosts, (names) => {
        const files = names.map((hostName) => plainFile("/etc/a", "a", { hostName }));
        const isFine = names.length === 1 || (!names.includes(undefined) && new Set(names).size === names.length);
        expect(fileFindings(reviewOf(reconcileOsc({ files }))).length === 0).toBe(isFine);
      }),
    );
  });

  it("leaves to Gardener what it finds by comparing with the first file", () => {
    fc.assert(
      fc.property(hosts, (names) => {
        const files = names.map((hostName) => plainFile("/etc/a", "a", { hostName }));
        const [first, ...later] = names;
        const expected = later.flatMap((name, index) =>
          name === undefined || first === undefined || name === first ? [["spec", "files", index + 1, "path"]] : [],
        );
        const findings = fileFindings(reviewOf(reconcileOsc({ files }))).filter((each) => markOf(each) === "G");
        expect(findings.map(({ error }) => error.path)).toEqual(expected);
      }),
    );
  });
});

describe("base64", () => {
  /** As section 4 of RFC 4648 has it, with line breaks left out first. */
  const STRICT = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  const letters = fc.constantFrom(..."AZaz09+/==-_ \r\n\t$\u0141\u00e9\0");

  it("is decoded exactly where it is strict", () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (data) => {
        expect(base64Bytes(data) !== undefined).toBe(STRICT.test(data.replaceAll(/[\r\n]/g, "")));
      }),
      { numRuns: 3000 },
    );
  });

  it("is decoded to what was encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(base64Bytes(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

describe("the size of the Secret for the nodes", () => {
  /** Content in base64 is taken at its word by the bound, so that it has to be some. */
  const honest = file.filter(({ content }) => {
    const { encoding, data } = (content as { inline?: { encoding?: string; data?: string } } | undefined)?.inline ?? {};
    return encoding !== "b64" || base64Bytes(data ?? "") !== undefined;
  });
  const containerd = fc.record({
    sandboxImage: text,
    plugins: fc.array(fc.record({ path: fc.array(text), values: fc.object() }), { maxLength: 2 }),
  });

  it("does not exceed its bound", () => {
    fc.assert(
      fc.property(
        spec,
        fc.array(honest, { maxLength: 4 }),
        containerd,
        fc.array(unit),
        (written, files, config, units) => {
          const criConfig = { name: "containerd", containerd: config };
          const object = { ...reconcileOsc({ ...written, files, criConfig }), status: { extensionUnits: units } };
          const osc = oscView(object);
          expect(nodeSecretBytes(nodeSecretText(osc))).toBeLessThanOrEqual(nodeSecretBound(osc) + 1);
        },
      ),
    );
  });
});

describe("a text as YAML", () => {
  it.each(["1.1", "1.2"] as const)("is read as it was, by readers of version %s", (version) => {
    const anyText = fc.string({
      unit: fc.oneof(
        fc.constantFrom(..." \n\t\r\u0085\u2028#:'\"-"),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(anyText, (written) => {
        const well = written.toWellFormed();
        expect(parse(`- a: ${yamlText(well, "    ")}\n`, { version })).toEqual([{ a: well }]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("user data", () => {
  it("holds every placeholder of clear text as it is, but for Ignition, which has it percent-encoded", () => {
    const token = {
      path: "/a",
      content: { inline: { encoding: "", data: "<<MACHINE_NAME>>" }, transmitUnencoded: true },
    };
    fc.assert(
      fc.property(spec, (written) => {
        const osc = oscView(provisionOsc({ ...written, files: [...written.files, token] }));
        const placeholder = osc.spec.type === "flatcar" ? "%3C%3CMACHINE_NAME%3E%3E" : "<<MACHINE_NAME>>";
        expect(renderUserData(osc)).toContain(placeholder);
      }),
    );
  });
});
