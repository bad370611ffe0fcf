import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { makeCertificate } from "../support/certificate-files.ts";

/** A registry on loopback that has every image, or none. */
export interface TestRegistry {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly url: string;
  /** What it was asked for, as `path?query`, in order. */
  readonly requests: readonly string[];
  /** The digest that it gives to all images; no two registries have the same. */
  readonly digest: string;
  /** The authority of its certificate; empty without TLS. */
  readonly ca: string;
}

/** What a registry does. */
export interface TestRegistryOptions {
  /** Answers 404 to everything. */
  readonly isEmpty?: boolean;
  readonly isTls?: boolean;
}

/** Starts a registry that ends with the test. */
export async function startRegistry({
  isEmpty = false,
  isTls = false,
}: TestRegistryOptions = {}): Promise<TestRegistry> {
  const requests: string[] = [];
  const manifest = JSON.stringify({ schemaVersion: 2, manifests: [], annotations: { registry: crypto.randomUUID() } });
  const digest = `sha256:${createHash("sha256").update(manifest).digest("hex")}`;
  const answer: RequestListener = (request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(isEmpty ? 404 : 200, {
      "content-type": "application/vnd.oci.image.index.v1+json",
      "content-length": Buffer.byteLength(manifest),
      "docker-content-digest": digest,
    });
    response.end(request.method === "HEAD" ? undefined : manifest);
  };
  const certificate = isTls ? await makeCertificate({ now: Date.now() }) : undefined;
  const server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `${isTls ? "https" : "http"}://${host}`, requests, digest, ca: certificate?.ca ?? "" };
}
