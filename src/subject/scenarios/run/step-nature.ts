import type { Step, StepType } from "../step.ts";

/**
 * Whether a failure of this code may have another cause where a step was left out: what a step
 * expects depends on what came before it. A failure of the step's own constants never does.
 */
export function bearsOn(step: Step, code: string, used: UsedNames): boolean {
  if (constant.has(code) || looking.has(step.type)) return false;
  if ("branches" in step) return step.branches.flat().some((one) => bearsOn(one, code, used));
  if ("steps" in step) return step.steps.some((one) => bearsOn(one, code, used));
  if (namesGivenBy(step).some((name) => used.has(name))) return true;
  // What gives nothing but a name that nobody asks for changes nothing.
  if (storing.has(step.type)) return false;
  return familyOf(step.type) === familyOf(code);
}

/** The names that steps of a scenario ask for. */
export interface UsedNames {
  has(name: string): boolean;
}

/** Which names of the store are asked for anywhere in these steps. */
export function namesUsedIn(steps: readonly Step[]): UsedNames {
  const found = JSON.stringify(steps).matchAll(/\$\{([\p{L}_][\p{L}\p{N}_-]*)/gu);
  const names = new Set([...keysIn(steps), ...Array.from(found, ([, name = ""]) => name)]);
  // A key that is filled in may turn out to be any name.
  const isAny = [...names].some(isFilled);
  return { has: (name) => isAny || isFilled(name) || names.has(name) };
}

// --- inside ---

const constants: readonly StepType[] = [
  "assert_ok",
  "assert_eq_int",
  "assert_ne_int",
  "assert_eq_str",
  "assert_ne_str",
];

const constant: ReadonlySet<string> = new Set<StepType>([...constants, "fail", "panic"]);

/** Steps that change nothing that a later one could see, except by a name that they give. */
const looking: ReadonlySet<StepType> = new Set([
  ...constants,
  "trace_event",
  "let",
  "draw",
  "expect",
  "check",
  "get_kv_assert",
  "fs_read_assert",
  "memory_checkpoint",
  "memory_assert_in_use_bytes",
  "memory_assert_heap",
]);

const storing: ReadonlySet<StepType> = new Set(["set_kv", "rand_u64"]);

/** Nodes and counted memory are worlds of their own; everything else may meet in called code. */
function familyOf(name: string): "net" | "memory" | "other" {
  if (name.startsWith("net_")) return "net";
  return name.startsWith("memory_") && name !== "memory_assert_heap" ? "memory" : "other";
}

function namesGivenBy(step: Step): readonly string[] {
  const given = [
    "save_as" in step ? step.save_as : undefined,
    "save_body_as" in step ? step.save_body_as : undefined,
    "save_stdout_as" in step ? step.save_stdout_as : undefined,
    storing.has(step.type) || step.type === "memory_alloc" ? keyOf(step) : undefined,
  ];
  return given.filter((name) => name !== undefined);
}

/** The names that steps read without `${…}`. */
function keysIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if ("branches" in step) return step.branches.flatMap(keysIn);
    if ("steps" in step) return keysIn(step.steps);
    const isGiving = storing.has(step.type) || step.type === "memory_alloc";
    return isGiving ? [] : [keyOf(step)].filter((name) => name !== undefined);
  });
}

function keyOf(step: Step): string | undefined {
  return "key" in step ? step.key : undefined;
}

function isFilled(name: string): boolean {
  return name.includes("${");
}
