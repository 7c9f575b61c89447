import path from "node:path";
import { plainEntries, readCorpusFolder, writePlainInputs } from "../engines/corpus/index.ts";
import { fuzzTargets } from "../engines/fuzz/index.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { amountText } from "../report/index.ts";
import type { SubjectTarget } from "../campaign/settings.ts";
import type { ReadFlags } from "./flags.ts";
import type { Io } from "./io.ts";
import { sayDocument } from "./say-document.ts";
import { targetOf } from "./settings.ts";
import type { ProjectContext } from "./verb.ts";

/** Where and how the verbs about a corpus work. */
export interface PlainSetting {
  readonly flags: ReadFlags;
  readonly io: Io;
  readonly place: ProjectContext;
}

/** Writes the inputs of a fuzz test into a folder, one a file. */
export async function exportInputs(
  folder: string,
  test: string,
  { flags, io, place: { cwd, config } }: PlainSetting,
): Promise<number> {
  const { file, exportName } = await testOf(test, cwd);
  const { subjects } = await readCorpusFolder(config.report.corpusDir);
  const kept = subjects.find(
    ({ subject }) => subject.file === file && subject.exportName === exportName,
  );
  const empty = { lists: [], failures: [], swarm: undefined };
  const own = kept ?? { subject: { file, exportName }, ...empty };
  const { inputs, failing, bytes, others } = await writePlainInputs(path.resolve(cwd, folder), own);
  const fail = failing === 0 ? "" : `, ${failing} of them fail`;
  const note = `${amountText(others, "entry", "entries")} without a plain form left out`;
  const notes = others === 0 ? [] : [note];
  return sayDocument(io, flags, {
    command: "corpus",
    text: [
      `exported ${amountText(inputs + failing, "input")}${fail}`,
      `wrote    ${folder}`,
      ...notes.map((one) => `note     ${one}`),
    ].join("\n"),
    data: { entries: inputs + failing, bytes, artifacts: [folder], notes },
    verdict: "held",
  });
}

/** The inputs of folders as entries of a fuzz test. */
export async function plainEntriesOf(
  folders: readonly string[],
  test: string,
  cwd: string,
): Promise<Awaited<ReturnType<typeof plainEntries>>> {
  const { file, exportName } = await testOf(test, cwd);
  const absolute = folders.map((folder) => path.resolve(cwd, folder));
  return plainEntries(absolute, { file, exportName });
}

// --- inside ---

async function testOf(word: string, cwd: string): Promise<SubjectTarget> {
  const found = await fuzzTargets([word], cwd);
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    return targetOf(`${only.file}#${only.exportName}`, cwd);
  }
  const names = found.map(({ exportName }) => `\`${word}#${exportName}\``).join(", ");
  throw new GauntletError({
    code: "U011",
    what: `\`${word}\` has several fuzz tests`,
    where: `--inputs-of ${word}`,
    help: `name one: ${names}`,
  });
}
