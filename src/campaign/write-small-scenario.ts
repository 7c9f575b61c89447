import { rm } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../kernel/errors/config-error.ts";
import type { Finding } from "../kernel/result/finding.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { FailureIdentity } from "../kernel/failure/identity.ts";
import type { Trace } from "../kernel/trace/trace.ts";
import { storeFolder, writeWhole } from "../store/finding-store.ts";
import { isScenarioFile, readScenario, smallScenario } from "../subject/scenarios/index.ts";
import { loadRunner, type RunTarget } from "./proof/record-fresh.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";
import { WorkerEnded } from "../runner/worker-ended.ts";

/** Where the small scenario of a finding goes. */
export function scenarioBeside({ id }: Finding, { target }: RunTarget): string {
  return path.join(target.projectRoot, storeFolder, "findings", id, "small.scenario.yaml");
}

/**
 * Writes the scenario that a failing run was, beside its trace. What fails only under some schedule
 * gets the seed of one that shows it; the trace itself always does. Gives the file's name, relative
 * to the project root.
 */
export async function writeSmallScenario(
  trace: Trace,
  runTarget: RunTarget,
  target: string,
): Promise<string | undefined> {
  const { projectRoot, file } = runTarget.target;
  if (!isScenarioFile(file) || trace.verdict.kind !== "broken") return undefined;
  const read = await readScenario({ file: path.resolve(projectRoot, file), shown: file });
  if (read.kind !== "steps") return undefined;
  const small = smallScenario(read.scenario, trace.decisions, path.posix.dirname(file));
  const { stringify } = await import("yaml");
  const near = path.relative(projectRoot, target).split(path.sep).join("/");
  await writeWhole(target, stringify(small));
  if (!(await isReadable(target, near))) {
    await rm(target, { force: true });
    return undefined;
  }
  // Each try would start programs and send requests once more.
  if (usesHost(runTarget)) return near;
  const seed = await failingSeed(trace.verdict.identity, {
    signal: runTarget.signal,
    target: { ...runTarget.target, file: near },
    settings: { ...runTarget.settings, run: { ...runTarget.settings.run, faultToggleProb: 0 } },
  });
  const { version, name, ...rest } = small;
  if (seed !== undefined) await writeWhole(target, stringify({ version, name, seed, ...rest }));
  return near;
}

// --- inside ---

/** So many seeds are tried. */
const seedsMax = 200;

async function failingSeed(
  identity: FailureIdentity,
  { target, settings, signal }: RunTarget,
): Promise<number | undefined> {
  if (signal?.aborted === true) return undefined;
  let worker: SubjectRunner | undefined;
  const stop = (): void => void worker?.stop();
  signal?.addEventListener("abort", stop);
  try {
    worker = await loadRunner({ target, settings });
    for (let seed = 1; seed <= seedsMax; seed++) {
      const following = { how: "random", seed, runIndex: 0 } as const;
      const { identity: found } = await worker.record({ type: "record", following });
      if (found !== undefined && isAlike(found, identity)) return seed;
    }
  } catch (thrown) {
    // It kills its process, cannot be loaded, or has no more time: the trace shows it all the same.
    if (!(thrown instanceof WorkerEnded || thrown instanceof GauntletError)) throw thrown;
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker?.stop();
  }
  return undefined;
}

/** Steps that were left out may be all that did something: such a rest is no scenario. */
async function isReadable(file: string, shown: string): Promise<boolean> {
  try {
    await readScenario({ file, shown });
    return true;
  } catch (thrown) {
    if (thrown instanceof ConfigError) return false;
    throw thrown;
  }
}

function usesHost({ settings }: RunTarget): boolean {
  const { proc = false, http = false, fs = false } = settings.run.host ?? {};
  return proc || http || fs;
}

/** Steps have other numbers in another file, so the place is no part of this. */
function isAlike(found: FailureIdentity, wanted: FailureIdentity): boolean {
  return (
    found.error === wanted.error &&
    found.message === wanted.message &&
    found.property === wanted.property
  );
}
