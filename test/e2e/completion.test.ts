import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { flagsOf, writtenFlags } from "../../src/cli/verb-flags.ts";
import { isVerb } from "../../src/cli/verb-spec.ts";
import { commandTable } from "../../src/cli/verb-table.ts";
import { cli, repository } from "./command-line.ts";

const shells = ["bash", "zsh", "fish", "powershell"] as const;
const scripts = new Map<string, string>();

beforeAll(async () => {
  for (const shell of shells) {
    const { code, out, err } = await cli(repository, ["completion", shell]);
    if (code !== 0) throw new Error(err);
    scripts.set(shell, out);
  }
});

/** What a real bash offers for the last of some words. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `
source /dev/stdin <<'SCRIPT'
${scripts.get("bash") ?? ""}
SCRIPT
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
compopt() { echo "compopt $*"; }
_gauntlet
printf '%s\\n' "\${COMPREPLY[@]}"
`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script, "bash", ...words], {
    encoding: "utf8",
  });
  expect([stderr, status]).toEqual(["", 0]);
  return stdout.split("\n").filter((line) => line !== "");
}

test("bash completes verbs, and the verbs below them", () => {
  expect(offered("gauntlet", "ex")).toEqual(["explore"]);
  expect(offered("gauntlet", "sc")).toEqual(["schema", "scan"]);
  expect(offered("gauntlet", "trace", "")).toEqual(["verify", "show", "diff"]);
  expect(offered("gauntlet", "agent", "contract", "s")).toEqual(["score"]);
  expect(offered("gauntlet", "no-such-verb", "trace", "")).toEqual(["verify", "show", "diff"]);
});

test("bash completes flags of the verb, and of no other", () => {
  expect(offered("gauntlet", "explore", "--str")).toEqual(["--strategy", "--strict"]);
  expect(offered("gauntlet", "explore", "a.chaos.ts", "--no-s")).toEqual([
    "--no-swarm",
    "--no-strict",
  ]);
  expect(offered("gauntlet", "run", "--no-s")).toEqual([]);
  expect(offered("gauntlet", "env", "--str")).toEqual([]);
  expect(offered("gauntlet", "--v")).toEqual(["--version"]);
});

test("bash completes values where they are a closed list", () => {
  const strategies = ["random", "fifo", "pct", "dfs"];
  expect(offered("gauntlet", "explore", "--strategy", "")).toEqual(strategies);
  expect(offered("gauntlet", "explore", "--strategy", "=")).toEqual(strategies);
  expect(offered("gauntlet", "explore", "--strategy", "=", "f")).toEqual(["fifo"]);
  expect(offered("gauntlet", "completion", "b")).toEqual(["bash"]);
  // A number is nothing that could be offered, and neither is a file in its place.
  expect(offered("gauntlet", "explore", "--runs", "")).toEqual(["compopt +o default"]);
  // A file is left to bash, and so is what comes behind `--`.
  expect(offered("gauntlet", "explore", "--record", "")).toEqual([]);
  expect(offered("gauntlet", "agent", "record", "--", "--o")).toEqual([]);
});

test("bash offers every verb and every flag of the table", () => {
  for (const [name, spec] of Object.entries(commandTable.verbs)) {
    const words = name.split(" ");
    expect([name, offered("gauntlet", ...words)]).toEqual([
      name,
      expect.arrayContaining(words.slice(-1)),
    ]);
    if (!isVerb(spec)) continue;
    const flags = flagsOf(spec, commandTable).filter(({ isHidden }) => !isHidden);
    expect([name, offered("gauntlet", ...words, "--")]).toEqual([
      name,
      [...flags.flatMap((flag) => writtenFlags(flag)), "--help"],
    ]);
  }
}, 120_000);

test("a shell that is not known is an error with those that are", async () => {
  const { code, out, err } = await cli(repository, ["completion", "tcsh"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/tcsh[^]*bash, zsh, fish, powershell/);
});

test.each(shells)("the script of %s has every verb and flag, in quotes that end", (shell) => {
  const script = scripts.get(shell) ?? "";
  const code = withoutTexts(script, shell);
  expect(code.match(/['"]/gu)).toBeNull();
  for (const [open, close] of ["()", "{}", "[]"]) {
    const count = (one = ""): number => code.split(one).length;
    // A pattern of `case` ends in a bracket that nothing opened.
    const patterns = shell === "bash" || shell === "zsh" ? code.match(/^ *_\)/gmu)?.length : 0;
    const extra = open === "(" ? (patterns ?? 0) : 0;
    expect([shell, open, count(close)]).toEqual([shell, open, count(open) + extra]);
  }
  for (const [name, spec] of Object.entries(commandTable.verbs)) {
    expect(script).toContain(name);
    if (!isVerb(spec)) continue;
    for (const flag of flagsOf(spec, commandTable).filter(({ isHidden }) => !isHidden)) {
      for (const written of writtenFlags(flag)) {
        expect(script).toContain(shell === "fish" ? `-l ${written.slice(2)} ` : written);
      }
    }
  }
});

/** With which flag a shell reads a script and runs nothing of it. */
const checks = { bash: "-n", zsh: "-n", fish: "--no-execute" } as const;

test.for(["bash", "zsh", "fish"] as const)("%s itself reads its script", (shell, { skip }) => {
  const read = spawnSync(shell, [checks[shell]], {
    input: scripts.get(shell) ?? "",
    encoding: "utf8",
  });
  skip(read.error !== undefined, `${shell} is not installed`);
  expect([read.stderr, read.status]).toEqual(["", 0]);
});

// --- inside ---

/** A script without comments, each text in quotes as one `_`. */
function withoutTexts(script: string, shell: (typeof shells)[number]): string {
  const plain = script.replaceAll(/^\s*#.*$/gmu, "");
  const single = { bash: "[^']*", zsh: "[^']*", fish: "(?:\\\\.|[^'\\\\])*", powershell: "[^']*" };
  const text = new RegExp(`"(?:\\\\.|[^"\\\\])*"|'${single[shell]}'|\\\\'`, "gu");
  return plain.replaceAll(text, "_").replaceAll(/_+/gu, "_");
}
