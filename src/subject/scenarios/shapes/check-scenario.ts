import type { z } from "zod";
import { isFilledIn } from "../interpolation.ts";
import type { Scenario, Step } from "../step.ts";
import { eachStep, type StepPath } from "../walk-steps.ts";
import { rulesCode } from "./field-rules.ts";
import { referenceCode } from "./typed-union.ts";

/** The family of problems with a scenario in which nothing is executed. */
export const nothingCode = "N009";

/** Rules that need more of a scenario than one table. */
export function checkScenario({ value, issues }: z.core.ParsePayload<Scenario>): void {
  const faults = Object.keys(value.faults ?? {});
  let isOnlyDeclared = value.steps.length > 0;
  const say = (path: StepPath, message: string, params: object): void => {
    issues.push({ code: "custom", message, path: [...path], input: value, params });
  };
  for (const { step, path } of eachStep(value.steps)) {
    if (isKeptState(step) && isTakenBackBesideOthers(value.steps, path)) {
      const message = "cannot be taken back while other branches of `parallel` go on";
      say([...path, "type"], message, { code: rulesCode });
    }
    isOnlyDeclared &&= isDeclaration(step);
    if (step.type === "fault" && !isFilledIn(step.name) && !faults.includes(step.name)) {
      const params = { code: referenceCode, known: faults };
      say([...path, "name"], "is not a fault of `faults`", params);
    }
    if (value.backends?.fs === "host" && "path" in step && isOutside(step)) {
      const message = "must be a relative path that stays inside of the project, with real files";
      say([...path, "path"], message, { code: valueCode });
    }
    const key = step.type === "http" ? bodyOf(step) : undefined;
    if (key !== undefined) {
      say([...path, key], "is a body, and a GET or HEAD request has none", { code: rulesCode });
    }
  }
  if (!isOnlyDeclared) return;
  const message = "only declares what would answer: no step does anything";
  say(["steps"], message, { code: nothingCode });
}

// --- inside ---

/** Mocks, and blocks, which do nothing but what is in them. */
function isDeclaration(step: Step): boolean {
  return step.type.endsWith("_when") || "steps" in step || "branches" in step;
}

const valueCode = "N005";

function isOutside({ type, path }: Extract<Step, { readonly path: string }>): boolean {
  if (!type.startsWith("fs_") || isFilledIn(path)) return false;
  return /^(?:[/\\]|[A-Za-z]:)/u.test(path) || path.split(/[/\\]/u).includes("..");
}

/** Steps that change what all branches share, by the beginnings of their types. */
const keptStates = [
  "fs_write",
  "fs_snapshot",
  "fs_restore",
  "http_",
  "proc_",
  "net_",
  "memory_",
  "freeze",
  "unfreeze",
];

function isKeptState({ type }: Step): boolean {
  return !type.startsWith("memory_assert_") && keptStates.some((start) => type.startsWith(start));
}

/** Whether there is a block on the way that takes back what is in it, inside of a branch. */
function isTakenBackBesideOthers(steps: readonly Step[], path: StepPath): boolean {
  let at: unknown = steps;
  let isInBranch = false;
  for (const part of path.slice(1)) {
    at = Reflect.get(at as object, part);
    isInBranch ||= part === "branches";
    const type: unknown = Reflect.get(at as object, "type");
    if (isInBranch && expectingBlocks.has(type)) return true;
  }
  return false;
}

const expectingBlocks: ReadonlySet<unknown> = new Set([
  "assert_throws",
  "assert_rejects",
  "expect_failure",
]);

function bodyOf(step: Extract<Step, { type: "http" }>): "body" | "json" | undefined {
  if (!/^(?:get|head)$/iu.test(step.method ?? "GET")) return undefined;
  if ("body" in step) return "body";
  return "json" in step ? "json" : undefined;
}
