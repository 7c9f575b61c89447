import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Guard, GuardReason } from "../../kernel/subject/call-plan.ts";
import type { FunctionFacts, ThrowFact } from "./function-facts.ts";
import { readFacts } from "./function-facts.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";

/** Finds where functions throw on purpose, in themselves and in what they call. */
export interface GuardFinder {
  find(roots: readonly TS.Node[], documented: readonly string[]): Guard[];
}

/** Makes the finder of one program; what it read of a function it remembers. */
export function createGuardFinder(project: ProjectProgram): GuardFinder {
  const known = new Map<string, Map<TS.Node, FunctionFacts>>();
  const factsOf = (node: TS.Node, isOutside: boolean): FunctionFacts => {
    const nature = isOutside ? "outside" : "input";
    const facts = known.get(nature) ?? new Map<TS.Node, FunctionFacts>();
    known.set(nature, facts);
    const found = facts.get(node) ?? readFacts(node, project, nature);
    facts.set(node, found);
    return found;
  };
  return { find: (roots, documented) => close(roots, documented, { factsOf, project }) };
}

// --- inside ---

/** How many functions one guard list may come from. */
const functionsCountMax = 400;
const depthMax = 10;

interface Closing {
  readonly factsOf: (node: TS.Node, isOutside: boolean) => FunctionFacts;
  readonly project: ProjectProgram;
}

interface Step {
  readonly node: TS.Node;
  readonly isControlled: boolean;
  readonly isOutside: boolean;
  readonly depth: number;
}

function close(
  roots: readonly TS.Node[],
  documented: readonly string[],
  { factsOf, project }: Closing,
): Guard[] {
  const guards = new Map<string, Guard>();
  const seen = new Map<TS.Node, Set<string>>();
  const pending: Step[] = roots.map((node) => {
    return { node, isControlled: onlyThrows(node), isOutside: false, depth: 0 };
  });
  for (let step = pending.shift(); step !== undefined; step = pending.shift()) {
    const ways = seen.get(step.node) ?? new Set();
    const way = `${String(step.isControlled)} ${String(step.isOutside)}`;
    if (ways.has(way) || (ways.size === 0 && seen.size >= functionsCountMax)) continue;
    seen.set(step.node, ways.add(way));
    const facts = factsOf(step.node, step.isOutside);
    for (const fact of facts.throws) {
      const why = reasonOf(fact, documented, step.isControlled);
      if (why === undefined) continue;
      for (const guard of guardsOf(fact, why, project)) guards.set(keyOf(guard), guard);
    }
    if (step.depth >= depthMax) continue;
    for (const call of facts.calls) {
      const isControlled = call.isControlled || step.isControlled;
      const isOutside = call.isOutside || step.isOutside;
      pending.push({ node: call.called, isControlled, isOutside, depth: step.depth + 1 });
    }
  }
  return [...guards.values()].toSorted(inOrder);
}

const refused = "Validation|Parse|Parsing|Syntax|Range|Argument|Assertion|Zod|Schema|Format|Input";
/** Classes that say by their name that they refuse what was given. */
const refusals = new RegExp(
  `(?:${refused})(?:Error|Exception)$|^(?:Invalid|Illegal|Bad)[A-Z]\\w*$|InvalidArgument`,
);

function reasonOf(
  { thrown, why }: ThrowFact,
  documented: readonly string[],
  isControlled: boolean,
): GuardReason | undefined {
  if (why !== undefined) return why;
  const classes = thrown.classes ?? [];
  if (classes.some((name) => documented.includes(name))) return "documented";
  if (classes.some((name) => refusals.test(name))) return "validation error";
  return isControlled ? "condition" : undefined;
}

/** A function that is nothing but a throw means it. */
function onlyThrows(node: TS.Node): boolean {
  const body = "body" in node ? (node.body as TS.Node | undefined) : undefined;
  if (body === undefined || !ts.isBlock(body)) return false;
  const [first] = body.statements;
  return body.statements.length === 1 && first !== undefined && ts.isThrowStatement(first);
}

function guardsOf(fact: ThrowFact, why: GuardReason, project: ProjectProgram): Guard[] {
  const { classes, makers = [] } = fact.thrown;
  return [fact.node, ...makers].map((node) => {
    const source = node.getSourceFile();
    const lineOf = (position: number): number =>
      source.getLineAndCharacterOfPosition(position).line + 1;
    return {
      file: moduleName(project.projectRoot, source.fileName),
      fromLine: lineOf(node.getStart(source)),
      toLine: lineOf(node.end),
      why,
      text: shortened(fact.text === "" ? fact.node.getText() : fact.text),
      ...(classes === undefined ? {} : { throws: classes }),
    };
  });
}

const textLengthMax = 120;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > textLengthMax ? `${line.slice(0, textLengthMax)}…` : line;
}

function keyOf({ file, fromLine, toLine, throws }: Guard): string {
  return JSON.stringify([file, fromLine, toLine, throws]);
}

function inOrder(first: Guard, second: Guard): number {
  if (first.file !== second.file) return first.file < second.file ? -1 : 1;
  return first.fromLine - second.fromLine || first.toLine - second.toLine;
}
