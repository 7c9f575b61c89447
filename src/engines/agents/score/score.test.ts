import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentCell, AgentPhase, CellState } from "../../../kernel/agent/agent-cell.ts";
import { type Scored, type ScoreOptions, scoreOf } from "./score.ts";
import { wilsonInterval } from "./wilson-interval.ts";

const options: ScoreOptions = {
  scoring: { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1, minimum: 0.8 },
  mutationWeights: new Map([["noise", 3]]),
  conversations: [
    { faults: [] },
    { faults: [{ id: "f", layer: "llm", mode: "empty", trigger: {} }] },
    { faults: [], mutation: { type: "noise", meaning: "perturbed", id: "noise-1" } },
    { faults: [], mutation: { type: "advanced_jailbreak", meaning: "adversarial", id: "jail-1" } },
  ],
};

test("no cells are an error, never a score of 1", () => {
  expect(() => scoreOf([], options)).toThrowError(
    expect.objectContaining({ code: "A001" }) as Error,
  );
});

test("a contract weighs by severity and names the critical ones that failed", () => {
  const { scores, phases } = score(
    cell({ severity: "critical", state: "pass", invariant: "a" }),
    cell({ severity: "critical", state: "fail", invariant: "b" }),
    cell({ severity: "critical", state: "fail", invariant: "b", prompt: "other" }),
    cell({ severity: "high", state: "pass", invariant: "c" }),
    cell({ severity: "low", state: "pass", invariant: "d" }),
  );
  expect(scores.contract_compliance).toBe((3 + 2 + 1) / (3 + 3 + 3 + 2 + 1));
  expect(phases[0]?.criticals).toEqual(["b"]);
});

test("mutations weigh by their kind, with the weights of the user first", () => {
  const { scores } = score(
    cell({ phase: "mutation", state: "pass", conversation: 2 }),
    cell({ phase: "mutation", state: "fail", conversation: 3 }),
    cell({ phase: "mutation", state: "fail", conversation: 0 }),
  );
  expect(scores.mutation_robustness).toBe(3 / (3 + 2 + 1));
});

test("what could not be judged is counted and not rated", () => {
  const { scores, phases } = score(
    cell({ phase: "chaos", state: "pass" }),
    cell({ phase: "chaos", state: "inconclusive" }),
    cell({ phase: "chaos", state: "error" }),
    cell({ phase: "chaos", state: "skipped" }),
    cell({ phase: "replay", state: "inconclusive" }),
  );
  expect(scores).toEqual({ chaos_resilience: 1, overall: 1 });
  expect(phases.map(({ phase, score: own, counts }) => ({ phase, own, counts }))).toEqual([
    {
      phase: "chaos",
      own: 1,
      counts: { pass: 1, fail: 0, error: 1, skipped: 1, inconclusive: 1 },
    },
    {
      phase: "replay",
      own: undefined,
      counts: { pass: 0, fail: 0, error: 0, skipped: 0, inconclusive: 1 },
    },
  ]);
});

test("the whole weighs the phases that were run", () => {
  const { scores } = score(
    cell({ phase: "chaos", state: "fail" }),
    cell({ phase: "replay", state: "pass" }),
  );
  expect(scores.overall).toBeCloseTo(0.1 / 0.45, 12);
  expect(scores.mutation_robustness).toBeUndefined();
});

test("all trials of a cell must pass for pass^k", () => {
  const trials = (prompt: string, ...states: CellState[]): AgentCell[] =>
    states.map((state, at) => cell({ prompt, state, trial: at + 1 }));
  const { phases } = score(
    ...trials("steady", "pass", "pass", "pass"),
    ...trials("flaky", "pass", "fail", "pass"),
    ...trials("unknown", "pass", "inconclusive", "pass"),
    ...trials("known bad", "fail", "inconclusive", "pass"),
  );
  expect(phases[0]?.passAll).toEqual({ trials: 3, rate: 1 / 3 });
});

test("a scenario is compared with the same prompts without chaos only", () => {
  const chaos = { scenario: "outage", conversation: 1 };
  const { deltas } = score(
    cell({ prompt: "a", state: "pass", scenario: "no-chaos" }),
    cell({ prompt: "b", state: "fail", scenario: "no-chaos" }),
    cell({ prompt: "a", state: "fail", ...chaos }),
    cell({ prompt: "b", state: "fail", ...chaos }),
    cell({ prompt: "only here", state: "pass", ...chaos }),
    cell({ prompt: "nowhere else", state: "pass", scenario: "alone", conversation: 1 }),
  );
  expect(deltas).toEqual([{ scenario: "outage", rate: 0, baseline: 0.5, delta: -0.5 }]);
});

test("a scenario is compared by the same invariants of the same phase only", () => {
  const storm = { scenario: "outage", conversation: 1 };
  const { deltas } = score(
    cell({ invariant: "a", state: "pass", scenario: "no-chaos" }),
    cell({ invariant: "calm only", state: "fail", scenario: "no-chaos" }),
    cell({ invariant: "a", state: "pass", ...storm }),
    cell({ invariant: "storm only", state: "fail", ...storm }),
    cell({ phase: "chaos", invariant: "a", state: "fail", ...storm }),
  );
  expect(deltas).toEqual([{ scenario: "outage", rate: 1, baseline: 1, delta: 0 }]);
});

test("a rule that only faults give something to judge is kept without them", () => {
  const storm = { scenario: "cut", conversation: 1, invariant: "no half answers" };
  const { deltas } = score(
    cell({ invariant: "no half answers", state: "skipped", scenario: "no-chaos" }),
    cell({ state: "fail", ...storm }),
    cell({ state: "pass", trial: 2, ...storm }),
  );
  expect(deltas).toEqual([{ scenario: "cut", rate: 0.5, baseline: 1, delta: -0.5 }]);
});

test("what was judged aside without chaos is compared with and has no part in a score", () => {
  const calm = [
    cell({ phase: "chaos", scenario: "no-chaos", state: "pass" }),
    cell({ phase: "chaos", scenario: "no-chaos", state: "inconclusive", prompt: "q" }),
  ];
  const storm = cell({ phase: "chaos", scenario: "storm", state: "fail", conversation: 1 });
  const { deltas, phases } = scoreOf([storm, { ...storm, prompt: "q" }], { ...options, calm });
  expect(deltas).toEqual([{ scenario: "storm", rate: 0, baseline: 1, delta: -1 }]);
  expect(phases.map(({ phase, counts }) => [phase, counts.pass, counts.fail])).toEqual([
    ["chaos", 0, 2],
  ]);
});

test("intervals are Wilson's, as published", () => {
  const rounded = (passed: number, of: number): readonly string[] =>
    wilsonInterval({ passed, of }).map((end) => end.toFixed(4));
  expect(rounded(0, 0)).toEqual(["0.0000", "1.0000"]);
  expect(rounded(81, 263)).toEqual(["0.2553", "0.3662"]); // Newcombe 1998, table I
  expect(rounded(15, 148)).toEqual(["0.0624", "0.1605"]);
  expect(rounded(0, 20)).toEqual(["0.0000", "0.1611"]);
  expect(rounded(1, 29)).toEqual(["0.0061", "0.1718"]);
});

const anyCell = fc
  .record({
    phase: fc.constantFrom<AgentPhase>("mutation", "chaos", "contract", "replay"),
    severity: fc.constantFrom("critical", "high", "medium", "low"),
    state: fc.constantFrom<CellState>("pass", "fail", "error", "skipped", "inconclusive"),
    invariant: fc.constantFrom("a", "b"),
    scenario: fc.constantFrom("calm", "storm"),
    prompt: fc.constantFrom("p", "q"),
    conversation: fc.nat({ max: 3 }),
  })
  .map(cell);

test("every score lies between 0 and 1 and within its interval's reach", () => {
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1, maxLength: 30 }), (cells) => {
      const { scores, phases, deltas } = scoreOf(cells, options);
      for (const one of Object.values(scores)) expect(isShare(one)).toBe(true);
      for (const { interval, counts, passAll } of phases) {
        const [low, high] = interval;
        expect(low).toBeLessThan(high);
        const of = counts.pass + counts.fail;
        const rate = of === 0 ? low : counts.pass / of;
        expect(low <= rate && rate <= high).toBe(true);
        expect(isShare(passAll.rate)).toBe(true);
      }
      for (const { delta } of deltas) expect(Math.abs(delta)).toBeLessThanOrEqual(1);
    }),
  );
});

test("one more cell that passes instead of failing never lowers a score", () => {
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1, maxLength: 20 }), fc.nat(), (cells, pick) => {
      const at = pick % cells.length;
      const [worse, better] = (["fail", "pass"] as const).map((state) =>
        scoreOf(
          cells.map((one, index) => (index === at ? { ...one, state } : one)),
          options,
        ),
      );
      for (const name of ["overall", "contract_compliance", "mutation_robustness"] as const) {
        const [before, after] = [worse?.scores[name], better?.scores[name]];
        expect(after ?? 0).toBeGreaterThanOrEqual((before ?? 0) - 1e-12);
      }
    }),
  );
});

// --- inside ---

function cell(more: Partial<AgentCell>): AgentCell {
  return {
    phase: "contract",
    invariant: "a",
    severity: "medium",
    scenario: "calm",
    prompt: "p",
    trial: 1,
    state: "pass",
    because: "",
    conversation: 0,
    ...more,
  };
}

function score(...cells: readonly AgentCell[]): Scored {
  return scoreOf(cells, options);
}

function isShare(number: number | undefined): boolean {
  return number === undefined || (number >= 0 && number <= 1);
}
