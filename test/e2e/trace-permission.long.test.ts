import { expect, test } from "vitest";
import { chaosChecks } from "../../src/cli/adapters/chaos-checks.ts";
import type { RunSettings } from "../../src/kernel/trace/trace.ts";
import { traceLines } from "../../src/kernel/trace/trace-write.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

// What a trace was recorded with is data; what its run may reach is said by the command line and
// the configuration. Each flag is shown by the same command without it.

/** Fails only where programs are the real ones: in the simulated world there is none. */
const starts = `
import { spawnSync } from "node:child_process";
import { simulation } from "gauntlet";
export default simulation({
  name: "starts",
  run: () => {
    if (spawnSync("true").status === 0) throw new Error("a real program ran");
  },
});`;

/** Fails behind a call that nothing simulates. */
const leaves = `
import { simulation } from "gauntlet";
const headers = { "content-type": "application/wasm" };
export default simulation({
  name: "leaves",
  run: async () => {
    const empty = new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), { headers });
    await WebAssembly.compileStreaming(empty);
    throw new Error("behind the call");
  },
});`;

async function edited(
  project: TempProject,
  [from, to]: readonly [string, string],
  settings: Partial<RunSettings>,
): Promise<void> {
  const { header, ...rest } = await readTrace(project.path(from));
  const changed = { ...header, settings: { ...header.settings, ...settings } };
  project.write(to, `${[...traceLines({ ...rest, header: changed })].join("\n")}\n`);
}

test("a run uses the machine only with --allow-host or `allow_host = true`", async () => {
  const project = new TempProject({ "starts.chaos.ts": starts });
  await project.cli("explore", "starts.chaos.ts", "--runs", "1", "--record", "sim.jsonl");
  await edited(project, ["sim.jsonl", "host.jsonl"], { isHostAllowed: true });
  for (const verb of ["replay", "shrink", "ci"]) {
    const { code, err } = await project.cli(verb, "host.jsonl");
    expect([verb, code, err]).toEqual([verb, 2, expect.stringContaining("error[T033]")]);
    const allowed = await project.cli(verb, "host.jsonl", "--allow-host");
    const broken = verb === "ci" ? "it was held, and is now broken" : "a real program ran";
    expect([verb, allowed.code, allowed.out]).toEqual([verb, 1, expect.stringContaining(broken)]);
  }
  await edited(project, ["sim.jsonl", "starts.regressions/a.jsonl"], { isHostAllowed: true });
  const refused = await project.cli("verify", "--dry-run");
  expect(refused.code).toBe(3);
  expect(refused.out).toContain("could not tell");
  expect(refused.out).toContain("--allow-host");
  expect(await project.cli("verify", "--dry-run", "--allow-host")).toMatchObject({ code: 1 });
  const [check] = chaosChecks(project.path("starts.chaos.ts"), {}, undefined);
  await expect(check?.run()).rejects.toMatchObject({ code: "T033" });
  project.write("gauntlet.toml", "[world]\nallow_host = true\n");
  await expect(check?.run()).rejects.toThrow("a real program ran");
  expect(await project.cli("replay", "host.jsonl")).toMatchObject({ code: 1 });
}, 240_000);

test("a run leaves the simulated world only with --no-strict or `strict = false`", async () => {
  const project = new TempProject({ "leaves.chaos.ts": leaves });
  const words = ["explore", "leaves.chaos.ts", "--runs", "1", "--no-strict"];
  const found = await project.cli(...words, "--record", "leaves.regressions/a.jsonl");
  // What is printed is what has to be typed.
  expect(found.out).toMatch(/replay +npx gauntlet replay \S+ --no-strict\n/u);
  project.write("loose.toml", "[world]\nstrict = false\n");
  const trace = "leaves.regressions/a.jsonl";
  const left = "leaves the simulated"; // the line may be broken after it
  // What `replay` makes of these flags is shown in escapes.long.test.ts.
  for (const verb of [["shrink", trace, "--out", "s.jsonl", "--attempts", "1"], ["verify"]]) {
    const said = async (...flags: readonly string[]): Promise<string> =>
      (await project.cli(...verb, ...flags)).out;
    expect(await said()).toContain(left);
    expect(await said("--config", "loose.toml", "--strict")).toContain(left);
    const loose = await said("--no-strict");
    expect(loose).toContain("behind the call");
    expect(loose).not.toContain(left);
  }
  const { out } = await project.cli("replay", trace, "--config", "loose.toml");
  expect(out).not.toContain(left);
}, 240_000);

test("what the machine answered is given back without permission", async () => {
  const step = "{ type: proc_spawn, cmd: sh, args: [-c, echo ran >> ran.txt], expect_exit: 3 }";
  const project = new TempProject({
    "asks.scenario.yaml": `version: 1\nname: asks\nsteps:\n  - ${step}\n`,
  });
  const backend = ["--proc-backend", "host"];
  await project.cli("run", "asks.scenario.yaml", ...backend, "--record", "asks.jsonl");
  expect(project.read("ran.txt")).toBe("ran\n");
  expect(await project.cli("replay", "asks.jsonl")).toMatchObject({ code: 1 });
  const again = await project.cli("replay", "asks.jsonl", "--regression");
  expect(again).toMatchObject({ code: 3, out: expect.stringContaining("`--allow-host` lets it") });
  const smaller = await project.cli("shrink", "asks.jsonl");
  expect(smaller).toMatchObject({ code: 2, err: expect.stringContaining("error[T034]") });
  expect(project.read("ran.txt")).toBe("ran\n");
  const allowed = await project.cli("replay", "asks.jsonl", "--regression", "--allow-host");
  expect(allowed.code).toBe(1);
  expect(project.read("ran.txt")).toBe("ran\nran\n");
  // Nor does permission to run a program let the trace say what is in that program's environment.
  const env = { BASH_ENV: "./evil.sh", ENV: "./evil.sh", NODE_OPTIONS: "--evil" };
  await edited(project, ["asks.jsonl", "env.jsonl"], { env });
  const around = "env | grep -c evil >> seen.txt";
  const spied = project.read("asks.scenario.yaml").replace("echo ran >> ran.txt", around);
  project.write("asks.scenario.yaml", spied);
  await project.cli("replay", "env.jsonl", "--regression", "--allow-host");
  expect(project.read("seen.txt")).toBe("0\n");
  project.write("gauntlet.toml", '[scenarios]\nproc_backend = "host"\n');
  expect(await project.cli("replay", "asks.jsonl", "--regression")).toMatchObject({ code: 1 });
}, 240_000);
