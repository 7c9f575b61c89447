import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createLoader, type PreparedGraph } from "../../src/subject/loader/index.ts";
import {
  type Fixture,
  fixturesDirectory,
  listFixtures,
  type Observation,
  observe,
} from "./observe.ts";

interface Deviation {
  readonly fixture: string;
  readonly what: string;
  readonly why: string;
}

const native = readJson("native.json") as Record<string, Observation>;
const deviations = readJson("deviations.json") as readonly Deviation[];
const deviating = new Set(deviations.map(({ fixture }) => fixture));
const fixtures = listFixtures();

describe("a fixture behaves as under Node", () => {
  test.each(fixtures.filter(({ name }) => !deviating.has(name)))("$name", async (fixture) => {
    const { first, second, allFresh } = await observeThrice(fixture);
    expect(first).toEqual(expectation(fixture));
    expect(second, "a second instantiation must see nothing of the first").toEqual(first);
    expect(allFresh, "with everything fresh, nothing may be different").toEqual(first);
  });
});

describe("a listed deviation", () => {
  test.each(fixtures.filter(({ name }) => deviating.has(name)))(
    "$name is still one",
    async (fixture) => {
      const { first, second } = await observeThrice(fixture);
      expect(first).not.toEqual(expectation(fixture));
      expect(second).toEqual(first);
    },
  );

  test("belongs to a fixture and is told in the reference, word for word", () => {
    const names = new Set(fixtures.map(({ name }) => name));
    for (const { fixture } of deviations) expect(names).toContain(fixture);
    const reference = readFileSync(
      new URL("../../docs/reference/loader.md", import.meta.url),
      "utf8",
    );
    const section =
      /## Where it differs from Node\n([\s\S]*?)(?:\n## |$)/.exec(reference)?.[1] ?? "";
    const told = section.split("\n").filter((line) => line.startsWith("- "));
    expect(told).toEqual(deviations.map(({ what, why }) => `- ${what} ${why}`));
  });
});

test("every fixture has something to be compared with, and nothing else is recorded", () => {
  const recorded = Object.keys(native);
  const compared = fixtures
    .filter(({ expected }) => expected === undefined)
    .map(({ name }) => name);
  expect(recorded).toEqual(compared);
  expect(fixtures.length).toBeGreaterThanOrEqual(60);
});

async function observeThrice(
  fixture: Fixture,
): Promise<Record<"first" | "second" | "allFresh", Observation>> {
  const loader = createLoader({ projectRoot: fixturesDirectory });
  let graph: PreparedGraph | undefined;
  const run = (everythingFresh: boolean): Promise<Observation> =>
    observe(fixture, async () => {
      graph ??= await loader.prepare(fixture.entry);
      return graph.instantiate({ everythingFresh });
    });
  return { first: await run(false), second: await run(false), allFresh: await run(true) };
}

function expectation({ name, expected }: Fixture): Observation | undefined {
  return expected === undefined ? native[name] : { observed: expected.observed, trail: [] };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
