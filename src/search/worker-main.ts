import type { Decision } from "../kernel/decision.ts";
import { failureFrom } from "../kernel/failure.ts";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import { seedWords } from "../kernel/seed.ts";
import { tallyData } from "../kernel/tally.ts";
import { decisionLine } from "../kernel/trace-write.ts";
import { reportUncaught } from "../runner/run-loop.ts";
import { listen, say } from "../runner/worker-side.ts";
import { activeWorld } from "../world/active-world.ts";
import { installWorld } from "../world/install.ts";
import { decodeDecisions } from "./decode-decisions.ts";
import { exploreRuns } from "./explore-runs.ts";
import { loadRefusal } from "./load-refusal.ts";
import type {
  Command,
  DigestCommand,
  ExploreCommand,
  Following,
  Message,
  RecordCommand,
  ShrinkCommand,
} from "./protocol.ts";
import { type DecidedBy, recordRun } from "./record-run.ts";
import { runDigest } from "./repeat-check.ts";
import { shrinkRuns } from "./shrink-runs.ts";
import { openSession, type SubjectSession } from "./subject-session.ts";
import { watchCalls } from "./watch-calls.ts";

// The process in which user code runs. It answers one command at a time; what the user's code does
// to the process (a crash, an endless loop) is seen and judged from outside.
installWorld();
process.on("uncaughtException", (thrown) => {
  if (!reportUncaught("uncaught", thrown)) sayBug(thrown);
});
process.on("unhandledRejection", (thrown) => {
  if (!reportUncaught("rejected", thrown)) sayBug(thrown);
});

const exit = process.exit.bind(process);
process.exit = (code) => {
  // An exit is not thrown and leaves no stack; where it was called is worth knowing.
  if (activeWorld !== undefined) {
    const thrown = new Error(`the code ended the process with exit code ${Number(code ?? 0)}`);
    tell({ type: "lastWords", failure: { ...failureFrom("crash", thrown), error: "ProcessExit" } });
  }
  return exit(code);
};

let session: SubjectSession | undefined;
listen((command) => {
  answer(command as Command).then(tell, sayBug);
});

async function answer(command: Command): Promise<Message> {
  if (command.type === "load") {
    try {
      session = await openSession(command);
      return session.loaded;
    } catch (thrown) {
      return { type: "refused", error: loadRefusal(thrown, command) };
    }
  }
  if (session === undefined) throw new Error("a worker must load a subject first");
  switch (command.type) {
    case "explore":
      return explore(session, command);
    case "shrink":
      return shrink(session, command);
    case "record":
      return record(session, command);
    case "digest":
      return digest(session, command);
  }
}

async function explore(open: SubjectSession, command: ExploreCommand): Promise<Message> {
  const { clusters, tally, ...counts } = await exploreRuns({
    ...open,
    ...command,
    onMark: (runIndex) => tell({ type: "mark", runIndex }),
    onProgress: (runs, wakes) => tell({ type: "progress", runs, wakes }),
    onSighting: ({ decisions, ...sighting }) =>
      tell({ type: "sighting", ...sighting, decisions: encode(decisions) }),
  });
  return {
    type: "explored",
    ...counts,
    tally: tallyData(tally),
    clusters: [...clusters].map(([key, { occurrences, decisions }]) => ({
      key,
      occurrences,
      decisions: encode(decisions),
    })),
  };
}

async function shrink(open: SubjectSession, command: ShrinkCommand): Promise<Message> {
  const { key, attemptsMax } = command;
  const shrunk = await shrinkRuns({
    ...open,
    key,
    attemptsMax,
    failing: decodeDecisions(command.decisions),
    onProgress: (runs) => tell({ type: "progress", runs, wakes: 0 }),
  });
  return { ...shrunk, type: "shrunk", decisions: encode(shrunk.decisions) };
}

async function record(open: SubjectSession, command: RecordCommand): Promise<Message> {
  const { following, isWitnessed = false, isSpoken = false } = command;
  const watching = isWitnessed ? watchCalls(open.frames) : undefined;
  const stacks: string[] = [];
  const hear = (decision: Decision): void => {
    if (isWitnessed) stacks.push(new Error().stack ?? "");
    if (isSpoken) tell({ type: "decision", line: decisionLine(decision) });
  };
  try {
    const recorded = await recordRun({
      ...open,
      decidedBy: decidedBy(following),
      onDecision: isWitnessed || isSpoken ? hear : undefined,
      onStart: watching?.start,
    });
    const { outcome, identity, divergence, decisions, events } = recorded;
    const { verdict, because, failure } = outcome;
    return {
      type: "recorded",
      verdict,
      because,
      divergence,
      failure,
      identity,
      place: open.frames(failure?.stack ?? "")[0],
      decisions: encode(decisions),
      events,
      decisionFrames: stacks.map(open.frames),
      witnessed: watching?.calls ?? [],
    };
  } finally {
    watching?.stop();
  }
}

async function digest(open: SubjectSession, command: DigestCommand): Promise<Message> {
  const digests: string[] = [];
  for (const runIndex of command.runs) {
    digests.push(await runDigest({ ...open, seed: seedWords(command.seed), runIndex }));
    tell({ type: "progress", runs: digests.length, wakes: 0 });
  }
  return { type: "digests", digests };
}

function decidedBy(following: Following): DecidedBy {
  if (following.how === "random") return following;
  return { ...following, decisions: decodeDecisions(following.decisions) };
}

function encode(decisions: readonly Decision[]): string[] {
  return decisions.map(decisionLine);
}

function tell(message: Message): void {
  say(message);
}

function sayBug(thrown: unknown): void {
  if (thrown instanceof GauntletError) {
    const { code, what, where, frame, note, help } = thrown;
    tell({ type: "refused", error: { code, what, where, frame, note, help } });
    return;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  tell({ type: "bug", message: error.message, stack: error.stack ?? "" });
}
