import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SubjectWorker } from "../../src/runner/process/subject-worker.ts";
import { copyExamples, named, services, withWorker } from "./example.ts";

// The bugs of whole services need a fault at the right moment. `services.slow.test.ts` has more.

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

const bugs: Readonly<Record<string, string>> = {
  shop: "an order is charged once",
  jobs: "a job is run by one worker at a time",
  uploads: "a download is what was uploaded",
};

test.for(named(services))(
  "%s: 10 runs of one seed find the bug and nothing else, and nothing in the fixed twin",
  async ([name, example]) => {
    const broken = path.join(copy.root, example.folder);
    const [found, foundInTwin] = await Promise.all(
      [broken, path.join(broken, "fixed")].map((projectRoot) =>
        withWorker({ example, projectRoot }, explored),
      ),
    );
    expect(found).toEqual([bugs[name]]);
    expect(foundInTwin).toEqual([]);
  },
);

// --- inside ---

/** The properties that 10 runs broke. */
async function explored(worker: SubjectWorker): Promise<readonly string[]> {
  const seen: string[] = [];
  const stretch = { seed: 1, fromRun: 0, runsMax: 10, timeMsMax: 25_000, marksEachRun: false };
  const { runs, unknownRuns } = await worker.explore(
    { type: "explore", ...stretch },
    { onSighting: ({ identity }) => void seen.push(identity.property) },
  );
  expect({ runs, unknownRuns }).toEqual({ runs: 10, unknownRuns: 0 });
  return seen;
}
