import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { RunSettings, Trace } from "../../src/kernel/trace/trace.ts";
import { traceLines } from "../../src/kernel/trace/trace-write.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

/** Stands in files outside of the project, and in nothing that a command says or writes. */
export const secret = "SECRET-OF-THE-MACHINE";
/** What code outside of the project says when it is executed. */
export const executed = "EXECUTED-OUTSIDE";
/** Clears a screen, and turns the direction of what follows. */
export const escape = "\u001B[2J\u202E";

const plain: RunSettings = { stepsPerRun: 5, latencyUsMax: 10 };

/** A checkout that somebody hostile wrote, beside a folder that is none of its business. */
export class HostileCheckout {
  readonly project: TempProject;
  /** The folder outside. */
  readonly outside: string;

  constructor() {
    this.outside = mkdtempSync(path.join(tmpdir(), "gauntlet-outside-"));
    onTestFinished(() => rmSync(this.outside, { recursive: true, force: true }));
    this.put("secret.txt", secret);
    this.put("evil.chaos.ts", `throw new Error("${executed}");\n`);
    this.put("evil.mjs", `throw new Error("${executed}");\nexport const run = () => 1;\n`);
    this.put("contract.toml", `name = "${secret}"\nsurprise = 1\n`);
    this.project = new TempProject({
      // Honest code of the project: it writes where it likes, which is simulated in a run.
      "writes.chaos.ts": `
        import { writeFileSync } from "node:fs";
        import { simulation } from "gauntlet";
        export default simulation({
          name: "writes",
          run: () => writeFileSync(${JSON.stringify(this.at("touched-by-run"))}, "x"),
        });`,
      "starts.scenario.yaml": `version: 1
name: starts
steps:
  - { type: proc_spawn, cmd: touch, args: [${JSON.stringify(this.at("touched-by-step"))}] }
`,
    });
  }

  /** A path outside. */
  at(name: string): string {
    return path.join(this.outside, name);
  }

  /** Puts a file outside. */
  put(name: string, text: string): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  /** Puts a link into the project that leads somewhere outside. */
  link(name: string, target: string): void {
    mkdirSync(path.dirname(this.project.path(name)), { recursive: true });
    symlinkSync(this.at(target), this.project.path(name));
  }

  /** Puts a trace with a whole chain and digest into the project. */
  trace(name: string, file: string, settings: Partial<RunSettings> = {}): void {
    this.project.write(name, `${[...traceLines(traceOf(file, settings))].join("\n")}\n`);
  }

  /** Writes a trace of the project anew with other settings, as an edited regression has them. */
  async edit(from: string, name: string, settings: Partial<RunSettings>): Promise<void> {
    const { header, ...rest } = await readTrace(this.project.path(from));
    const edited = { ...header, settings: { ...header.settings, ...settings } };
    const lines = [...traceLines({ ...rest, header: edited })];
    this.project.write(name, `${lines.join("\n")}\n`);
  }

  /** Everything outside, to compare. */
  seen(): Readonly<Record<string, string>> {
    return Object.fromEntries(below(this.outside).map((file) => [file, contentOf(file)]));
  }

  /** Everything that lies in the project as a file of its own, to look for secrets. */
  written(): string {
    const files = below(this.project.root).filter((file) => !file.includes("node_modules"));
    const own = files.filter((file) => lstatSync(file).isFile());
    return own.map((file) => readFileSync(file, "latin1")).join("\n");
  }
}

// --- inside ---

function traceOf(file: string, settings: Partial<RunSettings>): Trace {
  const key = "../../../../escaped";
  const subject = { name: `w$(touch x)${escape}`, file, exportName: "default", digest: "" };
  const identity = { error: "E", message: escape, frame: "", property: "", key };
  return {
    header: {
      format: "gauntlet-trace",
      version: 1,
      seed: 1,
      runIndex: 0,
      subject,
      settings: { ...plain, ...settings },
      versions: { node: escape },
      tiers: {},
    },
    decisions: [],
    events: [{ kind: "note", atUs: 0, name: escape }],
    verdict: { kind: "broken", because: escape, identity },
  };
}

function below(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? [place, ...below(place)] : [place];
  });
}

function contentOf(file: string): string {
  const found = lstatSync(file);
  if (found.isSymbolicLink()) return `-> ${readlinkSync(file)}`;
  return found.isFile() ? readFileSync(file, "latin1") : "";
}
