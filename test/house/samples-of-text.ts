import type { Sample } from "./sample.ts";

const long = "x".repeat(101);

/** Samples for the rules about sizes, names and words. */
export const textSamples: Readonly<Record<string, Sample>> = {
  "a file has at most 300 lines": {
    broken: { "src/kernel/trace/trace.ts": "let a;\n".repeat(301) },
    says: ["src/kernel/trace/trace.ts  has 301 lines, at most 300; give its second noun a file"],
    kept: {
      "src/kernel/trace/trace.ts": "let a;\n".repeat(300),
      "docs/long.md": "a\n".repeat(999),
    },
  },

  "a function has at most 60 lines": {
    broken: {
      "src/kernel/a.ts": `\nexport function a() {\n${"  b();\n".repeat(59)}}\n`,
      "src/kernel/b.ts": `class B {\n  m() {\n${"    b();\n".repeat(59)}  }\n}\n`,
    },
    says: [
      "src/kernel/a.ts:2  has a function of 61 lines, at most 60; " +
        "let the parent decide and move the leaves below `// --- inside ---`",
      "src/kernel/b.ts:2  has a function of 61 lines, at most 60; " +
        "let the parent decide and move the leaves below `// --- inside ---`",
    ],
    kept: {
      "src/kernel/a.ts": `const a = () => {\n${"  b();\n".repeat(58)}};\n`,
      "src/kernel/a.test.ts": `describe("a", () => {\n${"  b();\n".repeat(99)}});\n`,
    },
  },

  "plain words are used": {
    broken: {
      "src/store/a.ts": "export interface Place {}\n",
      "docs/how-to/a.md": "Hello\n`pdf` is no report format\n",
    },
    says: [
      "src/store/a.ts:1  says `export interface Place`; say: the thing itself",
      "docs/how-to/a.md:2  says `is no report format`; say: unknown report format; is not a folder",
    ],
    kept: {
      "src/store/a.ts": "export interface PlaceName {}\n",
      "CHANGELOG.md": "`pdf` is no report format\n",
    },
  },

  "a line has at most 100 columns": {
    broken: { "src/kernel/a.ts": `let a;\n// ${long}\nconst b = "${long}";\n` },
    says: [
      "src/kernel/a.ts:2  has 104 columns, at most 100; break the line",
      "src/kernel/a.ts:3  has 114 columns, at most 100; break the line",
    ],
    kept: {
      "src/kernel/a.ts": `// ${"→".repeat(97)}\n// https://example.com/${long}\n`,
      "src/kernel/a.test.ts": `const output = \`\n${long}\n\`;\n`,
      "test/conformance/fixtures/odd.ts": `// ${long}\n`,
    },
  },

  "a file is named for one noun, in kebab-case": {
    broken: {
      "src/kernel/types.ts": "",
      "src/world/utils/clock.ts": "",
      "src/cli/arg-helpers.ts": "",
      "src/cli/parseArgs.ts": "",
    },
    says: [
      "src/kernel/types.ts  is named `types`, which says nothing; name the one noun it exports",
      "src/world/utils/clock.ts  is named `utils`, which says nothing; " +
        "name the one noun it exports",
      "src/cli/arg-helpers.ts  is named `arg-helpers`, which says nothing; " +
        "name the one noun it exports",
      "src/cli/parseArgs.ts  is not in kebab-case; write it like `shrink-pass.ts`",
    ],
    kept: { "src/kernel/shrink-pass.test.ts": "", "src/world/shared-port.ts": "" },
  },

  "the kernel is pure": {
    broken: {
      "src/kernel/a.ts": [
        'import { join } from "node:path";',
        "const a = Math.random() + Date.now() + globalThis.performance.now();",
        "const b = new Date();",
        "setTimeout(() => process.cwd(), 1);",
      ].join("\n"),
    },
    says: [
      "src/kernel/a.ts:1  imports node:path; " +
        "the kernel knows no Node, so move it to src/world/ or later",
      "src/kernel/a.ts:2  says `Math.random`; draw it from Decisions under a label",
      "src/kernel/a.ts:2  says `Date.now`; the kernel has no clock; pass the time in",
      "src/kernel/a.ts:2  says `performance.now`; the kernel has no clock; pass the time in",
      "src/kernel/a.ts:3  says `new Date`; the kernel has no clock; pass the time in",
      "src/kernel/a.ts:4  says `setTimeout`; the kernel has no timers; they live in src/world/",
      "src/kernel/a.ts:4  says `process.cwd`; the kernel knows no Node; " +
        "pass the value in from src/world/ or later",
    ],
    kept: {
      "src/kernel/a.ts":
        "// Math.random is banned\nconst a = Math.max(1, new Date(0).getTime());\n",
      "src/kernel/a.test.ts": 'import { join } from "node:path";\n',
      "src/world/clock.ts": "const now = Date.now();\n",
    },
  },

  "only cli and report write to the console": {
    broken: { "src/search/a.ts": 'console.log("found");\n' },
    says: [
      "src/search/a.ts:1  calls `console.log`; " +
        "return the fact as data, and let src/report/ tell it",
    ],
    kept: {
      "src/cli/main.ts": 'console.log("found");\n',
      "src/search/a.ts": '// console.log("found")\n',
      "src/search/a.test.ts": 'console.log("found");\n',
    },
  },

  "every verb ends in one function": {
    broken: {
      "src/cli/commands/a.ts": "function a(io) {\n  io.out('a');\n  return exitCodes[a];\n}\n",
      "src/cli/agent/b.ts": "async function b(io) {\n  await printResult(io);\n  return 0;\n}\n",
    },
    says: [
      "src/cli/commands/a.ts:2  prints by itself; " +
        "return what `sayDocument`, `printResult` or `endWithText` gives",
      "src/cli/commands/a.ts:3  chooses its exit code; " +
        "return what `sayDocument`, `printResult` or `endWithText` gives",
      "src/cli/agent/b.ts:2  drops the exit code of `printResult`; return it",
    ],
    kept: {
      "src/cli/commands/a.ts": "function a(io) {\n  return sayDocument(io);\n}\n",
      "src/cli/run.ts": "function b(io) {\n  io.out('b');\n  return exitCodes.held;\n}\n",
    },
  },

  "only cli and worker entries exit": {
    broken: { "src/engines/scan/a.ts": "process.exit(1);\n" },
    says: [
      "src/engines/scan/a.ts:1  calls `process.exit`; " +
        "return a verdict or throw, and let src/cli/ choose the code",
    ],
    kept: {
      "src/cli/main.ts": "process.exit(1);\n",
      "src/runner/worker-entry.ts": "process.exit(1);\n",
      "src/world/processes.ts": "const exit = process.exit;\n",
    },
  },

  "processes are started by their keeper": {
    broken: {
      "src/engines/scan/a.ts":
        'import { type ChildProcess, spawn } from "node:child_process";\nspawn("a");\n',
    },
    says: [
      "src/engines/scan/a.ts:1  imports `node:child_process`; " +
        "start it with `startOwned`, or it may outlive us",
    ],
    kept: {
      "src/world/host/owned-process.ts": 'import { spawn } from "node:child_process";\n',
      "src/world/processes/spawn.ts": 'import { ChildProcess } from "node:child_process";\n',
      "src/engines/scan/a.ts": 'import type { ChildProcess } from "node:child_process";\n',
      "src/engines/scan/b.ts": 'import { type ChildProcess } from "node:child_process";\n',
    },
  },

  "types have no escape hatch": {
    broken: {
      "src/kernel/a.ts":
        "const a = b as any;\nconst c = a!.d;\nenum E { A }\nnamespace N { const x = 1; }\n",
    },
    says: [
      "src/kernel/a.ts:1  says `any`; write `unknown` and parse it",
      "src/kernel/a.ts:2  asserts with `!`; handle undefined, or `assert` with the reason",
      "src/kernel/a.ts:3  declares an enum; write a union of strings",
      "src/kernel/a.ts:4  declares a namespace; write a file",
    ],
    kept: { "src/kernel/a.ts": "const any = !b as unknown;\ndeclare global {}\n" },
  },

  "every test runs": {
    broken: {
      "src/kernel/a.test.ts": 'test.skip("a", () => {});\ndescribe.concurrent.only("b");\n',
      "test/e2e/b.test.ts": 'it.todo("c");\n',
    },
    says: [
      "src/kernel/a.test.ts:1  says `test.skip`; run the test, or delete it",
      "src/kernel/a.test.ts:2  says `describe.concurrent.only`; run the test, or delete it",
      "test/e2e/b.test.ts:1  says `it.todo`; run the test, or delete it",
    ],
    kept: { "src/kernel/a.test.ts": 'test("test.skip is a word", () => stream.skip(1));\n' },
  },

  "a note for later has an issue number": {
    broken: { "bench/kernel.mjs": "let a;\n// TODO: make it faster\n" },
    says: ["bench/kernel.mjs:2  says TODO without an issue; do it now, or write TODO (#123)"],
    kept: { "src/kernel/a.ts": '// TODO (#12): faster\nconst todo = "TODO";\n' },
  },

  "no path belongs to one machine": {
    broken: { "docs/a.md": "Open\n/home/someone/gauntlet now\n" },
    says: [
      "docs/a.md:2  names `/home/someone/gauntlet`, a path of one machine; " +
        "make it relative or temporary",
    ],
    kept: { "docs/a.md": "src/work/a.ts, https://example.com/home/a, ./work/b, /homes/\n" },
  },

  "the repository does not name its writing tools": {
    broken: { "README.md": "Fast.\n\nGenerated with Claude Code.\n" },
    says: [
      "README.md:3  says `Generated with Claude`; " +
        "delete it, a repository does not name its writing tools",
    ],
    kept: { "README.md": "Tests AI agents, such as one made with the claude or gpt SDK.\n" },
  },
};
