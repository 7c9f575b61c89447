import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isAnswer } from "../../src/kernel/decision.ts";
import { readTrace } from "../../src/runner/trace-file.ts";
import { alive, oddServer, startServer } from "./host-world.ts";
import { TempProject } from "./temp-project.ts";

// AC-12 and AC-13 through the command line: scenarios that start real processes and ask real
// servers which do their worst. The same at the level of the world is in host-torture.long.test.ts,
// with what each costs in memory.

const timeoutMs = 1_500;
const graceMs = 500;

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
      "bad.scenario.yaml": scenario("proc", "{ type: proc_spawn, cmd: sh, args: [bad.sh] }"),
    });
    const { seconds, usual } = await recorded(project, code);
    expect(seconds).toBeLessThan(usual + (timeoutMs + graceMs) / 1_000);
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
    const project = new TempProject({ "bad.scenario.yaml": scenario("http", step) });
    const { seconds, usual } = await recorded(project, code);
    expect(seconds).toBeLessThan(usual + (timeoutMs + graceMs) / 1_000);
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
function scenario(backend: string, step: string): string {
  return `
version: 1
name: the worst
timeout: ${timeoutMs}ms
backends: { ${backend}: host }
steps:
  - { type: assert_throws, steps: [${step}] }
`;
}

/** As long as a real process that ends at once, in a scenario that fails as well. */
async function usualSeconds(project: TempProject): Promise<number> {
  const quick = "{ type: proc_spawn, cmd: 'true', expect_exit: 1 }";
  const file = "usual.scenario.yaml";
  project.write(file, scenario("proc", "").replace(/ {2}- .*/u, `  - ${quick}`));
  const { summary } = await project.told("run", file, "--quiet");
  return summary.seconds;
}

/** Records it; a machine that is busy is as slow for what is usual, twice over. */
async function recorded(
  project: TempProject,
  code: string,
): Promise<{ readonly seconds: number; readonly usual: number }> {
  const usual = await usualSeconds(project);
  const words = ["run", "bad.scenario.yaml", "--record", "x.jsonl.gz", "--quiet"];
  const { code: exitCode, summary, findings } = await project.told(...words);
  expect([exitCode, findings[0]?.identity.error]).toEqual([1, code]);
  return { seconds: summary.seconds, usual: usual * 2 };
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
