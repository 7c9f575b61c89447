import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { completionScript } from "../../src/cli/commands/completion.ts";
import { methodsOf } from "../../src/cli/sdk/gauntlet.ts";
import type { MethodsOf, VerbResult } from "../../src/cli/sdk/verb-call.ts";
import type { CommandTable } from "../../src/cli/verb-spec.ts";
import { commandTable } from "../../src/cli/verb-table.ts";
import { schemaMismatch } from "../../src/kernel/json-schema/schema-mismatch.ts";
import { loadConfig } from "../../src/config/index.ts";
import type { ResultDocument } from "../../src/report/json.ts";
import { verbList, verbTables } from "../docs/verb-docs.ts";
import { makeChangedCopy } from "./changed-copy.ts";
import { greetFlags, type GreetTables, greetVerbs } from "./fixtures/verb/greet-verb.ts";

// What CONTRIBUTING.md says of adding something is true: a verb with a flag, a config key and a
// result section, all in test/house/fixtures/verb, are added to a copy of this project by the lines
// in changed-copy.ts, and are seen everywhere without another edit.

const root = mkdtempSync(path.join(tmpdir(), "gauntlet-added-"));
const copy = path.join(root, "copy");
const project = path.join(root, "project");

beforeAll(() => {
  makeChangedCopy(copy);
  mkdirSync(project);
  writeFileSync(path.join(project, "package.json"), "{}");
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }), 120_000);

const table: CommandTable = {
  verbs: { ...commandTable.verbs, ...greetVerbs },
  flags: { ...commandTable.flags, ...greetFlags },
  groups: commandTable.groups,
};

test("a verb that is added runs from the command line, with its flag", () => {
  expect(gauntlet("greet", "Ada", "--tone", "formal")).toMatchObject({
    code: 0,
    out: expect.stringContaining("\nGood morning, Ada\n") as unknown,
    err: "",
  });
  const wrong = gauntlet("greet", "Ada", "--tone", "rude");
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining("`--tone` must be one of `formal`, `casual`, got `rude`"),
  ]);
  expect(gauntlet("gret", "Ada").err).toContain("did you mean `greet`?");
});

test("a verb that is added is in the help, and has one", () => {
  expect(gauntlet("--help").out).toMatch(/^ {2}greet \[options\] <name> +greet somebody$/m);
  const { out } = gauntlet("greet", "--help");
  expect(out.replaceAll(/ +/g, " ")).toMatchInlineSnapshot(`
    "Usage: gauntlet greet [options] <name>

    Greets somebody, in the tone that is asked for.

    Arguments:
     name who is greeted

    Options:
     --tone <tone> how to say it: formal or casual (default: casual)
     --seed <seed> decides how it is said (default: 42)
     --report <format[:path]> also write a report: text, json or junit (repeatable)
     --all show long lists in full
     --config <file> configuration file to use, and no other
     --cwd <folder> run as if started in this folder
     --json print one JSON document
     --no-color no colours
     -h, --help print this help

    Example:
     gauntlet greet Ada --tone formal
    "
  `);
});

test("a verb that is added is a function of the SDK, with types", async () => {
  const bin = path.join(copy, "src/cli/main.js");
  const methods = methodsOf(table, { bin, cwd: project }) as MethodsOf<GreetTables>;
  const document = await methods.greet("Ada", { tone: "formal", seed: 7 });
  expect({ ...document }).toMatchObject({
    command: "greet",
    verdict: "held",
    summary: { seed: 7 },
  });
  expect(document).toHaveProperty("greeting", [{ name: "Ada", words: "Good morning," }]);
  expect(document.exitCode).toBe(0);
  await expect(methods.greet("Ada", { runs: 1 } as object)).rejects.toMatchObject({
    what: "`greet` has no option `runs`",
    help: "it has tone, seed, report",
  });
  expectTypeOf(methods.greet).parameter(0).toEqualTypeOf<string>();
  expectTypeOf(methods.greet).parameter(1).toEqualTypeOf<
    | {
        readonly tone?: "formal" | "casual" | undefined;
        readonly seed?: string | number | undefined;
        readonly report?: string | readonly string[] | undefined;
      }
    | undefined
  >();
  expectTypeOf(document).toEqualTypeOf<VerbResult<ResultDocument>>();
});

test("a verb that is added is completed by a shell", () => {
  const script = completionScript("bash", table);
  const asked = (...words: readonly string[]): string =>
    spawnSync(
      "bash",
      [
        "-c",
        `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _gauntlet; echo "\${COMPREPLY[*]}"`,
      ].concat(["bash"], words),
      { encoding: "utf8" },
    ).stdout.trim();
  expect(asked("gauntlet", "gr")).toBe("greet");
  expect(asked("gauntlet", "greet", "--t")).toBe("--tone");
  expect(asked("gauntlet", "greet", "--tone", "f")).toBe("formal");
});

test("a verb that is added is in the tables of the docs", () => {
  const before = "<!-- verbs -->\n<!-- end -->\n<!-- flags: greet -->\n<!-- end -->\n";
  const after = verbTables(before, table);
  expect(after).toContain("| `greet <name>` | greet somebody |");
  expect(after).toContain(
    "| `--tone <tone>` | how to say it: formal or casual (default: casual) |\n" +
      "| `--seed <seed>` | decides how it is said (default: `[explorer] seed`, else 42) |\n",
  );
  expect(verbList(table)).toContain("greet");
});

test("a config key that is added is read, and refused where it is wrong", async () => {
  expect(gauntlet("greet", "Ada").out).toContain("\nHi Ada\n");
  const config = path.join(project, "gauntlet.toml");
  writeFileSync(config, '[explorer]\ncasual_greeting = "Hello"\n');
  expect(gauntlet("greet", "Ada").out).toContain("\nHello Ada\n");
  await expect(loadConfig({ cwd: project })).rejects.toThrow("unknown key `casual_greeting`");
  writeFileSync(config, "[explorer]\ncasual_greeting = 7\n");
  const wrong = gauntlet("greet", "Ada");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("must be text, got `7`")]);
  rmSync(config);
});

test("a config key that is added is in its JSON Schema, types, example and docs", () => {
  expect(copied("schema/gauntlet.schema.json")).toContain(`"casual_greeting": {`);
  expect(copied("gauntlet.toml.example")).toContain(`\n#casual_greeting = "Hi"\n`);
  expect(copied("docs/reference/config.md")).toContain(
    '| `casual_greeting` | text | `"Hi"` | What `greet` says where the tone is casual. |',
  );
  expect(copied("src/config/file-config.ts")).toContain("  readonly casual_greeting: string;");
});

test("a result section that is added is in the text, the JSON document and the test cases", () => {
  const { out } = gauntlet("greet", "Ada", "--json", "--report", "junit:cases.xml");
  expect(JSON.parse(out)).toMatchObject({ greeting: [{ name: "Ada", words: "Hi" }] });
  const cases = readFileSync(path.join(project, "cases.xml"), "utf8");
  expect(cases).toContain('<testcase classname="greet" name="greeting of Ada" time="0.000"/>');
  // The run that was kept is read from its file and laid out again.
  expect(gauntlet("report", "show", "latest").out).toContain("\nHi Ada\n");
  expect(gauntlet("report", "show", "latest", "--format", "junit").out).toContain(
    'name="greeting of Ada"',
  );
});

test(
  "a verb and a section that are added are in the JSON Schema of the report",
  { timeout: 120_000 },
  () => {
    const script = path.join(copy, "build/report-schema.mjs");
    const schema = JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" })) as {
      readonly $defs: Readonly<Record<string, { readonly properties?: object }>>;
    };
    expect(schema.$defs["Greeting"]).toMatchObject({
      description: "How somebody was greeted.",
      required: ["name", "words"],
    });
    expect(schema.$defs["ResultDocument"]?.properties).toMatchObject({
      greeting: { description: "How people were greeted." },
    });
    const greet = { $ref: "#/$defs/greet", $defs: schema.$defs };
    const document = JSON.parse(gauntlet("greet", "Ada", "--json").out) as object;
    expect(schemaMismatch(document, greet)).toBeUndefined();
    const wrong = { ...document, greeting: [{ name: "Ada" }] };
    expect(schemaMismatch(wrong, greet)).toContain("words is missing");
  },
);

// --- inside ---

/** Runs the command line of the copy in the project. */
function gauntlet(...argv: readonly string[]): {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
} {
  const main = path.join(copy, "src/cli/main.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
    cwd: project,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

function copied(file: string): string {
  return readFileSync(path.join(copy, file), "utf8");
}
