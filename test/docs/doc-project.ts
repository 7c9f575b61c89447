import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const repository: string = fileURLToPath(new URL("../..", import.meta.url));

/** What a command did. */
export interface Ran {
  readonly output: string;
  readonly exitCode: number;
}

/** A project as a reader of the docs would have it: Gauntlet and test runners installed. */
export class DocProject {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes a project, `empty` or a copy of a folder of the repository. */
  static async create(from: string): Promise<DocProject> {
    const project = new DocProject(await mkdtemp(path.join(tmpdir(), "gauntlet-docs-")));
    if (from === "empty") await project.write("package.json", '{ "type": "module" }\n');
    else {
      const root = path.join(repository, from);
      // A fixed twin may be the project itself, but is no part of the example around it.
      const filter = (source: string): boolean => source === root || isSource(source);
      await cp(root, project.folder, { recursive: true, filter });
    }
    await project.#install();
    return project;
  }

  async write(file: string, text: string): Promise<void> {
    const target = path.join(this.folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }

  /** Runs a line of shell; `npx` runs what is installed here. */
  run(command: string): Promise<Ran> {
    const bin = path.join(this.folder, "node_modules", ".bin");
    const env = {
      PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`,
      HOME: process.env["HOME"],
      NO_COLOR: "1",
    };
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env, timeout: commandMsMax };
      execFile("sh", ["-c", `${command} 2>&1`], options, (error, output) => {
        const code = error === null ? 0 : error.code;
        const exitCode = typeof code === "number" ? code : -1;
        resolve({ output: output.replaceAll(progressLine, ""), exitCode });
      });
    });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #install(): Promise<void> {
    const modules = path.join(this.folder, "node_modules");
    await mkdir(path.join(modules, ".bin"), { recursive: true });
    await symlink(repository, path.join(modules, "gauntlet"));
    for (const name of installed) {
      const from = path.join(repository, "node_modules", name);
      if (existsSync(from)) await symlink(from, path.join(modules, name));
    }
    const npx = path.join(modules, ".bin", "npx");
    await writeFile(npx, npxScript);
    await chmod(npx, 0o755);
  }
}

// --- inside ---

/**
 * A slow machine says in between how far it is and what it has proven; how often, and whether the
 * proof comes before the end of the search, depends on the machine alone.
 */
const progressLine = new RegExp(
  [
    /^[\d.]+ (?:ms|s|min).* (?:findings?|conversations)(?: {3}.*)?\n/,
    /^\d+ of \d+ scenarios\n/,
    /^found: .* {3}proven after .*\n/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gmu",
);

/** Ends what hangs; a machine that is busy takes many times as long as one that is not. */
const commandMsMax = 240_000;
const runners = ["fast-check", "vitest", "jest", "nanoid", "p-queue", "typescript", "@types"];
/** What the agents of the examples are made of. */
const agentKits = ["openai", "@anthropic-ai", "@modelcontextprotocol", "zod"];
const installed = [...runners, ...agentKits];

/** The real npx would look for newer versions on the network. */
const npxScript = `#!/bin/sh
name=$1
shift
case $name in
  gauntlet) exec node "${repository}/dist/cli/main.js" "$@" ;;
  vitest) exec node "${repository}/node_modules/vitest/vitest.mjs" "$@" ;;
  jest) exec node "${repository}/node_modules/jest/bin/jest.js" "$@" ;;
  tsc) exec node "${repository}/node_modules/typescript/bin/tsc" "$@" ;;
esac
echo "npx: $name is not installed" && exit 127
`;

function isSource(source: string): boolean {
  return !["fixed", ".gauntlet", "node_modules"].includes(path.basename(source));
}
