import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { transformSync } from "oxc-transform";
import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentOf, configure, exampleProject } from "./example-project.ts";

const questions = ["Where is my order A17?", "Please refund order B23."];

test("what a command was answered is recorded, and answers without the script", async () => {
  for (const match of ["strict", "loose"]) {
    const project = await recorded("support-agent", match);
    const result = await project.told("agent", "contract", "run");
    expect([result.code, result.because]).toEqual([1, "critical rules failed: no half answers"]);
    const { cells } = agentOf(result);
    const calm = cells.filter(({ scenario }) => scenario === "no-chaos");
    expect(new Set(calm.map(({ state }) => state))).toEqual(new Set(["pass", "skipped"]));
    const failed = cells.filter(({ state }) => state === "fail");
    expect(failed.map(({ prompt }) => prompt)).toEqual(questions);
  }
});

test("a question that was not recorded makes its cells errors; nobody else is asked", async () => {
  const project = await recorded("support-agent/fixed", "strict");
  const result = await project.told("agent", "contract", "run");
  expect([result.code, result.verdict]).toEqual([3, "unknown"]);
  expect(result.because).toContain("the cassette has no answer for openai POST");
  const open = agentOf(result).cells.filter(({ state }) => state === "error");
  // What the model says to a failed lookup was never heard.
  expect(new Set(open.map(({ scenario }) => scenario))).toEqual(new Set(["the shop is down"]));
  const others = agentOf(result).cells.filter(({ scenario }) => scenario !== "the shop is down");
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(["pass", "skipped"]));
});

test("a recording in which a byte was changed is refused", async () => {
  const project = await recorded("support-agent", "strict");
  project.write("tape.jsonl", project.read("tape.jsonl").replace("A17", "A18"));
  const refused = await project.gauntlet("agent", "contract", "run");
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("error[A033]: the cassette is damaged");
  expect(refused.err).toContain("--> tape.jsonl:2");
});

test("tools of an MCP server on stdio are recorded, and answer without the server", async () => {
  const project = exampleProject("research-agent");
  project.write(
    "ask.mjs",
    `import { research } from "./research.mjs";
    import { openTools } from "./tools.mjs";
    const question = "What do my notes say about tides?";
    console.log(await research({ question, user: "Ada" }, await openTools()));
    process.exit();`,
  );
  const flags = ["--output", "tape.jsonl", "--", "node", "ask.mjs"];
  const { code, err } = await project.gauntlet("agent", "record", ...flags);
  expect([code, err]).toEqual([0, expect.stringContaining("tape.jsonl   5 exchanges")]);
  // Whoever asks them now is told something else.
  rmSync(project.path("model.yaml"));
  project.write("notes.mjs", project.read("notes.mjs").replaceAll('type: "text", text:', "text:"));
  const session = "id: tides\ninput: What do my notes say about tides?\ncontract: research\n";
  const provider =
    'type = "provider"\nopenai = "http://127.0.0.1:9"\nanthropic = "http://127.0.0.1:9"';
  const cassette = 'type = "cassette"\nfile = "tape.jsonl"';
  let upstream = 'type = "scripted"\nfile = "model.yaml"';
  for (const [next, file] of [
    [provider, `${session}cassette: tape.jsonl\n`],
    [cassette, session],
  ] as const) {
    configure(project, upstream, next);
    upstream = next;
    project.write("tides.yaml", file);
    const result = await project.told("agent", "replay", "run", "tides.yaml");
    expect([result.code, result.because]).toEqual([0, undefined]);
    const [conversation] = agentOf(result).conversations;
    // A call that was not answered as it was recorded would be another question to the model.
    expect(conversation?.answer.text).toBe(
      "Here is what I found about tides. Saved to your notes.",
    );
  }
});

// --- inside ---

/** A project in which the two questions were recorded, and whose script is gone. */
async function recorded(example: string, match: string): Promise<TempProject> {
  const project = exampleProject(example);
  compile(project);
  const command = ["node", "ask.mjs", ...questions];
  const flags = ["--output", "tape.jsonl", "--", ...command];
  const { code, out, err } = await project.gauntlet("agent", "record", ...flags);
  expect([code, err]).toEqual([0, expect.stringContaining("tape.jsonl   8 exchanges")]);
  expect(out.split("\n")).toEqual([
    "Order A17 is delivered. It was 40 EUR.",
    "Your refund of 12 EUR for order B23 is on its way. You will get a mail.",
    "",
  ]);
  rmSync(project.path("model.yaml"));
  const upstream = `type = "cassette"\nfile = "tape.jsonl"\nmatch = "${match}"`;
  configure(project, 'type = "scripted"\nfile = "model.yaml"', upstream);
  return project;
}

/** The agent as a program that every Node runs: it answers the questions that it is given. */
function compile(project: TempProject): void {
  for (const name of readdirSync(project.path("src"))) {
    const typescript = { rewriteImportExtensions: "rewrite" } as const;
    const { code } = transformSync(name, project.read(`src/${name}`), { typescript });
    project.write(`src/${path.basename(name, ".ts")}.js`, code);
  }
  project.write(
    "ask.mjs",
    `import { answer } from "./src/agent.js";
    for (const question of process.argv.slice(2)) console.log(await answer(question));`,
  );
}
