import { afterEach, beforeEach, vi } from "vitest";

/** Tests that print are noisy or wrong: what a program prints goes through a writer that the test hands in. */
beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      throw new Error(`unexpected console.${method}: ${values.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});
