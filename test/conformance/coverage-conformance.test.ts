import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createCoverage } from "../../src/subject/coverage/index.ts";
import { createInstrumentedLoader } from "../../src/subject/instrumented-loader.ts";
import { fixturesDirectory, listFixtures, type Observation, observe } from "./observe.ts";

const native = JSON.parse(readFileSync(new URL("native.json", import.meta.url), "utf8")) as Record<
  string,
  Observation
>;
const deviations = JSON.parse(
  readFileSync(new URL("deviations.json", import.meta.url), "utf8"),
) as readonly { readonly fixture: string }[];
/** Besides what differs anyway: the text of a function shows its counters. */
const excepted = new Set(["function-to-string", ...deviations.map(({ fixture }) => fixture)]);

describe("a fixture whose every block and comparison is counted behaves as under Node", () => {
  test.each(listFixtures().filter(({ name }) => !excepted.has(name)))("$name", async (fixture) => {
    const coverage = createCoverage({ ngram: 2, includes: () => true });
    const loader = createInstrumentedLoader({ projectRoot: fixturesDirectory, coverage });
    const { name, expected } = fixture;
    const observed = await observe(fixture, async () =>
      (await loader.prepare(fixture.entry)).instantiate(),
    );
    expect(observed).toEqual(
      expected === undefined ? native[name] : { observed: expected.observed, trail: [] },
    );
  });
});
