import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "oxc-transform";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { completionScript } from "../../src/cli/commands/completion.ts";
import { runCli } from "../../src/cli/run.ts";
import { methodsOf } from "../../src/cli/sdk/gauntlet.ts";
import type { MethodsOf, VerbResult } from "../../src/cli/sdk/verb-call.ts";
import type { CommandTable } from "../../src/cli/verb-spec.ts";
import { commandTable } from "../../src/cli/verb-table.ts";
import type { ResultDocument } from "../../src/report/json.ts";
import { verbList, verbTables } from "../docs/verb-docs.ts";
import { repository } from "../e2e/command-line.ts";
import { greetFlags, type GreetTables, greetVerbs } from "./fixtures/verb/greet-verb.ts";

// What CONTRIBUTING.md says of adding something is true: each of these adds what lies in
// test/house/fixtures, and sees it everywhere without another edit.

const table: CommandTable = {
  verbs: { ...commandTable.verbs, ...greetVerbs },
  flags: { ...commandTable.flags, ...greetFlags },
  groups: commandTable.groups,
};

test("a verb that is added runs from the command line, with its flag", async () => {
  expect(await gauntlet("greet", "Ada", "--tone", "formal")).toEqual({
    code: 0,
    out: "Good morning, Ada\n",
    err: "",
  });
  expect(await gauntlet("greet", "Ada", "--json", "--seed", "7")).toMatchObject({
    out: '{"command":"greet","greeting":"Hi Ada","seed":7}',
  });
  const wrong = await gauntlet("greet", "Ada", "--tone", "rude");
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining("`--tone` must be one of `formal`, `casual`, got `rude`"),
  ]);
  expect((await gauntlet("gret", "Ada")).err).toContain("did you mean `greet`?");
});

test("a verb that is added is in the help, and has one", async () => {
  expect((await gauntlet("--help")).out).toMatch(/^ {2}greet \[options\] <name> +greet somebody$/m);
  const { out } = await gauntlet("greet", "--help");
  expect(out.replaceAll(/ +/g, " ")).toMatchInlineSnapshot(`
    "Usage: gauntlet greet [options] <name>

    Greets somebody, in the tone that is asked for.

    Arguments:
     name who is greeted

    Options:
     --tone <tone> how to say it: formal or casual (default: casual)
     --seed <seed> decides how it is said (default: 42)
     --config <file> configuration file to use, and no other
     --cwd <folder> run as if started in this folder
     --json print one JSON document
     -h, --help print this help

    Example:
     gauntlet greet Ada --tone formal
    "
  `);
});

test("a verb that is added is a function of the SDK, with types", async () => {
  const methods = methodsOf(table, { bin: programWithGreet() }) as MethodsOf<GreetTables>;
  const document = await methods.greet("Ada", { tone: "formal" });
  expect({ ...document }).toEqual({ command: "greet", greeting: "Good morning, Ada", seed: 0 });
  expect(document.exitCode).toBe(0);
  await expect(methods.greet("Ada", { runs: 1 } as object)).rejects.toMatchObject({
    what: "`greet` has no option `runs`",
    help: "it has tone, seed",
  });
  expectTypeOf(methods.greet).parameter(0).toEqualTypeOf<string>();
  expectTypeOf(methods.greet).parameter(1).toEqualTypeOf<
    | {
        readonly tone?: "formal" | "casual" | undefined;
        readonly seed?: string | number | undefined;
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

// --- inside ---

async function gauntlet(...argv: readonly string[]): Promise<{
  readonly code: number;
  readonly out: string;
  readonly err: string;
}> {
  let [out, err] = ["", ""];
  const io = {
    cwd: repository,
    env: {},
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    signal: new AbortController().signal,
  };
  const code = await runCli(argv, io, table);
  return { code, out, err };
}

/** A program with the verb in it, as it would be built; Node 20 reads no TypeScript. */
function programWithGreet(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-greet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["greet-verb", "greet"]) {
    const source = path.join(repository, "test/house/fixtures/verb", `${name}.ts`);
    const { code } = transformSync(source, readFileSync(source, "utf8"));
    writeFileSync(path.join(folder, `${name}.mjs`), code.replace('"./greet.ts"', '"./greet.mjs"'));
  }
  const own = (name: string): string =>
    JSON.stringify(pathToFileURL(path.join(repository, "compiled/cli", name)).href);
  const main = path.join(folder, "main.mjs");
  writeFileSync(
    main,
    `import { runCli } from ${own("run.js")};
import { commandTable } from ${own("verb-table.js")};
import { greetFlags, greetVerbs } from "./greet-verb.mjs";
const table = {
  verbs: { ...commandTable.verbs, ...greetVerbs },
  flags: { ...commandTable.flags, ...greetFlags },
  groups: commandTable.groups,
};
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  signal: new AbortController().signal,
}, table);
`,
  );
  return main;
}
