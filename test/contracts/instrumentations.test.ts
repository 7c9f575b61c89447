import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { coverageStep, createCoverage } from "../../src/subject/coverage/compile-coverage.ts";
import { walkNodes } from "../../src/subject/loader/declared-names.ts";
import type { InstrumentationStep } from "../../src/subject/loader/instrumentation.ts";
import { isCjs, isEsm } from "../../src/subject/loader/plan.ts";
import { seamStep } from "../../src/subject/seams/compile-seams.ts";
import { instrumentationContract, type MakeStep, results } from "./instrumentation.contract.ts";

const seams: MakeStep = () =>
  seamStep({ seams: ["entry.ts#isLong", "entry.ts#run", "shelf.ts#Shelf.find"] });
const counters: MakeStep = () =>
  coverageStep(createCoverage({ ngram: 2, includes: () => true, countsWork: true }));
const switches: MakeStep = () => comparisonSwitch({ on: undefined });

instrumentationContract("seams", seams, [switches, counters]);
instrumentationContract("counters", counters, [seams, switches]);
instrumentationContract("changes that are switched by their number", switches, [seams]);

test("a change that is on changes what code does, with counters or without", async () => {
  const plain = await results([]);
  const state: Switch = { on: undefined };
  const changed: unknown[] = [];
  for (const others of [[], [counters()], [seams(), counters()]]) {
    const step = comparisonSwitch(state);
    state.on = undefined;
    expect(await results([step, ...others])).toEqual(plain);
    state.on = 0;
    changed.push(await results([step, ...others]));
  }
  expect(changed[0]).not.toEqual(plain);
  expect(changed.every((one) => JSON.stringify(one) === JSON.stringify(changed[0]))).toBe(true);
});

test("counters see the comparisons that nobody has replaced, and no others", async () => {
  const sitesWith = async (...steps: readonly InstrumentationStep[]): Promise<number> => {
    const coverage = createCoverage({ ngram: 2, includes: () => true });
    await results([...steps, coverageStep(coverage)]);
    return coverage.map.files.reduce((sum, { sites }) => sum + sites.length, 0);
  };
  expect(await sitesWith()).toBeGreaterThan(await sitesWith(switches()));
});

test("what two steps replace is refused", async () => {
  await expect(results([counters(), switches()])).rejects.toThrow(
    "a place of the code is replaced by one step of instrumentation at most",
  );
});

// --- inside ---

/** Which of the changes is on, by its number in the file. */
interface Switch {
  on: number | undefined;
}

const opposites: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  "<": (a, b) => a >= b,
  ">": (a, b) => a <= b,
  "===": (a, b) => a !== b,
};
const usual: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "===": (a, b) => a === b,
};

/** Turns the comparisons of every file into calls that may be told to say the opposite. */
function comparisonSwitch(state: Switch): InstrumentationStep {
  return ({ plans }) => {
    for (const plan of plans) {
      if (!isEsm(plan) && !isCjs(plan)) continue;
      const { code, prefix, format } = plan.analysis;
      const name = `${prefix}change`;
      const sourceType = format === "esm" ? "module" : "commonjs";
      const { program } = parseSync("code.js", code, { lang: "js", sourceType });
      const found = [...walkNodes(program)].filter((node) => node.type === "BinaryExpression");
      const compared = found.filter(({ operator }) => Object.hasOwn(usual, operator));
      const call = (id: number, operator: string, ...given: readonly [never, never]): unknown =>
        (state.on === id ? opposites : usual)[operator]?.(...given);
      plan.instrumentation.push({
        names: [name],
        values: [call],
        edits: compared.flatMap(({ start, end, left, right, operator }, id) => {
          const [size, last] = [end - start, Number.MAX_SAFE_INTEGER];
          const text = `${name}(${String(id)},${JSON.stringify(operator)},`;
          const place = { start: left.end, end: right.start };
          return [
            { at: start, side: "open", text, size },
            { at: end, side: "close", text: ")", size },
            { ...place, side: "replace", text: ",", size: last },
          ] as const;
        }),
      });
    }
  };
}
