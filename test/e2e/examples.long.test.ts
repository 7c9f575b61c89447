import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FindingDocument } from "../../src/report/finding-document.ts";
import { documentOf, gauntlet } from "./command-line.ts";
import { chaosFile, copyExamples, type Example, examples, named, withWorker } from "./example.ts";

// What a newcomer tries first: every example breaks, small and repeatable, and its twin does not.

const seeds = [1];

let copies: ReturnType<typeof copyExamples>[];
beforeAll(() => {
  // One more than there are seeds: what the README quotes starts from an empty corpus.
  copies = [...seeds, 0].map(() => copyExamples());
});
afterAll(() => {
  for (const copy of copies) copy.remove();
});

/** Every seed has a copy of its own: what one finds is no help to the next. */
function folderOf(example: Example, seed = 1): string {
  return path.join(copies[seed - 1]?.root ?? "", example.folder);
}

test.for(named(examples))(
  "%s: the bug is found within 5 seconds with its first seed, made small, and replays",
  async ([, example]) => {
    const found = await Promise.all(seeds.map((seed) => foundBy(example, seed)));
    for (const { story, confirmed } of found) {
      expect(confirmed).toBe(true);
      // The last line, what broke, stands beside the one before it on a screen.
      expect(story.slice(7)).toEqual(story.slice(7).filter((line) => line.startsWith("broken: ")));
    }
    expect(new Set(found.map(({ identity }) => identity.key)).size).toBe(1);
    const [{ trace, identity } = assertFound()] = found;
    const again = await gauntlet(folderOf(example), "replay", trace ?? "", "--json");
    expect(again.code).toBe(1);
    expect(documentOf(again).findings.map((finding) => finding.identity)).toEqual([identity]);
    await expectNotOnTwin(example, trace ?? "");
  },
);

test.for(named(examples))(
  "%s: the fixed twin gives no finding in 2,100 runs over 3 seeds",
  async ([, example]) => {
    const projectRoot = path.join(folderOf(example), "fixed");
    const explored = gauntlet(projectRoot, "explore", chaosFile(example), "--runs", "100");
    const failures = await withWorker({ example, projectRoot }, async (worker) => {
      const seen: string[] = [];
      for (const seed of ["ada", "ben", 3]) {
        const stretch = { seed, fromRun: 0, runsMax: 700, timeMsMax: 50_000, marksEachRun: false };
        const { runs, unknownRuns, clusters } = await worker.explore({
          type: "explore",
          ...stretch,
        });
        expect({ runs, unknownRuns }).toEqual({ runs: 700, unknownRuns: 0 });
        seen.push(...clusters.map(({ key }) => key));
      }
      return seen;
    });
    expect(failures).toEqual([]);
    expect(await explored).toMatchObject({ code: 0 });
  },
);

test("exploring the checkout example says what the README quotes", async () => {
  const folder = folderOf({ folder: "checkout", exportName: "default" }, seeds.length + 1);
  const { out } = await gauntlet(folder, "explore", "checkout.chaos.ts", "--runs", "1000");
  expect(`\n${out.replace(/[\d.]+ s$/m, "# s")}`).toMatchInlineSnapshot(`
    "
    explore  checkout   seed 42   1,000 runs   # s

    ✗ a paid order is charged once                      broken in 925 runs, smallest shown
        1  pay                        cents=1
             Gateway.charge resumes   at 27 ms   src/gateway.ts:13
             inTime resumes           at 50 ms   src/checkout.ts:35
             Gateway.charge resumes   at 50 ms   src/gateway.ts:16
             Gateway.charge resumes   at 55 ms   src/gateway.ts:13
             Gateway.charge resumes   at 60 ms   src/gateway.ts:16   ← broken here
      shrunk from 44 decisions to 9

    ✓ 1 property held

    wrote    .gauntlet/findings/checkout-9ad55897/trace.jsonl.gz
             .gauntlet/findings/checkout-9ad55897/finding.json
    replay   npx gauntlet replay .gauntlet/findings/checkout-9ad55897/trace.jsonl.gz
    "
  `);
});

// --- inside ---

/** Explores for at most 5 seconds; 100 runs are far more than any example needs. */
async function foundBy(example: Example, seed: number): Promise<FindingDocument> {
  const flags = ["--seed", String(seed), "--runs", "100", "--time", "5", "--json"];
  const ended = await gauntlet(folderOf(example, seed), "explore", chaosFile(example), ...flags);
  expect(ended.code).toBe(1);
  const { verdict, findings } = documentOf(ended);
  expect({ verdict, findings: findings.length }).toEqual({ verdict: "broken", findings: 1 });
  return findings[0] ?? assertFound();
}

function assertFound(): never {
  throw new Error("nothing was found");
}

/** The fixed wallet begins its second withdrawal later than the trace has it. */
const waitingForTurn: unknown = expect.stringMatching(/^decision \d+ diverged: the trace has `/);

/** Fixed code may ask for something else before the trace is over: then nobody can tell. */
async function expectNotOnTwin(example: Example, trace: string): Promise<void> {
  const flags = [path.join("..", trace), "--cwd", "fixed", "--json"];
  const ended = await gauntlet(folderOf(example), "replay", ...flags);
  const { verdict, because, findings, notes } = documentOf(ended);
  expect(findings).toEqual([]);
  expect(notes).toEqual(["the code has changed since this trace was recorded"]);
  expect([ended.code, verdict, because]).toEqual(
    example.folder === "wallet"
      ? [3, "unknown", waitingForTurn]
      : [0, "held", "the recorded failure did not appear: fixed"],
  );
}
