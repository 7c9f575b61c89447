import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { NamedBytes, WholeRun } from "../../engines/runs/index.ts";
import type { ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { type SelectedRun, selectedRunOf } from "../verb.ts";

/** What is carried away of a run. */
type Kind = "export" | "pack" | "bundle";

/** `artifacts ls`: the files of a run. */
export async function listArtifacts({
  words: [word],
  flags,
  io,
}: VerbCall<"artifacts ls">): Promise<number> {
  const { runFiles } = await import("../../engines/runs/index.ts");
  const { filesText } = await import("../../report/index.ts");
  const { run, config } = await selectedRunOf(word, flags, io);
  const files = await runFiles(run, config.root);
  const { manifest } = run;
  return sayDocument(io, flags, {
    command: "artifacts",
    verdict: "held",
    text: filesText(manifest, files, plainLook(io)),
    data: { run: manifest.runId, files },
  });
}

/** `artifacts diff`: where two runs differ. */
export async function compareArtifacts({
  words: [one, other],
  flags,
  io,
}: VerbCall<"artifacts diff">): Promise<number> {
  const { compareRuns } = await import("../../engines/runs/index.ts");
  const { runDiffText } = await import("../../report/index.ts");
  const [first, second] = [await whole(one, flags, io), await whole(other, flags, io)];
  const difference = compareRuns(first, second);
  const verdict = difference.isEqual ? "held" : "broken";
  return sayDocument(io, flags, {
    command: "artifacts",
    verdict,
    text: runDiffText(difference, plainLook(io)),
    data: { runs: [first.run.manifest.runId, second.run.manifest.runId], difference },
  });
}

/** `artifacts export`: copies the files of a run. */
export function exportArtifacts(call: VerbCall<"artifacts export">): Promise<number> {
  return carry("export", call);
}

/** `artifacts pack`: the same with the command line, versions and machine. */
export function packArtifacts(call: VerbCall<"artifacts pack">): Promise<number> {
  return carry("pack", call);
}

/** `artifacts bundle`: one trace with all that is needed to judge it elsewhere. */
export function bundleArtifacts(call: VerbCall<"artifacts bundle">): Promise<number> {
  return carry("bundle", call);
}

// --- inside ---

async function whole(word: string, flags: ReadFlags, io: Io): Promise<WholeRun> {
  const { readReport, runFiles } = await import("../../engines/runs/index.ts");
  const { run, config } = await selectedRunOf(word, flags, io);
  return { run, report: await readReport(run), files: await runFiles(run, config.root) };
}

async function carry(
  kind: Kind,
  { words: [word], flags, io }: VerbCall<`artifacts ${Kind}`>,
): Promise<number> {
  const { writeExport } = await import("../../engines/runs/index.ts");
  const place = await selectedRunOf(word, flags, io);
  const files = await filesOf(kind, word, place);
  const target = path.resolve(place.cwd, flags.out);
  const written = await writeExport(files, { path: target, isForced: flags.force === true });
  const artifacts = written.map((file) => path.relative(place.cwd, file));
  return sayDocument(io, flags, {
    command: "artifacts",
    verdict: "held",
    text: artifacts.map((file, at) => `${at === 0 ? "wrote    " : "         "}${file}`).join("\n"),
    data: {
      run: place.run.manifest.runId,
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
      artifacts,
    },
  });
}

async function filesOf(
  kind: Kind,
  word: string,
  { run, config, cwd }: SelectedRun,
): Promise<readonly NamedBytes[]> {
  const runs = await import("../../engines/runs/index.ts");
  const of = { run, projectRoot: config.root };
  switch (kind) {
    case "export":
      return runs.exportedFiles(of);
    case "pack":
      return runs.packedFiles(of, runs.environment(config));
    case "bundle": {
      const { isOwnTrace, select } = await import("../../store/runs/index.ts");
      const selecting = { projectRoot: config.root, cwd };
      const { trace } = await select(word, selecting);
      if (!isOwnTrace(trace, word, selecting)) throw outsideTrace(word);
      return runs.bundledFiles(of, trace, runs.environment(config));
    }
  }
}

/** What a run or a link names may be any file of the machine, so it is not carried away. */
function outsideTrace(word: string): GauntletError {
  return new GauntletError({
    code: "R019",
    what: "the trace lies outside of the project, and nobody named its path",
    where: word,
    note: "nothing was written",
    help: "name the file of the trace itself, if it is the one that you mean",
  });
}
