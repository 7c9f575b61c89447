import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentProject, lineAgent } from "./agent-project.ts";
import { agentOf } from "./example-project.ts";

// Every report of an agent begins with what it came to and who answered for its model.

const silent = lineAgent.replace("return (await", 'return "" && (await');
/** Has no model at all. */
const modelless = lineAgent.replace("async function answer(prompt) {", "$& return prompt;");

test.for([
  ["a right agent", lineAgent, 0, "PASS   overall 1.000", "a script answered for the model"],
  ["a wrong one", silent, 1, "FAIL   overall 0.000", "a script answered for the model"],
  ["one without a model", modelless, 0, "PASS   overall 1.000", ""],
] as const)("%s: text, page, JSON say the same", async ([, code, exit, outcome, model]) => {
  const project = agentProject({}, { "agent.mjs": code });
  const { code: ended, out } = await project.gauntlet("agent", "ci", "--html", "page.html");
  expect(ended).toBe(exit);
  expect(out?.split("\n")).toContain(model === "" ? outcome : `${outcome}   ${model}`);
  const [top = ""] = project.read("page.html").split("<table>");
  expect(top).toContain(`<strong>${outcome}</strong>`);
  expect(/Model: (.*)<\/p>/u.exec(top)?.[1] ?? "").toBe(model);
  const { upstream = "" } = agentOf(await project.told("agent", "ci"));
  expect(upstream).toBe(model === "" ? "" : "scripted");
  expect(await certified(project)).toEqual(
    exit === 0 ? [outcome, model === "" ? undefined : `none: ${model}`] : undefined,
  );
});

// --- inside ---

/** The outcome and the model of the page of a certificate, where one is given. */
async function certified(
  project: TempProject,
): Promise<readonly (string | undefined)[] | undefined> {
  const { artifacts } = await project.told("agent", "certificate");
  const page = artifacts.find((file) => file.endsWith("certificate.html"));
  if (page === undefined) return undefined;
  const html = project.read(page);
  const of = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
  return [of(/<strong>(.*?)<\/strong>/u), of(/<dt>Model<\/dt><dd>(.*?)<\/dd>/u)];
}
