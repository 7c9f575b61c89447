import { describe, expect, test } from "vitest";
import { distributedSamples, invariantSamples, scenarioTop, stepSamples } from "./step-samples.ts";
import { judged } from "./read-text.ts";

describe("the top of a scenario", () => {
  const good = { ...scenarioTop, steps: [stepSamples.assert_ok] };
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ["another version", { ...good, version: 2 }, ["N005 /version"]],
    ["no version", { name: "a", steps: good.steps }, ["N006 /version"]],
    ["no name", { version: 1, steps: good.steps }, ["N006 /name"]],
    ["no steps", { version: 1, name: "a" }, ["N006 /steps"]],
    ["steps of nothing", { ...good, steps: [] }, ["N005 /steps"]],
    ["a list", [], ["N005 "]],
    ["an unknown key", { ...good, stpes: [] }, ["N003 /stpes"]],
    ["a timeout of nothing", { ...good, timeout: "0s" }, ["N005 /timeout"]],
    ["an unknown backend", { ...good, backends: { net: "host" } }, ["N003 /backends/net"]],
    ["a backend of another", { ...good, backends: { fs: "scripted" } }, ["N005 /backends/fs"]],
    ["a fault without a kind", { ...good, faults: { a: {} } }, ["N006 /faults/a/kind"]],
    [
      "a fault with a seam",
      { ...good, faults: { a: { kind: "slow", seam: "b" } } },
      ["N003 /faults/a/seam"],
    ],
    ["a fault without a name", { ...good, faults: { "": { kind: "slow" } } }, ["N005 /faults/"]],
    [
      "only declarations",
      { ...good, steps: [stepSamples.http_when, stepSamples.proc_when] },
      ["N009 /steps"],
    ],
    [
      "only declarations in blocks",
      {
        ...good,
        steps: [
          {
            type: "assert_throws",
            steps: [{ ...stepSamples.repeat, steps: [stepSamples.http_when] }],
          },
        ],
      },
      ["N009 /steps"],
    ],
    ["two variants", { ...good, distributed: {} }, ["N007 /distributed"]],
    ["suites", { version: 1, name: "a", suites: [] }, ["N009 /suites"]],
  ];

  test.each(cases)("%s is refused", async (_why, data, expected) => {
    expect(await judged(data)).toEqual(expected);
  });
});

describe("a scenario of several nodes", () => {
  const steps = Object.values(distributedSamples);
  const invariants = Object.values(invariantSamples);
  const distributed = { nodes: ["a", "b"], steps, invariants };
  const read = (changes: object) =>
    judged({ version: 1, name: "a", distributed: { ...distributed, ...changes } });

  test("every step and invariant is read, and nodes may be counted", async () => {
    expect(await read({})).toEqual([]);
    const counted = {
      version: 1,
      name: "a",
      distributed: { node_count: 2, steps: [{ type: "partition", a: "n0", b: "n1" }] },
    };
    expect(await judged(counted)).toEqual([]);
  });

  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ["no nodes", { nodes: undefined }, ["N007 /distributed"]],
    ["nodes and a count", { node_count: 2 }, ["N007 /distributed/node_count"]],
    ["a node twice", { nodes: ["a", "b", "a"] }, ["N007 /distributed/nodes/2"]],
    [
      "an unknown node",
      { steps: [{ type: "crash", node: "c" }] },
      ["N008 /distributed/steps/0/node"],
    ],
    [
      "an unknown node of a link",
      { steps: [{ type: "heal", a: "a", b: "n1" }] },
      ["N008 /distributed/steps/0/b"],
    ],
    [
      "an unknown node of an invariant",
      { invariants: [{ ...invariantSamples.kv_node_equals, node: "c" }] },
      ["N008 /distributed/invariants/0/node"],
    ],
    [
      "a step of a plain scenario",
      { steps: [stepSamples.fail] },
      ["N004 /distributed/steps/0/type"],
    ],
    [
      "an unknown invariant",
      { invariants: [{ type: "kv_equal", key: "a" }] },
      ["N004 /distributed/invariants/0/type"],
    ],
    [
      "equals and is_null",
      { steps: [{ ...distributedSamples.client_get_assert, is_null: false }] },
      ["N007 /distributed/steps/0/is_null"],
    ],
    ["no steps", { steps: [] }, ["N005 /distributed/steps"]],
    [
      "too many nodes",
      { nodes: undefined, node_count: 1e9, steps: [{ type: "crash", node: "n0" }], invariants: [] },
      ["N005 /distributed/node_count"],
    ],
  ];

  test.each(cases)("%s is refused", async (_why, changes, expected) => {
    expect(await read(changes)).toEqual(expected);
  });
});
