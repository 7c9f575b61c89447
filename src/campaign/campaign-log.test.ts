import { expect, test } from "vitest";
import { Tally, tallyData } from "../kernel/judge/tally.ts";
import type { ReachedSlots } from "../subject/coverage/index.ts";
import type { StretchResult } from "../runner/protocol/protocol.ts";
import { CampaignLog } from "./campaign-log.ts";

function explored(reached: ReachedSlots): StretchResult {
  return {
    type: "explored",
    nextRun: 10,
    runs: 10,
    wakes: 0,
    unknownRuns: 0,
    tally: tallyData(new Tally()),
    clusters: [],
    handlers: [],
    blocksTotal: 9,
    reached,
    impureRun: undefined,
    exhaustion: undefined,
    uncontrolled: [],
    changed: [],
    isSpoiled: false,
    missing: [],
  };
}

test("what several processes reached is put together, and each place counts once", () => {
  const seen = new CampaignLog(() => {});
  seen.take(explored({ blocks: [0, 1], others: [20] }), 10);
  seen.take(explored({ blocks: [1, 2], others: [20, 21] }), 20);
  seen.take(explored({ blocks: [2], others: [] }), 30);
  const said = { type: "progress", runs: 5, wakes: 0 } as const;
  const { edges } = seen.progress([said, { ...said, reached: { blocks: [3], others: [] } }], 40);
  expect(edges).toBe(6);
  expect(seen.summary()).toMatchObject({
    edges: 6,
    blocks: { total: 9, reached: 4 },
    curve: [
      { runs: 10, edges: 3 },
      { runs: 20, edges: 5 },
      { runs: 40, edges: 6 },
    ],
  });
});

test("a process says when something new was last reached, however late that arrives", () => {
  const seen = new CampaignLog(() => {});
  const said = { type: "progress", runs: 5, wakes: 0 } as const;
  seen.progress([{ ...said, sinceNews: 3 }], 105);
  expect(seen.newsAtRun).toBe(102);
  seen.progress([{ ...said, runs: 9, sinceNews: 7 }, said], 109);
  expect(seen.newsAtRun).toBe(102);
  seen.take({ ...explored({ blocks: [], others: [] }), sinceNews: 1 }, 110);
  expect(seen.newsAtRun).toBe(109);
});

test("between two stretches the corpus is as large as the last one left it", () => {
  const seen = new CampaignLog(() => {});
  seen.take({ ...explored({ blocks: [], others: [] }), corpus: 7 }, 10);
  expect(seen.progress([], 10).corpus).toBe(7);
});
