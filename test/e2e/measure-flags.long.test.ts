import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// `explore --ablate` and `explore --scaling` measure the search itself: what they say of findings
// is how soon they were seen, and never an exit code of 1.

const chaosFile = `
import { chaosTest } from "gauntlet";

export default chaosTest({
  name: "switches",
  setup: () => ({ on: new Set(), left: 0 }),
  rules: {
    left: { run: (state) => { state.left += 1; } },
    right: { run: (state) => { state.on.add("right"); } },
  },
  invariants: { "never right": (state) => !state.on.has("right") },
});
`;

test("--ablate compares searches with one thing changed by what was found and when", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const flags = ["--ablate", "--runs", "5", "--seeds", "1", "--seed", "word"];
  const told = await project.told("explore", "a.chaos.ts", ...flags);
  expect([told.code, told.verdict, told.findings]).toEqual([0, "held", []]);
  const [ablation] = told.ablation ?? [];
  expect(ablation).toMatchObject({ subject: "switches", seeds: ["word"], runsMax: 5 });
  expect(ablation?.variants.map(({ seconds: _, bugs: __, ...rest }) => rest)).toEqual([
    variant("as configured", "random", { guided: "energy" }),
    variant("without guidance", "random", {}),
    variant("with swarm", "random", { guided: "energy", swarm: true }),
    variant("fifo", "fifo", { guided: "energy" }),
    variant("pct", "pct", { guided: "energy" }),
    variant("dfs", "dfs", {}),
    variant("uniform checkpoints", "random", { guided: "uniform" }),
    variant("recent checkpoints", "random", { guided: "recent" }),
  ]);
  expect(ablation?.bugs[0]?.name).toBe("never right");
  const [configured] = ablation?.variants ?? [];
  const [time] = configured?.bugs ?? [];
  expect(time).toMatchObject({ found: 1, campaigns: 1 });
  expect(time?.runs.median).toBeGreaterThanOrEqual(1);
  expect(time?.runs.median).toBeLessThanOrEqual(5);
  expect(time?.seconds.median).toBeGreaterThan(0);
  expect(told.summary.runs).toBe(40);
});

test("--scaling measures each count of processes; two points carry no law: exit 3", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const flags = ["--scaling", "--workers", "2", "--time", "1.2"];
  const told = await project.told("explore", "a.chaos.ts", ...flags);
  const because = "inconclusive: 2 of at least 3 counts of processes";
  expect(told).toMatchObject({ code: 3, verdict: "unknown", because, findings: [] });
  const [scaling] = told.scaling ?? [];
  expect(scaling?.points.map(({ workers, measured }) => [workers, measured.length])).toEqual([
    [1, 3],
    [2, 3],
  ]);
  for (const { runsPerSecond } of scaling?.points ?? []) expect(runsPerSecond).toBeGreaterThan(0);
});

test.each([
  ["--ablate --scaling", "error[U009]: `--ablate` and `--scaling` measure different things"],
  ["--seeds 3", "error[U009]: `--seeds` is only of use with `--ablate`"],
  ["--ablate --seeds 0", "error[U003]: `--seeds` must be a whole number above 0, got `0`"],
])("%s is refused before anything runs", async (flags, message) => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const { code, err } = await project.gauntlet("explore", "a.chaos.ts", ...flags.split(" "));
  expect([code, err.split("\n")[0]]).toEqual([2, message]);
});

// --- inside ---

function variant(
  name: string,
  strategy: string,
  { guided, swarm = false }: { guided?: string; swarm?: boolean },
): unknown {
  const bugsFound: unknown = expect.any(Number);
  const how = guided === undefined ? {} : { checkpointStrategy: guided };
  return { name, strategy, guidance: guided !== undefined, ...how, swarm, runs: 5, bugsFound };
}
