import type { Decision } from "../../kernel/decisions/decision.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { mayBecome } from "../../kernel/shrink/minimize.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { openDebugger, stopForDebugger, waitForDebugger } from "./wait-for-debugger.ts";
import { LimitWatch } from "../protocol/run-limit.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { learnEnvironment } from "../../kernel/secrets/process-secrets.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { tallyData } from "../../kernel/judge/tally.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { witnessHang } from "./hang-witness.ts";
import { guardProcess } from "../loop/process-guard.ts";
import { failureSoFar, reportUncaught } from "../loop/run-loop.ts";
import { restoreAfterRuns } from "../loop/leftovers.ts";
import { hostArgument } from "../process/worker-key.ts";
import { endProcess, listen, printAtOnce, say } from "../process/worker-side.ts";
import { activeWorld } from "../../world/active-world.ts";
import { BuiltinsWatch } from "../../world/builtins-watch.ts";
import { hideLeftovers } from "../../world/files/base-view.ts";
import { guardEarlierHandles } from "../../world/files/earlier-files.ts";
import { installWorld } from "../../world/install.ts";
import { guardLoading } from "../../world/loading/idle-world.ts";
import {
  missingVariables,
  settleEnvironment,
  useEnvironment,
} from "../../world/machine/environment.ts";
import { installMachine } from "../../world/machine/install-machine.ts";
import { prepareNet } from "../../world/net/install-net.ts";
import { real } from "../../world/real.ts";
import { coverRun } from "./cover-run.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { exploreRuns } from "./explore-runs.ts";
import type {
  Command,
  DigestCommand,
  ExploreCommand,
  DecisionPlan,
  Message,
  PostgresData,
  RecordCommand,
  ShrinkCommand,
} from "../protocol/protocol.ts";
import { type DecidedBy, recordRun } from "./record-run.ts";
import { runDigest } from "./repeat-check.ts";
import { shrinkRuns } from "./shrink-runs.ts";
import type { Strategy } from "../../search/strategy.ts";
import { openSession, type SubjectSession } from "./subject-session.ts";
import { UncontrolledUses } from "./uncontrolled-uses.ts";
import { type CallWatch, watchCalls } from "./watch-calls.ts";

// The process in which user code runs. It answers one command at a time; what the user's code does
// to the process (a crash, an endless loop) is seen and judged from outside.
learnEnvironment(process.env);
const isHostAllowed = process.argv.includes(hostArgument);
installWorld({ isHostAllowed });
if (!isHostAllowed) {
  installMachine();
  hideLeftovers();
  guardLoading();
}
printAtOnce();
guardProcess({
  uncaughtException: (thrown) => {
    if (!reportUncaught("uncaught", thrown)) sayBug(thrown);
  },
  unhandledRejection: (thrown) => {
    if (!reportUncaught("rejected", thrown)) sayBug(thrown);
  },
});

const exit = process.exit.bind(process);
process.exit = (code) => {
  // An exit is not thrown and leaves no stack; where it was called is worth knowing.
  if (activeWorld !== undefined) {
    const thrown = new Error(`the code ended the process with exit code ${Number(code ?? 0)}`);
    const ending = { ...failureFrom("crash", thrown), error: "ProcessExit" };
    // A handler of uncaught errors often ends the process: then the error is what was found.
    const failure = failureSoFar() ?? ending;
    tell({ type: "intendedExit", failure, place: session?.frames(failure.stack)[0] });
  }
  return exit(code);
};

// After what we have put there ourselves and before any user code.
const builtins = new BuiltinsWatch();

let session: SubjectSession | undefined;
let takePostgresData: ((data: PostgresData) => void) | undefined;
let watching: CallWatch | undefined;
/** What decided the runs of the last stretch. */
let exploring: Strategy | undefined;
listen((command) => {
  const given = command as Command;
  if (given.type === "postgresData") takePostgresData?.(given);
  else answer(given).then(tell, sayBug);
});

async function answer(command: Exclude<Command, PostgresData>): Promise<Message> {
  if (command.type === "load") {
    if (command.isWitnessed === true)
      watching = watchCalls((stack) => session?.frames(stack) ?? []);
    const { grant, settings } = command;
    useEnvironment(settings.env ?? {}, grant === undefined ? settings.env : (grant.env ?? {}));
    await prepareNet();
    if (!isHostAllowed) await guardEarlierHandles();
    session = await openSession(command, {
      dataFile: askPostgresData,
      onAlive: () => tell({ type: "progress", runs: 0, wakes: 0 }),
    });
    settleEnvironment();
    builtins.settle();
    restoreAfterRuns(builtins);
    return session.loaded;
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
    case "cover":
      return coverRun(session, decodeDecisions(command.decisions));
    case "places":
      return { type: "places", places: session.frames(command.stack) };
  }
}

/** The parent has it made: this process may start no other. */
async function askPostgresData(): Promise<string> {
  tell({ type: "wantsPostgresData" });
  const { file, failure } = await new Promise<PostgresData>((resolve) => {
    takePostgresData = resolve;
  });
  if (file === undefined) throw new Error(failure);
  return file;
}

async function explore(open: SubjectSession, command: ExploreCommand): Promise<Message> {
  const { clusters, tally, strategy, handlers, ...counts } = await exploreRuns({
    ...open,
    ...command,
    known: command.isContinued === true ? exploring : undefined,
    seeds: (command.seeds ?? []).map(decodeDecisions),
    onDecision: command.isSpoken === true ? sayDecision : undefined,
    onMark: (runIndex, changes) => tell({ type: "mark", runIndex, changes }),
    onProgress: (progress) => tell({ type: "progress", ...progress }),
    onSighting: ({ decisions, ...sighting }) =>
      tell({ type: "sighting", ...sighting, decisions: encode(decisions) }),
  });
  exploring = strategy;
  return {
    type: "explored",
    ...counts,
    tally: tallyData(tally),
    handlers: handlers.map(open.placeHandler),
    ...(open.maker.isDirect ? { unheld: open.unheld() } : {}),
    placed: open.placed(),
    blocksTotal: open.coverage?.map.blocksTotal ?? 0,
    reached: open.coverage?.map.news(),
    missing: missingVariables().flatMap(({ name, stack }) => {
      const [at] = open.frames(stack);
      return at === undefined ? [] : [{ name, place: `${at.file}:${at.line}` }];
    }),
    clusters: [...clusters].map(([key, { occurrences, decisions }]) => ({
      key,
      occurrences,
      decisions: encode(decisions),
    })),
  };
}

async function shrink(open: SubjectSession, command: ShrinkCommand): Promise<Message> {
  const { key, attemptsMax, timeMsMax, minimize = "all" } = command;
  const shrunk = await shrinkRuns({
    ...open,
    mayBecome: mayBecome(minimize, open.loaded.declared.faults),
    key,
    attemptsMax,
    timeMsMax,
    failing: decodeDecisions(command.decisions),
    onProgress: (runs) => tell({ type: "progress", runs, wakes: 0 }),
    // The parent goes on from outside, with a process for each try.
    onSpoiled: endProcess,
  });
  return { ...shrunk, type: "shrunk", decisions: encode(shrunk.decisions) };
}

async function record(open: SubjectSession, command: RecordCommand): Promise<Message> {
  const { following, isSpoken = false, hangAfterMs, limit, inspectAt } = command;
  if (hangAfterMs !== undefined) await witnessHang(hangAfterMs);
  if (inspectAt !== undefined) {
    tell({ type: "inspecting", url: openDebugger() });
    waitForDebugger();
  }
  const stacks: string[] = [];
  const watch = limit === undefined ? undefined : new LimitWatch(limit);
  let taken = 0;
  const hear = (decision: Decision): void => {
    taken += 1;
    watch?.onDecision();
    if (taken === inspectAt) stopForDebugger();
    if (watching !== undefined) stacks.push(new Error().stack ?? "");
    if (isSpoken) sayDecision(decision);
  };
  const isHeard = [watching, watch, inspectAt].some((part) => part !== undefined) || isSpoken;
  const hearEvent = (event: RunEvent): void => {
    watch?.onEvent(event);
    if (isSpoken) tell({ type: "event", event });
  };
  const recorded = await recordRun({
    ...open,
    decidedBy: decidedBy(following),
    onDecision: isHeard ? hear : undefined,
    onEvent: isSpoken || watch !== undefined ? hearEvent : undefined,
    onStart: watching?.start,
  });
  const { outcome, identity, divergence, decisions, events, eventsToFailure } = recorded;
  const { verdict, because, failure } = outcome;
  const uses = new UncontrolledUses(open.frames);
  uses.add(outcome.escapes);
  return {
    type: "recorded",
    verdict,
    because,
    divergence,
    failure,
    identity,
    place: open.frames(failure?.stack ?? "")[0] ?? watching?.waitsAt(failure),
    decisions: encode(decisions.slice(0, watch?.at?.decisions)),
    events: events.slice(0, watch?.at?.events),
    eventsToFailure,
    isCut: watch?.at !== undefined,
    decisionFrames: stacks.map(open.frames),
    witnessed: watching?.calls ?? [],
    uncontrolled: uses.list(),
  };
}

async function digest(open: SubjectSession, command: DigestCommand): Promise<Message> {
  const words = seedWords(command.seed);
  const digests: string[] = [];
  const escaped: number[] = [];
  const endMs = real.performanceNow() + (command.timeMsMax ?? Number.POSITIVE_INFINITY);
  for (const runIndex of command.runs) {
    const source = (): RandomSource => new RandomSource().restart(words, runIndex);
    const { digest: found, hasEscaped, isSpoiled } = await runDigest({ ...open, source });
    digests.push(found);
    if (hasEscaped) escaped.push(runIndex);
    tell({ type: "progress", runs: digests.length, wakes: 0 });
    if (real.performanceNow() >= endMs) break;
    if (isSpoiled && digests.length < command.runs.length) endProcess();
  }
  return { type: "digests", digests, escaped };
}

function decidedBy(following: DecisionPlan): DecidedBy {
  if (following.how === "random") return following;
  if (following.how === "strategy") {
    return { ...following, seeds: (following.seeds ?? []).map(decodeDecisions) };
  }
  return { ...following, decisions: decodeDecisions(following.decisions) };
}

function sayDecision(decision: Decision): void {
  tell({ type: "decision", line: decisionLine(decision) });
}

function encode(decisions: readonly Decision[]): string[] {
  return decisions.map(decisionLine);
}

function tell(message: Message): void {
  say(message);
}

function sayBug(thrown: unknown): void {
  if (thrown instanceof GauntletError) {
    const { code, what, where, pointer, frame, note, help } = thrown;
    const problems = thrown instanceof ConfigError ? thrown.problems : undefined;
    tell({ type: "refused", error: { code, what, where, pointer, frame, note, help }, problems });
    return;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  tell({ type: "bug", message: error.message, stack: error.stack ?? "" });
}
