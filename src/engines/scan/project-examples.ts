import { readFileSync } from "node:fs";
import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import {
  commentExamples,
  type ModuleExample,
  moduleExamples,
  packageName,
  readmeExamples,
} from "../../subject/examples/index.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";

/** What documentation says that calls of a file's targets give. */
export function documentedExamples(
  source: ProjectSource,
  file: string,
  targets: readonly CallTarget[],
): ReadonlyMap<CallTarget, readonly ModuleExample[]> {
  const exports = new Set(source.module(file)?.exports.keys() ?? []);
  for (const target of targets) for (const name of exportsOf(target)) exports.add(name);
  const { root } = source;
  const code = [...commentExamples(file, textOf(root, file)), ...readmeExamples(root, file)];
  const all = moduleExamples(code, { exports, packageName: packageName(root, file) });
  return new Map(
    targets.map((target) => {
      const names = exportsOf(target);
      const own = all.filter(({ of }) => names.has(of));
      return [target, own.map((example) => ({ ...example, of: target.name }))];
    }),
  );
}

// --- inside ---

function exportsOf({ calls, receiver }: CallTarget): ReadonlySet<string> {
  const paths = [...calls.map(({ from }) => from.path), receiver?.from.path ?? []];
  return new Set(paths.flatMap(([first]) => (first === undefined ? [] : [first])));
}

function textOf(root: string, file: string): string {
  try {
    return readFileSync(path.resolve(root, file), "utf8");
  } catch {
    return "";
  }
}
