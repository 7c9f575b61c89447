import { cpSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

// How much faster two are depends on the machine: npm run bench:workers. What they find does not.

test.each([
  ["inventory", "inventory.chaos.ts", 400],
  ["wallet", "wallet.chaos.ts", 400],
  ["checkout", "shop.chaos.ts", 400],
])("two workers find what one finds in %s, in as many runs", async (folder, file, runs) => {
  const project = new TempProject();
  cpSync(path.join(repository, "examples", folder), project.root, { recursive: true });
  const found = async (workers: number): Promise<{ keys: string[]; runs: number }> => {
    const name = `workers-${workers}`;
    const keys = `shrink_budget = 0\n[report]\ncorpus_dir = "${name}"\n`;
    project.write(`${name}.toml`, `[explorer]\n${keys}`);
    const flags = [
      "--workers",
      String(workers),
      "--runs",
      String(runs),
      "--config",
      `${name}.toml`,
    ];
    const { findings, summary } = await project.told("explore", file, ...flags);
    return { keys: findings.map(({ identity }) => identity.key).toSorted(), runs: summary.runs };
  };
  const one = await found(1);
  const two = await found(2);
  expect(one.keys.length).toBeGreaterThan(0);
  expect(two.keys).toEqual(expect.arrayContaining(one.keys));
  expect([one.runs, two.runs]).toEqual([runs, runs]);
});
