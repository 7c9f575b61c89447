import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { InputKind } from "../../kernel/fuzz/input-name.ts";
import { anotherLabel, inputLabel } from "../../kernel/subject/fuzz-test.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { bytesFromHex, bytesToHex } from "../../kernel/values/bytes.ts";
import { readInputs, writeInput } from "../../store/fuzz-corpus/index.ts";
import type { CorpusSubject } from "../../campaign/corpus/corpus-error.ts";
import { listEntry } from "../../campaign/corpus/list-entry.ts";
import type { SubjectEntries } from "./corpus-entries.ts";

/** What was written of a corpus as plain files. */
export interface PlainInputs {
  readonly inputs: number;
  /** Those that fail, which are named so. */
  readonly failing: number;
  readonly bytes: number;
  /** Entries that are no single input of bytes. */
  readonly others: number;
}

/**
 * Writes the inputs of a fuzz test into a folder, a file each, named by their SHA-1 as libFuzzer,
 * AFL++ and Jazzer.js read them.
 */
export async function writePlainInputs(
  folder: string,
  { subject, lists, failures }: SubjectEntries,
): Promise<PlainInputs> {
  const entries: readonly (readonly [InputKind, readonly Decision[]])[] = [
    ...lists.map(({ ending, decisions }) => {
      const kind: InputKind = ending === "broken" ? "crash" : "input";
      return [kind, decodeDecisions(decisions)] as const;
    }),
    ...failures.map(({ trace }) => ["crash", trace.decisions] as const),
  ];
  const counts = { inputs: 0, failing: 0, bytes: 0, others: 0 };
  const files = new Set<string>();
  for (const [kind, decisions] of entries) {
    const bytes = onlyInput(decisions);
    if (bytes === undefined) {
      counts.others += 1;
      continue;
    }
    const { file } = await writeInput(folder, bytes, kind);
    // What was found twice, or is a finding and in the corpus as well, is one file.
    if (files.has(file)) continue;
    files.add(file);
    counts[kind === "crash" ? "failing" : "inputs"] += 1;
    counts.bytes += bytes.length;
  }
  if (counts.inputs + counts.failing > 0) return counts;
  throw new GauntletError({
    code: "K007",
    what: "there are no inputs of bytes or text to export",
    where: `${subject.file}#${subject.exportName}`,
    help: `fuzz first: \`gauntlet fuzz ${subject.file}\``,
  });
}

/** The inputs of folders as entries of a fuzz test: what fails says so when it is run. */
export async function plainEntries(
  folders: readonly string[],
  subject: CorpusSubject,
): Promise<{ readonly entries: SubjectEntries; readonly notes: readonly string[] }> {
  const read = await Promise.all(folders.map((folder) => readInputs(folder)));
  const inputs = read.flatMap((one) => one.inputs);
  if (inputs.length === 0) {
    throw new GauntletError({
      code: "K001",
      what: "there are no inputs to take in",
      where: folders.join(", "),
      help: "name a folder with one input a file, such as the corpus of another fuzzer",
    });
  }
  const lists = inputs.map(({ bytes }) =>
    listEntry(subject, { ending: "open", edges: 1, decisions: linesOf(bytes) }),
  );
  const distinct = new Map(lists.map((list) => [list.id, list]));
  return {
    entries: { subject, lists: [...distinct.values()], failures: [], swarm: undefined },
    notes: read.flatMap(({ notes }) =>
      notes.map(({ name, reason }) => `the input ${name} was left out: ${reason}`),
    ),
  };
}

// --- inside ---

/** The input of a run that had one; other fuzzers know no sequences. */
function onlyInput(decisions: readonly Decision[]): Uint8Array | undefined {
  const found = decisions.flatMap((decision) =>
    decision.kind === "bytes" && decision.label === inputLabel ? decision.value : [],
  );
  return found.length === 1 ? bytesFromHex(found[0] ?? "") : undefined;
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const decisions: readonly Decision[] = [
    { kind: "bytes", label: inputLabel, value: bytesToHex(bytes) },
    { kind: "chance", label: anotherLabel, value: false },
  ];
  return decisions.map(decisionLine);
}
