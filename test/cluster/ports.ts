import { createServer } from "node:net";

/**
 * A loopback TCP port that was free a moment ago. Another process may take it
 * before it is used, which callers meet by trying again.
 */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) {
    throw new Error("no free loopback port");
  }
  return port;
}

/** Several different free loopback ports, see {@link freePort}. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(servers.map((server) => listen(server)));
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") {
        reject(new Error("the server has no port"));
      } else {
        resolve(address.port);
      }
    });
  });
}
