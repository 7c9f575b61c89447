import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentFlagPairs } from "./agent-flag-pairs.ts";
import { agentCli, travelProject } from "./travel-project.ts";

// AC-24: two commands for each flag of the agent verbs, with it and without.

const titled = agentFlagPairs.map((one) => ({ ...one, title: `${one.verbs[0]} ${one.flag}` }));

test.each(titled)("AC-24: $title changes something", async (row) => {
  const { verbs, base, added, pattern } = row;
  const project = travelProject();
  const words = `${verbs[0]} ${base}`.trim().split(" ");
  const without = await cameOf(project, words);
  expect([pattern.test(without), without]).toEqual([false, without]);
  const withFlag = await cameOf(project, [...words, ...added.split(" ")]);
  expect([pattern.test(withFlag), withFlag]).toEqual([true, withFlag]);
});

// --- inside ---

async function cameOf(project: TempProject, words: readonly string[]): Promise<string> {
  const { code, out, err } = await agentCli(project, words);
  const files = readdirSync(project.root).map((name) => `file ${name}`);
  return [`exit ${code}`, out, err, ...files].join("\n");
}
