import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { errorText } from "../kernel/errors/gauntlet-error.ts";
import { ConfigError } from "../kernel/errors/config-error.ts";
import { loadConfig } from "./load-config.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-config-"));
  write("package.json", "{}");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function failureOf(path: string, content: string | Uint8Array): Promise<ConfigError> {
  write(path, content);
  try {
    await loadConfig({ cwd: root, path });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`${path} was accepted`);
}

async function complaint(path: string, content: string | Uint8Array): Promise<string> {
  return errorText(await failureOf(path, content)).replaceAll(root, "<root>");
}

describe("what is refused", () => {
  test("an unknown key is shown in its line with the nearest name", async () => {
    expect(await complaint("gauntlet.toml", "[explorer]\nmax_rns = 10\n")).toMatchInlineSnapshot(`
      "error[C006]: unknown key \`max_rns\` in \`[explorer]\`
        --> gauntlet.toml:2:1
         2 | max_rns = 10
           | ^^^^^^^
      help: did you mean \`max_runs\`?"
    `);
  });

  test("a value out of range is shown with its limits", async () => {
    const text = '{\n  "explorer": { "memory_mb": 63 }\n}';
    expect(await complaint("gauntlet.json", text)).toMatchInlineSnapshot(`
      "error[C009]: \`[explorer] memory_mb\` must be a whole number from 64 to 65536, got \`63\`
        --> gauntlet.json:2:30
         2 |   "explorer": { "memory_mb": 63 }
           |                              ^^"
    `);
  });

  test("all problems are told at once, the first five in full", async () => {
    const text = `explorer:
  wrokers: 4
  max_time: soon
  seed: 9007199254740993
tests:
  - steps_per_run: 1
  - class: ../../secret.ts
report:
  format: xml
max_runs: 3
`;
    expect(await complaint("gauntlet.yaml", text)).toMatchInlineSnapshot(`
      "error[C000]: the config has 7 problems
        --> gauntlet.yaml
         1. C006: unknown key \`wrokers\` in \`[explorer]\`
            --> gauntlet.yaml:2:3
             2 |   wrokers: 4
               |   ^^^^^^^
            help: did you mean \`workers\`?
         2. C008: \`[explorer] max_time\` must be a number of seconds above 0 and at most 86400, got \`soon\`
            --> gauntlet.yaml:3:13
             3 |   max_time: soon
               |             ^^^^
         3. C009: \`[explorer] seed\` must be a whole number from 0 to 9007199254740991 or a text of 1 to 200 characters, got \`9007199254740993\`
            --> gauntlet.yaml:4:9
             4 |   seed: 9007199254740993
               |         ^^^^^^^^^^^^^^^^
         4. C010: \`[[tests]] class\` is missing; it must be a file path or pattern, with an optional \`#export\`, 1 to 1000 characters long
            --> gauntlet.yaml:6:5
             6 |   - steps_per_run: 1
               |     ^^^^^^^^^^^^^^^^
         5. C011: \`[[tests]] class\` must name something inside the project root \`<root>\`, got \`../../secret.ts\`
            --> gauntlet.yaml:7:12
             7 |   - class: ../../secret.ts
               |            ^^^^^^^^^^^^^^^
         and 2 more"
    `);
  });

  test.each([
    ["[init]\nclose_gaps = true", "`[init] close_gaps` is not built yet in this version"],
    ["[campaign]\nname = 'a'", "`[campaign]` is not built yet in this version"],
  ])("a key that is not built yet is refused by name: %s", async (text, what) => {
    const error = await failureOf("gauntlet.toml", text);
    expect(error).toMatchObject({ code: "C007", what: expect.stringContaining(what) as string });
  });

  test.each([
    ["max_time = 0", "C009"],
    ["max_time = 86400.5", "C009"],
    ["max_time = inf", "C008"],
    ["max_time = nan", "C008"],
    ["max_runs = 1.5", "C008"],
    ["max_runs = 0", "C009"],
    ["seed = -1", "C009"],
    ["seed = 9007199254740992", "C009"],
    ["seed = ''", "C008"],
    ["seed = '  '", "C008"],
    ["seed = 2026-01-01", "C008"],
    ["steps_per_run = 10001", "C009"],
    ["run_timeout = 0", "C009"],
    ["strategy = 'fast'", "C008"],
    ["shrink_budget = -1", "C009"],
    ["latency_max_ms = 60000.1", "C009"],
    ["inline = 'nanoid'", "C008"],
    ["inline = ['a', '../b']", "C008"],
  ])("`[explorer]` refuses %s", async (line, code) => {
    expect((await failureOf("gauntlet.toml", `[explorer]\n${line}\n`)).code).toBe(code);
  });

  test.each(["strict = 'no'", "strict = 0", "leaks = 'yes'"])(
    "`[world]` refuses %s",
    async (line) => {
      const { code, what } = await failureOf("gauntlet.toml", `[world]\n${line}\n`);
      expect([code, what]).toEqual(["C008", expect.stringContaining("must be true or false")]);
    },
  );

  test("a date is not taken for an empty section", async () => {
    expect((await failureOf("gauntlet.toml", "explorer = 2026-01-01")).code).toBe("C008");
  });

  test("a path that leaves the project is refused, by its spelling or through a link", async () => {
    const text = "[report]\noutput = '../x.json'\ntraces_dir = 'link/x'\ncorpus_dir = '.'\n";
    symlinkSync(tmpdir(), join(root, "link"));
    const { problems } = await failureOf("gauntlet.toml", text);
    expect(problems.map(({ code }) => code)).toEqual(["C011", "C011", "C011"]);
    expect(problems[0]?.what.replace(root, "<root>")).toBe(
      "`[report] output` must name something inside the project root `<root>`, got `'../x.json'`",
    );
  });

  test.each(["__proto__", "constructor", "prototype"])("the key %s is refused", async (key) => {
    const places = [`"${key}" = 1`, `[explorer]\n"${key}" = { max_runs = 1 }`, `[${key}.x]\ny = 1`];
    for (const text of places) {
      expect((await failureOf("gauntlet.toml", text)).code).toBe("C014");
    }
    expect((await failureOf("gauntlet.json", `{"${key}":{"a":1}}`)).code).toBe("C014");
    expect((await failureOf("gauntlet.yaml", `${key}:\n  a: 1\n`)).code).toBe("C014");
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });

  test("what is not text is refused with its place", async () => {
    const bad = new Uint8Array([...Buffer.from("# é\nab"), 0xff, 0x0a]);
    expect(await failureOf("gauntlet.toml", bad)).toMatchObject({
      code: "C003",
      where: "gauntlet.toml:2:3",
    });
    expect(await failureOf("gauntlet.yaml", "a: b\0c")).toMatchObject({
      code: "C003",
      where: "gauntlet.yaml:1:5",
    });
    const long = `#${"x".repeat(1024 * 1024)}`;
    expect((await failureOf("gauntlet.toml", long)).what).toBe(
      "the config file is 1,048,577 bytes long, and the limit is 1,048,576",
    );
  });
});
