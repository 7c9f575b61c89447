import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// The right answer is two comparisons deep: chance alone does not get there, guidance does.
const chaosFile = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";

export default chaosTest({
  name: "safe",
  setup: () => ({ dial: 0 }),
  rules: {
    turn: {
      draw: { number: fc.integer({ min: 0, max: 1_000_000 }) },
      run: (safe, { number }) => {
        if (safe.dial === 0) { if (number === 271_828) safe.dial = 1; }
        else if (safe.dial === 1) { if (number === 314_159) safe.dial = 2; }
      },
    },
  },
  invariants: { "the safe is shut": (safe) => safe.dial < 2 },
});
`;

test("--ablate shows what guidance is worth, the same in runs each time", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const flags = ["--ablate", "--runs", "700", "--seeds", "3"];
  const told = async () => {
    const { code, ablation = [] } = await project.told("explore", "a.chaos.ts", ...flags);
    const [one] = ablation;
    const times = one?.variants.map(({ name, bugs }) => [name, bugs[0]?.found, bugs[0]?.runs]);
    return { code, seeds: one?.seeds, bugs: one?.bugs.map(({ name }) => name), times };
  };
  const first = await told();
  expect(first).toMatchObject({ code: 0, seeds: [42, 43, 44], bugs: ["the safe is shut"] });
  const foundBy = Object.fromEntries(first.times?.map(([name, found]) => [name, found]) ?? []);
  expect(foundBy).toMatchObject({ "as configured": 3, "without guidance": 0 });
  expect(await told()).toEqual(first);
});

test("a search that goes one way cannot be scaled, and says so", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const flags = ["--scaling", "--workers", "2", "--time", "2", "--strategy", "dfs"];
  const { code, out } = await project.gauntlet("explore", "a.chaos.ts", ...flags);
  expect(code).toBe(3);
  expect(out).toContain("inconclusive: the strategy dfs searches with one process");
});

test("four counts of processes give a law or why not, as the exit code says", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const flags = ["--scaling", "--workers", "4", "--time", "12"];
  const told = await project.told("explore", "a.chaos.ts", ...flags);
  const [scaling] = told.scaling ?? [];
  expect(scaling?.points.map(({ workers }) => workers)).toEqual([1, 2, 3, 4]);
  expect(told.code).toBe(scaling?.fit.kind === "fitted" ? 0 : 3);
  const law = scaling?.fit.kind === "fitted" ? scaling.fit : scaling?.fit.law;
  expect(law?.sigma).toBeGreaterThanOrEqual(0);
  expect(law?.kappa).toBeGreaterThanOrEqual(0);
});
