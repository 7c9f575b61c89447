import { expect, test } from "vitest";
import { scenarioTop, stepSamples } from "./step-samples.ts";
import { judged } from "./read-text.ts";

// AC-6a: what is wrong with a step is found at every depth, with the same code and its pointer.

type Wrapped = { readonly step: object; readonly prefix: string };

const depths: Readonly<Record<number, (step: object) => Wrapped>> = {
  0: (step) => ({ step, prefix: "/steps/0" }),
  1: (step) => ({ step: { type: "assert_throws", steps: [step] }, prefix: "/steps/0/steps/0" }),
  3: (step) => ({
    step: {
      type: "repeat",
      times: 2,
      steps: [
        {
          type: "expect_failure",
          code: "fail",
          steps: [{ type: "parallel", branches: [[stepSamples.fail], [step]] }],
        },
      ],
    },
    prefix: "/steps/0/steps/0/steps/0/branches/1/0",
  }),
};

/** What is told of a step at each depth, with pointers that begin at the step. */
async function told(step: object): Promise<readonly string[]> {
  const answers = [];
  for (const wrap of Object.values(depths)) {
    const { step: whole, prefix } = wrap(step);
    const problems = await judged({ ...scenarioTop, steps: [whole, stepSamples.assert_ok] });
    answers.push(problems.map((problem) => problem.replace(prefix, "")));
  }
  const [first = [], ...others] = answers;
  for (const other of others) expect(other).toEqual(first);
  return first;
}

const samples: readonly (readonly [string, object])[] = Object.entries(stepSamples);

test.each(samples)("a good step `%s` is read", async (_type, sample) => {
  expect(await told(sample)).toEqual([]);
});

/** Keys that may be left out. */
const optional = new Set(
  [
    "fields msg at_ms headers body delay times args stdout stderr from tag strategy since within",
    "save_as save_body_as save_stdout_as method expect_status expect_headers expect_body",
    "expect_json expect_exit expect_stdout expect_stderr error message regex code",
  ]
    .join(" ")
    .split(" "),
);
const optionalOf: Readonly<Record<string, readonly string[]>> = {
  rand_u64: ["key"],
  memory_alloc: ["key"],
  get_kv_assert: ["equals"],
  http_when: ["json"],
  http: ["json", "expect"],
  call: ["expect"],
  check: ["name"],
};
const neededOf: Readonly<Record<string, readonly string[]>> = {
  fail: ["message"],
  panic: ["message"],
  net_send: ["from"],
  http_when: ["method"],
  http_request: ["method"],
  repeat: ["times"],
  assert_eventually_kv: ["within"],
  assert_never_kv: ["within"],
};

function isOptional(type: string, key: string): boolean {
  if (optionalOf[type]?.includes(key) === true) return true;
  return optional.has(key) && neededOf[type]?.includes(key) !== true;
}

/** Rules that a key's absence breaks, instead of being missing. */
const absences: Readonly<Record<string, string>> = {
  "memory_free key": "N007 ",
  "expect equals": "N007 ",
  "http method": "N007 /json",
};

test.each(samples)("AC-6a: each key of `%s` that is needed is missed", async (type, sample) => {
  for (const key of Object.keys(sample)) {
    const without = Object.fromEntries(Object.entries(sample).filter(([name]) => name !== key));
    const normal = isOptional(type, key) ? [] : [`N006 /${key}`];
    const absence = absences[`${type} ${key}`];
    expect(await told(without), `${type} without ${key}`).toEqual(
      absence === undefined ? normal : [absence],
    );
  }
});

/** Fields that hold any data. */
const anything = new Set(["let value", "expect value", "expect equals", "http json"]);
for (const one of ["http_when json", "http_request expect_json"]) anything.add(one);

test.each(samples)("AC-6a: each key of `%s` refuses what it is not", async (type, sample) => {
  for (const key of Object.keys(sample)) {
    if (anything.has(`${type} ${key}`)) continue;
    const code = key === "type" ? "N004" : "N005";
    const wrong = key === "schema" || key === "expect" ? [] : { no: 1 };
    const found = await told({ ...sample, [key]: wrong });
    const isTable = ["fields", "headers", "expect_headers"].includes(key);
    const inside = key === "fields" ? [] : [`N005 /${key}/no`];
    expect(found, `${type} ${key}`).toEqual(isTable ? inside : [`${code} /${key}`]);
  }
});

test.each(samples)("AC-6c: a key that `%s` has not is told", async (_type, sample) => {
  expect(await told({ ...sample, unknwon: 1 })).toEqual(["N003 /unknwon"]);
});

const violations: readonly (readonly [why: string, step: object, told: readonly string[]])[] = [
  ["no table", [1], ["N005 "]],
  ["an unknown type", { type: "asert_ok" }, ["N004 /type"]],
  ["no type", { value: true }, ["N006 /type"]],
  ["two bodies of a mock", { ...stepSamples.http_when, body: "b" }, ["N007 /json"]],
  ["two bodies of a request", { ...stepSamples.http, body: "b" }, ["N007 /json"]],
  ["a body of a GET", { ...stepSamples.http, method: "get" }, ["N007 /json"]],
  ["two expected bodies", { ...stepSamples.http_request, expect_body: "" }, ["N007 /expect_json"]],
  ["equals and is_null", { ...stepSamples.get_kv_assert, is_null: true }, ["N007 /is_null"]],
  ["two allocations", { ...stepSamples.memory_free, alloc_id: 1 }, ["N007 /key"]],
  ["no allocation", { type: "memory_free" }, ["N007 "]],
  ["a failure without a name", { type: "expect_failure", steps: [stepSamples.fail] }, ["N007 "]],
  ["an expectation of nothing", { type: "expect", value: 1 }, ["N007 "]],
  ["a result of nothing", { ...stepSamples.call, expect: {} }, ["N007 /expect"]],
  ["an answer of nothing", { ...stepSamples.http, expect: {} }, ["N007 /expect"]],
  ["a body of nothing", { ...stepSamples.http, expect: { body: {} } }, ["N007 /expect/body"]],
  ["an error of nothing", { type: "call", fn: "a.ts#b", expect_error: {} }, ["N007 /expect_error"]],
  [
    "a value and an error",
    { ...stepSamples.call, expect_error: { code: "E" } },
    ["N007 /expect_error", "N007 /expect_error"],
  ],
  [
    "a saved error",
    { type: "call", fn: "a.ts#b", save_as: "x", expect_error: { code: "E" } },
    ["N007 /expect_error"],
  ],
  ["a fault that is not listed", { type: "fault", name: "slwo", on: true }, ["N008 /name"]],
  ["an unclosed reference", { type: "fail", message: "${a" }, ["N008 /message"]],
  ["an empty reference", { type: "fail", message: "a ${ } b" }, ["N008 /message"]],
  [
    "a reference to no name",
    { type: "let", name: "a", value: { b: ["${1 + 1}"] } },
    ["N008 /value/b/0"],
  ],
  ["a duration without a unit", { type: "sleep", duration: "5" }, ["N005 /duration"]],
  ["a duration of halves", { type: "sleep", duration: "1.5s" }, ["N005 /duration"]],
  ["a duration of years", { type: "sleep", duration: "8761h" }, ["N005 /duration"]],
  ["an interval of nothing", { ...stepSamples.assert_never_kv, poll: "0ms" }, ["N005 /poll"]],
  ["a broken pattern", { ...stepSamples.expect_failure, regex: "(" }, ["N005 /regex"]],
  ["a broken matcher", { ...stepSamples.call, expect: { regex: "[" } }, ["N005 /expect/regex"]],
  ["an unknown matcher", { ...stepSamples.call, expect: { equal: 1 } }, ["N003 /expect/equal"]],
  [
    "a key that no JSON Schema has",
    { ...stepSamples.call, expect: { schema: { properties: { id: { minimun: 1 } } } } },
    ["N003 /expect/schema/properties/id/minimun"],
  ],
  [
    "a type that JSON has not",
    { type: "draw", name: "a", schema: { items: { type: "strng" } } },
    ["N005 /schema/items/type"],
  ],
  ["a path of nothing", { ...stepSamples.fs_write, path: "a\0b" }, ["N005 /path"]],
  ["a status of nothing", { ...stepSamples.http_when, status: 99 }, ["N005 /status"]],
  ["no times", { ...stepSamples.http_when, times: 0 }, ["N005 /times"]],
  ["a rate above 1", { type: "net_set_drop_rate", rate: 1.1 }, ["N005 /rate"]],
  ["half a byte", { type: "memory_alloc", bytes: 0.5 }, ["N005 /bytes"]],
  [
    "an exit code of 64 bits",
    { ...stepSamples.proc_when, exit_code: 2 ** 40 },
    ["N005 /exit_code"],
  ],
  ["a wave of words", { type: "memory_pressure_wave", pattern: "high" }, ["N005 /pattern"]],
  ["a header of two lines", { ...stepSamples.http, headers: { a: "b\nc" } }, ["N005 /headers/a"]],
  [
    "a header without a name",
    { ...stepSamples.http, headers: { "a b": "c" } },
    ["N005 /headers/a b"],
  ],
  ["a module without an export", { type: "check", fn: "src/pay.ts" }, ["N005 /fn"]],
  ["a name that cannot be used", { type: "let", name: "a b", value: 1 }, ["N005 /name"]],
  ["a block of nothing", { type: "assert_throws", steps: [] }, ["N005 /steps"]],
  ["one branch", { type: "parallel", branches: [[stepSamples.fail]] }, ["N005 /branches"]],
  [
    "a branch of nothing",
    { type: "parallel", branches: [[stepSamples.fail], []] },
    ["N005 /branches/1"],
  ],
  ["repeated without end", { ...stepSamples.repeat, times: 10_001 }, ["N005 /times"]],
];

test.each(violations)("AC-6a: %s is refused at every depth", async (_why, step, expected) => {
  expect(await told(step)).toEqual(expected);
});

test("a path that leads out is refused where the file asks for real files", async () => {
  const backends = { fs: "host" };
  for (const path of ["a/../../b", "/etc/passwd", "C:\\b"]) {
    const steps = [{ ...stepSamples.fs_write, path }];
    expect(await judged({ ...scenarioTop, steps })).toEqual([]);
    expect(await judged({ ...scenarioTop, backends, steps })).toEqual(["N005 /steps/0/path"]);
  }
});

test("what all branches share cannot be taken back inside of one", async () => {
  const beside = (step: object): Promise<readonly string[]> => {
    const block = { type: "assert_throws", steps: [step, stepSamples.fail] };
    const nested = { type: "repeat", times: 2, steps: [block] };
    const branches = [[stepSamples.fail], [nested]];
    return judged({ ...scenarioTop, steps: [{ type: "parallel", branches }] });
  };
  const refused = ["N007 /steps/0/branches/1/0/steps/0/steps/0/type"];
  const isShared = /^(?:fs_(?!read)|http_|proc_|net_|freeze|unfreeze|memory_(?!assert))/u;
  for (const [type, sample] of samples) {
    const found = await beside(sample);
    expect({ type, found }).toEqual({ type, found: isShared.test(type) ? refused : [] });
  }
});

test("`$${` and references are fine wherever text is", async () => {
  const text = "$${ ${a} $$${b.c[0]} $${} $ {x}";
  expect(await told({ type: "fail", message: text })).toEqual([]);
  expect(await told({ type: "let", name: "a", value: [{ b: text }] })).toEqual([]);
  expect(await told({ type: "draw", name: "a", schema: { const: "${" } })).toEqual([]);
  expect(await told({ type: "fault", name: "${a}", on: true })).toEqual([]);
  const unfilled = { regex: "[${]", schema: { const: "${" } };
  expect(await told({ ...stepSamples.call, expect: unfilled })).toEqual([]);
  expect(await told({ ...stepSamples.http, expect: { body: unfilled } })).toEqual([]);
  expect(await told({ ...stepSamples.call, expect: { json: unfilled } })).toEqual([
    "N008 /expect/json/regex",
    "N008 /expect/json/schema/const",
  ]);
});
