import { beforeAll, expect, test } from "vitest";
import { chaosTest, type SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { tellStory } from "../../src/kernel/result/story.ts";
import type { Execute } from "../../src/runner/loop/drain.ts";
import { recordRun, type RecordedRun } from "../../src/runner/worker/record-run.ts";
import { shrinkRuns } from "../../src/runner/worker/shrink-runs.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { seamOf } from "../../src/world/seam.ts";
import { executor, makerOf, noPaths } from "../quality/smallest.ts";
import { faultCases } from "./fault-cases.ts";
import type { FaultCase } from "./fault.contract.ts";
import { readAnswer } from "./read-answer.ts";

let execute: Execute;
beforeAll(async () => {
  execute = await executor();
  // `Response` compiles WebAssembly when it is first used, which no run may do.
  await prepareNet();
});

// A failure that has nothing to do with the fault, in a run in which the fault was on and fired.
for (const [name, subject] of Object.entries(faultCases)) {
  test(`fault.${name} shrinks away where the failure does not need it`, async () => {
    const fault = subject.make(subject.shapes[0] === "sync" ? { sync: true } : {});
    const maker = makerOf(() => twoCallsAreTooMany(subject, fault), stepsPerRun);
    const parts = { maker, execute, paths: noPaths };
    const found = await failingUnder(fault.name, parts);
    const key = found.identity?.key ?? "";
    const job = { failing: found.decisions, key, attemptsMax: 500, onProgress: () => {} };
    const { decisions } = await shrinkRuns({ ...parts, ...job });
    const small = await recordRun({ ...parts, decidedBy: { how: "strict", decisions } });
    expect(small.identity?.key).toBe(key);
    expect(storyOf(small)).toEqual(["call", "call", "a second call is too many"]);
    expect(JSON.stringify(small.events)).not.toContain("fault on");
    expect(JSON.stringify(decisions)).not.toContain(JSON.stringify(fault.name));
  });
}

// --- inside ---

const stepsPerRun = 12;
const runsMax = 400;

type Fault = ReturnType<FaultCase["make"]>;
type Parts = Pick<Parameters<typeof recordRun>[0], "maker" | "execute" | "paths">;

/** Calls the seam in its first rule; whatever comes of it, the second such call is too much. */
function twoCallsAreTooMany(subject: FaultCase, fault: Fault): SubjectDefinition {
  return chaosTest({
    name: "calls",
    faults: [fault],
    setup: () => ({ calls: 0, place: 0 }),
    rules: {
      call: {
        run: async (state) => {
          const original = (...args: unknown[]): unknown => {
            const answer = subject.answer(args, ++state.place);
            if (subject.shapes[0] === "sync") return answer;
            return new Promise((resolve) => setTimeout(resolve, 1, answer));
          };
          const once = (): Promise<string> =>
            readAnswer(() => seamOf(fault.seam).call({}, subject.args, original));
          const { calls = 1, atOnce = false } = subject;
          if (atOnce) await Promise.all(Array.from({ length: calls }, once));
          else for (let at = 0; at < calls; at++) await once();
          state.calls += 1;
        },
      },
      rest: { run: () => {} },
    },
    invariants: { "a second call is too many": ({ calls }) => calls < 2 },
  });
}

async function failingUnder(faultName: string, parts: Parts): Promise<RecordedRun> {
  for (let runIndex = 0; runIndex < runsMax; runIndex++) {
    const run = await recordRun({ ...parts, decidedBy: { how: "random", seed: 1, runIndex } });
    const hasFired = run.events.some(({ kind, name }) => kind === "fault" && name === faultName);
    if (hasFired && run.outcome.failure?.property !== undefined) return run;
  }
  throw new Error(`in ${runsMax} runs none failed in which \`${faultName}\` had fired`);
}

function storyOf({ events, outcome }: RecordedRun): readonly string[] {
  if (outcome.failure === undefined) return [];
  return tellStory(events, outcome.failure).map(({ what }) => what);
}
