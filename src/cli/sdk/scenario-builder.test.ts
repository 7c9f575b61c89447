import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readScenario } from "../../subject/scenarios/read-scenario.ts";
import { scenarioSchema } from "../../subject/scenarios/shapes/scenario-shape.ts";
import { GauntletUsageError } from "./sdk-errors.ts";
import { scenario } from "./scenario-builder.ts";
import type { ScenarioBuilder } from "./step-methods.ts";

const pay = scenario("a paid order is charged once")
  .withTimeout("30s")
  .withFault("slow gateway", { kind: "timeout", at: "src/gateway.ts#charge" })
  .let("user", { id: 7 })
  .draw("cents", { type: "integer", minimum: 1 })
  .fault("slow gateway", "on")
  .parallel(
    (steps) => steps.call("src/pay.ts#pay", ["${user.id}", "${cents}"], { save_as: "receipt" }),
    [{ type: "sleep", duration: "5ms" }],
  )
  .repeat(2, (steps) =>
    steps.http("src/app.ts#app", { path: "/orders/${index}", expect: { status: 200 } }),
  )
  .expectFailure({ error: "RangeError" }, (steps) => steps.call("src/pay.ts#pay", [0]))
  .expect("${receipt}", { json: { cents: "${cents}" } })
  .step("memory_alloc", { bytes: 1024, key: "a" })
  .check("src/pay.ts#isBalanced", { name: "charges match orders" });

test("a scenario reads as it was built", async () => {
  expect(await pay.toYAML()).toMatchInlineSnapshot(`
    "version: 1
    name: a paid order is charged once
    timeout: 30s
    faults:
      slow gateway:
        kind: timeout
        at: src/gateway.ts#charge
    steps:
      - type: let
        name: user
        value:
          id: 7
      - type: draw
        name: cents
        schema:
          type: integer
          minimum: 1
      - type: fault
        name: slow gateway
        on: true
      - type: parallel
        branches:
          - - type: call
              fn: src/pay.ts#pay
              args:
                - \${user.id}
                - \${cents}
              save_as: receipt
          - - type: sleep
              duration: 5ms
      - type: repeat
        times: 2
        steps:
          - type: http
            app: src/app.ts#app
            path: /orders/\${index}
            expect:
              status: 200
      - type: expect_failure
        error: RangeError
        steps:
          - type: call
            fn: src/pay.ts#pay
            args:
              - 0
      - type: expect
        value: \${receipt}
        json:
          cents: \${cents}
      - type: memory_alloc
        bytes: 1024
        key: a
      - type: check
        fn: src/pay.ts#isBalanced
        name: charges match orders
    "
  `);
});

test("a builder that goes on leaves the one before as it was", () => {
  const one = scenario("a").sleep("1ms");
  const two = one.sleep("2ms");
  expect([one.steps.length, two.steps.length]).toEqual([1, 2]);
  expect(one.withBackends({ http: "host" }).toJSON()).toEqual({
    version: 1,
    name: "a",
    backends: { http: "host" },
    steps: [{ type: "sleep", duration: "1ms" }],
  });
});

test("whatever is built, the schema of scenarios accepts", async () => {
  const schema = scenarioSchema(z);
  await fc.assert(
    fc.asyncProperty(anyScenario(), async (built) => {
      const data = built.toJSON();
      expect(schema.safeParse(data).error?.issues ?? []).toEqual([]);
      expect(JSON.parse(JSON.stringify(built))).toEqual(data);
      expect(parse(await built.toYAML())).toEqual(data);
    }),
    { numRuns: 40 },
  );
});

test("both kinds of file read as what was built", async () => {
  const cwd = temporaryFolder();
  const written = async (built: ScenarioBuilder, ending: string): Promise<void> => {
    const file = await built.write(`a.scenario.${ending}`, { cwd });
    const { scenario: read } = await readScenario({ file, shown: "a" });
    expect(read).toEqual(built.toJSON());
  };
  await fc.assert(
    fc.asyncProperty(anyScenario(), fc.constantFrom("json", "yaml", "yml"), written),
    { numRuns: 8 },
  );
});

test("what no file can hold is refused with the place", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [() => 1, /^\/steps\/0\/value: .* must be text, a number/],
    [{ a: [10n] }, /^\/steps\/0\/value\/a\/0: /],
    [Number.NaN, /must be a finite number, got NaN/],
    [2 ** 53, /must be a number that is held exactly, got 9007199254740992; write it as text/],
    ["\ud800", /must be text without half characters/],
    [new Date(0), /must be plain data, got a Date/],
    [cyclic, /must be nothing deeper than 200 levels/],
  ];
  for (const [value, message] of cases) {
    expect(() => scenario("a").let("x", value).toJSON()).toThrow(message);
  }
  expect(() => scenario("a").toJSON()).toThrow("the scenario `a` has no steps");
});

test("a file is written as a whole, inside of the folder, or not at all", async () => {
  const folder = temporaryFolder();
  const cwd = path.join(folder, "project");
  mkdirSync(cwd);
  symlinkSync(folder, path.join(cwd, "way-out"));
  const built = scenario("a").sleep("1ms");
  const refusals: readonly (readonly [ScenarioBuilder, string, string])[] = [
    [built, "../a.scenario.json", "D005"],
    [built, "way-out/a.scenario.json", "D005"],
    [built, path.join(folder, "a.scenario.json"), "D005"],
    [built, "a.scenario.toml", "D005"],
    [scenario("a").sleep("soon"), "a.scenario.json", "N005"],
    [scenario("").sleep("1ms"), "a.scenario.yaml", "N005"],
    [scenario("a").let("x", "${y"), "a.scenario.yaml", "N008"],
  ];
  for (const [wrong, file, code] of refusals) {
    const thrown: unknown = await wrong.write(file, { cwd }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GauntletUsageError);
    expect(thrown).toMatchObject({ code });
  }
  expect(readdirSync(folder)).toEqual(["project"]);
  const outside = await built.write("../a.scenario.json", { cwd, isOutsideAllowed: true });
  const inside = await built.write("new/a.scenario.yaml", { cwd });
  expect([outside, inside].map((file) => existsSync(file))).toEqual([true, true]);
  expect(readdirSync(path.dirname(inside))).toEqual(["a.scenario.yaml"]);
});

test("a scenario that is wrong is refused with the pointer to what is wrong", async () => {
  const wrong = scenario("a").repeat(2, (steps) => steps.call("no place"));
  const thrown: unknown = await wrong
    .write("a.scenario.json", { cwd: temporaryFolder() })
    .catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    name: "GauntletUsageError",
    code: "N005",
    what: expect.stringMatching(
      /^`\/steps\/0\/steps\/0\/fn` must be a file and an export/,
    ) as string,
    where: "a.scenario.json:11:17",
  });
});

// --- inside ---

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-builder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Grow = (builder: ScenarioBuilder) => ScenarioBuilder;

/** Scenarios of all readable methods, blocks in blocks included. */
function anyScenario(): fc.Arbitrary<ScenarioBuilder> {
  const word = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" });
  return fc
    .tuple(word, fc.array(anyStep(2), { minLength: 1, maxLength: 6 }))
    .map(([name, grows]) => grows.reduce((built, grow) => grow(built), withFault(name)));
}

function withFault(name: string): ScenarioBuilder {
  return scenario(name).withFault("slow", { kind: "timeout", at: "src/a.ts#f" });
}

/** JSON without the numbers that a file cannot hold exactly. */
function anyData(limits: fc.JsonSharedConstraints = {}): fc.Arbitrary<unknown> {
  const hasLarge = /(?<![\d.e+-])-?\d{16,}(?![\d.])|e\+/u;
  return fc.jsonValue(limits).filter((value) => !hasLarge.test(JSON.stringify(value)));
}

function anyStep(depth: number): fc.Arbitrary<Grow> {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/);
  const data = anyData({ maxDepth: 2 });
  const duration = fc
    .tuple(fc.nat(9_999), fc.constantFrom("ms", "s", "m"))
    .map((two) => two.join(""));
  const place = fc.constantFrom("src/a.ts#f", "./b.ts#object.method");
  const plain: readonly fc.Arbitrary<Grow>[] = [
    fc.tuple(name, data).map(
      ([to, value]) =>
        (built) =>
          built.let(to, value),
    ),
    name.map((to) => (built) => built.draw(to, { type: "integer" })),
    duration.map((text) => (built) => built.sleep(text)),
    fc.tuple(place, fc.array(data), fc.option(name, { nil: undefined })).map(
      ([fn, args, to]) =>
        (built) =>
          built.call(fn, args, { save_as: to }),
    ),
    fc.tuple(place, anyData()).map(
      ([app, json]) =>
        (built) =>
          built.http(app, { method: "POST", path: "/", json }),
    ),
    fc.tuple(data, data).map(
      ([value, equals]) =>
        (built) =>
          built.expect(value, { equals }),
    ),
    place.map((fn) => (built) => built.check(fn)),
    fc.constant((built) => built.fault("slow", "off")),
    fc.string().map((message) => (built) => built.step("fail", { message })),
    fc.integer().map((a) => (built) => built.step("assert_eq_int", { a, b: a })),
    name.map((key) => (built) => built.step("set_kv", { key, value: "007" })),
  ];
  if (depth === 0) return fc.oneof(...plain);
  const inner = anyStep(depth - 1);
  return fc.oneof(
    ...plain,
    inner.map<Grow>((one) => (built) => built.add(...grown(one).steps)),
    inner.map<Grow>((one) => (built) => built.repeat(3, grown(one).steps)),
    fc.tuple(inner, inner).map<Grow>(
      ([one, other]) =>
        (built) =>
          built.parallel(grown(one).steps, grown(other).steps),
    ),
    inner.map<Grow>((one) => (built) => built.expectFailure({ code: "fail" }, grown(one).steps)),
  );
}

function grown(one: Grow): ScenarioBuilder {
  return one(scenario(""));
}
