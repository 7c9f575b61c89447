import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const chaosFile = `
import { randomBytes } from "node:crypto";
import { always, chaosTest, simulation } from "gauntlet";

export default chaosTest({
  name: "two rules",
  setup: () => ({ taken: "" }),
  rules: {
    left: { run: (state) => { state.taken += "l"; } },
    right: { run: (state) => { state.taken += "r"; } },
  },
  invariants: { "at most three": (state) => state.taken.length <= 3 },
});
export const tight = chaosTest({
  name: "tight",
  setup: () => ({ taken: "" }),
  rules: {
    left: { run: (state) => { state.taken += "l"; } },
    right: { run: (state) => { state.taken += "r"; } },
  },
  invariants: { "never three rights": (state) => state.taken !== "rrr" },
});
export const deadly = simulation({
  name: "deadly",
  run: (world) => {
    const letters = [world.pick("first", ["a", "b"]), world.pick("second", ["a", "b"])];
    if (letters.join("") === "ab") process.exit(3);
  },
});
export const teller = simulation({
  name: "teller",
  run: async () => {
    let balance = 100;
    const wait = () => new Promise((resolve) => randomBytes(8, resolve));
    const withdraw = async (amount) => {
      await wait();
      const before = balance;
      await wait();
      balance = before - amount;
    };
    await Promise.all([withdraw(30), withdraw(41)]);
    always(balance === 29, "no money appears or vanishes");
  },
});
`;

const threeSteps = "[explorer]\nsteps_per_run = 3\n";

test("dfs ends when everything was run, and says so", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile, "gauntlet.toml": threeSteps });
  const dfs = (selector: string, ...flags: string[]) =>
    project.told("explore", selector, "--strategy", "dfs", ...flags);
  const [all, cut, broken] = await Promise.all([
    dfs("a.chaos.ts"),
    dfs("a.chaos.ts", "--runs", "10"),
    dfs("a.chaos.ts#tight"),
  ]);
  // Two rules and up to three steps: 2 + 4 + 8 runs.
  expect(all).toMatchObject({ code: 0, summary: { runs: 14, exhausted: "yes" } });
  expect(all.notes).toEqual(["exhausted: 14 runs"]);
  expect(cut).toMatchObject({ code: 0, summary: { runs: 10, exhausted: "no" } });
  expect(cut.notes).toEqual(["not exhausted after 10 runs: the budget ended the search"]);
  expect(broken).toMatchObject({ code: 1, summary: { runs: 14, exhausted: "yes" } });
  expect(broken.findings).toMatchObject([{ message: "never three rights", occurrences: 1 }]);
});

test("dfs goes on behind a run that kills its process", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const told = await project.told("explore", "a.chaos.ts#deadly", "--strategy", "dfs");
  expect(told).toMatchObject({ code: 1, summary: { runs: 4, exhausted: "no" } });
  expect(told.findings).toMatchObject([{ kind: "crash", occurrences: 1, confirmed: true }]);
  expect(told.notes).toEqual(["not exhausted after 4 runs: some runs killed their process"]);
});

test("a strategy is chosen by flag over configuration, and decides what is found", async () => {
  const project = new TempProject({
    "a.chaos.ts": chaosFile,
    "fifo.toml": '[explorer]\nstrategy = "fifo"\n[report]\ncorpus_dir = "fifo"\n',
  });
  const explore = (...flags: string[]) =>
    project.told("explore", "a.chaos.ts#teller", "--runs", "60", "--config", "fifo.toml", ...flags);
  // Both read, then both write: first in, first out already shows it; one at a time is by priority.
  const [fifo, pct] = await Promise.all([explore(), explore("--strategy", "pct")]);
  expect(fifo.findings).toMatchObject([{ occurrences: 60 }]);
  expect(pct.findings[0]?.occurrences).toBeLessThan(60);
  expect([fifo.code, pct.code]).toEqual([1, 1]);
  expect(pct.summary).not.toHaveProperty("exhausted");
});

test("a strategy that does not exist is refused, with those that do", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const { code, err } = await project.gauntlet("explore", "a.chaos.ts", "--strategy", "luck");
  expect(code).toBe(2);
  expect(err).toMatchInlineSnapshot(`
    "error[U003]: \`--strategy\` must be one of \`random\`, \`fifo\`, \`pct\`, \`dfs\`, got \`luck\`
      --> --strategy luck
    help: write \`--strategy random\`
    "
  `);
});
