import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { type InitRequest, planInit } from "./init-plan.ts";
import type { StarterSubject } from "./starter-subject.ts";

const plain: InitRequest = {
  configFile: "gauntlet.toml",
  keepsConfig: false,
  folder: "tests",
  scanned: { module: "src/**", maxExamples: 10 },
  subjects: [],
  hasSkill: false,
  install: { command: "npm ci", folder: "" },
};

function textOf(request: InitRequest, path: string): string {
  const found = planInit(request).files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`${path} is not planned`);
  return found.text;
}

test("the config comes last and says what there is to explore and scan", () => {
  expect(planInit(plain).files.map(({ path }) => path)).toEqual([
    "tests/basket.chaos.ts",
    "tests/notes.scenario.yaml",
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
    "npx gauntlet test tests/notes.scenario.yaml --config 'ci/my g.toml'",
    "npx gauntlet scan --config 'ci/my g.toml'",
    "npx gauntlet explore --runs 500 --config 'ci/my g.toml'",
  ]);
  const kept = planInit({ ...plain, keepsConfig: true });
  expect(kept.next).toEqual([
    "npx gauntlet doctor",
    "npx gauntlet test tests/notes.scenario.yaml",
    "npx gauntlet scan 'src/**'",
    "npx gauntlet explore tests/basket.chaos.ts --runs 500",
  ]);
  expect(kept.files.map(({ path }) => path)).not.toContain("gauntlet.toml");
});

test("where there is nothing to scan, nothing is said of it", () => {
  const { files } = planInit({
    ...plain,
    scanned: undefined,
    workflow: "gauntlet",
    hasSkill: true,
  });
  expect(files.map(({ text }) => text).join("\n")).not.toMatch(/gauntlet scan(?!`)/u);
});

test("chaos tests that lie elsewhere are explored too", () => {
  expect(textOf({ ...plain, hasTests: true }, "gauntlet.toml")).toContain(
    'class = "**/*.chaos.ts"',
  );
  const below = { ...plain, configFile: "ci/own.toml", hasTests: true };
  expect(textOf(below, "ci/own.toml")).toContain('class = "../**/*.chaos.ts"');
});

test("a workflow installs, tests, explores, scans and verifies", () => {
  const text = textOf({ ...plain, workflow: "nightly" }, ".github/workflows/nightly.yml");
  const runs = [...text.matchAll(/- run: (.*)/gu)].map(([, run]) => run);
  expect(runs).toEqual([
    "npm ci",
    "npx gauntlet test tests/notes.scenario.yaml",
    "npx gauntlet explore --runs 500",
    "npx gauntlet scan",
    "npx gauntlet verify --ci",
  ]);
  expect(text).toMatch(/^name: nightly\n/u);
});

test("the scenario draws what a simple function takes, and calls it twice", () => {
  const simpleCall = { module: "src/m.ts", name: "isIn", params: ["number", "string"] } as const;
  const request = { ...plain, folder: "a", simpleCall };
  expect(textOf(request, "a/is-in.scenario.yaml")).toMatchInlineSnapshot(`
    "# yaml-language-server: $schema=../node_modules/gauntlet/schema/gauntlet-scenario.schema.json
    version: 1
    name: isIn gives the same for the same
    steps:
      # What is drawn is another value in each run of \`gauntlet explore\`.
      - { type: draw, name: value1, schema: { type: integer, minimum: 0, maximum: 1000 } }
      - { type: draw, name: value2, schema: { type: string, maxLength: 20 } }
      - type: call
        fn: "src/m.ts#isIn"
        args: ["\${value1}", "\${value2}"]
        save_as: result
      - type: call
        fn: "src/m.ts#isIn"
        args: ["\${value1}", "\${value2}"]
        expect: { equals: "\${result}" }
    "
  `);
});

const text: Shape = { kind: "string" };

function call(name: string, parts: Partial<CallPlan> = {}): CallPlan {
  return {
    name,
    kind: "function",
    from: { module: "src/mail.ts", path: name.split(".") },
    place: { file: "src/mail.ts", line: 1 },
    params: [],
    returns: { kind: "void" },
    isAsync: true,
    definitions: {},
    examples: [],
    guards: [],
    documentedThrows: [],
    ...parts,
  };
}

function param(name: string, shape: Shape): ParamPlan {
  return { name, shape, isOptional: false, isRest: false };
}

const subject: StarterSubject = {
  module: "src/mail.ts",
  name: "mail",
  calls: [
    call("send", {
      params: [param("to", text), param("signal", { kind: "builtin", name: "AbortSignal" })],
      examples: [{ args: ["ada@mail.example"], source: "test" }],
    }),
    call("serve", { params: [param("request", { kind: "weak", why: "any" })] }),
  ],
  state: [],
  seams: [
    {
      kind: "http client",
      file: "src/mail.ts",
      line: 2,
      function: "send",
      what: "fetch",
      seam: "src/mail.ts#send",
      about: "https://mail.example",
      hasEffect: true,
      faults: [
        { name: "http", code: 'fault.http({ url: "https://mail.example/*", status: 503 })' },
      ],
      invariants: ["an answer that is no success is never taken for one"],
    },
  ],
  words: [],
};

test("a starter calls what leaves the process while that goes wrong", () => {
  const whole = textOf({ ...plain, subjects: [subject] }, "tests/mail.chaos.ts");
  expect(whole.slice(0, whole.indexOf("/** Stands for"))).toMatchInlineSnapshot(`
    "import fc from "fast-check";
    import { chaosTest, fault } from "gauntlet";
    import { send } from "../src/mail.ts";

    /** Written by \`gauntlet init\` for src/mail.ts; change it as you like. */
    export default chaosTest({
      name: "mail",
      faults: [
        fault.http({ url: "https://mail.example/*", status: 503 }),
      ],
      setup: (world) => {
        const standIn = new StandIn();
        world.serve("https://mail.example", (request: Request) => standIn.answer(request));
        const state = { standIn };
        return state;
      },
      // What one call has done can be told while no other is under way.
      concurrency: 1,
      rules: {
        send: {
          draw: { to: fc.constantFrom("ada@mail.example") },
          run: async (state, drawn) => {
            state.standIn.worked = [];
            await tried(() => send(drawn.to, new AbortController().signal));
          },
        },
        // serve is not called: its arguments are for you to write.
      },
      invariants: {
        "no call has the same work done twice": ({ standIn }) => isDistinct(standIn.worked),
        // What ought to hold as well; only you know how it shows:
        // - an answer that is no success is never taken for one
      },
    });

    "
  `);
});

test("two subjects of one name get files of their own, and all of them are explored", () => {
  const other = { ...subject, module: "src/old/mail.ts" };
  const { files, next } = planInit({ ...plain, keepsConfig: true, subjects: [subject, other] });
  const named = ["tests/mail.chaos.ts", "tests/src-old-mail-mail.chaos.ts"];
  expect(files.map(({ path }) => path)).toEqual([
    ...named,
    "tests/notes.scenario.yaml",
    "tests/gauntlet.md",
  ]);
  expect(next.at(-1)).toBe(`npx gauntlet explore ${named.join(" ")} --runs 500`);
});

test("what checks itself, and lists that calls add to, are invariants", () => {
  const row: Shape = { kind: "object", fields: [{ key: "id", shape: text, isOptional: false }] };
  const from = { module: "src/desk.ts", path: ["Desk"] };
  const params = [param("path", text)];
  const desk: StarterSubject = {
    ...subject,
    module: "src/desk.ts",
    name: "Desk",
    receiver: { kind: "instance", name: "Desk", from, how: "constructor", params, fields: [] },
    calls: [
      call("Desk.sell", { returns: row }),
      call("Desk.isBalanced", { returns: { kind: "boolean" }, isAsync: false }),
      call("Desk.close"),
    ],
    state: [
      { path: ["rows"], shape: { kind: "array", of: row } },
      { path: ["till", "total"], shape: { kind: "number" } },
    ],
    seams: [],
  };
  const whole = textOf({ ...plain, subjects: [desk] }, "tests/desk.chaos.ts");
  const body = whole.slice(whole.indexOf("setup:"), whole.indexOf("/** What a call gives"));
  expect(body).toMatchInlineSnapshot(`
    "setup: () => {
        const state = { desk: new Desk("desk.data"), kept: [] as unknown[] };
        return state;
      },
      concurrency: 2,
      rules: {
        sell: {
          run: async (state) => {
            const { desk } = state;
            const done = await tried(() => desk.sell());
            if (done === undefined) return;
            state.kept.push(done.value);
          },
        },
      },
      invariants: {
        "what sell acknowledged is in rows": ({ desk, kept }) =>
          kept.every((one) => has(desk.rows, one)),
        "nothing is in rows twice": ({ desk }) => isDistinct(desk.rows.map((one) => one.id)),
        "till.total is never below zero": ({ desk }) => desk.till.total >= 0,
        "isBalanced() says that all is well": async ({ desk }) => {
          const read = await tried(() => desk.isBalanced());
          return read === undefined || read.value;
        },
      },
    });

    "
  `);
});
