import path from "node:path";
import type { CallTarget } from "../../kernel/call-plan.ts";
import type { FoundSink, ScannedSeam } from "../../kernel/scan.ts";
import type { UnwrittenFile } from "../../kernel/unwritten-file.ts";
import { storeFolder } from "../../runner/finding-store.ts";
import { canGrow } from "../../subject/calls/growing-value.ts";
import { type Applied, applyPolicy } from "../../search/entries/apply-policy.ts";
import { claimsOf, contractsFor } from "../../search/entries/contracts-for.ts";
import { type Entry, entryText } from "../../search/entries/entry-text.ts";
import { writeEntry, type WrittenEntry } from "../../search/entries/write-entry.ts";
import { selectTargets } from "../../search/entries/select-targets.ts";
import type { Court } from "../../search/record-fresh.ts";
import { WorkerPool } from "../../search/worker-pool.ts";
import type { ScanConfig } from "../../subject/config/index.ts";
import { analyseProject, type ProjectTargets } from "../../subject/plans/index.ts";
import type { ModuleExample } from "../../subject/examples/index.ts";
import { findSinks, type FunctionSinks } from "../../subject/sinks/index.ts";
import { literalsOf } from "../../subject/source/literals.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import { writtenLaws } from "./confirmed.ts";
import type { Claims } from "./evidence-level.ts";
import { refuseUnknown, targetsOfFiles } from "./named-targets.ts";
import { documentedExamples } from "./project-examples.ts";
import type { ScanOptions } from "./scan-options.ts";
import { byValue, type FaultsAround, ProjectSeams, toldSeam } from "./seams-of.ts";
import { unmatchedEntries } from "./unmatched.ts";
import { withoutPrivate } from "./without-private.ts";

/** One way in which a target is called, and how often. */
export interface Pass {
  readonly entry: Entry;
  readonly court: Court;
  readonly runsMax: number;
  /** Claims that are made in this pass besides those of every call. */
  readonly claims: Claims;
  /** Whether something goes wrong around these calls. */
  readonly hasFaults: boolean;
}

/** A target with all the ways in which it is called. */
export interface Task {
  readonly target: CallTarget;
  readonly policy: ScanConfig;
  /** The plain calls come first. */
  readonly passes: readonly [Pass, ...Pass[]];
  /** Faults that fit where its module meets what it does not control. */
  readonly faults: FaultsAround;
}

/** What is to be called, and what was read off the source on the way. */
export interface ScanPlan {
  readonly tasks: readonly Task[];
  readonly files: { readonly analysed: number; readonly reused: number };
  readonly sinks: readonly FoundSink[];
  readonly seams: readonly ScannedSeam[];
  /** Entries of the configuration that mean nothing here. */
  /** Modules that could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
  readonly notes: readonly string[];
  readonly pool: WorkerPool;
}

/** Reads the types, works the configuration in, and writes the modules that are run. */
export async function planTasks(options: ScanOptions): Promise<ScanPlan> {
  const { projectRoot, policies } = options;
  const wanted = targetsOfFiles(options.files);
  const analysis = await analyse(options);
  const open = analysis.files.map(({ module: file, targets: all }) => {
    return { file, targets: all.flatMap((target) => withoutPrivate(target, options)) };
  });
  refuseUnknown(
    options.files,
    open.flatMap(({ targets }) => targets),
  );
  const source = new ProjectSource(projectRoot);
  const projectSeams = new ProjectSeams(source);
  const seams: ScannedSeam[] = [];
  const pool = new WorkerPool(options.concurrency);
  const tasks: Task[] = [];
  const sinks: FoundSink[] = [];
  const unwritten: UnwrittenFile[] = [];
  for (const { file, targets } of open) {
    const policy = policies.entryFor(file);
    const chosen = selectTargets(targets, wanted.get(file) ?? policy.targets);
    if (chosen.length === 0) continue;
    const found = sinksOf(source, file, policy);
    sinks.push(...found.flatMap((one) => one.sinks.map((sink) => told(one, sink))));
    seams.push(...projectSeams.inFile(file).map(toldSeam));
    // All of them, in all ways: what an earlier scan has found must still be there to be replayed.
    const names = exportNames(targets);
    const module = source.module(file);
    const literals = module === undefined ? [] : literalsOf(module);
    const stated = policy.seedFrom.docstrings
      ? documentedExamples(source, file, targets)
      : noExamples;
    const draftOf = (target: CallTarget): DraftedTarget => {
      const faults = projectSeams.faultsAround(target, targets);
      const name = names.get(target) ?? "";
      const examples = stated.get(target) ?? [];
      return draft(target, name, { options, found, faults, literals, examples });
    };
    const written = await writeEntries(file, targets.map(draftOf), options);
    unwritten.push(...written.unwritten);
    for (const { target, passes, faults } of chosen.map(draftOf)) {
      const wantedPasses = passes.filter(({ hasFaults }) => !hasFaults || options.deepens);
      const [first, ...rest] = wantedPasses.map(({ entry, ...pass }) => {
        const subject = { ...written.target, exportName: entry.exportName };
        return { ...pass, entry, court: { target: subject, settings: options.settings, pool } };
      });
      if (first !== undefined) tasks.push({ target, policy, faults, passes: [first, ...rest] });
    }
  }
  const files = { analysed: analysis.analysedCount, reused: analysis.reusedCount };
  const notes = unmatchedEntries(policies, {
    modules: analysis.files.map(({ module }) => module),
    targets: analysis.files.flatMap(({ targets }) => targets),
    isWhole: options.isWhole,
  });
  const ordered = options.deepens ? byValue(tasks) : tasks;
  return { tasks: ordered, files, sinks, seams, notes, unwritten, pool };
}

// --- inside ---

type Draft = Omit<Pass, "court">;

const noExamples: ReturnType<typeof documentedExamples> = new Map();

interface DraftedTarget extends Pick<Task, "target" | "faults"> {
  readonly passes: readonly Draft[];
}

/** Hostile inputs are chosen, not drawn, so a few runs show all of them. */
const contractRuns = 10;
/** A run begins with any of the examples; all are met in a few times as many runs. */
const runsPerExample = 4;
/** One run measures a call with inputs of all sizes. */
const growthRuns = 4;

function draft(
  found: CallTarget,
  name: string,
  parts: {
    readonly options: ScanOptions;
    readonly found: readonly FunctionSinks[];
    readonly faults: FaultsAround;
    readonly literals: Parameters<typeof applyPolicy>[2];
    readonly examples: readonly ModuleExample[];
  },
): DraftedTarget {
  const { policies, runsMax } = parts.options;
  const applied = applyPolicy(found, policies, parts.literals);
  const { target } = applied;
  const runs = runsMax ?? policies.entryFor(target.module).maxExamples;
  const plain = { claims: new Map(), hasFaults: false };
  const count = target.calls.length;
  const judges = writtenLaws(target, policies.entryFor(target.module));
  const first = entryOf(applied, name, { judges });
  const passes: Draft[] = [{ ...plain, entry: first, runsMax: runs * count }];
  const { examples } = parts;
  if (examples.length > 0) {
    const data = [...applied.options.data, { path: ["mode"], value: "examples" }];
    const entry = entryOf(applied, `${name}_examples`, { data, examples });
    passes.push({ ...plain, entry, runsMax: runsPerExample * examples.length });
  }
  const contracts = contractsFor(target, policies, parts.found);
  if (contracts.length > 0) {
    const held = contracts.map((data) => ({ maker: "contract", data }));
    passes.push({
      entry: entryOf(applied, `${name}_contracts`, { judges: held }),
      runsMax: contractRuns * count,
      claims: claimsOf(contracts),
      hasFaults: false,
    });
  }
  if (mayGrow(target)) {
    const data = [...applied.options.data, { path: ["mode"], value: "growth" }];
    const entry = entryOf(applied, `${name}_growth`, { data });
    passes.push({ ...plain, entry, runsMax: growthRuns * count });
  }
  if (parts.faults.tried.length > 0) {
    const entry = entryOf(applied, `${name}_faults`, { faults: parts.faults.tried });
    passes.push({ ...plain, entry, runsMax: runs * count, hasFaults: true });
  }
  return { target, passes, faults: parts.faults };
}

function mayGrow({ calls }: CallTarget): boolean {
  return calls.some(({ params }) => params.some(({ name, shape }) => canGrow(name, shape)));
}

function entryOf(
  { target, options }: Applied,
  exportName: string,
  changes: Partial<Entry["options"]> = {},
): Entry {
  return { exportName, target, options: { ...options, ...changes } };
}

function sinksOf(
  source: ProjectSource,
  file: string,
  { securityFocus, shellInjectionCheck }: ScanConfig,
): readonly FunctionSinks[] {
  if (!securityFocus && !shellInjectionCheck) return [];
  const all = findSinks(source, file);
  if (securityFocus) return all;
  return all.map((one) => ({ ...one, sinks: one.sinks.filter(({ kind }) => kind === "shell") }));
}

function told(found: FunctionSinks, sink: FunctionSinks["sinks"][number]): FoundSink {
  const { kind, param, place, path: steps, isSanitised } = sink;
  return {
    target: `${found.place.file}:${found.name}`,
    kind,
    param,
    sink: sink.sink,
    place: `${place.file}:${place.line}`,
    path: steps,
    ...(isSanitised === undefined ? {} : { sanitisedBy: isSanitised }),
  };
}

/** Reads the types of all files, those with private names apart from the others. */
async function analyse({
  projectRoot,
  files,
  policies,
  ...options
}: ScanOptions): Promise<ProjectTargets> {
  const all = [...new Set(files.map(({ file }) => file))];
  const isWhole = (file: string): boolean =>
    options.includePrivate || policies.hasPrivateObjects || policies.entryFor(file).includePrivate;
  const parts = await Promise.all(
    [true, false].map((includePrivate) =>
      analyseProject({
        projectRoot,
        files: all.filter((file) => isWhole(file) === includePrivate),
        includePrivate,
        cacheDir: path.join(projectRoot, storeFolder, "cache"),
      }),
    ),
  );
  return {
    files: parts.flatMap((part) => part.files),
    analysedCount: parts.reduce((sum, part) => sum + part.analysedCount, 0),
    reusedCount: parts.reduce((sum, part) => sum + part.reusedCount, 0),
  };
}

async function writeEntries(
  file: string,
  drafts: readonly DraftedTarget[],
  { projectRoot, policies }: ScanOptions,
): Promise<WrittenEntry> {
  const { registries } = policies.entryFor(file);
  const entryFile = `${storeFolder}/scan/${file}.mjs`;
  const entries = drafts.flatMap(({ passes }) => passes.map(({ entry }) => entry));
  return writeEntry(projectRoot, entryFile, entryText(entryFile, entries, registries));
}

/**
 * The names under which targets are exported, the same in every scan of the file. Overloads that
 * differ in what they need are targets of their own with one name, so a name is no key.
 */
function exportNames(targets: readonly CallTarget[]): ReadonlyMap<CallTarget, string> {
  const names = new Map<CallTarget, string>();
  const taken = new Set<string>();
  for (const target of targets) {
    const plain = `scan_${target.name.replaceAll(/[^A-Za-z0-9_$]/gu, "_")}`;
    let free = plain;
    for (let count = 2; taken.has(free); count++) free = `${plain}_${String(count)}`;
    taken.add(free);
    names.set(target, free);
  }
  return names;
}
