import type { RunEvent } from "../../kernel/decisions/journal.ts";

/** How long 99 of 100 steps take at most, in microseconds of virtual time; 0 without steps. */
export function stepP99Us(events: readonly RunEvent[]): number {
  const began = new Map<string, number[]>();
  const times: number[] = [];
  for (const { kind, name, atUs } of events) {
    if (kind === "step") began.set(name, [...(began.get(name) ?? []), atUs]);
    if (kind !== "done" && kind !== "threw") continue;
    const start = began.get(name)?.shift();
    if (start !== undefined) times.push(atUs - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
