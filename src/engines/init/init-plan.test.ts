import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { type InitRequest, planInit } from "./init-plan.ts";

const plain: InitRequest = {
  configFile: "gauntlet.toml",
  keepsConfig: false,
  folder: "tests",
  scanned: { module: "src/**", maxExamples: 10 },
  seams: [],
  hasSkill: false,
  verbs: ["explore", "scan"],
  install: "npm ci",
};

function textOf(request: InitRequest, path: string): string {
  const found = planInit(request).files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`${path} is not planned`);
  return found.text;
}

test("the config comes last and says what there is to explore and scan", () => {
  expect(planInit(plain).files.map(({ path }) => path)).toEqual([
    "tests/basket.chaos.ts",
    "tests/gauntlet.md",
    "gauntlet.toml",
  ]);
  expect(textOf(plain, "gauntlet.toml")).toMatchInlineSnapshot(`
    "#:schema ./node_modules/gauntlet/schema/gauntlet.schema.json

    # Every key with its default: node_modules/gauntlet/gauntlet.toml.example

    # What \`gauntlet explore\` runs.
    [[tests]]
    class = "tests/**/*.chaos.ts"

    # What \`gauntlet scan\` calls.
    [[scan]]
    module = "src/**"
    max_examples = 10
    "
  `);
});

test("what was asked for is kept in the config, in each syntax, from its own folder", () => {
  const request = {
    ...plain,
    configFile: "ci/g.yaml",
    folder: "ci/chaos",
    workflow: "nightly",
    hasSkill: true,
  };
  const expected = {
    tests: [{ class: "chaos/**/*.chaos.ts" }],
    scan: [{ module: "../src/**", max_examples: 10 }],
    init: { output_dir: "chaos", ci: true, ci_name: "nightly", install_skill: true },
  };
  const $schema = "../node_modules/gauntlet/schema/gauntlet.schema.json";
  expect(JSON.parse(textOf(request, "ci/g.yaml"))).toEqual({ $schema, ...expected });
  const toml = textOf({ ...request, configFile: "ci/g.toml" }, "ci/g.toml");
  expect(parse(toml)).toEqual(expected);
  expect(toml.split("\n")[0]).toBe(`#:schema ${$schema}`);
});

test("commands name the config and the files that would not be found without", () => {
  expect(planInit({ ...plain, configFile: "ci/my g.toml" }).next).toEqual([
    "npx gauntlet doctor --config 'ci/my g.toml'",
    "npx gauntlet scan --config 'ci/my g.toml'",
    "npx gauntlet explore --runs 500 --config 'ci/my g.toml'",
  ]);
  const kept = planInit({ ...plain, keepsConfig: true });
  expect(kept.next).toEqual([
    "npx gauntlet doctor tests/basket.chaos.ts",
    "npx gauntlet scan 'src/**'",
    "npx gauntlet explore tests/basket.chaos.ts --runs 500",
  ]);
  expect(kept.files.map(({ path }) => path)).not.toContain("gauntlet.toml");
});

test("a verb that is not there, or has nothing to work on, is not written about", () => {
  const requests = [
    { ...plain, verbs: ["explore"] },
    { ...plain, scanned: undefined },
  ];
  for (const request of requests) {
    const { files } = planInit({ ...request, workflow: "gauntlet", hasSkill: true });
    expect(files.map(({ text }) => text).join("\n")).not.toMatch(/gauntlet scan(?!`)/u);
  }
});

test("a workflow installs, explores, scans and verifies", () => {
  const text = textOf({ ...plain, workflow: "nightly" }, ".github/workflows/nightly.yml");
  const runs = [...text.matchAll(/- run: (.*)/gu)].map(([, run]) => run);
  expect(runs).toEqual([
    "npm ci",
    "npx gauntlet explore --runs 500",
    "npx gauntlet scan",
    "npx gauntlet verify --ci",
  ]);
  expect(text).toMatch(/^name: nightly\n/u);
});

test("a starter calls what leaves the process while that goes wrong", () => {
  const seams: InitRequest["seams"] = [
    { module: "src/pay.ts", exportName: "send", args: [{ cents: 1 }], reaches: ["network"] },
    { module: "src/log.ts", exportName: "send", args: [], reaches: ["files", "network"] },
    { module: "src/log.ts", exportName: "odd name", args: [], reaches: ["processes"] },
  ];
  expect(textOf({ ...plain, seams }, "tests/seams.chaos.ts")).toMatchInlineSnapshot(`
    "import { chaosTest, fault } from "gauntlet";
    import { send as send2 } from "../src/log.ts";
    import { send } from "../src/pay.ts";

    // What leaves the process, while that goes wrong. A call may fail. What breaks a run is a
    // call that never ends, a rejection that nobody hears, and an invariant: add your own.
    export default chaosTest({
      name: "seams",
      faults: [
        fault.diskFull({ probability: 0.5 }),
        fault.ioError({ probability: 0.5 }),
        fault.http({ url: "*", status: 503, probability: 0.5 }),
        fault.connectionReset({ phase: "response", probability: 0.5 }),
      ],
      setup: () => ({ asked: 0, answered: 0, refused: 0 }),
      rules: {
        send: {
          run: async (state) => {
            state.asked += 1;
            try {
              await send({ cents: 1 });
              state.answered += 1;
            } catch {
              state.refused += 1;
            }
          },
        },
        send2: {
          run: async (state) => {
            state.asked += 1;
            try {
              await send2();
              state.answered += 1;
            } catch {
              state.refused += 1;
            }
          },
        },
      },
      invariants: {
        "every call ends": ({ asked, answered, refused }) => asked === answered + refused,
      },
    });
    "
  `);
});
