import { expect, test } from "vitest";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { type InstanceShape, type Shape, stepsParam } from "../../kernel/values/shape.ts";
import type { World } from "../../kernel/subject/subject.ts";
import { ShapeArbitraries } from "./arbitrary-of.ts";
import { codeText } from "./code-text.ts";
import { makeValue, type Making, walk } from "./maker.ts";
import { outermost } from "./shape-context.ts";

const text: Shape = { kind: "string" };

interface Router {
  readonly size: number;
  readonly paths: readonly string[];
  insert(path: string): void;
}

/** A router whose size is right only if it was built by its own operations. */
function createRouter(): Router {
  const paths: string[] = [];
  return {
    paths,
    get size() {
      return paths.length;
    },
    insert(path) {
      if (path === "") throw new RangeError("no path");
      paths.push(path);
    },
  };
}

const modules = {
  "src/router.ts": {
    createRouter,
    addTwice: (router: Router, path: string) => {
      router.insert(path);
      router.insert(path);
    },
  },
};

const step = (at: number): Shape => ({
  kind: "tuple",
  items: [
    { shape: { kind: "literal", value: at }, isOptional: false },
    { shape: text, isOptional: false },
  ],
});

const router: InstanceShape = {
  kind: "instance",
  name: "Router",
  from: { module: "src/router.ts", path: ["createRouter"] },
  how: "factory",
  params: [
    {
      name: stepsParam,
      shape: { kind: "array", of: { kind: "union", of: [step(0), step(1)] }, lengthMax: 4 },
      isOptional: false,
      isRest: false,
    },
  ],
  fields: [],
  steps: [
    { module: "src/router.ts", path: ["addTwice"] },
    { module: "", path: ["insert"] },
  ],
};

test("a structure is made by its factory, then by functions and methods that add to it", () => {
  const { made, drawn, makers } = drawnOf(router, 60);
  const sizes = new Set(made.map((one) => (one as Router).size));
  expect(sizes.has(0)).toBe(true);
  expect(Math.max(...sizes)).toBeGreaterThan(2);
  for (const one of made as Router[]) {
    expect(one.size).toBe(one.paths.length);
    // What refuses its arguments leaves it as it is.
    expect(one.paths).not.toContain("");
  }
  const texts = drawn.map((one) => codeText(one, makers));
  expect(texts).toContain("createRouter()");
  expect(texts.some((one) => /^createRouter\(\) \/\* .*addTwice\(it, "/u.test(one))).toBe(true);
  expect(texts.some((one) => /^createRouter\(\) \/\* .*\.insert\("/u.test(one))).toBe(true);
});

test("a stand-in that gives itself can be asked on and on", () => {
  const query: Shape = { kind: "ref", name: "Query" };
  const other: Shape = { kind: "ref", name: "Other" };
  const stub = (key: string, returns: Shape): { key: string; shape: Shape; isOptional: false } => ({
    key,
    shape: { kind: "function", returns, paramsCount: 0 },
    isOptional: false,
  });
  const definitions: Readonly<Record<string, Shape>> = {
    Query: { kind: "object", fields: [stub("where", other), stub("count", { kind: "number" })] },
    Other: { kind: "object", fields: [stub("from", query), stub("where", other)] },
  };
  const { made } = drawnOf(query, 1, definitions);
  interface Chain {
    where(): Chain;
    from(): Chain;
    count(): number;
  }
  let chain = made[0] as Chain;
  for (let round = 0; round < 10; round++) chain = chain.where().where().from();
  expect(typeof chain.count()).toBe("number");
});

// --- inside ---

function drawnOf(
  shape: Shape,
  count: number,
  definitions: Readonly<Record<string, Shape>> = {},
): {
  readonly made: readonly unknown[];
  readonly drawn: readonly unknown[];
  readonly makers: Making["makers"];
} {
  const arbitraries = new ShapeArbitraries({ definitions, modules });
  const plan = { name: "value", shape, isOptional: false, isRest: false };
  const arbitrary = arbitraries.ofParam(plan, { ...outermost("value"), path: "" });
  if (arbitrary === undefined) throw new Error("nothing can be made");
  const { makers } = arbitraries;
  const pairs = Array.from({ length: count }, (_, run) => {
    const decisions = new RecordedDecisions(new RandomSource().restart(seedWords("steps"), run));
    const making: Making = {
      world: { sleep: () => Promise.resolve() } as unknown as World,
      decisions,
      modules,
      makers,
      stubCalls: 0,
      hasSignal: false,
    };
    const drawn: unknown = decisions.value("value", arbitrary);
    return { drawn, made: walk(makeValue(drawn, making)) };
  });
  return { made: pairs.map((one) => one.made), drawn: pairs.map((one) => one.drawn), makers };
}
