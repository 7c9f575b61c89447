import { readFileSync } from "node:fs";
import path from "node:path";
import { addCommand, manifestOf } from "../../subject/installer.ts";
import { filesBelow, globEntriesMax } from "../../config/files/glob.ts";
import { adapters, type TestRunnerName, testRunnerOf } from "../../subject/test-runner.ts";
import type { Check, CheckedProject } from "./check.ts";
import { folderOfPackage } from "./machine-checks.ts";
import { isInRange } from "./version-range.ts";

/** The test runner with its adapter, fast-check, and the other packages that we work with. */
export async function runnerChecks(
  project: CheckedProject,
  chaosFiles: readonly string[],
): Promise<readonly Check[]> {
  return [
    await testRunnerCheck(project, chaosFiles),
    fastCheckCheck(project, chaosFiles),
    peersCheck(project),
  ];
}

// --- inside ---

async function testRunnerCheck(
  project: CheckedProject,
  chaosFiles: readonly string[],
): Promise<Check> {
  const name = "test runner";
  const runner = testRunnerOf(project.manifest);
  const used = await usedAdapter(project.root);
  if (used !== undefined && used.name !== "node:test" && versionOf(project, used.name) === "") {
    const says = `${used.file} uses \`${adapters[used.name]}\`, and ${used.name} is not installed`;
    return { name, state: "blocked", says, help: addCommand(project.manager, [used.name]) };
  }
  if (runner === undefined) {
    return { name, state: "fine", says: "none; `npx gauntlet explore` needs none" };
  }
  const version = runner === "node:test" ? "" : ` ${versionOf(project, runner)}`;
  const range = project.needs.peers[runner];
  if (range !== undefined && isInRange(version.trim(), range) === false) {
    const says = `${runner}${version} is too old for \`${adapters[runner]}\`: ${range}`;
    return { name, state: "note", says, help: addCommand(project.manager, [`${runner}@latest`]) };
  }
  if (used !== undefined) {
    return { name, state: "fine", says: `${runner}${version}, with the adapter in ${used.file}` };
  }
  const [first] = chaosFiles;
  if (first === undefined) return { name, state: "fine", says: `${runner}${version}` };
  const shown = path.relative(project.root, first).split(path.sep).join("/");
  return {
    name,
    state: "note",
    says: `${runner}${version}; no test hands chaos tests to it`,
    help: `in a test: import { chaos } from "${adapters[runner]}"; chaos("${shown}");`,
  };
}

/** Which adapter a test of the project imports. */
async function usedAdapter(
  root: string,
): Promise<{ readonly name: TestRunnerName; readonly file: string } | undefined> {
  const below = await filesBelow(root, { depth: 12, entriesMax: globEntriesMax });
  const tests = below.filter((file) => /[.-](?:test|spec)\.[cm]?[jt]sx?$/u.test(file));
  for (const file of tests.toSorted().slice(0, testFilesMax)) {
    const text = textOf(path.join(root, file));
    for (const [name, adapter] of Object.entries(adapters)) {
      if (new RegExp(`["']${adapter}["']`, "u").test(text)) {
        return { name: name as TestRunnerName, file: file.split(path.sep).join("/") };
      }
    }
  }
  return undefined;
}

/** Whoever has more tests knows about adapters. */
const testFilesMax = 500;

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 100_000);
  } catch {
    return "";
  }
}

function fastCheckCheck(project: CheckedProject, chaosFiles: readonly string[]): Check {
  const name = "fast-check";
  const range = project.needs.peers[name] ?? "";
  const version = versionOf(project, name);
  const help = addCommand(project.manager, [name]);
  if (version === "") {
    const file = chaosFiles.find((one) => /["']fast-check["']/u.test(textOf(one)));
    if (file === undefined) {
      return {
        name,
        state: "note",
        says: "not installed; tests that draw arguments need it",
        help,
      };
    }
    const shown = path.relative(project.root, file).split(path.sep).join("/");
    return { name, state: "blocked", says: `not installed, and ${shown} imports it`, help };
  }
  if (isInRange(version, range) === false) {
    const says = `${version} is not supported: ${range} is`;
    return {
      name,
      state: "blocked",
      says,
      help: addCommand(project.manager, [`${name}@${range}`]),
    };
  }
  return { name, state: "fine", says: version };
}

function peersCheck(project: CheckedProject): Check {
  const name = "optional packages";
  const others = Object.entries(project.needs.peers).filter(([one]) => one !== "fast-check");
  const found = others.map(([one, range]) => ({ one, range, version: versionOf(project, one) }));
  const old = found.find(({ version, range }) => isInRange(version, range) === false);
  if (old !== undefined) {
    const says = `${old.one} ${old.version} is not supported: ${old.range} is`;
    return { name, state: "note", says, help: addCommand(project.manager, [`${old.one}@latest`]) };
  }
  const here = found.filter(({ version }) => version !== "");
  const absent = found.filter(({ version }) => version === "").map(({ one }) => one);
  const shown = here.map(({ one, version }) => `${one} ${version}`);
  const says = [
    shown.length === 0 ? "none" : shown.join(", "),
    ...(absent.length === 0
      ? []
      : [`not here, and only needed to test them: ${absent.join(", ")}`]),
  ].join("; ");
  return { name, state: "fine", says };
}

/** The version of an installed package; "" where it is not installed. */
function versionOf({ root }: CheckedProject, name: string): string {
  const folder = folderOfPackage(root, name);
  const version = folder === undefined ? undefined : manifestOf(folder)?.["version"];
  return typeof version === "string" ? version : "";
}
