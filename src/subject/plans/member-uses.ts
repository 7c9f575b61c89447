import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** The places where the code of a project names a member of something, by the name. */
export type MemberUses = ReadonlyMap<string, readonly TS.PropertyAccessExpression[]>;

/** Reads the names off the syntax, once for each program. */
export function memberUses(project: ProjectProgram): MemberUses {
  const before = known.get(project);
  if (before !== undefined) return before;
  const uses = new Map<string, TS.PropertyAccessExpression[]>();
  const visit = (node: TS.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const list = uses.get(node.name.text);
      if (list === undefined) uses.set(node.name.text, [node]);
      else if (list.length < usesCountMax) list.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of project.program.getSourceFiles()) {
    if (isProjectCode(file, project)) visit(file);
  }
  known.set(project, uses);
  return uses;
}

// --- inside ---

const known = new WeakMap<ProjectProgram, MemberUses>();
/** A name that is met this often says nothing more. */
const usesCountMax = 200;
