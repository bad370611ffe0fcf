import { describe, expect, it } from "vitest";
import { bootstrapFindings } from "../../../src/domain/osc/bootstrap-rules.ts";
import type { RawObject } from "../../../src/wire/admission-review.ts";
import {
  clearTextFile,
  imageFile,
  inlineFile,
  mutationReviewOf,
  oscLines,
  plainFile,
  provisionOsc,
  reconcileOsc,
  reviewOf,
} from "../../support/osc-builders.ts";

const FOLDER = "/var/lib/gardener-node-agent";

/** An OSC of another writer than gardenlet, of which nothing is required. */
const GARDENADM = { name: "gardenadm-cp" };

function found(object: RawObject): readonly string[] {
  return oscLines(bootstrapFindings(reviewOf(object)));
}

function provisioned(...files: readonly RawObject[]): readonly string[] {
  return found(provisionOsc({ files }, GARDENADM));
}

function reconciled(...files: readonly RawObject[]): readonly string[] {
  return found(reconcileOsc({ files }, { name: "other" }));
}

it("has nothing against what gardenlet writes", () => {
  expect(found(provisionOsc())).toEqual([]);
  expect(found(reconcileOsc())).toEqual([]);
});

describe("OSC-V-56: placeholders", () => {
  const line = "OSC-V-56 spec.files[0].content.transmitUnencoded Invalid";
  const unencoded = (encoding: string, data: string, transmitUnencoded: unknown) => ({
    path: "/a",
    content: { inline: { encoding, data }, transmitUnencoded },
  });

  it.each(["<<BOOTSTRAP_TOKEN>>", "<<MACHINE_NAME>>", "name: <<MACHINE_NAME>>\n"])(
    "%j in clear text is found",
    (text) => {
      expect(provisioned(clearTextFile("/a", text))).toEqual([]);
    },
  );

  it.each<[string, RawObject]>([
    ["that is transmitted encoded (row 50)", plainFile("/a", "<<BOOTSTRAP_TOKEN>>")],
    ["in base64 (row 49)", inlineFile("/a", "<<BOOTSTRAP_TOKEN>>")],
    ["inside of base64", inlineFile("/a", "\u00ff a: <<MACHINE_NAME>>")],
    ["with the flag set to false", unencoded("", "<<MACHINE_NAME>>", false)],
  ])("one %s is not", (_, file) => {
    expect(provisioned(file)).toEqual([line]);
  });

  it("one in base64 is not found in spite of the flag", () => {
    const data = Buffer.from("<<MACHINE_NAME>>").toString("base64");
    expect(provisioned(unencoded("b64", data, true))).toEqual([line, line.replace("56", "57")]);
  });

  it.each(["BOOTSTRAP_TOKEN", "<<bootstrap_token>>", "<<BOOTSTRAP TOKEN>>", "%3C%3CMACHINE_NAME%3E%3E"])(
    "%s is none",
    (text) => {
      expect(provisioned(plainFile("/a", text), inlineFile("/b", text))).toEqual([]);
    },
  );

  it("names the placeholder, and does not repeat the content", () => {
    const [finding] = bootstrapFindings(
      reviewOf(provisionOsc({ files: [inlineFile("/a", "<<MACHINE_NAME>>")] }, GARDENADM)),
    );
    expect(finding?.error).not.toHaveProperty("badValue");
    expect(finding?.error.detail).toContain("<<MACHINE_NAME>>");
  });

  it("are none of content that cannot be decoded, or that is not here", () => {
    expect(provisioned(unencoded("b64", "<<MACHINE_NAME>>", false), imageFile("/b", "<<MACHINE_NAME>>"))).toEqual([]);
  });

  it("are looked for in reconcile OSCs and what the OS extension adds as well", () => {
    const status = { extensionFiles: [plainFile("/b", "<<MACHINE_NAME>>")] };
    const object = { ...reconcileOsc({ files: [plainFile("/a", "<<MACHINE_NAME>>")] }, GARDENADM), status };
    expect(found(object)).toEqual([line, "OSC-V-56 status.extensionFiles[0].content.transmitUnencoded Invalid"]);
  });
});

describe("OSC-V-57: what is transmitted unencoded", () => {
  const line = "OSC-V-57 spec.files[0].content.transmitUnencoded Invalid";

  it.each(["hello", 'say "hello"', "it's", "a\n EOF\nEOFF\n", "EOF\r\n", "#!*?"])("%j survives the shell", (text) => {
    expect(provisioned(clearTextFile("/a", text))).toEqual([]);
  });

  it.each(["$HOME", "`id`", "a\\b", "EOF", "a\nEOF\nb", "EOF\n", "\nEOF"])("%j does not (row 51)", (text) => {
    expect(provisioned(clearTextFile("/a", text))).toEqual([line]);
  });

  it.each<[string, RawObject]>([
    ["base64", { inline: { encoding: "b64", data: "YQ==" } }],
    ["a Secret", { secretRef: { name: "s", dataKey: "k" } }],
    ["an image", { imageRef: { image: "i", filePathInImage: "/f" } }],
  ])("cannot come from %s", (_, content) => {
    expect(provisioned({ path: "/a", content: { ...content, transmitUnencoded: true } })).toEqual([line]);
    expect(provisioned({ path: "/a", content: { ...content, transmitUnencoded: false } })).toEqual([]);
  });

  it("is a warning in reconcile OSCs, whatever the content", () => {
    const warning = "OSC-V-57 (Ww) spec.files[0].content.transmitUnencoded Invalid";
    expect(reconciled(clearTextFile("/a", "$HOME"))).toEqual([warning]);
    expect(reconciled(clearTextFile("/a", "hello"))).toEqual([warning]);
    expect(reconciled(plainFile("/a", "$HOME"))).toEqual([]);
  });
});

describe("OSC-V-58: what a machine needs to join", () => {
  const paths = ["credentials/bootstrap-token", "machine-name", "init.sh", "cluster-ca.crt", "config-v1.150.0.yaml"];
  const files = (provisionOsc()["spec"] as { readonly files: readonly RawObject[] }).files;
  const without = (path: string) => files.filter((file) => file["path"] !== `${FOLDER}/${path}`);
  const keys = (object: RawObject) => bootstrapFindings(reviewOf(object)).map(({ rule, key }) => `${rule} ${key}`);

  it.each(paths)("%s is missed (row 53)", (path) => {
    const object = provisionOsc({ files: without(path) });
    const name = path.startsWith("config-") ? "config-*.yaml" : path;
    expect(found(object)).toEqual(["OSC-V-58 spec.files Required"]);
    expect(keys(object)).toEqual([`OSC-V-58 "${FOLDER}/${name}"`]);
  });

  it("its unit is missed", () => {
    expect(found(provisionOsc({ units: [{ name: "other.service" }] }))).toEqual(["OSC-V-58 spec.units Required"]);
  });

  it("everything is missed at once", () => {
    expect(found(provisionOsc({ units: [], files: [] }))).toHaveLength(6);
  });

  it.each<[string, RawObject, number]>([
    ["with a line feed", clearTextFile(`${FOLDER}/machine-name`, "<<MACHINE_NAME>>\n"), 1],
    ["with another text", clearTextFile(`${FOLDER}/machine-name`, "machine-1"), 1],
    ["from a Secret", { path: `${FOLDER}/machine-name`, content: { secretRef: { name: "s", dataKey: "k" } } }, 1],
    ["as it has to be", clearTextFile(`${FOLDER}/machine-name`, "<<MACHINE_NAME>>"), 0],
  ])("the machine's name %s", (_, file, count) => {
    const lines = found(provisionOsc({ files: [...without("machine-name"), file] }));
    expect(lines).toEqual(Array(count).fill("OSC-V-58 spec.files Required"));
  });

  it("a token in base64 is there, and refused for its encoding alone", () => {
    const token = inlineFile(`${FOLDER}/credentials/bootstrap-token`, "<<BOOTSTRAP_TOKEN>>");
    expect(found(provisionOsc({ files: [...without("credentials/bootstrap-token"), token] }))).toEqual([
      "OSC-V-56 spec.files[4].content.transmitUnencoded Invalid",
    ]);
  });

  it.each(["config-.yaml", "config-v0.0.0-master+$Format:%H$.yaml"])("%s is a configuration", (name) => {
    expect(
      found(provisionOsc({ files: [...without("config-v1.150.0.yaml"), plainFile(`${FOLDER}/${name}`, "a")] })),
    ).toEqual([]);
  });

  it.each(["config-a/b.yaml", "config.yaml", "sub/config-a.yaml"])("%s is none", (name) => {
    const object = provisionOsc({ files: [...without("config-v1.150.0.yaml"), plainFile(`${FOLDER}/${name}`, "a")] });
    expect(found(object)).toEqual(["OSC-V-58 spec.files Required"]);
  });

  it.each(["gardenadm-cp", "cloud-config-blue-12345-downloader", "my-gardener-node-agent-blue", ""])(
    "%j is not of gardenlet",
    (name) => {
      expect(found(provisionOsc({ units: [], files: [] }, { name }))).toEqual([]);
    },
  );
});

describe("OSC-V-59: what a node needs to run", () => {
  it("is missed", () => {
    expect(found(reconcileOsc({ units: [], files: [] }))).toEqual([
      "OSC-V-59 spec.units Required",
      "OSC-V-59 spec.units Required",
      "OSC-V-59 spec.files Required",
      "OSC-V-59 spec.files Required",
      "OSC-V-59 spec.files Required",
    ]);
  });

  it("is not looked for in the status", () => {
    const { units, files } = reconcileOsc()["spec"] as { readonly units: RawObject[]; readonly files: RawObject[] };
    const object = reconcileOsc({ units: [], files: [] });
    expect(found({ ...object, status: { extensionUnits: units, extensionFiles: files } })).toHaveLength(5);
  });

  it("is asked of gardenlet alone", () => {
    expect(found(reconcileOsc({ units: [], files: [] }, { name: "other" }))).toEqual([]);
  });

  it("is not known of another purpose", () => {
    expect(found(reconcileOsc({ purpose: "other", units: [], files: [] }))).toEqual([]);
  });
});

describe("of our own mutation", () => {
  const token = `${FOLDER}/credentials/bootstrap-token`;

  function touching(files: readonly RawObject[], touched: readonly number[]): readonly string[] {
    const object = provisionOsc({ files });
    return oscLines(bootstrapFindings(mutationReviewOf(object, object, { files: touched })));
  }

  it("what was missing before is not its fault", () => {
    expect(touching([plainFile("/a", "a")], [0])).toEqual([]);
  });

  it("content is looked at where it was touched", () => {
    const files = [inlineFile(token, "<<BOOTSTRAP_TOKEN>>"), clearTextFile(`${FOLDER}/machine-name`, "other")];
    expect(touching(files, [0])).toEqual(["OSC-V-56 spec.files[0].content.transmitUnencoded Invalid"]);
    expect(touching(files, [1])).toEqual(["OSC-V-58 spec.files Required"]);
    expect(touching(files, [])).toEqual([]);
  });
});
