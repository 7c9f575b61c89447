import type { Evidence } from "../../kernel/result/result.ts";
import type { Tally } from "../../kernel/judge/tally.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";

/** Which operation, fault and property met, and which of those that are declared never did. */
export function evidenceOf(tally: Tally, declared: LoadedSubject["declared"]): Evidence {
  const cells = [...tally.cells.values()];
  const notExercised: { operation: string; fault: string; property: string }[] = [];
  const properties = new Set([
    ...declared.properties.map(({ name }) => name),
    ...cells.map(({ property }) => property),
  ]);
  const seen = new Set(cells.map((c) => JSON.stringify([c.operation, c.fault, c.property])));
  const faults = new Set([...declared.faults, ...tally.faults.keys()]);
  for (const operation of declared.operations) {
    for (const fault of faults) {
      for (const property of properties) {
        if (!seen.has(JSON.stringify([operation, fault, property]))) {
          notExercised.push({ operation, fault, property });
        }
      }
    }
  }
  return { cells, notExercised };
}
