import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCommand } from "../../src/campaign/settings.ts";
import { accountOf, seedsOf, shuffled, type Task } from "./digests.ts";
import {
  copyExamples,
  type Example,
  examples,
  named,
  race,
  services,
  settings,
  targetIn,
} from "./example.ts";

const seeds = seedsOf(1_000);

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

test.for(named([...examples, race]))(
  "%s gives the same bytes in every process, order and drain, for 1,000 seeds",
  async ([, example]) => expectSame(example, seeds),
);

// A run of a whole service takes a hundred times as long. Only with the drain that is used: the
// fallback takes an immediate of Node's own fetch for an escape in the first run of a process.
test.for(named(services))(
  "%s gives the same bytes in every process and order, for 30 seeds",
  async ([, example]) => expectSame(example, seeds.slice(0, 30), ["tick"]),
);

test.for(named([...examples, race]))(
  "%s gives the same bytes on Node 20 and on Node 24",
  async ([, example]) => {
    const root = path.join(copy.root, example.folder);
    const few = seeds.slice(0, 200);
    const task: Task = { seeds: few, order: few.map((_, at) => at), drain: "tick" };
    const [here, there] = await Promise.all([
      accountOf(example, root, task),
      digestsOnNode24(example, root, few.length),
    ]);
    expect(there.node).toMatch(/^24\./);
    expect(there.digests).toEqual(here.digests);
  },
);

// --- inside ---

async function expectSame(
  example: Example,
  some: typeof seeds,
  drains: readonly Task["drain"][] = ["tick", "immediate"],
): Promise<void> {
  const forwards = some.map((_, at) => at);
  const tasks = drains.flatMap((drain, at): readonly Task[] => [
    { seeds: some, order: at === 0 ? forwards : forwards.toReversed(), drain },
    { seeds: some, order: shuffled(some.length, at + 1), drain },
  ]);
  const root = path.join(copy.root, example.folder);
  const [first, ...others] = await Promise.all(tasks.map((task) => accountOf(example, root, task)));
  for (const other of others) expect(other).toEqual(first);
  expect(new Set(first?.digests).size).toBeGreaterThan(some.length * 0.9);
}

async function digestsOnNode24(
  example: Example,
  projectRoot: string,
  count: number,
): Promise<{ readonly node: string; readonly digests: readonly string[] }> {
  const chosen = settings(1, "tick");
  const load = loadCommand(targetIn(projectRoot, example), chosen);
  const asked = seeds.slice(0, count).map((seed, at) => ({ seed, runIndex: at % 7 }));
  const script = fileURLToPath(new URL("digests-main.mjs", import.meta.url));
  const job = JSON.stringify({ load, limits: chosen.limits, asked });
  const { stdout } = await promisify(execFile)("npx", ["-y", "node@24", script, job]);
  return JSON.parse(stdout) as { node: string; digests: string[] };
}
