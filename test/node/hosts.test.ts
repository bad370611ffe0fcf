import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { hostsToml } from "../../src/domain/containerd/hosts-toml.ts";
import type { RegistryEntry } from "../../src/domain/policies/types.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { describePart } from "./describe-part.ts";
import { type Run, runProgram } from "./program.ts";
import { startRegistry } from "./registry.ts";

/** An upstream that nobody reaches. */
const UPSTREAM = "registry.invalid";

describePart("containerd-2", "containerd's registry code, given the hosts.toml of an entry", (containerd) => {
  async function resolveImage(image: string, entries: readonly RegistryEntry[], files = {}): Promise<Run> {
    const directory = await temporaryDirectory();
    for (const entry of entries) {
      await write(join(directory, entry.upstream, "hosts.toml"), hostsToml(entry));
    }
    for (const [path, text] of Object.entries<string>(files)) {
      await write(join(directory, path), text);
    }
    return runProgram(containerd, ["resolve", directory, image]);
  }

  it("asks the mirror, and tells it the upstream", async () => {
    const mirror = await startRegistry();
    const entry: RegistryEntry = { upstream: UPSTREAM, server: `https://${UPSTREAM}`, hosts: [{ url: mirror.url }] };
    const resolved = await resolveImage(`${UPSTREAM}/library/app:1.0`, [entry]);
    expect(resolved).toMatchObject({ code: 0, stdout: `${mirror.digest}\n` });
    expect(mirror.requests[0]).toBe(`/v2/library/app/manifests/1.0?ns=${UPSTREAM}`);
  });

  it("asks the hosts in order, and the server last", async () => {
    const [first, second, origin] = [
      await startRegistry({ isEmpty: true }),
      await startRegistry({ isEmpty: true }),
      await startRegistry(),
    ];
    const entry = { upstream: UPSTREAM, server: origin.url, hosts: [{ url: first.url }, { url: second.url }] };
    const resolved = await resolveImage(`${UPSTREAM}/app:1.0`, [entry]);
    expect(resolved).toMatchObject({ code: 0, stdout: `${origin.digest}\n` });
    expect([first, second].map(({ requests }) => requests.length > 0)).toEqual([true, true]);
  });

  it("leaves a URL path as it is with overridePath, and appends /v2 without", async () => {
    const mirror = await startRegistry();
    const hosts = [{ url: `${mirror.url}/v2/dockerhub`, overridePath: true as const }];
    await resolveImage(`${UPSTREAM}/app:1.0`, [{ upstream: UPSTREAM, hosts }]);
    await resolveImage(`${UPSTREAM}/app:1.0`, [{ upstream: UPSTREAM, hosts: [{ url: `${mirror.url}/cache` }] }]);
    expect(mirror.requests).toEqual([
      `/v2/dockerhub/app/manifests/1.0?ns=${UPSTREAM}`,
      `/cache/v2/app/manifests/1.0?ns=${UPSTREAM}`,
    ]);
  });

  it("does not ask a host for tags that may only be pulled from", async () => {
    const [mirror, origin] = [await startRegistry(), await startRegistry()];
    const hosts = [{ url: mirror.url, capabilities: ["pull"] }];
    const resolved = await resolveImage(`${UPSTREAM}/app:1.0`, [{ upstream: UPSTREAM, server: origin.url, hosts }]);
    expect(resolved.stdout).toBe(`${origin.digest}\n`);
    expect(mirror.requests).toEqual([]);
  });

  it("asks the _default mirror for upstreams without a directory, but not for one that is exempted", async () => {
    const [depot, inside] = [await startRegistry(), await startRegistry()];
    const entries = [
      { upstream: "_default", server: depot.url, hosts: [{ url: depot.url }] },
      { upstream: inside.host },
    ];
    const other = await resolveImage(`${UPSTREAM}/app:1.0`, entries);
    const exempted = await resolveImage(`${inside.host}/app:1.0`, entries);
    expect([other.stdout, exempted.stdout]).toEqual([`${depot.digest}\n`, `${inside.digest}\n`]);
  });

  it("trusts a private authority by the file of caCerts, and fails without it", async () => {
    const mirror = await startRegistry({ isTls: true });
    const hosts = [{ url: mirror.url, caCerts: ["ca.pem"] }];
    const files = { [`${UPSTREAM}/ca.pem`]: mirror.ca };
    const trusted = await resolveImage(`${UPSTREAM}/app:1.0`, [{ upstream: UPSTREAM, hosts }], files);
    expect(trusted).toMatchObject({ code: 0, stdout: `${mirror.digest}\n` });
    const missing = await resolveImage(`${UPSTREAM}/app:1.0`, [{ upstream: UPSTREAM, hosts }]);
    expect(missing.code).toBe(1);
  });

  it.each([
    ["two hosts of the same URL (OSC-V-17)", (host: string) => [`http://${host}`, `http://${host}`]],
    ["a URL of another scheme (OSC-V-15)", (host: string) => [`ftp://${host}`]],
    ["a URL with its scheme in capitals (OSC-V-15)", (host: string) => [`HTTP://${host}`]],
  ])("does not get through to a mirror with %s", async (_, urlsOf) => {
    const mirror = await startRegistry();
    const entryOf = (urls: readonly string[]) => ({ upstream: UPSTREAM, hosts: urls.map((url) => ({ url })) });
    const broken = await resolveImage(`${UPSTREAM}/app:1.0`, [entryOf(urlsOf(mirror.host))]);
    expect([broken.code, mirror.requests]).toEqual([1, []]);
    const repaired = await resolveImage(`${UPSTREAM}/app:1.0`, [entryOf([mirror.url])]);
    expect(repaired).toMatchObject({ code: 0, stdout: `${mirror.digest}\n` });
  });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
