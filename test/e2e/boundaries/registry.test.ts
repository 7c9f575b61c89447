import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentMismatch } from "../../document-schema.ts";
import { TempProject } from "../temp-project.ts";

const files = {
  "src/events.ts":
    'const headers = { accept: "text/event-stream" };\n' +
    "export const read = (url: string) => fetch(url, { headers });\n",
  "src/hooks/verify.ts":
    'import { createHmac } from "node:crypto";\n' +
    'export const sign = (text: string) => createHmac("sha256", "k").update(text).digest("hex");\n',
  "src/tool.ts":
    'import { spawn } from "node:child_process";\nexport const run = () => spawn("tool");\n',
  "src/settings.ts":
    'import { parse } from "yaml";\nexport const settings = (text: string) => parse(text);\n',
  "src/env.ts": 'export const port = process.env["PORT"] ?? "80";\n',
  "src/pure.ts": "export const add = (a: number, b: number) => a + b;\n",
  "test/events.test.ts":
    'import { hostile } from "gauntlet/hostile";\nimport { read } from "../src/events.ts";\n' +
    'const upstream = await hostile.sse({ tier: "both" });\nvoid [upstream, read];\n',
};

const halfRegistered = {
  ...files,
  "gauntlet.toml":
    '[boundary_rules]\nwatch = ["src/hooks/**"]\n[[boundaries]]\nid = "events"\n' +
    'kind = "sse"\nfiles = ["src/events.ts"]\nlayers = ["structured"]\nowner = "a"\n',
};

test("surfaces are found in the code, each once, with the tests that play to them", async () => {
  const project = new TempProject(files);
  const dry = await project.cli("boundaries", "init", "--discover", "--dry-run", "--json");
  expect(documentMismatch("boundaries init", JSON.parse(dry.out) as object)).toBeUndefined();
  const { found } = JSON.parse(dry.out) as {
    readonly found: readonly { readonly id: string; readonly kind: string }[];
  };
  expect(found.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    "env env",
    "events sse",
    "verify webhook",
    "settings config",
    "tool stdio",
  ]);
  expect(found[1]).toMatchObject({
    legalTests: ["test/events.test.ts"],
    invalidTests: ["test/events.test.ts"],
  });
  const wrote = await project.cli("boundaries", "init", "--discover");
  expect(wrote.out).toContain("wrote    gauntlet.toml");
  const again = await project.cli("boundaries", "init", "--discover");
  expect(again.out).toContain("0 found");
});

test("init without --discover writes an entry to fill in, and only into TOML", async () => {
  const project = new TempProject();
  expect((await project.cli("boundaries", "init")).code).toBe(0);
  expect(project.read("gauntlet.toml")).toContain("#[[boundaries]]");
  const other = new TempProject({ "gauntlet.json": "{}" });
  const refused = await other.cli("boundaries", "init");
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("entries are written into gauntlet.toml only");
});

test("check says what is wrong, as text and as JUnit", async () => {
  const project = new TempProject(halfRegistered);
  const reports = [
    "--report",
    "sarif:b.sarif",
    "--report",
    "junit:b.xml",
    "--report",
    "json:b.json",
  ];
  const checked = await project.cli("boundaries", "check", ...reports);
  expect(checked.code).toBe(1);
  expect(checked.out).toMatchInlineSnapshot(`
    "boundaries check   1 boundary   4 problems   3 warnings

    ? events   sse   missing     legal 0, invalid 0 cases

    ✗ unregistered-file
        src/hooks/verify.ts: \`src/hooks/verify.ts\` has no boundary
      help: add the file to the \`files\` of a boundary, or write a new entry

    ? suspected-boundary
        src/env.ts:1: \`process.env\` looks like a boundary of kind \`env\`
        src/settings.ts:2: \`yaml.parse\` looks like a boundary of kind \`config\`
        src/tool.ts:2: \`child_process.spawn\` looks like a boundary of kind \`stdio\`
      help: run \`gauntlet boundaries init --discover\`, or add the file to \`ignore\`

    ✗ missing-class
        events: it does not say which behaviour is tested
      help: write \`classes\`: bounded or unbounded, invalid or valid

    ✗ missing-tier
        events: no test plays legal data to it
        events: no test plays invalid data to it
      help: write \`legal_tests\` and \`invalid_tests\`, or a waiver

    next     npx gauntlet boundaries explain unregistered-file
    "
  `);
  expect(project.read("b.xml")).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="gauntlet" tests="2" failures="2" errors="0" skipped="0">
      <testsuite name="boundaries check" tests="2" failures="2" errors="0" skipped="0">
        <testcase classname="boundaries" name="events">
          <failure type="missing-class" message="it does not say which behaviour is tested">missing-class: it does not say which behaviour is tested; write \`classes\`: bounded or unbounded, invalid or valid
    missing-tier: no test plays legal data to it; write \`legal_tests\` and \`invalid_tests\`, or a waiver
    missing-tier: no test plays invalid data to it; write \`legal_tests\` and \`invalid_tests\`, or a waiver</failure>
        </testcase>
        <testcase classname="boundaries" name="files without a boundary">
          <failure type="unregistered-file" message="\`src/hooks/verify.ts\` has no boundary">unregistered-file: src/hooks/verify.ts: \`src/hooks/verify.ts\` has no boundary; add the file to the \`files\` of a boundary, or write a new entry</failure>
          <system-out>suspected-boundary: src/env.ts:1: \`process.env\` looks like a boundary of kind \`env\`; run \`gauntlet boundaries init --discover\`, or add the file to \`ignore\`
    suspected-boundary: src/settings.ts:2: \`yaml.parse\` looks like a boundary of kind \`config\`; run \`gauntlet boundaries init --discover\`, or add the file to \`ignore\`
    suspected-boundary: src/tool.ts:2: \`child_process.spawn\` looks like a boundary of kind \`stdio\`; run \`gauntlet boundaries init --discover\`, or add the file to \`ignore\`</system-out>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("check says the same as JSON and SARIF, and cannot tell of nothing", async () => {
  const project = new TempProject(halfRegistered);
  const reports = ["--report", "sarif:b.sarif", "--report", "json:b.json"];
  expect((await project.cli("boundaries", "check", ...reports)).code).toBe(1);
  const sarif = JSON.parse(project.read("b.sarif")) as {
    readonly runs: readonly { readonly results: readonly { readonly ruleId: string }[] }[];
  };
  expect(sarif.runs[0]?.results.map(({ ruleId }) => ruleId)).toContain("unregistered-file");
  const told = await project.cli("boundaries", "check", "--json");
  const document = JSON.parse(told.out) as { readonly problems: unknown };
  expect(documentMismatch("boundaries check", document)).toBeUndefined();
  const written = JSON.parse(readFileSync(project.path("b.json"), "utf8")) as typeof document;
  expect(written.problems).toEqual(document.problems);
  expect((await new TempProject().cli("boundaries", "check")).code).toBe(3);
});

test("explain says what a rule is for, and which is meant", async () => {
  const project = new TempProject();
  expect((await project.cli("boundaries", "explain", "toothless")).out).toMatchInlineSnapshot(`
    "toothless   error

    fails    a tier does not notice the faults that are put into its code on purpose
    why      a check that a planted bug survives does not find a real one either
    help     compare what was read with \`expected\`, and let errors through
    "
  `);
  const all = await project.cli("boundaries", "explain", "--json");
  expect(documentMismatch("boundaries explain", JSON.parse(all.out) as object)).toBeUndefined();
  const wrong = await project.cli("boundaries", "explain", "toothles");
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("did you mean `toothless`?");
});

test("a campaign is of a boundary that there is", async () => {
  const project = new TempProject();
  const none = await project.cli("boundaries", "run", "smoke");
  expect(none.code).toBe(3);
  const unknown = await project.cli("boundaries", "run", "deep", "nothing");
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("no boundary is called `nothing`");
});
