import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { StrategyName } from "../../src/search/strategy-names.ts";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { always, chaosTest, simulation } from "../../src/index.ts";
import { inMacrotask } from "../../src/runner/loop/macrotask.ts";
import type { RunOutcome } from "../../src/world/run-outcome.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { makeStrategy, type StrategyStart } from "../../src/search/strategies/make-strategy.ts";
import type { Strategy, StrategyState } from "../../src/search/strategy.ts";
import { executor, makerOf, noPaths } from "../quality/smallest.ts";
import { everyKind, expectReplay } from "./decisions.contract.ts";

/** One run of a strategy: what was decided and how it came out. */
export interface StrategyRun {
  readonly log: readonly Decision[];
  readonly outcome: RunOutcome;
}

/** Runs a definition as a strategy decides, at most so often. */
export async function strategyRuns(
  strategy: Strategy,
  definition: () => SubjectDefinition,
  { runs, fromRun = 0, stepsPerRun = 5 }: RunsWanted,
): Promise<readonly StrategyRun[]> {
  const maker = makerOf(definition, stepsPerRun);
  const execute = await executor();
  const done: StrategyRun[] = [];
  for (let at = fromRun; at < runs; at++) {
    const source = strategy.next(at);
    if (source === undefined) break;
    const { request, decisions } = maker.make({ source });
    const outcome = await inMacrotask(() => execute(request));
    strategy.learn(decisions.log, outcome);
    done.push({ log: decisions.log, outcome });
  }
  return done;
}

/** A strategy that is made with more than its name. */
export interface Variant {
  readonly title: string;
  readonly make: (start: StrategyStart) => Strategy;
}

/** What every strategy promises. */
export function strategyContract(
  name: StrategyName,
  { title = name, make = (start: StrategyStart) => makeStrategy(start) }: Partial<Variant> = {},
): void {
  const start = (seed: number): Strategy => make({ strategy: name, seed });

  describe(title, () => {
    test("every answer lies within what was asked for, and replays", () => {
      const strategy = start(1);
      for (let run = 0; run < 100; run++) {
        const source = strategy.next(run);
        if (source === undefined) break;
        const decisions = new RecordedDecisions(source);
        const told = everyKind(decisions);
        expectReplay(decisions.log, everyKind, told);
        strategy.learn(decisions.log, { verdict: "held", decisionsCount: 0 });
      }
    });

    test.each(subjects)("one seed gives the same runs of $name every time", async (subject) => {
      const [first, second] = [start(7), start(7)];
      const runs = await strategyRuns(first, subject.definition, { runs: 60 });
      expect(await strategyRuns(second, subject.definition, { runs: 60 })).toEqual(runs);
      expect(runs.length).toBeGreaterThan(1);
    });

    test("another process goes on from the state as if it had been there", async () => {
      const whole = await strategyRuns(start(3), teller, { runs: 12 });
      const before = start(3);
      await strategyRuns(before, teller, { runs: 5 });
      const state = JSON.parse(JSON.stringify(before.state())) as StrategyState;
      const after = make({ strategy: name, seed: 3, state });
      const rest = await strategyRuns(after, teller, { runs: 12, fromRun: 5 });
      expect(rest).toEqual(whole.slice(5));
    });

    test.each(subjects)(
      "a failing run of $name replays strictly from its list",
      async (subject) => {
        const { definition, fails } = subject;
        const runs = await strategyRuns(start(5), definition, { runs: 300 });
        const broken = runs.filter(({ outcome }) => outcome.verdict === "broken").slice(0, 20);
        // Under first-in-first-out there is no race to find.
        expect(broken.length > 0).toBe(fails.includes(name));
        const parts = { maker: makerOf(definition, 5), execute: await executor(), paths: noPaths };
        for (const { log, outcome } of broken) {
          const decisions = log.slice(0, outcome.decisionsCount);
          const again = await recordRun({ ...parts, decidedBy: { how: "strict", decisions } });
          expect(again.divergence).toBeUndefined();
          expect(again.outcome.failure?.message).toBe(outcome.failure?.message);
        }
      },
    );

    deathContract(name, make);
  });
}

// --- inside ---

function deathContract(name: StrategyName, make: (start: StrategyStart) => Strategy): void {
  test("a run that killed its process is left behind", async () => {
    const strategy = make({ strategy: name, seed: 2 });
    await strategyRuns(strategy, teller, { runs: 3 });
    const [dead] = await strategyRuns(
      make({ strategy: name, seed: 2, state: strategy.state() }),
      teller,
      { runs: 4, fromRun: 3 },
    );
    strategy.lose(3);
    const rest = await strategyRuns(strategy, teller, { runs: 40, fromRun: 4 });
    expect(rest.map(({ log }) => JSON.stringify(log))).not.toContain(JSON.stringify(dead?.log));
    expect(strategy.exhaustion()?.missed ?? ["some runs killed their process"]).toContain(
      "some runs killed their process",
    );
  });
}

interface RunsWanted {
  readonly runs: number;
  readonly fromRun?: number;
  readonly stepsPerRun?: number;
}

/** Two withdrawals that wait for the system between reading and writing. */
function teller(): SubjectDefinition {
  let balance = 100;
  const wait = (): Promise<unknown> =>
    new Promise((resolve) => randomBytes(8, (_, bytes) => resolve(bytes)));
  const withdraw = async (amount: number): Promise<void> => {
    await wait();
    const before = balance;
    await wait();
    balance = before - amount;
  };
  return simulation({
    name: "teller",
    run: async () => {
      const first = withdraw(30);
      await wait();
      await Promise.all([first, withdraw(41)]);
      always(balance === 29, "no money appears or vanishes");
    },
  });
}

/** Rules that overlap: the same race, started by the driver of a chaos test. */
function counter(): SubjectDefinition {
  return chaosTest({
    name: "counter",
    concurrency: 3,
    setup: () => ({ value: 0, ended: 0 }),
    rules: {
      add: {
        run: async (state: { value: number; ended: number }) => {
          const before = state.value;
          await new Promise((resolve) => randomBytes(4, resolve));
          state.value = before + 1;
          state.ended += 1;
        },
      },
    },
    final: { "every addition counts": ({ value, ended }) => value === ended },
  });
}

const subjects: readonly {
  readonly name: string;
  readonly definition: () => SubjectDefinition;
  readonly fails: readonly StrategyName[];
}[] = [
  { name: "teller", definition: teller, fails: ["random", "pct", "dfs"] },
  { name: "counter", definition: counter, fails: ["random", "fifo", "pct", "dfs"] },
];
