import type { Decision } from "../decisions/decision.ts";
import { GauntletError } from "../errors/gauntlet-error.ts";
import { parseDecision } from "./trace-shape.ts";

/** A list of decisions as it travels between processes: one JSON text for each. */
export type EncodedDecisions = readonly string[];

/** The decisions of a message; what came from another process is read as strictly as a file. */
export function decodeDecisions(encoded: EncodedDecisions): readonly Decision[] {
  return encoded.map((text, index) => {
    const value: unknown = JSON.parse(text);
    const said = typeof value === "object" && value !== null && "kind" in value && value.kind;
    const kind = typeof said === "string" ? said : "";
    const decision = parseDecision(kind, value);
    if (decision !== undefined) return decision;
    throw new GauntletError({
      code: "T020",
      what: `\`${kind}\` is not a kind of decision`,
      where: `decision ${index + 1}`,
    });
  });
}
