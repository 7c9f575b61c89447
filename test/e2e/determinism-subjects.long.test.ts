import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, accountOf, seedsOf, shuffled, type Task } from "./digests.ts";
import {
  chaosFile,
  copyExamples,
  type Example,
  examples,
  named,
  race,
  services,
} from "./example.ts";

// The promise under every other: a run is a function of its decisions, and of nothing else.

const seeds = seedsOf(100);
const forwards = seeds.map((_, at) => at);

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

test.for(named([...examples, race]))(
  "%s gives the same bytes in every process, order and drain, for 100 seeds",
  async ([, example]) => {
    const [first, ...others] = await accounts(example);
    for (const other of others) expect(other).toEqual(first);
    // Otherwise neither seeds nor events would matter, and equality would show nothing.
    expect(new Set(first?.digests).size).toBeGreaterThan(seeds.length * 0.9);
    expect(first?.runs.every(({ events }) => events.length > 0)).toBe(true);
  },
);

test("a run may see time, chance and order of any kind, and fail in any way", async () => {
  const example = { folder: "dirtiest", exportName: "default" };
  const root = path.join(copy.root, example.folder);
  cpSync(fileURLToPath(new URL("fixtures/dirtiest", import.meta.url)), root, { recursive: true });
  const [first, ...others] = await accounts(example);
  for (const other of others) expect(other).toEqual(first);
  const verdicts = new Set(first?.runs.map(({ verdict }) => verdict));
  expect(verdicts).toEqual(new Set(["held", "broken"]));
});

test("a run that depends on anything else is told apart", async () => {
  const example = { folder: "leaky", exportName: "default" };
  const root = path.join(copy.root, example.folder);
  mkdirSync(root);
  writeFileSync(path.join(root, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    path.join(root, "leaky.chaos.ts"),
    `import { always, simulation } from "gauntlet";
     const run = () => {
       const { processId } = process.report.getReport().header;
       always(processId === 0, \`process \${processId}\`);
     };
     export default simulation({ name: "leaky", run });`,
  );
  const task: Task = { seeds: [1, 2], order: [0, 1], drain: "tick" };
  const first = await accountOf(example, root, task);
  const second = await accountOf(example, root, task);
  expect(second.digests).not.toEqual(first.digests);
});

test("each example and its fixed twin are tested by the very same file", () => {
  for (const example of [...examples, ...services]) {
    const folder = path.join(copy.root, example.folder);
    const [broken, fixed] = [folder, path.join(folder, "fixed")].map((where) =>
      readFileSync(path.join(where, chaosFile(example)), "utf8"),
    );
    expect(fixed).toBe(broken);
  }
});

// --- inside ---

/** What three processes made of the same runs: in order, shuffled, and drained the other way. */
function accounts(example: Example): Promise<readonly Account[]> {
  const tasks: readonly Task[] = [
    { seeds, order: forwards, drain: "tick" },
    { seeds, order: shuffled(seeds.length, 1), drain: "tick" },
    { seeds, order: forwards.toReversed(), drain: "immediate" },
  ];
  const root = path.join(copy.root, example.folder);
  return Promise.all(tasks.map((task) => accountOf(example, root, task)));
}
