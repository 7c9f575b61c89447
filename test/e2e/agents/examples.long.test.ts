import { expect, test } from "vitest";
import type { AgentPhase, Conversation } from "../../../src/kernel/agent/index.ts";
import type { TempProject } from "../temp-project.ts";
import { agentOf, type AgentResult, exampleProject } from "./example-project.ts";

// What a newcomer tries first: each agent has one real weakness, which is found offline, made
// small, kept and repeated; its fixed twin has none.

interface Weak {
  readonly example: string;
  readonly rule: string;
  /** How the failure is told: what broke it, and what came of it. */
  readonly told: readonly RegExp[];
  readonly shrunk: { readonly from: number; readonly to: number };
}

const weak: readonly Weak[] = [
  {
    example: "support-agent",
    rule: "no half answers",
    told: [/stream_cut.*on call [12] of llm/, /answer.*40 EUR/],
    shrunk: { from: 3, to: 2 },
  },
  {
    example: "research-agent",
    rule: "saved means saved",
    told: [/tool error.*on call 1 of save_note/, /answer.*Saved to your notes/],
    shrunk: { from: 4, to: 2 },
  },
  {
    example: "travel-agents",
    rule: "booked with a number, or not at all",
    told: [/booker: llm empty.*on call 1 of llm/, /planner: answer.*Your trip is booked:/],
    shrunk: { from: 2, to: 2 },
  },
];

test.for(weak.map((one) => [one.example, one] as const))(
  "%s: `agent ci` finds the one weakness, makes it small, and what it keeps and exports is red",
  async ([example, { rule, told, shrunk }]) => {
    const project = exampleProject(example);
    const result = await project.told("agent", "ci", "--seed", "7");
    expect([result.code, result.verdict]).toEqual([1, "broken"]);
    expect(result.summary.seconds).toBeLessThan(60);
    expect(result.because).toBe(`critical rules failed: ${rule}`);
    expect(result.findings).toHaveLength(1);
    const [finding = nothing()] = result.findings;
    expect(finding).toMatchObject({ identity: { property: rule }, confirmed: true, shrunk });
    for (const line of told) expect(finding.story.join("\n")).toMatch(line);

    const files = await exportedFrom(project);
    for (const file of files) expect(project.read(file)).toContain("seed: 7\n");
    const again = await project.told("agent", "replay", "run", ...files);
    expect([again.code, again.findings.map(({ id }) => id)]).toEqual([1, [finding.id]]);
    expect(failedTalks(again, ["replay"])).toEqual(
      failedTalks(result, ["mutation", "chaos", "contract"]),
    );
  },
);

test.for(weak.map(({ example }) => [example] as const))(
  "%s: no certificate is given to the weak one, and nothing is written",
  async ([example]) => {
    const project = exampleProject(example);
    const result = await project.told("agent", "certificate");
    expect([result.code, result.verdict]).toEqual([1, "broken"]);
    expect(result.because).toMatch(/^no certificate is given to `\w+`: \d critical cells? failed$/);
    expect(result.artifacts.filter((file) => file.includes("certificate"))).toEqual([]);
    const verified = await project.gauntlet(...verify);
    expect([verified.code, verified.err]).toEqual([2, expect.stringContaining("error[A079]")]);
  },
);

test.for(weak.map(({ example }) => [example] as const))(
  "%s: the fixed twin is green with a certificate that verifies, until one byte changes",
  async ([example]) => {
    const project = exampleProject(`${example}/fixed`);
    const result = await project.told("agent", "certificate", "--html", "page.html");
    expect([result.code, result.verdict, result.findings]).toEqual([0, "held", []]);
    expect(agentOf(result).scores.overall).toBe(1);
    expect(project.read("page.html")).toMatch(/^<!doctype html>/i);
    expect(await project.gauntlet(...verify, "--same-config")).toMatchObject({ code: 0 });

    const config = project.read("gauntlet.toml");
    project.write("gauntlet.toml", config.replace("[agent]", "[agent]\ntrials = 2"));
    const other = await project.gauntlet(...verify, "--same-config");
    expect([other.code, other.out]).toEqual([1, expect.stringContaining("config")]);
    expect(await project.gauntlet(...verify)).toMatchObject({ code: 0 });

    const { payload } = JSON.parse(project.read(certificate)) as { payload: string };
    const at = Math.floor(payload.length / 2);
    const other64 = payload[at] === "A" ? "B" : "A";
    const changed = `${payload.slice(0, at)}${other64}${payload.slice(at + 1)}`;
    project.write(certificate, project.read(certificate).replace(payload, changed));
    const refused = await project.gauntlet(...verify);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("✗")]);
  },
);

test("the journal of travel-agents names the hop from the booker to the planner", async () => {
  const project = exampleProject("travel-agents");
  const { conversations, cells } = agentOf(await project.told("agent", "contract", "run"));
  const failed = cells.find(({ state }) => state === "fail");
  expect(hopsOf(conversations[failed?.conversation ?? -1] ?? nothing())).toEqual([
    "planner turn",
    "planner tool-call booker",
    "booker model-call",
    "booker fault llm",
    "booker model-answer",
    "planner tool-answer booker",
    "planner answer",
  ]);
});

test("research-agent asks its notes, the web and another agent, and each is struck", async () => {
  const project = exampleProject("research-agent");
  const { conversations } = agentOf(await project.told("agent", "contract", "run"));
  const struck = conversations.flatMap(({ strikes }) => strikes.map(({ target }) => target));
  expect(struck).toEqual(expect.arrayContaining(["save_note", "web_search", "checker", "llm"]));
  const broken =
    conversations.find(({ cell }) => /saving fails.*comets/.test(cell ?? "")) ?? nothing();
  expect(hopsOf(broken).filter((hop) => / (?:tool|model)-call/.test(hop))).toEqual([
    "research model-call",
    "research tool-call search",
    "research model-call",
    "research tool-call web_search",
    "research model-call",
    "research tool-call checker",
    "checker model-call",
    "research model-call",
    "research tool-call save_note",
    "research model-call",
  ]);
});

// --- inside ---

const certificate = ".gauntlet/certificate.json";
const verify = ["agent", "certificate", "verify", certificate];

/** Exports the failures of the latest run and gives the files. */
async function exportedFrom(project: TempProject): Promise<readonly string[]> {
  const flags = ["--from-report", "latest", "--json"];
  const { code, out } = await project.gauntlet("agent", "replay", "export", ...flags);
  expect(code).toBe(0);
  const { sessions } = JSON.parse(out) as { sessions: { file: string }[] };
  return sessions.map(({ file }) => file);
}

/** What was sent and what struck in conversations that failed, and what was answered. */
function failedTalks(result: AgentResult, phases: readonly AgentPhase[]): readonly unknown[] {
  const { cells, conversations } = agentOf(result);
  const failed = cells.filter(({ state, phase }) => state === "fail" && phases.includes(phase));
  return [...new Set(failed.map(({ conversation }) => conversation))].map((at) => {
    const { sent, strikes, answer } = conversations[at] ?? nothing();
    return { sent, strikes, text: answer.text };
  });
}

/** Who did what in a conversation, and to whom. */
function hopsOf({ events }: Conversation): readonly string[] {
  return events.map(({ agent, kind, ...event }) => {
    const to = "tool" in event ? [event.tool] : "target" in event ? [event.target] : [];
    return [agent, kind, ...to].join(" ");
  });
}

function nothing(): never {
  throw new Error("nothing was found");
}
