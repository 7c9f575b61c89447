import { badShape, Fields } from "../../kernel/values/fields.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";

/** What is kept of one finished command besides its report; all paths have forward slashes. */
export interface RunManifest {
  readonly schema: 1;
  readonly runId: string;
  /** The verb. */
  readonly command: string;
  /** The words after `gauntlet`; absent where no command line was read. */
  readonly argv?: readonly string[] | undefined;
  readonly subject: string;
  readonly verdict: Result["verdict"];
  /** Absent where the verb has none. */
  readonly seed?: Seed | undefined;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The keys of the failures, sorted, each once. */
  readonly identities: readonly string[];
  /** The ids of the findings, in the order of the report. */
  readonly findings: readonly string[];
  /** Traces that the run left, relative to the project root, the most important first. */
  readonly traces: readonly string[];
  /** The trace that the run was given, relative to the project root. */
  readonly source?: string | undefined;
  /** SHA-256 of each of these traces as it was then. */
  readonly digests: Readonly<Record<string, string>>;
}

/** A manifest as text. */
export function manifestText(manifest: RunManifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Reads a manifest; what is wrong is thrown without a place. */
export function parseManifest(text: string): RunManifest {
  const fields = new Fields(JSON.parse(text) as unknown, "the manifest");
  if (fields.whole("schema", 1) !== 1) throw badShape("the manifest is of a newer version");
  return {
    schema: 1,
    runId: fields.text("runId"),
    command: fields.text("command"),
    ...(fields.has("argv") ? { argv: texts(fields, "argv") } : {}),
    subject: fields.text("subject"),
    verdict: fields.word("verdict", ["held", "broken", "unknown"]),
    ...(fields.has("seed") ? { seed: seedOf(fields.raw("seed")) } : {}),
    startedAt: fields.text("startedAt"),
    finishedAt: fields.text("finishedAt"),
    identities: texts(fields, "identities"),
    findings: texts(fields, "findings"),
    traces: texts(fields, "traces"),
    ...(fields.has("source") ? { source: fields.text("source") } : {}),
    digests: fields.record("digests", textOf, "text"),
  };
}

// --- inside ---

function texts(fields: Fields, key: string): readonly string[] {
  return fields.list(key, textOf, "text");
}

function textOf(item: unknown): string | undefined {
  return typeof item === "string" ? item : undefined;
}

function seedOf(value: unknown): Seed {
  if (typeof value === "number" || typeof value === "string") return value;
  throw badShape("the seed is neither a number nor a word");
}
