import { describe, expect, test } from "vitest";
import type { CallTarget } from "../src/kernel/subject/call-plan.ts";
import { type CallOptions, callTest, type CallTest } from "../src/kernel/subject/call-test.ts";
import { registerFixture } from "../src/kernel/subject/fixtures.ts";
import type { Shape } from "../src/kernel/values/shape.ts";
import {
  callsTo,
  firstBroken,
  manyRuns,
  param,
  place,
  planOf,
  receiverOf,
  story,
  targetOf,
} from "./fixtures/call-tests.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number", isInteger: true, min: 0, max: 9 };

describe("a function", () => {
  test("that throws is a failure, told as it was called", async () => {
    const run = await firstBroken(
      callsTo((n: number) => void (n === 7 && fail("seven")), [number]),
    );
    expect(run.outcome.failure).toMatchObject({ kind: "thrown", message: "seven" });
    expect(story(run)).toEqual(["target(7)", "target throws Error: seven", "Error seven"]);
  });

  test("that rejects is a failure", async () => {
    const late = (n: number) => Promise.resolve().then(() => void (n === 3 && fail("three")));
    const run = await firstBroken(callsTo(late, [number], { isAsync: true }));
    expect(story(run)[0]).toBe("await target(3)");
  });

  test("that gives what it does not declare is a failure, which names no value", async () => {
    const give = (n: number): unknown => (n > 5 ? String(n) : n);
    const run = await firstBroken(callsTo(give, [number], { returns: number }));
    expect(run.outcome.failure).toMatchObject({
      property: "target returns what it declares",
      message: expect.stringMatching(/^it is a string, declared a whole number/),
    });
    expect(story(run)[1]).toMatch(/^target gives "\d"$/);
  });

  test("that changes what all values inherit is a failure, and it is put back", async () => {
    const pollute = (key: string): void => {
      Reflect.set(Object.prototype, key === "toString" ? key : "polluted", 1);
    };
    const run = await firstBroken(callsTo(pollute, [text]));
    expect(run.outcome.failure?.property).toBe("target leaves Object.prototype alone");
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(typeof Object.prototype.toString).toBe("function");
    expect(run.outcome.escapes).toEqual([]);
  });

  test("that refuses its input on purpose holds, and is counted", async () => {
    const refuse = (n: number): void => void (n > 4 && fail("too many"));
    const options = { expectedPreconditions: ["too many"] };
    const { verdicts, refusals } = await manyRuns(callsTo(refuse, [number], {}, options));
    expect(verdicts).toEqual(["held"]);
    expect(refusals).toEqual([
      {
        operation: "target",
        kind: "expected",
        why: "configured: too many",
        count: expect.any(Number),
      },
    ]);
  });

  test("is given what the types say, the rest spread out and optional ones left out", async () => {
    const lengths = new Set<number>();
    const note = (...args: unknown[]): void => void lengths.add(args.length);
    const rest = { ...param(number, 1), isRest: true };
    await manyRuns(callsTo(note, [param({ ...text }, 0), rest]));
    expect(lengths).toContain(1);
    expect(Math.max(...lengths)).toBeGreaterThan(2);
    lengths.clear();
    await manyRuns(callsTo(note, [number, { ...param(text, 1), isOptional: true }]));
    expect(lengths).toEqual(new Set([1, 2]));
  });

  test("is called with examples that the types allow", async () => {
    const seen = new Set<unknown>();
    const examples = [
      { args: ["seen in a test", 2], source: "test" as const },
      { args: [3, "refused by the types"], source: "test" as const },
    ];
    await manyRuns(callsTo((a: unknown) => void seen.add(a), [text, number], { examples }));
    expect(seen).toContain("seen in a test");
    expect([...seen].every((value) => typeof value === "string")).toBe(true);
  });

  test.for<[string, () => CallOptions]>([
    ["values", () => ({ fixtures: { a0: ["x", "y"] } })],
    ["a function", () => ({ fixtures: { a0: () => "x" } })],
    ["values of its call", () => ({ fixtures: { "target.a0": ["x"], a0: ["z"] } })],
    ["registered values", () => (registerFixture("fixed", ["x", "y"]), {})],
  ])("takes %s of a fixture before those of its types", async ([, options]) => {
    const seen = new Set<unknown>();
    const given = options();
    const params = [{ ...param(text, 0), name: given.fixtures === undefined ? "fixed" : "a0" }];
    await manyRuns(callsTo((a: unknown) => void seen.add(a), params, {}, given));
    expect([["x"], ["x", "y"]]).toContainEqual([...seen].map(String).toSorted());
  });

  test("that calls back for ever is ended, and that is no failure", async () => {
    const stub: Shape = { kind: "function", returns: number, paramsCount: 0 };
    const poll = (ask: () => number): void => {
      while (ask() >= 0);
    };
    const { verdicts, refusals } = await manyRuns(callsTo(poll, [stub]), 2);
    expect(verdicts).toEqual(["held"]);
    expect(refusals.map(({ why }) => why)).toEqual(["stubs were called more than 5000 times"]);
  });

  test("that gives items one by one is asked for them", async () => {
    function* items(n: number): Generator<number> {
      for (let at = 0; at < n; at++) yield at === 4 ? fail("fourth") : at;
    }
    const returns: Shape = { kind: "iterable", of: number, isAsync: false };
    const run = await firstBroken(callsTo(items, [number], { returns }));
    expect(run.outcome.failure?.message).toBe("fourth");
  });

  test("is judged by what was asked for besides, with its arguments as they were", async () => {
    const twice = (list: unknown[]): number => list.push(...list.splice(0), 1);
    const judge = {
      name: "target gives the length of its list",
      judge: ({
        argsBefore,
        outcome,
      }: Parameters<NonNullable<CallOptions["judges"]>[number]["judge"]>[0]) =>
        outcome.kind === "returned" && outcome.value !== (argsBefore()[0] as unknown[]).length
          ? { problem: "it gives another length" }
          : undefined,
    };
    const list: Shape = { kind: "array", of: number };
    const run = await firstBroken(
      callsTo(twice, [list], { returns: number }, { judges: [judge], checksReturns: false }),
    );
    expect(run.outcome.failure).toMatchObject({
      property: judge.name,
      message: "it gives another length",
    });
  });
});

describe("a class", () => {
  test("is called again and again on one instance", async () => {
    const run = await firstBroken(counterTest({ harness: "stateful" }));
    expect(run.outcome.failure?.message).toBe("three times");
    expect(story(run).filter((line) => line.startsWith("counter.add"))).toHaveLength(3);
    expect(story(run)[0]).toMatch(/^new Counter\(\d\)$/);
  });

  test("that is called once on a fresh instance never gets there", async () => {
    expect((await manyRuns(counterTest({ harness: "fresh" }))).verdicts).toEqual(["held"]);
  });

  test("is made by a factory, set up, and torn down once", async () => {
    const calls: string[] = [];
    const object = {
      stateFactory: () => ({ name: "state" }),
      factory: (state: unknown) => {
        calls.push(`factory ${JSON.stringify(state)}`);
        return Promise.resolve(new Counter(0));
      },
      setup: (counter: unknown) => void calls.push(`setup ${counter instanceof Counter}`),
      teardown: () => void calls.push("teardown"),
    };
    await manyRuns(counterTest({ harness: "fresh" }, { object }), 1);
    expect(calls).toEqual(['factory {"name":"state"}', "setup true", "teardown"]);
  });

  test("takes fixtures for its constructor, also inside of another one's arguments", async () => {
    const seen = new Set<number>();
    class Box {
      readonly start: number;
      constructor(start: number) {
        this.start = start;
      }
    }
    const box = receiverOf("Box", [number]);
    if (box === undefined) throw new Error("there is a box");
    const target = targetOf([planOf("open", [box])]);
    const modules = { "src/a.ts": { Box, open: (given: Box) => void seen.add(given.start) } };
    const options = { fixtures: { "Box.a0": [41, 42] } };
    const { verdicts } = await manyRuns(callTest({ target, modules, options }));
    expect(verdicts).toEqual(["held"]);
    expect(seen).toEqual(new Set([41, 42]));
  });

  test("whose factory throws is not called, which is counted", async () => {
    const factory = (): never => fail("no database");
    const { verdicts, refusals } = await manyRuns(
      counterTest({ harness: "fresh" }, { object: { factory } }),
    );
    expect(verdicts).toEqual(["held"]);
    expect(refusals).toMatchObject([
      { operation: "Counter", kind: "unmade", why: "Error: no database" },
    ]);
  });

  test("whose constructor refuses is not called, which is counted", async () => {
    const refusing = counterTest({ harness: "fresh" }, {}, { isRefusing: true });
    const { verdicts, refusals } = await manyRuns(refusing);
    expect(verdicts).toEqual(["held"]);
    expect(refusals).toMatchObject([{ operation: "new Counter", kind: "unmade" }]);
  });

  test.for<[NonNullable<NonNullable<CallOptions["object"]>["scenarios"]>[number], string]>([
    [{ kind: "setattr", path: "limit", value: 1 }, "three times"],
    [{ kind: "stub_return", path: "client.get", value: -1 }, "the client gives -1"],
    [{ kind: "stub_raise", path: "client.get", error: "TypeError: offline" }, "offline"],
  ])("is called under the scenario %o", async ([scenario, message]) => {
    const scenarios = [scenario];
    const run = await firstBroken(counterTest({ harness: "fresh" }, { object: { scenarios } }));
    expect(run.outcome.failure?.message).toBe(message);
  });

  test("has collaborators of a pack that answer in more than one way", async () => {
    const answers = new Set<string>();
    class Deploy {
      runner: { run(command: string): Promise<{ exitCode: number }> } | undefined = undefined;
      async go(): Promise<void> {
        answers.add(`exit ${(await this.runner?.run("make"))?.exitCode}`);
      }
    }
    const target = targetOf(
      [planOf("Deploy.go", [], { kind: "method", from: place("Deploy", "go"), isAsync: true })],
      {
        name: "Deploy",
        receiver: receiverOf("Deploy", []),
      },
    );
    const object = { scenarios: ["subprocess_runner"] };
    const { verdicts } = await manyRuns(
      callTest({ target, modules: { "src/a.ts": { Deploy } }, options: { object } }),
    );
    expect(verdicts).toEqual(["held"]);
    expect([...answers].toSorted()).toEqual(["exit 0", "exit 1", "exit 127"]);
  });
});

// --- inside ---

class Counter {
  limit = 3;
  client: { get(): number } = { get: () => 1 };
  #calls = 0;
  constructor(start: number) {
    if (start < 0) throw new RangeError("start is negative");
  }
  add(_n: number): void {
    this.#calls += 1;
    if (this.client.get() < 0) throw new Error("the client gives -1");
    if (this.#calls >= this.limit) throw new Error("three times");
  }
}

function counterTest(
  changes: Partial<CallTarget>,
  options: CallOptions = {},
  { isRefusing = false } = {},
): CallTest {
  const start: Shape = {
    kind: "number",
    isInteger: true,
    ...(isRefusing ? { min: -9, max: -1 } : { min: 0, max: 9 }),
  };
  const target = targetOf(
    [planOf("Counter.add", [number], { kind: "method", from: place("Counter", "add") })],
    {
      name: "Counter",
      receiver: receiverOf("Counter", [start]),
      ...changes,
    },
  );
  return callTest({ target, modules: { "src/a.ts": { Counter } }, options });
}

function fail(message: string): never {
  throw new Error(message);
}
