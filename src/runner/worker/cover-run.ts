import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { executeLoaded } from "./execute-loaded.ts";
import type { CoverResult } from "../protocol/protocol.ts";
import type { SubjectSession } from "./subject-session.ts";

/** Runs a list to its end, the simplest way from there, and says which places it reached. */
export async function coverRun(
  { maker, execute, coverage }: SubjectSession,
  decisions: readonly Decision[],
): Promise<CoverResult> {
  if (coverage === undefined) throw new Error("a worker that covers must be loaded with coverage");
  const { map, state } = coverage;
  const { outcome } = await executeLoaded(() => {
    map.clear();
    state.cut();
    const simplest = new SimplestSource();
    return maker.make({
      source: new ReplaySource(decisions, { atDrift: simplest, atEnd: simplest }),
    });
  }, execute);
  return { type: "covered", verdict: outcome.verdict, slots: map.hitSlots() };
}
