import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { flakestormFile } from "../fixtures/flakestorm-file.ts";
import type { AgentConfig } from "../../src/config/agent/agent-config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { importFlakestorm } from "../../src/engines/agents/import/flakestorm.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "gauntlet-import-"));
  await writeFile(join(root, "package.json"), "{}");
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test("an imported config loads and means what the warnings say", async () => {
  const one = await loaded(await flakestormFile("v1"));
  expect(one.reach).toMatchObject({ type: "http", template: { question: "{prompt}", lang: "en" } });
  expect(one.invariants.map(({ rule }) => rule.type)).toEqual([
    "latency",
    "valid_json",
    "regex",
    "refusal_check",
    "excludes_pattern",
    "similarity",
  ]);
  const two = await loaded(await flakestormFile("v2"));
  expect(two.contract?.scenarios.map(({ name }) => name)).toEqual(["calm", "outage", "slow"]);
  expect(two.chaos?.faults).toHaveLength(8);
  expect(two.replays.sessions).toHaveLength(2);
  expect(two.replays.sources).toHaveLength(2);
  const python = "golden_prompts: [Hi]\nagent: { endpoint: 'app:answer', type: python }\n";
  expect((await loaded(python)).reach.type).toBe("process");
});

// --- inside ---

async function loaded(text: string): Promise<AgentConfig> {
  const { toml } = await importFlakestorm(text, "flakestorm.yaml");
  await writeFile(join(root, "gauntlet.toml"), toml);
  const { agent } = await loadConfig({ cwd: root });
  if (agent === undefined) throw new Error("the config has no agent");
  return agent;
}
