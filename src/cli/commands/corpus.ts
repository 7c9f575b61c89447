import path from "node:path";
import type { SubjectEntries } from "../../engines/corpus/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { PlainSetting } from "../plain-corpus.ts";
import type { ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `corpus list`: what is kept of each subject. */
export async function listCorpus({ flags, io }: VerbCall<"corpus list">): Promise<number> {
  const { readCorpusFolder } = await import("../../engines/corpus/index.ts");
  const { corpusListText } = await import("../../report/index.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const { subjects, unreadable } = await readCorpusFolder(config.report.corpusDir);
  const rows = subjects.map(rowsOf);
  const folder = path.relative(cwd, config.report.corpusDir);
  return say(io, flags, {
    text: corpusListText(rows, { folder, showAll: flags.all === true }),
    data: { folder, subjects: rows },
    notes: leftOut(unreadable),
  });
}

/** `corpus add`: takes in failing traces. */
export async function addToCorpus({
  words: [words],
  flags,
  io,
}: VerbCall<"corpus add">): Promise<number> {
  const { addEntries, traceEntries } = await import("../../engines/corpus/index.ts");
  const { selectTrace } = await import("../../store/runs/index.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const files: string[] = [];
  for (const word of words) {
    files.push((await selectTrace(word, { projectRoot: config.root, cwd })).file);
  }
  const subjects = await traceEntries([...new Set(files)]);
  const added = await addEntries(config.report.corpusDir, subjects);
  return sayAdded(io, flags, { ...added, word: "added", subjects, notes: [] });
}

/** `corpus export`: all of it in one file. */
export async function exportCorpus({
  words: [file],
  flags,
  io,
}: VerbCall<"corpus export">): Promise<number> {
  const place = await projectContextOf(flags, io);
  if (flags.inputsOf !== undefined) {
    const { exportInputs } = await import("../plain-corpus.ts");
    return exportInputs(file, flags.inputsOf, { flags, io, place });
  }
  const { readCorpusFolder, writeArchive } = await import("../../engines/corpus/index.ts");
  const { entriesText } = await import("../../report/index.ts");
  const { cwd, config } = place;
  const folder = config.report.corpusDir;
  const { subjects, unreadable } = await readCorpusFolder(folder);
  if (subjects.length === 0) {
    throw new GauntletError({
      code: "K007",
      what: "the corpus is empty: there is nothing to export",
      where: path.relative(cwd, folder),
      help: "explore first: `gauntlet explore checkout.chaos.ts`",
    });
  }
  const { entries, bytes } = await writeArchive(path.resolve(cwd, file), subjects);
  return say(io, flags, {
    text: `exported ${entriesText(entries)}\nwrote    ${file}`,
    data: { entries, bytes, artifacts: [file] },
    notes: leftOut(unreadable),
  });
}

/** `corpus import`: takes in such a file. */
export async function importCorpus({
  words: [file],
  flags,
  io,
}: VerbCall<"corpus import">): Promise<number> {
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  if (flags.inputsOf !== undefined) {
    return takeInputs([file], flags.inputsOf, { flags, io, place, word: "imported" });
  }
  const { addEntries, readArchive } = await import("../../engines/corpus/index.ts");
  const subjects = await readArchive(path.resolve(cwd, file));
  const added = await addEntries(config.report.corpusDir, subjects);
  return sayAdded(io, flags, { ...added, word: "imported", subjects, notes: [] });
}

/** `corpus merge`: takes in the corpora of other folders. */
export async function mergeCorpora({
  words: [folders],
  flags,
  io,
}: VerbCall<"corpus merge">): Promise<number> {
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  if (flags.inputsOf !== undefined) {
    return takeInputs(folders, flags.inputsOf, { flags, io, place, word: "merged" });
  }
  const { addEntries, readCorpusFolder } = await import("../../engines/corpus/index.ts");
  const all: SubjectEntries[] = [];
  const notes: string[] = [];
  for (const folder of folders) {
    const source = path.resolve(cwd, folder);
    const { subjects, unreadable } = await readCorpusFolder(source, { mustExist: true });
    all.push(...subjects);
    notes.push(...leftOut(unreadable));
  }
  const added = await addEntries(config.report.corpusDir, all);
  return sayAdded(io, flags, { ...added, word: "merged", subjects: all, notes });
}

/** `corpus minimize`: keeps the fewest that reach the same. */
export async function minimizeCorpus({
  words: [files],
  flags,
  io,
}: VerbCall<"corpus minimize">): Promise<number> {
  const { minimize } = await import("../../engines/corpus/index.ts");
  const { jobsOf } = await import("../settings.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const results = [];
  for (const job of await jobsOf(files, config, { flags, cwd })) {
    if (job.notExecuted !== undefined) continue; // nothing of it was ever explored
    results.push(await minimize(job, config.report.corpusDir, io.signal));
    if (io.signal.aborted) break;
  }
  const judged = results.reduce((sum, { before, unknown }) => sum + before - unknown.length, 0);
  const verdict = judged > 0 ? "held" : "unknown";
  const because = judged > 0 ? "" : "no list could be run";
  const lines = results.map(({ subject, ...counts }) => {
    const name = `${subject.file}#${subject.exportName}`;
    const edges = `${counts.edgesBefore} edges before, ${counts.edgesAfter} after`;
    return `${name}   ${counts.before} lists before, ${counts.after} after   ${edges}`;
  });
  return say(io, flags, {
    text: [...lines, ...(because === "" ? [] : [`? could not tell: ${because}`])].join("\n"),
    data: { ...(because === "" ? {} : { because }), subjects: results },
    notes: results.flatMap(({ unknown }) =>
      unknown.map((id) => `the list ${id} could not be judged and stays`),
    ),
    verdict,
    isInterrupted: io.signal.aborted,
  });
}

// --- inside ---

/** Takes in folders of plain inputs. */
async function takeInputs(
  folders: readonly string[],
  test: string,
  { flags, io, place, word }: PlainSetting & { readonly word: string },
): Promise<number> {
  const { plainEntriesOf } = await import("../plain-corpus.ts");
  const { addEntries } = await import("../../engines/corpus/index.ts");
  const { entries, notes } = await plainEntriesOf(folders, test, place.cwd);
  const added = await addEntries(place.config.report.corpusDir, [entries]);
  return sayAdded(io, flags, { ...added, word, subjects: [entries], notes });
}

async function sayAdded(
  io: Io,
  flags: ReadFlags,
  came: {
    readonly word: string;
    readonly added: number;
    readonly known: number;
    readonly subjects: readonly SubjectEntries[];
    readonly notes: readonly string[];
  },
): Promise<number> {
  const { entriesText } = await import("../../report/index.ts");
  const { word, added, known, subjects, notes } = came;
  const names = subjects.map(({ subject }) => `${subject.file}#${subject.exportName}`);
  const text = `${word} ${entriesText(added)}, ${known} known already`;
  return say(io, flags, { text, data: { added, known, subjects: [...new Set(names)] }, notes });
}

function rowsOf({ subject, lists, failures, swarm }: SubjectEntries): {
  readonly subject: string;
  readonly entries: readonly {
    readonly kind: "list" | "broken list" | "failure" | "swarm";
    readonly id: string;
    readonly decisions: number;
    readonly edges: number;
  }[];
} {
  return {
    subject: `${subject.file}#${subject.exportName}`,
    entries: [
      ...lists.map(({ id, ending, decisions, edges }) => ({
        kind: ending === "broken" ? ("broken list" as const) : ("list" as const),
        id,
        decisions: decisions.length,
        edges,
      })),
      ...failures.map(({ id, trace }) => ({
        kind: "failure" as const,
        id,
        decisions: trace.decisions.length,
        edges: 0,
      })),
      ...(swarm === undefined
        ? []
        : [
            {
              kind: "swarm" as const,
              id: "swarm.json",
              decisions: 0,
              edges: 0,
            },
          ]),
    ],
  };
}

function leftOut(
  unreadable: readonly { readonly name: string; readonly because: string }[],
): readonly string[] {
  return unreadable.map(({ name, because }) => `the corpus entry ${name} was left out: ${because}`);
}

function say(
  io: Io,
  flags: ReadFlags,
  said: {
    readonly text: string;
    readonly data: object;
    readonly notes: readonly string[];
    readonly verdict?: "held" | "unknown";
    readonly isInterrupted?: boolean;
  },
): number {
  const { text, data, notes, verdict = "held", isInterrupted } = said;
  return sayDocument(io, flags, {
    command: "corpus",
    text: [text, ...notes.map((note) => `note     ${note}`)].join("\n"),
    data: { ...data, notes },
    verdict,
    isInterrupted,
  });
}
