import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Fields } from "../../kernel/values/fields.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { EncodedDecisions } from "../../kernel/trace/decode-decisions.ts";
import { gunzipBytes } from "../../store/gunzip.ts";
import { badEntry, type CorpusSubject, parsedAt } from "./corpus-error.ts";

/** How the run ended that a list was cut from: others can go on from it, or it broke there. */
export const listEndings = ["open", "broken"] as const;

/** A list of decisions that reached something new, as a corpus keeps it: plain data. */
export interface ListEntry {
  readonly subject: CorpusSubject;
  /** What the list is: a digest of its decisions. */
  readonly id: string;
  readonly ending: (typeof listEndings)[number];
  /** How many places it was the first to reach, when it was found. */
  readonly edges: number;
  readonly decisions: EncodedDecisions;
}

/** What one list may hold; a run of a thousand steps stays far below. */
export const listBytesMax: number = 16 * 1024 * 1024;

/** A list ready to be kept. */
export function listEntry(
  subject: CorpusSubject,
  found: Pick<ListEntry, "ending" | "edges" | "decisions">,
): ListEntry {
  const { file, exportName } = subject;
  return { subject: { file, exportName }, id: listId(found.decisions), ...found };
}

/** The digest by which a list is known. */
export function listId(decisions: EncodedDecisions): string {
  const hash = createHash("sha256");
  for (const line of decisions) hash.update(line).update("\n");
  return hash.digest("hex").slice(0, idLength);
}

/** The lines of a list: what it is, then one decision each. */
export function listText({ subject, id, ending, edges, decisions }: ListEntry): string {
  const header = { format: listFormat, version: 1, subject, id, ending, edges };
  return `${[JSON.stringify(header), ...decisions].join("\n")}\n`;
}

/** The bytes of a list's file. */
export function listBytes(entry: ListEntry): Uint8Array {
  return gzipSync(listText(entry));
}

/** Reads a list from the bytes of a file; one that is not what it says it is, is refused. */
export function listFromBytes(bytes: Uint8Array, where: string): ListEntry {
  let text: string;
  try {
    text = gunzipBytes(bytes, listBytesMax).toString("utf8");
  } catch (thrown) {
    const note = thrown instanceof Error ? thrown.message : String(thrown);
    throw badEntry(where, `it is damaged, or larger than ${listBytesMax} bytes`, note);
  }
  return listFromText(text, where);
}

/** Reads a list from its lines. */
export function listFromText(text: string, where: string): ListEntry {
  const [first = "", ...decisions] = text.split("\n");
  if (decisions.pop() !== "") throw badEntry(where, "it is cut short");
  return parsedAt(where, () => {
    const fields = new Fields(JSON.parse(first), "the list");
    fields.word("format", [listFormat]);
    if (fields.whole("version") !== 1) throw badEntry(where, "a newer gauntlet has written it");
    const subject = subjectFrom(fields.fields("subject"), where);
    const id = fields.text("id");
    const ending = fields.word("ending", listEndings);
    const edges = fields.whole("edges", 0);
    fields.done();
    decodeDecisions(decisions);
    if (listId(decisions) === id) return { subject, id, ending, edges, decisions };
    throw badEntry(where, "its decisions do not have the digest that it names");
  });
}

/** Reads whose entry something is; a path that leads out of the project is refused. */
export function subjectFrom(fields: Fields, where: string): CorpusSubject {
  const file = fields.text("file");
  const exportName = fields.text("exportName");
  fields.done();
  return checkedSubject({ file, exportName }, where);
}

/** The subject, if it lies inside a project. */
export function checkedSubject(subject: CorpusSubject, where: string): CorpusSubject {
  const { file, exportName } = subject;
  const parts = file.split(/[/\\]/);
  const isInside = file !== "" && !/^[/\\]|^[A-Za-z]:/.test(file) && !parts.includes("..");
  // eslint-disable-next-line no-control-regex
  const isPlain = !/[\u0000-\u001F]/.test(file + exportName) && file.length <= pathLengthMax;
  if (isInside && isPlain && exportName.length <= pathLengthMax) return { file, exportName };
  throw badEntry(where, "its subject is not a file inside a project", `found \`${file}\``);
}

// --- inside ---

const listFormat = "gauntlet-list";
/** Half a SHA-256: still far beyond chance, and a name that can be read. */
const idLength = 32;
const pathLengthMax = 500;
