import { randomUUID } from "node:crypto";
import { formatSeed } from "../../kernel/decisions/seed.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { BoundaryRun } from "../../kernel/result/boundary-run.ts";
import type { Registry } from "../../engines/boundaries/index.ts";
import { git } from "../agent/own-commit.ts";
import { changedFiles } from "../changed-files.ts";
import { exitCodes } from "../io.ts";
import { lookOf } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `boundaries run`: plays cases to boundaries by the tests that name them. */
export async function runCampaign({
  words: [kind, only],
  flags,
  io,
}: VerbCall<"boundaries run">): Promise<number> {
  const { config } = await projectContextOf(flags, io);
  const { campaignKinds, readRegistry, runBoundaries } =
    await import("../../engines/boundaries/index.ts");
  const { boundaryRunText } = await import("../../report/index.ts");
  const registry = await readRegistry(config);
  if (only !== undefined && registry.boundaries.every(({ id }) => id !== only)) {
    throw unknownBoundary(only, registry);
  }
  const { isGate, timeMs } = campaignKinds[kind];
  const run = await runBoundaries(registry, {
    kind,
    only,
    unchanged: kind === "pr" ? await unchangedOf(registry, flags) : undefined,
    seed: flags.seed === undefined ? await seedOf(config.root, isGate) : formatSeed(flags.seed),
    timeMs: flags.time ?? timeMs,
    resumes: flags.resume === true,
    signal: io.signal,
    onRound: (text) => io.err(`${text}\n`),
  });
  const { verdict, because } = verdictOf(run);
  return sayDocument(io, flags, {
    command: "boundaries run",
    verdict,
    text: boundaryRunText(run, lookOf(flags, io)),
    data: { ...(because === undefined ? {} : { because }), ...run },
    exitCode: io.signal.aborted ? exitCodes.interrupted : undefined,
  });
}

// --- inside ---

/** What decides about a merge is the same for the same commit; what explores never is. */
async function seedOf(root: string, isGate: boolean): Promise<string> {
  if (!isGate) return randomUUID();
  const commit = await git(root, "rev-parse", "--verify", "HEAD");
  return commit?.trim() ?? "no commit";
}

async function unchangedOf(
  registry: Registry,
  { since }: FlagsOf<"boundaries run">,
): Promise<ReadonlySet<string>> {
  const { isChanged } = await import("../../engines/boundaries/index.ts");
  const flag = since === undefined ? "--changed" : "--since";
  const changed = await changedFiles(registry.root, { flag, ref: since ?? "HEAD" });
  const left = registry.boundaries.filter((boundary) => !isChanged(boundary, changed));
  return new Set(left.map(({ id }) => id));
}

/** A tier that nobody could judge is not one that held. */
function verdictOf(run: BoundaryRun): {
  readonly verdict: "held" | "broken" | "unknown";
  readonly because?: string;
} {
  if (run.findings.length + run.vacuous.length > 0) return { verdict: "broken" };
  if (run.harness.length > 0) return { verdict: "unknown", because: "not all could be judged" };
  if (run.isCut) return { verdict: "unknown", because: "time was over before all was played" };
  // Of a pull request that touches no boundary, nothing has to be played.
  if (run.boundaries.length === 0 && run.unchanged.length === 0) {
    return { verdict: "unknown", because: "no boundary is registered" };
  }
  return { verdict: "held" };
}

function unknownBoundary(id: string, { boundaries }: Registry): GauntletError {
  const ids = boundaries.map((boundary) => `\`${boundary.id}\``).join(", ");
  return new GauntletError({
    code: "boundaries-unknown-id",
    what: `no boundary is called \`${id}\``,
    where: `boundaries run ${id}`,
    help: ids === "" ? "write one with `boundaries init --discover`" : `there are ${ids}`,
  });
}
