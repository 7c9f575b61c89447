import * as fc from "fast-check";
import { scenarioTop, stepSamples } from "./step-samples.ts";

/** A good scenario with every type of step, at several depths. */
export const sampleScenario = {
  ...scenarioTop,
  timeout: "30s",
  backends: { proc: "scripted", fs: "virtual", http: "scripted" },
  steps: [
    ...Object.values(stepSamples),
    { type: "repeat", times: 2, steps: Object.values(stepSamples).slice(0, 12) },
  ],
};

/** Values that are right in one place and wrong in another. */
const values: readonly unknown[] = [
  ..."${ ${a} 5ms src/pay.ts#nope src/none.ts#pay src/pay.ts#charge slow nothing".split(" "),
  "",
  0,
  -1,
  1e300,
  0.5,
  null,
  true,
  [],
  {},
];

/** The scenario with some of its values, keys and nesting changed. */
export const mutatedData: fc.Arbitrary<unknown> = fc
  .array(edits(), { minLength: 1, maxLength: 4 })
  .map((list) => changed(sampleScenario, list));

/** Scenarios of a few steps, many of them as they should be, others with one thing changed. */
export const fewSteps: fc.Arbitrary<unknown> = fc
  .record({
    steps: fc.subarray(Object.values(stepSamples), { minLength: 1, maxLength: 5 }),
    depth: fc.nat(3),
    list: fc.array(edits(), { maxLength: 1 }),
  })
  .map(({ steps, depth, list }) => {
    let nested: readonly object[] = steps;
    for (let level = 0; level < depth; level += 1) {
      nested = [{ type: "repeat", times: 2, steps: nested }, stepSamples.assert_ok];
    }
    return changed({ ...scenarioTop, steps: [...nested, stepSamples.assert_ok] }, list);
  });

// --- inside ---

interface Edit {
  readonly way: readonly number[];
  readonly how: "put" | "drop" | "rename" | "wrap" | "copy" | "step";
  readonly value: unknown;
  readonly nth: number;
}

function edits(): fc.Arbitrary<Edit> {
  return fc.record({
    way: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 7 }),
    how: fc.constantFrom("put", "drop", "rename", "wrap", "copy", "step"),
    value: fc.oneof(fc.constantFrom<unknown>(...values), fc.jsonValue({ maxDepth: 2 })),
    nth: fc.nat(1_000),
  });
}

function changed(data: object, list: readonly Edit[]): unknown {
  const copy = structuredClone(data) as unknown;
  for (const edit of list) change(copy, edit);
  return copy;
}

/** Goes down by the numbers, as far as there are tables and lists, and changes what is there. */
function change(data: unknown, { way, how, value, nth }: Edit): void {
  let holder: unknown;
  let key = "";
  let at = data;
  for (const step of way) {
    if (typeof at !== "object" || at === null) break;
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    holder = at;
    key = keys[step % keys.length] ?? "";
    at = Reflect.get(at, key);
  }
  if (typeof holder !== "object" || holder === null) return;
  // Copies: a later edit may change what is put here, and the next scenario has it as well.
  const sample = Object.values(stepSamples)[nth % Object.keys(stepSamples).length];
  if (how === "put") Reflect.set(holder, key, structuredClone(value));
  else if (how === "step") Reflect.set(holder, key, structuredClone(sample));
  else if (how === "wrap") Reflect.set(holder, key, { type: "assert_throws", steps: [at] });
  else if (how === "copy") Reflect.set(holder, key, [at, at]);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else {
    Reflect.deleteProperty(holder, key);
    if (how === "rename") Reflect.set(holder, `${key}${nth % 10}`, at);
  }
}
