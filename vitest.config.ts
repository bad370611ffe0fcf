import { defineConfig } from "vitest/config";

/** Two suites: `unit` needs nothing but Node; `cluster` runs against a real kube-apiserver and is built on first use. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/cluster/**"],
          setupFiles: ["test/support/fail-on-console.ts"],
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
