import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { calleeName } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** A call or a construction, as it is written. */
export type WrittenCall = TS.CallExpression | TS.NewExpression;

/** The calls that may be of something with this name: asking the checker about all takes long. */
export type NamedCalls = (name: string) => readonly WrittenCall[];

/** Reads the calls off the syntax, once for each program. */
export function namedCalls(project: ProjectProgram): NamedCalls {
  const before = known.get(project);
  if (before !== undefined) return before;
  const calls = new Map<string, WrittenCall[]>();
  const renamed = new Map<string, Set<string>>();
  for (const file of project.program.getSourceFiles()) {
    if (!isProjectCode(file, project)) continue;
    const visit = (node: TS.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const name = calleeName(node.expression);
        if (ts.isMemberName(name)) addTo(calls, name.text, node);
      } else {
        noteRenaming(node, renamed);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  const found: NamedCalls = (name) =>
    namesFor(name, renamed).flatMap((one) => calls.get(one) ?? []);
  known.set(project, found);
  return found;
}

/** Whether a file holds tests, by its path. */
export function isTestFile(module: string): boolean {
  return /(?:^|\/)(?:tests?|specs?|__tests__)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(module);
}

// --- inside ---

const known = new WeakMap<ProjectProgram, NamedCalls>();

function addTo(calls: Map<string, WrittenCall[]>, name: string, node: WrittenCall): void {
  const list = calls.get(name);
  if (list === undefined) calls.set(name, [node]);
  else list.push(node);
}

/** `import { a as b }`, `export { a as b }` and `import b` call `a` by the name of `b`. */
function noteRenaming(node: TS.Node, renamed: Map<string, Set<string>>): void {
  const isSpecifier = ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
  const from = isSpecifier ? node.propertyName?.text : "default";
  const to = isSpecifier || ts.isImportClause(node) ? node.name?.text : undefined;
  if (from === undefined || to === undefined) return;
  renamed.set(from, (renamed.get(from) ?? new Set()).add(to));
}

function namesFor(name: string, renamed: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const names = new Set([name, "default"]);
  // A set may grow while it is walked: a name that was renamed twice is found as well.
  for (const one of names) for (const other of renamed.get(one) ?? []) names.add(other);
  return [...names];
}
