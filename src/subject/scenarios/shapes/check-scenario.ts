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
    isOnlyDeclared &&= isDeclaration(step);
    if (step.type === "fault" && !isFilledIn(step.name) && !faults.includes(step.name)) {
      const params = { code: referenceCode, known: faults };
      say([...path, "name"], "is no fault of `faults`", params);
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

function bodyOf(step: Extract<Step, { type: "http" }>): "body" | "json" | undefined {
  if (!/^(?:get|head)$/iu.test(step.method ?? "GET")) return undefined;
  if ("body" in step) return "body";
  return "json" in step ? "json" : undefined;
}
