import { agentContractShape, chaosShape, scenarioRowShape } from "./agent-contract-shape.ts";
import { faultShapes, faultsShape } from "./agent-fault-shapes.ts";
import { invariantShape } from "./agent-invariant-shape.ts";
import {
  certificateShape,
  modelShape,
  mutationsShape,
  replayShapes,
  scoringShape,
  upstreamShape,
} from "./agent-section-shapes.ts";
import { agentShape, mcpShape, peerShape, toolShape } from "./agent-shape.ts";
import type { PathRules, Zod } from "../schema-values.ts";

/** The names that `[agent]` and each table below it know. */
export function agentKeys(
  zod: Zod,
  rules: PathRules,
): readonly (readonly [section: string, keys: readonly string[]])[] {
  const faults = Object.entries(faultShapes(zod));
  const faultsIn = (section: string) =>
    Object.fromEntries(faults.map(([name, shape]) => [`${section}.${name}`, shape]));
  const replay = replayShapes(zod);
  const shapes: Readonly<Record<string, object>> = {
    agent: agentShape(zod, rules),
    "agent.upstream": upstreamShape(zod, rules),
    "agent.tools": toolShape(zod),
    "agent.mcp": mcpShape(zod),
    "agent.peers": peerShape(zod, rules),
    "agent.invariants": invariantShape(zod, rules),
    "agent.model": modelShape(zod, rules),
    "agent.mutations": mutationsShape(zod, rules),
    "agent.chaos": chaosShape(zod),
    ...faultsIn("agent.chaos"),
    "agent.chaos.profiles": faultsShape(zod),
    ...faultsIn("agent.chaos.profiles"),
    "agent.contract": agentContractShape(zod, rules),
    "agent.contract.invariants": invariantShape(zod, rules),
    "agent.contract.chaos_matrix": scenarioRowShape(zod),
    ...faultsIn("agent.contract.chaos_matrix"),
    "agent.replays": replay.replays,
    "agent.replays.sources": replay.source,
    "agent.replays.sources.filter": replay.filter,
    "agent.scoring": scoringShape(zod),
    "agent.certificate": certificateShape(zod, rules),
  };
  return Object.entries(shapes).map(([name, shape]) => [name, Object.keys(shape)] as const);
}
