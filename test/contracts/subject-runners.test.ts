import { afterAll, expect, test } from "vitest";
import { processRunners } from "../../src/runner/process/process-runners.ts";
import { InlineRunners } from "../../src/runner/worker/inline-runner.ts";
import { BuiltinsWatch } from "../../src/world/builtins-watch.ts";
import { installWorld } from "../../src/world/install.ts";
import { digestsOf, type OpenRunners, subjectRunnerContract } from "./subject-runner.contract.ts";

installWorld();
const builtins = new BuiltinsWatch();

const inline: OpenRunners = () => new InlineRunners({ builtins });
const pool = processRunners.pool(1);
afterAll(() => pool.close());

subjectRunnerContract("runs in this process", inline);
subjectRunnerContract("runs in a process of their own", () => processRunners);
subjectRunnerContract("runs in a process that is used again", () => pool);

test("a run is the same in this process and in one of its own", async () => {
  expect(await digestsOf(inline())).toEqual(await digestsOf(processRunners));
});
