import { shrink } from "../kernel/shrink.ts";
import { decisionLine } from "../kernel/trace-write.ts";
import { decodeDecisions } from "./decode-decisions.ts";
import type { EncodedDecisions } from "./decode-decisions.ts";
import type { Recorded } from "./protocol.ts";
import type { Proof, Suspect } from "./prove.ts";
import { closeLook, type Court, recordFresh } from "./record-fresh.ts";
import { loadCommand } from "./settings.ts";
import { SubjectWorker, WorkerEnded } from "./subject-worker.ts";

/**
 * Makes a suspect small and shows it again in a process that ran nothing before. A suspect that
 * kills its process is shrunk from outside, one process a try, with a budget to match.
 */
export async function proveSuspect(suspect: Suspect, court: Court): Promise<Proof> {
  const isDeadly = deadlyKinds.has(suspect.failure.kind);
  const shrunk = isDeadly ? await shrinkDeadly(suspect, court) : await shrinkInside(suspect, court);
  const strict = { how: "strict", decisions: shrunk.decisions } as const;
  const look = closeLook(suspect.identity);
  const { recorded: again } = await recordFresh(strict, court, look);
  if (again.identity?.key === suspect.identity.key) {
    return { recorded: again, attempts: shrunk.attempts, isConfirmed: true };
  }
  // What was made small does not repeat alone: the first sighting is worth more than a guess.
  const unshrunk = { ...strict, decisions: suspect.decisions };
  const { recorded: first } = await recordFresh(unshrunk, court, look);
  const isConfirmed = first.identity?.key === suspect.identity.key;
  const recorded = isConfirmed ? first : asSeen(suspect, first);
  return { recorded, attempts: shrunk.attempts, isConfirmed };
}

// --- inside ---

const deadlyKinds: ReadonlySet<string> = new Set(["crash", "timeout", "memory"]);

/** Tries when each costs a process; a hung one also costs its time limit. */
const deadlyAttemptsMax = 40;
const hungAttemptsMax = 8;
/** A run that hung for the whole limit is taken for hung sooner while it is made small. */
const hungTimeoutMs = 1_000;

interface Shrunk {
  readonly decisions: EncodedDecisions;
  readonly attempts: number;
}

async function shrinkInside(suspect: Suspect, court: Court): Promise<Shrunk> {
  const { target, settings, isEverythingFresh = false } = court;
  const { decisions, identity } = suspect;
  const attemptsMax = settings.shrinkAttemptsMax;
  if (attemptsMax === 0) return { decisions, attempts: 0 };
  const command = loadCommand(target, settings, { isEverythingFresh });
  const worker = await SubjectWorker.start(command, settings.limits);
  try {
    const job = { type: "shrink", decisions, key: identity.key, attemptsMax } as const;
    return await worker.shrink(job);
  } catch (thrown) {
    if (!(thrown instanceof WorkerEnded)) throw thrown;
    // A candidate killed the process: from outside, each can be tried without losing the others.
    return await shrinkDeadly(suspect, court);
  } finally {
    await worker.stop();
  }
}

async function shrinkDeadly(suspect: Suspect, court: Court): Promise<Shrunk> {
  const isHung = suspect.failure.kind === "timeout";
  const budget = Math.min(
    court.settings.shrinkAttemptsMax,
    isHung ? hungAttemptsMax : deadlyAttemptsMax,
  );
  const steps = shrink(decodeDecisions(suspect.decisions), { attemptsMax: budget });
  let step = steps.next();
  while (step.done !== true) {
    const decisions = step.value.map(decisionLine);
    const hurried = impatient(court, isHung);
    const { recorded: tried } = await recordFresh({ how: "simplest", decisions }, hurried);
    const isSame = sameDeath(tried, suspect);
    step = steps.next(isSame ? decodeDecisions(tried.decisions) : undefined);
  }
  return { decisions: step.value.decisions.map(decisionLine), attempts: step.value.attempts };
}

function impatient(court: Court, isHung: boolean): Court {
  if (!isHung) return court;
  const { settings } = court;
  const runTimeoutMs = Math.min(settings.limits.runTimeoutMs, hungTimeoutMs);
  return { ...court, settings: { ...settings, limits: { ...settings.limits, runTimeoutMs } } };
}

/** A hang is the same hang whatever limit it was measured with. */
function sameDeath(tried: Recorded, suspect: Suspect): boolean {
  if (suspect.failure.kind === "timeout") return tried.failure?.kind === "timeout";
  return tried.identity?.key === suspect.identity.key;
}

function asSeen(suspect: Suspect, other: Recorded): Recorded {
  return {
    ...other,
    verdict: "broken",
    failure: suspect.failure,
    identity: suspect.identity,
    decisions: suspect.decisions,
  };
}
