import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KubeconfigError } from "../../src/kube/errors.ts";
import { chooseKubeconfig, type KubeconfigChoice, loadKubeconfig } from "../../src/kube/kubeconfig.ts";
import { kubeconfigText } from "./kubeconfig-files.ts";

const POD = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };

describe("chooses the kubeconfig", () => {
  it.each<[string, string | undefined, Readonly<Record<string, string>>, KubeconfigChoice]>([
    [
      "named by the operator before all",
      "/op",
      { GARDEN_KUBECONFIG: "/garden", KUBECONFIG: "/kube", ...POD },
      { source: "files", files: ["/op"] },
    ],
    [
      "of the garden before that of the shell",
      undefined,
      { GARDEN_KUBECONFIG: "/garden", KUBECONFIG: "/kube", ...POD },
      { source: "files", files: ["/garden"] },
    ],
    [
      "of the shell, a list of files",
      "",
      { GARDEN_KUBECONFIG: "", KUBECONFIG: "/a::/b", ...POD },
      { source: "files", files: ["/a", "/b"] },
    ],
    ["of the pod", undefined, POD, { source: "inCluster", server: "https://10.0.0.1:443" }],
    [
      "of the pod, with an IPv6 address",
      undefined,
      { ...POD, KUBERNETES_SERVICE_HOST: "fd00::1" },
      { source: "inCluster", server: "https://[fd00::1]:443" },
    ],
  ])("%s", (_name, explicit, env, expected) => {
    expect(chooseKubeconfig(explicit, env)).toEqual(expected);
  });

  it("or says that there is none", () => {
    expect(() => chooseKubeconfig(undefined, { KUBECONFIG: ":" })).toThrow(KubeconfigError);
  });
});

describe("loads the kubeconfig", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "kubeconfig-"));
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  async function file(name: string, text: string): Promise<string> {
    await writeFile(join(root, name), text);
    return join(root, name);
  }

  it("reading the token from its file, relative to the kubeconfig, before a written one", async () => {
    const path = await file("config", kubeconfigText("https://garden.example", { token: "old", tokenFile: "t/token" }));
    await mkdir(join(root, "t"));
    await file("t/token", "fresh\n");
    const config = await loadKubeconfig({ source: "files", files: [path] });
    const options: { headers?: Record<string, string> } = {};
    await config.applyToHTTPSOptions(options);
    expect(options.headers?.["Authorization"]).toBe("Bearer fresh\n");
  });

  it("merging several files, of which some may be missing, the first one winning", async () => {
    const first = await file("first", kubeconfigText("https://one.example"));
    const second = await file("second", kubeconfigText("https://two.example"));
    const config = await loadKubeconfig({ source: "files", files: [join(root, "gone"), first, second] });
    expect(config.getCurrentCluster()?.server).toBe("https://one.example");
  });

  it("of a pod", async () => {
    const config = await loadKubeconfig({ source: "inCluster", server: "https://10.0.0.1:443" });
    expect(config.getCurrentCluster()).toMatchObject({
      server: "https://10.0.0.1:443",
      caFile: "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt",
    });
  });

  it.each<[string, string | undefined, RegExp]>([
    ["is missing", undefined, /^kubeconfig .*\/config cannot be read: ENOENT/],
    ["is empty", "", /^kubeconfig .*\/config is malformed: /],
    ["is not YAML", "{", /^kubeconfig .*\/config is malformed: /],
    ["has no server", '{"clusters":[{"name":"c","cluster":{}}]}', /clusters\[0\]\.cluster\.server is missing/],
    ["has no current context", "apiVersion: v1\nkind: Config\n", /\/config: the current context is missing/],
  ])("or says why not when it %s", async (_name, text, expected) => {
    const path = join(root, "config");
    if (text !== undefined) {
      await file("config", text);
    }
    const loading = loadKubeconfig({ source: "files", files: [path] });
    await expect(loading).rejects.toThrow(expected);
    await expect(loading).rejects.toBeInstanceOf(KubeconfigError);
  });

  it("or says that none of several exists", async () => {
    const files = [join(root, "a"), join(root, "b")];
    await expect(loadKubeconfig({ source: "files", files })).rejects.toThrow(
      /^no kubeconfig: none of .*a, .*b exists$/,
    );
  });
});
