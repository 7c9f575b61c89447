import path from "node:path";
import type { Command } from "commander";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { NamedBytes, WholeRun } from "../../engines/runs/index.ts";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import { type SelectedRun, selectedRunOf } from "../verb.ts";

interface ExportFlags extends ReadFlags {
  readonly out: string;
  readonly force?: boolean;
}

/** What is carried away of a run. */
type Kind = "export" | "pack" | "bundle";

/** Adds `artifacts ls`, `diff`, `export`, `pack` and `bundle`. */
export function addArtifacts(program: Command, io: Io, onExit: (code: number) => void): void {
  const artifacts = program
    .command("artifacts")
    .summary("list, compare or carry away the files of runs");
  addReadFlags(
    artifacts
      .command("ls")
      .summary("list the files of a run with sizes and digests")
      .argument("[run]", "a run, a trace or a finding", "latest"),
  ).action((run: string, flags: ReadFlags) => list(run, flags, io));
  addReadFlags(
    artifacts
      .command("diff")
      .summary("say where two runs differ")
      .argument("<first>", "a run, a trace or a finding")
      .argument("<second>"),
  ).action(async (first: string, second: string, flags: ReadFlags) => {
    onExit(await diff([first, second], flags, io));
  });
  for (const kind of ["export", "pack", "bundle"] as const) {
    addReadFlags(
      artifacts
        .command(kind)
        .summary(summaries[kind])
        .argument("[run]", "a run, a trace or a finding", "latest")
        .requiredOption("--out <path>", "a folder, or a file that ends in .tar.gz")
        .option("--force", "replace files that are there and differ"),
    ).action((run: string, flags: ExportFlags) => carry(kind, run, { flags, io }));
  }
}

// --- inside ---

const summaries: Readonly<Record<Kind, string>> = {
  export: "copy the files of a run",
  pack: "copy them with the command line, versions and machine",
  bundle: "copy one trace with all that is needed to judge it elsewhere",
};

async function list(word: string, flags: ReadFlags, io: Io): Promise<void> {
  const { runFiles } = await import("../../engines/runs/index.ts");
  const { filesText } = await import("../../report/index.ts");
  const { run, config } = await selectedRunOf(word, flags, io);
  const files = await runFiles(run, config.root);
  const { manifest } = run;
  sayDocument(io, flags, {
    command: "artifacts",
    verdict: "held",
    text: filesText(manifest, files, plainLook(io)),
    data: { run: manifest.runId, files },
  });
}

async function diff(words: readonly [string, string], flags: ReadFlags, io: Io): Promise<number> {
  const { compareRuns } = await import("../../engines/runs/index.ts");
  const { runDiffText } = await import("../../report/index.ts");
  const [first, second] = [await whole(words[0], flags, io), await whole(words[1], flags, io)];
  const difference = compareRuns(first, second);
  const verdict = difference.isEqual ? "held" : "broken";
  sayDocument(io, flags, {
    command: "artifacts",
    verdict,
    text: runDiffText(difference, plainLook(io)),
    data: { runs: [first.run.manifest.runId, second.run.manifest.runId], difference },
  });
  return exitCodes[verdict];
}

async function whole(word: string, flags: ReadFlags, io: Io): Promise<WholeRun> {
  const { readReport, runFiles } = await import("../../engines/runs/index.ts");
  const { run, config } = await selectedRunOf(word, flags, io);
  return { run, report: await readReport(run), files: await runFiles(run, config.root) };
}

async function carry(
  kind: Kind,
  word: string,
  { flags, io }: { readonly flags: ExportFlags; readonly io: Io },
): Promise<void> {
  const { writeExport } = await import("../../engines/runs/index.ts");
  const place = await selectedRunOf(word, flags, io);
  const files = await filesOf(kind, word, place);
  const target = path.resolve(place.cwd, flags.out);
  const written = await writeExport(files, { path: target, isForced: flags.force === true });
  const artifacts = written.map((file) => path.relative(place.cwd, file));
  sayDocument(io, flags, {
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
