import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { argv } from "node:process";

/**
 * The floor of the benchmark: the least an admission webhook in Node can do. It reads the body, parses the JSON and says
 * yes. Arguments: port, directory with tls.crt and tls.key.
 */
const [port = "0", certificates = "."] = argv.slice(2);

const server = createServer(
  {
    cert: readFileSync(join(certificates, "tls.crt")),
    key: readFileSync(join(certificates, "tls.key")),
    keepAliveTimeout: 120_000,
  },
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { request: { uid: string } };
      const body = JSON.stringify({
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid: review.request.uid, allowed: true },
      });
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  },
);
server.listen(Number(port), "127.0.0.1");
