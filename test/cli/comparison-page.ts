import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "../..");

/** A command that a page shows, and what of its output. */
export interface ShownCommand {
  /** As it stands on the page. */
  readonly command: string;
  /** Its exit code, which a comment names where it is not 0. */
  readonly code: number;
  /** Lines of its output, in order; the page may leave others out. */
  readonly shown: readonly string[];
}

/** A block of one command, and the block with its output behind it. */
const BLOCKS = /```sh\n(npm run [^\n]+)\n(?:# exit code (\d+)\n)?```\n\n```text\n([\s\S]*?)\n```/g;

/** The commands of a page in Markdown that have their output behind them. */
export function commandsOf(page: string): readonly ShownCommand[] {
  return [...page.matchAll(BLOCKS)].map(([, command = "", code = "0", output = ""]) => ({
    command,
    code: Number(code),
    shown: output.split("\n").filter((line) => line !== "" && line !== "…"),
  }));
}

/** The arguments of a command, for gardengate. */
export function argumentsOf({ command }: ShownCommand): readonly string[] {
  return command.split(" -- ")[1]?.split(" ") ?? [];
}

/** Runs a command of a page as its reader does, in the root of the repository; standard error counts as output. */
export function runShown(shown: ShownCommand): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, NO_COLOR: "1" } };
    execFile(process.execPath, ["src/main.ts", ...argumentsOf(shown)], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}
