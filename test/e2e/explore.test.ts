import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { counter } from "./counter-text.ts";
import { TempProject } from "./temp-project.ts";

const unmetClaims = `
import { reachable, simulation, sometimes } from "gauntlet";
export default simulation({
  name: "unmet",
  run: () => {
    sometimes(false, "it is never true");
    if (Math.random() > 2) reachable("it is never reached");
  },
});
`;

test("the document has every promised field; its replay and token show the failure", async () => {
  const project = new TempProject({ "counter.chaos.ts": counter });
  const words = ["explore", "counter.chaos.ts", "--runs", "300", "--seed", "0x9f3c"];
  const document = await project.told(...words);
  const id = expect.stringMatching(/^counter-[0-9a-f]{8}$/);
  const trace = expect.stringMatching(/^\.gauntlet\/findings\/counter-\w{8}\/trace\.jsonl\.gz$/);
  const text = expect.any(String);
  const count = expect.any(Number);
  const [finding] = document.findings;
  expect(document).toMatchObject({
    tool: "gauntlet",
    schema: 1,
    command: "explore",
    verdict: "broken",
    summary: { runs: 300, seconds: count, seed: "0x9f3c" },
    evidence: { cells: [], notExercised: [] },
    coverage: {},
    artifacts: [trace, expect.stringMatching(/finding\.json$/)],
    next: [`npx gauntlet replay ${finding?.trace}`],
    code: 1,
  });
  expect(finding).toMatchObject({
    id,
    identity: { error: text, message: text, frame: text, property: "the sum stays small" },
    subject: "counter",
    trace,
    replay: `npx gauntlet replay ${finding?.trace}`,
    shrunk: { from: count, to: count },
    occurrences: count,
    confirmed: true,
  });
  expect(finding?.story.slice(0, -1)).toEqual(["add by=7"]);
  for (const file of document.artifacts) expect(existsSync(project.path(file))).toBe(true);
  const [replayed, byToken] = await Promise.all([
    project.told("replay", finding?.trace ?? ""),
    project.told("replay", "counter.chaos.ts", "--token", finding?.token ?? ""),
  ]);
  expect([replayed.code, byToken.code]).toEqual([1, 1]);
  expect(replayed.findings[0]?.identity.key).toBe(finding?.identity.key);
  expect(byToken.findings[0]?.identity.key).toBe(finding?.identity.key);
  const wrong = await project.gauntlet("replay", "counter.chaos.ts", "--token", "nonsense");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^error\[[A-Z]\d{3}\]/)]);
}, 60_000);

test("held is 0, unmet expectations are 1, several subjects give the worst", async () => {
  const project = new TempProject({
    "counter.chaos.ts": counter,
    "unmet.chaos.ts": unmetClaims,
  });
  const [held, unmet, both] = await Promise.all([
    project.told("explore", "counter.chaos.ts#healthy", "--runs", "5"),
    project.told("explore", "unmet.chaos.ts", "--runs", "5"),
    project.told("explore", "counter.chaos.ts#healthy", "counter.chaos.ts", "--runs", "50"),
  ]);
  expect([held?.code, unmet?.code, both?.code]).toEqual([0, 1, 1]);
  expect(unmet?.findings.map(({ identity }) => identity.property).toSorted()).toEqual([
    "it is never reached",
    "it is never true",
  ]);
  expect(both).toMatchObject({ subject: "healthy, counter", summary: { runs: 100 } });
}, 60_000);

test("an interruption is exit 130, and what was found is printed and saved", async () => {
  const project = new TempProject({
    "counter.chaos.ts": counter,
    "gauntlet.toml": "[report]\nverbose = true\n",
  });
  const words = ["explore", "counter.chaos.ts", "--time", "500"];
  const { code, out } = await project.interrupted(/[1-9]\d* finding/, ...words);
  expect(code).toBe(130);
  expect(out).toMatch(/✗ the sum stays small[^]*interrupted[^]*replay +npx gauntlet replay/);
  expect(readdirSync(project.path(".gauntlet/findings"))).toHaveLength(1);
}, 60_000);
