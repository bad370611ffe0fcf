// Loaded into servers under test with `node --import`: the process ends when its
// standard input closes, which the kernel does however the test process dies.
import process from "node:process";

process.stdin.on("end", () => process.exit(1));
process.stdin.on("error", () => process.exit(1));
process.stdin.resume();
// Waiting for that end alone keeps no server running. A pipe is a socket, a terminal too.
if ("unref" in process.stdin) {
  process.stdin.unref();
}
