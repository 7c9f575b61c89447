import type { Decision } from "../kernel/decision.ts";
import { SimplestSource } from "../kernel/random-source.ts";
import { ReplaySource } from "../kernel/replay-source.ts";
import { inMacrotask } from "../runner/macrotask.ts";
import type { Covered } from "./protocol.ts";
import type { SubjectSession } from "./subject-session.ts";

/** Runs a list to its end, the simplest way from there, and says which places it reached. */
export async function coverRun(
  { maker, execute, coverage }: SubjectSession,
  decisions: readonly Decision[],
): Promise<Covered> {
  if (coverage === undefined) throw new Error("a worker that covers must be loaded with coverage");
  coverage.map.clear();
  coverage.state.cut();
  const simplest = new SimplestSource();
  const source = new ReplaySource(decisions, { atDrift: simplest, atEnd: simplest });
  const { request } = maker.make({ source });
  const { verdict } = await inMacrotask(() => execute(request));
  return { type: "covered", verdict, slots: coverage.map.hitSlots() };
}
