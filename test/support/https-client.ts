import { Agent, request } from "node:https";
import { connect as tcpConnect } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

/** What a server answered over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Port of the client, by which connections are told apart. */
  readonly clientPort: number;
  /** Serial number of the server's certificate. */
  readonly serial: string;
}

/** Where and how to send. */
export interface WireOptions {
  readonly port: number;
  readonly ca: string;
  readonly agent?: Agent;
  readonly headers?: Record<string, string | number>;
  readonly timeout?: string;
}

/** An agent that keeps connections, closed with the test. */
export function keepAliveAgent(maxSockets = 8): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets });
  onTestFinished(() => agent.destroy());
  return agent;
}

/** Posts a body to the path of shoots over TLS. */
export function postOverTls(body: string, options: WireOptions): Promise<WireAnswer> {
  const { port, ca, agent, headers, timeout = "10s" } = options;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        ca,
        agent: agent ?? false,
        method: "POST",
        path: `/validate/shoots?timeout=${timeout}`,
        headers: { "content-type": "application/json", ...(headers ?? { "content-length": Buffer.byteLength(body) }) },
      },
      (response) => {
        const socket = response.socket as TLSSocket;
        const [clientPort, serial] = [socket.localPort ?? 0, socket.getPeerCertificate().serialNumber];
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, clientPort, serial });
        });
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

/** Opens a TLS connection; rejects if the handshake fails. Closed with the test. */
export function openTls(port: number, options: object): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ...options });
    onTestFinished(() => void socket.destroy());
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Collects what a socket receives until the other side, or `isEnough`, ends it. */
export function received(socket: TLSSocket, isEnough: (text: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (isEnough(text)) {
        resolve(text);
      }
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
}

/** Tells whether a TCP port accepts connections. */
export function isAccepting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = tcpConnect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
