import { cpSync } from "node:fs";
import path from "node:path";
import { repository, TempProject } from "../temp-project.ts";

/** The entry of the reader of `examples/sse-client`, in which every rule holds. */
export const entry: string = [
  "[[boundaries]]",
  'id = "read-events"',
  'kind = "sse"',
  'owner = "team-events"',
  'files = ["src/read-events.ts"]',
  'legal_contract = "any legal form of the stream gives the same events"',
  'invalid_contract = "a stream that breaks is an error"',
  'legal_tests = ["read-events.test.ts"]',
  'invalid_tests = ["read-events.test.ts"]',
  'layers = ["structured"]',
  'classes = ["unbounded invalid", "unbounded valid"]',
  "",
].join("\n");

/** A copy of `examples/sse-client` with its registry, as a project of its own. */
export function boundaryProject(
  which: "naive" | "fixed",
  files: Readonly<Record<string, string>> = {},
): TempProject {
  const project = new TempProject();
  const folder = path.join(repository, "examples/sse-client", which === "fixed" ? "fixed" : "");
  for (const name of ["package.json", "read-events.test.ts", "src"]) {
    cpSync(path.join(folder, name), project.path(name), { recursive: true });
  }
  project.link("vitest");
  project.link("gauntlet", repository);
  for (const [name, text] of Object.entries({ "gauntlet.toml": entry, ...files })) {
    project.write(name, text);
  }
  return project;
}
