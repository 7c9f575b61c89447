import path from "node:path";
import type { Finding } from "../kernel/result/finding.ts";
import { hiddenDocument } from "../kernel/secrets/process-secrets.ts";
import { gauntletCommand } from "../kernel/patterns/shell-command.ts";
import type { RunSettings, Trace } from "../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../kernel/result/unwritten-file.ts";
import { decisionsToToken } from "../kernel/decisions/token.ts";
import { storeName } from "../config/files/store-links.ts";
import { writeCrash } from "./fuzz-corpus/write-crash.ts";
import { writeTrace } from "./trace-file.ts";
import { UnwrittenFiles } from "./unwritten-files.ts";
import { writeWhole } from "./write-whole.ts";

export { writeWhole } from "./write-whole.ts";

/** Where a project keeps what is found; all of it may be deleted. */
export const storeFolder: string = storeName;

/** What is stored of one finding. */
export interface StoredFinding {
  readonly finding: Finding;
  readonly trace: Trace;
  /** The run as it first failed, before it was made small, where it is wanted. */
  readonly original?: { readonly trace: Trace; readonly folder: string } | undefined;
}

/** What became of a finding on the disk. */
export interface SavedFinding {
  /** As it can be seen again: by its trace, or by a token where that could not be written. */
  readonly finding: Finding;
  /** The files, relative to the project root. */
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
}

/**
 * Writes a finding under `.gauntlet/findings/<id>/`. The same finding found again replaces itself:
 * its id is its identity. A disk that refuses never takes the finding with it.
 */
export async function storeFinding(
  projectRoot: string,
  stored: StoredFinding,
): Promise<SavedFinding> {
  const folder = path.join(projectRoot, storeFolder, "findings", stored.finding.id);
  const refused = new UnwrittenFiles(projectRoot);
  const write = (file: string, trace: Trace): Promise<string | undefined> =>
    refused.attempt(() => writeTrace({ path: file, trace, collision: "overwrite" }));
  const trace = await write(path.join(folder, "trace.jsonl.gz"), stored.trace);
  const crash = await refused.attempt(() => writeCrash(folder, stored));
  const seen = withFile(stored.finding, crash && path.relative(projectRoot, crash));
  const finding = trace === undefined ? withToken(seen, stored.trace) : seen;
  const story = await refused.attempt(async () => {
    const file = path.join(folder, "finding.json");
    await writeReportFile(file, `${JSON.stringify(finding, undefined, 2)}\n`);
    return file;
  });
  const { original } = stored;
  const first =
    original === undefined
      ? undefined
      : await write(
          path.join(original.folder, `${stored.finding.id}.original.jsonl.gz`),
          original.trace,
        );
  const written = [trace, story, crash, first].filter((file) => file !== undefined);
  return {
    finding,
    artifacts: written.map((file) => path.relative(projectRoot, file)),
    unwritten: refused.list,
  };
}

/** A finding without a file: the whole list of decisions is in the command that shows it again. */
export function withToken(finding: Finding, { decisions, header }: Trace): Finding {
  const token = decisionsToToken(decisions);
  const { file, exportName } = header.subject;
  const subject = exportName === "default" ? file : `${file}#${exportName}`;
  const replay = tokenCommand(subject, token, header.settings);
  return { ...finding, trace: undefined, token, replay };
}

/** Writes a report of any kind as a whole, without the secrets of this process. */
export async function writeReportFile(file: string, text: string): Promise<void> {
  await writeWhole(file, hiddenDocument(text));
}

/** The command that replays a token: it has no settings, so the flags say all of them. */
export function tokenCommand(
  subject: string,
  token: string,
  { isStrict, findsLeaks, isHostAllowed }: RunSettings,
): string {
  const flags = [
    "--token",
    token,
    ...(isStrict === false ? ["--no-strict"] : []),
    ...(findsLeaks === true ? ["--leaks"] : []),
    ...(isHostAllowed === true ? ["--allow-host"] : []),
  ];
  return gauntletCommand("replay", { words: [subject], flags });
}

// --- inside ---

function withFile(finding: Finding, file: string | undefined): Finding {
  if (finding.input === undefined || file === undefined) return finding;
  return { ...finding, input: { ...finding.input, file } };
}
