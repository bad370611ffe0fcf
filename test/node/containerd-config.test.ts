import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ConfigVersion } from "../../src/domain/containerd/default-configs.ts";
import type { CriConfig } from "../../src/domain/osc/types.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { configFile, mutatedCriConfig, settingsInForce, startDaemon } from "./containerd-config.ts";
import { describePart } from "./describe-part.ts";
import type { NodePart } from "./parts.ts";

const V2 = 'plugins."io.containerd.grpc.v1.cri"';
const IMAGES = 'plugins."io.containerd.cri.v1.images"';
const RUNTIME = 'plugins."io.containerd.cri.v1.runtime"';

/** Which containerd reads a file of which version, and where it has its settings then. */
const NODES: readonly {
  readonly part: NodePart;
  readonly version: string;
  readonly file: ConfigVersion;
  readonly images: string;
  readonly runtime: string;
  readonly sandboxImage: string;
}[] = [
  { part: "containerd-1", version: "1.6.20", file: 2, images: V2, runtime: V2, sandboxImage: `${V2}.sandbox_image` },
  ...([2, 3, 4] as const).map((file) => ({
    part: "containerd-2" as const,
    version: "2.4.2",
    file,
    images: IMAGES,
    runtime: RUNTIME,
    sandboxImage: `${IMAGES}.pinned_images.sandbox`,
  })),
];

/** Where `snapshotter` and its like are for images: in version 2 beside the runtimes. */
function imageTable(images: string): string {
  return images === V2 ? `${V2}.containerd` : images;
}

for (const { part, version, file, images, runtime, sandboxImage } of NODES) {
  describePart(part, `containerd ${version} with a config.toml of version ${file}`, (containerd) => {
    const settings = (files: readonly string[]) =>
      settingsInForce(containerd, configFile(file, mutatedCriConfig(files), version));

    it("has the managed settings in force", async () => {
      const inForce = await settings(["p07-sandbox-image.yaml"]);
      expect(inForce.get(`${images}.registry.config_path`)).toBe('"/etc/containerd/certs.d"');
      expect(inForce.get(sandboxImage)).toBe('"mirror.corp.example/k8s/pause:3.10"');
      expect(inForce.get(`${runtime}.containerd.runtimes.runc.options.SystemdCgroup`)).toBe("true");
    });

    it("has another runtime in force, with its options and as the default", async () => {
      const inForce = await settings(["p05-nvidia-default.yaml"]);
      const nvidia = `${runtime}.containerd.runtimes.nvidia`;
      expect(inForce.get(`${nvidia}.runtime_type`)).toBe('"io.containerd.runc.v2"');
      expect(inForce.get(`${nvidia}.options.BinaryName`)).toBe('"/usr/bin/nvidia-container-runtime"');
      expect(inForce.get(`${nvidia}.options.SystemdCgroup`)).toBe("true");
      expect(inForce.get(`${runtime}.containerd.default_runtime_name`)).toBe('"nvidia"');
      expect(inForce.get(`${runtime}.containerd.runtimes.runc.options.SystemdCgroup`)).toBe("true");
    });

    it("has the sandboxed runtimes in force", async () => {
      const inForce = await settings(["p06-sandboxed-runtimes.yaml"]);
      expect(inForce.get(`${runtime}.containerd.runtimes.runsc.runtime_type`)).toBe('"io.containerd.runsc.v1"');
      expect(inForce.get(`${runtime}.containerd.runtimes.kata.runtime_type`)).toBe('"io.containerd.kata.v2"');
    });

    it("has the settings in force that the two generations keep in different places", async () => {
      const inForce = await settings(["p08-discard-unpacked-layers.yaml", "p10-device-ownership.yaml"]);
      expect(inForce.get(`${imageTable(images)}.discard_unpacked_layers`)).toBe("true");
      expect(inForce.get(`${runtime}.device_ownership_from_security_context`)).toBe("true");
    });
  });
}

describePart(
  "containerd-2",
  "a drop-in for containerd 2, in the folder that gardener-node-agent names",
  (containerd) => {
    it.each([2, 3, 4] as const)("is merged into a config.toml of version %s", async (file) => {
      const directory = join(await temporaryDirectory(), "conf.d");
      await mkdir(directory);
      const text = "version = 3\n[plugins.'io.containerd.cri.v1.images']\n  max_concurrent_downloads = 8\n";
      await writeFile(join(directory, "50-pull.toml"), text);
      const config = configFile(file, mutatedCriConfig([]), "2.4.2");
      expect(config).toContain('imports = ["/etc/containerd/conf.d/*.toml"]');
      const inForce = await settingsInForce(containerd, config.replace("/etc/containerd/conf.d", directory));
      expect(inForce.get(`${IMAGES}.max_concurrent_downloads`)).toBe("8");
      expect(inForce.get(`${IMAGES}.registry.config_path`)).toBe('"/etc/containerd/certs.d"');
      expect(inForce.get(`${RUNTIME}.containerd.runtimes.runc.options.SystemdCgroup`)).toBe("true");
    });
  },
);

/** The criConfig of an OSC that got past us, with these plugin values in the CRI plugin. */
function criConfigWith(path: readonly string[], values: object): CriConfig {
  const plugins = [{ op: undefined, path, values }];
  return {
    name: "containerd",
    cgroupDriver: "systemd",
    containerd: { sandboxImage: "registry.k8s.io/pause:3.10", registries: [], plugins },
  };
}

for (const { part, version, file, images } of NODES.filter((node) => node.file !== 3)) {
  describePart(part, `a daemon of containerd ${version} with a config.toml of version ${file}`, (containerd) => {
    const plugin = file === 2 ? "io.containerd.grpc.v1.cri" : "io.containerd.cri.v1.images";
    const start = (criConfig: CriConfig | undefined) => startDaemon(containerd, configFile(file, criConfig, version));

    it("starts with what the examples make of an OSC", async () => {
      const files = ["p05-nvidia-default.yaml", "p08-discard-unpacked-layers.yaml", "p10-device-ownership.yaml"];
      expect((await start(mutatedCriConfig(files))).state).toBe("serving");
    });

    it("does not start with an integer in the values of a plugin (OSC-V-30)", async () => {
      const daemon = await start(criConfigWith([plugin], { max_concurrent_downloads: 6 }));
      expect(daemon.state).toBe("ended");
      expect(daemon.log, images).toMatch(/max_?concurrent_?downloads|float|incompatible/i);
    });

    it("does not start with a table in the place of a scalar (OSC-V-33)", async () => {
      const daemon = await start(criConfigWith([plugin, "max_concurrent_downloads"], { value: "6" }));
      expect(daemon.state).toBe("ended");
    });
  });
}
