import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunSettings, Trace } from "../../kernel/trace/trace.ts";
import { replayCommand } from "./replay-command.ts";
import type { CampaignSettings, TracePermission } from "../settings.ts";
import { traceTarget } from "./trace-target.ts";
import { processRunners } from "../../runner/process/process-runners.ts";

const scenarios = { bytesMax: 1_000, timeoutMs: 2_000 };
const nothing: TracePermission = { isHostAllowed: false, mayLeave: false, scenarios };
const plain: RunSettings = { stepsPerRun: 5, latencyUsMax: 10 };

function settingsWith(permission: TracePermission | undefined): CampaignSettings {
  const limits = { runTimeoutMs: 1_000, memoryMb: 64 };
  const runners = processRunners;
  return { seed: 1, run: plain, limits, runners, inline: [], shrinkAttemptsMax: 1, permission };
}

function traceOf(file: string, settings: RunSettings = plain): Trace {
  const subject = { name: "x", file, exportName: "default", digest: "" };
  const format = "gauntlet-trace";
  const header = { format, version: 1, seed: 7, runIndex: 0, subject, settings } as const;
  return {
    header: { ...header, versions: {}, tiers: {} },
    decisions: [],
    events: [],
    verdict: { kind: "held" },
  };
}

/** A project beside a folder that is not its own, both below a folder that is itself a link. */
function projectRoot(): string {
  const real = mkdtempSync(path.join(tmpdir(), "gauntlet-runTarget-"));
  onTestFinished(() => rmSync(real, { recursive: true, force: true }));
  for (const folder of ["real/app/src", "real/app/node_modules/evil", "real/other"]) {
    mkdirSync(path.join(real, folder), { recursive: true });
  }
  symlinkSync(path.join(real, "real"), path.join(real, "linked"));
  const root = path.join(real, "linked", "app");
  writeFileSync(path.join(root, "src/a.chaos.ts"), "");
  writeFileSync(path.join(root, "node_modules/evil/index.js"), "");
  writeFileSync(path.join(real, "real/other/evil.chaos.ts"), "");
  symlinkSync("src/a.chaos.ts", path.join(root, "near.chaos.ts"));
  symlinkSync("../other/evil.chaos.ts", path.join(root, "out.chaos.ts"));
  symlinkSync("../other", path.join(root, "others"));
  symlinkSync("node_modules/evil/index.js", path.join(root, "package.chaos.js"));
  return root;
}

test.each([
  "../other/evil.chaos.ts",
  "src/../../other/evil.chaos.ts",
  "/etc/evil.chaos.ts",
  "C:\\evil.chaos.ts",
  "..\\other\\evil.chaos.ts",
  "out.chaos.ts",
  "others/evil.chaos.ts",
  "others/not-there.chaos.ts",
  "node_modules/evil/index.js",
  "package.chaos.js",
  "src/a\n.chaos.ts",
  "src/a\0.chaos.ts",
  "",
  ".",
])("a trace may not name %j as its subject", async (file) => {
  const root = projectRoot();
  const running = traceTarget(traceOf(file), {
    projectRoot: root,
    settings: settingsWith(nothing),
  });
  await expect(running).rejects.toMatchObject({ code: "T032" });
});

test.each(["src/a.chaos.ts", "near.chaos.ts", "src/gone.chaos.ts", "./src/a.chaos.ts"])(
  "a trace may name %j, also where the project itself lies behind a link",
  async (file) => {
    const root = projectRoot();
    const settings = settingsWith(nothing);
    const { target } = await traceTarget(traceOf(file), { projectRoot: root, settings });
    expect(target.file).toBe(file);
  },
);

test("what the user named on the command line is not the trace's choice", async () => {
  const given = { projectRoot: projectRoot(), settings: settingsWith(nothing) };
  const { target } = await traceTarget(traceOf("out.chaos.ts"), { ...given, isSubjectNamed: true });
  expect(target.file).toBe("out.chaos.ts");
});

test("a trace cannot switch the simulation off; the command line can", async () => {
  const given = { projectRoot: projectRoot() };
  const trace = traceOf("src/a.chaos.ts", { ...plain, isHostAllowed: true });
  for (const permission of [nothing, undefined]) {
    await expect(
      traceTarget(trace, { ...given, settings: settingsWith(permission) }),
    ).rejects.toMatchObject({ code: "T033", help: expect.stringContaining("--allow-host") });
  }
  const settings = settingsWith({ ...nothing, isHostAllowed: true });
  const { settings: allowed } = await traceTarget(trace, { ...given, settings });
  expect(allowed.run.isHostAllowed).toBe(true);
});

test("a trace cannot grant itself programs, requests and files", async () => {
  const host = { proc: true, http: true, fs: true };
  const trace = traceOf("src/a.chaos.ts", { ...plain, host, timeoutMs: 9e15, hostBytesMax: 9e15 });
  const root = projectRoot();
  const of = async (permission: TracePermission): Promise<CampaignSettings["grant"]> =>
    (await traceTarget(trace, { projectRoot: root, settings: settingsWith(permission) })).settings
      .grant;
  expect(await of(nothing)).toEqual(scenarios);
  // What the configuration grants the steps of scenarios is not for a chaos file.
  const configured = { ...nothing, scenarios: { ...scenarios, proc: true } };
  expect(await of(configured)).toEqual(scenarios);
  expect(await of({ ...nothing, isHostAllowed: true })).toEqual({ ...scenarios, ...host });
});

test("a trace does not say what is in the environment of real programs", async () => {
  const env = { NODE_OPTIONS: "--require ./evil.cjs" };
  const given = { projectRoot: projectRoot() };
  const trace = traceOf("src/a.chaos.ts", { ...plain, env });
  const settings = settingsWith({ ...nothing, isHostAllowed: true });
  const runTarget = await traceTarget(trace, { ...given, settings });
  expect(runTarget.settings.run.env).toEqual(env);
  expect(runTarget.settings.grant?.env).toBeUndefined();
  const run = { ...plain, env: { MODE: "test" } };
  const configured = await traceTarget(trace, { ...given, settings: { ...settings, run } });
  expect(configured.settings.grant?.env).toEqual({ MODE: "test" });
});

test("a scenario is granted what its own file and the configuration say today", async () => {
  const root = projectRoot();
  const steps = "steps:\n  - type: sleep\n    duration: 1ms\n";
  const text = `version: 1\nname: s\nbackends:\n  proc: host\n  fs: virtual\n${steps}`;
  writeFileSync(path.join(root, "s.scenario.yaml"), text);
  const trace = traceOf("s.scenario.yaml", { ...plain, host: { proc: true, fs: true } });
  const permission = { ...nothing, scenarios: { ...scenarios, fs: true, http: true } };
  const settings = settingsWith(permission);
  const runTarget = await traceTarget(trace, { projectRoot: root, settings });
  expect(runTarget.settings.grant).toEqual({ ...scenarios, proc: true, fs: false, http: true });
});

test("a run leaves the simulated world only where the command line lets it", async () => {
  const given = { projectRoot: projectRoot() };
  const loose = { ...plain, isStrict: false };
  const isStrict = async (file: string, permission: TracePermission): Promise<unknown> => {
    const settings = settingsWith(permission);
    const runTarget = await traceTarget(traceOf(file, loose), { ...given, settings });
    return runTarget.settings.run.isStrict;
  };
  expect(await isStrict("src/a.chaos.ts", nothing)).toBeUndefined();
  expect(await isStrict("src/a.chaos.ts", { ...nothing, mayLeave: true })).toBe(false);
  // Whatever a scan calls may leave, whoever calls it again.
  expect(await isStrict(".gauntlet/scan/a.mjs", nothing)).toBe(false);
});

test("the command that replays a run says what the run needs", () => {
  const file = "src/a.chaos.ts";
  const isLoose = { ...plain, isStrict: false, isHostAllowed: true };
  expect(replayCommand("my trace.jsonl", { run: plain, file })).toBe(
    "npx gauntlet replay 'my trace.jsonl'",
  );
  expect(replayCommand("t.jsonl", { run: isLoose, file }, ["--regression"])).toBe(
    "npx gauntlet replay t.jsonl --regression --no-strict --allow-host",
  );
});
