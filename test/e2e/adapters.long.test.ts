import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

const chaosFile = (limit: number): string => `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "shop",
  setup: () => ({ sum: 0 }),
  rules: {
    buy: {
      draw: { count: fc.integer({ min: 1, max: 9 }) },
      run: (state, { count }) => {
        state.sum = count;
      },
    },
  },
  invariants: { "nobody buys many": (state) => state.sum < ${limit} },
});
`;

const story = /✗ nobody buys many[^]*1 {2}buy +count=7[^]*npx gauntlet replay \.gauntlet\/findings/;

test("regressions run first, the story is printed, and all pass once it is mended", async () => {
  const project = new TempProject({ "shop.chaos.ts": chaosFile(7) });
  const { findings } = await project.told("explore", "shop.chaos.ts", "--runs", "50");
  const saved = await project.told("replay", findings[0]?.trace ?? "", "--save");
  const [regression = ""] = readdirSync(project.path("shop.regressions"));
  expect(saved.artifacts).toEqual([`shop.regressions/${regression}`]);
  const runners = [nodeTest(project), vitest(project)];
  for (const { code, out, err } of await Promise.all(
    runners.map((words) => project.node(...words)),
  )) {
    const printed = out + err;
    const names = [`regression ${regression}`, "no failure in 50 runs"];
    const order = names.map((name) => printed.indexOf(name));
    expect(order).toEqual(order.toSorted((first, second) => first - second));
    expect(printed).toMatch(story);
    expect([code, order.includes(-1)]).toEqual([1, false]);
  }
  project.write("shop.chaos.ts", chaosFile(100));
  const mended = await Promise.all(runners.map((words) => project.node(...words)));
  expect(mended.map(({ code }) => code)).toEqual([0, 0]);
  expect(mended[0]?.out).toMatch(/# pass 2\n# fail 0/);
  expect(mended[1]?.out).toMatch(/2 passed/);
});

function nodeTest(project: TempProject): readonly string[] {
  const adapter = path.join(repository, "dist", "cli", "adapters", "node-test.js");
  project.write(
    "shop.node.mjs",
    `import { chaos } from ${JSON.stringify(adapter)};\nchaos("shop.chaos.ts", { runs: 50 });`,
  );
  return ["--test", "--test-reporter=tap", "shop.node.mjs"];
}

function vitest(project: TempProject): readonly string[] {
  project.link("vitest");
  project.link("gauntlet", repository);
  project.write(
    "shop.test.ts",
    `import { chaos } from "gauntlet/vitest";\nchaos("shop.chaos.ts", { runs: 50 });`,
  );
  return ["node_modules/vitest/vitest.mjs", "run", "--reporter=verbose", "--no-cache"];
}
