import { expect, test } from "vitest";
import { Tally } from "../../kernel/judge/tally.ts";
import type { SwarmState } from "../../search/guidance/swarm-state.ts";
import { type Reached, searchCoverage } from "./search-coverage.ts";

const configs = [
  { key: "11", uses: 40, productive: 2, edges: 7, failures: 0, energy: 1 },
  { key: "01", uses: 9, productive: 0, edges: 0, failures: 0, energy: 0.1 },
  { key: "10", uses: 4, productive: 0, edges: 0, failures: 0, energy: 0.1 },
  { key: "00", uses: 9, productive: 0, edges: 0, failures: 3, energy: 0.1 },
];
const state: SwarmState = {
  kind: "swarm",
  base: [],
  runs: 62,
  tupleRuns: 0,
  tupleMs: 0,
  configs,
};

const reached: Reached = {
  runs: 4_000,
  tally: new Tally(),
  edges: 7,
  blocks: { total: 9, reached: 5 },
  curve: [],
  newsAtRun: 1_000,
  states: [state],
  handlers: [],
  loaded: { subject: { name: "desk" }, declared: { operations: ["put", "get"], faults: [] } },
};
const swarm = { ruleSwarm: true, faultTuples: 2, tupleRuns: undefined };

test("subsets of rules that were used several times and brought nothing are named", () => {
  const told = searchCoverage(reached, { swarm });
  expect(told.swarm?.configs).toHaveLength(4);
  expect(told.swarm?.dead).toEqual([{ without: ["put"], runs: 9 }]);
  expect(told.swarm?.deadCount).toBe(1);
});

test.each([
  { runs: 4_000, newsAtRun: 1_000, edges: 7, plateau: true },
  { runs: 4_000, newsAtRun: 1_001, edges: 7, plateau: false },
  { runs: 1_999, newsAtRun: 0, edges: 7, plateau: false },
  { runs: 4_000, newsAtRun: 0, edges: 0, plateau: false },
])(
  "after $runs runs, the last news at $newsAtRun, with $edges edges: plateau $plateau",
  ({ plateau, ...counts }) => {
    expect(searchCoverage({ ...reached, ...counts }, {}).plateau).toBe(plateau);
  },
);
