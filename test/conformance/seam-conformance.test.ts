import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import type { SeamDispatch } from "../../src/kernel/faults/fault.ts";
import { createCoverage } from "../../src/subject/coverage/index.ts";
import { createInstrumentedLoader } from "../../src/subject/instrumented-loader.ts";
import { definedNames, lookUp } from "../../src/subject/seams/definition.ts";
import { canCompile } from "../../src/subject/seams/definition-edits.ts";
import { findDefinitions } from "../../src/subject/seams/find-definitions.ts";
import { isFunction } from "../../src/subject/seams/function-parts.ts";
import {
  type Fixture,
  fixturesDirectory,
  listFixtures,
  type Observation,
  observe,
} from "./observe.ts";

/** What a dispatcher in the body of a function changes for a program that looks at the body. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["function-to-string", "the text of a function shows its dispatcher"],
  ["stack-lines", "a stack shows the dispatcher as a frame of its own"],
]);

describe.each(["idle", "on and counted"] as const)("with a seam in every function, %s", (state) => {
  test.each(listFixtures().filter(({ name }) => !exceptions.has(name)))(
    "$name behaves as without",
    async (fixture) => {
      const plain = await observed(fixture, []);
      const seams = await namesIn(fixture);
      const seamed = await observed(fixture, seams, state !== "idle");
      expect(seamed).toEqual(plain);
    },
  );
});

async function observed(
  fixture: Fixture,
  seams: readonly string[],
  isOn = false,
): Promise<Observation> {
  const seam: SeamDispatch = { isOn, call: (_self, args, proceed) => proceed(...args) };
  // What is on is counted as well: both are compiled into the same code.
  const coverage = isOn ? createCoverage({ ngram: 2, includes: () => true }) : undefined;
  const loader = createInstrumentedLoader({
    projectRoot: fixturesDirectory,
    seams,
    dispatch: () => seam,
    coverage,
  });
  return await observe(fixture, async () => {
    const graph = await loader.prepare(fixture.entry);
    return graph.instantiate();
  });
}

/** Every function that every file of a fixture defines; none when it does not load. */
async function namesIn(fixture: Fixture): Promise<string[]> {
  const loader = createInstrumentedLoader({ projectRoot: fixturesDirectory });
  try {
    const { files } = await loader.prepare(fixture.entry);
    return files.flatMap((file) => functionsIn(file));
  } catch {
    return [];
  }
}

function functionsIn(file: string): string[] {
  if (file.endsWith(".json")) return [];
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) return [];
  const definitions = findDefinitions(program);
  return definedNames(definitions)
    .filter((name) => {
      const found = lookUp(definitions, name.split("."));
      return found.length > 0 && found.every((each) => isFunction(each.node) && canCompile(each));
    })
    .map((name) => `${path.relative(fixturesDirectory, file)}#${name}`);
}
