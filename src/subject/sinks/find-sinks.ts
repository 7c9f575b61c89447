import type { ProjectSource } from "../source/project-source.ts";
import type { SourceModule } from "../source/source-module.ts";
import { HitList } from "./hit-list.ts";
import type { FunctionSinks } from "./sink.ts";
import { type FoundFunction, functionsOf, traceFunction } from "./trace-function.ts";

/**
 * For each function and method of a file: which of its parameters reach a place where their text
 * can do harm, and how. Read off the source, through helpers of the project; nothing is run.
 */
export function findSinks(source: ProjectSource, file: string): readonly FunctionSinks[] {
  const module = source.module(file);
  if (module === undefined) return [];
  return functionsOf(module).map((found) => {
    const line = module.lineAt(found.node.start);
    const sinks = sinksOf(source, module, found);
    return { name: found.name, place: { file: module.shown, line }, sinks };
  });
}

// --- inside ---

function sinksOf(
  source: ProjectSource,
  module: SourceModule,
  found: FoundFunction,
): FunctionSinks["sinks"] {
  const hits = new HitList();
  const checks = traceFunction(module, found, {
    source,
    hit: (hit, frame, node) => hits.add(hit, frame, node),
    // What the constructor meets on its way is told of the constructor.
    begin: () => hits.begin(),
    followsParams: true,
  });
  return hits.sinks(checks);
}
