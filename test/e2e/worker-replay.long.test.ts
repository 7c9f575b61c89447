import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { readDoc } from "../docs/doc-files.ts";
import { TempProject } from "./temp-project.ts";

// The example of the reference, from the command line.
test("a finding with a worker replays where the worker is not, and tells its session", async () => {
  const project = new TempProject(documented("docs/reference/worker.md"));
  const explored = await project.told("explore", "counter.chaos.ts", "--runs", "3");
  expect(explored.findings.map(({ message, confirmed }) => ({ message, confirmed }))).toEqual([
    { message: "what was added is counted", confirmed: true },
  ]);
  const { identity, trace } = explored.findings[0] ?? { identity: undefined, trace: null };
  rmSync(project.path("counter.sh"));
  const replayed = await project.told("replay", trace ?? "");
  expect(replayed.code).toBe(1);
  expect(replayed.findings.map((finding) => finding.identity)).toEqual([identity]);
  const { out } = await project.gauntlet("trace", "show", trace ?? "");
  const session = out.split("\n").filter((line) => line.includes("note      worker counter"));
  expect(session.map((line) => line.replace(/^.*worker counter {3}/, ""))).toEqual([
    "session begins",
    "request 1: add 1",
    "answer 1: 1",
    "request 2: add 1",
    "was ended by SIGKILL in request 2",
    "started again (1)",
    "request 3: add 1",
    "answer 3: 1",
    "request 4: read",
    "answer 4: 1",
  ]);
});

// --- inside ---

/** The files that a document shows. */
function documented(file: string): Record<string, string> {
  const blocks = readDoc(file).matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map(([, name = "", text = ""]) => [name, text]));
}
