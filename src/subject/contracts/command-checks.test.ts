import { execSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { judged } from "./fixtures/probed-call.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const run = (line: string): unknown => execSync(line, { stdio: "pipe" });

/** A bug for each check, and what does the same without it. */
const cases = [
  {
    check: "shell_injection",
    bug: (name: string) => run(`tar -cf out.tar ${name}`),
    fixed: (name: string) => spawnSync("tar", ["-cf", "out.tar", name]),
    says: "a shell runs what `name` says",
  },
  {
    check: "shell_injection",
    bug: (name: string) => run(`tar -cf out.tar "${name}"`),
    fixed: (name: string) => run(`tar -cf out.tar ${quoted(name)}`),
    says: "a shell runs what `name` says",
  },
  {
    check: "shell_safe",
    bug: (name: string) => `cat '${name}'`,
    fixed: (name: string) => `cat ${quoted(name)}`,
    says: "a shell runs what `name` says",
  },
  {
    check: "quoted_paths",
    bug: (name: string) => run(`cat ${name}`),
    fixed: (name: string) => run(`cat ${quoted(name)}`),
    says: "`name` does not stay one word of the command",
  },
  {
    check: "quoted_paths",
    bug: (name: string) => `cat "${name}"`,
    fixed: (name: string) => `cat ${quoted(name)}`,
    says: "`name` does not stay one word of the command",
  },
  {
    check: "command_arg_stability",
    bug: (name: string) => spawnSync("cat", name.split(" ")),
    fixed: (name: string) => spawnSync("cat", [name]),
    says: "`name` changes how many words the command has",
  },
  {
    check: "subprocess_argv",
    bug: (name: string) => spawnSync("cat", [quoted(name)], { shell: true }),
    fixed: (name: string) => spawnSync("cat", [name]),
    says: "a shell reads the command",
  },
  {
    check: "argv_injection",
    bug: (name: string) => spawnSync(name, ["--version"]),
    fixed: (name: string) => spawnSync("git", ["--version", name]),
    says: "`name` chooses the program that is started",
  },
] as const;

describe("what is promised of commands", () => {
  for (const [at, { check, bug, fixed, says }] of cases.entries()) {
    test(`${check} finds its bug and spares the correct twin (${at + 1})`, async () => {
      const problems = (await judged(check, bug)).map(({ problem }) => problem);
      expect(problems).toEqual([says]);
      expect(await judged(check, fixed)).toEqual([]);
    });
  }

  test("a line that a quote tears apart is told", async () => {
    const bug = (name: string): string => `cat '${name.replaceAll(/[;&|$\n`]/g, "")}'`;
    expect(await judged("shell_safe", bug)).toMatchInlineSnapshot(`[]`);
  });

  test("what a call gives back is only judged where somebody asked for it", async () => {
    const bug = (name: string): string => `tar -cf out.tar ${name}`;
    const contract = { source: "found" } as const;
    expect(await judged("shell_injection", bug)).toHaveLength(1);
    expect(await judged("shell_injection", bug, { contract })).toEqual([]);
  });

  test("a value that is refused is no failure", async () => {
    const careful = (name: string): unknown => {
      if (!/^[\w.-]+$/.test(name)) throw new Error("not a name");
      return run(`cat ${name}`);
    };
    for (const check of [
      "shell_injection",
      "shell_safe",
      "quoted_paths",
      "command_arg_stability",
    ]) {
      expect(await judged(check, careful)).toEqual([]);
    }
  });

  test("named parameters get the hostile values, beside the given ones", async () => {
    const seen: unknown[][] = [];
    const spy = (...args: unknown[]): void => void seen.push(args);
    const contract = { trackedParams: ["options.path"], kwargs: { mode: "fast" } };
    const fields = [{ key: "path", shape: { kind: "string" } as const, isOptional: false }];
    const options = {
      name: "options",
      shape: { kind: "object", fields } as const,
      isOptional: false,
      isRest: false,
    };
    const params = ["mode", options];
    await judged("quoted_paths", spy, {
      params,
      args: ["slow", { path: "p", level: 3 }],
      contract,
    });
    expect(seen.slice(0, 2)).toEqual([
      ["fast", { path: "gauntletplain", level: 3 }],
      ["fast", { path: "gauntletplain two  words", level: 3 }],
    ]);
  });
});
