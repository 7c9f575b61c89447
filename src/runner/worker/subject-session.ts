import { existsSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import type { UnheldComparison } from "../../kernel/result/unheld-comparison.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { ProjectPaths } from "../../kernel/failure/identity.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import type { Fault } from "../../kernel/faults/fault.ts";
import type { Subject } from "../../kernel/subject/subject.ts";
import { cacheFolder } from "../../config/files/store-links.ts";
import { type DrainKind, type Execute, executeWith, probeDrain } from "../loop/drain.ts";
import { inMacrotask } from "../loop/macrotask.ts";
import type { OriginText } from "../loop/run-request.ts";
import {
  type Coverage,
  type HandlerCount,
  type PlacedFile,
  unheldComparisons,
} from "../../subject/coverage/index.ts";
import {
  createInstrumentedLoader,
  type InstrumentedOptions,
} from "../../subject/instrumented-loader.ts";
import type { LoadedKinds } from "../../subject/kinds/index.ts";
import {
  findPools,
  type Loader,
  type PreparedGraph,
  statefulPackages,
} from "../../subject/loader/index.ts";
import { isScenarioFile } from "../../subject/scenarios/scenario-file.ts";
import { intervalNotes } from "../../world/loading/idle-intervals.ts";
import {
  type PostgresHome,
  preparePostgres,
  setPostgresHome,
} from "../../world/postgres/prepare.ts";
import { prepareRedis } from "../../world/redis/prepare.ts";
import { seamOf } from "../../world/seam.ts";
import { tiersOf } from "../../world/tiers.ts";
import type { LoadCommand } from "../protocol/load-command.ts";
import type { HandlerData, LoadedSubject } from "../protocol/protocol.ts";
import { loadRefusal } from "./load-refusal.ts";
import { RunMaker } from "./run-maker.ts";
import { versionsIn } from "../../world/own-version.ts";
import { type Frames, rememberFrames } from "./remember-frames.ts";
import { projectPaths } from "../project-paths.ts";
import { coverageOf, placesOf } from "./session-coverage.ts";
import { meterOf } from "./session-meter.ts";
import type { OpenScenario } from "./open-scenario.ts";
import { callerUnderTest, framesOf, nearestName } from "./user-frames.ts";
import { needsOf } from "./subject-needs.ts";

/** The user's code, loaded and ready to be run again and again in this process. */
export interface SubjectSession {
  readonly loaded: LoadedSubject;
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  /** What is counted while runs go on, where that was asked for. */
  readonly coverage: Coverage | undefined;
  /** Says where a handler stands in the user's own file. */
  placeHandler(counted: HandlerCount): HandlerData;
  /** The comparisons of the user's files that never held, the deepest first. */
  unheld(): readonly UnheldComparison[];
  /** Where the blocks of files stand that were not told of before, where that is asked for. */
  placed(): readonly PlacedFile[] | undefined;
  /** The user's own lines in a stack, innermost first. */
  frames(stack: string): readonly SourceLocation[];
  /** Whose code made a call, in words: `Gateway.charge src/gateway.ts:14`. */
  readonly originText: OriginText;
}

/**
 * Loads a subject, or throws a GauntletError that says why it cannot. The simulated world must be
 * installed before, or names would be captured.
 */
export async function openSession(
  given: LoadCommand,
  postgres?: Omit<PostgresHome, "projectRoot">,
): Promise<SubjectSession> {
  const { projectRoot } = given;
  if (postgres !== undefined) setPostgresHome({ projectRoot, ...postgres });
  const packages = new Set<string>();
  const paths = projectPaths(projectRoot);
  const scenario = await scenarioOf(given);
  const needs = await needsOf(given);
  const command = { ...given, inline: [...given.inline, ...needs.packages] };
  const sources = scenario?.sources ?? givenSource(command);
  const fixed = { sources, substitutes: needs.doors };
  let coverage = coverageOf(command, needs);
  let loader = loaderOf(command, packages, { coverage, ...fixed });
  const frames = rememberFrames((stack) =>
    framesOf(stack, { loader, paths, projectRoot, lines: scenario?.lines }),
  );
  const testFile = path.relative(projectRoot, path.resolve(projectRoot, command.file));
  const originText: OriginText = (stack, kind) => {
    const places = frames(stack);
    const place = kind === "wait" ? callerUnderTest(places, testFile) : places[0];
    if (place === undefined) return undefined;
    return `${nearestName(stack, paths)} ${place.file}:${place.line}`;
  };
  try {
    const parts = { packages, frames, needs };
    let opened = await openGraph(command, { loader, coverage, ...parts });
    // Which seams the faults need is known only once the file has been loaded.
    const seams = compiledSeams(opened.subject.declared.faults);
    if (seams.length > 0) {
      coverage = coverageOf(command, needs);
      loader = loaderOf(command, packages, { seams, coverage, ...fixed });
      frames.forget();
      opened = await openGraph(command, { loader, coverage, ...parts });
    }
    // Counters that only measure work are none that a search is to be guided by.
    const found = command.coverage === undefined ? undefined : coverage;
    return { ...opened, paths, coverage: found, frames, originText };
  } catch (thrown) {
    throw scenario?.refusal(thrown) ?? new GauntletError(loadRefusal(thrown, command, frames));
  }
}

// --- inside ---

/** A module that a scan wrote and that the disk did not keep. */
function givenSource({ projectRoot, file, source }: LoadCommand): InstrumentedOptions["sources"] {
  if (source === undefined || existsSync(path.resolve(projectRoot, file))) return undefined;
  return new Map([[path.join(realpathSync(projectRoot), file), source]]);
}

async function scenarioOf(command: LoadCommand): Promise<OpenScenario | undefined> {
  if (!isScenarioFile(command.file)) return undefined;
  const { openScenario } = await import("./open-scenario.ts");
  return openScenario(command);
}

interface Opened extends Pick<
  SubjectSession,
  "loaded" | "maker" | "execute" | "placeHandler" | "unheld" | "placed"
> {
  readonly subject: Subject;
}

async function openGraph(
  command: LoadCommand,
  parts: {
    readonly loader: Loader;
    readonly packages: ReadonlySet<string>;
    readonly frames: Frames;
    readonly needs: LoadedKinds;
    readonly coverage: Coverage | undefined;
  },
): Promise<Opened> {
  const { projectRoot, exportName, settings, file } = command;
  const graph = await parts.loader.prepare(path.resolve(projectRoot, file));
  if (graph.matches(postgresCall)) await preparePostgres();
  if (graph.matches(redisName)) await prepareRedis();
  await findPools(projectRoot, parts.packages);
  const isEverythingFresh = command.isEverythingFresh ?? false;
  const { frames, loader, coverage } = parts;
  const { subjectOf, countsWork } = parts.needs;
  const meter =
    countsWork && coverage !== undefined
      ? meterOf(coverage, { graph, loader, projectRoot })
      : undefined;
  const names = { file, exportName, subjectOf };
  const how = { settings, grant: command.grant, isEverythingFresh };
  const maker = new RunMaker({ graph, ...names, ...how, frames, meter });
  const drain = command.drain ?? (await probeDrain());
  const execute = executeWith(drain);
  const subject = await firstInstance(maker, execute);
  const { packages } = parts;
  const loaded = describe({ command, graph, maker, subject, drain, packages });
  const placeHandler = ({ file: at, offset, ...counts }: HandlerCount): HandlerData => ({
    ...counts,
    file: path.relative(projectRoot, at).split(path.sep).join("/"),
    line: graph.lineOf(at, offset) ?? 0,
  });
  const unheld = (): readonly UnheldComparison[] =>
    (coverage === undefined ? [] : unheldComparisons(coverage.map)).flatMap(
      ({ file: at, offset }) => {
        const line = graph.lineOf(at, offset);
        if (line === undefined) return [];
        const shown = path.relative(projectRoot, at).split(path.sep).join("/");
        return { file: shown, line, text: (loader.sourceLine(at, line) ?? "").trim() };
      },
    );
  const placed = placesOf(command, coverage, graph);
  return { loaded, maker, execute, subject, placeHandler, unheld, placed };
}

function loaderOf(
  { projectRoot, inline, module }: LoadCommand,
  packages: Set<string>,
  additions: Partial<Pick<InstrumentedOptions, "seams" | "coverage" | "sources" | "substitutes">>,
): Loader {
  return createInstrumentedLoader({
    projectRoot,
    inline: [...statefulPackages, ...inline],
    module,
    ...additions,
    dispatch: seamOf,
    replaceExternal: (specifier) => {
      if (!isBuiltin(specifier)) packages.add(packageName(specifier));
      return undefined;
    },
    cacheDir: cacheFolder(projectRoot),
  });
}

/** Seams that lie in code; those of the world are asked by the world itself. */
function compiledSeams(faults: readonly Fault[]): readonly string[] {
  return [...new Set(faults.map(({ seam }) => seam))].filter((name) => !name.startsWith("world:"));
}

/** How `world.worker` is called, also where `worker` was taken out of the world before. */
const workerCall = /\.\s*worker\s*(?:\?\.)?\(|[{,]\s*worker\s*[,:}]|["'`]worker["'`]/u;

/** Whoever calls `world.redis` names it somewhere. */
const redisName = /\bredis\b/iu;

/** How `world.postgres` is called; a call that is not seen here costs one run more. */
const postgresCall = /\.\s*postgres\s*(?:\?\.)?\(/u;

function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/**
 * Instantiates once, in a run that does nothing else, so that a file that cannot be run says so at
 * once, and so that what it does while it loads (timers, random numbers) happens in a world.
 */
async function firstInstance(maker: RunMaker, execute: Execute): Promise<Subject> {
  let subject: Subject | undefined;
  const { request } = maker.make({ source: new SimplestSource() });
  const keep = (made: Subject): Subject => {
    subject = made;
    return { ...made, run: () => {} };
  };
  const outcome = await inMacrotask(() =>
    execute({
      ...request,
      subject: () => {
        const made = request.subject();
        return made instanceof Promise ? made.then(keep) : keep(made);
      },
    }),
  );
  if (subject !== undefined) return subject;
  const { thrown } = outcome;
  throw thrown instanceof Error ? thrown : new Error(outcome.failure?.message, { cause: thrown });
}

function describe(parts: {
  readonly command: LoadCommand;
  readonly graph: PreparedGraph;
  readonly maker: RunMaker;
  readonly subject: Subject;
  readonly drain: DrainKind;
  readonly packages: ReadonlySet<string>;
}): LoadedSubject {
  const { command, graph, subject, drain, packages } = parts;
  const { projectRoot, exportName } = command;
  const file = path.relative(projectRoot, graph.entry).split(path.sep).join("/");
  return {
    type: "loaded",
    subject: { name: subject.name, file, exportName, digest: graph.digest },
    declared: { ...subject.declared, faults: subject.declared.faults.map(({ name }) => name) },
    // What a chaos file with several subjects claims may be meant for another one of them.
    claims: graph.declaredProperties
      .filter(({ file: at }) => parts.maker.subjectsCount === 1 || at !== graph.entry)
      .map(({ kind, name }) => ({ kind, name })),
    versions: versionsIn(projectRoot),
    tiers: tiersOf(command.settings),
    drain,
    sharedCount: graph.sharedFiles.length,
    packages: [...packages].toSorted(),
    startsWorkers: graph.matches(workerCall),
    freshCount: graph.files.length - graph.sharedFiles.length,
    idleNotes: intervalNotes(),
  };
}
