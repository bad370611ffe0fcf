import { defineConfig } from "vitest/config";

/**
 * Three suites: `unit` needs nothing but Node; `node` shows programs of a node what they would get, `cluster` runs against
 * a real kube-apiserver. What the latter two need is built on first use.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/cluster/**", "test/node/**"],
          setupFiles: ["test/support/fail-on-console.ts"],
          // Law tests take seconds, and several times that on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/node/**/*.test.ts"],
          globalSetup: ["test/node/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.ts"],
          globalSetup: ["test/cluster/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
