import { quote } from "../../config/syntax/code-frame.ts";
import type { ConfigNode, ConfigPath, MapNode } from "../../config/syntax/config-node.ts";
import type { ConfigProblem } from "../../config/config-problem.ts";
import { fillingAt, interpolationProblem } from "./interpolation.ts";
import { pointerText } from "./scenario-words.ts";

/** What no schema sees in a scenario: numbers that JSON has not, names of prototypes. */
export function dataProblems(root: ConfigNode, text: string): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const visit = (node: ConfigNode, path: ConfigPath, isFree: boolean): void => {
    if (node.kind === "scalar") {
      const wrong = numberProblem(node.value, text.slice(node.span.start, node.span.end));
      if (wrong === undefined) return;
      const what = `${pointerText(path)} ${wrong}`;
      problems.push({ code: "N005", what, at: { path, part: "value" } });
    } else if (node.kind === "list") {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index], isFree);
    } else {
      for (const [key, { value }] of node.entries) {
        const at = [...path, key];
        if (!isFree && reservedKeys.has(key)) problems.push(reservedProblem(at));
        else visit(value, at, isFree || freeFields.has(key));
      }
    }
  };
  visit(root, [], false);
  return problems;
}

/** Texts of steps in which a `${` is no reference. */
export function referenceProblems(root: ConfigNode): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const visitText = (node: ConfigNode, path: ConfigPath, from: StepStart): void => {
    if (fillingAt(from.type, path.slice(from.length)) === "none") return;
    if (node.kind === "list") {
      for (const [index, item] of node.items.entries()) visitText(item, [...path, index], from);
    } else if (node.kind === "map") {
      for (const [key, { value }] of node.entries) visitText(value, [...path, key], from);
    } else if (typeof node.value === "string") {
      const wrong = interpolationProblem(node.value);
      if (wrong !== undefined) problems.push(referenceProblem(path, wrong));
    }
  };
  const visitStep = (step: MapNode, path: ConfigPath): void => {
    const type = step.entries.get("type")?.value;
    const from = { type: type?.kind === "scalar" ? type.value : "", length: path.length };
    for (const [key, { value }] of step.entries) {
      if (key === "steps") visitSteps(value, [...path, key]);
      else if (key === "branches") eachItem(value, [...path, key], visitSteps);
      else visitText(value, [...path, key], from);
    }
  };
  const visitSteps = (list: ConfigNode, path: ConfigPath): void => {
    eachItem(list, path, (item, at) => {
      if (item.kind === "map") visitStep(item, at);
    });
  };
  const steps = root.kind === "map" ? root.entries.get("steps") : undefined;
  if (steps !== undefined) visitSteps(steps.value, ["steps"]);
  return problems;
}

// --- inside ---

/** The type of a step, and how long the way to it is. */
interface StepStart {
  readonly type: unknown;
  readonly length: number;
}

/** Objects made by a key of these would not be what the file says. */
const reservedKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Fields that hold any data, in which such keys are data as well: code may be tested with them. */
const freeFields = new Set([
  "args",
  "value",
  "json",
  "equals",
  "contains",
  "expect_json",
  "schema",
]);

function numberProblem(value: unknown, written: string): string | undefined {
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value)) return `must be a number that JSON has, got ${quote(written)}`;
  if (Number.isSafeInteger(value) || !/^[-+]?\d+$/u.test(written)) return undefined;
  return `is more than a number holds exactly, got ${quote(written)}; write it as text`;
}

function reservedProblem(path: ConfigPath): ConfigProblem {
  const what = `${pointerText(path)} is a name that JavaScript keeps for itself`;
  return { code: "N003", what, at: { path, part: "key" } };
}

function referenceProblem(path: ConfigPath, wrong: string): ConfigProblem {
  return {
    code: "N008",
    what: `${pointerText(path)} ${wrong}`,
    at: { path, part: "value" },
    help: "write `${name}`, or `$${` for the characters themselves",
  };
}

function eachItem(
  list: ConfigNode,
  path: ConfigPath,
  visit: (item: ConfigNode, at: ConfigPath) => void,
): void {
  if (list.kind !== "list") return;
  for (const [index, item] of list.items.entries()) visit(item, [...path, index]);
}
