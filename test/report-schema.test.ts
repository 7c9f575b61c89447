import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { schemaProblem } from "../src/kernel/json-schema/schema-problem.ts";
import { documentMismatch, eventsSchemaText, schema, schemaText } from "./document-schema.ts";
import { cli, repository } from "./e2e/command-line.ts";
import { commandVerbs, verbsInHelp } from "./verbs-in-help.ts";

test("the schema that ships is what the types of the documents say", { timeout: 60_000 }, () => {
  // `npm run report-schema` writes it anew.
  const script = path.join(repository, "build", "report-schema.mjs");
  expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toBe(schemaText);
  expect(schemaProblem(schema)).toBeUndefined();
});

test("so is the schema of a line of events", { timeout: 60_000 }, async () => {
  const script = path.join(repository, "build", "report-schema.mjs");
  const made = execFileSync(process.execPath, [script, "--events"], { encoding: "utf8" });
  expect(made).toBe(eventsSchemaText);
  expect(schemaProblem(JSON.parse(made))).toBeUndefined();
  expect(await cli("/", ["schema", "events"])).toEqual({ code: 0, out: made, err: "" });
});

test("`schema report` prints it", async () => {
  expect(await cli("/", ["schema", "report"])).toEqual({ code: 0, out: schemaText, err: "" });
});

test("it knows a document of each verb, and allows what every verb refuses with", async () => {
  const verbs = (await verbsInHelp()).filter((verb) => !commandVerbs.has(verb));
  const isThere = (verb: string): boolean => schema.$defs[verb.replaceAll(" ", "-")] !== undefined;
  expect(verbs.filter((verb) => !isThere(verb))).toEqual([]);
  const problems = await Promise.all(
    verbs.map(async (verb) => {
      const { code, out } = await cli("/", [...verb.split(" "), "--no-such-flag", "--json"]);
      const document = JSON.parse(out) as { readonly error: { readonly code: string } };
      expect([verb, code, document.error.code]).toEqual([verb, 2, expect.any(String)]);
      return documentMismatch(verb, document);
    }),
  );
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test("a field that nobody wrote down, one of another type and one too few are told", () => {
  const head = { tool: "gauntlet", schema: 1, command: "corpus", verdict: "held" };
  const fine = { ...head, added: 1, known: 0, subjects: [], notes: [] };
  expect(documentMismatch("corpus add", fine)).toBeUndefined();
  expect(documentMismatch("corpus add", { ...fine, extra: 1 })).toContain("extra");
  expect(documentMismatch("corpus add", { ...fine, added: "1" })).toContain("$.added");
  const { notes: _, ...less } = fine;
  expect(documentMismatch("corpus add", less)).toContain("$.notes is missing");
  expect(documentMismatch("no such verb", fine)).toContain("no such verb");
});
