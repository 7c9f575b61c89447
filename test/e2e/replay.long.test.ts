import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replay } from "../../src/engines/replay/index.ts";
import { copyExamples, examples, failingTraces, named, race } from "./example.ts";
import { settings, withWorker } from "./example.ts";
import { throughFile } from "./through-file.ts";

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

test.for(named([...examples, race]))(
  "%s: 40 of 40 failures replay, each in a process that ran nothing before",
  async ([, example]) => {
    const projectRoot = path.join(copy.root, example.folder);
    const found = await withWorker({ example, projectRoot }, (worker) =>
      failingTraces(worker, "long replay", 40),
    );
    for (const [at, written] of found.entries()) {
      const trace = await throughFile(written, copy.root);
      const isRegression = at % 2 === 1;
      const seed = trace.header.seed;
      const job = { projectRoot, name: `run ${trace.header.runIndex}`, trace, isRegression };
      const { verdict, because, notes, findings } = await replay({
        ...job,
        settings: settings(seed),
      });
      expect({ verdict, because, notes }).toEqual({ verdict: "broken", because: "", notes: [] });
      expect(trace.verdict).toMatchObject({ identity: findings[0]?.identity });
    }
  },
);
