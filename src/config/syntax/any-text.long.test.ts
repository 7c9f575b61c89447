import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorText } from "../../kernel/errors/gauntlet-error.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { parseJsonText } from "./json-text.ts";
import { loadConfig } from "../load-config.ts";

// Whatever a file holds, the answer is a config or a `ConfigError`: never another error, no hang.

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-any-text-"));
  writeFileSync(join(root, "package.json"), "{}");
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const good = {
  toml: '[explorer]\nmax_time = 60\nseed = 42\ninline = ["a"]\n[[tests]]\nclass = "a*.ts#b"\n',
  yaml: "explorer: &e\n  max_time: 60\n  inline: [a]\ntests:\n  - class: '{a,b}.ts'\nreport: {}\n",
  json: '{"explorer": {"max_time": 60, "seed": "x"}, "tests": [{"class": "a.ts"}], "report": {}}',
};

const pieces = [
  // A blank separates the pieces; `·` stands for a blank inside one, `↵` for the end of a line.
  "[ ] { } [[tests]]↵ [explorer]↵ [report]↵ = : :· -· ↵ · ' ''' , # & * ! | > ? % @ ` << //",
  '" """ \\ \\u0000 \\x /* */ \t \r↵ \r \0 \u2028 \u001b[31m é 😀 \ud800 \uFEFF \u202E',
  "__proto__ constructor toString max_time max_rns seed class tests explorer report",
  "1 -0 1e999 0x1f inf nan .inf true null ~ 2026-01-01 99999999999999999999 [[[[[[[[[[[[[[[[[[[[",
  "&a· *a· *a ---↵ ...↵ %YAML·1.1↵ !!set· !!binary· !<x>",
].flatMap((line) =>
  line.split(" ").map((piece) => piece.replaceAll("·", " ").replaceAll("↵", "\n")),
);

function mutated(text: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(text.length),
    cut: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 4 })),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 6 })
    .map((edits) =>
      edits.reduce((now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut), text),
    );
}

function textFor(syntax: keyof typeof good): fc.Arbitrary<string | Uint8Array> {
  const fragments = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
  return fc.oneof(
    { weight: 5, arbitrary: mutated(good[syntax]) },
    { weight: 3, arbitrary: fragments.map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.json() },
  );
}

async function outcomeOf(path: string): Promise<string> {
  try {
    const config = await loadConfig({ cwd: root, path });
    await Promise.all(config.tests.map((entry) => entry.resolve()));
    return "a config";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return errorText(error);
  }
}

describe("any text is a config or a ConfigError", () => {
  test.each(["toml", "yaml", "json"] as const)("%s", async (syntax) => {
    const path = `gauntlet.${syntax}`;
    const property = fc.asyncProperty(textFor(syntax), async (content) => {
      writeFileSync(join(root, path), content);
      const outcome = await outcomeOf(path);
      expect(outcome).toMatch(/^a config$|^error\[C\d{3}\]: /u);
      expect(outcome.replaceAll("\n", "")).not.toMatch(/undefined|\[object |\p{Cc}|\u202E/u);
    });
    await fc.assert(property, { numRuns: 400, interruptAfterTimeLimit: 20_000 });
  });
});

test("JSON is accepted exactly when `JSON.parse` accepts it, with the same data", () => {
  const text = fc.oneof(mutated(good.json), fc.json({ maxDepth: 4 }));
  const property = fc.property(text, (content) => {
    const { data, problems } = parseJsonText(content);
    // What JSON.parse lets pass and a config may not have: equal keys, and nesting without end.
    fc.pre(!problems.some(({ code }) => code === "C005" || code === "C013"));
    const expected = parsedBy(content);
    expect(JSON.stringify(data)).toBe(expected);
    expect(problems.length === 0).toBe(expected !== undefined);
  });
  fc.assert(property, { numRuns: 1000 });
});

function parsedBy(content: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(content));
  } catch {
    return undefined;
  }
}
