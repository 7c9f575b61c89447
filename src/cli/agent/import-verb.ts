import { readFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { sayDocument } from "../say-document.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { folderOf } from "../verb.ts";

type ImportFlags = FlagsOf<"agent import">;

/** `agent import`: takes over a flakestorm.yaml. */
export async function importAgent({
  words: [file],
  flags,
  io,
}: VerbCall<"agent import">): Promise<number> {
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
  return sayDocument(io, flags, {
    command: "agent import",
    text: [`wrote    ${flags.output}`, ...told].join("\n"),
    data: { artifacts: [flags.output], warnings },
    verdict: "held",
  });
}

// --- inside ---

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
