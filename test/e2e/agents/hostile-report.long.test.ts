import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { AgentReport } from "../../../src/kernel/agent/index.ts";
import type { TempProject } from "../temp-project.ts";
import { agentProject } from "./agent-project.ts";
import { pageParts, xmlProblem } from "./markup.ts";

const markup = `</script></style></pre>]]><img src=x onerror=alert(1)>" onload="x' <svg/onload=x>`;
const marks = "\u001B[31mred\u001B]0;title\u0007 \u202Eright\u2066\u200F \u009B2J \u2028\uFEFF";
const hostile = `${markup} ${marks} &amp; &#0; \r\n %s`;

test("no report is led astray by what an agent, a model, a tool or a user says", async () => {
  const project = hostileProject();

  const text = await project.gauntlet(
    ..."agent ci --html report.html --report json:report.json --report junit:report.xml".split(" "),
  );
  const json = await project.gauntlet("agent", "ci", "--json");
  const certificate = await project.gauntlet("agent", "certificate", "--min-score", "0");
  const exported = await project.gauntlet(
    ..."agent replay export --from-report report.json".split(" "),
  );

  expect([text.code, json.code, certificate.code, exported.code]).toEqual([0, 0, 0, 0]);
  for (const came of [text, json, certificate, exported]) {
    expect(unprintable(came.out + came.err)).toEqual([]);
  }
  const { agent } = JSON.parse(json.out) as { readonly agent: AgentReport };
  expect(agent.conversations[0]?.answer.text).toContain(markup);
  expect(agent.cells.map(({ state }) => state)).toContain("pass");
  expect(agent.conversations.flatMap(({ events }) => events.map(({ kind }) => kind))).toContain(
    "tool-call",
  );
  expect(json.out.length).toBeLessThan(2_000_000);
  expect(xmlProblem(project.read("report.xml"))).toBeUndefined();
  const written = readdirSync(project.root, { recursive: true, encoding: "utf8" });
  const pages = written.filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThanOrEqual(2);
  for (const page of pages) expectTame(project.read(page));
  const documents = written.filter((name) => name.endsWith(".pdf"));
  expect(documents.length).toBe(1);
  for (const name of documents) {
    expect(project.read(name)).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
    expect(project.read(name)).not.toMatch(/\/(?:JavaScript|JS|OpenAction|URI|Launch)\b/);
  }
  for (const name of written.filter((one) => /\.(?:txt|yaml)$/u.test(one) && !isOwn(one))) {
    expect({ name, found: unprintable(project.read(name)) }).toEqual({ name, found: [] });
  }
});

// --- inside ---

function isOwn(name: string): boolean {
  return name === "model.yaml" || name.startsWith("node_modules");
}

function hostileProject(): TempProject {
  const text = JSON.stringify(hostile);
  const line = JSON.stringify(hostile.replaceAll(/[\r\n]/gu, " "));
  return agentProject(
    {
      agent: `name = ${JSON.stringify(`hostile ${markup}`)}
type = "process"
command = ["node", "agent.mjs"]
prompts = [${tomlText(`${hostile} \u0000`)}]`,
      contract: `[agent.contract]
name = ${tomlText(markup)}

[[agent.contract.invariants]]
id = ${tomlText(`answers ${markup}`)}
type = "output_not_empty"
severity = "critical"

[[agent.contract.invariants]]
id = "never"
type = "contains"
value = ${tomlText(`not there ${hostile}`)}
severity = "low"

[[agent.contract.chaos_matrix]]
name = ${tomlText(`calm ${markup}`)}`,
      more: `[agent.certificate]\npass_threshold = 0\ntester_name = ${tomlText(markup)}`,
    },
    {
      "model.yaml": `rules:
  - when: { tool_result: ${line} }
    say: ${text}
  - call: [{ tool: ${line}, arguments: { say: ${text} } }]
`,
      "agent.mjs": `
const url = process.env.OPENAI_BASE_URL + "/chat/completions";
const name = ${line};
const messages = [{ role: "user", content: ${text} }];
for (let step = 0; step < 2; step++) {
  const tools = [{ type: "function", function: { name, description: name, parameters: {} } }];
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer none" },
    body: JSON.stringify({ model: name, messages, tools }),
  });
  const { message } = (await response.json()).choices[0];
  messages.push(message);
  for (const { id } of message.tool_calls ?? []) {
    messages.push({ role: "tool", tool_call_id: id, content: ${text} });
  }
}
process.stdout.write(${text} + "\\0");
process.stdout.write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]));
process.stdout.write("y".repeat(1_000_000) + "\\n");
process.stdout.write(${text} + messages.at(-1).content);
`,
    },
  );
}

/** TOML writes what JSON escapes in the same way. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", String.raw`\u007F`);
}

/** Characters that move the cursor, change colours or turn the text around. */
function unprintable(text: string): readonly string[] {
  const found = text.match(/[^\P{C}\n\t]|[\u2028\u2029]/gu) ?? [];
  return [...new Set(found.map((one) => `U+${one.codePointAt(0)?.toString(16)}`))];
}

function expectTame(page: string): void {
  const { elements, attributes } = pageParts(page);
  const foreign = new Set("script img iframe object embed link base form".split(" "));
  expect(elements.filter((name) => foreign.has(name))).toEqual([]);
  expect(attributes.filter((name) => /^on|^src$|^formaction$/u.test(name))).toEqual([]);
  expect(page.match(/<style/gu)?.length).toBe(page.match(/<\/style>/gu)?.length);
  expect(unprintable(page)).toEqual([]);
}
