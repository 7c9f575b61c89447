import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Decision } from "../kernel/decisions/decision.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { Trace } from "../kernel/trace/trace.ts";
import type { RunTarget } from "./proof/record-fresh.ts";
import type { Runners } from "../runner/subject-runner.ts";
import { writeSmallScenario } from "./write-small-scenario.ts";

// No process is started here: what would be asked of one is looked at.
const load = vi.fn<Runners["load"]>();
afterEach(() => void load.mockReset());

const kept = (label: string, value: boolean): readonly Decision[] => [
  { kind: "span", label: `step ${label}` },
  { kind: "chance", label: "keep", value },
  { kind: "end" },
];

async function written(
  decisions: readonly Decision[],
  host: object = {},
): Promise<string | undefined> {
  const projectRoot = mkdtempSync(path.join(tmpdir(), "gauntlet-small-"));
  onTestFinished(() => rmSync(projectRoot, { recursive: true, force: true }));
  const steps = "steps: [{ type: fail, message: m }]";
  writeFileSync(path.join(projectRoot, "a.scenario.yaml"), `version: 1\nname: a\n${steps}\n`);
  const runTarget = {
    target: { projectRoot, file: "a.scenario.yaml" },
    settings: { run: { host }, limits: {}, runners: { load } },
  } as unknown as RunTarget;
  const trace = { verdict: { kind: "broken", identity: {} }, decisions } as unknown as Trace;
  const target = path.join(projectRoot, "small.scenario.yaml");
  const near = await writeSmallScenario(trace, runTarget, target);
  expect(existsSync(target)).toBe(near !== undefined);
  return near === undefined ? undefined : readFileSync(target, "utf8");
}

test("a scenario that uses the host is not run again to look for a seed", async () => {
  for (const host of [{ proc: true }, { http: true }, { fs: true }]) {
    expect(await written(kept("1 fail", true), host)).toContain("a, minimised");
  }
  expect(load).not.toHaveBeenCalled();
});

test("a small scenario that no process can load is written without a seed", async () => {
  load.mockRejectedValueOnce(new GauntletError({ code: "L001", what: "it cannot be loaded" }));
  expect(await written(kept("1 fail", true))).not.toContain("seed");
  expect(load).toHaveBeenCalledOnce();
});

test("what is no scenario any more is not written", async () => {
  expect(await written(kept("1 fail", false))).toBeUndefined();
});
