import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/index.ts";
import { defaultConfig } from "../../src/config/index.ts";
import { settingsOf, targetOf } from "../../src/cli/settings.ts";
import type { RunManifest } from "../../src/store/runs/index.ts";
import { TempProject } from "./temp-project.ts";

const twice = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "twice",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "never two": (state) => state.sum < 2 },
});
`;

test("a run is kept as it was printed, and names what it left and what it was given", async () => {
  const project = new TempProject({ "a.chaos.ts": twice });
  const found = await project.gauntlet("explore", "a.chaos.ts", "--runs", "5", "--json");
  const document = JSON.parse(found.out) as { run: string; findings: { id: string }[] };
  const folder = `.gauntlet/runs/${document.run}`;
  expect(project.read(`${folder}/report.json`)).toBe(found.out);
  expect(project.read(`${folder}/report.txt`)).toMatch(/^explore {2}twice[^]*✗ never two/);
  const id = document.findings[0]?.id ?? "";
  const trace = `.gauntlet/findings/${id}/trace.jsonl.gz`;
  expect(manifestOf(project, document.run)).toMatchObject({
    command: "explore",
    argv: ["explore", "a.chaos.ts", "--runs", "5", "--json"],
    subject: "twice",
    verdict: "broken",
    seed: 42,
    findings: [id],
    traces: [trace],
  });

  const again = await project.told("replay", id);
  const replayed = manifestOf(project, again.run ?? "");
  expect(replayed).toMatchObject({ command: "replay", traces: [], source: trace });
  const { startedAt, finishedAt, runId } = replayed;
  expect(startedAt < finishedAt && document.run < runId).toBe(true);
});

test("a folder that cannot be written costs a warning, not the result", async () => {
  const project = new TempProject({ "a.chaos.ts": twice, ".gauntlet/runs": "no folder" });
  const { code, out, err } = await project.gauntlet(
    "explore",
    "a.chaos.ts",
    "--runs",
    "5",
    "--json",
  );
  expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ verdict: "broken" })]);
  expect(JSON.parse(out)).not.toHaveProperty("run");
  expect(err).toMatch(/^warning: the run is not kept: \.gauntlet\/runs: EEXIST/m);
});

test("the library leaves no runs: it prints nothing", async () => {
  const project = new TempProject({ "a.chaos.ts": twice });
  const config = defaultConfig(project.root);
  const target = targetOf("a.chaos.ts", project.root);
  const settings = settingsOf(config);
  const { verdict } = await explore({ target, settings, runsMax: 5, timeMsMax: 10_000 });
  expect(verdict).toBe("broken");
  expect(readdirSync(project.path(".gauntlet"))).toContain("findings");
  expect(existsSync(project.path(".gauntlet/runs"))).toBe(false);
});

function manifestOf(project: TempProject, run: string): RunManifest {
  return JSON.parse(project.read(`.gauntlet/runs/${run}/manifest.json`)) as RunManifest;
}
