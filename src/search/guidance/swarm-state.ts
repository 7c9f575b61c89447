import type { SwarmConfig } from "./swarm-config.ts";

/** How rules and faults are left out, and which faults are brought together. */
export interface SwarmSettings {
  /** Whether runs leave out rules and faults. */
  readonly ruleSwarm: boolean;
  /** How many faults are to be on together. */
  readonly faultTuples: number;
  /** So many runs are spent on bringing faults together; undefined is no limit. */
  readonly tupleRuns: number | undefined;
  /** So much time is spent on it; undefined is no limit. */
  readonly tupleMsMax?: number | undefined;
}

/** What a swarm chooses from. */
export interface SwarmNames {
  readonly rules: readonly string[];
  readonly faults: readonly string[];
}

/** The names that the letters of a configuration stand for: rules, then `fault <name>`. */
export function swarmNames({ rules, faults }: SwarmNames): readonly string[] {
  return [...rules, ...faults.map((name) => `fault ${name}`)];
}

/** What a swarm has learned, as data. */
export interface SwarmState {
  readonly kind: "swarm";
  readonly base: readonly number[];
  readonly runs: number;
  readonly tupleRuns: number;
  readonly tupleMs: number;
  readonly configs: readonly Readonly<SwarmConfig>[];
  /** Sets of faults that were never on together, with how often they were tried; absent is all. */
  readonly openTuples?: Readonly<Record<string, number>> | undefined;
}

/** What a strategy that needs no other one has learned. */
export type BaseState = readonly number[] | SwarmState;
