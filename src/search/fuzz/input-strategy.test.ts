import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { seedWords } from "../../kernel/decisions/seed.ts";
import type { FuzzTest } from "../../kernel/subject/fuzz-test.ts";
import { bytesToHex } from "../../kernel/values/bytes.ts";
import { createCoverage } from "../../subject/coverage/index.ts";
import { fuzzSubject } from "../../subject/fuzz/fuzz-subject.ts";
import { createInstrumentedLoader } from "../../subject/instrumented-loader.ts";
import { InputStrategy } from "./input-strategy.ts";

const mazes = fileURLToPath(new URL("../../../bench/targets/fuzz/", import.meta.url));

/** The inputs that a search makes, up to the one that solves the maze. */
async function inputsOf(
  name: string,
  { seed, most }: { readonly seed: number; readonly most: number },
): Promise<{ readonly inputs: readonly string[]; readonly isSolved: boolean }> {
  const file = path.join(mazes, `${name}.fuzz.ts`);
  const coverage = createCoverage({ ngram: 1, includes: (one) => one === file, countsWork: true });
  const loader = createInstrumentedLoader({ projectRoot: mazes, coverage });
  const module = (await (await loader.prepare(file)).instantiate()) as { default: FuzzTest };
  const { run, input: kind } = module.default.options;
  const { declared } = fuzzSubject(module.default);
  const { input = { kind: "bytes", lengthMax: 64, seeds: [], dictionary: [] } } = declared;
  const strategy = new InputStrategy({ seed: seedWords(seed), input, coverage });
  const inputs: string[] = [];
  for (let index = 0; index < most; index++) {
    strategy.next(index);
    const bytes = strategy.input;
    inputs.push(bytesToHex(bytes));
    try {
      run(kind === "text" ? Buffer.from(bytes).toString("utf8") : bytes, undefined);
    } catch {
      return { inputs, isSolved: true };
    }
    if (!strategy.isHeard || !coverage.map.hasNews) strategy.pass();
    else {
      const value = bytesToHex(bytes);
      strategy.learn([{ kind: "bytes", label: "data", value }], {
        verdict: "held",
        decisionsCount: 1,
      });
    }
  }
  return { inputs, isSolved: false };
}

test.each([
  ["magic-bytes", 500],
  ["json-keyword", 1_000],
  ["json-record", 4_000],
  ["checksum", 500],
  ["crc-envelope", 1_000],
  ["adler-trailer", 1_000],
  ["length-field", 12_000],
  ["tagged-fields", 8_000],
  ["string-compare", 500],
  ["letter-by-letter", 1_000],
  ["any-case", 500],
  ["equal-bytes", 500],
  ["encoded-payload", 500],
  ["regular-expression", 2_000],
  ["switch-opcodes", 6_000],
])("the maze %s is solved within %i inputs", async (name, most) => {
  const { isSolved } = await inputsOf(name, { seed: 1, most });
  expect(isSolved).toBe(true);
});

test("one seed makes the same inputs, and another one makes others", async () => {
  const [first, again, other] = await Promise.all(
    [1, 1, 2].map((seed) => inputsOf("fast-parser", { seed, most: 3_000 })),
  );
  expect(again?.inputs).toEqual(first?.inputs);
  expect(other?.inputs).not.toEqual(first?.inputs);
  expect(first?.isSolved).toBe(false);
});
