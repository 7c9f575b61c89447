import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isAnswer } from "../../src/kernel/decisions/decision.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { alive, oddServer, startServer } from "./host-world.ts";
import { TempProject } from "./temp-project.ts";

// AC-12 and AC-13 through the command line: scenarios that start real processes and ask real
// servers which do their worst. The same at the level of the world is in host-torture.long.test.ts,
// with what each costs in memory.

const timeoutMs = 1_500;
/** For what is ended by its size: a busy machine may take longer than the others have. */
const patientMs = 30_000;
/**
 * The worst goes on for ten minutes or without end, so that whatever ends in a tenth of that was
 * ended; a bound that is nearer to the limit would measure how busy the machine is. That it was the
 * limit of the scenario that ended it is in the trace.
 */
const secondsMax = 60;

describe("a real process", () => {
  test.each([
    ["that hangs", "echo $$ > pids; exec sleep 600", "timeout (timeout)"],
    [
      "that ignores SIGTERM, with a grandchild that holds the pipe",
      'trap "" TERM HUP INT; (trap "" TERM; exec sleep 600) & echo $$ $! > pids\n' +
        "while :; do wait; done",
      "timeout (timeout)",
    ],
    ["that writes without end", "echo $$ > pids; exec yes", "host_output_limit"],
  ])("AC-12, AC-13: %s ends in time with its group, and replays offline", async (...row) => {
    const [, script, code] = row;
    const project = new TempProject({
      "bad.sh": script,
      "bad.scenario.yaml": scenario("proc", "{ type: proc_spawn, cmd: sh, args: [bad.sh] }", code),
    });
    await recorded(project, code);
    const pids = project.read("pids").trim().split(" ").map(Number);
    expect(pids.every((pid) => pid > 1)).toBe(true);
    expect(await alive(pids)).toEqual([]);
    for (const gone of ["pids", "bad.sh"]) rmSync(project.path(gone));
    await replaysAlike(project);
    expect(existsSync(project.path("pids"))).toBe(false);
  });
});

describe("a real server", () => {
  test.each([
    ["that stalls before its headers", "/stall", "timeout (timeout)"],
    ["that sends a byte now and then", "/drip", "timeout (timeout)"],
    ["that sends without end", "/endless", "host_output_limit"],
  ])("AC-12, AC-13: %s is given up in time, and replays offline", async (...row) => {
    const [, where, code] = row;
    const { origin, stop } = await startServer(oddServer);
    const step = `{ type: http_request, method: GET, path: "${origin}${where}" }`;
    const project = new TempProject({ "bad.scenario.yaml": scenario("http", step, code) });
    await recorded(project, code);
    await stop();
    await replaysAlike(project);
  });
});

test("a run that may take months is not out of time at once", async () => {
  const slow = "{ type: proc_spawn, cmd: sleep, args: ['0.2'], expect_exit: 0 }";
  const text = `version: 1\nname: waits\nbackends: { proc: host }\nsteps: [${slow}]\n`;
  const project = new TempProject({ "a.scenario.yaml": text });
  const { code } = await project.gauntlet("run", "a.scenario.yaml", "--timeout", "2000h");
  expect(code).toBe(0);
});

// --- inside ---

/** The worst is inside of a block that expects a failure: a timeout must not be taken for one. */
function scenario(backend: string, step: string, code: string): string {
  return `
version: 1
name: the worst
timeout: ${isLate(code) ? timeoutMs : patientMs}ms
backends: { ${backend}: host }
steps:
  - { type: assert_throws, steps: [${step}] }
`;
}

/** Records it, and sees that it was over in time: for the machine, and for whoever is told. */
async function recorded(project: TempProject, code: string): Promise<void> {
  const words = ["run", "bad.scenario.yaml", "--record", "x.jsonl.gz", "--quiet"];
  const { code: exitCode, summary, findings } = await project.told(...words);
  expect([exitCode, findings[0]?.identity.error]).toEqual([1, code]);
  expect(summary.seconds).toBeLessThan(secondsMax);
  const { events } = await readTrace(project.path("x.jsonl.gz"));
  const lastMs = Math.max(...events.map(({ atUs }) => atUs)) / 1_000;
  expect(isLate(code) ? lastMs === timeoutMs : lastMs < patientMs, `${lastMs} ms`).toBe(true);
}

function isLate(code: string): boolean {
  return code.startsWith("timeout");
}

async function replaysAlike(project: TempProject): Promise<void> {
  const { verdict, decisions, header } = await readTrace(project.path("x.jsonl.gz"));
  expect(decisions.some(isAnswer)).toBe(true);
  expect(Object.values(header.tiers ?? {})).toContain("recorded");
  const replay = await project.told("replay", "x.jsonl.gz", "--step");
  expect([replay.code, replay.verdict, replay.findings[0]?.identity.key]).toEqual([
    1,
    "broken",
    verdict.kind === "broken" ? verdict.identity.key : undefined,
  ]);
  const ci = await project.told("ci", "x.jsonl.gz");
  expect([ci.code, ci.cases?.filter((one) => one.verdict !== "held")]).toEqual([0, []]);
}
