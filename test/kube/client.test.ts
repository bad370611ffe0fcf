import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import { afterEach, describe, expect, it } from "vitest";
import { type KubeClient, kubeClient } from "../../src/kube/client.ts";
import { kubeconfigText } from "./kubeconfig-files.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function configFor(listener: RequestListener, user: object = {}): Promise<KubeConfig> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const config = new KubeConfig();
  config.loadFromString(kubeconfigText(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, user));
  return config;
}

async function clientFor(listener: RequestListener, idleMs = 5_000): Promise<KubeClient> {
  const config = await configFor(listener);
  return kubeClient({ load: async () => config, idleMs });
}

const NEVER = new AbortController().signal;

describe("a client", () => {
  it("sends path and query as they are, and asks for JSON", async () => {
    const client = await clientFor((request, response) => {
      response.end(
        JSON.stringify({ url: request.url, accept: request.headers.accept, agent: request.headers["user-agent"] }),
      );
    });
    expect(await client.readJson("/apis/x", { limit: "5", continue: "a&b=c" }, NEVER)).toEqual({
      url: "/apis/x?limit=5&continue=a%26b%3Dc",
      accept: "application/json",
      agent: "gardengate",
    });
  });

  it("gives up on a server that says nothing, or stops in the middle", async () => {
    const silent = await clientFor(() => undefined, 20);
    await expect(silent.readJson("/x", {}, NEVER)).rejects.toMatchObject({
      code: "KUBE_TRANSPORT",
      message: "no answer in time",
    });
    const halting = await clientFor((_request, response) => response.write('{"a":'), 20);
    await expect(halting.readJson("/x", {}, NEVER)).rejects.toMatchObject({ code: "KUBE_TRANSPORT" });
  });

  it("keeps a stream open that is quiet", async () => {
    const client = await clientFor((_request, response) => {
      response.write("one\n");
      setTimeout(() => response.end("\ntwo\n"), 60);
    }, 20);
    const heard: string[] = [];
    const handlers = { onOpen: () => heard.push("open"), onLine: (line: string) => heard.push(line) };
    await client.readLines("/x", {}, NEVER, handlers);
    expect(heard).toEqual(["open", "one", "two"]);
  });

  it("passes on what a handler of lines throws, and ends the stream", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const client = await clientFor((request, response) => {
      request.socket.on("close", () => resolve());
      response.write("one\n");
    });
    const onLine = () => {
      throw new RangeError("mine");
    };
    const handlers = { onOpen: () => undefined, onLine };
    await expect(client.readLines("/x", {}, NEVER, handlers)).rejects.toThrow(new RangeError("mine"));
    await closed;
  });

  it("reports a broken stream", async () => {
    const client = await clientFor((_request, response) => {
      response.write("one\n");
      setTimeout(() => response.destroy(), 5);
    });
    const handlers = { onOpen: () => undefined, onLine: () => undefined };
    await expect(client.readLines("/x", {}, NEVER, handlers)).rejects.toMatchObject({ code: "KUBE_TRANSPORT" });
  });

  it("ends at once when it is aborted, even while credentials are made", async () => {
    const client = kubeClient({ load: () => new Promise(() => undefined) });
    const abort = new AbortController();
    const reading = client.readJson("/x", {}, abort.signal);
    abort.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });

  it("loads its credentials again when they are refused, and after a broken connection", async () => {
    let loads = 0;
    const answers: RequestListener[] = [
      (_request, response) => response.writeHead(401).end(),
      (_request, response) => response.end("1"),
      (request) => request.socket.destroy(),
      (_request, response) => response.end("2"),
    ];
    const config = await configFor((request, response) => answers.shift()?.(request, response));
    const client = kubeClient({
      load: async () => {
        loads += 1;
        return config;
      },
    });
    expect(await client.readJson("/x", {}, NEVER)).toBe(1);
    expect(loads).toBe(2);
    await expect(client.readJson("/x", {}, NEVER)).rejects.toMatchObject({ code: "KUBE_TRANSPORT" });
    expect(await client.readJson("/x", {}, NEVER)).toBe(2);
    expect(loads).toBe(3);
  });

  it("recovers when credentials could not be loaded", async () => {
    const config = await configFor((_request, response) => response.end("1"));
    const outcomes = [() => Promise.reject(new Error("no file")), () => Promise.resolve(config)];
    const client = kubeClient({ load: () => outcomes.shift()?.() ?? Promise.reject(new Error("asked too often")) });
    await expect(client.readJson("/x", {}, NEVER)).rejects.toThrow("no file");
    expect(await client.readJson("/x", {}, NEVER)).toBe(1);
  });

  it.each<[string, number, string, object]>([
    ["a Status", 403, '{"reason":"Forbidden","message":"no"}', { status: 403, reason: "Forbidden", message: "no" }],
    ["text", 404, "404 page not found", { status: 404, reason: "", message: "the API server answered 404" }],
    ["a redirection", 302, "", { status: 302, reason: "" }],
    ["the wrong JSON", 500, "null", { status: 500, reason: "" }],
    ["more than anybody wants to read", 500, "x".repeat(1_000_000), { status: 500, reason: "" }],
  ])("understands a failure told as %s", async (_name, status, body, expected) => {
    const client = await clientFor((_request, response) => response.writeHead(status).end(body));
    await expect(client.readJson("/x", {}, NEVER)).rejects.toMatchObject({ code: "KUBE_STATUS", ...expected });
  });
});
