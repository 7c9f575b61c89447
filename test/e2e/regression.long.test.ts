import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replay, type ReplayOptions } from "../../src/engines/replay/index.ts";
import type { Result } from "../../src/kernel/result/result.ts";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { decisionLine } from "../../src/kernel/trace/trace-write.ts";
import { editedCopy, withLinesMoved, withoutRule, withRuleAdded } from "./edits.ts";
import { withRulesReordered } from "./edits.ts";
import { copyExamples, type Example, examples, failingTraces } from "./example.ts";
import { named, race, record, settings, smallTrace, withWorker } from "./example.ts";
import { throughFile } from "./through-file.ts";

// A trace that was saved as a regression outlives the edits that code goes through.

/** What is known of one example before anybody edits it. */
interface Known {
  readonly root: string;
  /** As a campaign saves it. */
  readonly small: Trace;
  /** As they first failed: longer, so that an edit has more places to hurt. */
  readonly long: readonly Trace[];
}

let copy: ReturnType<typeof copyExamples>;
const knownOf = new Map<Example, Known>();

beforeAll(async () => {
  copy = copyExamples();
  const learn = async (example: Example): Promise<void> => {
    const root = path.join(copy.root, example.folder);
    const traces = await withWorker({ example, projectRoot: root }, async (worker) => {
      const long = await failingTraces(worker, "regression", 10);
      return { long, small: await throughFile(await smallTrace(worker, long), copy.root) };
    });
    knownOf.set(example, { root, ...traces });
  };
  await Promise.all([...examples, race].map(learn));
});
afterAll(() => copy.remove());

const edits = [
  ["a rule was added", withRuleAdded],
  ["the rules were reordered", withRulesReordered],
  ["lines moved", withLinesMoved],
] as const;

for (const [name, example] of named(examples)) {
  for (const [what, edit] of edits) {
    test(`${name}: a regression fails in the same way after ${what}`, async () => {
      const { root, small, long } = known(example);
      await expectSameFailures(example, editedCopy(root, what, edit), [small, ...long]);
    });
  }
}

test("a regression of plain code fails in the same way after lines moved", async () => {
  const { root, small, long } = known(race);
  const edited = editedCopy(root, "race lines moved", withLinesMoved);
  await expectSameFailures(race, edited, [small, ...long]);
});

test.for(named([...examples, race]))(
  "%s: a regression is held by the fixed twin",
  async ([, example]) => {
    const { root, small, long } = known(example);
    const fixed = path.join(root, "fixed");
    const [result, verdicts] = await Promise.all([
      replayed(fixed, small),
      seededVerdicts(example, fixed, long),
    ]);
    const { verdict, because, notes, findings } = result;
    expect({ verdict, because, notes, findings }).toEqual({
      verdict: "held",
      because: "the recorded failure did not appear: fixed",
      notes: ["the code has changed since this trace was recorded"],
      findings: [],
    });
    expect(verdicts).toEqual(long.map(() => ({ verdict: "held", key: undefined })));
  },
);

const neededRules = { inventory: "release", checkout: "pay", wallet: "withdraw", tickets: "sell" };

for (const [name, example] of named(examples)) {
  const rule = Reflect.get(neededRules, name) as string;
  test(`${name}: a trace whose rule \`${rule}\` is gone is unknown and names it`, async () => {
    const { root, small } = known(example);
    const edited = editedCopy(root, `without ${rule}`, withoutRule(rule));
    const results = await Promise.all([
      replayed(edited, small),
      replay({ ...howToReplay(edited, small), isRegression: false }),
    ]);
    for (const { verdict, because, findings } of results) {
      expect({ verdict, findings }).toEqual({ verdict: "unknown", findings: [] });
      const decision =
        /^decision \d+ diverged: the trace has `(.*)`, the code asked for `pick rule/;
      expect(decision.exec(because)?.[1]).toBe(`pick rule = ${rule}`);
    }
  });
}

// --- inside ---

function known(example: Example): Known {
  const found = knownOf.get(example);
  if (found === undefined) throw new Error(`nothing is known of ${example.folder}`);
  return found;
}

/** Replays the first trace as a user does, in a fresh process, and the others after it in one. */
async function expectSameFailures(
  example: Example,
  projectRoot: string,
  [first, ...others]: readonly [Trace, ...Trace[]],
): Promise<void> {
  const [result, verdicts] = await Promise.all([
    replayed(projectRoot, first),
    seededVerdicts(example, projectRoot, others),
  ]);
  const { verdict, because, findings } = result;
  expect({ verdict, because }).toEqual({ verdict: "broken", because: "" });
  expect(findings.map(({ identity }) => identity.key)).toEqual([keyOf(first)]);
  expect(verdicts).toEqual(others.map((trace) => ({ verdict: "broken", key: keyOf(trace) })));
}

function replayed(projectRoot: string, trace: Trace): Promise<Result> {
  return replay({ ...howToReplay(projectRoot, trace), isRegression: true });
}

function howToReplay(projectRoot: string, trace: Trace): ReplayOptions {
  const { seed } = trace.header;
  return { projectRoot, name: "regression.jsonl", trace, settings: settings(seed) };
}

async function seededVerdicts(
  example: Example,
  projectRoot: string,
  traces: readonly Trace[],
): Promise<readonly { readonly verdict: string; readonly key: string | undefined }[]> {
  return withWorker({ example, projectRoot }, async (worker) => {
    const verdicts = [];
    for (const { header, decisions } of traces) {
      const lines = decisions.map(decisionLine);
      const following = { how: "seeded", seed: header.seed, decisions: lines } as const;
      const { verdict, identity } = await record(worker, following);
      verdicts.push({ verdict, key: identity?.key });
    }
    return verdicts;
  });
}

function keyOf({ verdict }: Trace): string | undefined {
  return verdict.kind === "broken" ? verdict.identity.key : undefined;
}
