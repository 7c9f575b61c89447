import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { addFileFlags, type ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import { folderOf } from "../verb.ts";

interface ImportFlags extends ReadFlags {
  readonly output: string;
  readonly force?: boolean;
}

/** Adds `agent import`: takes over a flakestorm.yaml. */
export function addImport(agent: Command, io: Io): void {
  addFileFlags(
    agent
      .command("import")
      .summary("take over a flakestorm.yaml, and say what never did anything there")
      .argument("<file>", "the flakestorm.yaml")
      .option("--output <file>", "the configuration to write", "gauntlet.toml")
      .option("--force", "replace a file that is there"),
  ).action((file: string, flags: ImportFlags) => takeOver(file, flags, io));
}

// --- inside ---

async function takeOver(file: string, flags: ImportFlags, io: Io): Promise<void> {
  const { importFlakestorm } = await import("../../engines/agents/index.ts");
  const cwd = folderOf(flags, io);
  const { toml, warnings } = await importFlakestorm(
    await textOf(path.resolve(cwd, file), file),
    file,
  );
  const target = path.resolve(cwd, flags.output);
  await refuseOutside(target, cwd, flags);
  await writeWhole(target, toml);
  const told = warnings.map(({ key, what }) => `warning: ${key}: ${what}`);
  sayDocument(io, flags, {
    command: "agent import",
    text: [`wrote    ${flags.output}`, ...told].join("\n"),
    data: { artifacts: [flags.output], warnings },
    verdict: "held",
  });
}

async function textOf(file: string, shown: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new GauntletError({
      code: "A069",
      what: `\`${shown}\` cannot be read`,
      where: shown,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "name the flakestorm.yaml to take over",
    });
  }
}

async function refuseOutside(target: string, cwd: string, flags: ImportFlags): Promise<void> {
  const isOutside = path.relative(cwd, target).startsWith("..");
  const isTaken = await readFile(target).then(
    () => true,
    () => false,
  );
  if (!isOutside && (!isTaken || flags.force === true)) return;
  throw new GauntletError({
    code: "A069",
    what: isOutside
      ? `\`${flags.output}\` is outside the project`
      : `there is a \`${flags.output}\``,
    where: `--output ${flags.output}`,
    help: isOutside ? "name a file inside the project" : "add `--force` to replace it",
  });
}
