import { describe, expect, test } from "vitest";
import type { RunSettings } from "../../src/kernel/trace/trace.ts";
import { runAndReplay, runSteps, type StepData } from "../fixtures/scenario-run.ts";
import { oddServer, startServer } from "./host-world.ts";

const node = process.execPath;

describe("a limit that a host call of called code passes", () => {
  const throwing = (fn: string, args: readonly unknown[]): readonly StepData[] => [
    { type: "assert_throws", steps: [{ type: "call", fn: `shop.ts#${fn}`, args }] },
  ];
  const settings = { host: { proc: true, http: true }, hostBytesMax: 10_000 };
  const endless = [node, ["-e", "for(;;)fs.writeSync(1,'x'.repeat(1e4))"]];
  const hung = [node, ["-e", "setInterval(()=>0)"]];

  test.each(["outputOf", "laterOutputOf"])("breaks the run in %s", async (fn) => {
    expect(await failedWith(throwing(fn, endless), settings)).toContain("it wrote");
    const late = await failedWith(throwing(fn, hung), { ...settings, timeoutMs: 500 });
    expect(late).toMatch(/was not done within|took longer than 500 ms/u);
  });

  test("breaks the run in `fetch`, for size and for time", async () => {
    const { origin } = await startServer(oddServer);
    const tooLong = await failedWith(throwing("pageOf", [`${origin}/endless`]), settings);
    expect(tooLong).toContain("an answer of the host was given up");
    const stall = throwing("pageOf", [`${origin}/stall`]);
    const late = await failedWith(stall, { ...settings, timeoutMs: 400 });
    expect(late).toMatch(/was not done within|took longer than 400 ms/u);
  });

  async function failedWith(
    steps: readonly StepData[],
    given: Partial<RunSettings>,
  ): Promise<string | undefined> {
    const run = await runAndReplay((options) => runSteps(steps, { ...options, settings: given }));
    const { outcome } = run.first;
    expect(run.again.outcome.failure?.message).toBe(outcome.failure?.message);
    return outcome.failure?.message;
  }
});
