import type { Scenario, Step, StepType } from "./step.ts";
import { eachStep } from "./walk-steps.ts";

/**
 * Whether a file is one of fozzy, by its name and its steps. That tool has no names for values, so
 * `${` in its files means the characters themselves.
 */
export function isOfFozzy(file: string, { steps }: Scenario): boolean {
  if (!file.toLowerCase().endsWith(".fozzy.json")) return false;
  return [...eachStep(steps)].every(({ step }) => !ours.has(step.type));
}

/** The same scenario with every `${` written as `$${`, which stands for the characters. */
export function withLiteralTexts(scenario: Scenario): Scenario {
  return { ...scenario, steps: literal(scenario.steps) as readonly Step[] };
}

// --- inside ---

/** Steps that fozzy has not. */
const ours: ReadonlySet<StepType> = new Set([
  "let",
  "draw",
  "call",
  "http",
  "expect",
  "check",
  "fault",
  "expect_failure",
  "parallel",
  "repeat",
  "memory_assert_heap",
]);

function literal(data: unknown): unknown {
  if (typeof data === "string") return data.replaceAll("${", () => "$${");
  if (Array.isArray(data)) return data.map(literal);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, literal(item)]));
}
