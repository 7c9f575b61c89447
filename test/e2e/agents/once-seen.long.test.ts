import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentProject } from "./agent-project.ts";

// What failed once and not again may be anything: a replay without it does not show it is fixed.

/** Answers nothing where its model fails; without `failed` in its folder, the first time only. */
const agent = (isAlways: boolean): string => `
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { prompt } = JSON.parse(line);
  console.log(JSON.stringify({ output: await answer(prompt) }));
}
async function answer(prompt) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer none" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: prompt }] }),
  });
  if (response.ok) return (await response.json()).choices[0].message.content;
  if (${isAlways ? "false" : 'existsSync("failed")'}) return "Sorry, my model does not answer.";
  writeFileSync("failed", "");
  return "";
}
`;

test("what failed once only replays as unknown, and is verified as unknown", async () => {
  const project = failing(agent(false));
  const found = await project.told("agent", "chaos");
  const { id, confirmed } = found.findings[0] ?? nothing();
  expect([found.code, confirmed]).toEqual([1, false]);
  const again = await project.told("replay", id);
  expect([again.code, again.verdict, again.findings]).toEqual([3, "unknown", []]);
  expect(again.because).toContain("only ever seen once (not confirmed)");
  const shown = await project.gauntlet("trace", "show", id);
  expect(shown.out).toContain("\n  not confirmed: it was seen once\n");
  await project.told("replay", id, "--save");
  const verified = await project.told("verify", "--dry-run");
  expect([verified.code, verified.verdict]).toEqual([3, "unknown"]);
});

test("once it fails again it is kept as a failure, and fixed where it is gone", async () => {
  const project = failing(agent(false));
  const { id } = (await project.told("agent", "chaos")).findings[0] ?? nothing();
  rmSync(project.path("failed"));
  const again = await project.told("replay", id, "--save");
  expect([again.code, again.verdict]).toEqual([1, "broken"]);
  const [saved = ""] = again.artifacts;
  expect(saved).toMatch(/^gauntlet\.regressions\/.*\.jsonl$/u);
  expect(await project.told("replay", saved)).toMatchObject({ code: 0, verdict: "held" });
  expect(await project.told("verify", "--dry-run")).toMatchObject({ code: 0, verdict: "held" });
});

test("making it small confirms it, or says that it does not fail", async () => {
  const project = failing(agent(false));
  const { id } = (await project.told("agent", "chaos")).findings[0] ?? nothing();
  const refused = await project.gauntlet("shrink", id);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("error[T031]")]);
  project.write("agent.mjs", agent(true));
  const small = await project.told("shrink", id);
  expect([small.code, small.findings[0]?.confirmed]).toEqual([1, true]);
  project.write("agent.mjs", agent(false));
  const [file = ""] = small.artifacts;
  expect(await project.told("replay", file)).toMatchObject({ code: 0, verdict: "held" });
});

test("a proof stays where it is, though what it shows fails only once from then on", async () => {
  const project = failing(agent(true));
  const proven = await project.told("agent", "chaos");
  const { id, confirmed } = proven.findings[0] ?? nothing();
  expect(confirmed).toBe(true);
  rmSync(project.path("failed"));
  project.write("agent.mjs", agent(false));
  const doubted = await project.told("agent", "chaos");
  const [finding] = doubted.findings;
  expect([finding?.id, finding?.confirmed, doubted.artifacts]).toEqual([id, false, []]);
  expect(await project.told("replay", id)).toMatchObject({ code: 0, verdict: "held" });
});

test("without a budget nothing was held again, and that is what is said", async () => {
  const project = failing(agent(true), 0);
  const found = await project.told("agent", "chaos");
  const { id, confirmed } = found.findings[0] ?? nothing();
  expect(confirmed).toBe(null);
  expect(await project.told("replay", id)).toMatchObject({ code: 1, verdict: "broken" });
  project.write("agent.mjs", agent(false));
  expect(await project.told("replay", id)).toMatchObject({ code: 3, verdict: "unknown" });
});

// --- inside ---

function nothing(): never {
  throw new Error("nothing was found");
}

function failing(code: string, budget = 12): TempProject {
  const project = agentProject(
    {
      invariants: `[[agent.invariants]]
id = "answers"
type = "output_not_empty"
severity = "critical"`,
      contract: "",
      more: '[agent.chaos]\nllm_faults = [{ mode = "server_error" }]',
    },
    { "agent.mjs": code },
  );
  const config = project.read("gauntlet.toml");
  project.write("gauntlet.toml", config.replace("shrink_budget = 0", `shrink_budget = ${budget}`));
  return project;
}
