import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { FoundSink, ScannedSeam } from "../../kernel/result/scan.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { storeFolder } from "../../store/finding-store.ts";
import { entryText } from "../../campaign/entries/entry-text.ts";
import { writeEntry, type WrittenEntry } from "../../campaign/entries/write-entry.ts";
import { selectTargets } from "../../campaign/entries/select-targets.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import type { RunnerSource } from "../../runner/subject-runner.ts";
import type { ScanConfig } from "../../config/index.ts";
import { streamProject } from "../../subject/plans/index.ts";
import { findSinks, type FunctionSinks } from "../../subject/sinks/index.ts";
import { literalsOf } from "../../subject/source/literals.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import { byWorth } from "./by-worth.ts";
import { type DraftedPass, type DraftedTarget, draftTarget } from "./draft-passes.ts";
import { exportNames } from "./export-names.ts";
import { refuseUnknown, targetsOfFiles } from "./named-targets.ts";
import { documentedExamples } from "./project-examples.ts";
import type { ScanOptions } from "./scan-options.ts";
import type { ScanTime } from "./scan-time.ts";
import { type FaultsAround, ProjectSeams, reportedSeam } from "./seams-of.ts";
import { unmatchedEntries } from "./unmatched.ts";
import { withoutPrivate } from "./without-private.ts";
import { cacheFolder } from "../../config/files/store-links.ts";
import { TargetHomes } from "./target-homes.ts";

/** One way in which a target is called, and how often. */
export interface Pass extends DraftedPass {
  readonly runTarget: RunTarget;
}

/** A target with all the ways in which it is called. */
export interface Task {
  readonly target: CallTarget;
  readonly policy: ScanConfig;
  /** The plain calls come first. */
  readonly passes: readonly [Pass, ...Pass[]];
  /** Faults that fit where its module meets what it does not control. */
  readonly faults: FaultsAround;
  /** Says whether anything has changed that its calls depend on. */
  readonly stateDigest: string;
}

/** What was read off the source, besides the tasks. */
export interface ScanPlan {
  readonly files: { readonly analysed: number; readonly reused: number };
  /** Files of which the types were not read, because the time was over. */
  readonly unread: readonly string[];
  readonly sinks: readonly FoundSink[];
  readonly seams: readonly ScannedSeam[];
  /** Modules that could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
  /** Entries of the configuration that mean nothing here. */
  readonly notes: readonly string[];
}

/** Where tasks go as soon as they are known. */
export interface TaskSink {
  readonly pool: RunnerSource;
  add(tasks: readonly Task[]): void;
}

/** Reads the types, works the configuration in, and writes the modules that are run. */
export async function planTasks(
  options: ScanOptions,
  sink: TaskSink,
  time: ScanTime,
): Promise<ScanPlan> {
  const planning = new Planning(options, sink);
  const files = byWorth([...new Set(options.files.map(({ file }) => file))], options.projectRoot);
  const isWhole = (file: string): boolean =>
    options.includePrivate ||
    options.policies.hasPrivateObjects ||
    options.policies.entryFor(file).includePrivate;
  for (const includePrivate of [true, false]) {
    const wanted = files.filter((file) => isWhole(file) === includePrivate);
    if (wanted.length > 0) await planning.read(wanted, { includePrivate, time });
  }
  return planning.finish(time);
}

// --- inside ---

/** A target that its file passes on, until it is known whether it is called where it stands. */
interface HeldTarget {
  readonly target: CallTarget;
  readonly file: PlannedFile;
}

interface PlannedFile {
  readonly module: string;
  /** The names under which its targets are exported. */
  readonly names: ReadonlyMap<CallTarget, string>;
  readonly targets: readonly CallTarget[];
  readonly stateDigest: string;
}

class Planning {
  readonly #options: ScanOptions;
  readonly #sink: TaskSink;
  readonly #source: ProjectSource;
  readonly #homes: TargetHomes;
  readonly #projectSeams: ProjectSeams;
  readonly #named: ReturnType<typeof targetsOfFiles>;
  readonly #modules = new Set<string>();
  /** Where all targets stand that are not passed on. */
  readonly #places = new Set<string>();
  readonly #open: CallTarget[] = [];
  readonly #held: HeldTarget[] = [];
  readonly #counts = { analysed: 0, reused: 0 };
  readonly #unread: string[] = [];
  readonly #sinks: FoundSink[] = [];
  readonly #seams: ScannedSeam[] = [];
  readonly #unwritten: UnwrittenFile[] = [];

  constructor(options: ScanOptions, sink: TaskSink) {
    this.#options = options;
    this.#sink = sink;
    this.#source = new ProjectSource(options.projectRoot);
    this.#homes = new TargetHomes(this.#source);
    this.#projectSeams = new ProjectSeams(this.#source);
    this.#named = targetsOfFiles(options.files);
  }

  /** Plans files in the order in which their types become known. */
  async read(
    files: readonly string[],
    { includePrivate, time }: { readonly includePrivate: boolean; readonly time: ScanTime },
  ): Promise<void> {
    const { projectRoot, signal } = this.#options;
    const cacheDir = cacheFolder(projectRoot);
    const request = { projectRoot, files, includePrivate, cacheDir };
    const left = new Set(files.map((file) => path.resolve(projectRoot, file)));
    for await (const { file, found, isKept, stateDigest } of streamProject(request, "apart")) {
      left.delete(file);
      this.#counts[isKept ? "reused" : "analysed"] += 1;
      this.#modules.add(found.module);
      for (const target of found.targets) {
        const { file: home, place } = this.#homes.homeOf(target);
        if (home === target.module) this.#places.add(place);
      }
      const open = found.targets.flatMap((target) => withoutPrivate(target, this.#options));
      const names = exportNames(open);
      const planned = { module: found.module, names, targets: open, stateDigest };
      const isElsewhere = (target: CallTarget): boolean => {
        const { file: home } = this.#homes.homeOf(target);
        return home !== target.module && this.#named.has(home);
      };
      const held = open.filter(isElsewhere).map((target) => ({ target, file: planned }));
      this.#held.push(...held);
      await this.#plan(
        planned,
        open.filter((target) => !isElsewhere(target)),
      );
      if (time.isOver || signal.aborted) break;
    }
    this.#unread.push(...[...left].map((file) => path.relative(projectRoot, file)));
  }

  async finish({ isOver }: ScanTime): Promise<ScanPlan> {
    const byFile = new Map<PlannedFile, CallTarget[]>();
    for (const { target, file } of this.#held) {
      if (this.#places.has(this.#homes.homeOf(target).place)) continue;
      byFile.set(file, [...(byFile.get(file) ?? []), target]);
    }
    for (const [file, targets] of byFile) await this.#plan(file, targets);
    // A name that was not come to is not unknown.
    if (this.#unread.length === 0) refuseUnknown(this.#options.files, this.#open);
    const notes = unmatchedEntries(this.#options.policies, {
      modules: [...this.#modules],
      targets: this.#open,
      isWhole: this.#options.isWhole && !isOver,
    });
    return {
      files: this.#counts,
      unread: this.#unread,
      sinks: this.#sinks,
      seams: this.#seams,
      unwritten: this.#unwritten,
      notes,
    };
  }

  async #plan(file: PlannedFile, targets: readonly CallTarget[]): Promise<void> {
    this.#open.push(...targets);
    const policy = this.#options.policies.entryFor(file.module);
    const selectors = this.#named.get(file.module) ?? policy.targets;
    const chosen = selectTargets(targets, selectors);
    if (chosen.length === 0) return;
    const found = sinksOf(this.#source, file.module, policy);
    this.#sinks.push(...found.flatMap((one) => one.sinks.map((sink) => told(one, sink))));
    this.#seams.push(...this.#projectSeams.inFile(file.module).map(reportedSeam));
    const module = this.#source.module(file.module);
    const literals = module === undefined ? [] : literalsOf(module);
    const stated = policy.seedFromDocstrings
      ? documentedExamples(this.#source, file.module, targets)
      : undefined;
    const tasks: Task[] = [];
    for (const target of chosen) {
      // All of it, in all ways: what an earlier scan has found must still be there to be replayed.
      const whole = wholeOf(target, targets);
      const name = file.names.get(whole) ?? "";
      const draft = (one: CallTarget): DraftedTarget => {
        const faults = this.#projectSeams.faultsAround(one, file.targets);
        const examples = stated?.get(whole) ?? [];
        const options = this.#options;
        return draftTarget(one, name, { options, found, faults, literals, examples });
      };
      const written = await this.#write(draft(whole), { file, name, policy });
      const task = this.#task(draft(target), { file, policy, written });
      if (task !== undefined) tasks.push(task);
    }
    this.#sink.add(tasks);
  }

  /**
   * Writes the module through which a target is called: one for each, because a package may be one
   * file with hundreds of functions, and every process would read all of their types.
   */
  async #write(
    { passes }: DraftedTarget,
    about: { readonly file: PlannedFile; readonly name: string; readonly policy: ScanConfig },
  ): Promise<WrittenEntry> {
    const { file, name, policy } = about;
    const entryFile = `${storeFolder}/scan/${file.module}/${name}.mjs`;
    const entries = passes.map(({ entry }) => entry);
    const text = entryText(entryFile, entries, policy.registries, (from) =>
      this.#homes.takenFrom(from),
    );
    const written = await writeEntry(this.#options.projectRoot, entryFile, text);
    this.#unwritten.push(...written.unwritten);
    return written;
  }

  #task(
    { target, passes, faults }: DraftedTarget,
    about: {
      readonly file: PlannedFile;
      readonly policy: ScanConfig;
      readonly written: WrittenEntry;
    },
  ): Task | undefined {
    const { settings, deepens } = this.#options;
    const { policy, written } = about;
    const { pool } = this.#sink;
    const [first, ...rest] = passes
      .filter(({ hasFaults }) => !hasFaults || deepens)
      .map((pass) => {
        const subject = { ...written.target, exportName: pass.entry.exportName };
        return { ...pass, runTarget: { target: subject, settings, pool } };
      });
    if (first === undefined) return undefined;
    const { stateDigest } = about.file;
    return { target, policy, faults, stateDigest, passes: [first, ...rest] };
  }
}

/** The target of which only some methods may have been selected. */
function wholeOf(target: CallTarget, targets: readonly CallTarget[]): CallTarget {
  if (targets.includes(target)) return target;
  return targets.find((one) => one.name === target.name) ?? target;
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
