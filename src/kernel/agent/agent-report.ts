import type { Seed } from "../decisions/seed.ts";
import type { AgentCell, AgentPhase, Conversation } from "./agent-cell.ts";

/** What an agent was put through and what came of it; part of a result. */
export interface AgentReport {
  readonly agent: string;
  readonly seed?: Seed | undefined;
  /** The name of the contract whose invariants were judged. */
  readonly contract?: string | undefined;
  /** Who answered for the models; absent where none was asked. */
  readonly upstream?: "provider" | "scripted" | "cassette" | undefined;
  readonly cells: readonly AgentCell[];
  readonly conversations: readonly Conversation[];
  readonly scores: AgentScores;
  readonly phases: readonly PhaseScore[];
  /** How each scenario compares with the same prompts without chaos. */
  readonly deltas: readonly ScenarioDelta[];
}

/** From 0 to 1; a phase that was not run has none. */
export interface AgentScores {
  readonly mutation_robustness?: number | undefined;
  readonly chaos_resilience?: number | undefined;
  readonly contract_compliance?: number | undefined;
  readonly replay_regression?: number | undefined;
  readonly overall?: number | undefined;
}

/** How one phase went. */
export interface PhaseScore {
  readonly phase: AgentPhase;
  /** None where no cell could be judged: that is neither good nor bad. */
  readonly score: number | undefined;
  /** Between these the true rate of passing lies, 19 times of 20. */
  readonly interval: readonly [number, number];
  readonly counts: Readonly<Record<AgentCell["state"], number>>;
  /** The rate at which all trials of a cell pass, by how many trials there are. */
  readonly passAll: { readonly trials: number; readonly rate: number | undefined };
  /** Critical invariants that failed. */
  readonly criticals: readonly string[];
}

/** The rate of passing in a scenario beside the one without chaos. */
export interface ScenarioDelta {
  readonly scenario: string;
  readonly rate: number;
  readonly baseline: number;
  readonly delta: number;
}

/** Which score belongs to which phase. */
export const scoreNames: Readonly<Record<AgentPhase, keyof AgentScores>> = {
  mutation: "mutation_robustness",
  chaos: "chaos_resilience",
  contract: "contract_compliance",
  replay: "replay_regression",
};
