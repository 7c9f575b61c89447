import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { analyseProject, type FileTargets } from "../../subject/plans/index.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import { type Reach, reachOf } from "./reach.ts";
import { needsTypes, settleFaults } from "./settle-faults.ts";
import type { StarterSubject } from "./starter-subject.ts";

/**
 * What of a project leaves the process, and how it is called: by its classes and by the functions
 * of its files. Read off sources and types; nothing is run.
 */
export async function findStarters(
  projectRoot: string,
  files: readonly string[],
): Promise<readonly StarterSubject[]> {
  const source = new ProjectSource(projectRoot);
  const reached = new Map<string, Reach>();
  for (const file of files) {
    const module = source.module(file);
    if (module === undefined) continue;
    const reach = reachOf(module, source);
    if (reach.seams.length > 0) reached.set(module.shown, reach);
  }
  if (reached.size === 0) return [];
  const wanted = outermost(reached).slice(0, filesMax);
  const seams = wanted.flatMap((file) => reached.get(file)?.seams ?? []);
  const asked = seams.filter(needsTypes).map(({ file }) => file);
  const all = [...new Set([...wanted, ...asked])];
  const { files: analysed } = await analyseProject({ projectRoot, files: all });
  return analysed.flatMap((found) => {
    const reach = wanted.includes(found.module) ? reached.get(found.module) : undefined;
    if (reach === undefined) return [];
    return subjectsOf(found, { ...reach, seams: settleFaults(reach.seams, analysed) });
  });
}

// --- inside ---

/** More files than this and nobody reads the tests; the others are found by a scan. */
const filesMax = 8;

/** Files that others do not import come first: they are what the project is about. */
function outermost(reached: ReadonlyMap<string, Reach>): readonly string[] {
  const inner = new Set([...reached.values()].flatMap(({ imports }) => [...imports]));
  const all = [...reached.keys()].toSorted();
  return [...all.filter((file) => !inner.has(file)), ...all.filter((file) => inner.has(file))];
}

function subjectsOf(found: FileTargets, { seams, words }: Reach): readonly StarterSubject[] {
  const { module, states = {} } = found;
  const callable = found.targets.filter(({ blocked }) => blocked === undefined);
  const classes = new Map<string, CallTarget[]>();
  for (const target of callable) {
    if (target.receiver === undefined) continue;
    const { name } = target.receiver;
    classes.set(name, [...(classes.get(name) ?? []), target]);
  }
  const base = { module, seams, words };
  const ofClasses = [...classes].map(([name, targets]): StarterSubject => {
    const calls = targets.flatMap((target) => target.calls);
    return { ...base, name, receiver: targets[0]?.receiver, calls, state: states[name] ?? [] };
  });
  const functions = callable
    .filter(({ receiver }) => receiver === undefined)
    .flatMap(({ calls }) => calls)
    .filter(({ kind, returns }) => kind !== "constructor" && returns.kind !== "instance");
  if (functions.length === 0) return ofClasses;
  const name = path.posix.basename(module).replace(/\.[^.]+$/u, "");
  return [...ofClasses, { ...base, name, calls: functions, state: [] }];
}
