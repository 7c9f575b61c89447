import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhole } from "../../store/finding-store.ts";
import type { GuidedState } from "../../search/guidance/guided-state.ts";
import { misfit, readState, type SavedState, writeState } from "./saved-state.ts";

const subject = { file: "pay.chaos.ts", exportName: "default" };

const guided: GuidedState = {
  kind: "guided",
  base: {
    kind: "swarm",
    base: [3],
    runs: 4,
    tupleRuns: 1,
    tupleMs: 7,
    configs: [],
    openTuples: { "a\u0000b": 2 },
  },
  nextId: 2,
  checkpoints: [
    {
      id: 1,
      decisions: ['{"kind":"span","label":"step"}', '{"kind":"end"}'],
      hits: [[12, 4]],
      newSlots: 1,
      stage: "ready",
      trims: 1,
      hints: [{ at: 0, value: 7 }],
      selected: 2,
      finds: 1,
    },
  ],
  arms: { extend: [1.5, 0.25] },
  seedsLeft: 0,
  loose: [[9, 1]],
};

const saved: SavedState = {
  fits: { code: "d", seed: "1" },
  runs: 12,
  edges: 34,
  places: [
    { run: 6, state: guided },
    { run: 7, state: [1, 2] },
    { run: 8, state: undefined },
  ],
};

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a saved state comes back as it was", async () => {
  const folder = temporaryFolder();
  expect(await readState(folder, subject)).toBeUndefined();
  await writeState(folder, subject, saved);
  expect(await readState(folder, subject)).toEqual(saved);
});

test("a state with anything else in it than a strategy knows is refused", async () => {
  const folder = temporaryFolder();
  await writeState(folder, subject, saved);
  const whole = JSON.stringify({ format: "gauntlet-state", version: 1, ...saved });
  const wrong: readonly (readonly [string, string])[] = [
    ['"run":6', '"run":-1'],
    ['"kind":"guided"', '"kind":"guide"'],
    ["[12,4]", "[12,400]"],
    ["[12,4]", "[-1,4]"],
    ['"stage":"ready"', '"stage":"run"'],
    [String.raw`\"kind\":\"span\"`, String.raw`\"kind\":\"eval\"`],
    ["[1.5,0.25]", "[1.5]"],
    ["[1,2]", '["1"]'],
    ['"runs":12', '"runs":12,"more":1'],
    ['"value":7', '"value":{"$bigint":"x"}'],
  ];
  for (const [from, to] of wrong) {
    const text = whole.replace(from, to);
    expect(text).not.toBe(whole);
    await writeWhole(path.join(folder, "pay.chaos.ts#default", "state.json"), text);
    await expect(readState(folder, subject)).rejects.toMatchObject({ code: "K006" });
  }
});

test("a state fits only the code, the seed and the settings it was saved with", () => {
  const fits = { code: "a", seed: "1", strategy: "pct", settings: "{}", gauntlet: "1" };
  expect(misfit(fits, fits)).toBeUndefined();
  expect(misfit(fits, { ...fits, code: "b" })).toBe("the code has changed");
  expect(misfit(fits, { ...fits, strategy: "dfs" })).toBe("another strategy is used: it was `pct`");
  expect(misfit({}, fits)).toBe("the code has changed");
});
