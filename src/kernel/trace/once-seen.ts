import type { Trace } from "./trace.ts";

/** Whether the failure of a trace was never shown a second time. */
export function isOnceSeen({ verdict }: Trace): boolean {
  return verdict.kind === "broken" && verdict.isConfirmed === false;
}

/** The same trace, whose failure was shown again. */
export function confirmedTrace(trace: Trace): Trace {
  const { verdict } = trace;
  if (verdict.kind !== "broken") return trace;
  const { isConfirmed: _, ...confirmed } = verdict;
  return { ...trace, verdict: confirmed };
}
