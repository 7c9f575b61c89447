import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  brokenLinks,
  codesInSource,
  flagsInTables,
  flagsNamed,
  flagsOfVerb,
  namesOfFrontDoor,
  scriptsNamed,
  sectionOf,
  verbsInHelp,
} from "./docs/doc-facts.ts";
import { docFiles, readDoc } from "./docs/doc-files.ts";
import { repository } from "./docs/doc-project.ts";
import { runDoc } from "./docs/run-doc.ts";
import { isSameOutput } from "./docs/same-output.ts";

// Everything that the docs show is done here, in fresh projects, with the built command line:
//   ```ts file=src/pay.ts     is written there and must type-check
//   ```ts quotes=examples/…   must be that file of the repository, word for word
//   ```console                `$ command   # exit 1`, then what it prints; see same-output.ts
//   <!-- project: empty -->   starts a new project; or a folder of the repository to copy
// Run with DOCS_UPDATE=1 to write what the commands really print into the docs.
const isUpdate = process.env["DOCS_UPDATE"] === "1";
const docTimeoutMs = 400_000;

describe.concurrent("what a document shows is so", () => {
  for (const file of docFiles()) {
    const text = readDoc(file);
    if (!text.includes("```console") && !text.includes(" file=")) continue;
    test(file, { timeout: docTimeoutMs }, async () => {
      const { problems, mended } = await runDoc(text);
      if (isUpdate) return writeFileSync(path.join(repository, file), mended);
      expect(problems, `${file}\n${problems.join("\n\n")}\n`).toEqual([]);
    });
  }
});

describe("the docs are whole", () => {
  test("every relative link leads somewhere", () => {
    expect(docFiles().flatMap((file) => brokenLinks(file, readDoc(file)))).toEqual([]);
  });

  test("every script that is named exists", () => {
    const manifest = readFileSync(path.join(repository, "package.json"), "utf8");
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const named = docFiles().flatMap((file) => scriptsNamed(readDoc(file)));
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  });

  test("the reference of the command line has every verb with its flags, no others", async () => {
    const reference = readDoc("docs/reference/cli.md");
    const common = flagsInTables(sectionOf(reference, "Flags of every verb"));
    const verbs = await verbsInHelp();
    expect(verbs).toEqual(expect.arrayContaining(["explore", "test", "ci"]));
    for (const verb of verbs) {
      const section = sectionOf(reference, `\`gauntlet ${verb}`);
      const flags = await flagsOfVerb(verb);
      const told = new Set([...flagsNamed(section), ...common]);
      expect({ verb, notTold: flags.filter((flag) => !told.has(flag)) }).toEqual({
        verb,
        notTold: [],
      });
      const listed = flagsInTables(section);
      expect({ verb, unknown: listed.filter((flag) => !flags.includes(flag)) }).toEqual({
        verb,
        unknown: [],
      });
    }
  });

  test("the reference of the library has every export", () => {
    const reference = readDoc("docs/reference/api.md");
    const names = namesOfFrontDoor();
    expect(names).toContain("chaosTest");
    expect(names.filter((name) => !reference.includes(`\`${name}`))).toEqual([]);
  });

  test("the reference of errors has every code", () => {
    const reference = readDoc("docs/reference/errors.md");
    const codes = codesInSource();
    expect(codes).toContain("U007");
    expect(codes.filter((code) => !reference.includes(`| \`${code}\` |`))).toEqual([]);
  });

  test("every document is in the index", () => {
    const index = readDoc("docs/README.md");
    const inner = docFiles().filter((file) => /^docs\/.+\/.+\.md$/.test(file));
    expect(inner.filter((file) => !index.includes(file.slice("docs/".length)))).toEqual([]);
  });
});

describe("a document that is wrong is noticed", () => {
  test(
    "by another line, another exit code, a file that does not type-check",
    async () => {
      const wrong = [
        "```console\n$ echo one\ntwo\n```",
        "```console\n$ false\n```",
        "```ts file=a.ts\nexport const a: string = 1;\n```",
        "```ts\nimport fc from 'fast-check';\n```",
        "```sh\n$ npx gauntlet explore\n```",
        "```ts quotes=examples/none.ts\n```",
      ];
      for (const text of wrong) {
        const { problems } = await runDoc(text);
        expect({ text, count: problems.length }).toEqual({ text, count: 1 });
      }
    },
    docTimeoutMs,
  );

  test("but not by seconds or ids of runs, nor by what a `…` leaves out", () => {
    expect(isSameOutput(["explore   3 s"], ["explore   4.1 s"])).toBe(true);
    expect(isSameOutput(["20260101-000000000-abcdef"], ["20270101-000000001-012345"])).toBe(true);
    expect(isSameOutput(["a", "…", "z"], ["a", "b", "c", "z"])).toBe(true);
    expect(isSameOutput(["a…"], ["abc"])).toBe(true);
    expect(isSameOutput(["a", "…", "z"], ["a", "b", "c"])).toBe(false);
    expect(isSameOutput(["a…"], ["b"])).toBe(false);
  });
});
