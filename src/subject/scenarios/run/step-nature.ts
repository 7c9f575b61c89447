import type { Step, StepType } from "../step.ts";

/** Whether a step changes nothing that a later one could see, except by a name that it gives. */
export function isOnlyLooking({ type }: Step): boolean {
  return looking.has(type);
}

/** Whether a failure of this code comes from the step's own constants alone. */
export function hasConstantCause(code: string): boolean {
  return constant.has(code);
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
