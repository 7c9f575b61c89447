import type { RegressionStatus } from "../../engines/verify/index.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { gauntletCommand, withFlags } from "../../kernel/patterns/shell-command.ts";
import { unwrittenNotes } from "../../kernel/result/unwritten-file.ts";
import type { FindingDocument } from "../../report/index.ts";
import { agentReplayer } from "../agent/traced-agent.ts";
import { beginRun, finishRun, type Keeping } from "../finish-run.ts";
import { exitCodes, type Io } from "../io.ts";
import { lookOf } from "../print.ts";
import type { SavedRegression, SavedVerification } from "../saved-regressions.ts";
import type { VerifyResultDocument } from "../sdk/documents.ts";
import { settingsOf } from "../settings.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

type VerifyFlags = FlagsOf<"verify">;

/** `verify`: says whether what was found and saved is still there. */
export async function runVerify({ words: [ids], flags, io }: VerbCall<"verify">): Promise<number> {
  if (flags.ci === true && ids.length > 0) {
    throw new GauntletError({
      code: "U009",
      what: "`--ci` verifies all regressions, so it takes no ids",
      where: `verify ${ids.join(" ")} --ci`,
      help: "leave out the ids, or take `--dry-run`",
    });
  }
  const { verifySaved } = await import("../saved-regressions.ts");
  const { config } = await projectContextOf(flags, io);
  const startMs = performance.now();
  const verification = await verifySaved({
    projectRoot: config.root,
    settings: settingsOf(config, { world: flags }),
    ids,
    mode: modeOf(flags),
    signal: io.signal,
    replayAgent: agentReplayer({ config, io }),
  });
  const seconds = (performance.now() - startMs) / 1_000;
  const exitCode = await print(verification, { flags, io, seconds, root: config.root });
  for (const note of unwrittenNotes(verification.unwritten)) io.err(`warning: ${note}\n`);
  return exitCode;
}

// --- inside ---

interface Printing {
  readonly flags: VerifyFlags;
  readonly io: Io;
  readonly seconds: number;
  readonly root: string;
}

function modeOf({ ci, dryRun }: VerifyFlags): "bind" | "read" | "ci" {
  if (ci === true) return "ci";
  return dryRun === true ? "read" : "bind";
}

async function print(
  { regressions, artifacts }: SavedVerification,
  { flags, io, seconds, root }: Printing,
): Promise<number> {
  const { findingDocument, verifyText } = await import("../../report/index.ts");
  const { regressionsFolder } = await import("../../store/regressions/index.ts");
  const { verdictOf } = await import("../saved-regressions.ts");
  const next = nextCommands(regressions, flags);
  const said = { regressions, seconds, artifacts, next };
  const statuses = regressions.map(({ status }) => status);
  const verdict = verdictOf(statuses);
  const ending = {
    documentOf: (run: string | undefined) => ({
      tool: "gauntlet",
      schema: 1,
      command: "verify",
      ...(run === undefined ? {} : { run }),
      verdict,
      summary: { seconds },
      regressions: regressions.map((one) => rowDocument(one, findingDocument)),
      artifacts,
      next,
    }),
    shown: verifyText(said, { ...lookOf(flags, io), showAll: flags.all === true }),
    isJson: flags.json === true,
    verdict,
    isInterrupted: io.signal.aborted,
    exitCode: needsAuthor(statuses) ? exitCodes.usage : undefined,
  };
  // The other modes are for looking: they leave no trace of themselves.
  const run = modeOf(flags) === "bind" ? await beginRun(io, root) : undefined;
  const plain = verifyText(said, { color: false, isAscii: false, showAll: true });
  const facts = { subject: regressionsFolder, ...foundAgain(regressions) };
  return finishRun(ending, io, { root, run, plain, facts });
}

function rowDocument(
  { id, target, status, because, failure, how, trace, finding }: SavedRegression,
  documentOf: (finding: Finding) => FindingDocument,
): VerifyResultDocument["regressions"][number] {
  const row = { id, target, status, because, failure, how, trace };
  return finding === undefined ? row : { ...row, finding: documentOf(finding) };
}

/** The regressions that are still broken are what this run has found. */
function foundAgain(regressions: readonly SavedRegression[]): Omit<Keeping["facts"], "subject"> {
  const broken = regressions.filter(({ status }) => status === "still broken");
  return {
    command: "verify",
    identities: broken.map(({ key, finding }) => finding?.identity.key ?? key),
    findings: broken.map(({ id }) => id),
    traces: broken.map(({ trace }) => trace),
  };
}

function nextCommands(
  regressions: readonly SavedRegression[],
  flags: VerifyFlags,
): readonly string[] {
  const folder = flags.cwd === undefined ? [] : ["--cwd", flags.cwd];
  const broken = regressions.find(({ status }) => status === "still broken");
  if (broken !== undefined) return [withFlags(broken.replay, folder)];
  const changed = regressions.find(
    ({ status, by }) => by === "scan" && status === "target changed",
  );
  if (changed === undefined || flags.ci !== true) return [];
  return [gauntletCommand("verify", { words: [changed.id], flags: folder })];
}

/** What is no longer what was saved has to be looked at by its author, as a wrong flag has. */
function needsAuthor(statuses: readonly RegressionStatus[]): boolean {
  const isBroken = statuses.includes("still broken");
  return !isBroken && statuses.some((status) => status.endsWith("changed"));
}
